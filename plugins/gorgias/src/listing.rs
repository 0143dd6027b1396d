//! Reading the provider's lists, item by item, so that one bad item stops none.

use crate::api::{Desk, LARGEST_PAGE};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Error, Host, RejectedItem, Request, Result, raw_item};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

/// What a page brought.
#[derive(Debug)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// What could not be understood, with its reason.
    pub rejected: Vec<RejectedItem>,
    /// Of the next page; none at the end.
    pub next: Option<String>,
}

/// Every list has this form.
#[derive(Deserialize)]
struct Answer {
    data: Vec<Box<RawValue>>,
    meta: Meta,
}

#[derive(Deserialize)]
struct Meta {
    next_cursor: Option<String>,
}

/// Asks for a page.
///
/// # Errors
/// `unavailable` when the answer as a whole is not JSON of this form: nothing of half a page is taken.
pub fn page<T: DeserializeOwned>(host: &impl Host, request: Request) -> Result<Page<T>> {
    let Answer { data, meta } = host.fetch(request)?;
    let mut page = Page {
        items: Vec::with_capacity(data.len()),
        rejected: Vec::new(),
        next: meta.next_cursor.filter(|cursor| !cursor.is_empty()),
    };
    for raw in data {
        match serde_json::from_str(raw.get()) {
            Ok(item) => page.items.push(item),
            Err(error) => page.rejected.push(rejected(&raw, error.to_string())),
        }
    }
    Ok(page)
}

/// An item that cannot be understood, and why.
pub fn rejected(raw: &RawValue, reason: String) -> RejectedItem {
    let value: serde_json::Value = serde_json::from_str(raw.get()).unwrap_or_default();
    RejectedItem {
        id: value["id"]
            .as_u64()
            .map(|id| id.to_string())
            .unwrap_or_default(),
        reason,
        raw: raw_item(raw.get()),
    }
}

/// Pages that one call reads at most of what should be short.
const MOST_PAGES: usize = 20;

/// All items of a list that should be short: tags, integrations. Those that cannot be read are left out.
///
/// # Errors
/// `internal` when there are more than 2,000: the rest would silently be missing.
pub fn all<T: DeserializeOwned>(host: &impl Host, desk: &Desk, path: &str) -> Result<Vec<T>> {
    let limit = LARGEST_PAGE.to_string();
    let mut items = Vec::new();
    let mut cursor: Option<String> = None;
    for _ in 0..MOST_PAGES {
        let mut query = vec![("limit", limit.as_str())];
        query.extend(cursor.as_deref().map(|cursor| ("cursor", cursor)));
        let page: Page<T> = page(host, desk.get(path, &query))?;
        items.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            return Ok(items);
        }
    }
    Err(Error::internal(format!(
        "{path}: more than {} items",
        MOST_PAGES * LARGEST_PAGE as usize
    )))
}
