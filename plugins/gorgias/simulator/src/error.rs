//! The provider's refusals.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// A refusal: `{"error": {"msg": …, "data": …}}`. The inner keys are assumed.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiError {
    /// The HTTP status.
    pub status: StatusCode,
    /// A sentence in English.
    pub message: String,
    /// What is wrong with which field; null when there is none to name.
    pub data: Value,
}

impl ApiError {
    /// A refusal with the words that the caller reads.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            data: Value::Null,
        }
    }

    /// 400 that names a field or parameter.
    pub fn invalid(field: &str, message: &str) -> Self {
        Self {
            data: json!({ field: [message] }),
            ..Self::new(StatusCode::BAD_REQUEST, "Validation failed")
        }
    }

    /// 404.
    pub fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("{what} does not exist."))
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = json!({ "error": { "msg": self.message, "data": self.data } });
        (self.status, Json(body)).into_response()
    }
}
