//! The list of providers' invoices, and the lists below each.

use super::model::{
    ParcelException, ProviderInvoiceLine, ProviderInvoiceRow, ProviderParcel, Step, Subject,
};
use crate::finance::PROVIDER_INVOICE;
use crate::list::exports::{ExportColumn, amount, day, text, word};
use crate::list::{Column, Declaration, Direction, Filters, List, Parent, Type};
use crate::words;

/// The columns of [`ProviderInvoiceRow`].
pub const ROWS: &str = "select i.id, i.provider, i.label, i.starts_at as start_at, i.ends_at as end_at, i.status, i.file_name, i.job_id,
        i.read_at, i.problem, i.line_count, i.rejected_count, i.amount, s.charged as amount_charged,
        s.paid as amount_paid_by_customer, s.charged + s.paid - i.amount as margin, i.author, i.validated_at, i.created_at, i.updated_at
    from provider_invoices i cross join lateral (
        select sum(charged) filter (where is_selected or store_id is null) as charged, sum(paid_by_customer) as paid
        from provider_invoice_sums s where s.invoice_id = i.id and i.status in ('SUMMARY', 'VALIDATED')) s";

pub static PROVIDER_INVOICES: List<ProviderInvoiceRow> = List::new(Declaration {
    name: "providerInvoices",
    summary: "The invoices of fulfilment providers. Searches label and file.",
    tag: "finance",
    table: "provider_invoices",
    rows: ROWS,
    only: Some("deleted_at is null"),
    search: Some("search"),
    columns: &[
        Column::new("createdAt", "created_at", Type::Time).sortable(),
        Column::new("startAt", "starts_at", Type::Day)
            .sortable()
            .filtered(Filters::Between),
        Column::new("label", "label", Type::Text).sortable(),
        Column::new("provider", "provider", Type::Text)
            .filtered(Filters::OneOf)
            .common(),
        Column::new("status", "status", Type::Choice(Step::codes))
            .filtered(Filters::OneOf)
            .common(),
    ],
    sort: ("createdAt", Direction::Desc),
    ..Declaration::DEFAULT
})
.exported(EXPORT);

const EXPORT: &[ExportColumn<ProviderInvoiceRow>] = &[
    text("Prestataire", "Provider", |row| &row.provider),
    text("Libellé", "Label", |row| &row.label),
    day("Début", "Start", |row| Some(row.start_at)),
    day("Fin", "End", |row| Some(row.end_at)),
    word("Étape", "Step", |row, language| {
        words::provider_invoice_step(row.status.as_str(), language)
    }),
    text("Fichier", "File", |row| &row.file_name),
    amount(
        "Facturé par le prestataire HT",
        "Billed by the provider excl. VAT",
        |row| row.amount,
    ),
    amount(
        "Refacturé HT",
        "Charged to stores excl. VAT",
        |row: &ProviderInvoiceRow| row.amount_charged.unwrap_or_default(),
    ),
    amount(
        "Payé par les clients HT",
        "Paid by customers excl. VAT",
        |row: &ProviderInvoiceRow| row.amount_paid_by_customer.unwrap_or_default(),
    ),
    amount(
        "Marge HT",
        "Margin excl. VAT",
        |row: &ProviderInvoiceRow| row.margin.unwrap_or_default(),
    ),
    text("Auteur", "Author", |row| &row.author),
];

/// What lies below one invoice.
pub const BELOW: Parent = Parent {
    kind: &PROVIDER_INVOICE,
    field: "invoiceId",
};

const LINE_ROWS: &str = "select l.id, l.line, l.subject, l.nature, l.fulfillment_id, l.service, l.description, l.quantity, l.unit_price,
        l.price, l.country_code, l.order_id, l.store_id, s.name as store_name, l.is_decided
    from provider_invoice_lines l left join stores s on s.id = l.store_id";

const LINES: Declaration = Declaration {
    tag: "finance",
    table: "provider_invoice_lines",
    rows: LINE_ROWS,
    confined: Some("invoice_id"),
    search: Some("search"),
    columns: &[
        Column::new("line", "line", Type::Integer)
            .sortable()
            .indexed_below(&["invoice_id"]),
        Column::new("price", "price", Type::Decimal)
            .sortable()
            .filtered(Filters::Range)
            .indexed_below(&["invoice_id"]),
        Column::new("invoiceId", "invoice_id", Type::Uuid)
            .filtered(Filters::OneOf)
            .common(),
        Column::new("fulfillmentId", "fulfillment_id", Type::Text)
            .filtered(Filters::OneOf)
            .common(),
        Column::new("service", "service", Type::Text)
            .filtered(Filters::OneOf)
            .common(),
        Column::new("subject", "subject", Type::Choice(Subject::codes))
            .filtered(Filters::OneOf)
            .common(),
        Column::new(
            "nature",
            "nature",
            Type::Choice(super::model::Nature::codes),
        )
        .filtered(Filters::OneOf)
        .common(),
        Column::new("storeId", "store_id", Type::Uuid)
            .filtered(Filters::OneOf)
            .common(),
    ],
    sort: ("line", Direction::Asc),
    ..Declaration::DEFAULT
};

pub static ALL_LINES: List<ProviderInvoiceLine> = List::new(Declaration {
    name: "providerInvoiceLines",
    summary: "The lines of a provider's invoice. Searches the provider's id, service and description.",
    ..LINES
});

pub static OTHER_SERVICES: List<ProviderInvoiceLine> = List::new(Declaration {
    name: "providerInvoiceServices",
    summary: "The lines of a provider's invoice that belong to neither an order nor a product. Searches service and description.",
    only: Some("subject = 'GENERAL'"),
    ..LINES
});

const PARCELS: Declaration = Declaration {
    tag: "finance",
    table: "provider_invoice_parcels",
    rows: "select p.id, p.fulfillment_id, p.order_id, p.reference, p.store_id, s.name as store_name, p.country_code, p.carrier, p.day,
            p.consumer, p.business, p.difference, p.amount, p.extra, p.agreed, p.beyond, p.explanation, p.exception, p.is_selected,
            p.charged
        from provider_invoice_parcels p join stores s on s.id = p.store_id",
    confined: Some("invoice_id"),
    search: Some("search"),
    columns: &[
        Column::new("reference", "reference", Type::Text)
            .sortable()
            .indexed_below(&["invoice_id"]),
        Column::new("difference", "difference", Type::Decimal)
            .sortable()
            .filtered(Filters::Range)
            .indexed_below(&["invoice_id"]),
        Column::new("amount", "amount", Type::Decimal)
            .sortable()
            .indexed_below(&["invoice_id"]),
        Column::new("beyond", "beyond", Type::Decimal)
            .sortable()
            .nullable()
            .filtered(Filters::Range)
            .indexed_below(&["invoice_id"]),
        Column::new("invoiceId", "invoice_id", Type::Uuid).filtered(Filters::OneOf).common(),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf).common(),
        Column::new("carrier", "carrier", Type::Text).filtered(Filters::OneOf).common(),
        Column::new("countryCode", "country_code", Type::Text).filtered(Filters::OneOf).common(),
        Column::new("exception", "exception", Type::Choice(ParcelException::codes)).filtered(Filters::OneOf).common(),
    ],
    sort: ("reference", Direction::Asc),
    ..Declaration::DEFAULT
};

pub static SHIPPING: List<ProviderParcel> = List::new(Declaration {
    name: "providerParcels",
    summary: "What each order's way cost by a provider's invoice, beside what was agreed and paid (F14). Searches reference and the \
        provider's id.",
    ..PARCELS
});

pub static EXCEPTIONS: List<ProviderParcel> = List::new(Declaration {
    name: "providerParcelExceptions",
    summary: "The parcels of a provider's invoice that a person has to look at. Searches reference and the provider's id.",
    only: Some("exception is not null"),
    ..PARCELS
});

/// What a claim says: to be sent to the provider, so nothing in it tells what stores and consumers pay.
pub static CLAIMS: List<ProviderParcel> = List::new(Declaration {
    name: "providerParcelClaims",
    summary: "The parcels of a provider's invoice for whose way it charged more than was agreed (rate-card audit). Searches reference \
        and the provider's id.",
    only: Some("beyond > 0"),
    sort: ("beyond", Direction::Desc),
    ..PARCELS
})
.exported(&[
    text("Référence", "Reference", |row| &row.reference),
    text("Votre identifiant", "Your id", |row| &row.fulfillment_id),
    day("Expédiée le", "Shipped", |row| row.day),
    text("Transporteur", "Carrier", |row| &row.carrier),
    text("Pays", "Country", |row| &row.country_code),
    amount("Facturé HT", "Charged excl. VAT", |row: &ProviderParcel| {
        row.amount - row.extra
    }),
    amount("Convenu HT", "Agreed excl. VAT", |row: &ProviderParcel| {
        row.agreed.unwrap_or_default()
    }),
    amount("Écart HT", "Overcharge excl. VAT", |row: &ProviderParcel| {
        row.beyond.unwrap_or_default()
    }),
]);
