//! The list of invoices, and what its export holds.

use super::model::{InvoiceKind, InvoiceRow};
use crate::list::exports::{ExportColumn, amount, day, text, word};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type, day_of};
use crate::words;

/// The columns of [`InvoiceRow`].
pub const ROWS: &str = "select i.id, i.number, i.kind, i.title, i.organization_id, o.name as organization_name, i.store_id,
        s.name as store_name, i.start_at, i.end_at, i.deadline_at, i.total_fees, i.total_commissions, i.total_taxes, i.total_amount,
        i.difference_ex_vat, i.difference_amount, i.company_status, i.customer_status, i.bank_status, i.issued_at, i.sent_at,
        i.reminded_at, i.paid_at, i.created_at, i.updated_at,
        coalesce((select sum(n.total_amount) from invoices n where n.credits = i.id) = -i.total_amount, false) as is_credited
    from invoices i join stores s on s.id = i.store_id join organizations o on o.id = i.organization_id";

const fn status(
    field: &'static str,
    sql: &'static str,
    codes: fn() -> Vec<&'static str>,
) -> Column {
    Column::new(field, sql, Type::Choice(codes))
        .filtered(Filters::OneOf)
        .common()
}

pub static INVOICES: List<InvoiceRow> = List::new(Declaration {
    name: "invoices",
    summary: "The invoices that the caller may see; customers see none that is a draft. Searches title and number. Statuses: the \
        company's 0 DRAFT, 1 INVOICE_ISSUED, 2 INVOICE_SENT; the customer's 0 INVOICE_NOT_RECEIVED, 1 INVOICE_RECEIVED; the \
        bank's 0 TRANSFER_TO_MAKE, 1 TRANSFER_MADE.",
    tag: "finance",
    table: "invoices",
    rows: ROWS,
    owner: Owner::Organization("reader_id"),
    only: Some("deleted_at is null"),
    search: Some("search"),
    columns: &[
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .indexed_below(&["reader_id"]),
        Column::new("startAt", "start_at", Type::Day)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["reader_id"]),
        Column::new("deadlineAt", "deadline_at", Type::Day)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["reader_id"]),
        Column::new("totalAmount", "total_amount", Type::Decimal)
            .sortable()
            .filtered(Filters::Range)
            .indexed_below(&["reader_id"]),
        Column::new("title", "title", Type::Text)
            .sortable()
            .indexed_below(&["reader_id"]),
        Column::new("kind", "kind", Type::Choice(InvoiceKind::codes))
            .filtered(Filters::OneOf)
            .common(),
        status("companyStatus", "company_status::text", || vec!["0", "1", "2"]),
        status("customerStatus", "customer_status::text", || vec!["0", "1"]),
        status("bankStatus", "bank_status::text", || vec!["0", "1"]),
        Column::new("organizationId", "organization_id", Type::Uuid).filtered(Filters::OneOf),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
    ],
    sort: ("createdAt", Direction::Desc),
    ..Declaration::DEFAULT
})
.exported(EXPORT);

const EXPORT: &[ExportColumn<InvoiceRow>] = &[
    text("Numéro", "Number", |row| {
        row.number.as_deref().unwrap_or_default()
    }),
    text("Titre", "Title", |row| &row.title),
    text("Organisation", "Organization", |row| &row.organization.name),
    text("Boutique", "Store", |row| &row.store.name),
    day("Début", "Start", |row| Some(row.start_at)),
    day("Fin", "End", |row| Some(row.end_at)),
    day("Émise le", "Issued", |row| row.issued_at.map(day_of)),
    day("Échéance", "Due", |row| Some(row.deadline_at)),
    amount("Frais HT", "Fees excl. VAT", |row| row.total_fees),
    amount("Commissions HT", "Commissions excl. VAT", |row| {
        row.total_commissions
    }),
    amount("TVA", "VAT", |row| row.total_taxes),
    amount("Total TTC", "Total incl. VAT", |row| row.total_amount),
    amount("Différence HT", "Difference excl. VAT", |row| {
        row.difference_ex_vat
    }),
    amount("Différence TTC", "Difference incl. VAT", |row| {
        row.difference_amount
    }),
    word("Statut", "Status", |row, language| {
        words::invoice_status("company", row.company_status, language)
    }),
    word("Réception", "Reception", |row, language| {
        words::invoice_status("customer", row.customer_status, language)
    }),
    word("Paiement", "Payment", |row, language| {
        words::invoice_status("bank", row.bank_status, language)
    }),
];
