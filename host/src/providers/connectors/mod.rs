//! Connections of stores to providers, each spoken to by a plugin. Settings are plain; secrets are sealed at rest, are
//! never read back by anyone but the sandbox's host side, and never enter a guest.

mod model;
pub mod secrets;
mod sql;
mod trial;

use crate::register::Domain;

pub use model::{
    Connector, ConnectorBody, ConnectorInput, ConnectorRole, ConnectorStore, ConnectorType,
    ConnectorWebhooks, NewConnector, SecretsInput, Split, StoreName, split,
};
pub use secrets::{accepted, reseal, secret};
pub use sql::{
    active, check_account, connect, disconnect, find, in_use, of_store, of_stores, owner,
    reconnect, set_webhooks, stores_of,
};
pub use trial::try_at_provider;

pub static DOMAIN: Domain = Domain {
    sweeps: &[|app, batch| Box::pin(secrets::forget_secrets(&app.db, app.now(), batch))],
    ..Domain::NONE
};
