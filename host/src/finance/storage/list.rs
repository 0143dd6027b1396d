//! The list of measures, and what its export holds.

use super::model::{MeasureSource, StorageMeasure};
use crate::list::exports::{ExportColumn, amount, day, text, word};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type};
use crate::words;

/// The columns of [`StorageMeasure`].
const ROWS: &str = "select m.id, m.store_id, s.name as store_name, m.starts_at, m.volume, m.price, m.source, m.author,
        m.created_at,
        (select f.id from fees f where f.cause_id = m.id and f.cause = 'STORAGE' and f.deleted_at is null) as fee_id
    from storage_measures m join stores s on s.id = m.store_id";

pub static MEASURES: List<StorageMeasure> = List::new(Declaration {
    name: "storageMeasures",
    summary: "What of stores lay in the warehouse, by half-month.",
    tag: "finance",
    table: "storage_measures",
    rows: ROWS,
    owner: Owner::Store("store_id"),
    columns: &[
        Column::new("startsAt", "starts_at", Type::Day)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["store_id"]),
        Column::new("source", "source", Type::Choice(MeasureSource::codes))
            .filtered(Filters::OneOf)
            .common(),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
    ],
    sort: ("startsAt", Direction::Desc),
    ..Declaration::DEFAULT
})
.exported(EXPORT);

/// The first three are read again by the import.
const EXPORT: &[ExportColumn<StorageMeasure>] = &[
    text("Boutique", "Store", |measure| &measure.store.name),
    day("Début", "Start", |measure| Some(measure.starts_at)),
    amount("Volume (m³)", "Volume (m³)", |measure| measure.volume),
    amount("Prix HT du m³", "Price of a m³ excl. VAT", |measure| {
        measure.price
    }),
    word("Provenance", "Source", |measure, language| {
        words::storage_source(measure.source.as_str(), language)
    }),
];
