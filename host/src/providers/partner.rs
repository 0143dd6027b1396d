//! Who speaks for a connection: the plugin behind it.

use std::sync::Arc;

use axum::http::StatusCode;
use comptoir_sandbox::Plugin;
use uuid::Uuid;

use crate::app::App;
use crate::http::error::{Error, Resource};
use crate::jobs::{JobError, Reason};
use crate::providers::connectors::{self, Connector};

/// Why nobody can be asked.
#[derive(Debug)]
pub enum NoPartner {
    /// The connection was ended: nothing will be asked of it again.
    Ended,
    /// The operator has switched this plugin off, or it does not load now. That can change.
    NotLoaded(String),
    Unknown(Error),
}

/// A connection as it is now, and the plugin that speaks for it.
///
/// # Errors
/// The connection was ended, or its plugin takes no calls now.
pub async fn partner(app: &App, connector: Uuid) -> Result<(Connector, Arc<Plugin>), NoPartner> {
    let connector = connectors::find(&app.db, connector).await;
    let connector = connector
        .map_err(NoPartner::Unknown)?
        .ok_or(NoPartner::Ended)?;
    let plugin = plugin(app, &connector.plugin)?;
    Ok((connector, plugin))
}

/// A plugin that takes calls.
///
/// # Errors
/// It is not loaded.
pub fn plugin(app: &App, id: &str) -> Result<Arc<Plugin>, NoPartner> {
    let ready = app.plugins.ready(id);
    ready
        .map(|ready| Arc::clone(&ready.plugin))
        .ok_or_else(|| NoPartner::NotLoaded(id.to_owned()))
}

/// For work in the background: a plugin that comes back is asked then.
impl From<NoPartner> for JobError {
    fn from(none: NoPartner) -> Self {
        match none {
            NoPartner::Ended => JobError::GiveUp(Reason::new(
                "la connexion a été retirée",
                "the connection was ended",
            )),
            NoPartner::NotLoaded(plugin) => {
                JobError::Retry(anyhow::anyhow!("the plugin {plugin} is not loaded"))
            }
            NoPartner::Unknown(error) => error.into(),
        }
    }
}

/// For whoever waits for the answer.
impl From<NoPartner> for Error {
    fn from(none: NoPartner) -> Self {
        match none {
            NoPartner::Ended => Error::NotFound(Resource::Connector),
            NoPartner::NotLoaded(plugin) => Error::Plugin {
                plugin,
                status: StatusCode::SERVICE_UNAVAILABLE,
                text: "it is not loaded".into(),
                retry_after: None,
            },
            NoPartner::Unknown(error) => error,
        }
    }
}
