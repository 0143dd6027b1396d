//! What pasted rows are read by, and what their orders would cost.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::model::OrderInput;
use super::super::sql;
use super::model::{Article, Checked, CheckedOrder, Fault, Known, PasteInput, PastedRow, articles};
use crate::http::error::{Error, Issue, Result};
use crate::list::day_of;
use crate::records::visible::Visible;
use crate::shipping::{self, Asked, Reader};
use crate::stores::StoreName;

/// What the store has of what these rows name: two queries, however many rows.
pub async fn known(
    db: &mut PgConnection,
    (store, is_free): (Uuid, bool),
    rows: &[PastedRow],
) -> Result<Known> {
    let named = rows.iter().filter_map(|row| articles(&row.articles));
    let skus: BTreeSet<&str> = named
        .flat_map(std::collections::BTreeMap::into_keys)
        .collect();
    let skus: Vec<String> = skus.into_iter().map(str::to_owned).collect();
    let found = sqlx::query!(
        r#"select distinct on (sku) sku as "sku!", id as "id!",
            case when price_currency = 'EUR' then price end as price
           from shown_variants where store_id = $1 and sku = any($2) order by sku, connector_id, id"#,
        store,
        &skus,
    )
    .fetch_all(&mut *db)
    .await?;
    let references: Vec<String> = rows.iter().map(|row| row.reference.clone()).collect();
    let taken = sqlx::query_scalar!(
        "select reference from orders where store_id = $1 and reference = any($2)",
        store,
        &references,
    )
    .fetch_all(db)
    .await?;
    let articles = found.into_iter().map(|row| {
        let (id, price) = (row.id, row.price);
        (row.sku, Article { id, price })
    });
    Ok(Known {
        store,
        is_free,
        articles: articles.collect(),
        taken: taken.into_iter().collect(),
    })
}

/// The cheapest way of a parcel.
#[derive(Debug, Clone)]
pub struct Way {
    pub carrier: Uuid,
    pub name: String,
    pub price: Decimal,
}

/// What a quote hangs on: a parcel's country, and its articles with their quantities.
type Contents = (String, Vec<(Uuid, u32)>);

/// The cheapest carrier that takes an order's parcel; none: nobody does.
pub async fn way(
    db: &mut PgConnection,
    reader: Reader<'_>,
    store: &Visible<StoreName>,
    input: &OrderInput,
    now: DateTime<Utc>,
) -> Result<Option<Way>> {
    let (parcel, day) = (input.parcel(), day_of(now));
    let quotes = shipping::quote(db, reader, store, Asked::Orderable, &parcel, day).await?;
    Ok(quotes.carriers.into_iter().find_map(|quote| {
        Some(Way {
            carrier: quote.carrier.id,
            name: quote.carrier.name,
            price: quote.price_ex_vat?,
        })
    }))
}

/// What would come of a paste. A mailing sends the same to most: each kind of parcel is quoted once.
///
/// # Errors
/// Not found: the store; [`Error::Invalid`]: it is archived.
pub async fn check(
    db: &mut PgConnection,
    reader: Reader<'_>,
    input: &PasteInput,
    now: DateTime<Utc>,
) -> Result<Checked> {
    let store = Visible::<StoreName>::find(&mut *db, reader.scope, input.store_id).await?;
    let seeding = sql::store(&mut *db, reader.scope, input.store_id).await?;
    let seeding = seeding.ok_or(Error::field("storeId", "option"))?;
    let known = known(&mut *db, (input.store_id, input.is_free), &input.rows).await?;
    let mut ways: HashMap<Contents, Option<Way>> = HashMap::new();
    let mut references = HashSet::new();
    let (mut orders, mut faults, mut total) = (Vec::new(), Vec::new(), Decimal::ZERO);
    for row in &input.rows {
        let mut tell = |issue: &Issue| faults.push(Fault::new(row.line, issue, reader.language));
        let order = match known.read(row) {
            Ok(order) => order,
            Err(issues) => {
                issues.iter().for_each(tell);
                continue;
            }
        };
        if !references.insert(row.reference.as_str()) {
            tell(&Issue::new("reference", "unique"));
            continue;
        }
        let parcel = order.parcel();
        let key = (parcel.country, parcel.articles);
        let way = match ways.get(&key) {
            Some(way) => way.clone(),
            None => {
                let way = way(&mut *db, reader, &store, &order, now).await?;
                ways.insert(key, way.clone());
                way
            }
        };
        let Some(way) = way else {
            tell(&Issue::new("shippingAddress.country", "option"));
            continue;
        };
        if order
            .shipping_price
            .is_some_and(|quoted| quoted != way.price)
        {
            tell(&sql::moved(way.price));
            continue;
        }
        let costs = order.total(seeding, way.price);
        total += costs;
        orders.push(CheckedOrder {
            line: row.line,
            reference: order.reference,
            customer_name: format!("{} {}", order.customer.first_name, order.customer.last_name),
            city: order.shipping_address.city,
            item_count: order.products.iter().map(|article| article.quantity).sum(),
            carrier: way.name,
            shipping_price: way.price,
            total: costs,
        });
    }
    Ok(Checked {
        rows: input.rows.len(),
        orders,
        total,
        faults,
    })
}
