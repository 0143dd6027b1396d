//! `GET /orders?after=&limit=`.

use crate::{BASE, count};
use comptoir_plugin_sdk::commerce::{Order, OrderLine, OrderPage, OrderState, OrderStatus};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Address, Connector, Error, ErrorKind, Host, Money, Request, Result};
use serde::Deserialize;

#[derive(Deserialize)]
struct Page {
    orders: Vec<Theirs>,
    last: u64,
    more: bool,
}

/// An order as the service writes it.
#[derive(Deserialize)]
pub struct Theirs {
    id: String,
    reference: String,
    #[serde(alias = "phase", alias = "orderState")]
    status: String,
    at: String,
}

impl Theirs {
    /// An order of which only the id is known.
    pub fn named(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            reference: String::new(),
            status: "sent".to_owned(),
            at: "2026-11-20T08:00:00Z".to_owned(),
        }
    }
}

/// One page.
pub fn pull(
    host: &impl Host,
    connector: &Connector,
    fault: &str,
    cursor: Option<&str>,
    limit: u32,
) -> Result<OrderPage> {
    let after: u64 = cursor
        .unwrap_or("0")
        .parse()
        .map_err(|_| Error::internal("a broken cursor"))?;
    let limit = if fault == "too-many" { 500 } else { limit };
    let get = |path: String| Request::get(path).with_connector(connector);
    if fault == "elsewhere" {
        // Nobody granted it: the answer is a refusal that the plugin does not mind.
        let _ = host.send(get("https://elsewhere.example/".to_owned()));
    }
    let request = get(format!("{BASE}/orders?after={after}&limit={limit}"));
    let page: Page = match fault {
        "panics" => {
            let answer = host.answer(request)?;
            serde_json::from_slice(&answer.body).expect("every answer is good")
        }
        "flattens" => host
            .fetch(request)
            .map_err(|error: Error| Error::new(ErrorKind::Internal, error.message))?,
        _ => host.fetch(request)?,
    };
    let mut items = page
        .orders
        .iter()
        .map(|theirs| order(theirs, fault))
        .collect::<Result<Vec<_>>>()?;
    let pulls = count(host, "pulls");
    match fault {
        "unstable-ids" => items
            .iter_mut()
            .for_each(|order| order.state.id += &format!("-{pulls}")),
        "drifts" => items
            .iter_mut()
            .for_each(|order| order.reference = pulls.to_string()),
        "ever-new" if items.is_empty() => items.push(order(&Theirs::named("A-99"), fault)?),
        "hoards" => drop(std::hint::black_box(vec![1_u8; 100 << 20])),
        _ => {}
    }
    let circles = fault == "circles";
    Ok(OrderPage {
        items,
        rejected: Vec::new(),
        cursor: if circles {
            "0".to_owned()
        } else {
            page.last.to_string()
        },
        more: page.more || circles,
        total: None,
    })
}

/// As the contract has it.
pub fn order(theirs: &Theirs, fault: &str) -> Result<Order> {
    let currency = if fault == "invents-money" {
        "EURO"
    } else {
        "EUR"
    };
    let money = |minor| Money {
        minor,
        currency: currency.to_owned(),
    };
    let status = match theirs.status.as_str() {
        "new" => OrderStatus::Created,
        "sent" => OrderStatus::Shipped,
        _ if fault == "guesses" => OrderStatus::Pending,
        other => OrderStatus::Other(other.to_owned()),
    };
    Ok(Order {
        state: OrderState {
            id: theirs.id.clone(),
            status,
            status_message: if fault == "rambles" {
                "so ".repeat(30_000)
            } else {
                String::new()
            },
            tracking: None,
            as_of: if fault == "yesterday" {
                "yesterday".to_owned()
            } else {
                theirs.at.clone()
            },
        },
        reference: theirs.reference.clone(),
        source: String::new(),
        submitted_at: theirs.at.clone(),
        language: String::new(),
        currency: currency.to_owned(),
        lines: vec![OrderLine {
            sku: "TEE-L".to_owned(),
            quantity: 1,
            unit_price: money(1_000),
            unit_tax: money(200),
            discount: money(0),
        }],
        shipping_method: String::new(),
        shipping_price: money(0),
        shipping_tax: money(0),
        additional_tax: money(0),
        additional_discount: money(0),
        total: money(1_200),
        shipping_address: Address {
            company: String::new(),
            first_name: String::new(),
            last_name: "Zoé Šimić".to_owned(),
            line1: String::new(),
            line2: String::new(),
            city: "Lyon".to_owned(),
            zip: "69003".to_owned(),
            state: String::new(),
            country: "FR".to_owned(),
            phone: String::new(),
            email: String::new(),
        },
        billing_address: None,
        extra: Vec::new(),
    })
}
