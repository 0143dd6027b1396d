//! The plugins of this host as values: loaded or not, and why.

use std::path::Path;
use std::sync::Arc;

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use comptoir_sandbox::types::FieldIssue;
use comptoir_sandbox::{CallError, Grant, Manifest, Plugin, Retry, Right, Screens};

use super::versions::Version;
use crate::http::error::{Error, Issue};

/// One plugin of the operator's files.
#[derive(Debug)]
pub struct Slot {
    /// With what was approved on the plugins page.
    pub grant: Grant,
    /// Of the version that runs, else of the source.
    pub manifest: Option<Manifest>,
    pub state: State,
    /// The source holds something else than what runs, and why that does not run.
    pub newer: Option<Newer>,
    /// The version that an administrator went back to, for as long as that holds.
    pub pinned: Option<String>,
    /// The versions that can be gone back to.
    pub versions: Vec<Version>,
    /// What the operator's files grant that nobody asks for.
    pub idle: Vec<String>,
}

#[derive(Debug)]
pub enum State {
    /// The operator has not enabled it.
    Disabled,
    /// Why it did not load, in words for the operator.
    Failed(String),
    Ready(Arc<Ready>),
}

/// A plugin that takes calls.
#[derive(Debug)]
pub struct Ready {
    pub plugin: Arc<Plugin>,
    /// Version and content: names its files and this very build.
    pub digest: String,
    /// Where the code of its screens runs, by who answers for this very build.
    pub screens: Screens,
    /// Texts by language, then key.
    pub locales: std::collections::BTreeMap<String, serde_json::Value>,
    /// What the host does for it by itself.
    pub schedules: Vec<graphile_worker::Crontab>,
    pub loaded_at: DateTime<Utc>,
}

/// What the source holds while another version runs.
#[derive(Debug)]
pub enum Newer {
    /// It does not load; what ran before still does.
    Failed(String),
    /// It may do more than was approved, and waits.
    Waiting {
        version: String,
        rights: Vec<Right>,
        /// Where the code of its screens would run.
        screens: Screens,
    },
    /// An administrator went back to another one.
    PassedOver { version: String },
}

impl Slot {
    /// The plugin that takes calls.
    pub fn ready(&self) -> Option<&Arc<Ready>> {
        match &self.state {
            State::Ready(ready) => Some(ready),
            _ => None,
        }
    }
}

impl Ready {
    /// Address of the picture that its provider is known by; none: it brings none.
    pub fn logo(&self) -> Option<String> {
        let manifest = self.plugin.manifest();
        let folder = manifest.folder.join(&manifest.web.as_ref()?.path);
        Path::exists(&folder.join(LOGO))
            .then(|| format!("/plugins/{}/{}/{LOGO}", manifest.id, self.digest))
    }
}

/// The picture that its provider is known by, beside its screens.
const LOGO: &str = "logo.svg";

/// The remote's entry.
pub const ENTRY: &str = "mf-manifest.json";

/// Whether the remote is built.
pub fn has_remote(manifest: &Manifest) -> bool {
    manifest
        .web
        .as_ref()
        .is_some_and(|web| Path::exists(&manifest.folder.join(&web.path).join(ENTRY)))
}

/// A plugin that answers what makes no sense.
pub fn broken(plugin: &str, text: String) -> Error {
    Error::Plugin {
        plugin: plugin.to_owned(),
        status: StatusCode::BAD_GATEWAY,
        text,
        retry_after: None,
    }
}

/// What a failed call into a plugin means for whoever asked.
pub fn call_error(plugin: &str, error: CallError) -> Error {
    use comptoir_sandbox::types::ErrorKind;
    let status = match &error {
        CallError::Internal(_) => return Error::Internal(anyhow::Error::from(error)),
        CallError::Refused(refused) => match refused.kind {
            ErrorKind::NotFound => return Error::missing("Resource"),
            ErrorKind::Rejected => StatusCode::BAD_REQUEST,
            ErrorKind::Conflict => StatusCode::CONFLICT,
            ErrorKind::Unsupported => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorKind::RateLimited(_) | ErrorKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_GATEWAY,
        },
        CallError::Timeout(_) => StatusCode::GATEWAY_TIMEOUT,
        CallError::Busy | CallError::BreakerOpen { .. } => StatusCode::SERVICE_UNAVAILABLE,
        CallError::Unsupported => StatusCode::UNPROCESSABLE_ENTITY,
        CallError::Limit(..) | CallError::Trapped(_) => StatusCode::BAD_GATEWAY,
    };
    let retry_after = match error.retry() {
        Retry::After(pause) => Some(pause),
        Retry::Never | Retry::Soon => None,
    };
    Error::Plugin {
        plugin: plugin.to_owned(),
        status,
        text: error.to_string(),
        retry_after,
    }
}

/// What a plugin says of a field (the contract's `field-issue`), in the calls' words. It speaks English: where our words leave
/// open what it is, it is quoted behind them.
pub fn field_issue(field: impl Into<String>, said: &FieldIssue) -> Issue {
    let code = match &*said.code {
        "required" => "required",
        "too-long" => "max",
        _ => "invalid",
    };
    let quoted = Some(said.message.trim()).filter(|text| code == "invalid" && !text.is_empty());
    Issue {
        options: quoted.into_iter().map(str::to_owned).collect(),
        ..Issue::new(field, code)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use comptoir_sandbox::LimitKind;
    use comptoir_sandbox::types::{Error as Refusal, ErrorKind};

    use super::*;
    use crate::words::language::Language;
    use crate::words::said::said;

    #[test]
    fn what_a_plugin_says_of_a_field_is_in_our_words_and_quoted_where_they_leave_it_open() {
        for (code, message, words) in [
            ("required", "is required", "Ce champ est obligatoire."),
            ("too-long", "has 300 characters", "Trop long ou trop grand."),
            (
                "invalid",
                " the depot is closed ",
                "Le prestataire n’accepte pas cette valeur. Sa réponse\u{a0}: «\u{a0}the depot is closed\u{a0}».",
            ),
            (
                // What stands there, not the field.
                "unknown",
                "no such depot",
                "Le prestataire n’accepte pas cette valeur. Sa réponse\u{a0}: «\u{a0}no such depot\u{a0}».",
            ),
            ("invalid", "", "Le prestataire n’accepte pas cette valeur."),
        ] {
            let said = FieldIssue {
                field: "depot".into(),
                code: code.into(),
                message: message.into(),
            };
            let told = field_issue("data.depot", &said);
            assert_eq!(told.words(Language::Fr), words, "{code}");
            assert_eq!(told.field, "data.depot");
        }
    }

    #[test]
    fn what_a_failed_call_means_is_told_by_its_status_and_a_fault_of_ours_by_no_word_of_it() {
        let refused = |kind| {
            CallError::Refused(Refusal {
                kind,
                message: "the shop is closed".into(),
                status: Some(418),
            })
        };
        let trapped = CallError::Trapped("unreachable".into());
        let resting = CallError::BreakerOpen {
            retry_at: DateTime::UNIX_EPOCH,
            rest: Duration::from_secs(30),
        };
        for (error, status, name) in [
            (
                refused(ErrorKind::NotFound),
                404,
                "NotFoundResourceException",
            ),
            (refused(ErrorKind::Rejected), 400, "ConnectorException"),
            (refused(ErrorKind::Conflict), 409, "ConnectorException"),
            (refused(ErrorKind::Unsupported), 422, "ConnectorException"),
            (
                refused(ErrorKind::RateLimited(Some(7))),
                503,
                "ConnectorException",
            ),
            (refused(ErrorKind::Unavailable), 503, "ConnectorException"),
            (refused(ErrorKind::Unauthorized), 502, "ConnectorException"),
            (refused(ErrorKind::Internal), 502, "ConnectorException"),
            (
                CallError::Timeout(Duration::from_secs(30)),
                504,
                "ConnectorException",
            ),
            (CallError::Busy, 503, "ConnectorException"),
            (resting, 503, "ConnectorException"),
            (CallError::Unsupported, 422, "ConnectorException"),
            (
                CallError::Limit(LimitKind::Cpu, "2 s".into()),
                502,
                "ConnectorException",
            ),
            (trapped, 502, "ConnectorException"),
            (
                CallError::Internal(anyhow::anyhow!("s3cret")),
                500,
                "UnknowException",
            ),
        ] {
            let words = error.to_string();
            let error = call_error("acme", error);
            assert_eq!(
                (error.status().as_u16(), error.name().as_str()),
                (status, name),
                "{words}"
            );
            for language in [Language::Fr, Language::En] {
                let message = error.message(language);
                assert!(!message.contains("s3cret"), "{message}");
                if name == "ConnectorException" {
                    let words = said(&words, language);
                    assert!(
                        message.contains("acme") && message.contains(&*words),
                        "{message}"
                    );
                }
            }
        }
    }
}
