//! Bundles as the screens show them.

use super::{Failed, SIZES, candidates, chosen};
use crate::api::{self, ById};
use crate::import::each;
use crate::wire;
use crate::writing::Kind;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, ListQuery, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown {
    connector: String,
    sku: String,
    name: String,
    options: Vec<NameValue>,
    components: Components,
}

#[derive(Debug, Serialize)]
struct NameValue {
    name: String,
    value: String,
}

#[derive(Debug, Serialize)]
struct Components {
    common: Vec<Item>,
    variants: Vec<Variant>,
}

#[derive(Debug, Serialize)]
struct Variant {
    title: String,
    components: Vec<Item>,
}

#[derive(Debug, Serialize)]
struct Item {
    sku: String,
    quantity: u32,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    bundle: wire::Bundle,
}

impl Shown {
    fn of(connector: &Connector, bundle: wire::Bundle) -> Self {
        let options = bundle.options.into_iter().map(|option| NameValue {
            name: option.name,
            value: option.value,
        });
        let variants = bundle.variants.into_iter().map(|variant| Variant {
            title: variant.title,
            components: items(variant.bundle_items),
        });
        Self {
            connector: connector.id.clone(),
            sku: bundle.id,
            name: bundle.name,
            options: options.collect(),
            components: Components {
                common: items(bundle.bundle_items),
                variants: variants.collect(),
            },
        }
    }
}

fn items(items: Vec<wire::BundleItem>) -> Vec<Item> {
    let items = items.into_iter().map(|item| Item {
        sku: item.product,
        quantity: item.quantity,
    });
    items.collect()
}

/// What stands beside a page of bundles.
#[derive(Debug, Serialize)]
struct Meta<P: Serialize> {
    #[serde(flatten)]
    page: P,
    failed: Vec<Failed>,
}

/// `GET /bundle?search=&page=&size=&connector=`: bundles of the caller's connections by SKU. Without `size` all of them: the
/// screen searches and pages them.
pub fn bundles(host: &impl Host, request: &Request) -> Result<Response> {
    let mut query = ListQuery::of(request, &SIZES)?;
    let connectors = chosen(request)?;
    let mut shown: Vec<Shown> = Vec::new();
    let mut failed = Vec::new();
    let mut last_error = None;
    for connector in &connectors {
        let read = each(host, connector, Kind::Bundle, |message| {
            // What cannot be understood is told of by the synchronisation, which meets it too.
            if let Ok(bundle) = serde_json::from_value(Value::Object(message)) {
                shown.push(Shown::of(connector, bundle));
            }
        });
        if let Err(error) = read {
            failed.push(Failed {
                connector: connector.id.clone(),
                message: error.message.clone(),
            });
            last_error = Some(error);
        }
    }
    match last_error {
        Some(error) if failed.len() == connectors.len() => Err(error),
        _ => {
            shown.retain(|bundle| query.finds(&[&bundle.sku, &bundle.name]));
            shown.sort_by(|one, other| {
                (&one.sku, &one.connector).cmp(&(&other.sku, &other.connector))
            });
            let total = shown.len();
            if request.query_value("size").is_none() {
                query.size = total;
            }
            Response::data(&query.slice(&shown))?.with_meta(&Meta {
                page: query.meta(total),
                failed,
            })
        }
    }
}

/// `GET /bundle/{sku}`: one bundle.
pub fn bundle(host: &impl Host, request: &Request, sku: &str) -> Result<Response> {
    for (connector, sku) in candidates(request, Kind::Bundle, sku)? {
        match host.fetch::<Answer>(api::read(connector, "GetBundle", &ById { id: &sku })?) {
            Ok(answer) => return Response::data(&Shown::of(connector, answer.bundle)),
            Err(error) if error.kind == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Err(Error::not_found(format!("no bundle {sku}")))
}
