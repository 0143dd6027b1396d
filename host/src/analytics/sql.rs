//! Every query of reports, on what is counted.

use chrono::{DateTime, NaiveDate, Utc};
use futures::stream::BoxStream;
use rust_decimal::Decimal;
use sqlx::types::Json;
use sqlx::{FromRow, PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{
    AuditCountry, AuditGroup, AuditRow, AuditWeek, Basis, Country, Figures, Grouping, Inbound,
    Inventory, Point, Product, StatusCount,
};
use super::span::{Span, Step};
use super::usual;
use crate::access::Scope;
use crate::http::error::Result;
use crate::orders::OrderStatus;

/// So many SKUs the address of a list of orders holds at most.
const SKUS_IN_AN_ADDRESS: i64 = 100;

/// The stores that a report is of; `None`: all.
pub type Stores = Option<Vec<Uuid>>;

/// Of those that the caller sees the organization's, and the one that was asked for.
pub async fn stores(
    db: &mut PgConnection,
    scope: &Scope,
    organization: Option<Uuid>,
    store: Option<Uuid>,
) -> Result<Stores> {
    if scope.stores().is_none() && organization.is_none() && store.is_none() {
        return Ok(None);
    }
    let stores = sqlx::query_scalar!(
        "select s.id from stores s where in_scope(s.id, $1) and ($3::uuid is null or s.id = $3) and ($2::uuid is null or exists (
            select from store_organizations o where o.store_id = s.id and o.organization_id = $2))",
        scope.stores(),
        organization,
        store,
    )
    .fetch_all(db)
    .await?;
    Ok(Some(stores))
}

/// What is counted, by a mark that changes with it and with the records that charts count; up to when changes are; and the last day of
/// which anything is.
pub async fn counted(
    db: impl PgExecutor<'_>,
) -> Result<(String, Option<DateTime<Utc>>, Option<NaiveDate>)> {
    let row = sqlx::query!(
        r#"select concat(version, ' ', (
                select concat(max(updated_at), ' ', max(deleted_at), ' ', count(deleted_at)) from phonographic_products)) as "version!", counted_at,
            greatest((select max(day) from analytics_days), (select max(day) from analytics_parts where kind = 'SHIPPED' and grain = 'DAY')) as last
           from analytics_counts"#
    )
    .fetch_one(db)
    .await?;
    Ok((row.version, row.counted_at, row.last))
}

pub async fn figures(db: impl PgExecutor<'_>, span: Span, stores: &Stores) -> Result<Figures> {
    Ok(sqlx::query_as!(
        Figures,
        r#"select coalesce(sum(commerce), 0)::bigint as "commerce_orders!", coalesce(sum(seeding), 0)::bigint as "seeding_orders!",
            coalesce(sum(cancelled), 0)::bigint as "cancelled_orders!", coalesce(sum(foreign_orders), 0)::bigint as "foreign_orders!",
            coalesce(sum(articles), 0)::bigint as "articles!", coalesce(sum(net), 0) as "net_sales!",
            coalesce(sum(discounts), 0) as "discounts!", coalesce(sum(shipping), 0) as "shipping!", coalesce(sum(taxes), 0) as "taxes!",
            coalesce(sum(total), 0) as "total_sales!", coalesce(sum(tickets), 0)::bigint as "tickets!",
            coalesce(sum(fees), 0) as "fees!"
           from analytics_days where day >= $1 and day < $2 and ($3::uuid[] is null or store_id = any($3))"#,
        span.first,
        span.after,
        stores.as_deref(),
    )
    .fetch_one(db)
    .await?)
}

pub async fn points(
    db: impl PgExecutor<'_>,
    span: Span,
    step: Step,
    stores: &Stores,
) -> Result<Vec<Point>> {
    let points = sqlx::query_as(
        "select t.day, coalesce(sum(d.commerce), 0)::bigint as commerce_orders, coalesce(sum(d.seeding), 0)::bigint as seeding_orders,
            coalesce(sum(d.cancelled), 0)::bigint as cancelled_orders, coalesce(sum(d.foreign_orders), 0)::bigint as foreign_orders,
            coalesce(sum(d.articles), 0)::bigint as articles, coalesce(sum(d.net), 0) as net_sales,
            coalesce(sum(d.discounts), 0) as discounts, coalesce(sum(d.shipping), 0) as shipping, coalesce(sum(d.taxes), 0) as taxes,
            coalesce(sum(d.total), 0) as total_sales, coalesce(sum(d.tickets), 0)::bigint as tickets, coalesce(sum(d.fees), 0) as fees
         from (select distinct greatest(date_trunc($4, day)::date, $1) as day
               from generate_series($1::timestamp, $2::timestamp - interval '1 day', interval '1 day') day) t
         left join analytics_days d on d.day >= $1 and d.day < $2 and greatest(date_trunc($4, d.day::timestamp)::date, $1) = t.day
            and ($3::uuid[] is null or d.store_id = any($3))
         group by t.day order by t.day",
    )
    .bind(span.first)
    .bind(span.after)
    .bind(stores.as_deref())
    .bind(step.unit());
    Ok(points.fetch_all(db).await?)
}

/// Orders sold each day, from [`usual::BEFORE`] the first on.
pub async fn orders_by_day(
    db: impl PgExecutor<'_>,
    span: Span,
    stores: &Stores,
) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar!(
        r#"select coalesce(sum(d.commerce), 0)::bigint as "orders!"
           from generate_series($1::date::timestamp, $2::date::timestamp - interval '1 day', interval '1 day') t (day)
           left join analytics_days d on d.day = t.day::date and ($3::uuid[] is null or d.store_id = any($3))
           group by t.day order by t.day"#,
        span.first - usual::BEFORE,
        span.after,
        stores.as_deref(),
    )
    .fetch_all(db)
    .await?)
}

/// Units that were delivered, and messages of agents.
pub async fn delivered_and_messages(
    db: impl PgExecutor<'_>,
    span: Span,
    stores: &Stores,
) -> Result<(i64, i64)> {
    let row = sqlx::query!(
        r#"select coalesce(sum(delivered_articles), 0)::bigint as "delivered!", coalesce(sum(messages), 0)::bigint as "messages!"
           from analytics_days where day >= $1 and day < $2 and ($3::uuid[] is null or store_id = any($3))"#,
        span.first,
        span.after,
        stores.as_deref(),
    )
    .fetch_one(db)
    .await?;
    Ok((row.delivered, row.messages))
}

pub async fn countries(
    db: impl PgExecutor<'_>,
    span: Span,
    stores: &Stores,
) -> Result<Vec<Country>> {
    Ok(sqlx::query_as!(
        Country,
        r#"select key as "country_code!", sum(orders)::bigint as "orders!", sum(units)::bigint as "articles!", sum(net) as "net_sales!"
           from analytics_parts_of('COUNTRY', $1, $2, $3, $4, $5) group by key order by sum(orders) desc, key"#,
        span.first,
        span.after,
        span.months,
        span.until,
        stores.as_deref(),
    )
    .fetch_all(db)
    .await?)
}

pub async fn statuses(
    db: impl PgExecutor<'_>,
    span: Span,
    stores: &Stores,
) -> Result<Vec<StatusCount>> {
    Ok(sqlx::query_as!(
        StatusCount,
        r#"select key as "status!: OrderStatus", sum(orders)::bigint as "orders!"
           from analytics_parts_of('STATUS', $1, $2, $3, $4, $5) group by key order by sum(orders) desc, key"#,
        span.first,
        span.after,
        span.months,
        span.until,
        stores.as_deref(),
    )
    .fetch_all(db)
    .await?)
}

/// The median of whole business hours: rounding keeps their order, so that this is the median of the exact ones, rounded. Of an
/// even number it is the lower of both in the middle.
pub async fn logistic_hours(
    db: impl PgExecutor<'_>,
    span: Span,
    stores: &Stores,
) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        r#"select hours as "hours!" from (
            select hours, sum(orders) over (order by hours) as upto, sum(orders) over () as whole
            from (select key::bigint as hours, sum(orders) as orders from analytics_parts_of('HOURS', $1, $2, $3, $4, $5) group by 1) h) h
           where upto * 2 >= whole order by hours limit 1"#,
        span.first,
        span.after,
        span.months,
        span.until,
        stores.as_deref(),
    )
    .fetch_optional(db)
    .await?)
}

/// What was sold of an article.
#[derive(Debug, Clone, FromRow)]
pub struct Sold {
    pub store_id: Uuid,
    pub sku: String,
    pub orders: i64,
    pub quantity: i64,
    pub net_sale: Decimal,
}

/// The best sold articles: whole years and months without their countries, the days around them.
pub async fn best_sold(
    db: impl PgExecutor<'_>,
    span: Span,
    stores: &Stores,
    take: i64,
) -> Result<Vec<Sold>> {
    Ok(sqlx::query_as!(
        Sold,
        r#"select store_id as "store_id!", key as "sku!", sum(orders)::bigint as "orders!", sum(units)::bigint as "quantity!",
            sum(net) as "net_sale!"
           from (select * from analytics_parts where kind = 'ARTICLE' and ($5::uuid[] is null or store_id = any($5))
                    and (grain = 'YEAR' and day >= $7 and day < $8
                        or grain = 'MONTH' and (day >= $3 and day < $7 or day >= $8 and day < $4))
                union all select * from analytics_parts_of('SOLD', $1, $3, $3, $3, $5)
                union all select * from analytics_parts_of('SOLD', $4, $2, $2, $2, $5)) p
           group by store_id, key order by sum(units) desc, sum(net) desc, key, store_id limit $6"#,
        span.first,
        span.after,
        span.months,
        span.until,
        stores.as_deref(),
        take,
        span.years,
        span.years_until,
    )
    .fetch_all(db)
    .await?)
}

/// What articles are called and look like, in their order.
pub async fn products(db: impl PgExecutor<'_>, sold: &[Sold]) -> Result<Vec<Product>> {
    let stores: Vec<Uuid> = sold.iter().map(|article| article.store_id).collect();
    let skus: Vec<String> = sold.iter().map(|article| article.sku.clone()).collect();
    let orders: Vec<i64> = sold.iter().map(|article| article.orders).collect();
    let quantities: Vec<i64> = sold.iter().map(|article| article.quantity).collect();
    let sales: Vec<Decimal> = sold.iter().map(|article| article.net_sale).collect();
    Ok(sqlx::query_as!(
        Product,
        r#"select b.store_id as "store_id!", s.name as "store_name!", b.sku as "sku!", coalesce(v.name, b.sku) as "name!",
            v.product_id as "product_id?", coalesce(v.image_url, '') as "image!", v.image_id as "image_id?", b.orders as "orders!",
            b.quantity as "quantity!", b.net_sale as "net_sale!"
           from unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::numeric[]) with ordinality
                b (store_id, sku, orders, quantity, net_sale, at)
           join stores s on s.id = b.store_id
           left join lateral (select v.name, v.product_id, p.image_url, p.image_id from shown_variants v
                join products p on p.id = v.product_id where v.store_id = b.store_id and v.sku = b.sku limit 1) v on true
           order by b.at"#,
        &stores,
        &skus,
        &orders,
        &quantities,
        &sales,
    )
    .fetch_all(db)
    .await?)
}

/// What lies in warehouses now and what is on its way; `audited`: of records that charts count alone.
pub async fn inventory(db: &mut PgConnection, stores: &Stores, audited: bool) -> Result<Inventory> {
    let stock = sqlx::query!(
        r#"select count(*) filter (where in_warehouse > 0) as "skus!", coalesce(sum(greatest(in_warehouse, 0)), 0)::bigint as "units!"
           from stock i where ($1::uuid[] is null or store_id = any($1)) and (not $2 or exists (
                select from phonographic_products p where p.store_id = i.store_id and p.sku = i.sku and p.deleted_at is null))"#,
        stores.as_deref(),
        audited,
    )
    .fetch_one(&mut *db)
    .await?;
    let inbound = sqlx::query_as!(
        Inbound,
        r#"select count(distinct i.id) as "shipment!", coalesce(sum(greatest(u.expected - u.offloaded - u.damaged, 0)), 0)::bigint as "product!"
           from inbound_shipments i join inbound_units u on u.shipment_id = i.id
           where i.status in ('TRANSMITTED', 'OFFLOADING') and ($1::uuid[] is null or i.store_id = any($1)) and (not $2 or exists (
                select from phonographic_products p where p.store_id = i.store_id and p.sku = u.sku and p.deleted_at is null))"#,
        stores.as_deref(),
        audited,
    )
    .fetch_one(db)
    .await?;
    Ok(Inventory {
        unique_product_count: stock.skus,
        product_in_warehouse: stock.units,
        inbound,
    })
}

/// Records by country, the most sold first; the first `take` of them, or all.
pub fn audit<'a>(
    db: impl PgExecutor<'a> + 'a,
    (span, basis): (Span, Basis),
    stores: &Stores,
    take: Option<i64>,
) -> BoxStream<'a, sqlx::Result<AuditRow>> {
    sqlx::query_as!(
        AuditRow,
        r#"select barcode as "barcode!", country as "country_code!", units as "quantity!", sku as "sku!", name as "product!",
            net as "price_ex_vat!", gross as "price!"
           from analytics_records_of($6, $1, $2, $3, $4, $5) order by units desc, barcode, country, id limit $7"#,
        span.first,
        span.after,
        span.months,
        span.until,
        stores.as_deref(),
        basis.as_str(),
        take,
    )
    .fetch(db)
}

/// An audit, of one reading of what was sold of each record.
#[derive(Debug)]
pub struct Audited {
    pub products: Json<Vec<AuditRow>>,
    pub product_count: i64,
    pub groups: Json<Vec<AuditGroup>>,
    pub group_count: i64,
    pub countries: Json<Vec<AuditCountry>>,
    pub skus: Option<Vec<String>>,
}

/// What [`audit`] comes to: the first `take` of its rows, the first `take` of what they are put together to, all of its countries.
pub async fn audited(
    db: impl PgExecutor<'_>,
    (span, basis): (Span, Basis),
    stores: &Stores,
    by: Grouping,
    take: i64,
) -> Result<Audited> {
    Ok(sqlx::query_as!(
        Audited,
        r#"with sold as materialized (
            select *, case when $7 then barcode else name end as shared from analytics_records_of($6, $1, $2, $3, $4, $5)),
         products as (
            select barcode, country as "countryCode", units as quantity, sku, name as product, net::text as "priceExVat",
                gross::text as price
            from sold order by units desc, barcode, country, id limit $8),
         groups as (
            select (array_agg(distinct barcode))[1:10] as barcodes, (array_agg(distinct sku))[1:10] as skus,
                (array_agg(distinct name))[1:10] as products, count(distinct country) as countries, sum(units)::bigint as quantity,
                sum(net)::text as "priceExVat"
            from sold group by shared order by sum(units) desc, min(barcode), min(name) limit $8),
         countries as (
            select country as "countryCode", sum(units)::bigint as quantity, sum(net)::text as "priceExVat"
            from sold group by country order by sum(units) desc, country)
         select (select coalesce(jsonb_agg(p), '[]') from products p) as "products!: Json<Vec<AuditRow>>",
            (select count(*) from sold) as "product_count!",
            (select coalesce(jsonb_agg(g), '[]') from groups g) as "groups!: Json<Vec<AuditGroup>>",
            (select count(distinct shared) from sold) as "group_count!",
            (select coalesce(jsonb_agg(c), '[]') from countries c) as "countries!: Json<Vec<AuditCountry>>",
            (select array_agg(distinct sku) from sold having count(distinct sku) <= $9) as skus"#,
        span.first,
        span.after,
        span.months,
        span.until,
        stores.as_deref(),
        basis.as_str(),
        by == Grouping::Barcode,
        take,
        SKUS_IN_AN_ADDRESS,
    )
    .fetch_one(db)
    .await?)
}

/// Weeks from Friday to Thursday.
pub async fn audit_weeks(
    db: impl PgExecutor<'_>,
    (span, basis): (Span, Basis),
    stores: &Stores,
) -> Result<Vec<AuditWeek>> {
    Ok(sqlx::query_as!(
        AuditWeek,
        r#"select w.day::date as "week_start_at!", coalesce(u.units, 0)::bigint as "quantity!"
           from generate_series($1::date - (extract(isodow from $1::date)::integer + 2) % 7, $2::date - 1, interval '7 days') w (day)
           left join (select p.day - (extract(isodow from p.day)::integer + 2) % 7 as day, sum(p.units) as units
                from phonographic_products r
                join analytics_parts p on p.kind = $4 and p.grain = 'DAY' and p.store_id = r.store_id and p.key = r.sku
                    and p.day >= $1 and p.day < $2
                where r.deleted_at is null and ($3::uuid[] is null or r.store_id = any($3)) group by 1) u on u.day = w.day::date
           order by 1"#,
        span.first,
        span.after,
        stores.as_deref(),
        basis.as_str(),
    )
    .fetch_all(db)
    .await?)
}

/// Whether somebody gets a mail each Monday.
pub async fn wants_weeks(db: impl PgExecutor<'_>, user: Uuid) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        r#"select exists (select from analytics_mails where user_id = $1 and is_wanted) as "wants!""#,
        user
    )
    .fetch_one(db)
    .await?)
}

/// From the next Monday on. `last`: the Monday of the week that is over, which no mail tells of any more.
pub async fn want_weeks(db: impl PgExecutor<'_>, user: Uuid, last: NaiveDate) -> Result<()> {
    sqlx::query!(
        "insert into analytics_mails (user_id, sent_for) values ($1, $2)
         on conflict (user_id) do update set is_wanted = true, sent_for = excluded.sent_for where not analytics_mails.is_wanted",
        user,
        last,
    )
    .execute(db)
    .await?;
    Ok(())
}

pub async fn want_no_weeks(db: impl PgExecutor<'_>, user: Uuid) -> Result<()> {
    sqlx::query!(
        "update analytics_mails set is_wanted = false where user_id = $1",
        user
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The same by whoever has a mail's link; whether it is one.
pub async fn stop_weeks(db: impl PgExecutor<'_>, token: Uuid) -> Result<bool> {
    let stopped = sqlx::query!(
        "update analytics_mails set is_wanted = false where stop_token = $1",
        token
    );
    Ok(stopped.execute(db).await?.rows_affected() > 0)
}

pub async fn is_week_due(db: impl PgExecutor<'_>, monday: NaiveDate) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        r#"select exists (select from analytics_mails where is_wanted and (sent_for is null or sent_for < $1)) as "due!""#,
        monday
    )
    .fetch_one(db)
    .await?)
}

/// Somebody who gets a week's mail.
#[derive(Debug)]
pub struct Reader {
    pub id: Uuid,
    pub email: String,
    pub stop_token: Uuid,
}

/// One of those who have not got it yet, who has got it once the transaction commits.
pub async fn take_reader(db: impl PgExecutor<'_>, monday: NaiveDate) -> Result<Option<Reader>> {
    Ok(sqlx::query_as!(
        Reader,
        "update analytics_mails m set sent_for = $1 from users u
         where u.id = m.user_id and m.user_id = (
            select user_id from analytics_mails where is_wanted and (sent_for is null or sent_for < $1)
            order by user_id limit 1 for update skip locked)
         returning u.id, u.email, m.stop_token",
        monday,
    )
    .fetch_optional(db)
    .await?)
}
