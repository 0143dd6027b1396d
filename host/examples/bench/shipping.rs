//! What a parcel costs with each carrier, and orders that are made with one, durably: both over HTTP. Beside an order, the rows
//! that it leaves by pgbench.

use std::sync::Arc;

use comptoir::access::{Permission, Role};
use serde_json::json;
use uuid::Uuid;

use crate::host::Host;
use crate::load::{self, Load};
use crate::report::{self, Line};

#[derive(Debug, clap::Args)]
pub struct Options {
    /// Clients that ask at the same time.
    #[arg(long, default_value_t = 32)]
    clients: usize,
    /// Seconds for each figure.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
}

/// What an order leaves, in one transaction: itself, its line, how it was made, its history, the answer that is kept for its key.
const ROWS: &str = "
begin;
with added as (
    insert into orders (id, store_id, reference, source, status, as_of, currency, subtotal, tax, discount, shipping_price, total,
        item_count, customer_name, country_code, language, shipping_method, contact, shipping_address, submitted_at, seen_at)
    values (gen_random_uuid(), '{store}', substr(gen_random_uuid()::text, 1, 30), 'seeding', 'CREATED', to_timestamp(0), 'EUR', 8, 0,
        8, 6.69, 11.69, 1, 'Zoé Martin', 'FR', 'fr', 'Carrier 1', '{\"name\": \"Zoé Martin\"}',
        '{\"city\": \"Paris\", \"address1\": \"1 rue de la Paix\"}', now(), now())
    returning id, reference
), line as (
    insert into order_lines (id, order_id, position, sku, name, quantity, unit_price, unit_tax, discount)
    select gen_random_uuid(), id, 0, 'BENC-000001-0001', 'Hoodie', 1, 8, 0, 8 from added
)
insert into manual_orders (order_id, store_id, reference, author, is_free, is_company_purchase, seeding_cost, carrier_id,
    carrier_code, quote, state)
select id, '{store}', reference, 'Bench', false, false, 5, '{carrier}', 'service-1',
    jsonb_build_object('carrierName', 'Carrier 1', 'words', repeat('x', 300)), 'UNCONNECTED' from added;
insert into audit_entries (id, actor_name, entity, entity_id, action, changes)
values (gen_random_uuid(), 'Bench', 'order', gen_random_uuid(), 'create', jsonb_build_array(repeat('x', 300)));
insert into idempotency_keys (user_id, key, request_hash) select id, gen_random_uuid()::text, '\\x00' from users limit 1;
commit;
";

pub async fn run(options: Options) -> anyhow::Result<()> {
    let load = Load {
        clients: options.clients,
        seconds: options.seconds,
    };
    let mut host = Host::prepare().await?;
    sqlx::raw_sql(include_str!("shipping_data.sql"))
        .execute(&host.db)
        .await?;
    sqlx::raw_sql("vacuum analyze").execute(&host.db).await?;
    host.start().await?;
    let permissions = vec![
        Permission::WriteOrder,
        Permission::ReadOrder,
        Permission::ReadProduct,
        Permission::ReadStore,
    ];
    let token = host.sign_in_with(Role::Admin, None, permissions).await?;
    let store: Uuid = sqlx::query_scalar("select store_id from products")
        .fetch_one(&host.db)
        .await?;
    let variant: Uuid = sqlx::query_scalar("select id from product_variants")
        .fetch_one(&host.db)
        .await?;
    let carrier: Uuid = sqlx::query_scalar("select id from carriers where name = 'Carrier 1'")
        .fetch_one(&host.db)
        .await?;

    let quotes: Vec<String> = ["FR", "DE", "NZ", "US", "JP"]
        .iter()
        .map(|country| {
            let origin = &host.origin;
            format!("{origin}api/shipping/available?storeId={store}&countryCode={country}&articles={variant}:2")
        })
        .collect();
    let quotes = load::pages(&quotes, &token);
    let quotes = Line::of("offers of 100 carriers", quotes, load).await?;

    let address = format!("{}api/order", host.origin);
    let order = Arc::new(move |client: &reqwest::Client, _: usize| {
        let key = Uuid::new_v4().simple().to_string();
        let order = json!({
            "storeId": store, "carrierId": carrier, "reference": &key[..30],
            "customer": { "firstName": "Zoé", "lastName": "Martin", "email": "zoe@example.test" },
            "shippingAddress": { "address1": "1 rue de la Paix", "city": "Paris", "zip": "75002", "country": "FR" },
            "products": [{ "id": variant, "sku": "BENC-000001-0001", "quantity": 1, "price": { "unit": "8" } }],
        });
        let request = client.post(&address).bearer_auth(&token);
        request.header("idempotency-key", &key).json(&order)
    });
    let mut orders = Line::of("an order / its rows", order, load).await?;
    let rows = ROWS
        .replace("{store}", &store.to_string())
        .replace("{carrier}", &carrier.to_string());
    orders.add_pgbench(&host.options, vec![rows], load).await?;
    let setting = json!({ "clients": load.clients, "seconds": load.seconds });
    report::print("shipping", &setting, &[quotes, orders]);
    host.drop().await
}
