//! Every query on invoices, but for their list.

use std::collections::HashMap;

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::list::ROWS;
use super::model::{
    Frozen, Invoice, InvoiceKind, InvoiceName, InvoiceTotals, LineFee, MissingInvoice,
    MissingOwner, Preparation, PreparationInput, Reader, Section, StatusInput, Step,
};
use super::prepare::OpenFee;
use super::sales::SalesFigures;
use crate::access::{Permission, Role, Scope};
use crate::finance::company::VatCode;
use crate::finance::{Cause, FeeCategory, INVOICE};
use crate::http::error::{Conflict, Error, Result};
use crate::records::Kind;
use crate::records::life::{Meaning, Record, taken};
use crate::records::visible::{Scoped, Visible};
use crate::stores::StoreName;

/// What may be done depends on where an invoice stands (decision 10).
pub static STATUS: Conflict = Conflict::new(
    "InvoiceStatus",
    "L’état de la facture ne le permet pas : un brouillon s’émet ou se supprime, une facture émise ne change plus que d’état ou par un avoir.",
    "The invoice’s status does not allow this: a draft is issued or deleted, an issued invoice only changes its statuses or is credited.",
);

/// A fee stands on another invoice of the organization.
static FEE_TAKEN: Conflict = Conflict::new(
    "InvoiceStatus",
    "Un des frais figure déjà sur une autre facture de cette organisation.",
    "One of the fees stands on another invoice of this organization already.",
)
.of("fees");

/// A fee is not what it was when the draft took it.
pub static FEES_CHANGED: Conflict = Conflict::new(
    "InvoiceStatus",
    "Des frais de ce brouillon ont été modifiés ou supprimés depuis : supprimez-le et préparez-le à nouveau.",
    "Fees of this draft were changed or deleted since: delete it and prepare it anew.",
)
.of("fees");

impl Record for Invoice {
    const UNIQUE: &'static [Meaning] = &[("invoice_fees_active", || Error::Conflict(&FEE_TAKEN))];

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.row.updated_at
    }

    fn audited(&self) -> Value {
        let row = &self.row;
        json!({
            "number": row.number, "title": row.title, "organization": row.organization, "store": row.store,
            "startAt": row.start_at, "endAt": row.end_at, "deadlineAt": row.deadline_at, "totalFees": row.total_fees,
            "totalCommissions": row.total_commissions, "totalTaxes": row.total_taxes, "totalAmount": row.total_amount,
            "companyStatus": row.company_status, "customerStatus": row.customer_status, "bankStatus": row.bank_status,
        })
    }

    /// A draft only; its fees can be invoiced again.
    async fn before_delete(
        &self,
        db: &mut PgConnection,
        _: &Scope,
        _: DateTime<Utc>,
    ) -> Result<()> {
        match self.is_draft() {
            true => set_reserved(db, self.row.id, false).await,
            false => Err(Error::Conflict(&STATUS)),
        }
    }

    /// Unless another invoice took its fees meanwhile.
    async fn check_restored(&self, db: &mut PgConnection, _: &Scope) -> Result<()> {
        set_reserved(db, self.row.id, true).await
    }
}

impl Scoped for Invoice {
    const KIND: &'static Kind = &INVOICE;
    type Key = Uuid;

    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let find = format!(
            "select r.*, i.shop_name, i.vat, i.organization_vat, i.organization_ownership, i.special_mention, i.internal_shipping,
                i.sales_report, i.frozen, i.author,
                (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'section', l.section, 'title', l.title, 'label', l.label,
                        'description', l.description, 'category', l.category, 'quantity', l.quantity::text, 'amount', l.amount::text,
                        'total', l.total::text, 'explanation', l.explanation, 'feeCount', f.count, 'linkId', f.only,
                        'credited', (select coalesce(-sum(c.total), 0) from invoice_lines c where c.credits = l.id)::text)
                    order by l.position), '[]')
                 from invoice_lines l
                 cross join lateral (select count(*), case count(*) when 1 then min(f.fee_id::text) end as only
                    from invoice_fees f where f.line_id = l.id) f
                 where l.invoice_id = i.id) as lines,
                (select {NAME} from invoices n where n.id = i.credits) as credits,
                (select coalesce(jsonb_agg({NAME} order by n.issued_at), '[]') from invoices n where n.credits = i.id) as credited_by
             from ({ROWS}) r join invoices i using (id)
             where i.id = $1 and i.deleted_at is null and in_scope(i.reader_id, $2)"
        );
        let find = sqlx::query_as(AssertSqlSafe(find));
        let found: Option<Self> = find
            .bind(id)
            .bind(scope.organizations())
            .fetch_optional(db)
            .await?;
        Ok(found.map(|mut invoice| {
            if scope.actor.role != Role::Admin {
                invoice.author = None;
            }
            invoice.file_url = format!("/invoice/{id}/file");
            invoice.grouped()
        }))
    }

    fn key(&self) -> Uuid {
        self.row.id
    }
}

/// An [`InvoiceName`] of `n`.
const NAME: &str = "jsonb_build_object('id', n.id, 'number', n.number, 'title', n.title, 'totalAmount', n.total_amount::text)";

/// The owners of a store with their shares in percent, in the order in which cents are given out (F10).
pub async fn owners(
    db: &mut PgConnection,
    store: &Visible<StoreName>,
) -> Result<Vec<(Uuid, Decimal)>> {
    let rows = sqlx::query!(
        "select organization_id, ownership_percentage from store_organizations where store_id = $1
         order by ownership_percentage desc, organization_id",
        store.id,
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    Ok(rows
        .map(|row| (row.organization_id, row.ownership_percentage))
        .collect())
}

/// The fees of some days that no invoice of the owner holds (decision 26), at most so many.
pub async fn open_fees(
    db: &mut PgConnection,
    store: &Visible<StoreName>,
    owner: Uuid,
    (first, last): (NaiveDate, NaiveDate),
    most: i64,
) -> Result<Vec<OpenFee>> {
    let fees = sqlx::query_as!(
        OpenFee,
        r#"select id, type as kind, category as "category: FeeCategory", customer_amount as amount
           from fees f
           where store_id = $1 and initiated_at between $3 and $4 and deleted_at is null
            and not exists (select from invoice_fees i where i.fee_id = f.id and i.organization_id = $2 and i.is_active)
           order by category, type, initiated_at, id limit $5"#,
        store.id,
        owner,
        first,
        last,
        most,
    );
    Ok(fees.fetch_all(db).await?)
}

/// What fees of a store come to, by id; only those that are there. None changes or goes until the transaction ends.
pub async fn lock_fees(
    db: &mut PgConnection,
    store: &Visible<StoreName>,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, Decimal>> {
    let rows = sqlx::query!(
        "select id, customer_amount from fees where store_id = $1 and id = any($2) and deleted_at is null order by id for update",
        store.id,
        ids,
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    Ok(rows.map(|row| (row.id, row.customer_amount)).collect())
}

/// Other invoices of a store and an owner for some of these days.
pub async fn overlapping(
    db: &mut PgConnection,
    store: &Visible<StoreName>,
    owner: Uuid,
    (first, last): (NaiveDate, NaiveDate),
) -> Result<Vec<InvoiceName>> {
    let found = sqlx::query_as!(
        InvoiceName,
        "select id, number, title, total_amount from invoices
         where store_id = $1 and organization_id = $2 and end_at >= $3 and start_at <= $4 and kind = 'INVOICE' and deleted_at is null
         order by created_at desc limit 10",
        store.id,
        owner,
        first,
        last,
    );
    Ok(found.fetch_all(db).await?)
}

/// What is written of a new invoice.
#[derive(Debug)]
pub struct NewInvoice<'a> {
    pub kind: InvoiceKind,
    /// Of a credit note: what it takes back.
    pub credits: Option<Uuid>,
    pub organization: Uuid,
    pub store: Uuid,
    pub shop_name: &'a str,
    pub title: &'a str,
    pub start_at: NaiveDate,
    pub end_at: NaiveDate,
    pub deadline_at: NaiveDate,
    pub vat: VatCode,
    pub organization_vat: Decimal,
    pub organization_ownership: Decimal,
    pub special_mention: &'a str,
    pub sales_report: SalesFigures,
    pub internal_shipping: Decimal,
    pub totals: InvoiceTotals,
}

/// Makes a draft without lines. Gives its id.
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    new: &NewInvoice<'_>,
    now: DateTime<Utc>,
) -> Result<Uuid> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into invoices (id, kind, credits, organization_id, store_id, shop_name, title, start_at, end_at, deadline_at, vat,
            organization_vat, organization_ownership, special_mention, sales_report, internal_shipping, total_fees, total_commissions,
            total_taxes, total_amount, difference_ex_vat, difference_amount, author, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $24)",
        id,
        new.kind.as_str(),
        new.credits,
        new.organization,
        new.store,
        new.shop_name,
        new.title,
        new.start_at,
        new.end_at,
        new.deadline_at,
        new.vat.as_str(),
        new.organization_vat,
        new.organization_ownership,
        new.special_mention,
        Json(&new.sales_report) as _,
        new.internal_shipping,
        new.totals.fees,
        new.totals.commissions,
        new.totals.taxes,
        new.totals.amount,
        new.totals.difference_ex_vat,
        new.totals.difference_amount,
        scope.actor.name,
        now,
    )
    .execute(db)
    .await?;
    Ok(id)
}

/// A line of a new invoice, as `invoice_lines` names its columns.
#[derive(Debug, serde::Serialize)]
pub struct NewLine {
    pub id: Uuid,
    pub section: Section,
    pub title: String,
    pub label: String,
    pub description: String,
    pub category: Option<FeeCategory>,
    pub quantity: Decimal,
    pub amount: Decimal,
    pub total: Decimal,
    pub explanation: Option<super::model::Explanation>,
    pub credits: Option<Uuid>,
}

/// A fee that a new line is made of.
#[derive(Debug, serde::Serialize)]
pub struct NewLineFee {
    pub line_id: Uuid,
    pub fee_id: Uuid,
    /// The owner's part, and what the fee is as a whole.
    pub amount: Decimal,
    pub fee_amount: Decimal,
}

/// Writes the lines of a draft in their order, and which fees each is made of.
///
/// # Errors
/// [`FEE_TAKEN`]
pub async fn add_lines(
    db: &mut PgConnection,
    invoice: Uuid,
    owner: Uuid,
    lines: &[NewLine],
    fees: &[NewLineFee],
) -> Result<()> {
    sqlx::query!(
        "insert into invoice_lines (id, invoice_id, section, title, position, label, description, category, quantity, amount, total,
            explanation, credits)
         select (r->>'id')::uuid, $1, r->>'section', r->>'title', n, r->>'label', r->>'description', r->>'category',
            (r->>'quantity')::numeric, (r->>'amount')::numeric, (r->>'total')::numeric, nullif(r->'explanation', 'null'),
            (r->>'credits')::uuid
         from jsonb_array_elements($2) with ordinality as e (r, n)",
        invoice,
        json!(lines),
    )
    .execute(&mut *db)
    .await?;
    // In one order for all, so that no two wait for each other.
    sqlx::query!(
        "insert into invoice_fees (line_id, fee_id, organization_id, amount, fee_amount)
         select line_id, fee_id, $1, amount, fee_amount
         from jsonb_to_recordset($2) as r (line_id uuid, fee_id uuid, amount numeric, fee_amount numeric) order by fee_id",
        owner,
        json!(fees),
    )
    .execute(db)
    .await
    .map_err(taken::<Invoice>)?;
    Ok(())
}

/// Takes the fees of a draft again, or lets others take them.
async fn set_reserved(db: &mut PgConnection, invoice: Uuid, is_reserved: bool) -> Result<()> {
    sqlx::query!(
        "update invoice_fees set is_active = $2 where line_id in (select id from invoice_lines where invoice_id = $1)",
        invoice,
        is_reserved,
    )
    .execute(db)
    .await
    .map_err(taken::<Invoice>)?;
    Ok(())
}

/// Lets others take the fees of these lines.
pub async fn free_fees(db: &mut PgConnection, lines: &[Uuid]) -> Result<()> {
    sqlx::query!(
        "update invoice_fees set is_active = false where line_id = any($1) and is_active",
        lines,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether every fee of a draft is there and what it was. None changes until the transaction ends.
pub async fn fees_are_as_taken(db: &mut PgConnection, invoice: Uuid) -> Result<bool> {
    let fees = sqlx::query!(
        r#"select f.deleted_at is null and f.customer_amount = i.fee_amount as "is_same!"
           from invoice_fees i join fees f on f.id = i.fee_id
           where i.line_id in (select id from invoice_lines where invoice_id = $1)
           order by f.id for update of f"#,
        invoice,
    );
    let fees = fees.fetch_all(db).await?;
    Ok(fees.iter().all(|fee| fee.is_same))
}

/// The next number of a series, `F-2026-0042`. Whoever else issues waits until the transaction ends, and has the same one if it
/// comes to nothing: the numbers of a year have no gap (decision 10).
async fn next_number(db: &mut PgConnection, kind: InvoiceKind, day: NaiveDate) -> Result<String> {
    let letter = match kind {
        InvoiceKind::Invoice => 'F',
        InvoiceKind::CreditNote => 'A',
    };
    let series = format!("{letter}-{}", day.year());
    let last = sqlx::query_scalar!(
        "insert into invoice_series (series, last) values ($1, 1)
         on conflict (series) do update set last = invoice_series.last + 1 returning last",
        series,
    );
    let last = last.fetch_one(db).await?;
    Ok(format!("{series}-{last:04}"))
}

/// Gives a draft the next number of its series, as of this day, and freezes it. Nothing is due before it is issued (BR-FR-CO-07).
pub async fn issue(
    db: &mut PgConnection,
    (id, kind): (Uuid, InvoiceKind),
    frozen: &Frozen,
    (day, now): (NaiveDate, DateTime<Utc>),
) -> Result<()> {
    let number = next_number(&mut *db, kind, day).await?;
    sqlx::query!(
        "update invoices set number = $2, frozen = $3, company_status = 1, issued_at = $4, deadline_at = greatest(deadline_at, $5)
         where id = $1",
        id,
        number,
        Json(frozen) as _,
        now,
        day,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The taxes of all credit notes on an invoice, below zero.
pub async fn credited_taxes(db: &mut PgConnection, invoice: Uuid) -> Result<Decimal> {
    let taxes = sqlx::query_scalar!(
        r#"select coalesce(sum(total_taxes), 0) as "taxes!" from invoices where credits = $1"#,
        invoice,
    );
    Ok(taxes.fetch_one(db).await?)
}

/// Moves the statuses of an invoice that is open.
pub async fn set_statuses(
    db: &mut PgConnection,
    id: Uuid,
    input: &StatusInput,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update invoices set company_status = $2, customer_status = $3, bank_status = $4,
            sent_at = case when $2::smallint = 2 then coalesce(sent_at, $5) end,
            paid_at = case when $4::smallint = 1 then coalesce(paid_at, $5) end
         where id = $1",
        id,
        input.company_status,
        input.customer_status,
        input.bank_status,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes down that an open invoice went out by mail.
pub async fn set_sent(db: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update invoices set company_status = 2, sent_at = $2 where id = $1",
        id,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes down that its readers were reminded of an open invoice.
pub async fn set_reminded(db: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update invoices set reminded_at = $2 where id = $1",
        id,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// No mail of a sending went out. Gives whether the invoice was still said to be sent.
pub async fn unsent(db: &mut PgConnection, id: Uuid) -> Result<bool> {
    let updated = sqlx::query!(
        "update invoices set company_status = 1, sent_at = null, updated_at = greatest(now(), updated_at + interval '1 microsecond')
         where id = $1 and company_status = 2",
        id,
    );
    Ok(updated.execute(db).await?.rows_affected() > 0)
}

/// As many fees as one answer lists.
pub const LISTED: i64 = 100;

/// Fees that a line is made of, by id, those after `after`.
pub async fn line_fees(
    db: &mut PgConnection,
    scope: &Scope,
    invoice: &Visible<Invoice>,
    line: Uuid,
    after: Option<Uuid>,
) -> Result<Vec<LineFee>> {
    let fees = sqlx::query_as!(
        LineFee,
        r#"select f.id, f.initiated_at, f.type as kind, f.description, i.fee_amount as customer_amount, i.amount,
            f.cause as "cause: Cause", f.cause_id,
            case f.cause
                when 'CHARGE' then (select c.type from charges c where c.id = f.cause_id)
                when 'TICKET' then (select t.subject from tickets t where t.id = f.cause_id)
                when 'SEEDING' then (select o.reference from orders o where o.id = f.cause_id)
                when 'RETURN' then (select o.reference from orders o where o.id = f.cause_id)
            end as cause_name
           from invoice_fees i join invoice_lines l on l.id = i.line_id join fees f on f.id = i.fee_id
           where l.invoice_id = $1 and l.id = $2 and i.fee_id > $3 order by i.fee_id limit $4"#,
        invoice.id(),
        line,
        after.unwrap_or_default(),
        LISTED,
    );
    let mut fees = fees.fetch_all(db).await?;
    if scope.actor.role != Role::Admin {
        // As of fees by themselves, they do not hear of charges.
        let charges = fees.iter_mut().filter(|fee| fee.cause == Cause::Charge);
        charges.for_each(|fee| fee.cause_id = None);
    }
    Ok(fees)
}

/// Waits until nobody else prepares a whole month of this owner of this store, and keeps others waiting until the transaction ends.
pub async fn lock_owner(db: &mut PgConnection, store: Uuid, organization: Uuid) -> Result<()> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 0))",
        format!("invoices {store} {organization}"),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stores with an order that left between these moments, and an owner without an invoice for some of these days (decision 25); at
/// most so many.
pub async fn missing(
    db: &mut PgConnection,
    scope: &Scope,
    (first, last): (NaiveDate, NaiveDate),
    (from, to): (DateTime<Utc>, DateTime<Utc>),
    most: i64,
) -> Result<Vec<MissingInvoice>> {
    let rows = sqlx::query!(
        r#"select s.id, s.name, m.organizations as "organizations!: Json<Vec<MissingOwner>>", l.last, o.count as "orders!"
           from stores s
           cross join lateral (select count(*) from orders o where o.store_id = s.id and o.shipped_at >= $3 and o.shipped_at < $4) o
           cross join lateral (
                select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name) as organizations
                from store_organizations so join organizations g on g.id = so.organization_id
                where so.store_id = s.id and so.ownership_percentage > 0 and not exists (
                    select from invoices i where i.store_id = s.id and i.organization_id = g.id and i.kind = 'INVOICE'
                        and i.deleted_at is null and i.end_at >= $1 and i.start_at <= $2)
           ) m
           cross join lateral (select max(i.end_at) as last from invoices i
                where i.store_id = s.id and i.kind = 'INVOICE' and i.deleted_at is null) l
           where s.deleted_at is null and o.count > 0 and m.organizations is not null and in_scope(s.id, $5)
           order by s.name, s.id limit $6"#,
        first,
        last,
        from,
        to,
        scope.stores(),
        most,
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    let missing = rows.map(|row| MissingInvoice {
        store: StoreName {
            id: row.id,
            name: row.name,
        },
        organizations: row.organizations.0,
        last_invoice_at: row.last,
        orders: row.orders,
    });
    Ok(missing.collect())
}

/// Where somebody's wizard stands.
pub async fn preparation(db: &mut PgConnection, scope: &Scope) -> Result<Option<Preparation>> {
    let found = sqlx::query_as!(
        Preparation,
        r#"select step as "step: Step", state, updated_at from invoice_preparations where user_id = $1"#,
        scope.actor.id,
    );
    Ok(found.fetch_optional(db).await?)
}

/// Keeps where it stands, or forgets it.
pub async fn keep_preparation(
    db: &mut PgConnection,
    scope: &Scope,
    input: Option<&PreparationInput>,
    now: DateTime<Utc>,
) -> Result<()> {
    let Some(input) = input else {
        sqlx::query!(
            "delete from invoice_preparations where user_id = $1",
            scope.actor.id
        )
        .execute(db)
        .await?;
        return Ok(());
    };
    sqlx::query!(
        "insert into invoice_preparations (user_id, step, state, updated_at) values ($1, $2, $3, $4)
         on conflict (user_id) do update set step = excluded.step, state = excluded.state, updated_at = excluded.updated_at",
        scope.actor.id,
        input.step.as_str(),
        json!(input.state),
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// As many as one mail goes to.
const MOST_READERS: i64 = 50;

/// Members of an organization who may read its invoices, owners first, at most fifty.
pub async fn readers(db: &mut PgConnection, organization: Uuid) -> Result<Vec<Reader>> {
    let rows = sqlx::query!(
        r#"select u.display_name, u.email, u.locale from users u join user_organizations o on o.user_id = u.id
           where o.organization_id = $1 and u.role = 'customer' and u.deleted_at is null and $2 = any(u.permissions)
           order by u.owner desc, u.created_at, u.id limit $3"#,
        organization,
        Permission::ReadInvoice.to_string(),
        MOST_READERS,
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    let readers = rows.map(|row| Reader {
        name: row.display_name,
        email: row.email,
        language: row.locale.parse().unwrap_or_default(),
    });
    Ok(readers.collect())
}
