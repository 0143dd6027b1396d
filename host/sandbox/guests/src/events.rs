//! Events, actions and tasks, as their bodies, names and arguments say.

use serde_json::{Value, json};

use crate::Hostile;
use crate::bindings::comptoir::plugin::commerce::{Changes, OrderState, OrderStatus};
use crate::bindings::comptoir::plugin::types::{Connector, Error, ErrorKind};
use crate::bindings::comptoir::plugin::{clock, files, progress, store};
use crate::bindings::exports::comptoir::plugin::{actions, schedule, webhooks};
use crate::{acts, orders, refusal};

impl webhooks::Guest for Hostile {
    /// Remembers the address; nobody outside is asked.
    fn register(
        connector: Connector,
        address: String,
    ) -> Result<Vec<webhooks::Subscription>, Error> {
        acts::obey(&connector.settings)?;
        remember(&connector, "address", &address)?;
        Ok(vec![webhooks::Subscription {
            id: "1".to_owned(),
            topic: "orders".to_owned(),
            address,
        }])
    }

    /// One, when the remembered address begins so.
    fn purge(connector: Connector, address: String) -> Result<u32, Error> {
        acts::obey(&connector.settings)?;
        let known = recall(&connector, "address");
        Ok(u32::from(
            known.is_some_and(|known| known.starts_with(&address)),
        ))
    }

    /// A list of orders, or an object that says what to do.
    fn handle(connector: Connector, event: webhooks::Event) -> Result<Changes, Error> {
        let mut changes = nothing();
        if let Some(words) = acts::pull(&connector.settings) {
            changes.pull = words;
            return Ok(changes);
        }
        acts::obey(&connector.settings)?;
        if event.headers.iter().any(|(name, _)| name == "x-mac") {
            return Err(refusal(ErrorKind::Internal));
        }
        let body: Value =
            serde_json::from_slice(&event.body).map_err(|_| refusal(ErrorKind::Rejected))?;
        if body.is_array() {
            let page = orders::page(&event.body).map_err(|_| refusal(ErrorKind::Internal))?;
            changes.orders = page.items;
            return Ok(changes);
        }
        match body["do"].as_str().unwrap_or_default() {
            "reject" => return Err(refusal(ErrorKind::Rejected)),
            "wait" => return Err(refusal(ErrorKind::Unavailable)),
            "fail-once" if recall(&connector, "failed").is_none() => {
                remember(&connector, "failed", "yes")?;
                return Err(refusal(ErrorKind::Internal));
            }
            "ship" => changes.order_states = vec![shipped(&body)],
            _ => changes.pull = vec!["orders".to_owned(), event.topic],
        }
        Ok(changes)
    }
}

impl actions::Guest for Hostile {
    /// `ship` tells of each record that it is shipped, `forget` nothing; `lie` fails with a record that nobody named; `gone`,
    /// `later` and `crash` end badly.
    fn act(
        connector: Connector,
        action: String,
        ids: Vec<String>,
    ) -> Result<actions::Acted, Error> {
        acts::obey(&connector.settings)?;
        let (mut failed, mut changes) = (Vec::new(), nothing());
        match action.as_str() {
            "ship" => {
                let at = clock::now();
                let state = |id: &String| shipped(&json!({ "id": id, "at": at }));
                changes.order_states = ids.iter().map(state).collect();
            }
            "lie" => failed.push(actions::Failure {
                id: "nobody's".to_owned(),
                message: "no".to_owned(),
            }),
            "gone" => return Err(refusal(ErrorKind::NotFound)),
            "later" => return Err(refusal(ErrorKind::RateLimited(Some(7)))),
            "crash" => panic!("it crashes"),
            _ => {}
        }
        Ok(actions::Acted { failed, changes })
    }
}

fn nothing() -> Changes {
    Changes {
        orders: Vec::new(),
        order_states: Vec::new(),
        products: Vec::new(),
        products_gone: Vec::new(),
        inventories: Vec::new(),
        tickets: Vec::new(),
        pull: Vec::new(),
    }
}

fn shipped(body: &Value) -> OrderState {
    OrderState {
        id: body["id"].as_str().unwrap_or_default().to_owned(),
        status: OrderStatus::Shipped,
        status_message: String::new(),
        tracking: None,
        as_of: body["at"].as_str().unwrap_or_default().to_owned(),
    }
}

fn remember(connector: &Connector, key: &str, value: &str) -> Result<(), Error> {
    store::set(Some(&connector.id), key, value.as_bytes()).map_err(|_| refusal(ErrorKind::Internal))
}

fn recall(connector: &Connector, key: &str) -> Option<String> {
    let value = store::get(Some(&connector.id), key).ok().flatten()?;
    String::from_utf8(value).ok()
}

impl schedule::Guest for Hostile {
    /// `steps` goes in steps; others write the file they were given, in capitals, into `copy.txt`, and tell what they were
    /// asked with.
    fn run(task: schedule::Task) -> Result<schedule::Done, Error> {
        acts::obey(&task.arguments)?;
        let unreadable = |_| refusal(ErrorKind::Internal);
        match task.name.as_str() {
            "broken" => return Err(refusal(ErrorKind::Internal)),
            "steps" => return step(&task),
            _ => {}
        }
        let mut size = 0;
        if let Some(file) = &task.file {
            size = files::size(file).map_err(unreadable)?;
            let mut at = 0;
            while at < size {
                let mut part = files::read(file, at, 1 << 20).map_err(unreadable)?;
                at += part.len() as u64;
                part.make_ascii_uppercase();
                files::write("copy.txt", &part).map_err(unreadable)?;
                progress::report(at, Some(size), "copying");
            }
        }
        let arguments: Value = serde_json::from_str(&task.arguments).unwrap_or_default();
        Ok(schedule::Done {
            data: json!({
                "bytes": size,
                "arguments": arguments,
                "connectors": task.connectors.len(),
                "language": task.language,
            })
            .to_string(),
            pull: vec!["orders".to_owned(), "weather".to_owned()],
            next: None,
        })
    }
}

/// A line of the file a step, which all of them are told of and the last writes into `report.txt`. `fail=<line>` has that
/// line's step fail at its first try; `kind=endless` goes on for ever, `kind=same` with what it has.
fn step(task: &schedule::Task) -> Result<schedule::Done, Error> {
    let unreadable = |_| refusal(ErrorKind::Internal);
    let arguments: Value = serde_json::from_str(&task.arguments).unwrap_or_default();
    let (query, mut done) = match arguments.get("state") {
        Some(state) => (state["query"].clone(), state["done"].as_array().cloned()),
        None => (arguments.clone(), None),
    };
    let file = task.file.as_deref().unwrap_or_default();
    let text = files::read(file, 0, 1 << 20).map_err(unreadable)?;
    let lines: Vec<_> = text.trim_ascii().split(|byte| *byte == b'\n').collect();
    let done = done.get_or_insert_default();
    let line = done.len();
    if query["fail"].as_str() == Some(&*line.to_string())
        && store::get(None, "failed").is_ok_and(|seen| seen.is_none())
    {
        store::set(None, "failed", b"yes").map_err(|_| refusal(ErrorKind::Internal))?;
        return Err(refusal(ErrorKind::Unavailable));
    }
    let text = lines.get(line).map(|line| String::from_utf8_lossy(line));
    done.push(json!(text));
    files::write("report.txt", json!(done).to_string().as_bytes()).map_err(unreadable)?;
    progress::report(done.len() as u64, Some(lines.len() as u64), "");
    let (data, is_last) = (json!(done).to_string(), done.len() == lines.len());
    let further = || json!({ "state": { "query": query, "done": done } }).to_string();
    let next = match query["kind"].as_str() {
        Some("same") => Some(task.arguments.clone()),
        Some("endless") => Some(further()),
        _ => (!is_last).then(further),
    };
    Ok(schedule::Done {
        data,
        pull: Vec::new(),
        next,
    })
}
