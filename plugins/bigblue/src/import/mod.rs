//! Products and bundles out of a CSV file, in the background.
//!
//! The provider allows 200 calls a minute, a task two minutes: a run writes so many rows at most and says how many
//! remain. What is there already as the file says costs no call, so the next run of the same file goes on where this
//! one stopped, and one that comes twice changes nothing.

mod columns;
mod rows;

use crate::api::{self, LARGEST_PAGE, List};
use crate::forms::{BundleInput, ProductInput};
use crate::listing;
use crate::screen;
use crate::writing::{self, Kind, Message};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::schedule::{Done, Task};
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Result};
use rows::{Fault, Read, Row};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// How many products or bundles a run writes at most.
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

/// What an import did.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Imported {
    rows: usize,
    created: usize,
    updated: usize,
    unchanged: usize,
    /// Left for the next run.
    remaining: usize,
    /// Refused by the provider.
    failed: Vec<Failed>,
}

#[derive(Debug, Serialize)]
struct Failed {
    sku: String,
    line: u64,
    message: String,
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
    let arguments: Value = serde_json::from_str(&task.arguments).unwrap_or_default();
    if arguments["check"] == "true" || read.faults.count > 0 {
        return checked(read);
    }
    let mut imported = Imported {
        rows: read.rows.len(),
        ..Imported::default()
    };
    for (at, connector) in connectors.iter().enumerate() {
        let rows = read.rows.iter().filter(|(_, row)| row.connector == at);
        let rows: BTreeMap<&str, &Row> = rows.map(|(sku, row)| (sku.as_str(), row)).collect();
        if !rows.is_empty() {
            import(host, connector, kind, rows, &mut imported)?;
            screen::forget(host, connector);
        }
    }
    done(
        &imported,
        if kind == Kind::Product {
            "products"
        } else {
            "bundles"
        },
    )
}

/// A file with faults imports nothing: it is as if only its check had been asked for.
fn checked(read: Read) -> Result<Done> {
    let checked = Checked {
        rows: read.rows.len(),
        faults: read.faults.list,
        fault_count: read.faults.count,
        ignored: read.ignored,
    };
    done(&checked, "")
}

fn done(result: &impl Serialize, pull: &str) -> Result<Done> {
    let data = serde_json::to_string(result)
        .map_err(|error| Error::internal(format!("the result has no JSON form: {error}")))?;
    let pull = if pull.is_empty() {
        Vec::new()
    } else {
        vec![pull.into()]
    };
    Ok(Done { data, pull })
}

/// Writes the rows of one connection that differ from what the provider holds.
fn import(
    host: &impl Host,
    connector: &Connector,
    kind: Kind,
    mut rows: BTreeMap<&str, &Row>,
    imported: &mut Imported,
) -> Result<()> {
    let mut writes: Vec<(&str, &'static str, &Row, Message)> = Vec::new();
    let mut differing = 0;
    each(host, connector, kind, |original| {
        let id = original
            .get("id")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let Some((sku, row)) = rows.remove_entry(id) else {
            return;
        };
        let message = writing::overlay(&original, &row.fields);
        if message == original {
            imported.unchanged += 1;
            return;
        }
        differing += 1;
        if writes.len() < MOST_WRITES {
            writes.push((sku, "Update", row, message));
        }
    })?;
    differing += rows.len();
    for (sku, row) in rows {
        if writes.len() == MOST_WRITES {
            break;
        }
        let message = writing::overlay(&Message::new(), &row.fields);
        writes.push((sku, "Create", row, message));
    }
    imported.remaining += differing - writes.len();
    for batch in writes.chunks(AT_ONCE) {
        let requests = batch
            .iter()
            .map(|(_, verb, _, message)| writing::request(connector, verb, kind, message))
            .collect::<Result<_>>()?;
        for ((sku, verb, row, _), answer) in batch.iter().zip(host.answer_all(requests)) {
            match answer {
                Ok(_) if *verb == "Create" => imported.created += 1,
                Ok(_) => imported.updated += 1,
                Err(error) if is_about_the_row(&error) => imported.failed.push(Failed {
                    sku: (*sku).into(),
                    line: row.line,
                    message: error.message,
                }),
                Err(error) => return Err(error),
            }
        }
        let Imported {
            created,
            updated,
            unchanged,
            failed,
            ..
        } = &*imported;
        let settled = created + updated + unchanged + failed.len();
        host.progress(settled as u64, Some(imported.rows as u64), "");
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
