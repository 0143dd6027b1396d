//! `wit/actions.wit`: what people have done at the provider with records.

use std::sync::Arc;

use super::call;
use crate::bindings::comptoir::plugin::commerce::Changes;
pub use crate::bindings::exports::comptoir::plugin::actions::{Acted, Failure};
use crate::call::Call;
use crate::error::CallError;
use crate::plugin::Plugin;

/// The most records of one call.
pub const ACTION_RECORDS: usize = 25;

impl Changes {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        let Self {
            orders,
            order_states,
            products,
            products_gone,
            inventories,
            tickets,
            pull,
        } = self;
        let items = orders.len() + order_states.len() + products.len() + products_gone.len();
        items + inventories.len() + tickets.len() + pull.len() == 0
    }
}

impl Plugin {
    /// Does one of the manifest's actions with at most [`ACTION_RECORDS`] records, by the provider's ids.
    pub async fn act(
        self: &Arc<Self>,
        call: Call,
        action: String,
        ids: Vec<String>,
    ) -> Result<Acted, CallError> {
        call!(self, call, actions.call_act(connector, &action, &ids))
    }
}
