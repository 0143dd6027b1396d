//! Calls on the company.

use axum::extract::State;
use utoipa_axum::routes;

use super::COMPANY;
use super::model::{Company, CompanyInput};
use super::sql::{self, ID};
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::request::{Body, Data};
use crate::http::routing::Routes;
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;

pub fn routes() -> Routes {
    Routes::new()
        .add(COMPANY.read, routes!(find))
        .add(COMPANY.read, routes!(replace))
}

/// Who invoices: legal data, and what each code of VAT means.
#[utoipa::path(get, path = "/finance/company", tag = "finance", operation_id = "getInvoicingCompany",
    responses((status = 200, body = Data<Company>)))]
async fn find(scope: Scope, State(app): State<App>) -> Result<Data<Company>> {
    let mut db = app.db.acquire().await?;
    let company = sql::of(&mut db, &scope).await?;
    Ok(Data {
        data: company.into_inner(),
    })
}

/// Changes who invoices. Invoices that were issued keep what they say.
#[utoipa::path(put, path = "/finance/company", tag = "finance", operation_id = "replaceInvoicingCompany", params(EditionHeader),
    request_body = CompanyInput, responses((status = 200, body = Data<Company>), (status = 409, body = ErrorBody)))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Body(input): Body<CompanyInput>,
) -> Result<Data<Company>> {
    input.check()?;
    let mut tx = app.begin().await?;
    let before = life::open::<Company>(&mut tx, &scope, ID, edition).await?;
    sql::update(&mut tx, &input).await?;
    let data = life::saved(&mut tx, &scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data { data })
}
