//! `wit/configuration.wit`: what the operator set for the plugin as a whole.

use crate::bindings::comptoir::plugin::configuration::Host;
use crate::interfaces::HostCall;
use crate::state::State;

impl Host for State {
    async fn get(&mut self) -> String {
        HostCall::of("configuration.get", "").tell(0, "ok");
        self.scope.plugin.grant().configuration.to_string()
    }
}
