//! Bigblue's bad days.

use std::collections::BTreeMap;

use bigblue_simulator::wire::Order;
use bigblue_simulator::{Holdings, Mode, SimClock, Simulator, SimulatorConfig, Trouble};
use rand::RngExt;
use rand::rngs::StdRng;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::chaos::{self, Provider, Rows, bad_day, catch_up, same};
use crate::host::{self, Installation, Place, Session, by_key, eventually};

const MERCHANT: &str = "MUSI";
const SECRET: &str = "bgbl_test_secret";

/// A simulator in place of Bigblue.
pub fn place(address: &str) -> Place<'_> {
    Place {
        plugin: "bigblue",
        base: "https://api.bigblue.co",
        address,
    }
}

async fn simulator(seed: u64) -> Simulator {
    let config = SimulatorConfig {
        port: 0,
        seed,
        orders: 1_500,
        rate_limit: None,
        clock: SimClock::real(1.0),
    };
    Simulator::start(config).await.expect("a simulator")
}

/// Connects a store, and has Bigblue send its events.
async fn connect(session: &Session, simulator: &Simulator) {
    let data = json!({ "id": MERCHANT, "apiKey": "demo-key-musi", "webhookSecret": SECRET });
    let connected = session.connect("bigblue", "fulfillment", data).await;
    let target = json!({ "merchant": MERCHANT, "url": connected.webhooks, "secret": SECRET });
    let (status, answer) = host::control(&simulator.base_url(), "/webhooks", &target).await;
    assert_eq!(status, 204, "the challenge: {answer}");
}

async fn send(simulator: &Simulator, wish: Value) -> (u16, Value) {
    host::control(&simulator.base_url(), "/webhooks/send", &wish).await
}

impl Provider for Simulator {
    const PLUGIN: &'static str = "bigblue";
    const TROUBLES: usize = TROUBLES.len();
    const PULLS: &'static [&'static str] = &[
        "/order/synchronize",
        "/product/synchronize",
        "/inbound-shipment/synchronize",
    ];

    fn trouble(&self, kind: usize, rng: &mut StdRng) {
        self.trouble(Trouble {
            slow_ms: rng.random_range(50..1_000),
            share: rng.random_range(0.3..1.0),
            ..Trouble::times(TROUBLES[kind], rng.random_range(1..8))
        });
    }

    async fn event(&self, rng: &mut StdRng) {
        match rng.random_range(0..3) {
            0 => self.add_orders(rng.random_range(1..30)),
            1 => self.clock().advance(rng.random_range(600..200_000)),
            _ => {
                let wish = json!({
                    "merchant": MERCHANT,
                    "orders": rng.random_range(1..20),
                    "inventories": rng.random_bool(0.3),
                    "duplicates": rng.random_range(0..3),
                    "reversed": rng.random_bool(0.5),
                    "skew_seconds": rng.random_range(-7_200..7_200),
                    "wrong_signature": rng.random_bool(0.2),
                });
                // What does not arrive is lost: Bigblue sends nothing again.
                drop(send(self, wish).await);
            }
        }
    }

    fn calm(&self) {
        self.trouble(Trouble::of(Mode::None));
    }
}

const TROUBLES: [Mode; 13] = [
    Mode::Errors500,
    Mode::Errors502,
    Mode::Errors503,
    Mode::Unauthorized,
    Mode::Forbidden,
    Mode::Rate429,
    Mode::Rate429Bare,
    Mode::Slow,
    Mode::Dribble,
    Mode::Garbage,
    Mode::HalfPage,
    Mode::BadOrder,
    Mode::Drop,
];

#[tokio::test(flavor = "multi_thread")]
async fn after_any_bad_day_the_portal_holds_what_bigblue_holds() {
    for seed in chaos::seeds() {
        let simulator = simulator(seed).await;
        let installation = Installation::new(&[place(&simulator.base_url())]);
        let host = installation.start().await;
        let session = installation.sign_in(&host).await;
        connect(&session, &simulator).await;
        let host = bad_day(&simulator, &installation, host, &session, seed).await;
        let db = installation.database().await;
        compare(&simulator, &session, &db).await;
        db.close().await;
        host.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_order_is_set_aside_and_taken_once_it_is_whole() {
    let simulator = simulator(11).await;
    let installation = Installation::new(&[place(&simulator.base_url())]);
    let host = installation.start().await;
    let session = installation.sign_in(&host).await;
    simulator.trouble(Trouble::of(Mode::BadOrder));
    connect(&session, &simulator).await;
    session.post("/order/synchronize", &json!({})).await;
    let aside = async || session.get("/order/summary").await["setAside"].as_i64();
    eventually("an order is set aside", || async {
        aside().await > Some(0)
    })
    .await;
    let db = installation.database().await;
    simulator.calm();
    compare(&simulator, &session, &db).await;
    assert_eq!(aside().await, Some(0));
    db.close().await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_count_once_when_they_are_bigblues_and_never_when_not() {
    let simulator = simulator(12).await;
    let installation = Installation::new(&[place(&simulator.base_url())]);
    let host = installation.start().await;
    let session = installation.sign_in(&host).await;
    connect(&session, &simulator).await;
    let db = installation.database().await;
    catch_up::<Simulator>(&session, &db).await;

    simulator.clock().advance(86_400);
    let forged = json!({ "merchant": MERCHANT, "orders": 5, "wrong_signature": true });
    let (_, sent) = send(&simulator, forged).await;
    assert_eq!(sent, json!({ "sent": 5, "by_status": { "403": 5 } }));
    let events = async || host::count(&db, "select count(*) from webhook_events").await;
    assert_eq!(events().await, 0);

    // Others, since Bigblue tells a change once.
    simulator.clock().advance(5 * 86_400);
    let thrice = json!({ "merchant": MERCHANT, "orders": 20, "duplicates": 2, "reversed": true });
    let (_, sent) = send(&simulator, thrice).await;
    let all = sent["sent"].as_i64().expect("a count");
    assert_eq!(sent["by_status"], json!({ "200": all }));
    assert_eq!(events().await, all / 3, "each once");
    host::settled(&db).await;
    let done = "select count(*) from webhook_events where state = 'DONE'";
    assert_eq!(host::count(&db, done).await, all / 3);
    let twice = "select count(*) from (select 1 from audit_entries where entity = 'order' and action = 'update'
        group by entity_id, changes having count(*) > 1) twice";
    assert_eq!(host::count(&db, twice).await, 0, "no change is told twice");
    compare(&simulator, &session, &db).await;
    db.close().await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_was_interrupted_makes_each_product_once() {
    let simulator = simulator(13).await;
    let installation = Installation::new(&[place(&simulator.base_url())]);
    let host = installation.start().await;
    let session = installation.sign_in(&host).await;
    connect(&session, &simulator).await;
    let before = simulator.holdings(MERCHANT).expect("a merchant").products;
    let skus: Vec<String> = (0..60).map(|at| format!("MUSI-9{at:05}-0001")).collect();
    let file = skus.iter().fold("SKU,Name\n".to_owned(), |file, sku| {
        file + &format!("{sku},Affiche {sku}\n")
    });
    // Every third product is made, and nobody hears of it.
    simulator.trouble(Trouble {
        share: 0.3,
        ..Trouble::of(Mode::Drop)
    });
    let made = || {
        let products = simulator.holdings(MERCHANT).expect("a merchant").products;
        products.len() - before.len()
    };
    session
        .upload("/bigblue/product/import", "text/csv", &file)
        .await;
    eventually("the import goes on", || async { made() > 5 }).await;
    host.kill().await;
    let host = installation.start().await;
    let db = installation.database().await;
    simulator.calm();
    host::settled(&db).await;
    session
        .upload("/bigblue/product/import", "text/csv", &file)
        .await;
    host::settled(&db).await;
    let products = simulator.holdings(MERCHANT).expect("a merchant").products;
    let mut new: Vec<_> = products[before.len()..]
        .iter()
        .map(|each| &each.id)
        .collect();
    new.sort_unstable();
    assert_eq!(new, skus.iter().collect::<Vec<_>>());
    compare(&simulator, &session, &db).await;
    db.close().await;
    host.stop().await;
}

/// Fails unless, after one more pull, everything here is as it is there, and began once. Work goes on there: what moves
/// between the pull and the look is pulled again.
async fn compare(simulator: &Simulator, session: &Session, db: &PgPool) {
    // A week goes by: by then those are asked for too that move seldom.
    let unseen = "update orders set seen_at = seen_at - interval '8 days'";
    sqlx::query(unseen).execute(db).await.expect("orders");
    let mut held = pulled(simulator, session, db).await;
    for _ in 0..3 {
        let after = pulled(simulator, session, db).await;
        if after == held {
            break;
        }
        held = after;
    }
    same("products", &products(&held), &by_key(db, PRODUCTS).await);
    same("stock", &stock(&held), &by_key(db, STOCK).await);
    same("bundles", &bundles(&held), &by_key(db, BUNDLES).await);
    same("shipments", &shipments(&held), &by_key(db, SHIPMENTS).await);
    let orders = held
        .orders
        .iter()
        .map(|order| (order.id.clone(), self::order(order)));
    same("orders", &orders.collect(), &by_key(db, ORDERS).await);
    let begun =
        "select entity_id as key from audit_entries where entity = 'order' and action = 'create'";
    assert_eq!(by_key(db, begun).await.len(), held.orders.len());
}

/// What the merchant has, after a pull of it.
async fn pulled(simulator: &Simulator, session: &Session, db: &PgPool) -> Holdings {
    catch_up::<Simulator>(session, db).await;
    simulator.holdings(MERCHANT).expect("a merchant")
}

const ORDERS: &str = "select provider_id as key, reference, status, trim_scale(total)::text as total, tracking_number,
    (select jsonb_agg(jsonb_build_array(sku, quantity) order by position) from order_lines where order_id = o.id) as lines
    from orders o";

fn order(order: &Order) -> Value {
    let status = order.status.clone().unwrap_or_default().code;
    let total: Decimal = match order.total.as_str() {
        "" => Decimal::ZERO,
        total => total.parse().expect("an amount"),
    };
    let lines = order.line_items.iter();
    let lines: Vec<_> = lines
        .map(|line| json!([line.product, line.quantity]))
        .collect();
    json!({
        "reference": order.external_id,
        "status": if status.is_empty() { "CODE_UNSPECIFIED" } else { &status },
        "total": total.normalize().to_string(),
        "tracking_number": order.tracking_number,
        "lines": lines,
    })
}

const PRODUCTS: &str = "select provider_id as key, name, (select array_agg(sku) from product_variants where product_id = p.id) as skus
    from products p where gone_at is null";

fn products(held: &Holdings) -> Rows {
    let products = held.products.iter();
    products
        .map(|each| {
            (
                each.id.clone(),
                json!({ "name": each.name, "skus": [each.id] }),
            )
        })
        .collect()
}

const STOCK: &str = "select sku as key, available, in_warehouse, reserved from inventories";

fn stock(held: &Holdings) -> Rows {
    let mut sums: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
    for row in &held.inventories {
        let sum = sums.entry(&row.product).or_default();
        sum[0] += row.available;
        sum[1] += row.in_warehouse;
        sum[2] += row.reserved;
    }
    let row = |[available, in_warehouse, reserved]: [u32; 3]| json!({ "available": available, "in_warehouse": in_warehouse, "reserved": reserved });
    sums.into_iter()
        .map(|(sku, sum)| (sku.to_owned(), row(sum)))
        .collect()
}

const BUNDLES: &str = "select provider_id as key, name,
    (select jsonb_agg(jsonb_build_array(variant, sku, quantity) order by position) from bundle_components where bundle_id = b.id) as parts
    from bundles b where gone_at is null";

fn bundles(held: &Holdings) -> Rows {
    let bundles = held.bundles.iter().map(|bundle| {
        let mut parts: Vec<Value> = Vec::new();
        for item in &bundle.bundle_items {
            parts.push(json!(["", item.product, item.quantity]));
        }
        for variant in &bundle.variants {
            for item in &variant.bundle_items {
                parts.push(json!([variant.title, item.product, item.quantity]));
            }
        }
        (
            bundle.id.clone(),
            json!({ "name": bundle.name, "parts": parts }),
        )
    });
    bundles.collect()
}

const SHIPMENTS: &str = "select provider_id as key, status,
    (select jsonb_object_agg(sku, jsonb_build_array(expected, offloaded, damaged)) from inbound_units where shipment_id = i.id) as units
    from inbound_shipments i";

fn shipments(held: &Holdings) -> Rows {
    let shipments = held.inbound_shipments.iter().map(|shipment| {
        let status = shipment.status.clone().unwrap_or_default();
        let mut units: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
        for line in &shipment.line_items {
            units.entry(&line.product).or_default()[0] += line.quantity;
        }
        for progress in &status.line_progresses {
            let unit = units.entry(&progress.product).or_default();
            unit[1] += progress.offloaded_count;
            unit[2] += progress.damaged_count;
        }
        (
            shipment.id.clone(),
            json!({ "status": status.code, "units": units }),
        )
    });
    shipments.collect()
}
