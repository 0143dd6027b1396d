//! Creating and changing what the provider holds under a SKU.
//!
//! Its updates take the whole message: what is there is read first, and everything that is not ours to change goes back
//! as it came, fields that this plugin does not know included.

use crate::api::{self, ById};
use comptoir_plugin_sdk::commerce::{Bundle, BundleVariant, Component, Outcome, Pushed};
use comptoir_plugin_sdk::fulfilment::ProductDraft;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Request, Result};
use serde_json::{Map, Value, json};

/// A message as JSON: field by field.
pub type Message = Map<String, Value>;

/// What is kept under a SKU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Product,
    Bundle,
}

impl Kind {
    /// Its name in the calls: `CreateProduct`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Product => "Product",
            Self::Bundle => "Bundle",
        }
    }

    /// The field that holds it.
    pub fn field(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Bundle => "bundle",
        }
    }

    /// What a SKU of a connection begins with: `MUSI-`, `MUSIBU-`.
    pub fn prefix(self, id: &str) -> String {
        match self {
            Self::Product => format!("{id}-"),
            Self::Bundle => format!("{id}BU-"),
        }
    }
}

/// `original` with our fields in it. As on the wire, an empty value is left out.
pub fn overlay(original: &Message, fields: &Message) -> Message {
    let mut message = original.clone();
    for (name, value) in fields {
        let empty = match value {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::Array(items) => items.is_empty(),
            _ => false,
        };
        if empty {
            message.remove(name);
        } else {
            message.insert(name.clone(), value.clone());
        }
    }
    message
}

/// The request that creates (`Create`) or replaces (`Update`) the message. Both may be repeated: a second creation is
/// refused as `already_exists`, a second change changes nothing.
pub fn request(
    connector: &Connector,
    verb: &str,
    kind: Kind,
    message: &Message,
) -> Result<Request> {
    let method = format!("{verb}{}", kind.name());
    Ok(api::write(connector, &method, &json!({ kind.field(): message }))?.repeatable())
}

/// Creates it.
///
/// # Errors
/// `conflict` when the SKU is taken.
pub fn create(host: &impl Host, connector: &Connector, kind: Kind, fields: &Message) -> Result<()> {
    let message = overlay(&Message::new(), fields);
    host.answer(request(connector, "Create", kind, &message)?)
        .map(drop)
}

/// Changes what bears that SKU.
///
/// # Errors
/// `not-found` when nothing does.
pub fn change(
    host: &impl Host,
    connector: &Connector,
    kind: Kind,
    sku: &str,
    fields: &Message,
) -> Result<()> {
    let get = api::read(connector, &format!("Get{}", kind.name()), &ById { id: sku })?;
    let mut answer: Message = host.fetch(get)?;
    let Some(Value::Object(original)) = answer.remove(kind.field()) else {
        return Err(Error::unavailable(format!(
            "the provider's answer holds no {}",
            kind.field()
        )));
    };
    let message = overlay(&original, fields);
    if message == original {
        return Ok(());
    }
    host.answer(request(connector, "Update", kind, &message)?)
        .map(drop)
}

/// Creates each, or changes what is there already; one that is refused stops no other.
pub fn push(
    host: &impl Host,
    connector: &Connector,
    kind: Kind,
    messages: &[Message],
) -> Result<Vec<Outcome>> {
    let requests = messages
        .iter()
        .map(|fields| request(connector, "Create", kind, &overlay(&Message::new(), fields)))
        .collect::<Result<_>>()?;
    let answers = host.answer_all(requests).into_iter();
    let outcomes = answers.zip(messages).map(|(answer, fields)| {
        let id = fields.get("id").and_then(Value::as_str).unwrap_or_default();
        let existed = matches!(&answer, Err(error) if error.kind == ErrorKind::Conflict);
        let done = if existed {
            change(host, connector, kind, id, fields)
        } else {
            answer.map(drop)
        };
        match done {
            Ok(()) => Outcome::Done(Pushed {
                id: id.into(),
                existed,
                url: String::new(),
            }),
            Err(error) => Outcome::Failed(error),
        }
    });
    Ok(outcomes.collect())
}

/// The fields of a product that the host hands over.
pub fn product(draft: &ProductDraft) -> Message {
    let article = &draft.article;
    let value = article
        .value
        .as_ref()
        .map(|value| json!({ "amount": value.decimal(), "currency": value.currency }));
    message(json!({
        "id": article.sku, "name": draft.name, "description": draft.description, "barcode": article.barcode,
        "value": value, "tariff_number": article.tariff_number, "origin_country": article.origin_country,
        "customs_description": article.customs_description, "options": named_values(&article.options),
    }))
}

/// The fields of a bundle that the host hands over.
pub fn bundle(bundle: &Bundle) -> Message {
    let variants: Vec<Value> = bundle.variants.iter().map(variant).collect();
    message(json!({
        "id": bundle.sku, "name": bundle.name, "options": named_values(&bundle.options),
        "bundle_items": items(&bundle.components), "variants": variants,
    }))
}

fn variant(variant: &BundleVariant) -> Value {
    json!({ "title": variant.title, "bundle_items": items(&variant.components) })
}

fn items(components: &[Component]) -> Vec<Value> {
    let items = components.iter();
    items
        .map(|item| json!({ "product": item.sku, "quantity": item.quantity }))
        .collect()
}

fn named_values(options: &[(String, String)]) -> Vec<Value> {
    let options = options.iter();
    options
        .map(|(name, value)| json!({ "name": name, "value": value }))
        .collect()
}

/// The object that `json!` made.
pub fn message(value: Value) -> Message {
    match value {
        Value::Object(message) => message,
        _ => Message::new(),
    }
}
