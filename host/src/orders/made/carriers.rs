//! The shipping services that a store's fulfilment provider offers, asked of it when somebody makes an order.

use axum::http::StatusCode;
use comptoir_sandbox::Call;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::http::error::{Error, Result};
use crate::plugins;
use crate::providers::sync;
use crate::stores::connectors::{self, Role};

/// What there is to choose from.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct OrderCarriers {
    /// Whether the store has a fulfilment provider: without one an order is kept, not sent.
    pub connected: bool,
    /// Empty: the provider chooses by itself.
    pub carriers: Vec<OrderCarrier>,
}

/// A shipping service.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderCarrier {
    /// The provider's word for it.
    pub id: String,
    pub name: String,
}

/// Asks the store's fulfilment provider. The caller may see the store.
///
/// # Errors
/// [`Error::Plugin`]: the provider, or its plugin, does not answer.
pub async fn of_store(app: &App, store: Uuid) -> Result<OrderCarriers> {
    let found = connectors::of_stores(&app.db, &[store], Role::Fulfillment).await?;
    let Some((id, plugin)) = found.into_iter().next() else {
        return Ok(OrderCarriers::default());
    };
    let Some(connector) = connectors::find(&app.db, id).await? else {
        return Ok(OrderCarriers::default());
    };
    let ready = app.plugins.ready(&plugin).ok_or_else(|| Error::Plugin {
        plugin: plugin.clone(),
        status: StatusCode::SERVICE_UNAVAILABLE,
        text: "it is not loaded".into(),
    })?;
    let call = Call::request(vec![connector.for_plugin()]);
    let told = match ready.plugin.carriers(call).await {
        Err(error) if sync::is_unsupported(&error) => Vec::new(),
        told => told.map_err(|error| plugins::call_error(&plugin, error))?,
    };
    Ok(OrderCarriers {
        connected: true,
        carriers: told
            .into_iter()
            .map(|carrier| OrderCarrier {
                id: carrier.id,
                name: carrier.name,
            })
            .collect(),
    })
}
