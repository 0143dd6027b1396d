//! A store's prices at its shop: the merchant's own rates stay, and a host that is killed leaves nothing half and nothing twice.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use shopify_simulator::{Mode, Trouble};

use super::{SHOP, Shop};
use crate::host::{eventually, settled, text};

/// More zones than one request of the shop's holds; New Zealand is the merchant's own.
const COUNTRIES: [&str; 12] = [
    "AT", "BE", "DE", "ES", "FI", "FR", "GR", "IE", "LU", "NL", "PL", "PT",
];

/// A store with a carrier whose price is another in each country.
struct Priced {
    shop: Shop,
    store: String,
    carrier: String,
}

impl Priced {
    async fn new() -> Self {
        let shop = Shop::new(1).await;
        let store = text(&shop.session.get("/store").await[0], "id");
        let carrier = json!({
            "provider": "bigblue", "code": "standard", "name": "Standard", "translations": "{\"fr\":\"Colissimo\"}",
        });
        let carrier = text(
            &shop.session.post("/shipping/carrier", &carrier).await,
            "id",
        );
        let priced = Self {
            shop,
            store,
            carrier,
        };
        for (at, country) in COUNTRIES.iter().enumerate() {
            priced.price(country, &format!("{at}.50")).await;
        }
        priced
    }

    /// The grid's price for parcels up to 30 kg.
    async fn price(&self, country: &str, price: &str) {
        let new = json!({
            "carrierId": self.carrier, "countries": [country], "minWeight": 0, "maxWeight": 30_000,
            "price": price,
        });
        self.shop.session.post("/shipping/price", &new).await;
    }

    async fn diff(&self) -> Value {
        let path = format!(
            "/shipping/store/diff?storeId={}&carrierIds={}",
            self.store, self.carrier
        );
        self.shop.session.get(&path).await
    }

    async fn set(&self) -> Value {
        let asked = json!({ "storeId": self.store, "carrierIds": [self.carrier] });
        self.shop.session.post("/shipping/store/set", &asked).await
    }

    async fn clear(&self) {
        let asked = json!({ "storeId": self.store });
        self.shop
            .session
            .post("/shipping/store/clear", &asked)
            .await;
        settled(&self.shop.db).await;
    }

    /// The last deployment.
    async fn last(&self) -> Value {
        let path = format!("/shipping/store/deployments?storeId={}", self.store);
        self.shop.session.get(&path).await[0].clone()
    }

    /// The shop's zones by name.
    fn zones(&self) -> Vec<String> {
        let names = |zones: &Vec<Value>| {
            let names = zones.iter().map(|zone| text(&zone["zone"], "name"));
            names.collect::<Vec<_>>()
        };
        let shop = &self.shop.provider;
        let mut names = shop.shop(SHOP, |shop, _| names(shop.zones()));
        names.sort_unstable();
        names
    }

    /// Kills the host and starts it again.
    async fn kill(self) -> Self {
        let Self {
            shop,
            store,
            carrier,
        } = self;
        Self {
            shop: shop.kill().await,
            store,
            carrier,
        }
    }
}

fn of_all() -> Vec<String> {
    let ours = COUNTRIES.iter().map(|code| format!("Comptoir · {code}"));
    let mut names: Vec<String> = ours.collect();
    names.push("Nouvelle-Zélande".into());
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stores_prices_are_set_at_its_shop_and_the_merchants_stay() {
    let priced = Priced::new().await;
    let before = priced.diff().await;
    assert_eq!(
        before["counts"],
        json!({ "added": 12, "changed": 0, "removed": 0, "same": 0, "foreign": 2 })
    );
    // One of the merchant's own is for large orders alone.
    let own = &before["zones"][COUNTRIES.len()]["rates"];
    assert_eq!(
        (&own[0]["minTotal"], &own[1]["minTotal"]),
        (&json!(null), &json!("250.00"))
    );
    let first = priced.set().await;
    assert_eq!(
        (&first["state"], &first["kind"]),
        (&json!("pending"), &json!("set"))
    );
    settled(&priced.shop.db).await;
    let done = priced.last().await;
    assert_eq!(done["state"], "done", "{done}");
    assert_eq!(priced.zones(), of_all());
    let after = priced.diff().await;
    assert_eq!(
        after["counts"],
        json!({ "added": 0, "changed": 0, "removed": 0, "same": 12, "foreign": 2 })
    );
    // As consumers read it: the French name, and the VAT of the destination on the price.
    let zones = after["zones"].as_array().expect("zones");
    let belgium = zones.iter().find(|zone| zone["name"] == "BE");
    let rate = &belgium.expect("Belgium")["rates"][0];
    assert_eq!(rate["name"], "Colissimo");
    assert_eq!(rate["before"], rate["after"]);

    // Somebody raises a price of ours at the shop: that is seen, and set right again by what was there before.
    priced.shop.provider.shop(SHOP, |shop, _| {
        let ours = |zone: &&mut Value| zone["zone"]["name"] == "Comptoir · BE";
        let zone = shop.zones().iter_mut().find(ours).expect("a zone");
        zone["methodDefinitions"][0]["rateProvider"]["price"]["amount"] = json!("99.00");
    });
    assert_eq!(priced.diff().await["counts"]["changed"], 1);
    let again = format!("/shipping/store/deployments/{}/again", text(&first, "id"));
    priced.shop.session.post(&again, &json!({})).await;
    settled(&priced.shop.db).await;
    assert_eq!(priced.diff().await["counts"]["same"], 12);

    priced.clear().await;
    let cleared = priced.last().await;
    assert_eq!(
        (&cleared["kind"], &cleared["state"]),
        (&json!("clear"), &json!("done"))
    );
    assert_eq!(priced.zones(), ["Nouvelle-Zélande"]);

    // A country that is the merchant's own is not ours to set; nothing is taken away for that.
    priced.price("NZ", "9.90").await;
    let blocked = priced.diff().await["blocked"].clone();
    assert_eq!(
        blocked,
        json!([{ "countryCode": "NZ", "zone": "Nouvelle-Zélande" }])
    );
    priced.set().await;
    settled(&priced.shop.db).await;
    let refused = priced.last().await;
    assert_eq!(refused["state"], "failed", "{refused}");
    assert!(
        text(&refused, "problem").contains("Nouvelle-Zélande"),
        "{refused}"
    );
    assert_eq!(priced.zones(), ["Nouvelle-Zélande"]);
    priced.shop.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_sells_to_the_countries_that_it_is_told() {
    let priced = Priced::new().await;
    let asked = json!({ "storeId": priced.store, "countries": ["FR", "BE", "DE"] });
    let path = "/shipping/store/set/markets";
    priced.shop.session.post(path, &asked).await;
    settled(&priced.shop.db).await;
    let done = priced.last().await;
    assert_eq!(done["state"], "done", "{done}");
    assert_eq!(done["zones"].as_array().expect("zones").len(), 3);
    let markets = priced
        .shop
        .provider
        .shop(SHOP, |shop, _| shop.markets.len());
    assert_eq!(markets, 2, "the merchant's own, and ours");
    priced.shop.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_it_deploys_nothing_is_half_and_nothing_twice() {
    let mut priced = Priced::new().await;
    let slow = Trouble {
        slow_ms: 150,
        ..Trouble::of(Mode::Slow)
    };
    priced.shop.provider.trouble(slow);
    priced.set().await;
    // While it is under way there is no other.
    let asked = json!({ "storeId": priced.store });
    let (status, _) = priced
        .shop
        .session
        .call(Method::POST, "/shipping/store/clear", Some(&asked))
        .await
        .expect("an answer");
    assert_eq!(status, 409);
    for moment in [0, 150, 400, 650] {
        let requests = priced.shop.provider.state().requests;
        eventually("it goes on", || async {
            priced.shop.provider.state().requests != requests
        })
        .await;
        tokio::time::sleep(Duration::from_millis(moment)).await;
        priced = priced.kill().await;
    }
    priced.shop.provider.trouble(Trouble::of(Mode::None));
    settled(&priced.shop.db).await;
    let done = priced.last().await;
    assert_eq!(done["state"], "done", "{done}");
    let zones = done["zones"].as_array().expect("zones");
    assert!(zones.iter().all(|zone| zone["done"] == true), "{done}");
    assert_eq!(priced.zones(), of_all());
    priced.shop.stop().await;
}
