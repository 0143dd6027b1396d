//! `wit/delivery.wit`: files handed to somebody outside, over the embedder's channels.

use std::sync::Arc;

use crate::bindings::comptoir::plugin::delivery::{Delivered, Failure, Host};
use crate::channels::Channel;
use crate::interfaces::HostCall;
use crate::services::Parcel;
use crate::state::{CallScope, State};

impl Host for State {
    async fn send(
        &mut self,
        channel: String,
        file: String,
        name: String,
        replace: bool,
    ) -> Result<Delivered, Failure> {
        let call = HostCall::of("delivery.send", format_args!("{name} over {channel}"));
        let answer = async {
            let scope = Arc::clone(&self.scope);
            let granted = granted(&scope, &channel)?;
            let files = scope.files.clone().ok_or(Failure::UnknownFile)?;
            let parcel = Parcel {
                files,
                file,
                name,
                replace,
            };
            let services = scope.plugin.services();
            services.deliver(scope.plugin.id(), granted, parcel).await
        }
        .await;
        call.ended(&answer, |_| 0);
        answer
    }

    async fn list(&mut self, channel: String) -> Result<Vec<Delivered>, Failure> {
        let call = HostCall::of("delivery.list", &channel);
        let answer = async {
            let scope = Arc::clone(&self.scope);
            let granted = granted(&scope, &channel)?;
            let services = scope.plugin.services();
            services.delivered(scope.plugin.id(), granted).await
        }
        .await;
        call.ended(&answer, |_| 0);
        answer
    }
}

/// The operator's channel of that name; a refusal tells the line that would give it.
fn granted<'a>(scope: &'a CallScope, channel: &str) -> Result<&'a Channel, Failure> {
    let plugin = &scope.plugin;
    plugin.grant().channels.get(channel).ok_or_else(|| {
        scope.count_denial();
        Failure::Denied(format!(
            "plugins.toml gives it no such channel: [plugins.{}.channels.{channel}]",
            plugin.id()
        ))
    })
}
