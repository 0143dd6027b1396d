//! Whatever a caller sends, the answer is a page or a 400.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use sqlx::PgPool;

use super::*;
use crate::http::error::Error;

/// A cursor of the right shape, filled with anything.
fn cursor_json() -> impl Strategy<Value = Json> {
    let fields = prop_oneof![
        12 => proptest::sample::select(vec!["name", "state", "size", "price", "madeAt"]),
        1 => proptest::sample::select(vec!["store_id", "id; --"]),
    ];
    let order = (
        fields.clone(),
        prop_oneof![9 => Just("asc"), 9 => Just("desc"), 1 => Just("desc, 1")],
    );
    let filter = (
        fields,
        proptest::collection::vec(scalar(), 1..3),
        scalar(),
        scalar(),
        0..4u8,
    );
    let toward = prop_oneof![9 => Just("next"), 9 => Just("previous"), 1 => Just("up")];
    let version = prop_oneof![9 => Just(1u8), 1 => any::<u8>()];
    let total = prop_oneof![9 => 0..10_000u32, 1 => any::<u32>()];
    let position = (
        version,
        toward,
        scalar(),
        any::<u128>(),
        total,
        proptest::bool::weighted(0.9),
    );
    let parts = (
        prop_oneof![19 => 0..30i64, 1 => any::<i64>()],
        prop_oneof![19 => 0..30i64, 1 => any::<i64>()],
        proptest::option::of("\\PC{0,20}"),
        proptest::option::of(order),
        proptest::collection::vec(filter, 0..3),
        proptest::option::of(position),
    );
    parts.prop_map(|(take, skip, search, order, filters, position)| {
        let mut json = json!({ "take": take, "skip": skip });
        if let Some(search) = search {
            json["search"] = search.into();
        }
        if let Some((field, direction)) = order {
            json["orderBy"] = json!([{ "field": field, "direction": direction }]);
        }
        let filters = filters.into_iter().map(|(field, values, from, to, shape)| match shape {
            0 => json!({ "field": field, "values": values }),
            1 => json!({ "field": field, "from": from, "to": to }),
            2 => json!({ "field": field, "from": from }),
            _ => json!({ "field": field, "values": values, "to": to }),
        });
        json["filters"] = filters.collect();
        if let Some((version, toward, key, id, total, exact)) = position {
            let id = Uuid::from_u128(id);
            json["position"] =
                json!({ "version": version, "toward": toward, "key": key, "id": id, "total": total, "exact": exact });
        }
        json
    })
}

/// Values that columns hold, and those at the edges of what they can.
fn scalar() -> impl Strategy<Value = Json> {
    let texts = vec![
        "a",
        "2026-11-21",
        "0001-01-01",
        "9999-12-31",
        "-0001-01-01",
        "2026-11-21T12:00:00Z",
        "9999-12-31T23:59:60Z",
        "1.5",
        "1e400",
        "79228162514264337593543950335",
        "-0.0000000000000000000000000001",
        "\u{0}",
        "\u{feff}",
        "%",
        "\\",
        "00000000-0000-0000-0000-000000000001",
    ];
    prop_oneof![
        3 => proptest::sample::select(texts).prop_map(Json::from),
        1 => any::<i64>().prop_map(Json::from),
        1 => any::<u64>().prop_map(Json::from),
        1 => any::<f64>().prop_map(Json::from),
        1 => "\\PC{0,8}".prop_map(Json::from),
        1 => Just(Json::Null),
        1 => Just(json!([])),
        1 => Just(json!({ "a": true })),
    ]
}

fn is_page_or_400(result: &Result<Page<Thing>>) -> bool {
    matches!(result, Ok(_) | Err(Error::BadCursor(_)))
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn any_cursor_gives_a_page_or_is_refused(db: PgPool) {
    create_table(&db).await;
    replace(&db, &some_things(20)).await;
    let text = prop_oneof![
        6 => cursor_json().prop_map(|json| URL_SAFE_NO_PAD.encode(json.to_string())),
        1 => "\\PC{0,40}".prop_map(|text| URL_SAFE_NO_PAD.encode(text)),
        1 => "\\PC{0,40}",
    ];
    let accepted = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
    let counter = accepted.clone();
    check(1500, text, async move |text| {
        let result = match Cursor::decode(&text) {
            Ok(cursor) => {
                THINGS
                    .read(&db, &scope(Role::Customer, &STORES[..2]), cursor)
                    .await
            }
            Err(error) => Err(error),
        };
        prop_assert!(is_page_or_400(&result), "{result:?}");
        counter.fetch_add(
            u32::from(result.is_ok()),
            std::sync::atomic::Ordering::Relaxed,
        );
        Ok(())
    })
    .await;
    // Otherwise the cases would not get as far as SQL.
    assert!(
        accepted.load(std::sync::atomic::Ordering::Relaxed) > 100,
        "{accepted:?} were accepted"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_cursor_that_was_tampered_with_is_refused(db: PgPool) {
    create_table(&db).await;
    replace(&db, &some_things(5)).await;
    let first = page(
        &db,
        &admin(),
        Cursor {
            take: 2,
            ..Cursor::default()
        },
    )
    .await;
    let next = follow(&first.meta.next.unwrap()).unwrap();
    let position = serde_json::to_value(next.position.as_ref().unwrap()).unwrap();
    for (field, value, named) in [
        ("version", json!(2), "position.version"),
        ("key", json!("not a time"), "position.key"),
        ("key", json!(null), "position.key"),
        ("id", json!("1 or true"), "position.id"),
        ("total", json!(10_001), "position.total"),
        ("toward", json!("sideways"), "position.toward"),
    ] {
        let mut json = serde_json::to_value(&next).unwrap();
        json["position"] = position.clone();
        json["position"][field] = value;
        let result = match Cursor::decode(&URL_SAFE_NO_PAD.encode(json.to_string())) {
            Ok(cursor) => THINGS.read(&db, &admin(), cursor).await,
            Err(error) => Err(error),
        };
        match result {
            Err(Error::BadCursor(issue)) => assert_eq!(issue.field, named),
            other => panic!("{field}: {other:?}"),
        }
    }
}
