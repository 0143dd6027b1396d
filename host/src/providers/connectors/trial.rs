//! Trying settings and secrets at the provider before they are saved.

use comptoir_sandbox::types::ErrorKind;
use comptoir_sandbox::{Account, Call, CallError};
use serde_json::Value;
use uuid::Uuid;

use super::secrets::Secrets;
use crate::http::error::{Error, Issue, Result};
use crate::plugins::{self, Ready};

/// Whether the provider accepts settings and secrets that are not saved yet. It takes the plugin's places of the store's owner,
/// and its faults count as those of the store, or of the connection that is there. Whose account it is.
///
/// # Errors
/// What it does not accept, at its field.
pub async fn try_at_provider(
    ready: &Ready,
    settings: &Value,
    secrets: &Secrets,
    (owner, breaker): (Uuid, Uuid),
) -> Result<Account> {
    let tried = comptoir_sandbox::Connector {
        id: Uuid::now_v7(),
        owner,
        settings: settings.clone(),
    };
    let call = Call::request(vec![tried]).with_secrets(secrets.clone(), breaker);
    let answer = ready.plugin.check(call).await;
    answer.map_err(|error| refused(ready.plugin.id(), error))
}

/// What the provider does not accept is told at its field.
fn refused(plugin: &str, error: CallError) -> Error {
    // A plugin speaks English, and knows what is wrong; only where it says nothing do our own words of the code stand in.
    let issue_of = |field: String, code: &str, message: &str| Issue {
        field,
        code: code.to_owned(),
        message: message.to_owned(),
        options: Vec::new(),
    };
    if let CallError::Refused(refusal) = &error {
        match &refusal.kind {
            ErrorKind::Unauthorized => {
                return Error::Invalid(vec![Issue::new("data", "credentials")]);
            }
            ErrorKind::InvalidConfig(issues) => {
                let issues = issues.iter().map(|issue| {
                    issue_of(format!("data.{}", issue.field), &issue.code, &issue.message)
                });
                return Error::Invalid(issues.collect());
            }
            _ => {}
        }
    }
    plugins::call_error(plugin, error)
}
