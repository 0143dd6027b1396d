//! `wit/routes.wit`: the plugin's own calls under `/api/<id>/…`.

use std::sync::Arc;

use crate::bindings::exports::comptoir::plugin::routes::Request;
pub use crate::bindings::exports::comptoir::plugin::routes::Response as RouteResponse;
use crate::call::Call;
use crate::error::CallError;
use crate::plugin::Plugin;

/// A request to one of the plugin's routes, once its caller is known and permitted.
#[derive(Clone, Debug, Default)]
pub struct RouteRequest {
    /// `GET`, `POST`, …
    pub method: String,
    /// Below the plugin's base, with the slash: `/product`.
    pub path: String,
    /// Decoded, in order.
    pub query: Vec<(String, String)>,
    /// At most 1 MiB: the caller's to keep.
    pub body: Option<Vec<u8>>,
    /// `fr` or `en`.
    pub language: String,
}

impl Plugin {
    /// Answers a request; the plugin may use the call's connectors.
    pub async fn handle(
        self: &Arc<Self>,
        call: Call,
        request: RouteRequest,
    ) -> Result<RouteResponse, CallError> {
        let routes = self.roles.routes.clone().ok_or(CallError::Unsupported)?;
        let request = Request {
            connectors: call.connectors(),
            method: request.method,
            path: request.path,
            query: request.query,
            body: request.body,
            language: request.language,
        };
        self.run(call, "handle", move |store, instance| {
            Box::pin(async move {
                let guest = routes.load(&mut *store, instance)?;
                guest.call_handle(store, &request).await
            })
        })
        .await
    }
}
