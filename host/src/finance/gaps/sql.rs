//! Every query on gaps.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::{PgConnection, PgExecutor};

use super::model::{GapKind, GapSum, Gaps};
use crate::http::error::Result;

/// The providers that have invoices.
pub async fn providers(db: impl PgExecutor<'_>) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar!(
        "select distinct provider from provider_invoices where read_at is not null and deleted_at is null order by provider"
    )
    .fetch_all(db)
    .await?)
}

/// Looks for everything that a provider's invoices since a day leave open, in place of what was found before. What is the same keeps
/// its id.
pub async fn find(
    db: &mut PgConnection,
    provider: &str,
    (since, today): (NaiveDate, NaiveDate),
    now: DateTime<Utc>,
) -> Result<()> {
    // It may take longer than a call may.
    sqlx::query("set local statement_timeout = 0")
        .execute(&mut *db)
        .await?;
    // One search of a provider at a time.
    sqlx::query!(
        "insert into provider_gap_searches (provider, found_at) values ($1, $2)
         on conflict (provider) do update set found_at = excluded.found_at",
        provider,
        now,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("delete from provider_gaps where provider = $1", provider)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        r#"with invoices as (
            select id, starts_at, ends_at from provider_invoices
            where provider = $1 and read_at is not null and deleted_at is null and ends_at >= $2::date),
         latest as (
            select id from invoices where ends_at >= $3::date - 62 and ends_at = (select max(ends_at) from invoices)),
         lines as (
            select l.invoice_id, i.starts_at, i.ends_at, l.subject, l.fulfillment_id, l.service, sum(l.price) as amount,
                (array_agg(l.order_id))[1] as order_id, (array_agg(l.store_id))[1] as store_id
            from provider_invoice_lines l join invoices i on i.id = l.invoice_id where l.subject <> 'GENERAL'
            group by l.invoice_id, i.starts_at, i.ends_at, l.subject, l.fulfillment_id, l.service),
         billed as (
            select invoice_id, ends_at, fulfillment_id, sum(amount) as amount, (array_agg(order_id))[1] as order_id,
                (array_agg(store_id))[1] as store_id
            from lines where subject = 'ORDER' group by invoice_id, ends_at, fulfillment_id),
         cost as (select coalesce(round(sum(amount) / nullif(count(distinct fulfillment_id), 0), 2), 0) as amount from billed),
         repeated as (
            select lines.*, first_value(invoice_id) over earlier as first_invoice, row_number() over earlier as time
            from lines where subject = 'ORDER' and amount > 0
            window earlier as (partition by fulfillment_id, service order by starts_at, invoice_id)),
         found as (
            select 'UNBILLED' as kind, null::uuid as invoice_id, null::uuid as first_invoice_id, o.id as order_id, o.store_id,
                o.provider_id as fulfillment_id, o.reference, '' as service, (o.shipped_at at time zone 'Europe/Paris')::date as day,
                cost.amount
            from orders o, cost
            where o.provider = $1 and o.shipped_at >= $2::date::timestamp at time zone 'Europe/Paris'
                and exists (select from invoices i
                    where (o.shipped_at at time zone 'Europe/Paris')::date between i.starts_at and i.ends_at)
                and not exists (select from billed b where b.fulfillment_id = o.provider_id)
            union all
            select 'BILLED_TWICE', r.invoice_id, r.first_invoice, r.order_id, r.store_id, r.fulfillment_id,
                coalesce(o.reference, r.fulfillment_id), r.service, r.ends_at, r.amount
            from repeated r left join orders o on o.id = r.order_id where r.time > 1
            union all
            select 'CANCELLED', b.invoice_id, null, o.id, o.store_id, b.fulfillment_id, o.reference, '', b.ends_at, b.amount
            from billed b join orders o on o.id = b.order_id
            where o.status = 'CANCELLED' and o.shipped_at is null and b.amount > 0
            union all
            select 'UNKNOWN', b.invoice_id, null, null, b.store_id, b.fulfillment_id, b.fulfillment_id, '', b.ends_at, b.amount
            from billed b
            where b.order_id is null and not exists (
                select from orders o where o.provider_id = b.fulfillment_id and o.provider = $1)
            union all
            select 'STORAGE_WITHOUT_STOCK', l.invoice_id, null, null, l.store_id, l.fulfillment_id, l.fulfillment_id, l.service,
                l.ends_at, l.amount
            from lines l join latest on latest.id = l.invoice_id
            where l.subject = 'PRODUCT' and l.service ~* '^storage' and l.amount > 0
                and not exists (select from inventories v where v.sku = l.fulfillment_id and v.in_warehouse > 0))
         insert into provider_gaps (id, provider, kind, invoice_id, first_invoice_id, order_id, store_id, fulfillment_id, reference,
            service, day, amount)
         select md5(concat_ws('|', $1::text, kind, invoice_id, order_id, fulfillment_id, service))::uuid, $1, kind, invoice_id,
            first_invoice_id, order_id, store_id, fulfillment_id, reference, service, day, amount from found"#,
        provider,
        since,
        today,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What is open, by provider and kind.
pub async fn sums(db: impl PgExecutor<'_>) -> Result<Vec<Gaps>> {
    let rows = sqlx::query!(
        r#"select s.provider, s.found_at, g.kind as "kind?: GapKind", count(g.id) as "count!", coalesce(sum(g.amount), 0) as "amount!"
           from provider_gap_searches s left join provider_gaps g on g.provider = s.provider
           group by s.provider, s.found_at, g.kind order by s.provider"#,
    )
    .fetch_all(db)
    .await?;
    let mut gaps: Vec<Gaps> = Vec::new();
    for row in rows {
        if gaps.last().is_none_or(|of| of.provider != row.provider) {
            let none = |kind: &GapKind| GapSum {
                kind: *kind,
                count: 0,
                amount: rust_decimal::Decimal::ZERO,
            };
            gaps.push(Gaps {
                provider: row.provider,
                found_at: row.found_at,
                kinds: GapKind::ALL.iter().map(none).collect(),
            });
        }
        let of = gaps.last_mut().and_then(|of| {
            let mut kinds = of.kinds.iter_mut();
            kinds.find(|sum| Some(sum.kind) == row.kind)
        });
        if let Some(sum) = of {
            (sum.count, sum.amount) = (row.count, row.amount);
        }
    }
    Ok(gaps)
}

/// How many there are of a provider.
pub async fn count(db: &mut PgConnection, provider: &str) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        r#"select count(*) as "count!" from provider_gaps where provider = $1"#,
        provider,
    )
    .fetch_one(db)
    .await?)
}
