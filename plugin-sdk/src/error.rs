//! Making the contract's one error.

use crate::{Error, ErrorKind, FieldIssue, HttpFailure, Response};

impl Error {
    /// An error of that kind with a sentence for the operator.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            status: None,
        }
    }

    /// The same with the provider's HTTP status.
    pub fn with_status(self, status: u16) -> Self {
        Self {
            status: Some(status),
            ..self
        }
    }

    /// This plugin does not do `what`.
    pub fn unsupported(what: &str) -> Self {
        Self::new(
            ErrorKind::Unsupported,
            format!("this plugin does not support {what}"),
        )
    }

    /// What was asked for does not exist.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::NotFound, message)
    }

    /// The request is wrong as it is.
    pub fn rejected(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Rejected, message)
    }

    /// Worth another try later.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unavailable, message)
    }

    /// A person has to look.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }

    /// One field of the settings is not usable; `code` is `required`, `invalid` or `unknown`.
    pub fn invalid_setting(field: &str, code: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        let issue = FieldIssue {
            field: field.into(),
            code: code.into(),
            message: message.clone(),
        };
        Self::new(
            ErrorKind::InvalidConfig(vec![issue]),
            format!("{field}: {message}"),
        )
    }

    /// What an HTTP answer other than success means: 401 and 403 are about the credentials, 404 and 409 speak for
    /// themselves, 429 asks to wait, 408 and 5xx are worth another try; the rest would be refused again.
    pub fn from_answer(answer: &Response) -> Self {
        let kind = match answer.status {
            401 | 403 => ErrorKind::Unauthorized,
            404 | 410 => ErrorKind::NotFound,
            409 => ErrorKind::Conflict,
            429 => ErrorKind::RateLimited(
                answer
                    .header("retry-after")
                    .and_then(|value| value.trim().parse().ok()),
            ),
            408 | 425 | 500.. => ErrorKind::Unavailable,
            _ => ErrorKind::Rejected,
        };
        let words = provider_words(&answer.body).unwrap_or_else(|| "no reason given".into());
        Self::new(
            kind,
            format!("the provider answered {}: {words}", answer.status),
        )
        .with_status(answer.status)
    }
}

impl From<HttpFailure> for Error {
    /// A limit of the sandbox or a missing grant is nothing that time heals; the way to the provider may be.
    fn from(failure: HttpFailure) -> Self {
        match failure {
            HttpFailure::Denied(line) => {
                Self::internal(format!("the request was not allowed: {line}"))
            }
            HttpFailure::Limit(limit) => {
                Self::internal(format!("a limit of this call is used up: {limit}"))
            }
            HttpFailure::Timeout => Self::unavailable("the provider did not answer in time"),
            HttpFailure::Connection(why) => {
                Self::unavailable(format!("the provider cannot be reached: {why}"))
            }
        }
    }
}

impl Response {
    /// A header's value by its lower-case name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Itself when the status is 2xx, otherwise what it means.
    pub fn success(self) -> Result<Self, Error> {
        if (200..300).contains(&self.status) {
            Ok(self)
        } else {
            Err(Error::from_answer(&self))
        }
    }
}

/// What the provider says in a JSON error body, under the names that are usual for it.
fn provider_words(body: &[u8]) -> Option<String> {
    const MOST: usize = 300;
    let body: serde_json::Value = serde_json::from_slice(body).ok()?;
    let words = ["msg", "message", "error", "detail"]
        .iter()
        .find_map(|name| body[name].as_str())?;
    Some(words[..words.floor_char_boundary(MOST)].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, headers: &[(&str, &str)], body: &str) -> Response {
        let headers = headers
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()))
            .collect();
        Response {
            status,
            headers,
            body: body.into(),
        }
    }

    #[test]
    fn each_status_has_its_kind() {
        for (status, kind) in [
            (400, ErrorKind::Rejected),
            (401, ErrorKind::Unauthorized),
            (403, ErrorKind::Unauthorized),
            (404, ErrorKind::NotFound),
            (408, ErrorKind::Unavailable),
            (409, ErrorKind::Conflict),
            (412, ErrorKind::Rejected),
            (429, ErrorKind::RateLimited(None)),
            (500, ErrorKind::Unavailable),
            (503, ErrorKind::Unavailable),
        ] {
            let error = Error::from_answer(&answer(status, &[], ""));
            assert_eq!((error.kind, error.status), (kind, Some(status)));
        }
    }

    #[test]
    fn the_wait_and_the_providers_words_are_kept() {
        let error = Error::from_answer(&answer(
            429,
            &[("retry-after", "7")],
            r#"{"code":"x","msg":"slow down"}"#,
        ));
        assert_eq!(error.kind, ErrorKind::RateLimited(Some(7)));
        assert_eq!(error.message, "the provider answered 429: slow down");
    }

    #[test]
    fn success_passes_and_failures_on_the_way_are_worth_another_try() {
        assert_eq!(
            answer(204, &[], "").success().map(|answer| answer.status),
            Ok(204)
        );
        assert_eq!(
            Error::from(HttpFailure::Timeout).kind,
            ErrorKind::Unavailable
        );
        assert_eq!(
            Error::from(HttpFailure::Denied("line".into())).kind,
            ErrorKind::Internal
        );
    }
}
