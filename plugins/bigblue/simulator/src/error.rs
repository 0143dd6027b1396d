//! Errors in Twirp's form and with its HTTP statuses.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// A refusal: `{"code": …, "msg": …}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// Twirp's code.
    pub code: Code,
    /// A sentence in English.
    pub message: String,
}

macro_rules! codes {
    ($($variant:ident $text:literal $status:ident,)*) => {
        /// Those of Twirp's codes that this API gives.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Code { $($variant),* }

        impl Code {
            /// As it stands in the answer's body.
            pub const fn text(self) -> &'static str {
                match self { $(Code::$variant => $text),* }
            }

            /// The HTTP status that Twirp gives it.
            pub const fn status(self) -> StatusCode {
                match self { $(Code::$variant => StatusCode::$status),* }
            }
        }
    };
}

codes! {
    InvalidArgument "invalid_argument" BAD_REQUEST,
    Malformed "malformed" BAD_REQUEST,
    Unauthenticated "unauthenticated" UNAUTHORIZED,
    PermissionDenied "permission_denied" FORBIDDEN,
    NotFound "not_found" NOT_FOUND,
    BadRoute "bad_route" NOT_FOUND,
    AlreadyExists "already_exists" CONFLICT,
    FailedPrecondition "failed_precondition" PRECONDITION_FAILED,
    ResourceExhausted "resource_exhausted" TOO_MANY_REQUESTS,
    Internal "internal" INTERNAL_SERVER_ERROR,
}

impl ApiError {
    /// An error with the words that the caller reads.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (
            self.code.status(),
            Json(json!({ "code": self.code.text(), "msg": self.message })),
        )
            .into_response()
    }
}
