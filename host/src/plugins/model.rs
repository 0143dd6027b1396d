//! The plugins of this host as values: loaded or not, and why.

use std::path::Path;
use std::sync::Arc;

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use comptoir_sandbox::{BasePattern, CallError, Grant, Manifest, Plugin};

use super::versions::Version;
use crate::http::error::Error;

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
    /// It asks for more than it was granted, and waits.
    Waiting {
        version: String,
        hosts: Vec<BasePattern>,
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
            ErrorKind::Unsupported => StatusCode::NOT_IMPLEMENTED,
            ErrorKind::RateLimited(_) | ErrorKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_GATEWAY,
        },
        CallError::Timeout(_) => StatusCode::GATEWAY_TIMEOUT,
        CallError::Busy | CallError::BreakerOpen { .. } => StatusCode::SERVICE_UNAVAILABLE,
        CallError::Unsupported => StatusCode::NOT_IMPLEMENTED,
        CallError::Limit(..) | CallError::Trapped(_) => StatusCode::BAD_GATEWAY,
    };
    Error::Plugin {
        plugin: plugin.to_owned(),
        status,
        text: error.to_string(),
    }
}
