//! Every query on orders, but for their list.

use std::collections::HashSet;

use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::Orders;
use super::corrections;
use super::hold::{Held, HoldReason};
use super::manual;
use super::model::{
    Address, Amounts, Contact, Order, OrderDetail, OrderLine, OrderLineVariant, OrderMapping,
    OrderOptions, OrderSale, OrderShippingLine, OrderSource, OrderStatus, OrderStatusCount,
    OrderSummary,
};
use super::steps;
use crate::access::{Role, Scope};
use crate::http::error::{Error, Result};
use crate::orders::ORDER;
use crate::plugins::Extra;
use crate::providers::sync::{self, Pull};
use crate::records::Kind;
use crate::records::audit::{self, Author, Entry, HistoryEntry};
use crate::records::visible::{Scoped, Visible};
use crate::stores::StoreName;

/// Has these orders found by the SKUs of their lines, which were just replaced.
pub async fn keep_skus(db: &mut PgConnection, orders: &[Uuid]) -> Result<()> {
    sqlx::query!(
        "update orders o set skus = l.skus
         from (select t.id, coalesce(string_agg(distinct l.sku, ' '), '') as skus from unnest($1::uuid[]) t (id)
            left join order_lines l on l.order_id = t.id group by t.id) l
         where o.id = l.id and o.skus <> l.skus",
        orders,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What an order's own row tells; its parts are still missing.
impl Scoped for OrderDetail {
    const KIND: &'static Kind = &ORDER;
    type Key = Uuid;

    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let row = sqlx::query!(
            r#"select o.reference, o.provider_id, o.provider, o.source as "source: OrderSource",
                      o.status as "status: OrderStatus", o.provider_status, o.status_message, o.store_id, s.name as store_name,
                      o.customer_name, o.country_code, o.item_count, o.total, o.currency, o.submitted_at, o.shipped_at, o.updated_at,
                      total_ex_vat(o.total, o.tax, o.country_code,
                          exists (select from manual_orders where order_id = o.id)) as "total_ex_vat!",
                      o.carrier, o.tracking_number, o.tracking_url, o.subtotal, o.tax, o.discount, o.shipping_price,
                      o.language, o.shipping_method, o.shipping_address as "shipping_address: Json<Address>",
                      o.returned_at, o.billing_address as "billing_address: Json<Address>", o.provider_url, o.contact as "contact: Json<Contact>",
                      extra_of(o.provider, o.extra) || coalesce(extra_of(l.provider, l.extra), '{}') as "extra!: Json<Extra>",
                      l.provider as "sale_provider?", l.provider_id as "sale_id?", l.reference as "sale_reference?",
                      l.status as "sale_status?: OrderStatus", l.url as "sale_url?", o.ships is not null as "ships!",
                      order_hold(o.status, o.provider_id, o.shipped_at, o.meaning) as "hold_reason: HoldReason",
                      case when o.meaning is null then o.status_message else '' end as "hold_words!",
                      array(select name from order_shipping_lines where order_id = o.id order by position) as "ways!: Vec<String>",
                      array(select price from order_shipping_lines where order_id = o.id order by position) as "way_prices!: Vec<Decimal>"
               from orders o join stores s on s.id = o.store_id left join order_sales l on l.order_id = o.id
               where o.id = $1 and in_scope(o.store_id, $2)"#,
            id,
            scope.stores(),
        )
        .fetch_optional(db)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let ways = row.ways.into_iter().zip(row.way_prices);
        Ok(Some(Self {
            order: Order {
                id,
                reference: row.reference,
                provider_id: row.provider_id,
                provider: row.provider,
                source: row.source,
                status: row.status,
                provider_status: row.provider_status,
                status_message: row.status_message,
                hold: None,
                held: Held {
                    hold_reason: row.hold_reason,
                    hold_words: row.hold_words,
                },
                store: StoreName {
                    id: row.store_id,
                    name: row.store_name,
                },
                customer_name: row.customer_name,
                country: row.country_code,
                city: row.shipping_address.city.clone(),
                email: row.contact.email.clone(),
                phone: row.contact.phone.clone(),
                company: row.shipping_address.company.clone(),
                zip: row.shipping_address.zip.clone(),
                language: row.language,
                item_count: row.item_count,
                subtotal: row.subtotal,
                tax: row.tax,
                discount: row.discount,
                shipping_price: row.shipping_price,
                shipping_method: row.shipping_method,
                total: row.total,
                total_ex_vat: row.total_ex_vat,
                currency: row.currency,
                submitted_at: row.submitted_at,
                shipped_at: row.shipped_at,
                returned_at: row.returned_at,
                is_waiting: false,
                updated_at: row.updated_at,
                carrier: row.carrier,
                tracking_number: row.tracking_number,
                tracking_url: row.tracking_url,
                extra: row.extra.0,
            },
            steps: Vec::new(),
            weight: None,
            shipping_address: row.shipping_address.0,
            billing_address: row.billing_address.map(|address| address.0),
            contact: row.contact.0,
            lines: Vec::new(),
            ships: row.ships.then(Vec::new),
            corrections: Vec::new(),
            shipping_lines: ways
                .map(|(name, price)| OrderShippingLine { name, price })
                .collect(),
            provider_url: row.provider_url,
            sale: row.sale_provider.map(|provider| OrderSale {
                provider,
                provider_id: row.sale_id.unwrap_or_default(),
                reference: row.sale_reference.unwrap_or_default(),
                status: row.sale_status.unwrap_or(OrderStatus::CodeUnspecified),
                url: row.sale_url.unwrap_or_default(),
            }),
            manual: None,
            history: Vec::new(),
            links: Vec::new(),
        }))
    }

    fn key(&self) -> Uuid {
        self.order.id
    }
}

/// An order with its lines and history: four or five queries, however many lines.
pub async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<OrderDetail> {
    let order = Visible::<OrderDetail>::find(&mut *db, scope, id).await?;
    let (lines, weight) = lines(&mut *db, &order).await?;
    let manual = manual::find(&mut *db, &order).await?;
    let history = audit::history(&mut *db, order.reference()).await?;
    Ok(OrderDetail {
        steps: steps::of(&order, manual.as_ref(), &history),
        ships: match order.ships {
            None => None,
            Some(_) => corrections::ships(db, &order, &lines).await?,
        },
        lines,
        weight,
        manual,
        history,
        ..order.into_inner()
    })
}

/// Those of these orders that their providers could still stop ([`Order::is_waiting`]).
pub async fn waiting(
    db: &mut PgConnection,
    scope: &Scope,
    orders: &[Uuid],
) -> Result<HashSet<Uuid>> {
    let rows = sqlx::query!(
        r#"select id, status as "status: OrderStatus" from orders
           where id = any($1) and in_scope(store_id, $2) and shipped_at is null"#,
        orders,
        scope.stores(),
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    Ok(rows
        .filter(|row| row.status.is_waiting())
        .map(|row| row.id)
        .collect())
}

/// The lines with what the store's catalogue tells of their SKUs, and what they weigh together. A bundle weighs what its
/// common components do; one that comes in several ways is of unknown weight.
async fn lines(
    db: &mut PgConnection,
    order: &Visible<OrderDetail>,
) -> Result<(Vec<OrderLine>, Option<i64>)> {
    let rows = sqlx::query!(
        r#"select l.id, l.sku, l.name, l.quantity, l.unit_price, l.unit_tax, l.discount, l.to_charge,
            v.id as "variant?", v.product_id as "product?", v.name as "product_name?", v.title as "title?",
            v.image_url as "image?", v.image_id as "image_id?", b.name as "bundle_title?", l.quantity * coalesce(v.weight_grams, b.weight) as "weight?"
           from order_lines l
           left join lateral (
               select v.*, p.image_url, p.image_id from shown_variants v join products p on p.id = v.product_id
               where v.store_id = $2 and v.sku = l.sku order by v.connector_id limit 1
           ) v on true
           left join lateral (
               select b.name, (select case when bool_and(c.variant = '' and w.grams is not null)
                   then sum(c.quantity * w.grams) end from bundle_components c cross join lateral (
                       select max(weight_grams) as grams from shown_variants where store_id = $2 and sku = c.sku
                   ) w where c.bundle_id = b.id)::bigint as weight
               from bundles b where b.store_id = $2 and b.sku = l.sku and b.gone_at is null
               order by b.connector_id limit 1
           ) b on true
           where l.order_id = $1 order by l.position"#,
        order.id(),
        order.order.store.id,
    )
    .fetch_all(db)
    .await?;
    let weight = match rows.is_empty() {
        true => None,
        false => rows.iter().map(|row| row.weight).sum(),
    };
    let line = |quantity, unit_price, unit_tax, discount| Amounts {
        quantity,
        unit_price,
        unit_tax,
        discount,
    };
    let lines = rows.into_iter().map(|row| OrderLine {
        id: row.id,
        sku: row.sku,
        name: row.name,
        bundle_title: row.bundle_title,
        variant: row.variant.map(|id| OrderLineVariant {
            id,
            product_id: row.product.unwrap_or_default(),
            name: row.product_name.unwrap_or_default(),
            title: row.title.unwrap_or_default(),
            image: row.image.unwrap_or_default(),
            image_id: row.image_id,
        }),
        quantity: row.quantity,
        unit_price: row.unit_price,
        unit_tax: row.unit_tax,
        discount: row.discount,
        total: line(row.quantity, row.unit_price, row.unit_tax, row.discount).total(),
        to_charge: row.to_charge,
    });
    Ok((lines.collect(), weight))
}

/// Who of those in a history belongs to the reader's own organizations, themselves included.
pub async fn own_people(
    db: &mut PgConnection,
    scope: &Scope,
    history: &[HistoryEntry],
) -> Result<HashSet<Uuid>> {
    let people: Vec<Uuid> = history.iter().filter_map(|entry| entry.actor_id).collect();
    let own = sqlx::query_scalar!(
        "select u.id from users u where u.id = any($1) and u.role = 'customer' and (u.id = $2 or exists (
            select from user_organizations m where m.user_id = u.id and m.organization_id = any($3)))",
        &people,
        scope.actor.id,
        scope.organizations().unwrap_or_default(),
    )
    .fetch_all(db)
    .await?;
    Ok(own.into_iter().collect())
}

/// What the history tells of whose an order is.
#[derive(Serialize)]
struct Mapped {
    store: String,
    source: OrderSource,
}

/// Says whose an order is and why it was made.
///
/// # Errors
/// Not found: the order; [`Error::Invalid`]: the store is not there, or the order was made here for another.
pub async fn map(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    mapping: OrderMapping,
) -> Result<()> {
    let kept = sqlx::query!(
        r#"select o.store_id, s.name as store, o.source as "source: OrderSource",
            exists (select from manual_orders where order_id = o.id) as "manual!"
           from orders o join stores s on s.id = o.store_id
           where o.id = $1 and in_scope(o.store_id, $2) for update of o"#,
        id,
        scope.stores(),
    )
    .fetch_optional(&mut *db)
    .await?
    .ok_or(Error::missing("Order"))?;
    if kept.manual && kept.store_id != mapping.store_id {
        return Err(Error::field("storeId", "fixed"));
    }
    let store = sqlx::query_scalar!(
        "select name from stores where id = $1 and deleted_at is null and in_scope(id, $2)",
        mapping.store_id,
        scope.stores(),
    )
    .fetch_optional(&mut *db)
    .await?
    .ok_or(Error::field("storeId", "option"))?;
    let was = Mapped {
        store: kept.store,
        source: kept.source,
    };
    let is = Mapped {
        store,
        source: mapping.source,
    };
    let changes = audit::changes(Some(&was), Some(&is));
    if changes.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "update orders set store_id = $2, source = $3, updated_at = now() where id = $1",
        id,
        mapping.store_id,
        mapping.source.as_str(),
    )
    .execute(&mut *db)
    .await?;
    let entry = Entry {
        kind: &ORDER,
        id,
        action: "update",
        changes,
    };
    Ok(audit::record(db, &Author::from(scope), &[entry]).await?)
}

/// What the list of the orders in scope can be narrowed by.
pub async fn options(db: &mut PgConnection, scope: &Scope) -> Result<OrderOptions> {
    let stores = scope.stores();
    let carriers = values(&mut *db, stores, "carrier").await?;
    let countries = values(&mut *db, stores, "country_code").await?;
    let providers = sqlx::query_scalar!(
        "select distinct plugin from connectors where in_scope(store_id, $1) and role <> 'support' order by 1",
        stores,
    )
    .fetch_all(db)
    .await?;
    Ok(OrderOptions {
        carriers,
        countries,
        providers,
    })
}

/// The first 500 values of a column of these stores' orders, by order. Walked from one to the next, store by store, along the
/// column's index.
async fn values(
    db: &mut PgConnection,
    stores: Option<&[Uuid]>,
    column: &'static str,
) -> Result<Vec<String>> {
    let query = format!(
        "with recursive walk as (
            select s.id as store, (select {column} from orders where store_id = s.id order by 1 limit 1) as value
            from stores s where in_scope(s.id, $1)
            union all
            select w.store, (select {column} from orders where store_id = w.store and {column} > w.value order by 1 limit 1)
            from walk w where w.value is not null)
         select distinct value from walk where value <> '' order by 1 limit 500"
    );
    let values = sqlx::query_scalar(sqlx::AssertSqlSafe(query));
    Ok(values.bind(stores).fetch_all(db).await?)
}

/// The orders in scope, counted by status, and how fresh they are.
pub async fn summary(db: &mut PgConnection, scope: &Scope) -> Result<OrderSummary> {
    let stores = scope.stores();
    let by_status = sqlx::query_as!(
        OrderStatusCount,
        r#"select status as "status: OrderStatus", count(*) as "count!" from orders
           where in_scope(store_id, $1) group by status order by status"#,
        stores,
    )
    .fetch_all(&mut *db)
    .await?;
    let set_aside = match scope.actor.role {
        Role::Admin => sync::count_aside(&mut *db, Orders::FUNCTION).await?,
        _ => 0,
    };
    Ok(OrderSummary {
        by_status,
        last_synchronized_at: sync::completed_at(&mut *db, Orders::FUNCTION, stores).await?,
        set_aside,
    })
}
