//! What can go wrong, once: the specification's error catalogue (document 2, section 8), its HTTP statuses (decision
//! 28) and its words in both languages.
//!
//! A handler returns [`Error`]; [`crate::http::server`] renders it in the caller's language, with the request's id, and logs
//! what is a fault of ours. The text of an unexpected error never leaves the server.

#[cfg(test)]
mod tests;
mod words;

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

pub use self::words::words_of_another;
use crate::access::{Permission, RECENT_SIGN_IN};
use crate::words::language::Language;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Things that may be missing. `Other` stands for what the catalogue has no name for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resource {
    User,
    Organization,
    File,
    Log,
    Factory,
    Connector,
    Product,
    Fee,
    Charge,
    Commission,
    Other(&'static str),
}

/// A rule of uniqueness or of order that a change may break, as whoever keeps it declares it.
#[derive(Debug, PartialEq, Eq)]
pub struct Conflict {
    /// As the catalogue has it: `StoreName` of `ConflictStoreNameException`.
    name: &'static str,
    /// The field that the name alone does not tell.
    field: Option<&'static str>,
    french: &'static str,
    english: &'static str,
}

impl Conflict {
    pub const fn new(name: &'static str, french: &'static str, english: &'static str) -> Self {
        Self {
            name,
            field: None,
            french,
            english,
        }
    }

    /// Tells of which field it is.
    pub const fn of(mut self, field: &'static str) -> Self {
        self.field = Some(field);
        self
    }
}

/// A record that others need: it can be archived, not deleted (decision 23).
pub static IN_USE: Conflict = Conflict::new(
    "InUse",
    "D’autres données en dépendent : archivez plutôt que de supprimer.",
    "Other records depend on it: archive it instead of deleting it.",
);

/// What is refused whatever permissions one holds, as whoever refuses it declares it.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    french: &'static str,
    english: &'static str,
}

impl Refusal {
    pub const fn new(french: &'static str, english: &'static str) -> Self {
        Self { french, english }
    }
}

/// Every error that leaves a handler.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the request does not fit its schema")]
    Invalid(Vec<Issue>),
    /// A list's cursor; an empty field stands for the whole.
    #[error("the cursor is malformed: {} ({})", .0.field, .0.code)]
    BadCursor(Issue),
    #[error("not signed in")]
    Unauthorized,
    #[error("lacks the permission {0}")]
    ForbiddenPermission(Permission),
    #[error("the role may not do this")]
    ForbiddenRole,
    /// A user grants only what they hold (decision 5).
    #[error("grants what they do not hold: {0}")]
    ForbiddenEscalation(Permission),
    /// What the call does takes a sign-in of the last minutes ([`RECENT_SIGN_IN`]).
    #[error("signed in too long ago")]
    SignInTooOld,
    #[error("refused: {}", .0.english)]
    Refused(&'static Refusal),
    #[error("not found: {0:?}")]
    NotFound(Resource),
    #[error("no such call")]
    NoSuchRoute,
    #[error("method not allowed")]
    MethodNotAllowed,
    #[error("conflict: {}", .0.name)]
    Conflict(&'static Conflict),
    /// Somebody else changed the record since the caller read it.
    #[error("changed by {by} at {at} since it was read")]
    Edited { by: String, at: DateTime<Utc> },
    #[error("the body is too large")]
    TooLarge,
    #[error("too many requests")]
    TooManyRequests { retry_after: Duration },
    /// A plugin or the provider behind it did not do what was asked; `text` is meant for people.
    #[error("plugin {plugin}: {text}")]
    Plugin {
        plugin: String,
        status: StatusCode,
        text: String,
        /// When it may be asked again, where it says so.
        retry_after: Option<Duration>,
    },
    /// The company register failed or is too busy.
    #[error("the company register does not answer")]
    RegistryUnavailable,
    #[error("took too long")]
    Timeout,
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

/// What is wrong with one field of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Issue {
    /// Path of the field in the body or query: `shippingAddress.zip`, `lines[2].quantity`. Empty: the whole.
    pub field: String,
    /// Stable, for the client to translate: `required`, `min`, `max`, `email`, `type`, `option`, `unknown`, …
    pub code: String,
    /// The same in words, in the caller's language.
    pub message: String,
    /// What it may be instead, where that is a closed set: part of the words.
    #[serde(skip)]
    pub options: Vec<String>,
}

impl Issue {
    /// An issue whose words follow from its code.
    pub fn new(field: impl Into<String>, code: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            code: code.into(),
            message: String::new(),
            options: Vec::new(),
        }
    }

    /// One for each item of a list that is wrong. `field` has `[]` in the place of the item's index: `lines[].amount`.
    pub fn of_items<T>(
        field: &str,
        code: &str,
        items: &[T],
        mut is_wrong: impl FnMut(&T) -> bool,
    ) -> Vec<Self> {
        let wrong = items.iter().enumerate().filter(|(_, item)| is_wrong(item));
        wrong
            .map(|(at, _)| Self::new(field.replacen("[]", &format!("[{at}]"), 1), code))
            .collect()
    }

    /// What a JSON Schema complains of, at its field below `above`. The complaint itself could quote a secret.
    pub fn of_schema(above: &str, error: &jsonschema::ValidationError<'_>) -> Self {
        use jsonschema::error::ValidationErrorKind as Kind;
        let path = error.instance_path().to_string().replace('/', ".");
        let place = format!("{above}{path}");
        let below = |name: &str| format!("{place}.{name}");
        let (field, code) = match error.kind() {
            Kind::Required { property } => {
                (below(property.as_str().unwrap_or_default()), "required")
            }
            Kind::AdditionalProperties { unexpected } => {
                let first = unexpected.first().map_or("", String::as_str);
                (below(first), "unknown")
            }
            Kind::MinLength { .. } | Kind::Minimum { .. } => (place, "min"),
            Kind::MaxLength { .. } | Kind::Maximum { .. } => (place, "max"),
            Kind::Enum { .. } | Kind::OneOfNotValid { .. } => (place, "option"),
            Kind::Format { format } if format == "date" => (place, "date"),
            Kind::Type { .. } => (place, "type"),
            _ => (place, "format"),
        };
        Self::new(field.trim_start_matches('.'), code)
    }

    /// What it says.
    pub fn words(&self, language: Language) -> String {
        match (&*self.message, &self.options[..]) {
            ("", []) => words::issue_words(&self.code, language).to_owned(),
            ("", options) => words::option_words(&self.code, options, language),
            (message, _) => message.to_owned(),
        }
    }

    fn described(&self, language: Language) -> serde_json::Value {
        let message = self.words(language);
        serde_json::json!({ "field": self.field, "code": self.code, "message": message })
    }
}

/// The body of an error answer: `{ "error": … }`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    pub error: Problem,
}

/// What the caller is told of an error.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// From the specification's catalogue: `BadRequestSchemaException`.
    pub name: String,
    /// The HTTP status again.
    pub code: u16,
    pub message: String,
    #[schema(value_type = Option<Payload>)]
    pub payload: serde_json::Value,
    /// Names this request in the server's log.
    pub request_id: String,
}

/// What belongs to an error: for 400 the wrong fields, for others what its name needs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ProblemPayload)]
#[allow(dead_code, reason = "only described")]
enum Payload {
    Issues(Vec<Issue>),
    Details(std::collections::HashMap<String, serde_json::Value>),
}

impl Error {
    /// One wrong field.
    pub fn field(field: impl Into<String>, code: impl Into<String>) -> Self {
        Error::Invalid(vec![Issue::new(field, code)])
    }

    /// Refuses a request for what is wrong with it, if anything is.
    ///
    /// # Errors
    /// [`Error::Invalid`] with these.
    pub fn refuse(issues: Vec<Issue>) -> Result<()> {
        match issues.is_empty() {
            true => Ok(()),
            false => Err(Error::Invalid(issues)),
        }
    }

    /// A thing the catalogue has no name of its own for: `Error::missing("Order")`.
    pub const fn missing(what: &'static str) -> Self {
        Error::NotFound(Resource::Other(what))
    }

    pub fn status(&self) -> StatusCode {
        match self {
            Error::Invalid(_) | Error::BadCursor(_) => StatusCode::BAD_REQUEST,
            Error::Unauthorized => StatusCode::UNAUTHORIZED,
            Error::ForbiddenPermission(_)
            | Error::ForbiddenRole
            | Error::ForbiddenEscalation(_)
            | Error::SignInTooOld
            | Error::Refused(_) => StatusCode::FORBIDDEN,
            Error::NotFound(_) | Error::NoSuchRoute => StatusCode::NOT_FOUND,
            Error::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Error::Conflict(_) | Error::Edited { .. } => StatusCode::CONFLICT,
            Error::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Error::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
            Error::Plugin { status, .. } => *status,
            Error::RegistryUnavailable => StatusCode::SERVICE_UNAVAILABLE,
            Error::Timeout => StatusCode::GATEWAY_TIMEOUT,
            Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The catalogue's name.
    pub fn name(&self) -> String {
        match self {
            Error::Invalid(_) | Error::TooLarge => "BadRequestSchemaException".into(),
            Error::BadCursor(_) => "BadRequestCursorException".into(),
            Error::Unauthorized => "UnauthorizedException".into(),
            Error::ForbiddenPermission(_) => "ForbiddenPermissionException".into(),
            Error::ForbiddenRole => "ForbiddenRoleException".into(),
            Error::ForbiddenEscalation(_) => "ForbiddenEscalationException".into(),
            Error::SignInTooOld => "ForbiddenSignInAgeException".into(),
            Error::Refused(_) => "ForbiddenResourceException".into(),
            Error::Edited { .. } => "ConflictEditException".into(),
            Error::NotFound(Resource::Other(_)) | Error::NoSuchRoute | Error::MethodNotAllowed => {
                "NotFoundResourceException".into()
            }
            Error::NotFound(entity) => format!("NotFound{entity:?}Exception"),
            Error::Conflict(conflict) => format!("Conflict{}Exception", conflict.name),
            Error::TooManyRequests { .. } => "TooManyRequestsException".into(),
            Error::Plugin { .. } => "ConnectorException".into(),
            Error::RegistryUnavailable => "RegistryUnavailableException".into(),
            Error::Timeout | Error::Internal(_) => "UnknowException".into(),
        }
    }

    /// What belongs to the name: the issues of a 400, the missing permission, the kind of thing not found.
    pub fn payload(&self, language: Language) -> serde_json::Value {
        match self {
            Error::Invalid(issues) => issues
                .iter()
                .map(|issue| issue.described(language))
                .collect(),
            Error::BadCursor(issue) => vec![issue.described(language)].into(),
            Error::ForbiddenPermission(permission) | Error::ForbiddenEscalation(permission) => {
                serde_json::json!({ "permission": permission })
            }
            Error::SignInTooOld => {
                serde_json::json!({ "maxAgeSeconds": RECENT_SIGN_IN.num_seconds() })
            }
            Error::Edited { by, at } => serde_json::json!({ "by": by, "at": at }),
            Error::NotFound(Resource::Other(resource)) => {
                serde_json::json!({ "resource": resource })
            }
            Error::Plugin { plugin, .. } => match self.retry_after() {
                Some(seconds) => {
                    serde_json::json!({ "plugin": plugin, "retryAfterSeconds": seconds })
                }
                None => serde_json::json!({ "plugin": plugin }),
            },
            Error::Conflict(Conflict {
                field: Some(field), ..
            }) => serde_json::json!({ "field": field }),
            Error::TooManyRequests { .. } => {
                serde_json::json!({ "retryAfterSeconds": self.retry_after() })
            }
            _ => serde_json::Value::Null,
        }
    }

    /// Seconds after which the same may be asked again, where that is known.
    fn retry_after(&self) -> Option<u64> {
        let pause = match self {
            Error::TooManyRequests { retry_after } => Some(*retry_after),
            Error::Plugin { retry_after, .. } => *retry_after,
            _ => None,
        };
        pause.map(|pause| pause.as_secs().max(1))
    }
}

/// An error on its way to the edge, where it is rendered and logged.
#[derive(Debug, Clone)]
pub struct Pending(pub Arc<Error>);

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        if let Some(seconds) = self.retry_after() {
            let headers = response.headers_mut();
            headers.insert("retry-after", seconds.into());
        }
        response.extensions_mut().insert(Pending(Arc::new(self)));
        response
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        Error::Internal(error.into())
    }
}

/// Turns a broken constraint into the answer that it means, where the query is made.
pub trait IfBroken<T> {
    /// `insert.if_broken("stores_name_key", Error::Conflict(&NAME_TAKEN))?`
    fn if_broken(self, constraint: &str, error: Error) -> Result<T>;
}

impl<T> IfBroken<T> for Result<T, sqlx::Error> {
    fn if_broken(self, constraint: &str, error: Error) -> Result<T> {
        self.map_err(|cause| {
            match cause
                .as_database_error()
                .and_then(|database| database.constraint())
            {
                Some(broken) if broken == constraint => error,
                _ => cause.into(),
            }
        })
    }
}
