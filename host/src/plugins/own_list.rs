//! The lists that plugins page by number (`search`, `page` and `size` in the manifest), asked and answered as all lists
//! are (specification, document 2, section 7): by a cursor, with the common meta. The plugin need not know.

use std::collections::BTreeMap;

use comptoir_sandbox::Route;
use serde_json::{Map, Value, json};

use crate::http::error::{Error, Result};
use crate::list::Cursor;

/// Puts what a cursor asks for in the place of it.
///
/// # Errors
/// A malformed cursor, and one that asks for what the plugin cannot: an order, filters, a page that starts in the midst of
/// one, rows a page that are not among those to choose from.
pub fn resolve(route: &Route, query: &mut BTreeMap<String, String>) -> Result<()> {
    let Some(text) = query.remove("cursor").filter(|text| !text.is_empty()) else {
        return Ok(());
    };
    let cursor = Cursor::decode(&text)?;
    let sizes = route.query["properties"]["size"]["enum"].as_array();
    let offered = sizes.is_none_or(|sizes| sizes.contains(&json!(cursor.take)));
    let wrong = match &cursor {
        Cursor { order_by, .. } if !order_by.is_empty() => Some(("orderBy", "unknown")),
        Cursor { filters, .. } if !filters.is_empty() => Some(("filters", "unknown")),
        Cursor { position, .. } if position.is_some() => Some(("position", "unknown")),
        Cursor { take, .. } if *take == 0 || !offered => Some(("take", "option")),
        Cursor { take, skip, .. } if skip % take != 0 => Some(("skip", "option")),
        _ => None,
    };
    if let Some((field, code)) = wrong {
        return Err(Error::bad_cursor(field, code));
    }
    query.insert("page".to_owned(), (cursor.skip / cursor.take).to_string());
    query.insert("size".to_owned(), cursor.take.to_string());
    if !cursor.search.is_empty() {
        query.insert("search".to_owned(), cursor.search);
    }
    Ok(())
}

/// The plugin's meta with what stands beside every page: `exact`, `next`, `previous`. None that tells no `total`, `page`
/// and `size` stays as it is.
pub fn meta(query: &BTreeMap<String, String>, mut meta: Map<String, Value>) -> Map<String, Value> {
    let number = |name: &str| {
        let number = meta.get(name).and_then(Value::as_u64)?;
        u32::try_from(number).ok()
    };
    let (Some(total), Some(page), Some(take)) = (number("total"), number("page"), number("size"))
    else {
        return meta;
    };
    let skip = page.saturating_mul(take);
    let at = |skip| {
        let search = query.get("search").cloned().unwrap_or_default();
        let cursor = Cursor {
            take,
            skip,
            search,
            ..Cursor::default()
        };
        json!(cursor.encode())
    };
    let next = skip.saturating_add(take);
    let common = [
        ("exact", json!(true)),
        ("next", if next < total { at(next) } else { Value::Null }),
        (
            "previous",
            match skip {
                0 => Value::Null,
                skip => at(skip.saturating_sub(take)),
            },
        ),
    ];
    meta.extend(common.map(|(name, value)| (name.to_owned(), value)));
    meta
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route() -> Route {
        let text = "method = \"GET\"\npath = \"/product\"\npermission = \"P\"\n\
            query = { properties = { search = {}, page = {}, size = { enum = [20, 50] } } }";
        toml::from_str(text).expect("a route")
    }

    fn resolved(cursor: Value) -> Result<BTreeMap<String, String>> {
        let cursor: Cursor = serde_json::from_value(cursor).expect("a cursor");
        let mut query = BTreeMap::from([("cursor".to_owned(), cursor.encode())]);
        resolve(&route(), &mut query)?;
        Ok(query)
    }

    #[test]
    fn a_cursor_is_a_page_by_number() {
        assert!(route().is_paged());
        let query = resolved(json!({ "take": 50, "skip": 100, "search": "aube" })).expect("it");
        let pairs: Vec<_> = query
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        assert_eq!(pairs, ["page=2", "search=aube", "size=50"]);
        for (cursor, field) in [
            (json!({ "take": 21 }), "take"),
            (json!({ "take": 20, "skip": 3 }), "skip"),
            (
                json!({ "orderBy": [{ "field": "sku", "direction": "asc" }] }),
                "orderBy",
            ),
            (
                json!({ "filters": [{ "field": "sku", "values": ["A"] }] }),
                "filters",
            ),
        ] {
            match resolved(cursor) {
                Err(Error::BadCursor(issue)) => assert_eq!(issue.field, field),
                other => panic!("{field}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_page_leads_to_its_neighbours() {
        let query = resolved(json!({ "take": 20, "skip": 20, "search": "aube" })).expect("it");
        let reported = json!({ "total": 45, "page": 1, "size": 20, "failed": [] });
        let Value::Object(reported) = reported else {
            panic!()
        };
        let meta = Value::Object(meta(&query, reported));
        assert_eq!(
            (&meta["exact"], &meta["failed"]),
            (&json!(true), &json!([]))
        );
        let [next, previous] = ["next", "previous"].map(|name| {
            let text = meta[name].as_str().expect("a cursor");
            let cursor = Cursor::decode(text).expect("a cursor");
            (cursor.skip, cursor.search)
        });
        assert_eq!(next, (40, "aube".to_owned()));
        assert_eq!(previous, (0, "aube".to_owned()));
    }
}
