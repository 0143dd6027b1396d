//! `[[links]]`: where people see at the provider what the portal shows.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Entity, Text, entity};

/// What a value may hold as it is; nothing else gets out of its place in the address.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The placeholder that is no setting.
const EXTERNAL_ID: &str = "external_id";

/// One `[[links]]`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// What it is shown with.
    pub entity: Entity,
    /// What it is called, in both languages: "Open in Acme".
    pub label: Text,
    /// `https://{shop}.acme.example/orders/{external_id}`: open properties of the settings, and the provider's id.
    pub url: String,
    /// The embedder's name of the permission that one needs to see it.
    pub permission: String,
}

impl Link {
    /// What is wrong with it, and at which key.
    pub(super) fn problem(&self, is_open: impl Fn(&str) -> bool) -> Option<(&'static str, String)> {
        if self.entity != Entity::Order {
            return Some(("entity", "links stand with orders".into()));
        }
        let common = entity::problem(&self.label, Some(&self.permission));
        if common.is_some() {
            return common;
        }
        for (_, name) in parts(&self.url) {
            let Some(name) = name else {
                return Some(("url", "a `{` without its `}`".into()));
            };
            if name != EXTERNAL_ID && !is_open(name) {
                let text = format!("`{{{name}}}` is not a property of settings, or a secret one");
                return Some(("url", text));
            }
        }
        let sample = self.filled(|_| Some("x".into()))?;
        let is_safe = url::Url::parse(&sample).is_ok_and(|url| {
            url.scheme() == "https" && url.username().is_empty() && url.password().is_none()
        });
        (!is_safe).then(|| ("url", "must be an https address".into()))
    }

    /// The address for a record that the provider knows by `external_id`; none when a setting is not set.
    pub fn address(&self, external_id: &str, settings: &Value) -> Option<String> {
        self.filled(|name| match name {
            EXTERNAL_ID => Some(external_id.to_owned()),
            _ => match &settings[name] {
                Value::String(text) if !text.is_empty() => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            },
        })
    }

    fn filled(&self, value: impl Fn(&str) -> Option<String>) -> Option<String> {
        let first = self.url.split('{').next().unwrap_or_default();
        let mut address = first.to_owned();
        for (rest, name) in parts(&self.url) {
            address.extend(utf8_percent_encode(&value(name?)?, PLAIN));
            address.push_str(rest);
        }
        Some(address)
    }
}

/// Each placeholder's name, with the text that follows it; no name where it does not end.
fn parts(url: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    url.split('{')
        .skip(1)
        .map(|part| match part.split_once('}') {
            Some((name, rest)) => (rest, Some(name)),
            None => (part, None),
        })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn link(url: &str) -> Link {
        Link {
            entity: Entity::Order,
            label: [("en".to_owned(), "Open".to_owned())].into(),
            url: url.into(),
            permission: "READ_ORDER".into(),
        }
    }

    #[test]
    fn an_address_is_made_of_settings_and_the_providers_id() {
        let link = link("https://{shop}.acme.example/orders/{external_id}?from=portal");
        assert_eq!(
            link.address("A/1?x=#", &json!({ "shop": "nova" }))
                .as_deref(),
            Some("https://nova.acme.example/orders/A%2F1%3Fx%3D%23?from=portal")
        );
        // A value never becomes another host.
        assert_eq!(
            link.address("1", &json!({ "shop": "evil.example/" }))
                .as_deref(),
            Some("https://evil.example%2F.acme.example/orders/1?from=portal")
        );
        assert_eq!(link.address("1", &json!({})), None);
    }

    #[test]
    fn what_is_no_safe_address_is_refused() {
        let problem = |url: &str| {
            let found = link(url).problem(|name| name == "shop");
            found.map(|(key, _)| key)
        };
        assert_eq!(problem("https://acme.example/{shop}/{external_id}"), None);
        for bad in [
            "http://acme.example/{external_id}",
            "javascript:alert({external_id})",
            "/orders/{external_id}",
            "https://acme.example/{apiKey}",
            "https://acme.example/{external_id",
            "https://me:pass@acme.example/",
        ] {
            assert_eq!(problem(bad), Some("url"), "{bad}");
        }
    }
}
