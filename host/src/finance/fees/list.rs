//! The list of fees, and what its export holds.

use super::model::{Cause, Fee};
use crate::finance::FeeCategory;
use crate::list::exports::{ExportColumn, amount, day, text, word};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type};
use crate::words;

/// The columns of [`Fee`].
pub const ROWS: &str = "select f.id, f.store_id, s.name as store_name, f.initiated_at, f.ends_at, f.type, f.category,
        f.description, f.internal_amount, f.customer_amount, f.author, f.cause, f.cause_id, f.created_at, f.updated_at,
        case f.cause
            when 'CHARGE' then (select c.type from charges c where c.id = f.cause_id)
            when 'TICKET' then (select t.subject from tickets t where t.id = f.cause_id)
            when 'SEEDING' then (select o.reference from orders o where o.id = f.cause_id)
            when 'RETURN' then (select o.reference from orders o where o.id = f.cause_id)
            when 'PROVIDER_INVOICE' then (select p.label from provider_invoices p where p.id = f.cause_id)
        end as cause_name,
        (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'number', i.number, 'title', i.title, 'organizationId',
                i.organization_id) order by i.created_at), '[]')
            from invoice_fees h join invoice_lines l on l.id = h.line_id join invoices i on i.id = l.invoice_id
            where h.fee_id = f.id and h.is_active) as invoices
    from fees f join stores s on s.id = f.store_id";

/// Nothing sorts, filters or searches by what customers do not see.
pub static FEES: List<Fee> = List::new(Declaration {
    name: "fees",
    summary: "The fees of the stores that the caller may see. Searches type and description.",
    tag: "finance",
    table: "fees",
    rows: ROWS,
    owner: Owner::Store("store_id"),
    only: Some("deleted_at is null"),
    search: Some("search"),
    columns: &[
        Column::new("initiatedAt", "initiated_at", Type::Day)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["store_id", "category"]),
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .indexed_below(&["store_id"]),
        Column::new("customerAmount", "customer_amount", Type::Decimal)
            .sortable()
            .filtered(Filters::Range)
            .indexed_below(&["store_id"]),
        Column::new("type", "type", Type::Text)
            .sortable()
            .indexed_below(&["store_id"]),
        Column::new("category", "category", Type::Choice(FeeCategory::codes))
            .filtered(Filters::OneOf),
        Column::new("cause", "cause", Type::Choice(Cause::codes)).filtered(Filters::OneOf),
        Column::new("causeId", "cause_id", Type::Uuid).filtered(Filters::OneOf),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
    ],
    sort: ("initiatedAt", Direction::Desc),
    ..Declaration::DEFAULT
})
.prepared(|_, scope, fee: &mut Fee| fee.conceal(scope))
.exported(EXPORT);

const EXPORT: &[ExportColumn<Fee>] = &[
    day("Date", "Date", |fee| Some(fee.initiated_at)),
    text("Boutique", "Store", |fee| &fee.store.name),
    text("Type", "Type", |fee| &fee.kind),
    word("Catégorie", "Category", |fee, language| {
        words::fee_category(fee.category.as_str(), language)
    }),
    text("Description", "Description", |fee| &fee.description),
    amount("Montant HT", "Amount excl. VAT", |fee| fee.customer_amount),
    word("Origine", "Cause", |fee, language| {
        words::fee_cause(fee.cause.as_str(), language)
    }),
    text("Pièce d’origine", "Comes from", |fee| {
        fee.cause_name.as_deref().unwrap_or_default()
    }),
    amount(
        "Coût interne HT",
        "Internal cost excl. VAT",
        |fee: &Fee| fee.internal_amount.unwrap_or_default(),
    )
    .for_staff(),
    text("Auteur", "Author", |fee: &Fee| {
        fee.author.as_deref().unwrap_or_default()
    })
    .for_staff(),
];
