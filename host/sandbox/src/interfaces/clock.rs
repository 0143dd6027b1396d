//! `wit/clock.wit`: the embedder's time.

use chrono::SecondsFormat;

use crate::bindings::comptoir::plugin::clock::Host;
use crate::interfaces::HostCall;
use crate::state::State;

impl Host for State {
    async fn now(&mut self) -> String {
        HostCall::of("clock.now", "").tell(0, "ok");
        let now = self.scope.plugin.services().now();
        now.to_rfc3339_opts(SecondsFormat::Millis, true)
    }
}
