//! From orders, tickets and fees to the figures of a day. What changes says so in `analytics_changes` (triggers); it is counted
//! again as a whole, days first, then the months that they lie in, then their years.

use std::collections::HashSet;

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::http::error::Result;

/// Changes that one transaction counts.
const BATCH: i64 = 20_000;
/// Days that one statement counts: hundreds of orders lie in each day of a large store, and a statement has its time.
const MOST_DAYS: usize = 200;

/// Days of stores.
#[derive(Debug, Default)]
struct Days {
    stores: Vec<Uuid>,
    days: Vec<NaiveDate>,
}

/// Counts whatever changed until now, a batch a transaction; one host at a time. What changes meanwhile is for the next time:
/// while orders come without a pause, the day that they lie in would be counted without one.
pub async fn count(db: &PgPool, now: DateTime<Utc>) -> Result<()> {
    let newest = sqlx::query_scalar!("select max(id) from analytics_changes");
    let newest = newest.fetch_one(db).await?.unwrap_or_default();
    loop {
        let mut tx = db.begin().await?;
        let is_first = sqlx::query_scalar!(
            r#"select pg_try_advisory_xact_lock(hashtext('comptoir analytics')) as "is_first!""#
        );
        if !is_first.fetch_one(&mut *tx).await? {
            return Ok(());
        }
        let taken = take(&mut tx, newest).await?;
        for (stores, days) in taken
            .stores
            .chunks(MOST_DAYS)
            .zip(taken.days.chunks(MOST_DAYS))
        {
            recount(&mut tx, stores, days).await?;
        }
        sqlx::query!(
            "update analytics_counts set counted_at = $1, version = version + $2::boolean::integer",
            now,
            !taken.days.is_empty(),
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        if taken.days.is_empty() {
            return Ok(());
        }
    }
}

/// Takes the days of the oldest changes with all changes of these days, as each is counted from nothing: a mass of orders
/// that came bit by bit notes the same days over and over. What changes from now on is noted anew, and what is counted
/// after this has seen these.
async fn take(db: &mut PgConnection, newest: i64) -> Result<Days> {
    let rows = sqlx::query!(
        r#"with days as (
            select distinct store_id, day from (
                select store_id, day from analytics_changes where id <= $2 order by id limit $1) oldest),
         taken as (
            delete from analytics_changes c using days d where c.store_id = d.store_id and c.day = d.day)
           select d.store_id as "store_id!", d.day as "day!" from days d join stores s on s.id = d.store_id
           order by 1, 2"#,
        BATCH,
        newest,
    )
    .fetch_all(db)
    .await?;
    let (stores, days) = rows.into_iter().map(|row| (row.store_id, row.day)).unzip();
    Ok(Days { stores, days })
}

/// Counts days of stores from nothing, and the months and years that they lie in. Each statement is planned for what is there: a plan that is
/// kept from when the tables were empty reads all of them each time.
async fn recount(db: &mut PgConnection, stores: &[Uuid], days: &[NaiveDate]) -> Result<()> {
    sqlx::query!(
        "delete from analytics_days d using unnest($1::uuid[], $2::date[]) k (store_id, day)
         where d.store_id = k.store_id and d.day = k.day",
        stores,
        days,
    )
    .persistent(false)
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into analytics_days (store_id, day, commerce, seeding, cancelled, foreign_orders, articles, delivered_articles, net,
            discounts, shipping, taxes, total, tickets, messages, fees)
         select k.store_id, k.day, coalesce(o.commerce, 0), coalesce(o.seeding, 0), coalesce(o.cancelled, 0),
            coalesce(o.foreign_orders, 0), coalesce(o.articles, 0), coalesce(o.delivered, 0), coalesce(o.total_ex_vat - o.shipping, 0),
            coalesce(o.discounts, 0), coalesce(o.shipping, 0), coalesce(o.total - o.total_ex_vat, 0), coalesce(o.total, 0),
            t.tickets, t.messages, f.fees
         from unnest($1::uuid[], $2::date[]) k (store_id, day)
         cross join lateral (
            select count(*) filter (where is_sold) as commerce, count(*) filter (where is_seeding) as seeding,
                count(*) filter (where is_cancelled) as cancelled, count(*) filter (where is_sold and not is_euro) as foreign_orders,
                sum(item_count) filter (where not is_cancelled) as articles,
                sum(item_count) filter (where status = 'DELIVERED') as delivered,
                sum(total) filter (where is_sold and is_euro) as total,
                sum(total_ex_vat(total, tax, country_code, is_manual)) filter (where is_sold and is_euro) as total_ex_vat,
                sum(total_ex_vat(shipping_price, 0, country_code, is_manual or tax <> 0)) filter (where is_sold and is_euro) as shipping,
                sum(total_ex_vat(discount, 0, country_code, is_manual or tax <> 0)) filter (where is_sold and is_euro) as discounts
            from (select n.*, n.status = 'CANCELLED' as is_cancelled, n.currency = 'EUR' as is_euro,
                    n.status <> 'CANCELLED' and n.source = 'normal' as is_sold,
                    n.status <> 'CANCELLED' and n.source = 'seeding' as is_seeding,
                    exists (select from manual_orders m where m.order_id = n.id) as is_manual
                  from orders n where n.store_id = k.store_id and n.submitted_at >= k.day::timestamp at time zone 'Europe/Paris'
                    and n.submitted_at < (k.day + 1)::timestamp at time zone 'Europe/Paris') n) o
         cross join lateral (
            select count(*) as tickets, coalesce(sum(agent_messages), 0) as messages from tickets t
            where t.store_id = k.store_id and t.opened_at >= k.day::timestamp at time zone 'Europe/Paris'
                and t.opened_at < (k.day + 1)::timestamp at time zone 'Europe/Paris') t
         cross join lateral (
            select coalesce(sum(customer_amount), 0) as fees from fees f
            where f.store_id = k.store_id and f.initiated_at = k.day and f.deleted_at is null) f
         where o.commerce + o.seeding + o.cancelled + t.tickets > 0 or f.fees <> 0",
        stores,
        days,
    )
    .persistent(false)
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "delete from analytics_parts p using unnest($1::uuid[], $2::date[]) k (store_id, day)
         where p.grain = 'DAY' and p.store_id = k.store_id and p.day = k.day
            and p.kind in ('COUNTRY', 'STATUS', 'HOURS', 'SOLD', 'SHIPPED')",
        stores,
        days,
    )
    .persistent(false)
    .execute(&mut *db)
    .await?;
    // Of an order that was first seen after it left, nobody knows when it did: it tells no hours.
    // `offset 0`: a day's orders by the index. Joined by their store alone, each day would meet all that the store ever had.
    sqlx::query!(
        "with placed as (
            select k.store_id, k.day, o.id, o.status, o.source, o.country_code, o.item_count, o.submitted_at, o.shipped_at, o.created_at,
                o.tax,
                o.currency = 'EUR' as is_euro, o.status <> 'CANCELLED' and o.source = 'normal' as is_sold,
                exists (select from manual_orders m where m.order_id = o.id) as is_manual,
                o.total, total_ex_vat(o.total, o.tax, o.country_code, exists (select from manual_orders m where m.order_id = o.id))
                    - total_ex_vat(o.shipping_price, 0, o.country_code, o.tax <> 0
                        or exists (select from manual_orders m where m.order_id = o.id)) as net
            from unnest($1::uuid[], $2::date[]) k (store_id, day)
            cross join lateral (select * from orders o where o.store_id = k.store_id
                and o.submitted_at >= k.day::timestamp at time zone 'Europe/Paris'
                and o.submitted_at < (k.day + 1)::timestamp at time zone 'Europe/Paris' offset 0) o),
         left_then as (
            select k.store_id, k.day, o.id, o.country_code, o.tax, o.currency = 'EUR' as is_euro,
                exists (select from manual_orders m where m.order_id = o.id) as is_manual
            from unnest($1::uuid[], $2::date[]) k (store_id, day)
            cross join lateral (select * from orders o where o.store_id = k.store_id
                and o.shipped_at >= k.day::timestamp at time zone 'Europe/Paris'
                and o.shipped_at < (k.day + 1)::timestamp at time zone 'Europe/Paris' offset 0) o
            where o.status <> 'CANCELLED' and o.source = 'normal'),
         units as (
            select 'SOLD' as kind, store_id, day, id, country_code, tax, is_euro, is_manual from placed where is_sold
            union all select 'SHIPPED', store_id, day, id, country_code, tax, is_euro, is_manual from left_then)
         insert into analytics_parts (store_id, kind, grain, day, key, country, orders, units, net, gross)
         select store_id, 'COUNTRY', 'DAY', day, country_code, '', count(*), sum(item_count),
            coalesce(sum(net) filter (where is_euro), 0), coalesce(sum(total) filter (where is_euro), 0)
         from placed where is_sold group by store_id, day, country_code
         union all
         select store_id, 'STATUS', 'DAY', day, status, '', count(*), sum(item_count), 0, 0 from placed group by store_id, day, status
         union all
         select store_id, 'HOURS', 'DAY', day, round(business_hours(submitted_at, shipped_at))::text, '', count(*), 0, 0, 0
         from placed where shipped_at > created_at and status <> 'CANCELLED' group by store_id, day, round(business_hours(submitted_at, shipped_at))
         union all
         select u.store_id, u.kind, 'DAY', u.day, l.sku, u.country_code, count(distinct u.id), sum(l.quantity),
            coalesce(sum(case when u.is_manual or u.tax <> 0 then l.quantity * l.unit_price - l.discount
                else total_ex_vat(l.quantity * (l.unit_price + l.unit_tax) - l.discount, 0, u.country_code, false) end)
                filter (where u.is_euro), 0),
            coalesce(sum(l.quantity * (l.unit_price + l.unit_tax) - l.discount) filter (where u.is_euro), 0)
         from units u join order_lines l on l.order_id = u.id where l.quantity > 0
         group by u.store_id, u.kind, u.day, l.sku, u.country_code",
        stores,
        days,
    )
    .persistent(false)
    .execute(&mut *db)
    .await?;
    // Months are their days' sums.
    sqlx::query!(
        "delete from analytics_parts p
         using (select distinct store_id, date_trunc('month', day)::date as day from unnest($1::uuid[], $2::date[]) k (store_id, day)) k
         where p.grain = 'MONTH' and p.store_id = k.store_id and p.day = k.day
            and p.kind in ('COUNTRY', 'STATUS', 'HOURS', 'SOLD', 'SHIPPED', 'ARTICLE')",
        stores,
        days,
    )
    .persistent(false)
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "with months as (
            select p.store_id, p.kind, k.day, p.key, p.country, sum(p.orders) as orders, sum(p.units) as units, sum(p.net) as net,
                sum(p.gross) as gross
            from (select distinct store_id, date_trunc('month', day)::date as day from unnest($1::uuid[], $2::date[]) k (store_id, day)) k
            cross join unnest(array['COUNTRY', 'STATUS', 'HOURS', 'SOLD', 'SHIPPED']) as kinds (name)
            join analytics_parts p on p.kind = kinds.name and p.grain = 'DAY' and p.store_id = k.store_id and p.day >= k.day
                and p.day < k.day + interval '1 month'
            group by p.store_id, p.kind, k.day, p.key, p.country)
         insert into analytics_parts (store_id, kind, grain, day, key, country, orders, units, net, gross)
         select store_id, kind, 'MONTH', day, key, country, orders, units, net, gross from months
         union all
         select store_id, 'ARTICLE', 'MONTH', day, key, '', sum(orders), sum(units), sum(net), sum(gross)
         from months where kind = 'SOLD' group by store_id, day, key",
        stores,
        days,
    )
    .persistent(false)
    .execute(&mut *db)
    .await?;
    // Years are their months'.
    sqlx::query!(
        "delete from analytics_parts p
         using (select distinct store_id, date_trunc('year', day)::date as day from unnest($1::uuid[], $2::date[]) k (store_id, day)) k
         where p.kind = 'ARTICLE' and p.grain = 'YEAR' and p.store_id = k.store_id and p.day = k.day",
        stores,
        days,
    )
    .persistent(false)
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into analytics_parts (store_id, kind, grain, day, key, country, orders, units, net, gross)
         select p.store_id, p.kind, 'YEAR', k.day, p.key, '', sum(p.orders), sum(p.units), sum(p.net), sum(p.gross)
         from (select distinct store_id, date_trunc('year', day)::date as day from unnest($1::uuid[], $2::date[]) k (store_id, day)) k
         join analytics_parts p on p.kind = 'ARTICLE' and p.grain = 'MONTH' and p.store_id = k.store_id and p.day >= k.day
            and p.day < k.day + interval '1 year'
         group by p.store_id, p.kind, k.day, p.key",
        stores,
        days,
    )
    .persistent(false)
    .execute(db)
    .await?;
    Ok(())
}

/// Counts every day from nothing. Until it has ended reports tell what they did, or what is counted so far.
pub async fn rebuild(db: &PgPool, now: DateTime<Utc>) -> Result<()> {
    let mut tx = db.begin().await?;
    sqlx::query!("select pg_advisory_xact_lock(hashtext('comptoir analytics'))")
        .execute(&mut *tx)
        .await?;
    sqlx::query!("delete from analytics_days")
        .execute(&mut *tx)
        .await?;
    sqlx::query!("delete from analytics_parts")
        .execute(&mut *tx)
        .await?;
    sqlx::query!("update analytics_counts set version = version + 1")
        .execute(&mut *tx)
        .await?;
    // In order: each month is summed anew for every batch that has days of it.
    sqlx::query!(
        "insert into analytics_changes (store_id, day)
         select store_id, paris_day(submitted_at) from orders
         union select store_id, paris_day(shipped_at) from orders where shipped_at is not null
         union select store_id, paris_day(opened_at) from tickets
         union select store_id, initiated_at from fees
         order by 1, 2"
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    count(db, now).await
}

/// A store's day that was counted otherwise.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    pub store_id: Uuid,
    pub day: NaiveDate,
}

/// Days that are looked at every night: of those that are counted, and as many of those that should be.
const DRAWN: i64 = 200;
/// Orders that the latter are drawn from.
const SAMPLE: f64 = 1_000.0;

/// Counts days drawn at random again and keeps which were otherwise, they, their month or their year; they are right from then on.
pub async fn check(db: &PgPool, now: DateTime<Utc>) -> Result<Vec<Difference>> {
    count(db, now).await?;
    let mut tx = db.begin().await?;
    sqlx::query!("select pg_advisory_xact_lock(hashtext('comptoir analytics'))")
        .execute(&mut *tx)
        .await?;
    let percent = sqlx::query_scalar!(
        r#"select least(100, 100 * $1::float8 / greatest(reltuples, 1))::real as "percent!" from pg_class where oid = 'orders'::regclass"#,
        SAMPLE,
    );
    let percent = percent.fetch_one(&mut *tx).await?;
    // Whole pages, as all orders would take seconds. A day that nobody counted is among what there is, not among what is counted.
    let drawn = sqlx::query!(
        r#"with placed as (select store_id, submitted_at, shipped_at from orders tablesample system ($2)),
         there as (
            select store_id, paris_day(submitted_at) as day from placed
            union select store_id, paris_day(shipped_at) from placed where shipped_at is not null
            union select store_id, paris_day(opened_at) from tickets tablesample system ($2)
            union select store_id, initiated_at from fees tablesample system ($2))
         select store_id as "store_id!", day as "day!" from (
            (select store_id, day from analytics_days order by random() limit $1)
            union (select store_id, day from there order by random() limit $1)) d
         where not exists (select from analytics_changes c where c.store_id = d.store_id and c.day = d.day) order by 1, 2"#,
        DRAWN,
        percent,
    )
    .fetch_all(&mut *tx)
    .await?;
    let (stores, days): (Vec<Uuid>, Vec<NaiveDate>) =
        drawn.into_iter().map(|row| (row.store_id, row.day)).unzip();
    let before = digests(&mut tx, &stores, &days).await?;
    recount(&mut tx, &stores, &days).await?;
    let after = digests(&mut tx, &stores, &days).await?;
    // What changed since the days were drawn is no difference, neither of a day nor of its month or year.
    let changed = sqlx::query!("select distinct store_id, day from analytics_changes")
        .fetch_all(&mut *tx)
        .await?;
    let month_of = |day: NaiveDate| (day.year(), day.month());
    let (mut days_changed, mut months_changed, mut years_changed) =
        (HashSet::new(), HashSet::new(), HashSet::new());
    for row in changed {
        days_changed.insert((row.store_id, row.day));
        months_changed.insert((row.store_id, month_of(row.day)));
        years_changed.insert((row.store_id, row.day.year()));
    }
    let different = stores.iter().zip(&days).zip(before.iter().zip(&after));
    let differences: Vec<Difference> = different
        .filter(|((store, day), (before, after))| {
            (before.day != after.day && !days_changed.contains(&(**store, **day)))
                || (before.month != after.month
                    && !months_changed.contains(&(**store, month_of(**day))))
                || (before.year != after.year && !years_changed.contains(&(**store, day.year())))
        })
        .map(|((store, day), _)| Difference {
            store_id: *store,
            day: *day,
        })
        .collect();
    sqlx::query!(
        "update analytics_counts set checked_at = $1, checked_days = $2, differences = $3, version = version + 1",
        now,
        i32::try_from(days.len()).unwrap_or(i32::MAX),
        serde_json::json!(differences),
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(differences)
}

/// What stands of a day, of its month and of its year.
struct Digest {
    day: Option<String>,
    month: Option<String>,
    year: Option<String>,
}

/// Those of each of these days.
async fn digests(
    db: &mut PgConnection,
    stores: &[Uuid],
    days: &[NaiveDate],
) -> Result<Vec<Digest>> {
    Ok(sqlx::query_as!(
        Digest,
        r#"with drawn as (
            select store_id, day, date_trunc('month', day)::date as month, date_trunc('year', day)::date as year, at
            from unnest($1::uuid[], $2::date[]) with ordinality k (store_id, day, at)),
         months as (
            select k.store_id, k.month, (select md5(string_agg(p::text, ' ' order by kind, key, country)) from analytics_parts p
                where grain = 'MONTH' and p.store_id = k.store_id and p.day = k.month
                    and kind in ('COUNTRY', 'STATUS', 'HOURS', 'SOLD', 'SHIPPED', 'ARTICLE')) as digest
            from (select distinct store_id, month from drawn) k),
         years as (
            select k.store_id, k.year, (select md5(string_agg(p::text, ' ' order by key)) from analytics_parts p
                where kind = 'ARTICLE' and grain = 'YEAR' and p.store_id = k.store_id and p.day = k.year) as digest
            from (select distinct store_id, year from drawn) k)
         select m.digest as month, y.digest as year, md5(concat(
            (select d::text from analytics_days d where d.store_id = k.store_id and d.day = k.day),
            (select string_agg(p::text, ' ' order by kind, key, country) from analytics_parts p
             where grain = 'DAY' and p.store_id = k.store_id and p.day = k.day
                and kind in ('COUNTRY', 'STATUS', 'HOURS', 'SOLD', 'SHIPPED')))) as day
         from drawn k join months m using (store_id, month) join years y using (store_id, year) order by at"#,
        stores,
        days,
    )
    .fetch_all(db)
    .await?)
}
