//! Addresses with parts that each connector fills in: `https://{shop}.myshopify.com`.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use super::base::Base;

/// A [`Base`] whose host may hold `{name}`: a property of the connector's settings. Compared and granted by its text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BasePattern(Template);

/// A whole address, path included, with such parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AddressPattern(Template);

/// A text with `{name}` in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Template {
    text: String,
    names: Vec<String>,
}

/// The longest part of a host name.
const LABEL: usize = 63;

impl BasePattern {
    /// The properties of a connector's settings that it takes.
    pub fn names(&self) -> &[String] {
        &self.0.names
    }

    /// The base for a connector with these settings.
    ///
    /// # Errors
    /// A property is missing, or is not letters, digits and dashes: it could name another host.
    pub(super) fn fill(&self, settings: &Value) -> Result<Base, String> {
        self.0.fill(settings)?.try_into()
    }

    /// Whether some connector's settings make this base of it.
    pub(crate) fn could_be(&self, base: &Base) -> bool {
        fits(&base.to_string(), &self.0.text)
    }
}

impl AddressPattern {
    /// The properties of a connector's settings that it takes.
    pub fn names(&self) -> &[String] {
        &self.0.names
    }

    /// The address for a connector with these settings.
    ///
    /// # Errors
    /// As for [`BasePattern`].
    pub(crate) fn fill(&self, settings: &Value) -> Result<Url, String> {
        let text = self.0.fill(settings)?;
        Url::parse(&text).map_err(|error| format!("`{text}`: {error}"))
    }

    /// The address with `x` in each place: whatever of it no connector changes.
    pub(crate) fn sample(&self) -> Option<Url> {
        Url::parse(&self.0.with(|_| "x".to_owned())).ok()
    }
}

impl Template {
    fn new(text: String) -> Result<Self, String> {
        let mut names = Vec::new();
        let mut rest = text.as_str();
        while let Some((_, after)) = rest.split_once('{') {
            let (name, after) = after
                .split_once('}')
                .filter(|(name, _)| is_plain(name))
                .ok_or_else(|| {
                    format!("`{text}`: a placeholder is `{{name}}`, letters and digits")
                })?;
            names.push(name.to_owned());
            rest = after;
        }
        Ok(Self { text, names })
    }

    fn fill(&self, settings: &Value) -> Result<String, String> {
        for name in &self.names {
            let value = settings[name].as_str();
            let value =
                value.ok_or_else(|| format!("the connector's settings hold no `{name}`"))?;
            if !is_plain(value) || value.len() > LABEL {
                return Err(format!(
                    "`{name}` must be letters, digits and dashes, not `{value}`"
                ));
            }
        }
        Ok(self.with(|name| settings[name].as_str().unwrap_or_default().to_owned()))
    }

    fn with(&self, value: impl Fn(&str) -> String) -> String {
        self.names.iter().fold(self.text.clone(), |text, name| {
            text.replace(&format!("{{{name}}}"), &value(name))
        })
    }
}

/// Nothing that ends a host name's part, or that an address reads in another way.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_plain_byte)
}

fn is_plain_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

fn fits(text: &str, pattern: &str) -> bool {
    let Some((fixed, rest)) = pattern.split_once('{') else {
        return text == pattern;
    };
    let (Some(text), Some((_, rest))) = (text.strip_prefix(fixed), rest.split_once('}')) else {
        return false;
    };
    let word = text.bytes().take_while(|byte| is_plain_byte(*byte)).count();
    (1..=word).any(|end| fits(&text[end..], rest))
}

impl TryFrom<String> for BasePattern {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let template = Template::new(text)?;
        // Through a base and back: `https://a:443` is `https://a`.
        let marker = |name: &str| {
            let at = template.names.iter().position(|other| other == name);
            format!("placeholder-{}-", at.unwrap_or_default())
        };
        let marked = Base::try_from(template.with(marker)).map_err(|error| {
            match template.names.is_empty() {
                true => error,
                false => format!(
                    "`{}` must be scheme, host and port only: `https://{{name}}.host`",
                    template.text
                ),
            }
        })?;
        let mut text = marked.to_string();
        let domain = marked.last_labels();
        for name in &template.names {
            if domain.contains(&marker(name)) {
                let text = &template.text;
                return Err(format!(
                    "`{text}`: the last two parts of the host must not be left open"
                ));
            }
            text = text.replace(&marker(name), &format!("{{{name}}}"));
        }
        Ok(Self(Template { text, ..template }))
    }
}

impl TryFrom<String> for AddressPattern {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let pattern = Self(Template::new(text)?);
        let sample = pattern.sample().filter(|url| {
            Base::of(url).is_some() && url.query().is_none() && url.fragment().is_none()
        });
        match sample {
            Some(_) => Ok(pattern),
            None => Err(format!(
                "`{}` is not an http or https address",
                pattern.0.text
            )),
        }
    }
}

impl From<BasePattern> for String {
    fn from(pattern: BasePattern) -> Self {
        pattern.0.text
    }
}

impl From<AddressPattern> for String {
    fn from(pattern: AddressPattern) -> Self {
        pattern.0.text
    }
}

impl fmt::Display for BasePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl fmt::Display for AddressPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}
