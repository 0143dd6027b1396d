//! What the journal is written from.

use chrono::NaiveDate;
use sqlx::PgConnection;

use super::entries::Piece;
use crate::access::Scope;
use crate::http::error::Result;
use crate::list::start_of_day;

/// The pieces that were issued on some days, both included, in the order of their numbers; so many after the one of this number.
/// Credit notes come before invoices.
pub async fn pieces(
    db: &mut PgConnection,
    scope: &Scope,
    (first, last): (NaiveDate, NaiveDate),
    after: &str,
    most: i64,
) -> Result<Vec<Piece>> {
    let pieces = sqlx::query_as(
        "select i.number, i.title, (i.issued_at at time zone 'Europe/Paris')::date as issued_on,
            coalesce(i.frozen->'buyer'->>'name', '') as buyer, 'C' || upper(right(i.organization_id::text, 12)) as buyer_account,
            i.total_amount, i.total_taxes,
            (select coalesce(jsonb_object_agg(key, total::text), '{}') from (
                select case l.section when 'COMMISSIONS' then l.section else coalesce(l.category, 'OTHER') end as key,
                    sum(l.total) as total
                from invoice_lines l where l.invoice_id = i.id group by 1) l) as revenue
         from invoices i
         where i.number is not null and i.issued_at >= $1 and i.issued_at < $2 and i.number > $3 and in_scope(i.reader_id, $5)
         order by i.number limit $4",
    )
    .bind(start_of_day(first))
    .bind(start_of_day(last.succ_opt().unwrap_or(last)))
    .bind(after)
    .bind(most)
    .bind(scope.organizations());
    Ok(pieces.fetch_all(db).await?)
}
