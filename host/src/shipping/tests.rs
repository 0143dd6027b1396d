mod deployments;
mod grid;
mod quotes;
mod simulations;

use futures::future::BoxFuture;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::testing::{Rows, Tenant, TestApp};

/// What stands below a store; carriers and prices are nobody's.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(async move {
        let carrier = carrier(&tenant.app, "bigblue", "standard").await;
        let deployment = tenant
            .insert(
                "insert into shipping_deployments (id, store_id, kind, author, state, created_at, finished_at)
                 values ($1, $2, 'clear', 'Ada', 'done', now(), now())",
            )
            .await;
        vec![
            ("/shipping/carrier/{id}", carrier),
            ("/shipping/store/deployments/{id}", deployment),
            // Of the grid, and of a provider: nobody's.
            ("/shipping/price/{id}", Uuid::nil()),
            ("/shipping/simulation/{id}", Uuid::nil()),
        ]
    })
}

/// A carrier that takes parcels to France up to 30 kg, for 5.20 euros and 8.5 % of fuel: 6.57 for a store with the
/// specification's margins.
pub async fn carrier(app: &TestApp, provider: &str, code: &str) -> Uuid {
    let id = Uuid::now_v7();
    let db = &app.app.db;
    sqlx::query("insert into carriers (id, provider, code, name, fuel_surcharge) values ($1, $2, $3, $4, 8.5)")
        .bind(id)
        .bind(provider)
        .bind(code)
        .bind(crate::testing::unique("Colissimo"))
        .execute(db)
        .await
        .expect("a carrier");
    price(app, None, id, "FR", (0, 30_000), "5.20").await;
    id
}

/// A price that holds since 2020, of the grid or of a store.
pub async fn price(
    app: &TestApp,
    store: Option<Uuid>,
    carrier: Uuid,
    country: &str,
    (min, max): (i32, i32),
    price: &str,
) -> Uuid {
    let id = Uuid::now_v7();
    sqlx::query(
        "insert into shipping_prices (id, store_id, carrier_id, country_code, min_weight, max_weight, price, valid_from)
         values ($1, $2, $3, $4, $5, $6, $7, '2020-01-01')",
    )
    .bind(id)
    .bind(store)
    .bind(carrier)
    .bind(country)
    .bind(min)
    .bind(max)
    .bind(price.parse::<Decimal>().expect("a price"))
    .execute(&app.app.db)
    .await
    .expect("a price");
    id
}

/// One change of a book.
fn change(carrier: Uuid, band: (i32, i32), was: Option<&str>, price: Option<&str>) -> Value {
    json!({
        "carrierId": carrier, "countryCode": "FR", "minWeight": band.0, "maxWeight": band.1, "was": was, "price": price,
    })
}
