//! Every query on providers' invoices, but for those of their steps.

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection, PgExecutor};
use tokio::fs::File;
use uuid::Uuid;

use super::intake::Rejected;
use super::list::ROWS;
use super::model::{
    ProviderInvoice, ProviderInvoiceName, ProviderInvoicePatch, ProviderInvoiceRow, RejectedRow,
    Step, StepState,
};
use super::{mapping, steps, summary};
use crate::access::Scope;
use crate::files::Stored;
use crate::finance::PROVIDER_INVOICE;
use crate::http::error::{Conflict, Error, Result, words_of_another};
use crate::records::Kind;
use crate::records::life::{Meaning, Record, taken};
use crate::records::visible::{Scoped, Visible};
use crate::words::language::Language;

/// The file was read before (decision 14).
static FILE_READ: Conflict = Conflict::new(
    "FulfillmentInvoiceFile",
    "Ce fichier de ce prestataire a déjà été importé.",
    "This file of this provider was imported before.",
)
.of("file");

impl Record for ProviderInvoiceRow {
    const UNIQUE: &'static [Meaning] =
        &[("provider_invoices_file", || Error::Conflict(&FILE_READ))];
    /// Fees that stayed tell where they come from.
    const SWEPT: &'static str =
        "not exists (select from fees f where f.cause = 'PROVIDER_INVOICE' and f.cause_id = r.id)";

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }

    fn audited(&self) -> Value {
        json!({
            "label": self.label, "provider": self.provider, "startAt": self.start_at, "endAt": self.end_at, "status": self.status,
            "amount": self.amount, "amountCharged": self.amount_charged,
        })
    }

    /// Its fees are taken back first.
    async fn before_delete(&self, _: &mut PgConnection, _: &Scope, _: DateTime<Utc>) -> Result<()> {
        match self.status {
            Step::Validated => Err(Error::Conflict(&steps::STATUS)),
            _ => Ok(()),
        }
    }
}

impl Scoped for ProviderInvoiceRow {
    const KIND: &'static Kind = &PROVIDER_INVOICE;
    type Key = Uuid;

    /// They span stores: whoever may read them reads all.
    async fn find(db: &mut PgConnection, _: &Scope, id: Uuid) -> Result<Option<Self>> {
        let find = format!("{ROWS} where i.id = $1 and i.deleted_at is null");
        let find = sqlx::query_as(AssertSqlSafe(find)).bind(id);
        Ok(find.fetch_optional(db).await?)
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// What is told of a new invoice.
#[derive(Debug)]
pub struct NewInvoice<'a> {
    pub id: Uuid,
    pub provider: &'a str,
    pub label: &'a str,
    pub start_at: NaiveDate,
    pub end_at: NaiveDate,
    pub file: &'a Stored,
    pub author: &'a str,
}

/// Keeps an invoice whose file is to be read.
///
/// # Errors
/// [`FILE_READ`]
pub async fn add(db: &mut PgConnection, new: &NewInvoice<'_>, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "insert into provider_invoices (id, provider, label, starts_at, ends_at, file_name, sha256, author, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)",
        new.id,
        new.provider,
        new.label,
        new.start_at,
        new.end_at,
        new.file.name,
        new.file.sha256,
        new.author,
        now,
    )
    .execute(db)
    .await
    .map_err(taken::<ProviderInvoiceRow>)?;
    Ok(())
}

/// This job reads it.
pub async fn set_job(db: &mut PgConnection, id: Uuid, job: Uuid) -> Result<()> {
    sqlx::query!(
        "update provider_invoices set job_id = $2 where id = $1",
        id,
        job
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether its file is to be read.
pub async fn is_unread(db: impl PgExecutor<'_>, id: Uuid) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        r#"select exists (select from provider_invoices where id = $1 and read_at is null and deleted_at is null) as "unread!""#,
        id,
    )
    .fetch_one(db)
    .await?)
}

/// The same, locked until the transaction ends.
pub async fn lock_unread(db: &mut PgConnection, id: Uuid) -> Result<bool> {
    let unread = sqlx::query_scalar!(
        "select id from provider_invoices where id = $1 and read_at is null and deleted_at is null for update",
        id,
    );
    Ok(unread.fetch_optional(db).await?.is_some())
}

/// Copies lines into the transaction's own table `incoming`.
pub async fn take_in(db: &mut PgConnection, lines: File) -> Result<()> {
    sqlx::query(
        "create temporary table incoming (id uuid, line integer, fulfillment_id text, service text, description text,
            quantity numeric, unit_price numeric, price numeric, country_code text) on commit drop",
    )
    .execute(&mut *db)
    .await?;
    let mut copy = db.copy_in_raw("copy incoming from stdin").await?;
    copy.read_from(lines).await?;
    copy.finish().await?;
    // A rough idea is enough for what is joined with it.
    sqlx::query("set local default_statistics_target = 10")
        .execute(&mut *db)
        .await?;
    sqlx::query("analyze incoming").execute(db).await?;
    Ok(())
}

/// A line that was taken in more than once.
pub async fn repeated(db: &mut PgConnection) -> Result<Option<i32>> {
    let repeated =
        "select line from incoming group by line having count(*) > 1 order by line limit 1";
    Ok(sqlx::query_scalar(repeated).fetch_optional(db).await?)
}

/// Keeps what could not be read, in place of what an earlier try left.
pub async fn set_rejects(db: &mut PgConnection, id: Uuid, rejected: &[Rejected]) -> Result<()> {
    let rows = rejected.iter().enumerate().map(|(at, row)| {
        json!({ "position": at, "line": row.line, "column_number": row.column, "heading": row.heading, "code": row.code,
            "given": row.given, "reason": row.reason })
    });
    sqlx::query!(
        "delete from provider_invoice_rejects where invoice_id = $1",
        id
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into provider_invoice_rejects (invoice_id, position, line, column_number, heading, code, given, reason)
         select $1, position, line, column_number, heading, code, given, reason
         from jsonb_to_recordset($2) as r (position integer, line integer, column_number integer, heading text, code text,
            given text, reason text)",
        id,
        json!(rows.collect::<Vec<_>>()),
    )
    .execute(&mut *db)
    .await?;
    let count = i32::try_from(rejected.len()).unwrap_or(i32::MAX);
    sqlx::query!(
        "update provider_invoices set rejected_count = $2 where id = $1",
        id,
        count
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Its lines are there.
pub async fn was_read(db: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update provider_invoices i set read_at = $2, problem = null, line_count = l.count, amount = l.amount,
            updated_at = greatest($2, updated_at + interval '1 microsecond')
         from (select count(*) as count, coalesce(sum(price), 0) as amount from provider_invoice_lines where invoice_id = $1) l
         where i.id = $1",
        id,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Its file could not be read: why, with the lines that are in the way.
pub async fn failed(
    db: &mut PgConnection,
    id: Uuid,
    (problem, rejected): (&str, &[Rejected]),
    now: DateTime<Utc>,
) -> Result<()> {
    let unread = sqlx::query!(
        "update provider_invoices set problem = $2, updated_at = greatest($3, updated_at + interval '1 microsecond')
         where id = $1 and read_at is null",
        id,
        problem,
        now,
    )
    .execute(&mut *db)
    .await?;
    match unread.rows_affected() {
        0 => Ok(()),
        _ => set_rejects(db, id, rejected).await,
    }
}

pub async fn set_status(db: &mut PgConnection, id: Uuid, status: Step) -> Result<()> {
    sqlx::query!(
        "update provider_invoices set status = $2 where id = $1",
        id,
        status.as_str()
    )
    .execute(db)
    .await?;
    Ok(())
}

pub async fn set_validated(
    db: &mut PgConnection,
    id: Uuid,
    at: Option<DateTime<Utc>>,
) -> Result<()> {
    sqlx::query!(
        "update provider_invoices set validated_at = $2 where id = $1",
        id,
        at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What a person says of an invoice at any step.
pub async fn set_facts(
    db: &mut PgConnection,
    id: Uuid,
    patch: &ProviderInvoicePatch,
) -> Result<()> {
    sqlx::query!(
        "update provider_invoices set label = coalesce($2, label),
            rejected_amount = case when $3 then $4 else rejected_amount end,
            stated_amount = case when $5 then $6 else stated_amount end
         where id = $1",
        id,
        patch.label,
        patch.rejected_amount.is_some(),
        patch.rejected_amount.flatten(),
        patch.stated_amount.is_some(),
        patch.stated_amount.flatten(),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What rejected lines come to, and what the provider states.
pub async fn facts(db: &mut PgConnection, id: Uuid) -> Result<(Option<Decimal>, Option<Decimal>)> {
    let row = sqlx::query!(
        "select rejected_amount, stated_amount from provider_invoices where id = $1",
        id
    );
    let row = row.fetch_one(db).await?;
    Ok((row.rejected_amount, row.stated_amount))
}

/// An invoice with all that its present step needs. Of one that is not read yet nothing is looked for: what of its lines is on
/// its way is nobody's to see, and costs whoever looks as much as if it were there.
pub async fn detail(
    db: &mut PgConnection,
    row: Visible<ProviderInvoiceRow>,
    language: Language,
) -> Result<ProviderInvoice> {
    let mut row = row.into_inner();
    let (rejected_amount, stated_amount) = facts(&mut *db, row.id).await?;
    let rejected = rejected(&mut *db, row.id, row.problem.as_mut(), language).await?;
    let mut detail = ProviderInvoice {
        rejected_amount,
        stated_amount,
        overlapping: overlapping(&mut *db, &row).await?,
        steps: Step::ALL.iter().copied().map(StepState::none).collect(),
        rejected,
        unmapped_orders: Vec::new(),
        order_mappings: Vec::new(),
        product_mappings: Vec::new(),
        services: Vec::new(),
        lines: Vec::new(),
        row,
    };
    let row = &detail.row;
    if row.read_at.is_none() {
        return Ok(detail);
    }
    detail.steps = steps::states(&mut *db, row.id).await?;
    detail.unmapped_orders = mapping::unmapped_orders(&mut *db, row.id).await?;
    detail.order_mappings = mapping::order_mappings(&mut *db, row.id).await?;
    detail.product_mappings = mapping::product_mappings(&mut *db, row.id).await?;
    detail.services = mapping::services(&mut *db, row.id).await?;
    if matches!(row.status, Step::Summary | Step::Validated) {
        detail.lines = summary::lines(db, row).await?;
    }
    Ok(detail)
}

async fn overlapping(
    db: &mut PgConnection,
    of: &ProviderInvoiceRow,
) -> Result<Vec<ProviderInvoiceName>> {
    Ok(sqlx::query_as!(
        ProviderInvoiceName,
        "select id, label, starts_at as start_at, ends_at as end_at from provider_invoices
         where provider = $1 and id <> $2 and deleted_at is null and problem is null and starts_at <= $4 and ends_at >= $3
         order by starts_at, id limit 20",
        of.provider,
        of.id,
        of.start_at,
        of.end_at,
    )
    .fetch_all(db)
    .await?)
}

/// The first lines that could not be read. What makes the whole file unreadable is one of them: `problem` becomes its words.
async fn rejected(
    db: &mut PgConnection,
    id: Uuid,
    problem: Option<&mut String>,
    language: Language,
) -> Result<Vec<RejectedRow>> {
    let rows = sqlx::query!(
        "select line, column_number, heading, code, given, reason from provider_invoice_rejects where invoice_id = $1
         order by position limit 100",
        id,
    )
    .fetch_all(db)
    .await?;
    let words =
        |code: &str, given: &str, theirs: &str| words_of_another(code, given, theirs, language);
    if let Some(problem) = problem
        && let Some(row) = rows.iter().find(|row| row.reason == *problem)
    {
        *problem = words(&row.code, &row.given, &row.reason);
    }
    let rows = rows.into_iter().map(|row| RejectedRow {
        line: row.line,
        column: row.column_number,
        reason: words(&row.code, &row.given, &row.reason),
        heading: row.heading,
    });
    Ok(rows.collect())
}
