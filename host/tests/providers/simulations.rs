//! A change of prices that is tried on many orders, while the host is killed: it is told once, and as if nothing had happened.

use rand::RngExt;
use serde_json::{Value, json};

use crate::host::{self, Installation, Session, eventually, settled, text};

/// Twelve pages.
const ORDERS: i64 = 60_000;

/// Parcels of one article to three countries, half of them of the carrier whose price is to change.
const SHIPPED: &str = "
    with placed as (
        insert into orders (id, store_id, provider, provider_id, reference, source, status, as_of, currency, subtotal, tax,
            discount, shipping_price, total, item_count, customer_name, country_code, tracking_number, submitted_at,
            shipping_address, contact, carrier)
        select gen_random_uuid(), $1, 'bigblue', 'BB' || n, 'R' || n, 'normal', 'SHIPPED', now() - n * interval '1 minute', 'EUR', 10, 0, 0, 5, 15, 1, 'Zoé',
            (array['FR', 'BE', 'DE'])[1 + n % 3], '', now() - n * interval '1 minute', '{}', '{}',
            case n % 2 when 0 then 'standard' else '' end
        from generate_series(1, $2) n returning id
    )
    insert into order_lines (id, order_id, position, sku, name, quantity, unit_price, unit_tax, discount)
    select gen_random_uuid(), id, 0, 'CPSL-000001-0001', 'T-shirt', 1, 10, 0, 0 from placed";

const ARTICLE: &str = "
    with made as (
        insert into products (id, store_id, name, as_of) values (gen_random_uuid(), $1, 'T-shirt', now()) returning id
    )
    insert into product_variants (id, product_id, store_id, position, sku, name, weight_grams)
    select gen_random_uuid(), id, $1, 0, 'CPSL-000001-0001', 'T-shirt', 300 from made";

async fn of(session: &Session, id: &str) -> Value {
    session.get(&format!("/shipping/simulation/{id}")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_it_simulates_the_result_is_told_once_and_is_the_same() {
    let installation = Installation::new(&[]);
    let mut host = installation.start().await;
    let session = installation.sign_in(&host).await;
    let db = installation.database().await;

    let organization = json!({ "name": "Aurore", "identifierNumber": "90112233300015" });
    let organization = text(&session.post("/organization", &organization).await, "id");
    let store = json!({ "name": "Aurore", "organizations": [{ "organizationId": organization }] });
    let store = text(&session.post("/store", &store).await, "id");
    let store: uuid::Uuid = store.parse().expect("an id");
    let article = sqlx::query(ARTICLE).bind(store);
    article.execute(&db).await.expect("an article");
    let shipped = sqlx::query(SHIPPED).bind(store).bind(ORDERS);
    shipped.execute(&db).await.expect("orders");
    let carrier = json!({ "provider": "bigblue", "code": "standard", "name": "Standard", "translations": "{}" });
    let carrier = text(&session.post("/shipping/carrier", &carrier).await, "id");
    let price = json!({
        "carrierId": carrier, "countries": ["FR", "BE"], "minWeight": 0, "maxWeight": 30_000, "price": "5.20",
    });
    session.post("/shipping/price", &price).await;

    let asked = json!({
        "provider": "bigblue",
        "changes": [{
            "carrierId": carrier, "countryCode": "FR", "minWeight": 0, "maxWeight": 30_000, "was": "5.20", "price": "6.20",
        }],
    });
    let first = text(&session.post("/shipping/simulation", &asked).await, "id");
    settled(&db).await;
    let expected = of(&session, &first).await;
    assert_eq!(expected["state"], "COMPLETED", "{expected}");
    let before = &expected["result"]["before"];
    let counts = (&before["orders"], &before["unquoted"]);
    assert_eq!(counts, (&json!(ORDERS), &json!(ORDERS / 3)));

    let mut moments = host::moments();
    let second = text(&session.post("/shipping/simulation", &asked).await, "id");
    let pending =
        "select count(*) from job_rows where status = 'PENDING' and (progress->>'done')::bigint > ";
    for _ in 0..3 {
        let far = format!("{pending}{}", moments.random_range(0..ORDERS / 2));
        let far = || host::count(&db, &far);
        eventually("it goes on", || async { far().await == 1 }).await;
        host.kill().await;
        host = installation.start().await;
    }
    settled(&db).await;
    let simulation = of(&session, &second).await;
    assert_eq!(simulation["state"], "COMPLETED", "{simulation}");
    assert_eq!(simulation["result"], expected["result"]);
    let results = "select count(*) from shipping_simulations where result is not null";
    assert_eq!(host::count(&db, results).await, 2);
    // Nothing of it was saved into the grid.
    let price = session.get("/shipping/price?provider=bigblue").await;
    assert!(!price.to_string().contains("6.20"), "{price}");
    db.close().await;
    host.stop().await;
}
