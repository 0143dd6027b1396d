//! `wit/check.wit`: are these settings and credentials good?

use std::sync::Arc;

pub use crate::bindings::exports::comptoir::plugin::check::Account;
use crate::call::Call;
use crate::error::CallError;
use crate::plugin::Plugin;

impl Plugin {
    /// Asks the provider with the call's one connector, changing nothing there.
    pub async fn check(self: &Arc<Self>, call: Call) -> Result<Account, CallError> {
        let connector = call.only_connector()?;
        let role = self.roles.check.clone();
        self.run(call, "check", move |store, instance| {
            Box::pin(async move {
                let guest = role.load(&mut *store, instance)?;
                guest.call_check(store, &connector).await
            })
        })
        .await
    }
}
