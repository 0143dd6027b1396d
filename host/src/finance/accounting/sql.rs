//! Every query on the books.

use chrono::{DateTime, Utc};
use comptoir_sandbox::accounting::InvoiceState;
use rust_decimal::Decimal;
use serde_json::Value;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{AccountingConnection, Connection, EntryCounts, PaymentState, VatMapping};
use crate::finance::company::VatCode;
use crate::http::error::Result;
use crate::program::keys::Keys;
use crate::providers::connectors::secrets::{self, Secrets};

/// The connection in use.
pub async fn connection(db: impl PgExecutor<'_>, keys: &Keys) -> Result<Option<Connection>> {
    let row = sqlx::query!(
        "select id, plugin, settings, secrets, changes_cursor from accounting_connections where disconnected_at is null"
    );
    let Some(row) = row.fetch_optional(db).await? else {
        return Ok(None);
    };
    Ok(Some(Connection {
        secrets: secrets::open(keys, row.id, &row.secrets)?,
        id: row.id,
        plugin: row.plugin,
        settings: row.settings,
        cursor: row.changes_cursor,
    }))
}

/// The same as people see it.
pub async fn shown(db: impl PgExecutor<'_>) -> Result<Option<AccountingConnection>> {
    Ok(sqlx::query_as!(
        AccountingConnection,
        "select id, plugin as kind, account, settings as data, author, connected_at, looked_at, problem
         from accounting_connections where disconnected_at is null",
    )
    .fetch_optional(db)
    .await?)
}

/// A connection to be made.
#[derive(Debug)]
pub struct NewConnection<'a> {
    pub plugin: &'a str,
    /// What the service calls the account.
    pub account: &'a str,
    pub settings: &'a Value,
    pub secrets: &'a Secrets,
    pub author: &'a str,
}

/// Connects the books in place of those that were: an account that was connected before goes on from there.
pub async fn connect(
    db: &mut PgConnection,
    keys: &Keys,
    new: &NewConnection<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    // One at a time, whoever connects meanwhile.
    sqlx::query("lock table accounting_connections in share row exclusive mode")
        .execute(&mut *db)
        .await?;
    disconnect(&mut *db, now).await?;
    let known = sqlx::query_scalar!(
        "select id from accounting_connections where plugin = $1 and account = $2 order by disconnected_at desc limit 1",
        new.plugin,
        new.account,
    );
    let id = known.fetch_optional(&mut *db).await?;
    let id = id.unwrap_or_else(Uuid::now_v7);
    sqlx::query!(
        "insert into accounting_connections (id, plugin, account, settings, secrets, author, connected_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (id) do update set settings = excluded.settings, secrets = excluded.secrets, author = excluded.author,
            connected_at = excluded.connected_at, disconnected_at = null, problem = null",
        id,
        new.plugin,
        new.account,
        new.settings,
        secrets::seal(keys, id, new.secrets)?,
        new.author,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Ends the connection in use, whose secrets are forgotten. Tells whose it was.
pub async fn disconnect(db: &mut PgConnection, now: DateTime<Utc>) -> Result<Option<String>> {
    Ok(sqlx::query_scalar!(
        "update accounting_connections set disconnected_at = $1, secrets = '' where disconnected_at is null returning plugin",
        now,
    )
    .fetch_optional(db)
    .await?)
}

/// Every code of VAT, and what the service calls it.
pub async fn vat_codes(db: impl PgExecutor<'_>) -> Result<Vec<VatMapping>> {
    Ok(sqlx::query_as!(
        VatMapping,
        r#"select v.code as "code: VatCode", coalesce(a.service_code, v.code) as "service_code!" from vat_codes v
           left join accounting_vat_codes a on a.code = v.code order by v.position"#,
    )
    .fetch_all(db)
    .await?)
}

/// What the service calls codes of VAT from now on.
pub async fn set_vat_codes(db: &mut PgConnection, mappings: &[VatMapping]) -> Result<()> {
    let (codes, called): (Vec<_>, Vec<_>) = mappings
        .iter()
        .map(|mapping| {
            (
                mapping.code.as_str().to_owned(),
                mapping.service_code.clone(),
            )
        })
        .unzip();
    sqlx::query!(
        "insert into accounting_vat_codes (code, service_code) select code, called from unnest($1::text[], $2::text[]) v (code, called)
         on conflict (code) do update set service_code = excluded.service_code",
        &codes,
        &called,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// How many invoices are how far with the connection in use.
pub async fn counts(db: impl PgExecutor<'_>) -> Result<EntryCounts> {
    let row = sqlx::query!(
        r#"with entries as (
            select e.status, count(*) from accounting_entries e join accounting_connections c on c.id = e.connection_id
            where c.disconnected_at is null group by 1)
           select (select count(*) from invoices where number is not null) - coalesce(sum(count), 0)::bigint as "unbooked!",
            coalesce(sum(count) filter (where status = 'WAITING'), 0)::bigint as "waiting!",
            coalesce(sum(count) filter (where status = 'BOOKED'), 0)::bigint as "booked!",
            coalesce(sum(count) filter (where status = 'FAILED'), 0)::bigint as "failed!"
           from entries"#,
    )
    .fetch_one(db)
    .await?;
    Ok(EntryCounts {
        unbooked: row.unbooked,
        waiting: row.waiting,
        booked: row.booked,
        failed: row.failed,
    })
}

/// Has issued invoices booked: these, or (none) all that are not; those that failed are tried again. How many wait now.
pub async fn ask(
    db: &mut PgConnection,
    connection: Uuid,
    ids: Option<&[Uuid]>,
    now: DateTime<Utc>,
) -> Result<i64> {
    sqlx::query!(
        "insert into accounting_entries (id, connection_id, invoice_id, created_at, updated_at)
         select gen_random_uuid(), $1, i.id, $3, $3 from invoices i
         where i.number is not null and ($2::uuid[] is null or i.id = any($2))
         on conflict on constraint accounting_entries_key do update set status = 'WAITING', updated_at = excluded.updated_at
         where accounting_entries.status = 'FAILED'",
        connection,
        ids,
        now,
    )
    .execute(&mut *db)
    .await?;
    waiting(db, connection).await
}

/// How many wait to be booked.
pub async fn waiting(db: impl PgExecutor<'_>, connection: Uuid) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        r#"select count(*) as "count!" from accounting_entries where connection_id = $1 and status = 'WAITING'"#,
        connection,
    )
    .fetch_one(db)
    .await?)
}

/// What waits to be booked.
#[derive(Debug)]
pub struct Waiting {
    pub id: Uuid,
    pub invoice: Uuid,
    pub organization: Uuid,
    /// Invoices come before what takes them back, each by its number.
    pub place: String,
    /// Of a credit note: the service's id of what it takes back; none: that is not booked.
    pub credits: Option<String>,
    pub is_credit_note: bool,
}

/// The next that waits, after a place.
pub async fn next(
    db: impl PgExecutor<'_>,
    connection: Uuid,
    after: &str,
) -> Result<Option<Waiting>> {
    Ok(sqlx::query_as!(
        Waiting,
        r#"select e.id, e.invoice_id as invoice, i.organization_id as organization,
            case i.kind when 'INVOICE' then '0' else '1' end || i.number as "place!", c.external_id as "credits?",
            i.kind = 'CREDIT_NOTE' as "is_credit_note!"
           from accounting_entries e join invoices i on i.id = e.invoice_id
           left join accounting_entries c on c.connection_id = e.connection_id and c.invoice_id = i.credits
           where e.connection_id = $1 and e.status = 'WAITING' and case i.kind when 'INVOICE' then '0' else '1' end || i.number > $2
           order by 4 limit 1"#,
        connection,
        after,
    )
    .fetch_optional(db)
    .await?)
}

/// Why something is not booked: for good as it is (`is_failed`), or until the next try.
pub async fn set_problem(
    db: impl PgExecutor<'_>,
    id: Uuid,
    (problem, is_failed): (&str, bool),
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update accounting_entries set problem = $2, status = case when $3 then 'FAILED' else status end, updated_at = $4
         where id = $1 and status = 'WAITING'",
        id,
        problem,
        is_failed,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Euros of an amount in cents.
fn euros(state: &InvoiceState) -> Decimal {
    Decimal::new(state.remaining.minor, 2)
}

/// It is in the books.
pub async fn set_booked(
    db: &mut PgConnection,
    id: Uuid,
    state: &InvoiceState,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update accounting_entries set status = 'BOOKED', problem = null, external_id = $2, url = $3, payment = $4, remaining = $5,
            booked_at = $6, updated_at = $6
         where id = $1",
        id,
        state.id,
        state.url,
        PaymentState::from(&state.payment).as_str(),
        euros(state),
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The service's id of an organization, and the digest of what it was told of it.
pub async fn customer(
    db: impl PgExecutor<'_>,
    connection: Uuid,
    organization: Uuid,
) -> Result<Option<(String, Vec<u8>)>> {
    let row = sqlx::query!(
        "select external_id, digest from accounting_customers where connection_id = $1 and organization_id = $2",
        connection,
        organization,
    );
    let row = row.fetch_optional(db).await?;
    Ok(row.map(|row| (row.external_id, row.digest)))
}

/// Keeps them.
pub async fn set_customer(
    db: impl PgExecutor<'_>,
    (connection, organization): (Uuid, Uuid),
    id: &str,
    digest: &[u8],
) -> Result<()> {
    sqlx::query!(
        "insert into accounting_customers (connection_id, organization_id, external_id, digest) values ($1, $2, $3, $4)
         on conflict (connection_id, organization_id) do update set external_id = excluded.external_id, digest = excluded.digest",
        connection,
        organization,
        id,
        digest,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Those of the service's ids that are ours.
pub async fn known(
    db: impl PgExecutor<'_>,
    connection: Uuid,
    ids: &[String],
) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar!(
        r#"select external_id as "id!" from accounting_entries where connection_id = $1 and external_id = any($2)"#,
        connection,
        ids,
    )
    .fetch_all(db)
    .await?)
}

/// Those of the service's ids that are not paid as far as is known, so many after one.
pub async fn unpaid(
    db: impl PgExecutor<'_>,
    connection: Uuid,
    after: &str,
    most: i64,
) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar!(
        r#"select external_id as "id!" from accounting_entries
           where connection_id = $1 and external_id > $2 and payment not in ('PAID', 'VOID') order by external_id limit $3"#,
        connection,
        after,
        most,
    )
    .fetch_all(db)
    .await?)
}

/// Keeps how far the money of an entry is; the invoice, where it is one that can be paid and is by now.
pub async fn set_payment(
    db: &mut PgConnection,
    connection: Uuid,
    state: &InvoiceState,
    now: DateTime<Utc>,
) -> Result<Option<Uuid>> {
    let paid = sqlx::query_scalar!(
        "update accounting_entries e set payment = $3, remaining = $4, url = $5, problem = null,
            updated_at = case when (e.payment, e.remaining) is distinct from ($3, $4) then $6 else e.updated_at end
         from invoices i where i.id = e.invoice_id and e.connection_id = $1 and e.external_id = $2
         returning case when $3 = 'PAID' and i.kind = 'INVOICE' and i.bank_status = 0 then i.id end as paid",
        connection,
        state.id,
        PaymentState::from(&state.payment).as_str(),
        euros(state),
        state.url,
        now,
    );
    Ok(paid.fetch_optional(db).await?.flatten())
}

/// The service has them no more.
pub async fn set_gone(
    db: impl PgExecutor<'_>,
    connection: Uuid,
    ids: &[String],
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update accounting_entries set payment = 'VOID', updated_at = $3
         where connection_id = $1 and external_id = any($2) and payment <> 'VOID'",
        connection,
        ids,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Where the next look goes on.
pub async fn set_cursor(
    db: impl PgExecutor<'_>,
    connection: Uuid,
    cursor: Option<&str>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update accounting_connections set changes_cursor = $2, looked_at = $3, problem = null where id = $1",
        connection,
        cursor,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Why the service could not be spoken to.
pub async fn set_trouble(db: impl PgExecutor<'_>, connection: Uuid, problem: &str) -> Result<()> {
    sqlx::query!(
        "update accounting_connections set problem = $2 where id = $1",
        connection,
        problem,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Seals the secrets of the connection in use under the present key. How many were under a former one.
pub async fn reseal(db: &mut PgConnection, keys: &Keys) -> anyhow::Result<u64> {
    let row = sqlx::query!(
        "select id, secrets from accounting_connections where disconnected_at is null for update"
    );
    let Some(row) = row.fetch_optional(&mut *db).await? else {
        return Ok(0);
    };
    let Some(secrets) = keys.reseal(row.id.as_bytes(), &row.secrets)? else {
        return Ok(0);
    };
    sqlx::query!(
        "update accounting_connections set secrets = $2 where id = $1",
        row.id,
        secrets
    )
    .execute(db)
    .await?;
    Ok(1)
}
