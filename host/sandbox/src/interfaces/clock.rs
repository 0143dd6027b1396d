//! `wit/clock.wit`: the embedder's time.

use chrono::SecondsFormat;

use crate::bindings::comptoir::plugin::clock::Host;
use crate::state::State;

impl Host for State {
    async fn now(&mut self) -> String {
        let now = self.scope.plugin.services().now();
        now.to_rfc3339_opts(SecondsFormat::Millis, true)
    }
}
