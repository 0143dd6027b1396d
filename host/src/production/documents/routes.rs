//! Calls for documents of products.

use axum::extract::State;
use chrono::TimeDelta;
use comptoir_document::production as paper;
use serde::Deserialize;
use sqlx::PgConnection;
use utoipa::IntoParams;
use uuid::Uuid;

use super::model::{self, LabelPer, LabelSize};
use super::sql;
use crate::access::Scope;
use crate::app::App;
use crate::files::{self, Link};
use crate::http::error::{Error, Result};
use crate::http::request::{Data, Params, ids_of, number};
use crate::http::routing::{Routes, routes};
use crate::production::products::{self, ProductDetail, READ};
use crate::words::language::Language;

/// How long such a file can be downloaded (decision 35).
const KEPT: TimeDelta = TimeDelta::minutes(15);

/// Products of one document.
const MOST: usize = 100;

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(template))
        .add(READ, routes!(product_labels))
        .add(READ, routes!(box_labels))
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct TemplateQuery {
    /// Ids of products, with commas between them; a hundred at most.
    product_ids: String,
}

/// The technical sheets of products, as one PDF: a link to download it by within fifteen minutes.
#[utoipa::path(get, path = "/project-products/export/template", tag = "production", operation_id = "exportProductTemplate",
    params(TemplateQuery), responses((status = 200, body = Data<Link>)))]
async fn template(
    scope: Scope,
    State(app): State<App>,
    language: Language,
    Params(query): Params<TemplateQuery>,
) -> Result<Data<Link>> {
    let mut db = app.db.acquire().await?;
    let products = find(&mut db, &scope, &query.product_ids).await?;
    let ids: Vec<Uuid> = products.iter().map(|product| product.product.id).collect();
    let mut shown = sql::shown(&app, &mut db, &ids).await?;
    let factories = sql::factories(&mut db, &scope, &ids).await?;
    drop(db);
    let sheets = products.iter().map(|product| {
        let id = product.product.id;
        let shown = shown.remove(&id).unwrap_or_default();
        let address = address(&app, product, factories.get(&id));
        model::sheet(product, shown, address, language)
    });
    let sheets: Vec<paper::Sheet> = sheets.collect();
    let pdf = files::lay_out(move || paper::sheets(&sheets, language.of_documents())).await?;
    let name = language.pick("Fiches techniques.pdf", "Technical sheets.pdf");
    kept(&app, &scope, name, &pdf).await
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct ProductLabelsQuery {
    /// Ids of products, with commas between them; a hundred at most.
    product_ids: String,
    /// `a4` unless something else is said.
    #[param(inline)]
    size: Option<LabelSize>,
    /// A label a variant unless something else is said.
    #[param(inline)]
    per: Option<LabelPer>,
}

/// Labels of the pieces of products, as one PDF of 5,000 at most: a link to download it by within fifteen minutes. They carry the
/// EAN where there is one, else the SKU.
#[utoipa::path(get, path = "/project-products/export/products-labels", tag = "production",
    operation_id = "exportProductLabels", params(ProductLabelsQuery), responses((status = 200, body = Data<Link>)))]
async fn product_labels(
    scope: Scope,
    State(app): State<App>,
    language: Language,
    Params(query): Params<ProductLabelsQuery>,
) -> Result<Data<Link>> {
    let products = find(&mut *app.db.acquire().await?, &scope, &query.product_ids).await?;
    let per = query.per.unwrap_or(LabelPer::Variant);
    let labels = model::product_labels(&products, per, language)?;
    let size = query.size.unwrap_or(LabelSize::A4).into();
    let language_of = language.of_documents();
    let pdf = files::lay_out(move || paper::product_labels(&labels, size, language_of)).await?;
    let name = language.pick("Étiquettes de produits.pdf", "Product labels.pdf");
    kept(&app, &scope, name, &pdf).await
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct BoxLabelsQuery {
    /// Ids of products, with commas between them; a hundred at most.
    product_ids: String,
    /// `a4` unless something else is said.
    #[param(inline)]
    size: Option<LabelSize>,
    /// 50 unless something else is said.
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 10_000)]
    pieces_per_box: Option<u32>,
}

/// Labels of the boxes that the pieces of products go into, as one PDF of 5,000 at most: a link to download it by within fifteen
/// minutes. Their code says project, box, pieces and SKU: `K7M2QX/3/50/CPSL-SHIRT1-M`.
#[utoipa::path(get, path = "/project-products/export/boxs-labels", tag = "production", operation_id = "exportBoxLabels",
    params(BoxLabelsQuery), responses((status = 200, body = Data<Link>)))]
async fn box_labels(
    scope: Scope,
    State(app): State<App>,
    language: Language,
    Params(query): Params<BoxLabelsQuery>,
) -> Result<Data<Link>> {
    let pieces = match query.pieces_per_box.unwrap_or(50) {
        0 => return Err(Error::field("piecesPerBox", "min")),
        pieces @ 1..=10_000 => pieces,
        _ => return Err(Error::field("piecesPerBox", "max")),
    };
    let products = find(&mut *app.db.acquire().await?, &scope, &query.product_ids).await?;
    let labels = model::box_labels(&products, pieces, language)?;
    let size = query.size.unwrap_or(LabelSize::A4).into();
    let language_of = language.of_documents();
    let pdf = files::lay_out(move || paper::box_labels(&labels, size, language_of)).await?;
    let name = language.pick("Étiquettes de cartons.pdf", "Box labels.pdf");
    kept(&app, &scope, name, &pdf).await
}

/// The products that a query names.
///
/// # Errors
/// [`Error::Invalid`] (`productIds`): none, too many, or no ids; not found: one of them.
async fn find(db: &mut PgConnection, scope: &Scope, ids: &str) -> Result<Vec<ProductDetail>> {
    let ids = ids_of(ids, "productIds", MOST)?;
    match ids.is_empty() {
        true => Err(Error::field("productIds", "required")),
        false => products::all(db, scope, &ids).await,
    }
}

/// A product's page in the portal: the staff's, or that of a factory. One that is of no project has none.
fn address(app: &App, product: &ProductDetail, factory: Option<&Uuid>) -> String {
    let Some(project) = &product.product.project else {
        return String::new();
    };
    let area = factory.map_or("admin".to_owned(), |factory| format!("factory/{factory}"));
    let mut address = app.origin.clone();
    address.set_path(&format!(
        "/{area}/project/{}/product/{}",
        project.id, product.product.id
    ));
    address.into()
}

/// Keeps a document for whoever asked for it.
async fn kept(app: &App, scope: &Scope, name: &str, pdf: &[u8]) -> Result<Data<Link>> {
    let (owner, this) = (scope.actor.id, Uuid::now_v7().simple());
    let path = format!("documents/{}/{this}.pdf", owner.simple());
    let stored = files::keep(app, name.to_owned(), path, pdf).await?;
    let file = files::add_for(&app.db, owner, &stored, "export", app.now() + KEPT).await?;
    Ok(Data {
        data: Link::to(app, file, KEPT),
    })
}
