//! Products and bundles out of a CSV file, in the background.
//!
//! The provider allows 200 calls a minute, a call of ours two minutes: a step writes so many rows at most, and hands on to
//! the next what came of each ([`Log`]). What is there already as the file says costs no call, so a step that comes twice,
//! or the same file later on, changes nothing.

mod columns;
mod log;
mod rows;

use crate::api::{self, LARGEST_PAGE, List};
use crate::forms::{BundleInput, ProductInput};
use crate::listing;
use crate::screen;
use crate::writing::{self, Kind, Message};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::schedule::{Done, Task};
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Result};
use log::{Log, Outcome};
use rows::{Fault, Read, Row};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// How many products or bundles a step writes at most.
const MOST_WRITES: usize = 150;
/// The host's number of requests at a time.
const AT_ONCE: usize = 8;

/// What a check found.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Checked {
    /// Products or bundles in the file.
    rows: usize,
    faults: Vec<Fault>,
    /// All of them, told or not.
    fault_count: usize,
    /// Headings of columns that an import passes over.
    ignored: Vec<String>,
}

/// What a step is run with.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Arguments {
    /// `true`: the file is only looked at.
    check: String,
    /// What the steps before did; none in the first.
    log: Option<Log>,
}

/// The tasks `import-products` and `import-bundles`. With the argument `check` the file is only looked at.
pub fn run(host: &impl Host, task: &Task) -> Result<Done> {
    let kind = match task.name.as_str() {
        "import-products" => Kind::Product,
        "import-bundles" => Kind::Bundle,
        other => return Err(Error::unsupported(other)),
    };
    let file = task
        .file
        .as_deref()
        .ok_or_else(|| Error::rejected("a CSV file is needed"))?;
    let connectors: Vec<&Connector> = task.connectors.iter().collect();
    let read = match kind {
        Kind::Product => rows::read::<ProductInput>(host, file, &connectors, &task.language)?,
        Kind::Bundle => rows::read::<BundleInput>(host, file, &connectors, &task.language)?,
    };
    let arguments: Arguments = serde_json::from_str(&task.arguments)
        .map_err(|error| Error::rejected(format!("the arguments are not ours: {error}")))?;
    let is_sound = read.faults.count == 0;
    let mut log = match arguments.log {
        Some(log) if is_sound && log.is_of(&read.rows) => log,
        Some(_) => {
            return Err(Error::rejected(
                "the connections changed while the file was imported: import it again",
            ));
        }
        None if arguments.check == "true" || !is_sound => return checked(read),
        None => Log::new(&read.rows),
    };
    step(host, &connectors, kind, &read, &mut log)?;
    let data = json(&log.result(&read.rows))?;
    if log.open() > 0 {
        let next = json(&Arguments {
            log: Some(log),
            ..Arguments::default()
        })?;
        return Ok(Done {
            data,
            pull: Vec::new(),
            next: Some(next),
        });
    }
    log.write(host, &task.language, &read.rows)?;
    let pull = match kind {
        Kind::Product => "products",
        Kind::Bundle => "bundles",
    };
    Ok(Done {
        data,
        pull: vec![pull.into()],
        next: None,
    })
}

/// Writes as many rows as a step may. What stops it (the provider is away, say) stops only what comes behind: the next step
/// meets it first.
///
/// # Errors
/// Nothing was done at all.
fn step(
    host: &impl Host,
    connectors: &[&Connector],
    kind: Kind,
    read: &Read,
    log: &mut Log,
) -> Result<()> {
    let (open, mut room) = (log.open(), MOST_WRITES);
    for (at, connector) in connectors.iter().enumerate() {
        let rows = read.rows.iter().enumerate();
        let rows: BTreeMap<&str, (usize, &Row)> = rows
            .filter(|(place, (_, row))| row.connector == at && log.is_open(*place))
            .map(|(place, (sku, row))| (sku.as_str(), (place, row)))
            .collect();
        if rows.is_empty() || room == 0 {
            continue;
        }
        let done = import(host, connector, kind, rows, log, &mut room);
        screen::forget(host, connector);
        match done {
            Err(error) if log.open() == open => return Err(error),
            Err(_) => break,
            Ok(()) => {}
        }
    }
    Ok(())
}

/// A file with faults imports nothing: it is as if only its check had been asked for.
fn checked(read: Read) -> Result<Done> {
    let checked = Checked {
        rows: read.rows.len(),
        faults: read.faults.list,
        fault_count: read.faults.count,
        ignored: read.ignored,
    };
    Ok(Done {
        data: json(&checked)?,
        pull: Vec::new(),
        next: None,
    })
}

fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| Error::internal(format!("the result has no JSON form: {error}")))
}

/// Writes the rows of one connection that differ from what the provider holds, as far as there is room.
fn import(
    host: &impl Host,
    connector: &Connector,
    kind: Kind,
    mut rows: BTreeMap<&str, (usize, &Row)>,
    log: &mut Log,
    room: &mut usize,
) -> Result<()> {
    let mut writes: Vec<(usize, Outcome, Message)> = Vec::new();
    each(host, connector, kind, |original| {
        let id = original
            .get("id")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let Some((place, row)) = rows.remove(id) else {
            return;
        };
        let message = writing::overlay(&original, &row.fields);
        if message == original {
            log.settle(place, Outcome::Unchanged);
        } else if writes.len() < *room {
            writes.push((place, Outcome::Updated, message));
        }
    })?;
    for (place, row) in rows.into_values().take(*room - writes.len()) {
        let message = writing::overlay(&Message::new(), &row.fields);
        writes.push((place, Outcome::Created, message));
    }
    *room -= writes.len();
    log.report(host);
    for batch in writes.chunks(AT_ONCE) {
        let requests = batch
            .iter()
            .map(|(_, outcome, message)| {
                let verb = match outcome {
                    Outcome::Created => "Create",
                    _ => "Update",
                };
                writing::request(connector, verb, kind, message)
            })
            .collect::<Result<_>>()?;
        let mut stopped = Ok(());
        for ((place, outcome, _), answer) in batch.iter().zip(host.answer_all(requests)) {
            match answer {
                Ok(_) => log.settle(*place, *outcome),
                Err(error) if is_about_the_row(&error) => log.refuse(*place, &error.message),
                Err(error) => stopped = Err(error),
            }
        }
        log.report(host);
        stopped?;
    }
    Ok(())
}

fn is_about_the_row(error: &Error) -> bool {
    matches!(
        error.kind,
        ErrorKind::Rejected | ErrorKind::Conflict | ErrorKind::NotFound
    )
}

/// Everything of that kind that the provider holds, page by page, as it came.
pub fn each(
    host: &impl Host,
    connector: &Connector,
    kind: Kind,
    mut take: impl FnMut(Message),
) -> Result<()> {
    let mut token = String::new();
    loop {
        let body = List {
            page_size: LARGEST_PAGE,
            page_token: &token,
        };
        let method = format!("List{}s", kind.name());
        let answer = host.answer(api::read(connector, &method, &body)?)?;
        let page = listing::read(&answer, |message: Message| Ok(message))?;
        page.items.into_iter().for_each(&mut take);
        token = page.next;
        if token.is_empty() {
            return Ok(());
        }
    }
}
