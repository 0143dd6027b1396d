//! Cubyn's bad days, and what it brings once an operator switches it on.

use cubyn_simulator::{Holdings, MERCHANTS, Mode, SimClock, Simulator, SimulatorConfig, Trouble};
use rand::RngExt;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::chaos::{self, Provider, Rows, bad_days, catch_up, same};
use crate::host::{self, Connected, Session, by_key, eventually};
use crate::world::{PUSHED, World};

const KEY: &str = MERCHANTS[0].0;

impl Provider for Simulator {
    const PLUGIN: &'static str = "cubyn";
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
            parcels: 1_200,
            rate_limit: None,
            clock: SimClock::real(),
        };
        Simulator::start(config).await.expect("a simulator")
    }

    fn places(&self) -> Vec<(&'static str, String)> {
        vec![("https://api.cubyn.com", self.base_url())]
    }

    async fn connect(&self, session: &Session) -> Connected {
        let data = json!({ "id": "706293859", "applicationKey": KEY });
        let connected = session.connect(Self::PLUGIN, "fulfillment", data).await;
        self.notify(KEY, &connected.webhooks);
        connected
    }

    fn trouble(&self, kind: usize, rng: &mut StdRng) {
        self.trouble(Trouble::drawn(TROUBLES[kind], rng));
    }

    async fn event(&self, rng: &mut StdRng) {
        let parcels = self.holdings(KEY).expect("a merchant").parcels;
        let id = parcels[rng.random_range(0..parcels.len())]["id"].as_u64();
        match rng.random_range(0..4) {
            0 => self.work(),
            // Its clock goes ahead, is behind, or is put right.
            1 => self.clock().advance(rng.random_range(-7_200..7_200)),
            // Backwards too: what is known as delivered was not.
            2 => {
                let status = ["PICKED", "SHIPPED", "CUBYN_EXCEPTION", "DELIVERED"];
                let status = status[rng.random_range(0..status.len())];
                self.set_status(id.unwrap_or_default(), status);
            }
            _ => order(self, rng.random_range(0..u64::MAX)).await,
        }
    }

    fn calm(&self) {
        self.trouble(Trouble::of(Mode::None));
    }

    async fn compare(&self, session: &Session, db: &PgPool) {
        chaos::a_week_later(db).await;
        catch_up::<Self>(session, db).await;
        let holdings = self.holdings(KEY).expect("a merchant");
        same("parcels", &parcels(&holdings), &by_key(db, PARCELS).await);
        same(
            "products",
            &products(&holdings),
            &by_key(db, PRODUCTS).await,
        );
        let kept = by_key(db, DELIVERIES).await;
        same("deliveries", &deliveries(&holdings), &kept);
        chaos::begun_once(db, holdings.parcels.len()).await;
    }
}

const TROUBLES: [Mode; 16] = [
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
    Mode::BadItem,
    Mode::Drop,
    Mode::Reset,
    Mode::HookTwice,
    Mode::HookLost,
];

/// Somebody else, the merchant's own shop, has a parcel made.
async fn order(simulator: &Simulator, number: u64) {
    let products = simulator.holdings(KEY).expect("a merchant").products;
    let parcel = json!({
        "firstName": "Ana", "lastName": "B", "email": "ana@example.org", "phone": "+33600000000",
        "organizationName": "", "orderRef": format!("own-{number}"), "objectCount": 1, "comments": "",
        "address": { "line1": "2 rue B", "line2": "", "zip": "75011", "city": "Paris", "country": "FR" },
        "items": [{ "reference": products[0]["sku"], "count": 1 }],
    });
    let url = format!("{}/v2/parcels", simulator.base_url());
    let request = reqwest::Client::new()
        .post(url)
        .header("x-application", KEY);
    // In the middle of trouble it may not be made.
    drop(request.json(&parcel).send().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_any_bad_day_the_portal_holds_what_cubyn_holds() {
    bad_days::<Simulator>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_is_a_hint_whoever_sends_it() {
    let world = World::new(Simulator::of(21).await).await;
    let (simulator, db) = (&world.provider, &world.db);
    world.catch_up().await;
    let parcels = simulator.holdings(KEY).expect("a merchant").parcels;
    let id = parcels[0]["id"].as_u64().expect("an id");

    // The provider's clock is ahead, then put right: the later status stands.
    simulator.clock().advance(7_200);
    order(simulator, 1).await;
    simulator.set_status(id, "SHIPPED");
    let status = format!("select count(*) from orders where provider_id = '{id}' and status = ");
    let is = async |word: &str| host::count(db, &format!("{status}'{word}'")).await == 1;
    eventually("it left", || async { is("SHIPPED").await }).await;
    simulator.clock().advance(-7_200);
    simulator.set_status(id, "RETURNED");
    eventually("it came back", || async { is("RETURNED").await }).await;

    // What somebody else says of a parcel is not believed; who does not know the address is not heard.
    let lie = json!({ "event": "parcel.status.updated", "createdAt": "2020-01-01T00:00:00Z",
        "data": { "id": id, "status": "DELIVERED" } });
    let post = async |url: &str| {
        let answer = reqwest::Client::new().post(url).json(&lie).send().await;
        answer.expect("an answer").status().as_u16()
    };
    let webhooks = &world.connected.webhooks;
    assert_eq!(post(webhooks).await, 200);
    let (address, _) = webhooks.rsplit_once('/').expect("a token");
    assert_eq!(post(&format!("{address}/guessed")).await, 403);
    host::settled(db).await;
    assert!(is("RETURNED").await);
    world.compare().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_parcel_whose_answer_was_lost_is_made_once() {
    let world = World::new(Simulator::of(23).await).await;
    world.catch_up().await;
    // Half of what is asked for is done, and nobody hears of it.
    world.provider.trouble(Trouble {
        share: 0.5,
        ..Trouble::of(Mode::Drop)
    });
    let mut order_keys = Vec::new();
    for at in 0..6 {
        order_keys.push(world.order(&format!("OURS-{at}")).await);
    }
    let ours = |world: &World<Simulator>| {
        let parcels = world.provider.holdings(KEY).expect("a merchant").parcels;
        let keys = parcels.iter().map(|parcel| key(&parcel["orderRef"]));
        let mut ours: Vec<String> = keys.filter(|key| order_keys.contains(key)).collect();
        ours.sort_unstable();
        ours
    };
    eventually("most are made", || async { ours(&world).len() >= 4 }).await;
    world.provider.calm();
    host::settled(&world.db).await;
    world.catch_up().await;
    let mut each_once = order_keys.clone();
    each_once.sort_unstable();
    assert_eq!(ours(&world), each_once);
    assert_eq!(host::count(&world.db, PUSHED).await, 6);
    let parcels = world.provider.holdings(KEY).expect("a merchant").parcels;
    chaos::begun_once(&world.db, parcels.len()).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn its_screens_tell_of_each_connection_whether_it_works() {
    let world = World::new(Simulator::of(22).await).await;
    let session = &world.session;
    let plugins = session.get("/plugins").await;
    let plugin = plugins.as_array().expect("a list");
    let plugin = plugin.iter().find(|each| each["id"] == "cubyn");
    let screens = plugin.expect("it is switched on")["screens"].as_array();
    assert_eq!(screens.map(Vec::len), Some(4));

    let rows = session.get("/cubyn/connection").await;
    assert_eq!(rows[0]["connector"], world.connected.id);
    assert_eq!(
        (&rows[0]["application"], &rows[0]["problem"]),
        (&json!("Comptoir"), &Value::Null)
    );
    for (mode, problem) in [
        (Mode::Unauthorized, "credentials"),
        (Mode::Rate429Bare, "busy"),
        (Mode::Errors503, "unavailable"),
    ] {
        world.provider.trouble(Trouble::of(mode));
        let rows = session.get("/cubyn/connection").await;
        assert_eq!(rows[0]["problem"], problem, "{mode:?}");
    }
    world.stop().await;
}

/// Its id or number as a key.
fn key(of: &Value) -> String {
    of.as_str().map_or_else(|| of.to_string(), str::to_owned)
}

fn rows(items: &[Value], row: impl Fn(&Value) -> Value) -> Rows {
    items
        .iter()
        .map(|each| (key(&each["id"]), row(each)))
        .collect()
}

const PARCELS: &str = "select provider_id as key, reference, status, tracking_number, carrier,
    (select jsonb_agg(jsonb_build_array(sku, quantity) order by position) from order_lines where order_id = o.id) as items
    from orders o";

fn parcels(holdings: &Holdings) -> Rows {
    rows(&holdings.parcels, |parcel| {
        let items = parcel["items"].as_array().expect("items").iter();
        let items: Vec<_> = items
            .map(|item| json!([item["reference"], item["count"]]))
            .collect();
        let status = parcel["status"].as_str().expect("a status");
        let status = match status {
            "CREATED" => "PENDING",
            "PICKED" => "IN_PREPARATION",
            "CARRIER_IN_TRANSIT" | "CARRIER_OUT_FOR_DELIVERY" => "SHIPPED",
            "CARRIER_DELIVERED" => "DELIVERED",
            "CUBYN_EXCEPTION" => "EXCEPTION",
            same => same,
        };
        json!({
            "reference": parcel["orderRef"],
            "status": status,
            "tracking_number": parcel["trackingId"].as_str().unwrap_or_default(),
            "carrier": parcel["carrier"]["name"].as_str().unwrap_or_default(),
            "items": items,
        })
    })
}

const PRODUCTS: &str = "select p.provider_id as key, p.name, v.sku, v.ean, i.available
    from products p join product_variants v on v.product_id = p.id
    join inventories i on i.connector_id = p.connector_id and i.sku = v.sku where gone_at is null";

fn products(holdings: &Holdings) -> Rows {
    rows(&holdings.products, |product| {
        json!({
            "name": product["name"],
            "sku": product["sku"],
            "ean": product["barcode"],
            "available": product["stock"].as_i64().map(|stock| stock.max(0)),
        })
    })
}

const DELIVERIES: &str = "select provider_id as key, status,
    (select jsonb_object_agg(sku, jsonb_build_array(expected, offloaded)) from inbound_units where shipment_id = i.id) as units
    from inbound_shipments i";

fn deliveries(holdings: &Holdings) -> Rows {
    rows(&holdings.inbounds, |inbound| {
        let items = inbound["items"].as_array().expect("items").iter();
        let units: serde_json::Map<_, _> = items
            .map(|item| {
                let counts = json!([item["quantity"], item["storedQuantity"]]);
                (key(&item["sku"]), counts)
            })
            .collect();
        let status = match inbound["status"].as_str() {
            Some("CREATED") => "TRANSMITTED",
            Some("RECEIVING") => "OFFLOADING",
            _ => "COMPLETE",
        };
        json!({ "status": status, "units": units })
    })
}
