//! `wit/files.wit`: files that a call was given and files that it makes. They lie with the embedder ([`crate::Files`]).

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use crate::bindings::comptoir::plugin::files::{Failure, Host};
use crate::files::Files;
use crate::interfaces::HostCall;
use crate::state::{CallScope, State};

/// The most bytes of one `read`.
const READ_BYTES: u32 = 1 << 20;
const NAME_BYTES: usize = 255;
/// The most files of one call: empty ones cost the host too, and a report of a year has a file a day.
const FILES: usize = 400;

impl Host for State {
    async fn size(&mut self, file: String) -> Result<u64, Failure> {
        let call = HostCall::of("files.size", &file);
        let answer = async {
            let files = files(&self.scope)?;
            let size = files.size(&file).await.map_err(unavailable)?;
            size.ok_or(Failure::Unknown)
        }
        .await;
        call.ended(&answer, |_| 0);
        answer
    }

    async fn read(&mut self, file: String, offset: u64, length: u32) -> Result<Vec<u8>, Failure> {
        let call = HostCall::of("files.read", format_args!("{file} from {offset}"));
        let answer = async {
            let files = files(&self.scope)?;
            let bytes = files.read(&file, offset, length.min(READ_BYTES)).await;
            bytes.map_err(unavailable)?.ok_or(Failure::Unknown)
        }
        .await;
        call.ended(&answer, Vec::len);
        answer
    }

    async fn write(&mut self, file: String, bytes: Vec<u8>) -> Result<(), Failure> {
        let call = HostCall::of("files.write", &file);
        let length = bytes.len();
        let answer = async {
            let scope = Arc::clone(&self.scope);
            let files = files(&scope)?;
            if !is_plain_name(&file) {
                return Err(Failure::BadName);
            }
            let quota = scope.plugin.grant().limits.file_bytes();
            if !takes_name(&scope, &file) {
                scope.count_denial();
                return Err(Failure::Quota(quota));
            }
            let added = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            let written = scope.written.fetch_add(added, Ordering::Relaxed);
            if written.saturating_add(added) > quota {
                scope.written.fetch_sub(added, Ordering::Relaxed);
                scope.count_denial();
                return Err(Failure::Quota(quota));
            }
            files.append(&file, bytes).await.map_err(unavailable)
        }
        .await;
        call.ended(&answer, |()| length);
        answer
    }
}

fn files(scope: &CallScope) -> Result<Arc<dyn Files>, Failure> {
    scope.files.clone().ok_or(Failure::Unknown)
}

/// Whether the call made this file already, or may make one more.
fn takes_name(scope: &CallScope, name: &str) -> bool {
    let mut names = scope
        .file_names
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let room = names.len() < FILES;
    names.contains(name) || (room && names.insert(name.to_owned()))
}

fn is_plain_name(name: &str) -> bool {
    let plain = |c: char| !c.is_control() && c != '/' && c != '\\';
    !name.is_empty()
        && name.len() <= NAME_BYTES
        && name.chars().all(plain)
        && name != "."
        && name != ".."
}

fn unavailable(error: anyhow::Error) -> Failure {
    tracing::error!(target: "comptoir::plugin", error = format!("{error:#}"), "a call's file failed");
    Failure::Unavailable
}
