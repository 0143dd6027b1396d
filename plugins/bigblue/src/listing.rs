//! Reading a page of the provider's: fast when all of it is well, item by item when one is not.

use comptoir_plugin_sdk::{Error, RejectedItem, Response, Result, raw_item};
use serde::Deserialize;
use serde_json::value::RawValue;

/// What a page brought.
#[derive(Debug, PartialEq)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// What could not be understood, with its reason.
    pub rejected: Vec<RejectedItem>,
    /// Of the next page; empty at the end.
    pub next: String,
}

/// All list answers have this form; only the name of the list differs.
#[derive(Debug, Deserialize)]
struct Answer<T> {
    #[serde(
        default = "Vec::new",
        alias = "orders",
        alias = "products",
        alias = "inventories",
        alias = "bundles",
        alias = "inbound_shipments"
    )]
    items: Vec<T>,
    #[serde(default)]
    next_page_token: String,
}

/// Reads the page in `answer`, turning each message `M` into a `T`.
///
/// # Errors
/// `unavailable` when the answer as a whole is not JSON of this form: nothing of half a page is taken.
pub fn read<'a, M: Deserialize<'a>, T>(
    answer: &'a Response,
    convert: impl Fn(M) -> Result<T, String>,
) -> Result<Page<T>> {
    if let Ok(page) = serde_json::from_slice::<Answer<M>>(&answer.body)
        && let Ok(items) = page
            .items
            .into_iter()
            .map(&convert)
            .collect::<Result<Vec<T>, String>>()
    {
        return Ok(Page {
            items,
            rejected: Vec::new(),
            next: page.next_page_token,
        });
    }
    let page: Answer<&RawValue> = serde_json::from_slice(&answer.body).map_err(|error| {
        let message = format!(
            "the provider's list of {} bytes is not readable: {error}",
            answer.body.len()
        );
        Error::unavailable(message).with_status(answer.status)
    })?;
    let mut items = Vec::with_capacity(page.items.len());
    let mut rejected = Vec::new();
    for raw in page.items {
        let message = serde_json::from_str::<M>(raw.get()).map_err(|error| error.to_string());
        match message.and_then(&convert) {
            Ok(item) => items.push(item),
            Err(reason) => rejected.push(RejectedItem {
                id: id_of(raw),
                reason,
                raw: raw_item(raw.get()),
            }),
        }
    }
    Ok(Page {
        items,
        rejected,
        next: page.next_page_token,
    })
}

/// What names the item best: its id, its product, or nothing.
fn id_of(raw: &RawValue) -> String {
    let value: serde_json::Value = serde_json::from_str(raw.get()).unwrap_or_default();
    ["id", "product", "external_id"]
        .iter()
        .find_map(|name| value[name].as_str())
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use comptoir_plugin_sdk::ErrorKind;

    #[derive(Deserialize)]
    struct Thing {
        id: String,
        size: u32,
    }

    fn read_things(body: &str) -> Result<Page<String>> {
        let answer = Response {
            status: 200,
            headers: Vec::new(),
            body: body.into(),
        };
        read(&answer, |thing: Thing| {
            if thing.size > 9 {
                Err("size: too large".into())
            } else {
                Ok(thing.id)
            }
        })
    }

    #[test]
    fn a_whole_page_is_read_under_any_of_its_names() {
        for name in [
            "orders",
            "products",
            "inventories",
            "bundles",
            "inbound_shipments",
        ] {
            let page = read_things(&format!(
                r#"{{"{name}":[{{"id":"a","size":1}}],"next_page_token":"t"}}"#
            ));
            assert_eq!(
                page,
                Ok(Page {
                    items: vec!["a".into()],
                    rejected: vec![],
                    next: "t".into()
                })
            );
        }
        assert_eq!(
            read_things("{}"),
            Ok(Page {
                items: vec![],
                rejected: vec![],
                next: String::new()
            })
        );
    }

    #[test]
    fn bad_items_are_set_aside_with_what_was_sent() {
        let page = read_things(
            r#"{"orders":[{"id":"a","size":1},{"id":"b","size":99},{"id":"c","size":"1"}]}"#,
        );
        let page = page.expect("a page");
        assert_eq!(page.items, ["a"]);
        assert_eq!(page.rejected[0].id, "b");
        assert_eq!(page.rejected[0].reason, "size: too large");
        assert_eq!(page.rejected[1].raw, r#"{"id":"c","size":"1"}"#);
        assert!(
            page.rejected[1].reason.contains("invalid type"),
            "{}",
            page.rejected[1].reason
        );
    }

    #[test]
    fn a_broken_answer_gives_nothing_at_all() {
        for body in [
            "",
            "<html>",
            r#"{"orders":[{"id":"a","size":1},{"id":"#,
            r#"{"orders":"none"}"#,
            "[]x",
        ] {
            assert_eq!(
                read_things(body).map_err(|error| error.kind),
                Err(ErrorKind::Unavailable),
                "{body}"
            );
        }
    }

    #[test]
    fn what_was_sent_is_kept_up_to_sixteen_kibibytes() {
        let long = "é".repeat(10_000);
        let page =
            read_things(&format!(r#"{{"orders":[{{"id":"{long}","size":99}}]}}"#)).expect("a page");
        assert!(
            (16_000..=16_384).contains(&page.rejected[0].raw.len()),
            "{}",
            page.rejected[0].raw.len()
        );
    }
}
