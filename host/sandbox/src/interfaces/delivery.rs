//! `wit/delivery.wit`: files handed to somebody outside, over the embedder's channels.

use std::sync::Arc;

use crate::bindings::comptoir::plugin::delivery::{Delivered, Failure, Host};
use crate::services::Parcel;
use crate::state::State;

impl Host for State {
    async fn send(
        &mut self,
        channel: String,
        file: String,
        name: String,
        replace: bool,
    ) -> Result<Delivered, Failure> {
        let scope = Arc::clone(&self.scope);
        let files = scope.files.clone().ok_or(Failure::UnknownFile)?;
        let parcel = Parcel {
            files,
            file,
            name,
            replace,
        };
        let sent = scope
            .plugin
            .services()
            .deliver(scope.plugin.id(), &channel, parcel)
            .await;
        count(&scope, sent)
    }

    async fn list(&mut self, channel: String) -> Result<Vec<Delivered>, Failure> {
        let scope = Arc::clone(&self.scope);
        let listed = scope
            .plugin
            .services()
            .delivered(scope.plugin.id(), &channel)
            .await;
        count(&scope, listed)
    }
}

fn count<T>(scope: &crate::state::CallScope, answer: Result<T, Failure>) -> Result<T, Failure> {
    if let Err(Failure::Denied(text)) = &answer {
        scope.count_denial();
        scope.note_denial(text);
    }
    answer
}
