//! Calls on files of products.

use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{FileOrder, ProductFile, ProductFileForm, ProductFileInput, ProductFileType};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::files::Upload;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::request::{Body, Data, Id, Patch, Path};
use crate::http::routing::{Routes, routes};
use crate::production::products::{ProductDetail, READ};
use crate::production::states::{ProductStatus, Stage};
use crate::records::attachments;
use crate::records::audit::{Author, Change};
use crate::records::edition::Edition;
use crate::records::life;
use crate::records::live::{self, Signal};
use crate::records::visible::{Scoped, Visible};

const WRITE: Access = Access::admin(&[Permission::WriteProjectProduct]);

type ProductFilePatch = Patch<ProductFileInput>;

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(list))
        .add(WRITE, routes!(add))
        .add(WRITE, routes!(order))
        .add(WRITE, routes!(change, delete))
        .add(READ, routes!(see))
}

/// The files of a product: the newest version of the technical one first, pictures in their order, others as they came. Download:
/// `POST /file/{id}/link`.
#[utoipa::path(get, path = "/project-products/{id}/files", tag = "production", operation_id = "listProductFiles",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Vec<ProductFile>>)))]
async fn list(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Vec<ProductFile>>> {
    let mut db = app.db.acquire().await?;
    let product = Visible::<ProductDetail>::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: sql::of_product(&mut db, &scope, &product).await?,
    })
}

/// Adds files to a product: the field `files`, once or several times, and `type`. A technical one is a PDF, and the next version of
/// those before.
#[utoipa::path(post, path = "/project-products/{id}/files", tag = "production", operation_id = "addProductFiles",
    params(("id" = Uuid, Path)), request_body(content = ProductFileForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<Vec<ProductFile>>),
        (status = 409, body = ErrorBody, description = "ConflictProjectStatusException: the product is ready, and a technical file would change it")))]
async fn add(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    upload: Upload,
) -> Result<(StatusCode, Data<Vec<ProductFile>>)> {
    let form = attachments::receive::<ProductDetail>(&app, &scope, id, upload).await?;
    let kind = ProductFileType::of(&form)?;
    let mut tx = app.begin().await?;
    let product = open(&mut tx, &scope, id, kind).await?;
    let data = sql::add(&mut tx, &scope, &product, kind, form.files, app.now()).await?;
    for file in &data {
        enter(&mut tx, &scope, &product, None, Some(file)).await?;
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Data { data }))
}

/// A product whose files of a kind change. How a product is made does not change any more once it is ready.
async fn open(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    kind: ProductFileType,
) -> Result<Visible<ProductDetail>> {
    let product = life::open::<ProductDetail>(db, scope, id, Edition::ANY).await?;
    match kind == ProductFileType::Technical && !product.product.status.is_open() {
        true => Err(Error::Conflict(ProductStatus::REFUSED)),
        false => Ok(product),
    }
}

/// Changes what the pages of a technical file show, or a picture's place.
#[utoipa::path(patch, path = "/project-products/{id}/files/{file}", tag = "production", operation_id = "updateProductFile",
    params(("id" = Uuid, Path), ("file" = Uuid, Path)), request_body = ProductFilePatch,
    responses((status = 200, body = Data<ProductFile>)))]
async fn change(
    scope: Scope,
    State(app): State<App>,
    Path((id, file)): Path<(Uuid, Uuid)>,
    patch: ProductFilePatch,
) -> Result<Data<ProductFile>> {
    let mut tx = app.begin().await?;
    let product = life::open::<ProductDetail>(&mut tx, &scope, id, Edition::ANY).await?;
    let before = sql::find(&mut tx, &scope, &product, file).await?;
    let input = patch.onto(&before.input())?;
    if before.kind != ProductFileType::Technical && !input.data.metadata.is_empty() {
        return Err(Error::field("data.metadata", "unknown"));
    }
    sql::update(&mut tx, file, &input).await?;
    let data = sql::find(&mut tx, &scope, &product, file).await?;
    enter(&mut tx, &scope, &product, Some(&before), Some(&data)).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// Puts the pictures of a product in order, all at once. Answers with all its files.
#[utoipa::path(put, path = "/project-products/{id}/files/order", tag = "production", operation_id = "orderProductFiles",
    params(("id" = Uuid, Path)), request_body = FileOrder, responses((status = 200, body = Data<Vec<ProductFile>>)))]
async fn order(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Body(order): Body<FileOrder>,
) -> Result<Data<Vec<ProductFile>>> {
    let mut tx = app.begin().await?;
    let product = life::open::<ProductDetail>(&mut tx, &scope, id, Edition::ANY).await?;
    let before = sql::of_product(&mut tx, &scope, &product).await?;
    order.check(&before)?;
    sql::order(&mut tx, &product, &order.files).await?;
    let data = sql::of_product(&mut tx, &scope, &product).await?;
    let names = |files: &[ProductFile]| {
        let pictures = files
            .iter()
            .filter(|file| file.kind == ProductFileType::Image);
        let names: Vec<&str> = pictures.map(|file| file.file.name.as_str()).collect();
        json!(names.join(", "))
    };
    tell(
        &mut tx,
        &scope,
        &product,
        ProductFileType::Image,
        (names(&before), names(&data)),
    )
    .await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// Removes a file of a product. Its version is not given to another.
#[utoipa::path(delete, path = "/project-products/{id}/files/{file}", tag = "production", operation_id = "deleteProductFile",
    params(("id" = Uuid, Path), ("file" = Uuid, Path)), responses((status = 204, description = "Removed"),
        (status = 409, body = ErrorBody, description = "ConflictProjectStatusException: the product is ready, and this says how it is made")))]
async fn delete(
    scope: Scope,
    State(app): State<App>,
    Path((id, file)): Path<(Uuid, Uuid)>,
) -> Result<StatusCode> {
    let mut tx = app.begin().await?;
    let product = life::open::<ProductDetail>(&mut tx, &scope, id, Edition::ANY).await?;
    let file = sql::find(&mut tx, &scope, &product, file).await?;
    open(&mut tx, &scope, id, file.kind).await?;
    sql::delete(&mut tx, &file, app.now()).await?;
    enter(&mut tx, &scope, &product, Some(&file), None).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Says that the caller has seen a file. Staff read by whom it was seen and when first, a factory of its own people.
#[utoipa::path(post, path = "/project-products/{id}/files/{file}/seen", tag = "production", operation_id = "seeProductFile",
    params(("id" = Uuid, Path), ("file" = Uuid, Path)), responses((status = 200, body = Data<ProductFile>)))]
async fn see(
    scope: Scope,
    State(app): State<App>,
    Path((id, file)): Path<(Uuid, Uuid)>,
) -> Result<Data<ProductFile>> {
    live::change(&app, &Signal::changed(ProductDetail::KIND), async |tx| {
        let product = Visible::<ProductDetail>::find(tx, &scope, id).await?;
        sql::find(tx, &scope, &product, file).await?;
        sql::see(tx, &scope, file, app.now()).await?;
        let data = sql::find(tx, &scope, &product, file).await?;
        Ok(Data { data })
    })
    .await
}

/// Tells in a product's history what became of a file of it.
async fn enter(
    db: &mut PgConnection,
    scope: &Scope,
    product: &Visible<ProductDetail>,
    before: Option<&ProductFile>,
    after: Option<&ProductFile>,
) -> Result<()> {
    let summary = |file: Option<&ProductFile>| match file {
        None => Value::Null,
        Some(file) => {
            let pages = file.data.metadata.iter();
            let pages = pages.map(|page| format!("{} {}", page.page, page.label));
            let level = file.level.map(|level| format!("v{level}"));
            let parts = level
                .into_iter()
                .chain([file.file.name.clone()])
                .chain(pages);
            json!(parts.collect::<Vec<_>>().join(", "))
        }
    };
    let kind = before
        .or(after)
        .map_or(ProductFileType::Other, |file| file.kind);
    tell(db, scope, product, kind, (summary(before), summary(after))).await
}

/// The same of all files of a kind; nothing, where they are as before.
async fn tell(
    db: &mut PgConnection,
    scope: &Scope,
    product: &Visible<ProductDetail>,
    kind: ProductFileType,
    (before, after): (Value, Value),
) -> Result<()> {
    if before == after {
        return Ok(());
    }
    let change = Change {
        field: format!("{}File", kind.as_str()),
        before,
        after,
    };
    life::enter::<ProductDetail>(
        db,
        &Author::from(scope),
        product.id(),
        "update",
        vec![change],
    )
    .await
}
