//! The list of carriers, and what its export holds.

use super::model::Carrier;
use crate::list::exports::{ExportColumn, composed, text};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type};

pub static CARRIERS: List<Carrier> = List::new(Declaration {
    name: "carriers",
    summary: "The carriers of the fulfilment providers. Searches name and code. Archived ones on demand only.",
    tag: "shipping",
    table: "carriers",
    rows: "select id, provider, code, name, fuel_surcharge, translations::text as translations, min_days, max_days, archived_at,
        created_at, updated_at from carriers",
    owner: Owner::Nobody,
    only: Some("deleted_at is null"),
    search: Some("search"),
    columns: &[
        Column::new("name", "name", Type::Text).sortable(),
        Column::new("createdAt", "created_at", Type::Time).sortable(),
        Column::new("provider", "provider", Type::Text).filtered(Filters::OneOf).common(),
        Column::archived(),
    ],
    sort: ("name", Direction::Asc),
    ..Declaration::DEFAULT
})
.exported(EXPORT);

const EXPORT: &[ExportColumn<Carrier>] = &[
    text("Prestataire", "Provider", |carrier| &carrier.provider),
    text("Transporteur", "Carrier", |carrier| &carrier.name),
    text("Code", "Code", |carrier| &carrier.code),
    composed("Surcharge carburant (%)", "Fuel surcharge (%)", |carrier| {
        carrier.fuel_surcharge.to_string()
    }),
];
