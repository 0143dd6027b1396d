//! What a shop holds, kept in the shape that GraphQL shows: reading a field is looking up its name.

mod bulk;
mod delivery;
mod life;
mod markets;
mod products;
mod report;
mod rest;
mod seed;
mod stock;
mod webhooks;

pub use bulk::Operation;
pub use seed::{ShopSeed, shop};
pub use webhooks::{Delivery, Event, MOST_FAILURES};

use chrono::{DateTime, SecondsFormat};
use rand::rngs::StdRng;
use serde_json::{Value, json};
use std::collections::HashMap;

/// One field of a query or mutation that is asked for.
#[derive(Debug)]
pub struct Call<'a> {
    pub name: &'a str,
    pub arguments: &'a Value,
    /// Of the directive `@idempotent`.
    pub idempotency_key: Option<&'a str>,
    /// Seconds since 1970.
    pub now: i64,
}

/// A shop.
#[derive(Debug)]
pub struct Shop {
    pub seed: ShopSeed,
    pub rng: StdRng,
    next_id: u64,
    pub products: Vec<Value>,
    pub orders: Vec<Value>,
    pub locations: Vec<Value>,
    pub markets: Vec<Value>,
    pub profiles: Vec<Value>,
    pub subscriptions: Vec<Value>,
    pub operations: Vec<Operation>,
    /// Changes that subscribers have not been told of yet.
    pub events: Vec<Event>,
    /// Tokens of the client credentials grant and when they end.
    pub tokens: HashMap<String, i64>,
    /// What the app may do; all of it unless taken away.
    pub scopes: Vec<String>,
    /// 402 (frozen) or 423 (locked) instead of answers.
    pub closed: Option<u16>,
    /// Answers by idempotency key: its variables and the first result.
    idempotent: HashMap<String, (Value, Value)>,
}

/// What the demo's app may do.
const SCOPES: [&str; 8] = [
    "read_orders",
    "read_all_orders",
    "write_products",
    "write_inventory",
    "read_locations",
    "write_shipping",
    "write_markets",
    "read_reports",
];

impl Shop {
    fn empty(seed: ShopSeed, rng: StdRng) -> Self {
        let location = |number: u32, name: &str| json!({"id": format!("gid://shopify/Location/{number}"), "name": name, "isActive": true});
        let mut shop = Self {
            seed,
            rng,
            next_id: 5_500_000_000_000,
            products: Vec::new(),
            orders: Vec::new(),
            locations: vec![location(1, "Entrepôt"), location(2, "Boutique")],
            markets: Vec::new(),
            profiles: Vec::new(),
            subscriptions: Vec::new(),
            operations: Vec::new(),
            events: Vec::new(),
            tokens: HashMap::new(),
            scopes: SCOPES.map(str::to_owned).to_vec(),
            closed: None,
            idempotent: HashMap::new(),
        };
        shop.markets = markets::first(&mut shop);
        shop.profiles = delivery::first(&mut shop);
        shop
    }

    pub(crate) fn new_id(&mut self, kind: &str) -> String {
        self.next_id += 7;
        format!("gid://shopify/{kind}/{}", self.next_id)
    }

    /// Answers a field of `Query`.
    pub fn query(&mut self, call: &Call) -> Result<Value, String> {
        let arguments = call.arguments;
        let id = arguments["id"].as_str().unwrap_or_default();
        let by_id = |items: &[Value]| items.iter().find(|item| item["id"] == id).cloned();
        Ok(match call.name {
            "shop" => json!({
                "id": "gid://shopify/Shop/1",
                "name": self.seed.name,
                "myshopifyDomain": format!("{}.myshopify.com", self.seed.name),
                "currencyCode": "EUR",
                "ianaTimezone": "Europe/Paris",
            }),
            "currentAppInstallation" => {
                let scopes = self.scopes.iter().map(|scope| json!({"handle": scope}));
                json!({"accessScopes": scopes.collect::<Vec<_>>()})
            }
            "orders" => self.orders.iter().map(with_number).collect(),
            "order" => by_id(&self.orders).map(|order| with_number(&order)).into(),
            "products" => self.products.iter().map(products::shown).collect(),
            "product" => by_id(&self.products)
                .map(|product| products::shown(&product))
                .into(),
            "productVariants" => self.variants(arguments["query"].as_str().unwrap_or_default()),
            "inventoryItems" => self.inventory_items().into(),
            "location" => self.location(id, arguments).unwrap_or_default(),
            "locations" => self.locations.clone().into(),
            "markets" => self.markets.clone().into(),
            "deliveryProfile" => by_id(&self.profiles).into(),
            "deliveryProfiles" => self.profiles.clone().into(),
            "webhookSubscriptions" => self.subscriptions.clone().into(),
            "bulkOperation" => self.operation(id).map(|operation| operation.shown()).into(),
            "shopifyqlQuery" => self.report(arguments["query"].as_str().unwrap_or_default()),
            other => return Err(format!("{other} is not simulated")),
        })
    }

    /// Answers a field of `Mutation`.
    pub fn mutate(&mut self, call: &Call) -> Result<Value, String> {
        let arguments = call.arguments;
        let now = call.now;
        Ok(match call.name {
            "productSet" => self.set_product(arguments, now),
            "productDelete" => {
                self.delete_product(arguments["input"]["id"].as_str().unwrap_or_default())
            }
            "inventorySetQuantities" => return self.once(call, Self::set_quantities),
            "bulkOperationRunQuery" => self.run_bulk(arguments, now),
            "deliveryProfileUpdate" => self.update_profile(arguments),
            "marketCreate" => self.create_market(&arguments["input"]),
            "marketUpdate" => self.update_market(arguments),
            "webhookSubscriptionCreate" => self.subscribe(arguments, now),
            "webhookSubscriptionDelete" => {
                self.unsubscribe(arguments["id"].as_str().unwrap_or_default())
            }
            other => return Err(format!("{other} is not simulated")),
        })
    }

    /// Mutations on stock and refunds ask for `@idempotent`: a replay gives the first result.
    fn once(
        &mut self,
        call: &Call,
        act: fn(&mut Self, &Value, i64) -> Value,
    ) -> Result<Value, String> {
        let Some(key) = call.idempotency_key else {
            return Err(
                "The @idempotent directive is required for this mutation but was not provided."
                    .into(),
            );
        };
        if let Some((variables, answer)) = self.idempotent.get(key) {
            if variables != call.arguments {
                let message = "The idempotency key was used with other parameters.";
                return Ok(user_error(
                    message,
                    "IDEMPOTENCY_KEY_PARAMETER_MISMATCH",
                    &[],
                ));
            }
            return Ok(answer.clone());
        }
        let answer = act(self, call.arguments, call.now);
        self.idempotent
            .insert(key.to_owned(), (call.arguments.clone(), answer.clone()));
        Ok(answer)
    }
}

/// A mutation's payload that only holds why it did nothing.
fn user_error(message: &str, code: &str, field: &[&str]) -> Value {
    json!({"userErrors": [{"message": message, "code": code, "field": field}]})
}

fn with_number(item: &Value) -> Value {
    let mut item = item.clone();
    let number = tail(&item["id"]).to_owned();
    item["legacyResourceId"] = json!(number);
    item
}

/// The number at the end of a global id.
fn tail(id: &Value) -> &str {
    let id = id.as_str().unwrap_or_default();
    id.rsplit('/').next().unwrap_or_default()
}

/// Seconds since 1970 as the provider writes them: `2026-11-20T09:12:44Z`.
pub fn stamp(seconds: i64) -> String {
    DateTime::from_timestamp(seconds, 0)
        .unwrap_or_default()
        .to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// The record changed. Its own time never goes back, also when the clock was just put right.
fn touch(record: &mut Value, now: i64) {
    let before = seconds(&record["updatedAt"]);
    record["updatedAt"] = stamp(now.max(before)).into();
}

fn seconds(text: &Value) -> i64 {
    let time = DateTime::parse_from_rfc3339(text.as_str().unwrap_or_default());
    time.map(|time| time.timestamp()).unwrap_or_default()
}

/// Cents as a decimal string: 1290 is `12.90`.
fn amount(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
}

/// A decimal string, or a number, in cents.
fn cents(value: &Value) -> i64 {
    let number = match value {
        Value::String(text) => text.parse().unwrap_or_default(),
        other => other.as_f64().unwrap_or_default(),
    };
    (number * 100.0).round() as i64
}
