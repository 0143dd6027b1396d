//! Trying settings and secrets at the provider before they are saved.

use comptoir_sandbox::types::{ErrorKind, FieldIssue};
use comptoir_sandbox::{Account, Call, CallError, Manifest};
use serde_json::Value;
use uuid::Uuid;

use super::model::account_fields;
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
    answer.map_err(|error| refused(ready.plugin.manifest(), error))
}

/// What the provider does not accept is told at its field: a key that is wrong in other words than an account that nobody
/// knows.
fn refused(manifest: &Manifest, error: CallError) -> Error {
    let plugin = &manifest.id;
    let secrets = manifest.secrets();
    let account = account_fields(&manifest.settings);
    let issue_of = |said: &FieldIssue| {
        let issue = plugins::field_issue(format!("data.{}", said.field), said);
        let code = match &*issue.code {
            "invalid" if secrets.contains(&*said.field) => "secret".into(),
            "invalid" if account.first() == Some(&&*said.field) => "unknownAccount".into(),
            _ => issue.code,
        };
        Issue { code, ..issue }
    };
    if let CallError::Refused(refusal) = &error {
        match &refusal.kind {
            ErrorKind::Unauthorized => {
                return Error::field("data", "credentials");
            }
            ErrorKind::InvalidConfig(issues) => {
                return Error::Invalid(issues.iter().map(issue_of).collect());
            }
            _ => {}
        }
    }
    plugins::call_error(plugin, error)
}
