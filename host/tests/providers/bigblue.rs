//! Bigblue's bad days.

use std::collections::BTreeMap;

use bigblue_simulator::wire::Order;
use bigblue_simulator::{Holdings, Mode, SimClock, Simulator, SimulatorConfig, Trouble};
use rand::RngExt;
use rand::rngs::StdRng;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::chaos::{self, Provider, Rows, bad_days, catch_up, same};
use crate::host::{self, Connected, Place, Session, by_key, eventually};
use crate::world::{PUSHED, World};

const MERCHANT: &str = "MUSI";
const SECRET: &str = "bgbl_test_secret";

const BASE: &str = "https://api.bigblue.co";

/// A simulator in place of Bigblue.
pub fn place(address: &str) -> Place<'_> {
    Place {
        plugin: Simulator::PLUGIN,
        base: BASE,
        address,
    }
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

    async fn of(seed: u64) -> Self {
        let config = SimulatorConfig {
            port: 0,
            seed,
            orders: 1_500,
            rate_limit: None,
            clock: SimClock::real(1.0),
        };
        Simulator::start(config).await.expect("a simulator")
    }

    fn places(&self) -> Vec<(&'static str, String)> {
        vec![(BASE, self.base_url())]
    }

    async fn connect(&self, session: &Session) -> Connected {
        let data = json!({ "id": MERCHANT, "apiKey": "demo-key-musi", "webhookSecret": SECRET });
        let connected = session.connect(Self::PLUGIN, "fulfillment", data).await;
        let target = json!({ "merchant": MERCHANT, "url": connected.webhooks, "secret": SECRET });
        let (status, answer) = host::control(&self.base_url(), "/webhooks", &target).await;
        assert_eq!(status, 204, "the challenge: {answer}");
        connected
    }

    fn trouble(&self, kind: usize, rng: &mut StdRng) {
        self.trouble(Trouble::drawn(TROUBLES[kind], rng));
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

    /// Work goes on there: what moves between the pull and the look is pulled again.
    async fn compare(&self, session: &Session, db: &PgPool) {
        chaos::a_week_later(db).await;
        let mut holdings = pulled(self, session, db).await;
        for _ in 0..3 {
            let after = pulled(self, session, db).await;
            if after == holdings {
                break;
            }
            holdings = after;
        }
        same(
            "products",
            &products(&holdings),
            &by_key(db, PRODUCTS).await,
        );
        same("stock", &stock(&holdings), &by_key(db, STOCK).await);
        same("bundles", &bundles(&holdings), &by_key(db, BUNDLES).await);
        same(
            "shipments",
            &shipments(&holdings),
            &by_key(db, SHIPMENTS).await,
        );
        let orders = holdings
            .orders
            .iter()
            .map(|order| (order.id.clone(), self::order(order)));
        same("orders", &orders.collect(), &by_key(db, ORDERS).await);
        chaos::begun_once(db, holdings.orders.len()).await;
    }
}

const TROUBLES: [Mode; 14] = [
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
    Mode::Reset,
];

#[tokio::test(flavor = "multi_thread")]
async fn after_any_bad_day_the_portal_holds_what_bigblue_holds() {
    bad_days::<Simulator>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_order_is_set_aside_and_taken_once_it_is_whole() {
    let simulator = Simulator::of(11).await;
    simulator.trouble(Trouble::of(Mode::BadOrder));
    let world = World::new(simulator).await;
    let session = &world.session;
    session.post("/order/synchronize", &json!({})).await;
    let aside = async || session.get("/order/summary").await["setAside"].as_i64();
    eventually("an order is set aside", || async {
        aside().await > Some(0)
    })
    .await;
    world.provider.calm();
    world.compare().await;
    assert_eq!(aside().await, Some(0));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_count_once_when_they_are_bigblues_and_never_when_not() {
    let world = World::new(Simulator::of(12).await).await;
    let (simulator, db) = (&world.provider, &world.db);
    world.catch_up().await;

    simulator.clock().advance(86_400);
    let forged = json!({ "merchant": MERCHANT, "orders": 5, "wrong_signature": true });
    let (_, sent) = send(simulator, forged).await;
    assert_eq!(sent, json!({ "sent": 5, "by_status": { "403": 5 } }));
    let events = async || host::count(db, "select count(*) from webhook_events").await;
    assert_eq!(events().await, 0);

    // Others, since Bigblue tells a change once.
    simulator.clock().advance(5 * 86_400);
    let thrice = json!({ "merchant": MERCHANT, "orders": 20, "duplicates": 2, "reversed": true });
    let (_, sent) = send(simulator, thrice).await;
    let all = sent["sent"].as_i64().expect("a count");
    assert_eq!(sent["by_status"], json!({ "200": all }));
    assert_eq!(events().await, all / 3, "each once");
    host::settled(db).await;
    let done = "select count(*) from webhook_events where state = 'DONE'";
    assert_eq!(host::count(db, done).await, all / 3);
    let twice = "select count(*) from (select 1 from audit_entries where entity = 'order' and action = 'update'
        group by entity_id, changes having count(*) > 1) twice";
    assert_eq!(host::count(db, twice).await, 0, "no change is told twice");
    world.compare().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_was_interrupted_makes_each_product_once() {
    let world = World::new(Simulator::of(13).await).await;
    let holdings = |world: &World<Simulator>| {
        let merchant = world.provider.holdings(MERCHANT);
        merchant.expect("a merchant").products
    };
    let before = holdings(&world).len();
    let skus: Vec<String> = (0..60).map(|at| format!("MUSI-9{at:05}-0001")).collect();
    let file = skus.iter().fold("SKU,Name\n".to_owned(), |file, sku| {
        file + &format!("{sku},Affiche {sku}\n")
    });
    // Every third product is made, and nobody hears of it.
    world.provider.trouble(Trouble {
        share: 0.3,
        ..Trouble::of(Mode::Drop)
    });
    let import = async |world: &World<Simulator>| {
        let path = "/bigblue/product/import";
        world.session.upload(path, "text/csv", &file).await;
    };
    import(&world).await;
    eventually("the import goes on", || async {
        holdings(&world).len() > before + 5
    })
    .await;
    let world = world.kill().await;
    world.provider.calm();
    host::settled(&world.db).await;
    import(&world).await;
    host::settled(&world.db).await;
    let products = holdings(&world);
    let mut new: Vec<_> = products[before..].iter().map(|each| &each.id).collect();
    new.sort_unstable();
    assert_eq!(new, skus.iter().collect::<Vec<_>>());
    world.compare().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_made_here_are_handed_over_once_whatever_happens() {
    let world = World::new(Simulator::of(14).await).await;
    world.catch_up().await;
    // Each is taken, and the host dies before it hears of it.
    let mut order_keys = Vec::new();
    world.provider.trouble(Trouble {
        slow_ms: 60_000,
        ..Trouble::of(Mode::Slow)
    });
    for at in 0..4 {
        order_keys.push(world.order(&format!("SLOW-{at}")).await);
    }
    eventually("some are taken", || async {
        handed_over(&world.provider, &order_keys).len() >= 2
    })
    .await;
    let world = world.kill().await;
    // Half of these are taken, and the answer is lost.
    world.provider.trouble(Trouble {
        share: 0.5,
        ..Trouble::of(Mode::LostOrder)
    });
    for at in 0..8 {
        order_keys.push(world.order(&format!("LOST-{at}")).await);
    }
    eventually("more are taken", || async {
        handed_over(&world.provider, &order_keys).len() >= 8
    })
    .await;
    world.provider.calm();
    host::settled(&world.db).await;
    chaos::a_week_later(&world.db).await;
    world.catch_up().await;

    order_keys.sort_unstable();
    assert_eq!(
        handed_over(&world.provider, &order_keys),
        order_keys,
        "each once"
    );
    assert_eq!(host::count(&world.db, PUSHED).await, 12);
    let orders = world
        .provider
        .holdings(MERCHANT)
        .expect("a merchant")
        .orders;
    let all = "select count(*) from orders";
    assert_eq!(
        host::count(&world.db, all).await,
        orders.len() as i64,
        "no twin"
    );
    chaos::begun_once(&world.db, orders.len()).await;
    world.stop().await;
}

/// Those of these orders that the provider holds, by our keys, each as often as it does.
fn handed_over(simulator: &Simulator, order_keys: &[String]) -> Vec<String> {
    let orders = simulator.holdings(MERCHANT).expect("a merchant").orders;
    let keys = orders.into_iter().map(|order| order.external_id);
    let mut ours: Vec<String> = keys.filter(|key| order_keys.contains(key)).collect();
    ours.sort_unstable();
    ours
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

fn products(holdings: &Holdings) -> Rows {
    let products = holdings.products.iter();
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

fn stock(holdings: &Holdings) -> Rows {
    let mut sums: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
    for row in &holdings.inventories {
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

fn bundles(holdings: &Holdings) -> Rows {
    let bundles = holdings.bundles.iter().map(|bundle| {
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

fn shipments(holdings: &Holdings) -> Rows {
    let shipments = holdings.inbound_shipments.iter().map(|shipment| {
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
