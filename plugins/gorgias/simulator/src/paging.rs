//! Pages of the provider's lists: an opaque cursor, a limit, an order.

use crate::error::ApiError;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A call's query, each name once.
pub type Query = BTreeMap<String, String>;

/// Which part of a list is asked for.
#[derive(Debug)]
pub struct Paging {
    limit: usize,
    after: Option<Place>,
    /// The field, and whether the largest comes first.
    order: Option<(String, bool)>,
}

/// What a cursor says: goes on behind the item with this key.
#[derive(Debug, Serialize, Deserialize)]
struct Place(String, DateTime<Utc>, u64);

/// An item's place in every order.
pub trait Item {
    /// Breaks ties, and is the order when none is asked for.
    fn id(&self) -> u64;
    /// The time that the field holds; none when lists cannot be ordered by it.
    fn time(&self, field: &str) -> Option<DateTime<Utc>>;
}

impl Paging {
    /// Reads the query, which may hold these names beside the usual ones.
    pub fn of(query: &Query, filters: &[&str]) -> Result<Self, ApiError> {
        let known = ["cursor", "limit", "order_by"];
        if let Some(name) = query
            .keys()
            .find(|name| !known.contains(&name.as_str()) && !filters.contains(&name.as_str()))
        {
            return Err(ApiError::invalid(name, "Unknown field."));
        }
        let limit = query
            .get("limit")
            .map_or(Some(30), |text| text.parse().ok())
            .filter(|limit| (1..=100).contains(limit))
            .ok_or_else(|| ApiError::invalid("limit", "Must be between 1 and 100."))?;
        let after = query
            .get("cursor")
            .map(|text| {
                BASE64
                    .decode(text)
                    .ok()
                    .and_then(|json| serde_json::from_slice(&json).ok())
                    .ok_or_else(|| ApiError::invalid("cursor", "Not a valid cursor."))
            })
            .transpose()?;
        let order = query
            .get("order_by")
            .map(|text| match text.split_once(':') {
                Some((field, "asc")) => Ok((field.to_owned(), false)),
                Some((field, "desc")) => Ok((field.to_owned(), true)),
                _ => Err(ApiError::invalid("order_by", "Not a valid choice.")),
            })
            .transpose()?;
        Ok(Self {
            limit,
            after,
            order,
        })
    }

    /// The page as the provider answers it.
    pub fn page<T: Item>(
        &self,
        uri: &str,
        mut items: Vec<&T>,
        show: impl Fn(&T) -> Value,
    ) -> Result<Value, ApiError> {
        let (field, falling) = self
            .order
            .as_ref()
            .map_or(("", false), |(field, falling)| (field.as_str(), *falling));
        if !field.is_empty() && items.first().is_some_and(|item| item.time(field).is_none()) {
            return Err(ApiError::invalid("order_by", "Not a valid choice."));
        }
        let key = |item: &T| (item.time(field).unwrap_or_default(), item.id());
        let compare = |left: (DateTime<Utc>, u64), right: (DateTime<Utc>, u64)| {
            let order = left.cmp(&right);
            if falling { order.reverse() } else { order }
        };
        items.sort_unstable_by(|left, right| compare(key(left), key(right)));
        if let Some(Place(_, time, id)) = &self.after {
            items.retain(|item| compare(key(item), (*time, *id)) == Ordering::Greater);
        }
        let more = items.len() > self.limit;
        items.truncate(self.limit);
        let next = items.last().filter(|_| more).map(|last| {
            let (time, id) = key(last);
            BASE64.encode(json!(["next", time, id]).to_string())
        });
        let data: Vec<Value> = items.into_iter().map(show).collect();
        Ok(json!({
            "object": "list",
            "uri": uri,
            "data": data,
            "meta": { "prev_cursor": null, "next_cursor": next },
        }))
    }
}
