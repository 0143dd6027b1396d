//! The list of gaps, and what its export holds.

use super::model::{Gap, GapKind};
use crate::list::exports::{ExportColumn, amount, day, text, word};
use crate::list::{Column, Declaration, Direction, Filters, List, Type};
use crate::words;

pub static GAPS: List<Gap> = List::new(Declaration {
    name: "providerGaps",
    summary: "What providers' invoices of the last thirteen months leave open, as it was found last. Searches reference and the \
        provider's id.",
    tag: "finance",
    table: "provider_gaps",
    rows: "select g.id, g.provider, g.kind, g.invoice_id, i.label as invoice_label, g.first_invoice_id, f.label as first_invoice_label,
            g.order_id, g.store_id, s.name as store_name, g.fulfillment_id, g.reference, g.service, g.day, g.amount
        from provider_gaps g left join provider_invoices i on i.id = g.invoice_id
        left join provider_invoices f on f.id = g.first_invoice_id left join stores s on s.id = g.store_id",
    search: Some("search"),
    columns: &[
        Column::new("day", "day", Type::Day)
            .sortable()
            .filtered(Filters::Between),
        Column::new("amount", "amount", Type::Decimal)
            .sortable()
            .filtered(Filters::Range),
        Column::new("kind", "kind", Type::Choice(GapKind::codes))
            .filtered(Filters::OneOf)
            .common(),
        Column::new("provider", "provider", Type::Text)
            .filtered(Filters::OneOf)
            .common(),
        Column::new("storeId", "store_id", Type::Uuid)
            .filtered(Filters::OneOf)
            .common(),
        Column::new("invoiceId", "invoice_id", Type::Uuid)
            .filtered(Filters::OneOf)
            .common(),
    ],
    sort: ("amount", Direction::Desc),
    ..Declaration::DEFAULT
})
.exported(EXPORT);

const EXPORT: &[ExportColumn<Gap>] = &[
    text("Prestataire", "Provider", |row| &row.provider),
    word("Écart", "Gap", |row, language| {
        words::provider_gap(row.kind.as_str(), language)
    }),
    text("Référence", "Reference", |row| &row.reference),
    text("Identifiant du prestataire", "Provider’s id", |row| {
        &row.fulfillment_id
    }),
    text("Service", "Service", |row| &row.service),
    text("Boutique", "Store", |row: &Gap| {
        row.store_name.as_deref().unwrap_or_default()
    }),
    day("Date", "Date", |row| Some(row.day)),
    amount("Montant HT", "Amount excl. VAT", |row| row.amount),
    text("Facture", "Invoice", |row: &Gap| {
        row.invoice_label.as_deref().unwrap_or_default()
    }),
    text("Déjà facturé par", "Billed before by", |row: &Gap| {
        row.first_invoice_label.as_deref().unwrap_or_default()
    }),
];
