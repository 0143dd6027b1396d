//! Pennylane's refusals.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// A refusal. Pennylane writes those of content with a code, a sentence and details, the others with a sentence alone.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiError {
    /// The HTTP status.
    pub status: StatusCode,
    body: Value,
}

impl ApiError {
    /// `{"error", "status"}`.
    pub fn new(status: StatusCode, error: impl Into<String>) -> Self {
        let body = json!({ "error": error.into(), "status": status.as_u16() });
        Self { status, body }
    }

    /// 400: the request is none.
    pub fn bad(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }

    /// 404.
    pub fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("{what} not found"))
    }

    /// 409.
    pub fn conflict(error: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, error)
    }

    /// 422 with the field that is meant.
    pub fn invalid(field: &str, message: impl Into<String>) -> Self {
        Self {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            body: json!({
                "status": 422, "error": "unprocessable_entity", "message": message.into(),
                "details": { "field": field },
            }),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}
