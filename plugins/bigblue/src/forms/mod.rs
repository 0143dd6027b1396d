//! What people write: products and bundles as the screens and files send them, and the rules for them.

mod bundle;
mod issues;
mod product;

pub use bundle::{BundleInput, ComponentInput, VariantInput};
pub use issues::Issues;
pub use product::ProductInput;

use crate::settings::Settings;
use crate::writing::{Kind, Message};
use comptoir_plugin_sdk::{Connector, Error, Result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A property that people chose: `Colour`, `Black`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NamedValue {
    pub name: String,
    pub value: String,
}

/// Something that people write and the provider keeps under a SKU.
pub trait Form: Default + DeserializeOwned {
    const KIND: Kind;

    fn sku(&self) -> &str;

    fn set_sku(&mut self, sku: String);

    /// What is new and says nothing of a field has its default.
    fn complete(&mut self) {}

    /// Notes everything that is wrong with it but the SKU's beginning.
    fn check(&self, issues: &mut Issues);

    /// The SKUs of products that it is made of, each with the field that names it.
    fn components(&self) -> Vec<(String, &str)> {
        Vec::new()
    }

    /// The provider's fields.
    fn message(&self) -> Message;
}

/// The form in a request's body.
pub fn read<F: Form>(body: Option<&[u8]>) -> Result<F> {
    serde_json::from_slice(body.unwrap_or(b"{}"))
        .map_err(|error| Error::rejected(format!("the body is not readable: {error}")))
}

/// The connection that a SKU belongs to by its beginning.
pub fn owner<'a>(connectors: &[&'a Connector], kind: Kind, sku: &str) -> Option<&'a Connector> {
    let connectors = connectors.iter().copied();
    connectors.into_iter().find(|connector| {
        Settings::of(connector).is_ok_and(|settings| bears(kind, &settings.id, sku))
    })
}

/// Whether the SKU has that connection's form: `MUSI-000042-XXXX`, `MUSIBU-XXXXXX-XXXX`.
fn bears(kind: Kind, id: &str, sku: &str) -> bool {
    sku.strip_prefix(&kind.prefix(id))
        .is_some_and(|bare| is_bare(kind, bare))
}

/// Whether it is a SKU without its beginning: `XXXXXX-XXXX`, capital letters and digits, for a product digits only in front.
pub fn is_bare(kind: Kind, sku: &str) -> bool {
    let groups: Vec<&str> = sku.split('-').collect();
    let fits = |group: &str, length, letters| {
        group.len() == length
            && group
                .bytes()
                .all(|byte| byte.is_ascii_digit() || letters && byte.is_ascii_uppercase())
    };
    let letters = kind == Kind::Bundle;
    matches!(groups[..], [number, last] if fits(number, 6, letters) && fits(last, 4, true))
}

const MOST_OPTIONS: usize = 5;
const LONGEST_OPTION: usize = 255;

/// A text of one line that may be so long.
fn check_line(field: &str, text: &str, most: usize, issues: &mut Issues) {
    if text.chars().count() > most {
        issues.add(field, "tooLong");
    }
    if text.trim().contains(['\n', '\r']) {
        issues.add(field, "lineBreak");
    }
    check_letters(field, text, issues);
}

/// The portal keeps no zero character; nobody types any of the others either.
fn check_letters(field: &str, text: &str, issues: &mut Issues) {
    let odd = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t');
    if text.contains(odd) {
        issues.add(field, "character");
    }
}

fn check_options(options: &[NamedValue], issues: &mut Issues) {
    if options.len() > MOST_OPTIONS {
        issues.add("options", "tooMany");
    }
    let mut names = BTreeSet::new();
    for (at, option) in options.iter().enumerate() {
        let name = option.name.trim();
        if name.is_empty() {
            issues.add(format!("options.{at}.name"), "required");
        } else if !names.insert(name.to_lowercase()) {
            issues.add(format!("options.{at}.name"), "option");
        }
        if option.value.trim().is_empty() {
            issues.add(format!("options.{at}.value"), "required");
        }
        for (part, text) in [("name", &option.name), ("value", &option.value)] {
            check_line(
                &format!("options.{at}.{part}"),
                text,
                LONGEST_OPTION,
                issues,
            );
        }
    }
}

fn options_message(options: &[NamedValue]) -> Vec<Value> {
    let options = options.iter();
    options
        .map(|option| json!({ "name": option.name.trim(), "value": option.value.trim() }))
        .collect()
}
