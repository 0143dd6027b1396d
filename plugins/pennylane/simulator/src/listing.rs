//! Lists: a filter as JSON, a cursor that nobody should read, newest first.

use crate::error::ApiError;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What stands behind the question mark.
pub type Query = BTreeMap<String, String>;

const ORDERED: &[&str] = &["lt", "lteq", "gt", "gteq", "eq", "not_eq", "in", "not_in"];
const CHOSEN: &[&str] = &["eq", "not_eq", "in", "not_in"];
const TEXT: &[&str] = &["start_with", "eq", "not_eq", "in", "not_in"];

/// A field that a list is filtered by, and how.
type Field = (&'static str, &'static [&'static str]);

/// Of invoices.
pub const INVOICES: &[Field] = &[
    ("id", ORDERED),
    ("date", ORDERED),
    ("customer_id", ORDERED),
    ("invoice_number", CHOSEN),
    ("draft", &["eq"]),
    ("credit_note", &["eq"]),
    ("external_reference", &["eq"]),
];

/// Of customers.
pub const CUSTOMERS: &[Field] = &[
    ("id", ORDERED),
    ("name", TEXT),
    ("external_reference", TEXT),
    ("reg_no", TEXT),
    ("emails", &["in"]),
];

/// Of ledger accounts: by number there is no `in`.
pub const LEDGER_ACCOUNTS: &[Field] = &[
    ("id", ORDERED),
    ("number", &["start_with", "eq"]),
    ("enabled", &["eq"]),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Condition {
    field: String,
    operator: String,
    value: Value,
}

/// The asked page of these items, which have ids.
pub fn page(query: &Query, fields: &[Field], mut items: Vec<Value>) -> Result<Value, ApiError> {
    if let Some(unknown) = query
        .keys()
        .find(|name| !["cursor", "limit", "filter", "sort", "include"].contains(&name.as_str()))
    {
        return Err(ApiError::bad(format!("unknown parameter {unknown}")));
    }
    let conditions = conditions(query, fields)?;
    items.retain(|item| conditions.iter().all(|condition| condition.holds(item)));
    let id = |item: &Value| item["id"].as_u64().unwrap_or_default();
    let ascending = match query.get("sort").map(String::as_str) {
        None | Some("-id") => false,
        Some("id") => true,
        Some(other) => return Err(ApiError::bad(format!("sort: unknown field {other}"))),
    };
    items.sort_by_key(id);
    if !ascending {
        items.reverse();
    }
    let limit = limit(query, 100)?;
    let after = query.get("cursor").map(|text| place(text)).transpose()?;
    let mut items: Vec<Value> = items
        .into_iter()
        .filter(|item| {
            after.is_none_or(|after| {
                if ascending {
                    id(item) > after
                } else {
                    id(item) < after
                }
            })
        })
        .collect();
    let has_more = items.len() > limit;
    items.truncate(limit);
    let last = items.last().map(id).filter(|_| has_more);
    Ok(json!({ "items": items, "has_more": has_more, "next_cursor": last.map(cursor) }))
}

/// How many items a page has.
pub fn limit(query: &Query, most: usize) -> Result<usize, ApiError> {
    let Some(text) = query.get("limit") else {
        return Ok(20);
    };
    text.parse()
        .ok()
        .filter(|limit| (1..=most).contains(limit))
        .ok_or_else(|| ApiError::bad(format!("limit must be between 1 and {most}")))
}

/// A place in a list as text.
pub fn cursor(place: u64) -> String {
    format!("eyJ{:x}", place.wrapping_mul(31).rotate_left(7))
}

/// The place that a text is.
pub fn place(text: &str) -> Result<u64, ApiError> {
    let mixed = text
        .strip_prefix("eyJ")
        .and_then(|hex| u64::from_str_radix(hex, 16).ok())
        .map(|mixed| mixed.rotate_right(7));
    mixed
        .filter(|mixed| mixed % 31 == 0)
        .map(|mixed| mixed / 31)
        .ok_or_else(|| ApiError::bad("Invalid cursor"))
}

fn conditions(query: &Query, fields: &[Field]) -> Result<Vec<Condition>, ApiError> {
    let Some(text) = query.get("filter") else {
        return Ok(Vec::new());
    };
    let conditions: Vec<Condition> = serde_json::from_str(text)
        .map_err(|error| ApiError::bad(format!("filter is not a list of conditions: {error}")))?;
    for condition in &conditions {
        let operators = fields
            .iter()
            .find(|(field, _)| *field == condition.field)
            .map(|(_, operators)| operators)
            .ok_or_else(|| ApiError::bad(format!("filter: unknown field {}", condition.field)))?;
        let is_list = condition.value.is_array();
        let wants_list = matches!(condition.operator.as_str(), "in" | "not_in");
        if !operators.contains(&condition.operator.as_str()) || is_list != wants_list {
            return Err(ApiError::bad(format!(
                "filter: {} cannot be compared by {}",
                condition.field, condition.operator
            )));
        }
    }
    Ok(conditions)
}

impl Condition {
    fn holds(&self, item: &Value) -> bool {
        let actual = match self.field.as_str() {
            "customer_id" => &item["customer"]["id"],
            "credit_note" => return self.value == Value::Bool(item["status"] == "credit_note"),
            field => &item[field],
        };
        let listed = || self.value.as_array().into_iter().flatten();
        let is_listed = || match actual {
            Value::Array(items) => items
                .iter()
                .any(|item| listed().any(|value| equal(item, value))),
            actual => listed().any(|value| equal(actual, value)),
        };
        match self.operator.as_str() {
            "eq" => equal(actual, &self.value),
            "not_eq" => !equal(actual, &self.value),
            "in" => is_listed(),
            "not_in" => !is_listed(),
            "start_with" => word(actual).starts_with(&word(&self.value)),
            operator => {
                let order = match (actual.as_u64(), word(&self.value).parse::<u64>()) {
                    (Some(actual), Ok(value)) => actual.cmp(&value),
                    _ => word(actual).cmp(&word(&self.value)),
                };
                match operator {
                    "lt" => order.is_lt(),
                    "lteq" => order.is_le(),
                    "gt" => order.is_gt(),
                    _ => order.is_ge(),
                }
            }
        }
    }
}

fn equal(actual: &Value, value: &Value) -> bool {
    word(actual) == word(value)
}

fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_a_place_and_nothing_else_is() {
        for at in [0, 1, 25_465_420_529_664] {
            assert_eq!(place(&cursor(at)), Ok(at));
        }
        for bad in ["", "x", "eyJ", "eyJzz", "eyJ1"] {
            assert!(place(bad).is_err(), "{bad}");
        }
    }
}
