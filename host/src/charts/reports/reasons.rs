//! Why the lines of a report's days are in it or are not. What the plugin made of the pool's sales is what is kept of the
//! report; the reasons that the host does not know are the receiver's rules.

use sqlx::PgPool;

use super::model::{Basis, Line, Reason, ReasonCount, Reasons, Report, ReportState};
use crate::http::error::Result;

/// Why each line is in the report or is not, of those that were asked for.
///
/// # Errors
/// The database.
pub async fn find(
    db: &PgPool,
    report: &Report,
    reason: Option<Reason>,
    search: Option<&str>,
) -> Result<Reasons> {
    let [from, to] = report.period();
    // Of one that was withdrawn nobody knows any more what it held.
    let built_at = report
        .built_at
        .filter(|_| report.state != ReportState::Withdrawn);
    // One reading of the days' orders for both: the reasons of all, and the newest lines of those asked for.
    let rows = sqlx::query!(
        r#"with days as (
            select id from orders where submitted_at >= $2 and submitted_at < $3 and ($4::uuid is null or store_id = $4)
            union
            select id from orders where shipped_at >= $2 and shipped_at < $3 and ($4::uuid is null or store_id = $4)
        ), lines as materialized (
            select o.id as order_id, o.reference, o.store_id, o.country_code, o.submitted_at, o.shipped_at, l.position, l.sku,
                l.name, l.quantity, r.units, other.first_day, other.last_day,
                case
                    when r.report_id = $1 then 'COUNTED'
                    when other.id is not null then 'REPORTED'
                    when o.status = 'CANCELLED' then 'CANCELLED'
                    when o.source <> 'normal' then 'SEEDING'
                    when o.total <= 0 or o.subtotal + o.tax - o.discount <= 0 or l.unit_price * l.quantity <= l.discount
                        then 'FREE'
                    when p.id is null then 'UNDECLARED'
                    when not p.reportable then 'NOT_REPORTABLE'
                    when $5 = 'shipped' and o.shipped_at is null then 'NOT_SHIPPED'
                    when counts.at < $2 or counts.at >= $3 then 'OTHER_DAYS'
                    when $6 <> '' and o.country_code <> $6 then 'OTHER_COUNTRY'
                    when $7::timestamptz is null then 'EXPECTED'
                    when greatest(o.created_at, p.created_at) > $7 then 'LATE'
                    else 'RULES'
                end as reason
            from days d join orders o on o.id = d.id
            cross join lateral (select case $5 when 'shipped' then o.shipped_at else o.submitted_at end as at) counts
            cross join lateral (
                select position, sku, name, quantity, unit_price, discount,
                    (row_number() over (partition by sku order by position))::smallint as nth
                from order_lines where order_id = o.id and quantity > 0) l
            left join phonographic_products p on p.store_id = o.store_id and p.sku = l.sku and p.deleted_at is null
            left join lateral (
                select report_id, units from phonographic_reported
                where layout = $8 and territory = $6 and order_id = o.id and sku = l.sku and not returned
                order by (nth = l.nth) desc limit 1) r on true
            left join phonographic_reports other on other.id = r.report_id and other.id <> $1
        ), counts as (
            select reason, count(*) as lines, sum(quantity) as units from lines group by reason
        ), shown as (
            select * from lines
            where ($9::text is null or reason = $9) and ($10::text is null or starts_with(lower(reference), lower($10))
                or starts_with(lower(sku), lower($10)))
            order by submitted_at desc, order_id, position limit 100
        )
        select c.reason as "reason!: Reason", c.lines as "lines!", c.units as "units!", s.order_id as "order_id?",
            s.reference as "reference?", t.name as "store_name?", s.sku as "sku?",
            coalesce(nullif(s.name, ''), (select name from shown_variants where store_id = s.store_id and sku = s.sku
                order by connector_id limit 1)) as "name?",
            s.quantity as "quantity?", case when s.reason = 'COUNTED' then s.units else 0 end as "counted?",
            s.country_code as "country?", s.submitted_at as "submitted_at?", s.shipped_at as "shipped_at?",
            s.first_day as "first_day?", s.last_day as "last_day?"
        from counts c left join shown s on s.reason = c.reason left join stores t on t.id = s.store_id
        order by c.reason, s.submitted_at desc, s.order_id, s.position"#,
        report.id,
        from,
        to,
        report.store_id,
        report.basis as Basis,
        report.territory,
        built_at,
        report.layout,
        reason.map(|reason| reason.as_str()),
        search,
    )
    .fetch_all(db)
    .await?;
    let mut counts: Vec<ReasonCount> = Vec::new();
    let mut lines = Vec::new();
    for row in rows {
        if counts.last().is_none_or(|last| last.reason != row.reason) {
            counts.push(ReasonCount {
                reason: row.reason,
                lines: row.lines,
                units: row.units,
            });
        }
        let (Some(order_id), Some(submitted_at)) = (row.order_id, row.submitted_at) else {
            continue;
        };
        lines.push(Line {
            order_id,
            reference: row.reference.unwrap_or_default(),
            store_name: row.store_name.unwrap_or_default(),
            sku: row.sku.unwrap_or_default(),
            name: row.name.unwrap_or_default(),
            quantity: row.quantity.unwrap_or_default(),
            units: row.counted.unwrap_or_default().into(),
            country: row.country.unwrap_or_default(),
            submitted_at,
            shipped_at: row.shipped_at,
            reason: row.reason,
            reported_first: row.first_day,
            reported_last: row.last_day,
        });
    }
    Ok(Reasons { counts, lines })
}
