//! The list of what is on its way into the books.

use super::model::{Entry, EntryStatus, PaymentState};
use crate::list::exports::{ExportColumn, amount, day, text, time, word};
use crate::list::{Column, Declaration, Direction, Filters, List, Type};
use crate::words;

pub static ENTRIES: List<Entry> = List::new(Declaration {
    name: "accountingEntries",
    summary: "Invoices and credit notes on their way into the company's books: what is booked, what failed and why, what is paid.",
    tag: "finance",
    table: "accounting_entries",
    rows: "select e.id, e.invoice_id, i.number, i.kind, i.organization_id, o.name as organization_name,
            (i.issued_at at time zone 'Europe/Paris')::date as issued_on, i.total_amount, i.bank_status, e.status, e.problem,
            e.external_id, e.url, e.payment, e.remaining, e.booked_at, e.updated_at
        from accounting_entries e join invoices i on i.id = e.invoice_id join organizations o on o.id = i.organization_id",
    columns: &[
        Column::new("updatedAt", "updated_at", Type::Time).sortable(),
        Column::new("status", "status", Type::Choice(EntryStatus::codes))
            .filtered(Filters::OneOf)
            .common(),
        Column::new("payment", "payment", Type::Choice(PaymentState::codes))
            .filtered(Filters::OneOf)
            .common(),
        Column::new("invoiceId", "invoice_id", Type::Uuid).filtered(Filters::OneOf),
    ],
    only: Some("connection_id = (select c.id from accounting_connections c where c.disconnected_at is null)"),
    sort: ("updatedAt", Direction::Desc),
    ..Declaration::DEFAULT
})
.exported(EXPORT);

const EXPORT: &[ExportColumn<Entry>] = &[
    text("Numéro", "Number", |row| &row.number),
    text("Organisation", "Organization", |row: &Entry| {
        &row.organization.name
    }),
    day("Date d’émission", "Issued", |row| Some(row.issued_on)),
    amount("Montant TTC", "Amount incl. VAT", |row| row.total_amount),
    word("État", "Status", |row, language| {
        words::accounting("/status", row.status.as_str(), language)
    }),
    word("Paiement", "Payment", |row: &Entry, language| {
        let payment = row.payment.map(|payment| payment.as_str());
        payment.map_or_else(String::new, |code| {
            words::accounting("/payment", code, language)
        })
    }),
    text("Motif", "Reason", |row: &Entry| {
        row.problem.as_deref().unwrap_or_default()
    }),
    text(
        "Identifiant en comptabilité",
        "Id in the books",
        |row: &Entry| row.external_id.as_deref().unwrap_or_default(),
    ),
    time("Comptabilisée", "Booked", |row| row.booked_at),
];
