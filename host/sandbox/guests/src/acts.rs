//! Misbehaviour by order: what an argument's JSON (`{"op": "http", …}`) says, through whichever export it comes. The
//! table of orders is `behaviours.toml`; `hostile.js` and `hostile.py` obey the same.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::bindings::comptoir::plugin::commerce::{OrderPage, Outcome, Pushed};
use crate::bindings::comptoir::plugin::credentials::{self, Algorithm};
use crate::bindings::comptoir::plugin::files::{self, Failure as FileFailure};
use crate::bindings::comptoir::plugin::http::{self, Failure as HttpFailure};
use crate::bindings::comptoir::plugin::rows::{self, Failure as RowsFailure};
use crate::bindings::comptoir::plugin::store::{self, Failure as StoreFailure};
use crate::bindings::comptoir::plugin::types::{Error, ErrorKind};
use crate::bindings::comptoir::plugin::{clock, configuration, delivery, log, progress};
use crate::bindings::exports::comptoir::plugin::routes::Response;
use crate::{count, endless_loop, memory_bomb, orders, outside, overflow};

/// An order, when `text` holds one.
#[derive(Debug)]
pub(crate) struct Order(Value);

impl Order {
    pub(crate) fn read(text: &str) -> Option<Self> {
        let order: Value = serde_json::from_str(text).ok()?;
        order["op"].is_string().then_some(Self(order))
    }

    fn text<'a>(&'a self, name: &str, otherwise: &'a str) -> &'a str {
        self.0[name].as_str().unwrap_or(otherwise)
    }

    fn number(&self, name: &str, otherwise: u64) -> u64 {
        self.0[name].as_u64().unwrap_or(otherwise)
    }

    fn size(&self, name: &str) -> usize {
        usize::try_from(self.number(name, 0)).unwrap_or(usize::MAX)
    }

    fn filler(&self) -> String {
        let text = self.text("text", "x");
        text.repeat(self.size("bytes").max(1))
    }

    fn texts(&self, name: &str) -> Vec<&str> {
        let texts = self.0[name].as_array().map(Vec::as_slice);
        texts
            .unwrap_or_default()
            .iter()
            .filter_map(Value::as_str)
            .collect()
    }

    fn connector(&self) -> Option<&str> {
        self.0["connector"].as_str()
    }

    /// Calls so often as ordered for each of these; counts what came of it.
    fn tally(&self, each: &[&str], mut act: impl FnMut(&str, u64) -> String) -> String {
        let mut seen = BTreeMap::new();
        for one in each {
            for number in 0..self.number("times", 1) {
                *seen.entry(act(one, number)).or_insert(0) += 1;
            }
        }
        json!(seen).to_string()
    }
}

/// Obeys an order that stands in `text`: its last word is the error's message.
pub(crate) fn obey(text: &str) -> Result<(), Error> {
    match Order::read(text) {
        None => Ok(()),
        Some(order) => Err(Error {
            kind: ErrorKind::Rejected,
            message: act(&order),
            status: None,
        }),
    }
}

fn act(order: &Order) -> String {
    match order.text("op", "") {
        "loop" => endless_loop(),
        "recurse" => overflow(1).to_string(),
        "memory" => memory_bomb(order.size("piece")),
        "sleep" => outside::sleep().to_string(),
        "crash" => panic!("{}", order.filler()),
        "exit" => std::process::exit(0),
        "count" => count().to_string(),
        "machine" => outside::visible().to_string(),
        "print" => print(order),
        "says" => order.filler(),
        "endless" => loop {
            endlessly(order);
        },
        "configuration" => configuration::get(),
        "log" => order.tally(&["line"], |_, _| {
            log::write(log::Level::Info, &order.filler(), &[]);
            "ok".to_owned()
        }),
        "progress" => order.tally(&["note"], |_, n| {
            progress::report(n, Some(1), &order.filler());
            "ok".to_owned()
        }),
        "http" => sends(order),
        "store" => stores(order),
        "hmac" => {
            let connector = order.connector().unwrap_or_default();
            let data = order.filler();
            order.tally(&order.texts("names"), |name, _| {
                let mac = credentials::hmac(connector, name, Algorithm::Sha256, data.as_bytes());
                match mac {
                    Ok(_) => "ok".to_owned(),
                    Err(credentials::Failure::UnknownConnector) => "unknown-connector".to_owned(),
                    Err(credentials::Failure::UnknownSecret) => "unknown-secret".to_owned(),
                }
            })
        }
        "files" => touches(order),
        "rows" => hands_over(order),
        "delivery" => delivers(order),
        other => format!("unknown op {other}"),
    }
}

fn print(order: &Order) -> String {
    let filler = order.filler();
    order.tally(&["line"], |_, _| {
        println!("{filler}");
        eprintln!("{filler}");
        "ok".to_owned()
    })
}

fn endlessly(order: &Order) {
    let connector = order.connector().unwrap_or_default();
    match order.text("call", "") {
        "clock" => drop(clock::now()),
        "log" => log::write(log::Level::Info, "again", &[]),
        "progress" => progress::report(1, None, "again"),
        "hmac" => {
            let _ = credentials::hmac(connector, "apiKey", Algorithm::Sha256, b"again");
        }
        "store" => {
            let _ = store::get(None, "again");
        }
        _ => drop(configuration::get()),
    }
}

fn sends(order: &Order) -> String {
    let body = (order.size("bytes") > 0).then(|| order.filler().into_bytes());
    let headers: Vec<(String, String)> =
        serde_json::from_value(order.0["headers"].clone()).unwrap_or_default();
    let request = |url: &str| http::Request {
        connector: order.connector().map(str::to_owned),
        method: order.text("method", "GET").to_owned(),
        url: url.replace("{long}", &"x".repeat(order.size("long"))),
        headers: headers.clone(),
        body: body.clone(),
        idempotent: false,
    };
    let outcome = |answer: Result<http::Response, HttpFailure>| match answer {
        Ok(answer) => answer.status.to_string(),
        Err(HttpFailure::Denied(_)) => "denied".to_owned(),
        Err(HttpFailure::Limit(_)) => "limit".to_owned(),
        Err(HttpFailure::Timeout) => "timeout".to_owned(),
        Err(HttpFailure::Connection(_)) => "connection".to_owned(),
    };
    let urls = order.texts("urls");
    if order.0["together"].is_null() {
        return order.tally(&urls, |url, _| outcome(http::send(&request(url))));
    }
    let times = usize::try_from(order.number("times", 1)).unwrap_or_default();
    let all: Vec<_> = urls.iter().map(|url| request(url)).collect();
    let all: Vec<_> = all.iter().cycle().take(times).cloned().collect();
    let mut seen = BTreeMap::new();
    for answer in http::send_all(&all) {
        *seen.entry(outcome(answer)).or_insert(0) += 1;
    }
    json!(seen).to_string()
}

fn stores(order: &Order) -> String {
    let value = order.filler();
    let connector = order.connector();
    order.tally(&order.texts("keys"), |key, number| {
        let key = key
            .replace("{long}", &"x".repeat(order.size("long")))
            .replace("{n}", &number.to_string());
        let done = match order.text("do", "set") {
            "get" => store::get(connector, &key).map(|value| value.is_some()),
            "delete" => store::delete(connector, &key).map(|()| true),
            _ => store::set(connector, &key, value.as_bytes()).map(|()| true),
        };
        let outcome = match done {
            Ok(true) => "ok",
            Ok(false) => "none",
            Err(StoreFailure::UnknownConnector) => "unknown-connector",
            Err(StoreFailure::BadKey) => "bad-key",
            Err(StoreFailure::Quota(_)) => "quota",
            Err(StoreFailure::Unavailable) => "unavailable",
        };
        outcome.to_owned()
    })
}

fn touches(order: &Order) -> String {
    let content = order.filler();
    let length = u32::try_from(order.number("length", 1)).unwrap_or(u32::MAX);
    order.tally(&order.texts("names"), |name, _| {
        let done = match order.text("do", "read") {
            "size" => files::size(name).map(|_| "ok".to_owned()),
            "write" => files::write(name, content.as_bytes()).map(|()| "ok".to_owned()),
            _ => files::read(name, order.number("offset", 0), length)
                .map(|bytes| format!("{} bytes", bytes.len())),
        };
        done.unwrap_or_else(|failure| match failure {
            FileFailure::Unknown => "unknown".to_owned(),
            FileFailure::BadName => "bad-name".to_owned(),
            FileFailure::Quota(_) => "quota".to_owned(),
            FileFailure::Unavailable => "unavailable".to_owned(),
        })
    })
}

fn hands_over(order: &Order) -> String {
    let count = order.size("count");
    order.tally(&order.texts("kinds"), |kind, _| {
        let done = match kind {
            "invoice-lines" => rows::invoice_lines(&vec![invoice_line(order.filler()); count]),
            "rejected-lines" => rows::rejected_lines(&vec![rejected_line(); count]),
            "reported-sales" => rows::reported_sales(&vec![reported(); count]),
            _ => rows::sales(Some("forged"), u32::MAX).map(drop),
        };
        let outcome = match done {
            Ok(()) => "ok",
            Err(RowsFailure::Unexpected) => "unexpected",
            Err(RowsFailure::TooMany) => "too-many",
            Err(RowsFailure::Unavailable) => "unavailable",
        };
        outcome.to_owned()
    })
}

fn invoice_line(text: String) -> rows::InvoiceLine {
    rows::InvoiceLine {
        line: 0,
        id: text,
        service: String::new(),
        description: String::new(),
        quantity: "NaN".to_owned(),
        unit_price: "-1e999".to_owned(),
        price: String::new(),
        currency: "¤".to_owned(),
        country: String::new(),
        extra: Vec::new(),
    }
}

fn rejected_line() -> rows::RejectedLine {
    rows::RejectedLine {
        line: 0,
        column: Some(0),
        heading: String::new(),
        code: String::new(),
        given: String::new(),
        reason: String::new(),
    }
}

fn reported() -> rows::Reported {
    rows::Reported {
        sale: "another's".to_owned(),
        file: "../file".to_owned(),
        units: i32::MIN,
    }
}

fn delivers(order: &Order) -> String {
    order.tally(&order.texts("channels"), |channel, _| {
        let done = match order.text("do", "send") {
            "list" => delivery::list(channel).map(drop),
            _ => delivery::send(
                channel,
                order.text("file", "x"),
                order.text("name", "x"),
                true,
            )
            .map(drop),
        };
        let outcome = match done {
            Ok(()) => "ok",
            Err(delivery::Failure::Denied(_)) => "denied",
            Err(delivery::Failure::UnknownFile) => "unknown-file",
            Err(delivery::Failure::Exists) => "exists",
            Err(delivery::Failure::Refused(_)) => "refused",
            Err(delivery::Failure::Unavailable(_)) => "unavailable",
            Err(delivery::Failure::Unsupported) => "unsupported",
        };
        outcome.to_owned()
    })
}

/// `{"op": "page", "items": 501, "cursor": 2000}`: a page that breaks the contract.
pub(crate) fn page(text: &str) -> Option<OrderPage> {
    let order = Order::read(text).filter(|order| order.text("op", "") == "page")?;
    let items = orders::absurd(order.text("text", "x"));
    Some(OrderPage {
        items: vec![items; order.size("items")],
        rejected: Vec::new(),
        cursor: "c".repeat(order.size("cursor")),
        more: order.size("last") == 0,
        total: Some(u64::MAX),
    })
}

/// `{"op": "outcomes", "items": 3}`: so many, whatever was pushed.
pub(crate) fn outcomes(text: &str) -> Option<Vec<Outcome>> {
    let order = Order::read(text).filter(|order| order.text("op", "") == "outcomes")?;
    let outcome = Outcome::Done(Pushed {
        id: "the same".to_owned(),
        existed: false,
        url: "javascript:alert(1)".to_owned(),
    });
    Some(vec![outcome; order.size("items")])
}

/// `{"op": "pull", "items": 100, "bytes": 100000}`: a list of long words.
pub(crate) fn pull(text: &str) -> Option<Vec<String>> {
    let order = Order::read(text).filter(|order| order.text("op", "") == "pull")?;
    Some(vec![order.filler(); order.size("items")])
}

/// `{"op": "data", "bytes": 100000, "text": "["}`: an answer that is no JSON, or too much of it.
pub(crate) fn data(text: &str) -> Option<Response> {
    let order = Order::read(text).filter(|order| order.text("op", "") == "data")?;
    Some(Response {
        status: 999,
        data: order.filler(),
        meta: None,
    })
}
