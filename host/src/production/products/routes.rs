//! Calls on project products.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use uuid::Uuid;

use super::list::PRODUCTS;
use super::model::{Product, ProductDetail, ProductInput};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Patch};
use crate::http::routing::{Routes, routes};
use crate::jobs::JobRecord;
use crate::production::states::{ProductStatus, Stage};
use crate::production::{check_organization, projects};
use crate::products;
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
use crate::records::visible::Visible;

/// What reading them takes.
pub const READ: Access = Access::admin_or_factory(
    &[Permission::ReadProjectProduct],
    &[Permission::ReadProject],
);
/// What writing them takes.
pub const WRITE: Access = Access::admin(&[Permission::WriteProjectProduct]);

type ProductPatch = Patch<ProductInput>;

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/project-products", &PRODUCTS)
        .add(READ, routes!(find))
        .add(WRITE, routes!(create))
        .add(WRITE, routes!(change, delete))
        .add(WRITE, routes!(send))
        .add(WRITE, routes!(restore))
}

fn concealed(scope: &Scope, mut product: ProductDetail) -> ProductDetail {
    product.product.conceal(scope);
    product
}

/// One product with its variants. A factory is not told whose it is.
#[utoipa::path(get, path = "/project-products/{id}", tag = "production", operation_id = "getProjectProduct",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<ProductDetail>)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<ProductDetail>> {
    let mut db = app.db.acquire().await?;
    let product = Visible::<ProductDetail>::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: concealed(&scope, product.into_inner()),
    })
}

/// Makes a product: in a project, whose organization it then has, or of an organization alone.
#[utoipa::path(post, path = "/project-products", tag = "production", operation_id = "createProjectProduct", params(KeyHeader),
    request_body = ProductInput, responses((status = 201, body = Data<ProductDetail>)))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<ProductInput>,
) -> Result<Response> {
    input.check()?;
    if input.status != ProductStatus::Draft {
        return Err(Error::field("status", "option"));
    }
    once.run(&app, async |tx| {
        let organization = organization_of(tx, &scope, &input).await?;
        let product = sql::add(tx, &scope, organization, &input, app.now()).await?;
        Ok((StatusCode::CREATED, concealed(&scope, product)))
    })
    .await
}

/// Whose a new product is.
///
/// # Errors
/// [`Error::Invalid`]: no such project or organization, or the project is another's; the project has ended.
async fn organization_of(
    db: &mut sqlx::PgConnection,
    scope: &Scope,
    input: &ProductInput,
) -> Result<Uuid> {
    let Some(project) = input.project_id else {
        let organization = input.organization_id.unwrap_or_default();
        check_organization(db, organization).await?;
        return Ok(organization);
    };
    let project = projects::check_open(db, scope, project).await?;
    let organization = project
        .organization
        .as_ref()
        .map_or(Uuid::nil(), |of| of.id);
    match input.organization_id.is_none_or(|id| id == organization) {
        true => Ok(organization),
        false => Err(Error::field("organizationId", "option")),
    }
}

/// Changes a product: what describes it until it is ready, where it stands as decision 9 lets it go. What is ready is opened again
/// with a reason. Once it is ready its store sells it: a product of the store is made of it, or the one that was made before changed.
#[utoipa::path(patch, path = "/project-products/{id}", tag = "production", operation_id = "updateProjectProduct",
    params(("id" = Uuid, Path), EditionHeader), request_body = ProductPatch,
    responses((status = 200, body = Data<ProductDetail>),
        (status = 409, body = ErrorBody, description = "ConflictProductUniqueException: another has its name, or its store sells \
            some of its SKUs with other products")))]
async fn change(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    patch: ProductPatch,
) -> Result<Data<ProductDetail>> {
    let mut tx = app.begin().await?;
    let before = life::open::<ProductDetail>(&mut tx, &scope, id, edition).await?;
    let was = before.input();
    let input = patch.onto(&was)?;
    input.check()?;
    for (field, fixed) in [
        ("projectId", was.project_id == input.project_id),
        (
            "organizationId",
            was.organization_id == input.organization_id,
        ),
    ] {
        if !fixed {
            return Err(Error::field(field, "fixed"));
        }
    }
    if let Some(project) = was.project_id {
        projects::check_open(&mut tx, &scope, project).await?;
    }
    was.status
        .check_move(input.status, input.reason.as_deref())?;
    let open = [was.status, input.status]
        .into_iter()
        .any(ProductStatus::is_open);
    if !open && !was.describes_the_same(&input) {
        return Err(Error::Conflict(ProductStatus::REFUSED));
    }
    sql::update(&mut tx, &before, &input).await?;
    if input.status == ProductStatus::Ready && was.status != ProductStatus::Ready {
        let ready = Visible::<ProductDetail>::find(&mut tx, &scope, id).await?;
        sql::settle(&mut tx, &scope, &ready).await?;
    }
    let product = life::saved(&mut tx, &scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data {
        data: concealed(&scope, product),
    })
}

/// Sends what a store sells of a product that is ready to the store's fulfilment provider: a job. What is there already, by SKU, is
/// changed, not made twice.
#[utoipa::path(post, path = "/project-products/{id}/send", tag = "production", operation_id = "sendProjectProduct",
    params(("id" = Uuid, Path), KeyHeader),
    responses((status = 202, body = Data<JobRecord>),
        (status = 404, body = ErrorBody, description = "NotFoundConnectorException: the store has no fulfilment provider"),
        (status = 409, body = ErrorBody, description = "ConflictProjectStatusException: no store sells it yet")))]
async fn send(scope: Scope, State(app): State<App>, Id(id): Id, once: Once) -> Result<Response> {
    once.run(&app, async |tx| {
        let product = Visible::<ProductDetail>::find(tx, &scope, id).await?;
        let Product {
            status,
            store_product,
            ..
        } = &product.product;
        let sold = store_product
            .as_ref()
            .filter(|_| *status == ProductStatus::Ready);
        let sold = sold.ok_or(Error::Conflict(ProductStatus::REFUSED))?;
        let record = products::send(tx, &scope, sold.id).await?;
        Ok((StatusCode::ACCEPTED, record))
    })
    .await
}

/// Deletes a product. It can be undone for an hour.
#[utoipa::path(delete, path = "/project-products/{id}", tag = "production", operation_id = "deleteProjectProduct",
    params(("id" = Uuid, Path)), responses((status = 204, description = "Deleted"),
        (status = 409, body = ErrorBody, description = "ConflictProductionStatusException: it is under way")))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    life::delete::<ProductDetail>(&app, &scope, id).await
}

/// Undoes a deletion, within an hour.
#[utoipa::path(post, path = "/project-products/{id}/restore", tag = "production", operation_id = "restoreProjectProduct",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<ProductDetail>),
        (status = 409, body = ErrorBody, description = "ConflictProductUniqueException: another has its name now")))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<ProductDetail>> {
    let restored = life::restore::<ProductDetail>(&app, &scope, id).await?;
    Ok(Data {
        data: concealed(&scope, restored.data),
    })
}
