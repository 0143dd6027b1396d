//! A store's shop and its fulfilment provider tell of the same orders, in any order.

use chrono::{DateTime, TimeDelta, Utc};
use comptoir_sandbox::commerce;
use comptoir_sandbox::types::{Address, Money};
use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

use super::manual::article;
use crate::access::Permission;
use crate::orders::Orders;
use crate::providers::connectors::{self, ConnectorRole};
use crate::providers::sync;
use crate::shipping::tests::carrier;
use crate::testing::{TestApp, noon};

/// A store that both tell of.
struct Both {
    app: TestApp,
    store: Uuid,
    shop: Uuid,
    fulfilment: Uuid,
}

impl Both {
    async fn new(db: PgPool) -> Self {
        let app = TestApp::new(db).await;
        let store = app.store(app.organization().await).await;
        let shop = app.hostile(store, ConnectorRole::Shop, &[]).await;
        let fulfilment = app.hostile(store, ConnectorRole::Fulfillment, &[]).await;
        Self {
            app,
            store,
            shop,
            fulfilment,
        }
    }

    /// As a page of a pull brings them.
    async fn take(&self, connector: Uuid, orders: Vec<commerce::Order>) {
        let connector = connectors::find(&self.app.app.db, connector).await;
        let connector = connector.expect("a query").expect("a connector");
        let page = commerce::OrderPage {
            items: orders,
            rejected: Vec::new(),
            cursor: String::new(),
            more: true,
            total: None,
        };
        let mut tx = self.app.app.begin().await.expect("a transaction");
        sync::take_reported::<Orders>(&mut tx, &connector, sync::Glossary::default(), page, noon())
            .await
            .expect("rows");
        tx.commit().await.expect("a commit");
    }

    async fn forget(&self) {
        sqlx::query("delete from orders")
            .execute(&self.app.app.db)
            .await
            .expect("a query");
    }
}

fn eur(minor: i64) -> Money {
    Money {
        minor,
        currency: "EUR".into(),
    }
}

/// Of the shop when its id begins with a digit.
fn order(
    id: &str,
    reference: &str,
    price: i64,
    status: commerce::OrderStatus,
    at: DateTime<Utc>,
) -> commerce::Order {
    let is_shop = id.starts_with(|first: char| first.is_ascii_digit());
    let tracking = commerce::Tracking {
        carrier: "colissimo".into(),
        number: format!("{id}-1"),
        url: String::new(),
    };
    commerce::Order {
        state: commerce::OrderState {
            id: id.into(),
            status,
            status_message: String::new(),
            tracking: Some(tracking),
            as_of: at.to_rfc3339(),
        },
        reference: reference.into(),
        source: String::new(),
        submitted_at: "2026-11-17T09:00:00Z".into(),
        language: "fr".into(),
        currency: "EUR".into(),
        lines: vec![commerce::OrderLine {
            sku: if is_shop { "BOX" } else { "LP" }.into(),
            quantity: 1,
            unit_price: eur(price),
            unit_tax: eur(0),
            discount: eur(0),
        }],
        shipping_method: if is_shop { "Standard" } else { "home" }.into(),
        shipping_price: eur(500),
        shipping_tax: eur(0),
        additional_tax: eur(0),
        additional_discount: eur(0),
        total: eur(price + 500),
        shipping_address: Address {
            first_name: "Ana".into(),
            last_name: "B".into(),
            company: String::new(),
            line1: "1 rue des Lilas".into(),
            line2: String::new(),
            zip: "75011".into(),
            city: "Paris".into(),
            state: String::new(),
            country: "FR".into(),
            phone: String::new(),
            email: String::new(),
        },
        billing_address: None,
        extra: vec![("url".into(), format!("https://example.com/orders/{id}"))],
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn whoever_tells_first_a_sale_is_one_order(db: PgPool) {
    use commerce::OrderStatus::{Pending, Shipped};
    let both = Both::new(db).await;
    let admin = both.app.admin(&[Permission::ReadOrder]).await;
    let (first, later) = (noon() - TimeDelta::hours(1), noon());
    let reported = [
        (both.shop, order("55", "#1042", 3_000, Pending, first)),
        (both.shop, order("55", "#1042", 2_500, Shipped, later)),
        (both.fulfilment, order("MUSI1", "#1042", 1, Pending, first)),
        (both.fulfilment, order("MUSI1", "#1042", 1, Shipped, later)),
    ];
    for mut way in 0..24 {
        let mut rest: Vec<_> = reported.iter().collect();
        while !rest.is_empty() {
            let count = rest.len();
            let (connector, order) = rest.remove(way % count);
            way /= count;
            both.take(*connector, vec![order.clone()]).await;
        }
        let list = admin.get("/order").await;
        assert_eq!(list.data().as_array().map(Vec::len), Some(1));
        let row = &list.data()[0];
        let found = admin
            .get(&format!("/order/{}", row["id"].as_str().expect("an id")))
            .await;
        let data = found.data();
        assert_eq!(
            (
                &data["providerId"],
                &data["status"],
                &data["trackingNumber"]
            ),
            (&json!("MUSI1"), &json!("SHIPPED"), &json!("MUSI1-1"))
        );
        assert_eq!(data["total"], json!("30.00"), "{data}");
        assert_eq!(
            (&data["lines"][0]["sku"], &data["shippingLines"][0]["name"]),
            (&json!("BOX"), &json!("Standard"))
        );
        assert_eq!(
            data["sale"],
            json!({ "provider": "hostile", "providerId": "55", "reference": "#1042", "status": "SHIPPED",
                "url": "https://example.com/orders/55" })
        );
        assert_eq!(data["providerUrl"], "https://example.com/orders/MUSI1");
        both.forget().await;
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn orders_that_only_look_alike_stay_apart(db: PgPool) {
    use commerce::OrderStatus::{Cancelled, Pending};
    let both = Both::new(db.clone()).await;
    let neighbour = Both {
        app: TestApp::new(db.clone()).await,
        ..Both::new(db.clone()).await
    };
    assert_ne!(both.store, neighbour.store);
    let pending = |id: &str, reference: &str| order(id, reference, 1_000, Pending, noon());
    both.take(
        both.shop,
        vec![pending("55", "#1042"), pending("56", "#1043")],
    )
    .await;
    // Another store's, another reference; the shop's id and the name without its sign are the same order.
    neighbour
        .take(neighbour.fulfilment, vec![pending("NOVA1", "#1042")])
        .await;
    let reported = vec![
        pending("MUSI0", "#104"),
        pending("MUSI1", "1042"),
        pending("MUSI2", "56"),
    ];
    both.take(both.fulfilment, reported).await;
    let linked: Vec<(String, String)> = sqlx::query_as(
        "select o.provider_id, s.provider_id from order_sales s join orders o on o.id = s.order_id order by 1",
    )
    .fetch_all(&db)
    .await
    .expect("rows");
    let pair = |order: &str, sale: &str| (order.to_owned(), sale.to_owned());
    assert_eq!(linked, [pair("MUSI1", "55"), pair("MUSI2", "56")]);
    // Held twice by the provider: the sale is the one that is not cancelled, and no other.
    let cancelled = order("MUSI3", "#1044", 1_000, Cancelled, noon());
    let twice = vec![
        cancelled,
        pending("MUSI4", "#1044"),
        pending("MUSI5", "#1044"),
    ];
    both.take(both.fulfilment, twice).await;
    both.take(both.shop, vec![pending("57", "#1044")]).await;
    let sold: String = sqlx::query_scalar(
        "select o.status from order_sales s join orders o on o.id = s.order_id where s.provider_id = '57'",
    )
    .fetch_one(&db)
    .await
    .expect("a row");
    assert_eq!(sold, "PENDING");
    let orders: i64 = sqlx::query_scalar("select count(*) from orders")
        .fetch_one(&db)
        .await
        .expect("a count");
    assert_eq!(orders, 3 + 1 + 3);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_order_made_here_is_no_sale_of_the_shops(db: PgPool) {
    use commerce::OrderStatus::Pending;
    let both = Both::new(db).await;
    let (read, write) = (Permission::ReadOrder, Permission::WriteOrder);
    let admin = both.app.admin(&[read, write]).await;
    let article = article(&both.app, both.store, "LP").await;
    let body = json!({
        "storeId": both.store,
        "reference": "1042",
        "carrierId": carrier(&both.app, "hostile", "").await,
        "customer": { "firstName": "Zoé", "lastName": "Martin", "email": "zoe@example.test" },
        "shippingAddress": { "address1": "1 rue de la Paix", "city": "Paris", "zip": "75002" },
        "products": [{ "id": article, "sku": "LP", "quantity": 2, "price": { "unit": "20" } }],
    });
    let manual = admin.post("/order", body).await.id();
    let (key, sale) = (manual.to_string(), "#1042");
    both.take(both.shop, vec![order("55", sale, 3_000, Pending, noon())])
        .await;
    both.take(
        both.fulfilment,
        vec![order("MUSI1", &key, 1, Pending, noon())],
    )
    .await;
    both.take(both.shop, vec![order("55", sale, 2_500, Pending, noon())])
        .await;
    let shown = admin.get(&format!("/order/{manual}")).await;
    let shown = shown.data();
    assert_eq!(
        (&shown["reference"], &shown["providerId"], &shown["sale"]),
        (&json!("1042"), &json!("MUSI1"), &json!(null))
    );
    assert_eq!(
        (&shown["manual"]["state"], &shown["status"], &shown["total"]),
        (&json!("PUSHED"), &json!("PENDING"), &json!("11.57"))
    );
    assert_eq!(shown["lines"][0]["quantity"], 2);
    let orders: i64 = sqlx::query_scalar("select count(*) from orders")
        .fetch_one(&both.app.app.db)
        .await
        .expect("a count");
    assert_eq!(orders, 2, "the manual one, and the shop's");
}
