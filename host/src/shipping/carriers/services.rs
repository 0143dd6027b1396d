//! The shipping services that a fulfilment provider offers, asked of it when somebody fills in a carrier.

use axum::extract::State;
use comptoir_sandbox::Call;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{READ, sql};
use crate::access::Scope;
use crate::app::App;
use crate::http::error::Result;
use crate::http::request::{Data, Params};
use crate::http::routing::{Routes, routes};
use crate::plugins;
use crate::providers::{partner, sync};

pub fn routes() -> Routes {
    Routes::new().add(READ, routes!(list))
}

/// What there is to choose from.
#[derive(Debug, Default, Serialize, ToSchema)]
struct Services {
    /// Whether a store is connected to the provider: without one there is nobody to ask.
    connected: bool,
    /// Empty: the provider names none.
    services: Vec<Service>,
}

/// A shipping service of a provider.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ShippingService)]
struct Service {
    /// The provider's word for it: a carrier's `code`.
    id: String,
    name: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct OfProvider {
    /// A plugin's id.
    provider: String,
}

/// The shipping services that a fulfilment provider offers, asked of it now by the connection of any store.
#[utoipa::path(get, path = "/shipping/service", tag = "shipping", operation_id = "listShippingServices", params(OfProvider),
    responses((status = 200, body = Data<Services>),
        (status = 502, body = crate::http::error::ErrorBody, description = "ConnectorException: the provider does not answer")))]
async fn list(
    scope: Scope,
    State(app): State<App>,
    Params(OfProvider { provider }): Params<OfProvider>,
) -> Result<Data<Services>> {
    let mut db = app.db.acquire().await?;
    let found = sql::connection(&mut db, &scope, &provider).await?;
    drop(db);
    let Some(connector) = found else {
        return Ok(Data {
            data: Services::default(),
        });
    };
    let (connector, plugin) = partner(&app, connector).await?;
    let ask = || plugin.carriers(Call::request(vec![connector.for_plugin()]));
    let services = match plugins::patiently(ask).await {
        Err(error) if sync::is_unsupported(&error) => Vec::new(),
        services => services.map_err(|error| plugins::call_error(plugin.id(), error))?,
    };
    let service = |service: comptoir_sandbox::fulfilment::Carrier| Service {
        id: service.id,
        name: service.name,
    };
    Ok(Data {
        data: Services {
            connected: true,
            services: services.into_iter().map(service).collect(),
        },
    })
}
