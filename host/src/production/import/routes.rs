//! The call that takes a file of products.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::model::Import;
use super::{file, sql};
use crate::access::Scope;
use crate::app::App;
use crate::files::{FileForm, Upload};
use crate::http::error::Result;
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Data, Params, number};
use crate::http::routing::{Routes, routes};
use crate::production::products::WRITE;
use crate::words::language::Language;

/// As many bytes as a file has.
const LONGEST: usize = 1024 * 1024;

pub fn routes() -> Routes {
    Routes::new().add(WRITE, routes!(import))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    /// The project that the products are of.
    project_id: Uuid,
    /// `true`: the file is only looked at.
    #[serde(default, deserialize_with = "number")]
    preview: Option<bool>,
}

/// Makes the products of a CSV file, of at most 1,000 rows and a mebibyte: a row a variant, those of a product one after the other.
/// All of them or, where anything is wrong, none: that is told by line and column. With `preview` only says what would come.
#[utoipa::path(post, path = "/project-products/import-products", tag = "production", operation_id = "importProjectProducts",
    params(Asked, KeyHeader), request_body(content = FileForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<Import>)))]
async fn import(
    scope: Scope,
    State(app): State<App>,
    language: Language,
    once: Once,
    Params(asked): Params<Asked>,
    mut upload: Upload,
) -> Result<Response> {
    let bytes = upload.bytes("file", LONGEST).await?;
    let sheet = file::read(&file::decode(&bytes)?, language);
    if asked.preview == Some(true) {
        let mut tx = app.begin().await?;
        let data = sql::bring(&mut tx, &scope, (asked.project_id, true), sheet, app.now()).await?;
        return Ok(Data { data }.into_response());
    }
    once.run(&app, async |tx| {
        let imported = sql::bring(tx, &scope, (asked.project_id, false), sheet, app.now()).await?;
        Ok((StatusCode::OK, imported))
    })
    .await
}
