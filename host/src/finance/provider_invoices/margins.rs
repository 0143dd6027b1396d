//! What validated invoices left to the company by month and service (F13), and what the running month may come to.

use chrono::{Datelike, Months, NaiveDate};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{Forecast, Margins};
use super::summary::SHIPPING;
use crate::http::error::Result;
use crate::list::start_of_day;

/// What a sum charges: nothing of a line that became no fee.
const FIGURES: &str = "sum(s.amount) as amount, coalesce(sum(s.charged) filter (where s.is_selected), 0) as amount_charged,
    sum(s.paid_by_customer) as amount_paid_by_customer,
    coalesce(sum(s.charged) filter (where s.is_selected), 0) + sum(s.paid_by_customer) - sum(s.amount) as margin
    from provider_invoice_sums s join provider_invoices i on i.id = s.invoice_id
    where i.status = 'VALIDATED' and i.deleted_at is null and i.ends_at between $1 and $2 and ($3::uuid is null or s.store_id = $3)";

/// Of one store or of all, of the invoices that end on these days.
pub async fn of(
    db: &mut PgConnection,
    store: Option<Uuid>,
    (first, last): (NaiveDate, NaiveDate),
    today: NaiveDate,
) -> Result<Margins> {
    let months = format!(
        "select date_trunc('month', i.ends_at)::date as month, {FIGURES} group by 1 order by 1"
    );
    let months = sqlx::query_as(sqlx::AssertSqlSafe(months));
    let services = format!(
        "select s.service, {FIGURES} group by s.service order by sum(s.amount) desc, s.service limit 500"
    );
    let services = sqlx::query_as(sqlx::AssertSqlSafe(services));
    Ok(Margins {
        months: months
            .bind(first)
            .bind(last)
            .bind(store)
            .fetch_all(&mut *db)
            .await?,
        services: services
            .bind(first)
            .bind(last)
            .bind(store)
            .fetch_all(&mut *db)
            .await?,
        forecast: forecast(db, store, today).await?,
    })
}

/// What the running month may come to by the last month that each provider billed, where the month's own is not validated.
async fn forecast(
    db: &mut PgConnection,
    store: Option<Uuid>,
    today: NaiveDate,
) -> Result<Option<Forecast>> {
    let month = today.with_day(1).unwrap_or(today);
    // What a store's orders cost then, times its orders now; what hangs on no order is as it was.
    let forecast = sqlx::query_as(
        "with last as (
            select provider, date_trunc('month', max(ends_at)) as month from provider_invoices
            where status = 'VALIDATED' and deleted_at is null and ends_at >= $2::date - 62 group by provider),
         due as (
            select i.id, i.provider from last join provider_invoices i using (provider)
            where i.status = 'VALIDATED' and i.deleted_at is null and i.ends_at < $2 and i.ends_at >= last.month
                and last.month < $2),
         now as (
            select o.provider, o.store_id, count(*) filter (where o.shipped_at is not null) as shipped,
                count(*) filter (where o.shipped_at is null) as open
            from orders o where o.provider in (select provider from due) and ($1::uuid is null or o.store_id = $1)
                and (o.shipped_at >= $3 or o.shipped_at is null and o.submitted_at >= $4 and o.status not in ('CANCELLED', 'RETURNED', 'DELIVERED'))
            group by 1, 2),
         billed as (
            select due.provider, l.store_id, count(distinct l.fulfillment_id) as orders
            from provider_invoice_lines l join due on due.id = l.invoice_id
            where l.subject = 'ORDER' and ($1::uuid is null or l.store_id = $1) group by 1, 2),
         services as (
            select due.provider, l.store_id, case l.nature when 'SERVICE' then l.service else $5 end as service,
                bool_or(l.subject = 'ORDER') as is_by_order
            from provider_invoice_lines l join due on due.id = l.invoice_id
            where $1::uuid is null or l.store_id = $1 group by 1, 2, 3),
         parts as (
            select s.amount, case when s.is_selected then s.charged else 0 end as charged, s.paid_by_customer as paid,
                case when coalesce(v.is_by_order, true) then coalesce((n.shipped + n.open)::numeric / nullif(b.orders, 0), 0) else 1 end
                    as times
            from provider_invoice_sums s join due on due.id = s.invoice_id
            left join services v on v.provider = due.provider and v.store_id is not distinct from s.store_id and v.service = s.service
            left join billed b on b.provider = due.provider and b.store_id is not distinct from s.store_id
            left join now n on n.provider = due.provider and n.store_id is not distinct from s.store_id
            where $1::uuid is null or s.store_id = $1),
         sums as (
            select count(*) as parts, coalesce(round(sum(amount * times), 2), 0) as amount,
                coalesce(round(sum(charged * times), 2), 0) as charged, coalesce(round(sum(paid * times), 2), 0) as paid
            from parts)
         select $2 as month, coalesce((select sum(shipped) from now), 0)::bigint as shipped_orders,
            coalesce((select sum(open) from now), 0)::bigint as open_orders,
            coalesce((select sum(orders) from billed), 0)::bigint as billed_orders, amount, charged as amount_charged,
            paid as amount_paid_by_customer, charged + paid - amount as margin
         from sums where parts > 0",
    )
    .bind(store)
    .bind(month)
    .bind(start_of_day(month))
    .bind(start_of_day(month - Months::new(2)))
    .bind(SHIPPING)
    .fetch_optional(db)
    .await?;
    Ok(forecast)
}
