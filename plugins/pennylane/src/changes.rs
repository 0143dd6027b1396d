//! What changed: Pennylane's log of changes of invoices, which it keeps for four weeks.

use crate::api;
use crate::wire::{Change, Page};
use comptoir_plugin_sdk::accounting::ChangePage;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::time::{self, Duration, Timestamp};
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Request, Result};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// How long Pennylane keeps a change.
const KEPT: Duration = Duration::weeks(4);

/// What is asked for at once at most: Pennylane's most.
const LARGEST_PAGE: u32 = 1_000;

/// How far its clock may be from ours.
const SKEW: Duration = Duration::minutes(15);

/// How late a change may become visible: so much of what was told comes again.
const OVERLAP: Duration = Duration::minutes(2);

/// Where the log goes on. Pennylane's own cursors serve one reading from page to page and die soon, so the time is kept too.
#[derive(Debug, Serialize, Deserialize)]
struct Place {
    /// The changes from here on are still to be told.
    since: String,
    /// Pennylane's cursor, between two pages.
    #[serde(default)]
    token: Option<String>,
}

impl Cursor for Place {
    const VERSION: u32 = 1;
}

/// A page of ids, each once.
pub fn page(
    host: &impl Host,
    connector: &Connector,
    cursor: Option<&str>,
    limit: u32,
) -> Result<ChangePage> {
    let now = host.now();
    let place = match cursor {
        Some(cursor) => Place::decode(cursor)?,
        None => Place {
            since: time::format_millis(now - SKEW),
            token: None,
        },
    };
    if moment(&place.since)? < now - KEPT {
        return Err(gone(None));
    }
    let limit = limit.clamp(1, LARGEST_PAGE);
    let page = read(host, connector, &place, limit)?;
    let mut seen = HashSet::new();
    let items = page
        .items
        .iter()
        .filter(|change| seen.insert(change.id))
        .map(|change| change.id.to_string())
        .collect();
    let more = page.has_more && page.next_cursor.is_some();
    let next = place.after(page, now)?;
    Ok(ChangePage {
        items,
        cursor: next.encode()?,
        more,
    })
}

/// The page at that place. A cursor that Pennylane takes no longer is left for the time beside it.
fn read(
    host: &impl Host,
    connector: &Connector,
    place: &Place,
    limit: u32,
) -> Result<Page<Change>> {
    if let Some(token) = &place.token {
        let request = ask(connector, ("cursor", token), limit);
        match api::fetch(host, request) {
            Err(error) if is_refused(&error) => {}
            page => return page,
        }
    }
    let request = ask(connector, ("start_date", &place.since), limit);
    api::fetch(host, request).map_err(|error| match error.status {
        Some(422) => gone(error.status),
        _ => error,
    })
}

fn ask(connector: &Connector, from: (&str, &str), limit: u32) -> Request {
    let limit = limit.to_string();
    let query = [from, ("limit", &limit)];
    api::get(connector, "/changelogs/customer_invoices", &query)
}

fn is_refused(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::Rejected | ErrorKind::NotFound)
}

fn gone(status: Option<u16>) -> Error {
    let message = "Pennylane tells changes of the last four weeks only";
    Error {
        status,
        ..Error::not_found(message)
    }
}

impl Place {
    /// The place behind this page.
    fn after(self, page: Page<Change>, now: Timestamp) -> Result<Self> {
        let mut since = moment(&self.since)?;
        if let Some(last) = page.items.last() {
            since = since.max(moment(&last.processed_at)? - OVERLAP);
        }
        let token = page.next_cursor.filter(|_| page.has_more);
        // At the end of a quiet log its place moves on with the time, else it would be too old one day.
        if token.is_none() {
            since = since.max(now - SKEW);
        }
        Ok(Self {
            since: time::format_millis(since),
            token,
        })
    }
}

fn moment(text: &str) -> Result<Timestamp> {
    time::parse(text)
        .ok_or_else(|| Error::unavailable(format!("Pennylane's answer has no time: {text:?}")))
}
