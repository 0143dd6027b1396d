//! The shipping services that a store's fulfilment provider offers, asked of it when somebody makes an order.

use comptoir_sandbox::Call;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::http::error::Result;
use crate::plugins;
use crate::providers::connectors::{self, ConnectorRole};
use crate::providers::{NoPartner, partner, sync};

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
/// The provider, or its plugin, does not answer.
pub async fn of_store(app: &App, store: Uuid) -> Result<OrderCarriers> {
    let found = connectors::of_stores(&app.db, &[store], ConnectorRole::Fulfillment).await?;
    let Some((id, _)) = found.into_iter().next() else {
        return Ok(OrderCarriers::default());
    };
    let (connector, plugin) = match partner(app, id).await {
        Err(NoPartner::Ended) => return Ok(OrderCarriers::default()),
        partner => partner?,
    };
    let call = Call::request(vec![connector.for_plugin()]);
    let carriers = match plugin.carriers(call).await {
        Err(error) if sync::is_unsupported(&error) => Vec::new(),
        carriers => carriers.map_err(|error| plugins::call_error(plugin.id(), error))?,
    };
    Ok(OrderCarriers {
        connected: true,
        carriers: carriers
            .into_iter()
            .map(|carrier| OrderCarrier {
                id: carrier.id,
                name: carrier.name,
            })
            .collect(),
    })
}
