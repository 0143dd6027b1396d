//! Secrets become headers here, after everything the plugin has seen.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};
use uuid::Uuid;

use super::policy::denied;
use crate::bindings::comptoir::plugin::http::Failure;
use crate::call::Connector;
use crate::manifest::Recipe;
use crate::state::CallScope;

/// Adds the connector's credential. Without a connector the request goes out bare, and a header of that name that the
/// plugin made up is refused either way.
pub(super) async fn apply(
    recipe: &Recipe,
    scope: &CallScope,
    connector: Option<&Connector>,
    headers: &mut HeaderMap,
) -> Result<(), Failure> {
    let header = recipe.header();
    if headers.contains_key(&header) {
        return Err(denied(format!("the header `{header}` is the host's")));
    }
    let Some(connector) = connector else {
        return Ok(());
    };
    let secret = secret(scope, connector.id, recipe.secret()).await?;
    let secret = secret.expose_secret();
    let (name, text) = match recipe {
        Recipe::Bearer { .. } => (AUTHORIZATION, format!("Bearer {secret}")),
        Recipe::Basic { user, .. } => {
            let user = match connector.settings[user].as_str() {
                Some(user) => user.to_owned(),
                None => self::secret(scope, connector.id, user)
                    .await?
                    .expose_secret()
                    .to_owned(),
            };
            let pair = STANDARD.encode(format!("{user}:{secret}"));
            (AUTHORIZATION, format!("Basic {pair}"))
        }
        Recipe::Header { name, .. } => {
            let name = HeaderName::from_bytes(name.as_bytes());
            let name = name.map_err(|_| denied("the credential's header has no valid name"))?;
            (name, secret.to_owned())
        }
    };
    let mut value = HeaderValue::from_str(&text).map_err(|_| {
        denied(format!(
            "the secret `{}` cannot stand in a header",
            recipe.secret()
        ))
    })?;
    value.set_sensitive(true);
    headers.insert(name, value);
    Ok(())
}

async fn secret(scope: &CallScope, connector: Uuid, name: &str) -> Result<SecretString, Failure> {
    match scope.secret(connector, name).await {
        Ok(Some(secret)) => Ok(secret),
        Ok(None) => Err(denied(format!("the connector holds no secret `{name}`"))),
        Err(error) => {
            tracing::error!(target: "comptoir::plugin", error = format!("{error:#}"), name, "secret not read");
            Err(Failure::Connection(
                "the credential could not be read".to_owned(),
            ))
        }
    }
}
