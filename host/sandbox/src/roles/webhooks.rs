//! `wit/webhooks.wit`: events that the provider sends.

use std::sync::Arc;

use super::call;
use crate::bindings::comptoir::plugin::commerce::Changes;
pub use crate::bindings::exports::comptoir::plugin::webhooks::{Event, Subscription};
use crate::call::Call;
use crate::error::CallError;
use crate::plugin::Plugin;

impl Plugin {
    /// Asks the provider to send its events to `address`. Twice leaves one subscription a topic.
    pub async fn register_webhooks(
        self: &Arc<Self>,
        call: Call,
        address: String,
    ) -> Result<Vec<Subscription>, CallError> {
        call!(self, call, webhooks.call_register(connector, &address))
    }

    /// Ends the subscriptions to addresses that begin with `address`; how many.
    pub async fn purge_webhooks(
        self: &Arc<Self>,
        call: Call,
        address: String,
    ) -> Result<u32, CallError> {
        call!(self, call, webhooks.call_purge(connector, &address))
    }

    /// What one event means.
    pub async fn handle_event(
        self: &Arc<Self>,
        call: Call,
        event: Event,
    ) -> Result<Changes, CallError> {
        call!(self, call, webhooks.call_handle(connector, &event))
    }
}
