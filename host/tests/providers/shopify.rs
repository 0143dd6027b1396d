//! A shop on Shopify: what comes from it by pulls and webhooks, what goes there, and its bad days.

mod rates;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::StatusCode;
use serde_json::{Value, json};
use sha2::Sha256;
use shopify_simulator::{Calls, Habits, Mode, SimClock, Simulator, SimulatorConfig, Trouble};
use sqlx::PgPool;

use crate::chaos::{Provider, Rows, bad_days, catch_up, same};
use crate::host::{
    Connected, Host, Installation, Session, by_key, count, eventually, settled, text,
};
use crate::world::installation;

const SHOP: &str = "demo-musi";
const SECRET: &str = "shpss_demo_musi";

/// The three demo shops. Time is the machine's: the host's is too.
async fn provider(seed: u64, orders: usize) -> Simulator {
    let config = SimulatorConfig {
        seed,
        orders,
        rate: None,
        clock: SimClock::real(),
        ..SimulatorConfig::default()
    };
    Simulator::start(config).await.expect("a simulator")
}

/// A running host with one connected shop.
struct Shop {
    provider: Simulator,
    host: Host,
    session: Session,
    connected: Connected,
    db: PgPool,
    installation: Installation,
}

impl Shop {
    async fn new(orders: usize) -> Self {
        Self::with(orders, by_token()).await
    }

    async fn with(orders: usize, data: Value) -> Self {
        let provider = provider(7, orders).await;
        let installation = installation(&provider);
        let host = installation.start().await;
        let session = installation.sign_in(&host).await;
        let connected = session.connect("shopify", "shop", data).await;
        let db = installation.database().await;
        Self {
            provider,
            host,
            session,
            connected,
            db,
            installation,
        }
    }

    /// Asks for a pull of each kind and waits for what becomes of it.
    async fn pull(&self) {
        for path in Simulator::PULLS {
            let asked = self.session.post(path, &json!({})).await;
            assert!(asked["jobs"][0].is_object(), "{asked}");
        }
        settled(&self.db).await;
    }

    async fn is_mirrored(&self) {
        mirrored(&self.provider, &self.db).await;
    }

    /// Kills the host and starts it again.
    async fn kill(self) -> Self {
        self.host.kill().await;
        self.db.close().await;
        let host = self.installation.start().await;
        let db = self.installation.database().await;
        Self { host, db, ..self }
    }

    async fn stop(self) {
        self.db.close().await;
        self.host.stop().await;
    }
}

fn by_token() -> Value {
    json!({ "shop": SHOP, "accessToken": "shpat_demo_musi", "webhookSecret": SECRET })
}

/// The rows are the shop's world, item by item, and none began twice.
async fn mirrored(provider: &Simulator, db: &PgPool) {
    let there = orders_there(provider);
    same("orders", &there, &by_key(db, ORDERS).await);
    same("goods", &goods_there(provider), &by_key(db, GOODS).await);
    let torn = "select count(*) from orders o where item_count <>
        (select coalesce(sum(quantity), 0) from order_lines l where l.order_id = o.id)";
    assert_eq!(count(db, torn).await, 0, "no order without its lines");
    let begun = "select count(*) from audit_entries where entity = 'order' and action = 'create'";
    let total = i64::try_from(there.len()).expect("a count");
    assert_eq!(count(db, begun).await, total, "each order began once");
}

const ORDERS: &str =
    "select provider_id as key, reference, status, to_char(total, 'FM999990.00') as total,
    item_count, tracking_number from orders";
const GOODS: &str = "select v.sku as key, p.provider_id, p.name, to_char(v.price, 'FM999990.00') as price, i.available
    from products p join product_variants v on v.product_id = p.id
    left join inventories i on i.connector_id = p.connector_id and i.sku = v.sku
    where p.gone_at is null and p.connector_id is not null";

fn orders_there(provider: &Simulator) -> Rows {
    let orders = provider.shop(SHOP, |shop, _| shop.orders.clone());
    let row = |order: &Value| {
        let items = order["lineItems"].as_array().expect("lines");
        let items = items.iter().filter_map(|line| line["quantity"].as_i64());
        let status = match order["displayFulfillmentStatus"].as_str() {
            _ if !order["cancelledAt"].is_null() => "CANCELLED",
            Some("FULFILLED") => "SHIPPED",
            _ => "PENDING",
        };
        let total = &order["totalPriceSet"]["shopMoney"]["amount"];
        let tracking = order["fulfillments"][0]["trackingInfo"][0]["number"].as_str();
        let (key, tracking) = (tail(&order["id"]), tracking.unwrap_or_default());
        let row = json!({
            "reference": order["name"], "status": status, "total": total,
            "item_count": items.sum::<i64>(), "tracking_number": tracking,
        });
        (key.to_owned(), row)
    };
    orders.iter().map(row).collect()
}

/// By SKU.
fn goods_there(provider: &Simulator) -> Rows {
    let products = provider.shop(SHOP, |shop, _| shop.products.clone());
    let mut goods = Rows::new();
    for product in &products {
        for variant in product["variants"].as_array().expect("variants") {
            let levels = variant["inventoryItem"]["inventoryLevels"].as_array();
            let levels = levels.expect("levels").iter();
            let available = levels.filter_map(|level| level["quantities"][0]["quantity"].as_i64());
            let sku = variant["sku"].as_str().expect("a SKU");
            let row = json!({
                "provider_id": tail(&product["id"]), "name": product["title"],
                "price": variant["price"], "available": available.sum::<i64>(),
            });
            goods.insert(sku.to_owned(), row);
        }
    }
    goods
}

fn tail(id: &Value) -> &str {
    let id = id.as_str().expect("an id");
    id.rsplit('/').next().unwrap_or_default()
}

/// Everything that the shop had to tell has arrived and was handled.
async fn delivered(shop: &Shop) {
    eventually("every webhook arrived", || async {
        shop.provider.state().waiting == 0
    })
    .await;
    settled(&shop.db).await;
    let unfinished = "select count(*) from webhook_events where state in ('PENDING', 'FAILED')";
    assert_eq!(count(&shop.db, unfinished).await, 0);
}

async fn webhooks(shop: &Shop, action: &str) {
    let asked = json!({ "type": action });
    let asked = shop.session.post("/store/webhooks/enqueue", &asked).await;
    let job = text(&asked["jobs"][0], "id");
    settled(&shop.db).await;
    let job = shop.session.get(&format!("/job/{job}")).await;
    assert_eq!(job["status"], "COMPLETED", "{job}");
}

/// The errors of those that failed, by name.
async fn failed_jobs(db: &PgPool) -> Rows {
    let failed = "select distinct on (name) name as key, error from jobs where status = 'FAILED' order by name";
    by_key(db, failed).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_is_mirrored_from_its_first_list_to_its_last_change() {
    let shop = Shop::new(120).await;
    shop.pull().await;
    shop.is_mirrored().await;
    let first = shop.provider.state();
    assert_eq!(
        first.shops[SHOP].bulk_operations, 3,
        "orders, products and stock, each as one list"
    );

    shop.provider.shop(SHOP, |shop, now| {
        shop.receive(now);
        let open = shop.open_order().expect("one");
        shop.ship(open, now);
        shop.rename_product(0, "Réédition", now);
        let sku = shop.products[3]["variants"][0]["sku"]
            .as_str()
            .expect("one")
            .to_owned();
        shop.count_stock(&sku, 4_711, now);
        shop.receive(now);
    });
    shop.pull().await;
    shop.is_mirrored().await;
    let second = shop.provider.state();
    assert_eq!(
        second.shops[SHOP].bulk_operations, 3,
        "later only what changed"
    );
    assert_eq!(failed_jobs(&shop.db).await, Rows::new());
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_of_the_dev_dashboard_is_a_connection_too() {
    let data = json!({ "shop": SHOP, "clientId": "demo-client-musi", "clientSecret": SECRET });
    let shop = Shop::with(20, data).await;
    shop.pull().await;
    shop.is_mirrored().await;
    let requests = shop.provider.state().requests;
    assert!(
        requests["token"] < 5,
        "a token is kept as long as it lives: {requests:?}"
    );
    // Its tokens end when the shop says so; another is asked for.
    shop.provider.shop(SHOP, |shop, _| shop.tokens.clear());
    shop.provider.shop(SHOP, |shop, now| shop.receive(now));
    shop.pull().await;
    shop.is_mirrored().await;
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_shop_tells_by_itself_is_here_without_a_pull() {
    let shop = Shop::new(30).await;
    shop.pull().await;
    for _ in 0..2 {
        webhooks(&shop, "REGISTER").await;
    }
    let subscribed = shop.provider.state().shops[SHOP].subscriptions;
    assert!(subscribed > 5, "{subscribed}");
    shop.provider.deliver(Habits {
        duplicate: true,
        reorder: true,
        hold: true,
    });
    for at in 0..6 {
        shop.provider.shop(SHOP, |shop, now| {
            shop.receive(now);
            let open = shop.open_order().expect("one");
            // The shop's times have seconds: what happens later is later.
            let now = now + 1 + at;
            if at % 3 == 0 {
                shop.cancel(open, now);
            } else {
                shop.ship(open, now);
            }
            shop.rename_product(1, &format!("Édition {at}"), now);
        });
    }
    let [captured, renamed] = ["ORDERS_CREATE", "PRODUCTS_UPDATE"].map(|topic| {
        shop.provider.shop(SHOP, |shop, _| {
            let event = shop.events.iter().find(|event| event.topic == topic);
            event.expect("one").payload.clone()
        })
    });
    shop.provider.deliver(Habits {
        duplicate: true,
        reorder: true,
        hold: false,
    });
    delivered(&shop).await;
    shop.is_mirrored().await;

    // Forged, or an old one sent once more under another id or topic, which no signature holds: nothing of it counts.
    let send = async |key: &str, id: &str, topic: &str, body: &str| {
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key.as_bytes()).expect("a key");
        mac.update(body.as_bytes());
        let request = reqwest::Client::new().post(&shop.connected.webhooks);
        let answer = request
            .header("x-shopify-topic", topic)
            .header("x-shopify-webhook-id", id)
            .header(
                "x-shopify-hmac-sha256",
                STANDARD.encode(mac.finalize().into_bytes()),
            )
            .body(body.to_owned())
            .send();
        answer.await.expect("an answer").status()
    };
    let kept = count(&shop.db, "select count(*) from webhook_events").await;
    assert_eq!(
        send("shpss_somebody", "forged", "orders/create", &captured).await,
        StatusCode::FORBIDDEN
    );
    assert_eq!(
        count(&shop.db, "select count(*) from webhook_events").await,
        kept
    );
    for (id, topic, body) in [
        ("again", "orders/create", &captured),
        ("turned", "products/delete", &renamed),
    ] {
        assert_eq!(send(SECRET, id, topic, body).await, StatusCode::OK);
    }
    settled(&shop.db).await;
    shop.is_mirrored().await;

    webhooks(&shop, "PURGE").await;
    assert_eq!(shop.provider.state().shops[SHOP].subscriptions, 0);
    assert_eq!(failed_jobs(&shop.db).await, Rows::new());
    shop.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_told_and_the_next_pull_goes_on_once_it_is_over() {
    let shop = Shop::new(20).await;
    shop.pull().await;
    shop.provider.shop(SHOP, |shop, now| shop.receive(now));
    let token = shop.provider.shop(SHOP, |shop, _| {
        shop.scopes.retain(|scope| scope != "read_orders");
        std::mem::replace(&mut shop.seed.token, "another".into())
    });
    shop.pull().await;
    let failed = failed_jobs(&shop.db).await;
    let error = failed["orders.synchronize"]["error"].to_string();
    assert!(error.contains("token"), "{error}");
    shop.provider.shop(SHOP, |shop, _| shop.seed.token = token);
    shop.pull().await;
    let scope = "select count(*) from jobs where status = 'FAILED' and error like '%read_orders%'";
    assert_eq!(count(&shop.db, scope).await, 1);
    shop.provider
        .shop(SHOP, |shop, _| shop.scopes.push("read_orders".into()));
    shop.pull().await;
    shop.is_mirrored().await;
    shop.stop().await;
}

impl Provider for Simulator {
    const PLUGIN: &'static str = "shopify";
    const TROUBLES: usize = TROUBLES.len();
    const PULLS: &'static [&'static str] = &["/order/synchronize", "/product/synchronize"];

    async fn of(seed: u64) -> Self {
        provider(seed, 200).await
    }

    fn places(&self) -> Vec<(&'static str, String)> {
        let shops = format!("{}/{{shop}}", self.base_url());
        vec![
            ("https://{shop}.myshopify.com", shops),
            ("https://storage.googleapis.com", self.storage_url()),
        ]
    }

    async fn connect(&self, session: &Session) -> Connected {
        let connected = session.connect(Self::PLUGIN, "shop", by_token()).await;
        let register = json!({ "type": "REGISTER" });
        session.post("/store/webhooks/enqueue", &register).await;
        connected
    }

    fn trouble(&self, kind: usize, rng: &mut StdRng) {
        let (mode, calls) = TROUBLES[kind];
        self.trouble(Trouble {
            calls,
            ..Trouble::drawn(mode, rng)
        });
    }

    async fn event(&self, rng: &mut StdRng) {
        self.deliver(Habits {
            duplicate: rng.random_bool(0.5),
            reorder: rng.random_bool(0.5),
            hold: rng.random_bool(0.2),
        });
        let (act, number) = (rng.random_range(0..7), rng.random_range(0..500));
        self.shop(SHOP, |shop, now| match act {
            0 => drop(shop.receive(now)),
            1 => shop.rename_product(2, &format!("Édition {number}"), now),
            2 => {
                let sku = shop.products[0]["variants"][0]["sku"].clone();
                shop.count_stock(sku.as_str().unwrap_or_default(), number, now);
            }
            // The shop gives up on its lists (not again and again, which is a person's to look at), or takes back the
            // tokens that it lent.
            3 if shop.operations.len() == 3 => shop.fail_operations(),
            3 | 4 => shop.tokens.clear(),
            act => match shop.open_order() {
                Some(order) if act == 5 => shop.cancel(order, now),
                Some(order) => shop.ship(order, now),
                None => {}
            },
        });
        // Its clock runs ahead of ours, and is put right now and then.
        self.clock().advance(rng.random_range(-20.0..60.0));
    }

    fn calm(&self) {
        self.trouble(Trouble::of(Mode::None));
        self.deliver(Habits::default());
    }

    async fn compare(&self, session: &Session, db: &PgPool) {
        catch_up::<Self>(session, db).await;
        mirrored(self, db).await;
    }
}

const TROUBLES: [(Mode, Option<Calls>); 14] = [
    (Mode::Errors500, None),
    (Mode::InternalError, None),
    (Mode::Rate429, None),
    (Mode::Throttled, None),
    (Mode::Slow, None),
    (Mode::Garbage, None),
    (Mode::HalfPage, None),
    (Mode::Partial, None),
    (Mode::Drop, None),
    (Mode::Reset, None),
    (Mode::Garbage, Some(Calls::Files)),
    (Mode::HalfPage, Some(Calls::Files)),
    (Mode::Drop, Some(Calls::Files)),
    (Mode::Reset, Some(Calls::Files)),
];

#[tokio::test(flavor = "multi_thread")]
async fn after_any_bad_day_the_portal_holds_what_the_shop_holds() {
    bad_days::<Simulator>().await;
}
