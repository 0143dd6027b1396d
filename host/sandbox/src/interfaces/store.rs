//! `wit/store.wit`: a plugin's small memory, kept by the embedder.

use std::sync::Arc;

use uuid::Uuid;

use crate::bindings::comptoir::plugin::store::{Failure, Host};
use crate::interfaces::HostCall;
use crate::services::StoreWrite;
use crate::state::{CallScope, State};

const KEY_BYTES: usize = 256;

/// What an access costs at least of a minute's budget, in bytes: the database has work by each.
const LEAST: usize = 4 << 10;

impl Host for State {
    async fn get(
        &mut self,
        connector: Option<String>,
        key: String,
    ) -> Result<Option<Vec<u8>>, Failure> {
        let call = HostCall::of("store.get", &key);
        let answer = async {
            let scope = Arc::clone(&self.scope);
            let connector = place(&scope, connector.as_deref(), &key)?;
            spend(&scope, 0)?;
            let services = scope.plugin.services();
            let value = services.store_get(scope.plugin.id(), connector, &key).await;
            let value = value.map_err(unavailable)?;
            // What is read is known only now: the next access finds it spent.
            scope
                .plugin
                .store_budget
                .take(value.as_ref().map_or(0, Vec::len));
            Ok(value)
        }
        .await;
        call.ended(&answer, |value| value.as_ref().map_or(0, Vec::len));
        answer
    }

    async fn set(
        &mut self,
        connector: Option<String>,
        key: String,
        value: Vec<u8>,
    ) -> Result<(), Failure> {
        let call = HostCall::of("store.set", &key);
        let bytes = value.len();
        let answer = async {
            let scope = Arc::clone(&self.scope);
            let connector = place(&scope, connector.as_deref(), &key)?;
            spend(&scope, bytes)?;
            let quota = scope.plugin.grant().limits.store_bytes();
            let services = scope.plugin.services();
            let write = services
                .store_set(scope.plugin.id(), connector, &key, &value, quota)
                .await;
            match write.map_err(unavailable)? {
                StoreWrite::Done => Ok(()),
                StoreWrite::OverQuota => {
                    scope.count_denial();
                    Err(Failure::Quota(quota))
                }
            }
        }
        .await;
        call.ended(&answer, |()| bytes);
        answer
    }

    async fn delete(&mut self, connector: Option<String>, key: String) -> Result<(), Failure> {
        let call = HostCall::of("store.delete", &key);
        let answer = async {
            let scope = Arc::clone(&self.scope);
            let connector = place(&scope, connector.as_deref(), &key)?;
            spend(&scope, 0)?;
            let services = scope.plugin.services();
            let done = services
                .store_delete(scope.plugin.id(), connector, &key)
                .await;
            done.map_err(unavailable)
        }
        .await;
        call.ended(&answer, |()| 0);
        answer
    }
}

/// Whose memory is meant, once the key is known to be good.
fn place(scope: &CallScope, connector: Option<&str>, key: &str) -> Result<Option<Uuid>, Failure> {
    // NUL is what PostgreSQL's text cannot hold.
    if key.is_empty() || key.len() > KEY_BYTES || key.contains('\0') {
        return Err(Failure::BadKey);
    }
    match connector {
        None => Ok(None),
        Some(id) => match scope.connector(id) {
            Some(connector) => Ok(Some(connector.id)),
            None => Err(Failure::UnknownConnector),
        },
    }
}

/// Takes an access out of the minute's budget of all calls.
fn spend(scope: &CallScope, bytes: usize) -> Result<(), Failure> {
    match scope.plugin.store_budget.take(bytes.max(LEAST)) {
        true => Ok(()),
        false => {
            scope.count_denial();
            Err(Failure::Unavailable)
        }
    }
}

fn unavailable(error: anyhow::Error) -> Failure {
    tracing::error!(target: "comptoir::plugin", error = format!("{error:#}"), "plugin store failed");
    Failure::Unavailable
}
