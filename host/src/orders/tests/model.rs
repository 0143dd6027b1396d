//! The list, its summary and its export beside a plain model of them: the same orders, whatever is asked.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::*;
use crate::access::Permission::{ReadOrder, SuperAdmin};
use crate::testing::{Client, TestApp};

/// What the model knows of an order.
#[derive(Debug, Clone)]
struct Known {
    id: Uuid,
    store: Uuid,
    reference: &'static str,
    customer: &'static str,
    status: OrderStatus,
    source: OrderSource,
    submitted_at: DateTime<Utc>,
    total: Decimal,
}

/// What is asked of the list, and of the model.
#[derive(Debug, Clone)]
struct Question {
    statuses: Vec<OrderStatus>,
    store: Option<usize>,
    source: Option<OrderSource>,
    /// Days of November 2026, both included.
    from: Option<u32>,
    to: Option<u32>,
    search: &'static str,
    sort: &'static str,
    descending: bool,
}

const CUSTOMERS: [&str; 4] = [
    "Éloïse Lefèvre",
    "Elo Dupont",
    "\u{1F3B5} Ünal",
    "O’Brien 100%",
];
const SEARCHES: [(&str, &[usize]); 6] = [
    ("", &[0, 1, 2, 3]),
    ("elo", &[0, 1]),
    ("LEFEVRE", &[0]),
    ("unal", &[2]),
    ("0%", &[3]),
    ("dupont elo", &[1]),
];

fn asked() -> impl Strategy<Value = Question> {
    use proptest::option::weighted;
    let status = proptest::sample::select(OrderStatus::ALL);
    let source = proptest::sample::select(OrderSource::ALL);
    (
        proptest::collection::vec(status, 0..4),
        weighted(0.3, 0..3_usize),
        weighted(0.3, source),
        weighted(0.4, 1..15_u32),
        weighted(0.4, 1..15_u32),
        proptest::sample::select(SEARCHES.map(|(search, _)| search).to_vec()),
        proptest::sample::select(vec!["submittedAt", "reference", "total", "status"]),
        any::<bool>(),
    )
        .prop_map(
            |(statuses, store, source, from, to, search, sort, descending)| Question {
                statuses,
                store,
                source,
                from,
                to,
                search,
                sort,
                descending,
            },
        )
}

impl Question {
    fn cursor(&self, stores: &[Uuid]) -> Value {
        let mut filters = Vec::new();
        if !self.statuses.is_empty() {
            filters.push(json!({ "field": "status", "values": self.statuses }));
        }
        if let Some(store) = self.store {
            filters.push(json!({ "field": "storeId", "values": [stores[store]] }));
        }
        if let Some(source) = self.source {
            filters.push(json!({ "field": "source", "values": [source] }));
        }
        let day = |day: u32| json!(format!("2026-11-{day:02}"));
        match (self.from, self.to) {
            (None, None) => {}
            (from, to) => filters.push(json!({
                "field": "submittedAt", "from": from.map(day), "to": to.map(day),
            })),
        }
        let direction = if self.descending { "desc" } else { "asc" };
        let order = [json!({ "field": self.sort, "direction": direction })];
        json!({ "take": 7, "search": self.search, "filters": filters, "orderBy": order })
    }

    /// The rows in their order, by the words of the decisions alone.
    fn answer(&self, stores: &[Uuid], mut orders: Vec<Known>) -> Vec<Uuid> {
        // November in Paris is an hour ahead of UTC all month long.
        let day = |order: &Known| {
            use chrono::Datelike;
            (order.submitted_at + chrono::TimeDelta::hours(1)).day()
        };
        let (_, found) = SEARCHES
            .into_iter()
            .find(|(search, _)| *search == self.search)
            .unwrap();
        orders.retain(|order| {
            (self.statuses.is_empty() || self.statuses.contains(&order.status))
                && self.store.is_none_or(|store| stores[store] == order.store)
                && self.source.is_none_or(|source| source == order.source)
                && self.from.is_none_or(|from| day(order) >= from)
                && self.to.is_none_or(|to| day(order) <= to)
                && found.iter().any(|at| CUSTOMERS[*at] == order.customer)
        });
        orders.sort_by(|a, b| {
            let order = match self.sort {
                "submittedAt" => a.submitted_at.cmp(&b.submitted_at),
                "reference" => a.reference.cmp(b.reference),
                "total" => a.total.cmp(&b.total),
                _ => a.status.as_str().cmp(b.status.as_str()),
            };
            let order = order.then(a.id.cmp(&b.id));
            if self.descending {
                order.reverse()
            } else {
                order
            }
        });
        orders.into_iter().map(|order| order.id).collect()
    }
}

/// Some orders of three stores, many of them alike.
async fn orders(db: &PgPool, stores: &[Uuid], runner: &mut TestRunner) -> Vec<Known> {
    let one = (
        0..3_usize,
        proptest::sample::select(vec!["A-1", "A-2", "B_1", "C-3"]),
        proptest::sample::select(CUSTOMERS.to_vec()),
        proptest::sample::select(OrderStatus::ALL),
        proptest::sample::select(OrderSource::ALL),
        0..14 * 24_i64,
        proptest::sample::select(vec![0_i64, 999, 1000, 123_456]),
    );
    let all = proptest::collection::vec(one, 60);
    let all = all.new_tree(runner).unwrap().current();
    let mut known = Vec::new();
    for (store, reference, customer, status, source, hours, cents) in all {
        let new = New {
            customer,
            status,
            source,
            submitted_at: at("2026-11-01T00:30:00Z") + chrono::TimeDelta::hours(hours),
            unit_price: Decimal::new(cents, 2),
            ..New::of(stores[store], reference)
        };
        let id = new.clone().insert(db).await;
        // Two of the one for its price and two of tax less one, and the other with its tax, and shipping.
        let total = Decimal::TWO * (new.unit_price + Decimal::TWO) - Decimal::ONE
            + Decimal::new(550 + 200 + 790, 2);
        known.push(Known {
            id,
            store: new.store,
            reference,
            customer,
            status,
            source,
            submitted_at: new.submitted_at,
            total,
        });
    }
    known
}

/// Every row of a walk from the first page to the last.
async fn walk(client: &Client, cursor: Value) -> Vec<Uuid> {
    let (mut rows, mut next) = (Vec::new(), path(cursor));
    loop {
        let page = client.get(&next).await;
        assert_eq!(page.summary(), "200", "{}", page.json);
        let ids = page.data().as_array().unwrap().iter();
        rows.extend(ids.map(|row| serde_json::from_value::<Uuid>(row["id"].clone()).unwrap()));
        match page.json["meta"]["next"].as_str() {
            Some(cursor) => next = format!("/order?cursor={cursor}"),
            None => {
                assert_eq!(page.json["meta"]["total"], rows.len(), "{}", page.json);
                return rows;
            }
        }
    }
}

async fn three_stores(app: &TestApp, organization: Uuid) -> [Uuid; 3] {
    [
        app.store(organization).await,
        app.store(organization).await,
        app.store(organization).await,
    ]
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn whatever_is_asked_of_the_list_it_answers_as_a_plain_model_does(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let organization = app.organization().await;
    let stores = three_stores(&app, organization).await;
    let mut runner = TestRunner::deterministic();
    let all = orders(&db, &stores, &mut runner).await;
    let admin = app.admin(&[ReadOrder]).await;
    let merchant = app.customer(organization, &stores[..2], &[ReadOrder]).await;
    let reach = |order: &Known| stores[..2].contains(&order.store);
    let theirs: Vec<Known> = all.iter().filter(|order| reach(order)).cloned().collect();
    let mut filled = 0;
    for _ in 0..40 {
        let asked = asked().new_tree(&mut runner).unwrap().current();
        for (client, orders) in [(&admin, &all), (&merchant, &theirs)] {
            let expected = asked.answer(&stores, orders.clone());
            filled += usize::from(!expected.is_empty());
            let rows = walk(client, asked.cursor(&stores)).await;
            assert_eq!(rows, expected, "{asked:?}");
        }
    }
    assert!(filled > 30, "{filled} of 80 questions had an answer");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_summary_and_the_export_are_of_the_same_orders_as_the_list(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let organization = app.organization().await;
    let stores = three_stores(&app, organization).await;
    let mut runner = TestRunner::deterministic();
    let all = orders(&db, &stores, &mut runner).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let merchant = app.customer(organization, &stores[1..], &[ReadOrder]).await;
    for (client, reach) in [(&admin, &stores[..]), (&merchant, &stores[1..])] {
        let orders = all.iter().filter(|order| reach.contains(&order.store));
        let mut counts = BTreeMap::new();
        let mut totals = Vec::new();
        for order in orders {
            *counts.entry(order.status.as_str()).or_insert(0) += 1;
            totals.push(order.total);
        }
        let summary = client.get("/order/summary").await;
        let shown = summary.data()["byStatus"].as_array().unwrap().iter();
        let shown: BTreeMap<_, _> = shown
            .map(|each| {
                (
                    each["status"].as_str().unwrap(),
                    each["count"].as_i64().unwrap(),
                )
            })
            .collect();
        assert_eq!(shown, counts);

        let asked = client
            .post("/order/export", json!({ "scope": "all" }))
            .await;
        assert_eq!(asked.summary(), "202");
        app.run_jobs().await;
        let file: Uuid =
            sqlx::query_scalar("select id from files order by created_at desc, id desc limit 1")
                .fetch_one(&db)
                .await
                .unwrap();
        let link = client.post(&format!("/file/{file}/link"), json!({})).await;
        let text = client.get(link.data()["url"].as_str().unwrap()).await;
        let text = text
            .json
            .as_str()
            .unwrap()
            .trim_start_matches('\u{feff}')
            .to_owned();
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let place = rows
            .headers()
            .unwrap()
            .iter()
            .position(|name| name == "Total");
        let mut exported: Vec<Decimal> = rows
            .records()
            .map(|row| row.unwrap()[place.unwrap()].parse().unwrap())
            .collect();
        exported.sort();
        totals.sort();
        assert_eq!(exported, totals, "to the cent");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn odd_texts_are_searched_for_shown_and_exported_as_they_are(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    let odd = [
        "=1+1",
        "+33 6",
        "@SUM(A1)",
        "-2+3",
        "a \"quoted\" name",
        "two\nlines",
        "semi;colon, comma",
        "שלום עולם",
        "\u{202E}detrever",
        "\u{1F469}\u{200D}\u{1F3A4} singer",
        "tab\there",
        "' or 1=1 --",
        "<script>alert(1)</script>",
        "%_\\",
    ];
    for customer in odd {
        New {
            customer,
            ..New::of(store, "ODD")
        }
        .insert(&db)
        .await;
    }
    let admin = app.admin(&[SuperAdmin]).await;
    for customer in odd {
        let list = admin.get(&path(json!({ "search": customer }))).await;
        let rows = list.data().as_array().unwrap();
        let names: Vec<_> = rows
            .iter()
            .map(|row| row["customerName"].as_str().unwrap())
            .collect();
        assert!(names.contains(&customer), "{customer:?}: {names:?}");
        assert!(names.len() < odd.len(), "{customer:?} tells something");
    }
    let asked = admin.post("/order/export", json!({ "scope": "all" })).await;
    assert_eq!(asked.summary(), "202");
    app.run_jobs().await;
    let file: Uuid = sqlx::query_scalar("select id from files")
        .fetch_one(&db)
        .await
        .unwrap();
    let link = admin.post(&format!("/file/{file}/link"), json!({})).await;
    let text = admin.get(link.data()["url"].as_str().unwrap()).await;
    let text = text.json.as_str().unwrap();
    let mut rows = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let cells: Vec<String> = rows
        .records()
        .map(|row| row.unwrap()[5].to_owned())
        .collect();
    assert_eq!(cells.len(), odd.len());
    for customer in odd {
        let formula = customer.starts_with(['=', '+', '@', '-', '%']);
        let cell = if formula {
            format!("'{customer}")
        } else {
            customer.to_owned()
        };
        assert!(cells.contains(&cell), "{cell:?} in {cells:?}");
    }
}
