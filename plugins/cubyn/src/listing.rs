//! Reading the provider's lists, item by item, so that one bad item stops none.

use crate::api::{self, LARGEST_PAGE};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Connector, Host, RejectedItem, Result, raw_item};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Where a list goes on.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Place {
    pub offset: u64,
}

impl Cursor for Place {
    const VERSION: u32 = 1;
}

/// What a page brought.
#[derive(Debug)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// What could not be understood, with its reason.
    pub rejected: Vec<RejectedItem>,
    /// Of the next page; none at the end.
    pub next: Option<u64>,
    /// Of the whole list, when the provider tells.
    pub total: Option<u64>,
}

/// Asks for the page at `offset` of a list, and turns each message `M` into a `T`. What comes new shifts items to later
/// pages, where they come again: with the newest first nothing is lost.
///
/// # Errors
/// `unavailable` when the answer as a whole is not a JSON list: nothing of half a page is taken.
pub fn page<M: DeserializeOwned, T>(
    host: &impl Host,
    connector: &Connector,
    path: &str,
    query: &[(&str, &str)],
    offset: u64,
    limit: u32,
    convert: impl Fn(M) -> Result<T, String>,
) -> Result<Page<T>> {
    let limit = limit.clamp(1, LARGEST_PAGE);
    let (offset_text, limit_text) = (offset.to_string(), limit.to_string());
    let mut query = query.to_vec();
    query.extend([("offset", offset_text.as_str()), ("limit", &limit_text)]);
    let answer = host.answer(api::get(connector, path, &query))?;
    let raws: Vec<Box<RawValue>> = answer.json()?;
    let total = answer
        .header("x-total-count")
        .and_then(|total| total.parse().ok());
    let count = raws.len() as u64;
    let mut page = Page {
        items: Vec::with_capacity(raws.len()),
        rejected: Vec::new(),
        next: (count >= u64::from(limit)).then_some(offset + count),
        total,
    };
    for raw in raws {
        let message = serde_json::from_str::<M>(raw.get()).map_err(|error| error.to_string());
        match message.and_then(&convert) {
            Ok(item) => page.items.push(item),
            Err(reason) => page.rejected.push(rejected(&raw, reason)),
        }
    }
    Ok(page)
}

fn rejected(raw: &RawValue, reason: String) -> RejectedItem {
    let value: serde_json::Value = serde_json::from_str(raw.get()).unwrap_or_default();
    let id = match &value["id"] {
        serde_json::Value::String(id) => id.clone(),
        serde_json::Value::Number(id) => id.to_string(),
        _ => String::new(),
    };
    RejectedItem {
        id,
        reason,
        raw: raw_item(raw.get()),
    }
}
