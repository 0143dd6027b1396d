//! Every query on fees, but for their list.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::list::ROWS;
use super::model::{Cause, Effect, Fee, FeeInput, NewFee};
use crate::access::Scope;
use crate::finance::FEE;
use crate::http::error::{Conflict, Error, Result};
use crate::records::Kind;
use crate::records::audit::{self, Author, Entry};
use crate::records::life::{Record, created};
use crate::records::live::{self, Signal};
use crate::records::visible::{Scoped, Visible};
use crate::stores::StoreName;

impl Record for Fee {
    /// The others tell that their effect has happened.
    const SWEPT: &'static str =
        "r.cause = 'MANUAL' and not exists (select from invoice_fees i where i.fee_id = r.id)";

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }

    /// Which invoices hold it is told by theirs.
    fn audited(&self) -> Value {
        let mut fields = json!(self);
        if let Some(fields) = fields.as_object_mut() {
            fields.retain(|field, _| field != "updatedAt" && field != "invoices");
        }
        fields
    }

    async fn before_delete(
        &self,
        db: &mut PgConnection,
        _: &Scope,
        _: DateTime<Utc>,
    ) -> Result<()> {
        check_open(db, self.id).await
    }
}

/// The fee stands on an invoice that was issued.
static INVOICED: Conflict = Conflict::new(
    "InvoiceStatus",
    "Ces frais figurent sur une facture émise : ils ne changent plus que par un avoir.",
    "This fee stands on an invoice that was issued: only a credit note changes it.",
);

/// Passes a fee that no issued invoice holds.
///
/// # Errors
/// [`INVOICED`]
pub async fn check_open(db: &mut PgConnection, id: Uuid) -> Result<()> {
    let is_invoiced = sqlx::query_scalar!(
        r#"select exists (select from invoice_fees f join invoice_lines l on l.id = f.line_id join invoices i on i.id = l.invoice_id
            where f.fee_id = $1 and f.is_active and i.number is not null) as "is_invoiced!""#,
        id,
    );
    match is_invoiced.fetch_one(db).await? {
        true => Err(Error::Conflict(&INVOICED)),
        false => Ok(()),
    }
}

impl Scoped for Fee {
    const KIND: &'static Kind = &FEE;
    type Key = Uuid;

    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let find =
            format!("{ROWS} where f.id = $1 and f.deleted_at is null and in_scope(f.store_id, $2)");
        let find = sqlx::query_as(AssertSqlSafe(find));
        let found: Option<Self> = find
            .bind(id)
            .bind(scope.stores())
            .fetch_optional(db)
            .await?;
        Ok(found.map(|mut fee| {
            fee.conceal(scope);
            fee
        }))
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// Enters a fee of a store.
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    store: &Visible<StoreName>,
    input: &FeeInput,
    now: DateTime<Utc>,
) -> Result<Fee> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into fees (id, store_id, initiated_at, type, category, description, internal_amount, customer_amount, author,
            created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)",
        id,
        store.id,
        input.initiated_at,
        input.kind,
        input.category.as_str(),
        input.description,
        input.internal_amount,
        input.customer_amount,
        scope.actor.name,
        now,
    )
    .execute(&mut *db)
    .await?;
    created(db, scope, id).await
}

/// Changes a fee that is open.
pub async fn update(db: &mut PgConnection, id: Uuid, input: &FeeInput) -> Result<()> {
    sqlx::query!(
        "update fees set initiated_at = $2, type = $3, category = $4, description = $5, internal_amount = $6,
            customer_amount = $7
         where id = $1",
        id,
        input.initiated_at,
        input.kind,
        input.category.as_str(),
        input.description,
        input.internal_amount,
        input.customer_amount,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Makes the fees of those effects that had none yet, deleted ones counting; gives these effects. Of two who find the same
/// effect at once the second waits for the first, and brings nothing.
pub async fn bring(
    db: &mut PgConnection,
    author: &Author,
    fees: &[NewFee],
    now: DateTime<Utc>,
) -> Result<HashSet<Effect>> {
    if fees.is_empty() {
        return Ok(HashSet::new());
    }
    let rows: Vec<_> = fees
        .iter()
        .map(|fee| {
            json!({
                "id": Uuid::now_v7(), "store_id": fee.store, "initiated_at": fee.initiated_at, "ends_at": fee.ends_at,
                "type": fee.kind, "category": fee.category, "description": fee.description,
                "internal_amount": fee.internal_amount, "customer_amount": fee.customer_amount, "cause": fee.effect.cause,
                "cause_id": fee.effect.of, "cause_part": fee.effect.part,
            })
        })
        .collect();
    // In one order for all, so that no two wait for each other.
    let entered = sqlx::query!(
        r#"insert into fees (id, store_id, initiated_at, ends_at, type, category, description, internal_amount, customer_amount,
                author, cause, cause_id, cause_part, created_at, updated_at)
           select id, store_id, initiated_at, ends_at, type, category, description, internal_amount, customer_amount, $2, cause,
                cause_id, cause_part, $3, $3
           from jsonb_to_recordset($1) as r (id uuid, store_id uuid, initiated_at date, ends_at date, type text, category text,
                description text, internal_amount numeric, customer_amount numeric, cause text, cause_id uuid, cause_part integer)
           order by cause_id, cause, cause_part
           on conflict on constraint fees_cause_key do nothing
           returning id, cause as "cause: Cause", cause_id as "cause_id!", cause_part as "cause_part!""#,
        json!(rows),
        author.name,
        now,
    )
    .fetch_all(&mut *db)
    .await?;
    let ids: Vec<Uuid> = entered.iter().map(|row| row.id).collect();
    let find = format!("{ROWS} where f.id = any($1)");
    let entered_fees: Vec<Fee> = sqlx::query_as(AssertSqlSafe(find))
        .bind(&ids)
        .fetch_all(&mut *db)
        .await?;
    let entries = entered_fees.iter().map(|fee| Entry {
        kind: &FEE,
        id: fee.id,
        action: "create",
        changes: audit::changes(None, Some(&fee.audited())),
    });
    audit::record(&mut *db, author, &entries.collect::<Vec<_>>()).await?;
    if !ids.is_empty() {
        live::notify(db, &Signal::changed(&FEE)).await?;
    }
    let effects = entered.into_iter().map(|row| Effect {
        cause: row.cause,
        of: row.cause_id,
        part: row.cause_part,
    });
    Ok(effects.collect())
}
