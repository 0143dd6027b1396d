//! Reads what quotes depend on.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::NaiveDate;
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{Articles, Book, Carrier, Order, Store, Tariffs};
use crate::http::error::Result;
use crate::shipping::prices::{self, PriceBook, ShippingPrice};
use crate::shipping::quote::{Packed, Terms};

/// More prices than any grid has.
const MOST_PRICES: i64 = 1_000_000;

/// All that quotes by this provider depend on, on a day; of these stores, or all.
pub async fn load(
    db: &mut PgConnection,
    provider: &str,
    stores: Option<&[Uuid]>,
    day: NaiveDate,
) -> Result<Tariffs> {
    let carriers = carriers(&mut *db, provider, day).await?;
    let ids: Vec<Uuid> = carriers.keys().copied().collect();
    let exceptions = exceptions(&mut *db, &ids, stores, day).await?;
    let stores_of = terms(&mut *db, provider, stores, exceptions).await?;
    let articles = articles(&mut *db, stores).await?;
    Ok(Tariffs::new(carriers, stores_of, articles))
}

/// The grid of their carriers, on a day.
pub async fn grid(
    db: &mut PgConnection,
    tariffs: &Tariffs,
    day: NaiveDate,
) -> Result<Vec<ShippingPrice>> {
    let ids: Vec<Uuid> = tariffs.carriers.keys().copied().collect();
    prices::sql::on(db, PriceBook::Grid, &ids, day, MOST_PRICES).await
}

/// The days within these on which another tariff begins to hold.
pub async fn changes(
    db: &mut PgConnection,
    provider: &str,
    first: NaiveDate,
    last: NaiveDate,
) -> Result<BTreeSet<NaiveDate>> {
    let days = sqlx::query_scalar!(
        r#"select day as "day!" from carriers c cross join lateral (
                select valid_from as day from shipping_prices p where p.carrier_id = c.id
                union select valid_until from shipping_prices p where p.carrier_id = c.id
                union select valid_from from carrier_fuel f where f.carrier_id = c.id
           ) days
           where c.provider = $1 and c.deleted_at is null and day between $2 and $3
           group by day"#,
        provider,
        first,
        last,
    );
    Ok(days.fetch_all(db).await?.into_iter().collect())
}

/// The provider's carriers, with the fuel surcharges of the day.
async fn carriers(
    db: &mut PgConnection,
    provider: &str,
    day: NaiveDate,
) -> Result<BTreeMap<Uuid, Carrier>> {
    let rows = sqlx::query_as!(
        Carrier,
        r#"select c.id, c.name, c.code, c.archived_at is null as "offered!",
            coalesce((select percent from carrier_fuel where carrier_id = c.id and valid_from <= $2
                order by valid_from desc limit 1), c.fuel_surcharge) as "fuel_percent!"
           from carriers c where c.provider = $1 and c.deleted_at is null"#,
        provider,
        day,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}

async fn exceptions(
    db: &mut PgConnection,
    carriers: &[Uuid],
    stores: Option<&[Uuid]>,
    day: NaiveDate,
) -> Result<HashMap<Uuid, Book>> {
    let rows = sqlx::query!(
        r#"select store_id as "store_id!", id, carrier_id, country_code, min_weight, max_weight, price, valid_from, valid_until
           from shipping_prices
           where store_id is not null and carrier_id = any($1) and ($2::uuid[] is null or store_id = any($2))
               and valid_from <= $3 and (valid_until is null or valid_until > $3)"#,
        carriers,
        stores,
        day,
    )
    .fetch_all(db)
    .await?;
    let mut books: HashMap<Uuid, Vec<ShippingPrice>> = HashMap::new();
    for row in rows {
        books.entry(row.store_id).or_default().push(ShippingPrice {
            id: row.id,
            carrier_id: row.carrier_id,
            country_code: row.country_code,
            min_weight: row.min_weight,
            max_weight: row.max_weight,
            price: row.price,
            valid_from: row.valid_from,
            valid_until: row.valid_until,
        });
    }
    let books = books.into_iter();
    Ok(books
        .map(|(store, prices)| (store, Book::new(&prices)))
        .collect())
}

async fn terms(
    db: &mut PgConnection,
    provider: &str,
    stores: Option<&[Uuid]>,
    mut exceptions: HashMap<Uuid, Book>,
) -> Result<HashMap<Uuid, Store>> {
    let rows = sqlx::query!(
        r#"select s.id, s.name, s.shipping_margin, s.shipping_additional_cost, s.shipping_discount,
            coalesce(p.supplement_percent, 0) as "supplement!"
           from stores s left join store_shipping_providers p on p.store_id = s.id and p.provider = $1
           where $2::uuid[] is null or s.id = any($2)"#,
        provider,
        stores,
    )
    .fetch_all(db)
    .await?;
    let stores = rows.into_iter().map(|row| {
        let terms = Terms {
            fuel_percent: Decimal::ZERO,
            supplement_percent: row.supplement,
            margin_percent: row.shipping_margin,
            additional_cost: row.shipping_additional_cost,
            discount_percent: row.shipping_discount,
        };
        let store = Store {
            name: row.name,
            terms,
            exceptions: exceptions.remove(&row.id).unwrap_or_default(),
        };
        (row.id, store)
    });
    Ok(stores.collect())
}

/// What the stores' catalogues tell of articles, and of bundles what their common components do: one that comes in several
/// ways is of unknown weight, as where an order is shown.
async fn articles(db: &mut PgConnection, stores: Option<&[Uuid]>) -> Result<Articles> {
    let rows = sqlx::query!(
        r#"with articles as materialized (
                select distinct on (store_id, sku) store_id, sku, weight_grams, length_mm, width_mm, height_mm
                from shown_variants where $1::uuid[] is null or store_id = any($1)
                order by store_id, sku, connector_id
           ), known as (
                select distinct on (store_id, sku) id, store_id, sku from bundles
                where gone_at is null and ($1::uuid[] is null or store_id = any($1))
                order by store_id, sku, connector_id
           )
           select store_id as "store_id!", sku as "sku!", 1 as "quantity!", weight_grams, length_mm, width_mm, height_mm
           from articles
           union all
           select b.store_id, b.sku, c.quantity, a.weight_grams, a.length_mm, a.width_mm, a.height_mm
           from known b join bundle_components c on c.bundle_id = b.id
           left join articles a on a.store_id = b.store_id and a.sku = c.sku and c.variant = ''
           where not exists (select from articles v where v.store_id = b.store_id and v.sku = b.sku)"#,
        stores,
    )
    .fetch_all(db)
    .await?;
    let mut articles = Articles::new();
    for row in rows {
        let size = row.length_mm.zip(row.width_mm).zip(row.height_mm);
        let weight = row.weight_grams.filter(|weight| *weight > 0);
        let packed = weight.map(|weight| Packed {
            quantity: u32::try_from(row.quantity).unwrap_or_default(),
            weight,
            size: size.map(|((length, width), height)| [length, width, height]),
        });
        let of_store = articles.entry(row.store_id).or_default();
        of_store.entry(row.sku).or_default().push(packed);
    }
    Ok(articles)
}

/// These orders as they are quoted, in this order.
pub async fn orders(db: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<Order>> {
    let rows = sqlx::query!(
        r#"select o.id, o.store_id, o.reference, o.country_code, o.carrier, m.carrier_id as "chosen?", l.skus as "skus?",
            l.quantities as "quantities?"
           from unnest($1::uuid[]) with ordinality as asked (id, at) join orders o on o.id = asked.id
           left join manual_orders m on m.order_id = o.id
           left join lateral (
                select array_agg(sku) as skus, array_agg(quantity) as quantities from order_lines where order_id = o.id
           ) l on true
           order by asked.at"#,
        ids,
    )
    .fetch_all(db)
    .await?;
    let orders = rows.into_iter().map(|row| {
        let quantities = row.quantities.unwrap_or_default().into_iter();
        let quantities = quantities.map(|quantity| u32::try_from(quantity).unwrap_or_default());
        Order {
            id: row.id,
            store_id: row.store_id,
            reference: row.reference,
            country: row.country_code,
            carrier: row.carrier,
            chosen: row.chosen,
            lines: row
                .skus
                .unwrap_or_default()
                .into_iter()
                .zip(quantities)
                .collect(),
        }
    });
    Ok(orders.collect())
}
