//! Orders that the demo company's people have made in the portal, in every state of their way to the warehouse: taken there,
//! refused, without one, given up.

use anyhow::Context;
use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

use super::catalog;
use super::portal::{Portal, text};
use crate::app::App;

/// An article of Lune that its warehouse has: SKU, name, grams, millimetres.
type Article = (&'static str, &'static str, i32, [i32; 3]);

const ARTICLES: [Article; 2] = [
    (
        "LUNE-000101-0001",
        "Lune Caron – Île d'Yeu (LP)",
        310,
        [315, 315, 6],
    ),
    (
        "LUNE-000103-000M",
        "Lune Caron – Île d'Yeu (T-shirt) M",
        190,
        [300, 250, 20],
    ),
];

/// The provider that a store's orders are handed to. What is made of its records here stands before its first pull, which finds
/// them there by their ids and completes them.
pub(super) struct Warehouse {
    store: Uuid,
    connector: Uuid,
    plugin: String,
}

impl Warehouse {
    pub(super) async fn of(app: &App, store: Uuid) -> anyhow::Result<Self> {
        let (connector, plugin) = sqlx::query_as(
            "select id, plugin from connectors where store_id = $1 and role = 'fulfillment'",
        )
        .bind(store)
        .fetch_one(&app.db)
        .await?;
        Ok(Self {
            store,
            connector,
            plugin,
        })
    }

    /// An article as orders name it: id and SKU.
    async fn article(
        &self,
        app: &App,
        (sku, name, grams, [length, width, height]): &Article,
    ) -> anyhow::Result<Value> {
        let id = Uuid::now_v7();
        sqlx::query(
            "with product as (
                insert into products (id, store_id, connector_id, provider_id, name, as_of)
                values ($1, $2, $3, $4, $5, 'epoch') returning id)
             insert into product_variants (id, product_id, store_id, connector_id, provider_id, position, sku, name,
                weight_grams, length_mm, width_mm, height_mm)
             select $6, id, $2, $3, $4, 0, $4, $5, $7, $8, $9, $10 from product",
        )
        .bind(Uuid::now_v7())
        .bind(self.store)
        .bind(self.connector)
        .bind(sku)
        .bind(name)
        .bind(id)
        .bind(grams)
        .bind(length)
        .bind(width)
        .bind(height)
        .execute(&app.db)
        .await?;
        Ok(json!({ "id": id, "sku": sku }))
    }

    /// A shipment on its way there.
    pub(super) async fn shipment(&self, app: &App, provider_id: &str) -> anyhow::Result<Uuid> {
        let id = Uuid::now_v7();
        sqlx::query(
            "insert into inbound_shipments (id, store_id, connector_id, provider, provider_id, status, expected_units,
                offloaded_units, damaged_units, as_of, digest)
             values ($1, $2, $3, $4, $5, 'TRANSMITTED', 0, 0, 0, 'epoch', '')",
        )
        .bind(id)
        .bind(self.store)
        .bind(self.connector)
        .bind(&self.plugin)
        .bind(provider_id)
        .execute(&app.db)
        .await?;
        Ok(id)
    }
}

/// To whom an order goes: first and last name, e-mail, street, postal code, city, country.
type To = [&'static str; 7];

const PRESS: To = [
    "Jeanne",
    "Perrin",
    "jeanne.perrin@presse.example",
    "8 rue du Faubourg-Poissonnière",
    "75010",
    "Paris",
    "FR",
];
const RADIO: To = [
    "Wout",
    "Janssens",
    "wout@radio.example",
    "Flageyplein 18",
    "1050",
    "Bruxelles",
    "BE",
];
const SHOP: To = [
    "Aïcha",
    "Benali",
    "aicha@disquaire.example",
    "21 cours d’Estienne-d’Orves",
    "13001",
    "Marseille",
    "FR",
];
const FAN: To = [
    "Rosa",
    "Lindqvist",
    "rosa@fanclub.example",
    "Oranienstraße 24",
    "10999",
    "Berlin",
    "DE",
];

/// Why an order is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    Gift,
    /// A gift whose preparation nobody pays.
    Free,
    /// The company buys.
    Bought,
}

struct Way {
    store: Uuid,
    carrier: Uuid,
}

/// An order of so many of some articles.
fn order(
    way: &Way,
    (reference, cause, to): (&str, Cause, To),
    articles: &[(&Value, u32)],
) -> Value {
    let bought = cause == Cause::Bought;
    let articles = articles.iter().map(|(article, quantity)| {
        let to_charge = if bought { json!("11.50") } else { Value::Null };
        json!({
            "id": article["id"], "sku": article["sku"], "quantity": quantity,
            "price": { "unit": "12.00", "toCharge": to_charge },
        })
    });
    let [first, last, email, street, zip, city, country] = to;
    json!({
        "storeId": way.store, "carrierId": way.carrier, "reference": reference, "isFree": cause == Cause::Free,
        "isCompanyPurchase": bought,
        "customer": { "firstName": first, "lastName": last, "email": email, "phone": "+33 6 12 34 56 78" },
        "shippingAddress": { "address1": street, "city": city, "country": country, "zip": zip },
        "products": articles.collect::<Value>(),
    })
}

/// The stores that orders are made of.
pub(super) struct Stores {
    /// With a warehouse and without a shop: one with a shop has the shop's articles.
    pub(super) selling: Uuid,
    /// Without a warehouse.
    pub(super) merch: Uuid,
}

/// Makes them in the name of an admin and of a merchant of the selling store. Tells the first one.
pub(super) async fn make(
    app: &App,
    portal: &Portal,
    merchant: &Portal,
    stores: &Stores,
) -> anyhow::Result<Value> {
    let carrier: Uuid = sqlx::query_scalar("select id from carriers where code = 'standard'")
        .fetch_one(&app.db)
        .await?;
    let way = Way {
        store: stores.selling,
        carrier,
    };
    let warehouse = Warehouse::of(app, stores.selling).await?;
    let record = warehouse.article(app, &ARTICLES[0]).await?;
    let shirt = warehouse.article(app, &ARTICLES[1]).await?;
    let poster = catalog::product(portal, stores.selling, &catalog::POSTER).await?;
    let poster = &poster["variants"][0];

    let mut hours = Vec::new();
    let mut send =
        async |by: &Portal, what: (&str, Cause, To), articles: &[(&Value, u32)], ago: i64| {
            let created = by.post("/order", order(&way, what, articles)).await?;
            hours.push((created["id"].clone(), ago));
            anyhow::Ok(created)
        };
    let both = [(&record, 1), (&shirt, 1)];
    let press = ("PRESSE-0001", Cause::Gift, PRESS);
    let press = send(portal, press, &both, 26).await?;
    let bought = ("ACHAT-0001", Cause::Bought, SHOP);
    send(portal, bought, &[(&shirt, 12)], 20).await?;
    let radio = ("RADIO-0001", Cause::Free, RADIO);
    send(portal, radio, &[(&record, 2)], 5).await?;
    let fans = ("FANCLUB-0001", Cause::Gift, FAN);
    send(merchant, fans, &[(&shirt, 3)], 3).await?;
    // The warehouse refuses what it does not know.
    let signed = ("DEDICACE-0001", Cause::Gift, PRESS);
    send(portal, signed, &[(poster, 1), (&record, 1)], 2).await?;

    let away = Way {
        store: stores.merch,
        carrier,
    };
    let list = format!("/store/{}/product", stores.merch);
    let products = portal.get(&list).await?;
    let product = products
        .as_array()
        .and_then(|all| all.iter().find(|product| product["variantCount"] == 1))
        .context("a product of one variant")?;
    let product = portal
        .get(&format!("/product/{}", text(&product["id"])))
        .await?;
    let article = &product["variants"][0];
    let waiting = ("TOURNEE-0001", Cause::Gift, SHOP);
    let waiting = order(&away, waiting, &[(article, 4)]);
    let waiting = portal.post("/order", waiting).await?;
    hours.push((waiting["id"].clone(), 30));
    let dropped = ("TOURNEE-0002", Cause::Free, RADIO);
    let dropped = order(&away, dropped, &[(article, 1)]);
    let dropped = portal.post("/order", dropped).await?;
    portal
        .post(
            &format!("/order/{}/cancel", text(&dropped["id"])),
            json!({}),
        )
        .await?;
    hours.push((dropped["id"].clone(), 75));

    for (id, ago) in hours {
        sqlx::query("update orders set submitted_at = $2 where id = $1")
            .bind(text(&id).parse::<Uuid>()?)
            .bind(app.now() - TimeDelta::hours(ago))
            .execute(&app.db)
            .await?;
    }
    Ok(press)
}
