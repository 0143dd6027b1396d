//! Secrets become headers here, after everything the plugin has seen.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};

use super::policy::{Target, denied};
use super::token::Token;
use super::{Answer, Egress, Errand};
use crate::bindings::comptoir::plugin::http::Failure;
use crate::call::Connector;
use crate::manifest::Recipe;
use crate::state::CallScope;

/// How a request goes out.
pub(super) enum Authorized {
    /// With what it has: a secret, or nothing.
    Plainly,
    /// With a token, which the provider may have ended meanwhile.
    With(Token),
    /// Not at all: the provider gave no token, and said so.
    Refused(Answer),
}

impl Egress {
    /// Adds the connector's credential: of those bound to the host the first whose secret the connector holds. Without a
    /// connector the request goes out bare, and a header of that name that the plugin made up is refused either way. What is
    /// added is sealed for the rest of the call.
    pub(super) async fn authorize(
        &self,
        scope: &CallScope,
        errand: &Errand<'_>,
        target: &Target<'_>,
        spent: Option<&SecretString>,
        headers: &mut HeaderMap,
    ) -> Result<Authorized, Failure> {
        for (_, recipe) in &target.recipes {
            let header = recipe.header();
            if headers.contains_key(&header) {
                return Err(denied(format!("the header `{header}` is the host's")));
            }
        }
        let Some(connector) = errand.connector.filter(|_| !target.recipes.is_empty()) else {
            return Ok(Authorized::Plainly);
        };
        let (name, recipe, secret) = first_available(scope, connector, &target.recipes).await?;
        let exposed = secret.expose_secret();
        scope.seal(exposed);
        let text = match recipe {
            Recipe::Bearer { .. } => format!("Bearer {exposed}"),
            Recipe::Basic { user, .. } => {
                let user = setting_or_secret(scope, connector, user).await?;
                let pair = STANDARD.encode(format!("{user}:{exposed}"));
                scope.seal(&pair);
                format!("Basic {pair}")
            }
            Recipe::Header { .. } => exposed.to_owned(),
            Recipe::ClientCredentials(oauth) => {
                let user = setting_or_secret(scope, connector, &oauth.client_id).await?;
                let login = (user.as_str(), exposed);
                let token = self
                    .token(scope, connector, (name, oauth), login, spent)
                    .await?;
                let token = match token {
                    Ok(token) => token,
                    Err(refusal) => return Ok(Authorized::Refused(refusal)),
                };
                let value = token.value.expose_secret();
                scope.seal(value);
                let text = match &oauth.header {
                    Some(_) => value.to_owned(),
                    None => format!("Bearer {value}"),
                };
                insert(headers, name, &recipe.header(), &text)?;
                return Ok(Authorized::With(token));
            }
        };
        insert(headers, recipe.secret(), &recipe.header(), &text)?;
        Ok(Authorized::Plainly)
    }
}

fn insert(headers: &mut HeaderMap, what: &str, name: &str, text: &str) -> Result<(), Failure> {
    let name = HeaderName::from_bytes(name.as_bytes())
        .map_err(|_| denied("the credential's header has no valid name"))?;
    let mut value = HeaderValue::from_str(text)
        .map_err(|_| denied(format!("the secret `{what}` cannot stand in a header")))?;
    value.set_sensitive(true);
    headers.insert(name, value);
    Ok(())
}

/// The first recipe whose secret the connector holds, with it.
async fn first_available<'a>(
    scope: &CallScope,
    connector: &Connector,
    recipes: &[(&'a str, &'a Recipe)],
) -> Result<(&'a str, &'a Recipe, SecretString), Failure> {
    for (name, recipe) in recipes {
        if let Some(secret) = secret(scope, connector, recipe.secret()).await? {
            return Ok((name, recipe, secret));
        }
    }
    let names: Vec<_> = recipes
        .iter()
        .map(|(_, recipe)| format!("`{}`", recipe.secret()))
        .collect();
    Err(denied(format!(
        "the connector holds no secret {}",
        names.join(" or ")
    )))
}

/// A property of the connector's settings, secret or not.
async fn setting_or_secret(
    scope: &CallScope,
    connector: &Connector,
    name: &str,
) -> Result<String, Failure> {
    if let Some(text) = connector.settings[name].as_str() {
        return Ok(text.to_owned());
    }
    match secret(scope, connector, name).await? {
        Some(secret) => {
            scope.seal(secret.expose_secret());
            Ok(secret.expose_secret().to_owned())
        }
        None => Err(denied(format!("the connector holds no secret `{name}`"))),
    }
}

async fn secret(
    scope: &CallScope,
    connector: &Connector,
    name: &str,
) -> Result<Option<SecretString>, Failure> {
    scope.secret(connector.id, name).await.map_err(|error| {
        tracing::error!(target: "comptoir::plugin", error = format!("{error:#}"), name, "secret not read");
        Failure::Connection("the credential could not be read".to_owned())
    })
}
