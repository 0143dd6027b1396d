//! Every query on statements of account.

use chrono::NaiveDate;
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::model::{OpenFees, Statement, StatementEntry};
use crate::access::{Permission, Scope};
use crate::http::error::{Error, Result};
use crate::list::start_of_day;
use crate::records::visible::Visible;
use crate::stores::StoreName;

/// As many entries as a statement has.
const MOST: i64 = 1_000;

/// # Errors
/// [`Error::Invalid`]: these days have more entries than a statement.
pub async fn of(
    db: &mut PgConnection,
    scope: &Scope,
    store: &Visible<StoreName>,
    (first, last): (NaiveDate, NaiveDate),
) -> Result<Statement> {
    let from = start_of_day(first);
    let to = start_of_day(last.succ_opt().unwrap_or(last));
    let opening: Decimal = sqlx::query_scalar!(
        r#"select coalesce(sum(total_amount) filter (where issued_at < $3), 0)
            - coalesce(sum(total_amount) filter (where paid_at < $3), 0) as "opening!"
           from invoices where store_id = $1 and number is not null and in_scope(reader_id, $2)"#,
        store.id,
        scope.organizations(),
        from,
    )
    .fetch_one(&mut *db)
    .await?;
    let entries: Vec<StatementEntry> = sqlx::query_as(
        "with moves as (
            select i.issued_at as at, case i.kind when 'INVOICE' then 0 else 1 end as place, i.kind as move, i.total_amount as amount, i.*
            from invoices i where i.number is not null and i.issued_at >= $3 and i.issued_at < $4 and i.store_id = $1
            union all
            select i.paid_at, 2, 'PAYMENT', -i.total_amount, i.*
            from invoices i where i.number is not null and i.paid_at >= $3 and i.paid_at < $4 and i.store_id = $1
         )
         select (m.at at time zone 'Europe/Paris')::date as day, m.move as kind, m.id, m.number, m.title, m.total_amount, m.organization_id,
            o.name as organization_name, m.amount, $5 + sum(m.amount) over (order by m.at, m.place, m.number) as balance
         from moves m join organizations o on o.id = m.organization_id
         where in_scope(m.reader_id, $2) order by m.at, m.place, m.number limit $6",
    )
    .bind(store.id)
    .bind(scope.organizations())
    .bind(from)
    .bind(to)
    .bind(opening)
    .bind(MOST + 1)
    .fetch_all(&mut *db)
    .await?;
    if entries.len() as i64 > MOST {
        return Err(Error::field("endAt", "max"));
    }
    let open_fees = match scope.actor.may(Permission::ReadFee) {
        true => Some(open_fees(db, scope, store, (first, last)).await?),
        false => None,
    };
    Ok(Statement {
        start_at: first,
        end_at: last,
        opening,
        closing: entries.last().map_or(opening, |entry| entry.balance),
        entries,
        open_fees,
    })
}

async fn open_fees(
    db: &mut PgConnection,
    scope: &Scope,
    store: &Visible<StoreName>,
    (first, last): (NaiveDate, NaiveDate),
) -> Result<Vec<OpenFees>> {
    let fees = sqlx::query_as(
        "select so.organization_id, o.name as organization_name, so.ownership_percentage as share, f.count, f.customer_amount
         from store_organizations so join organizations o on o.id = so.organization_id
         cross join lateral (
            select count(*), coalesce(sum(f.customer_amount), 0) as customer_amount from fees f
            where f.store_id = $1 and f.initiated_at between $3 and $4 and f.deleted_at is null and not exists (
                select from invoice_fees i join invoice_lines l on l.id = i.line_id join invoices v on v.id = l.invoice_id
                where i.fee_id = f.id and i.organization_id = so.organization_id and i.is_active and v.number is not null)
         ) f
         where so.store_id = $1 and so.ownership_percentage > 0 and in_scope(so.organization_id, $2)
         order by so.ownership_percentage desc, o.name",
    )
    .bind(store.id)
    .bind(scope.organizations())
    .bind(first)
    .bind(last);
    Ok(fees.fetch_all(db).await?)
}
