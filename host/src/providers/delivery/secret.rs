//! Secrets of channels, read where the operator keeps them each time they are needed.

use anyhow::Context;
use comptoir_sandbox::DeliveryFailure;
use comptoir_sandbox::channels::SecretPlace;
use secrecy::SecretString;

/// The secret; an error names the place only.
pub async fn read(place: &SecretPlace) -> Result<SecretString, DeliveryFailure> {
    let found = match place {
        SecretPlace::Env(name) => std::env::var(name)
            .ok()
            .with_context(|| format!("the environment has no variable {name}")),
        SecretPlace::File(path) => tokio::fs::read_to_string(path)
            .await
            .with_context(|| format!("the secret's file {} cannot be read", path.display())),
    };
    match found {
        Ok(text) => Ok(text.trim_end_matches(['\r', '\n']).to_owned().into()),
        Err(error) => {
            tracing::error!(error = format!("{error:#}"), "a channel lacks its secret");
            Err(DeliveryFailure::Refused(
                "the channel's secret is not there: the portal's log names the place".into(),
            ))
        }
    }
}
