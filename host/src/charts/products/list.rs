//! The list of a store's audit products.

use super::model::{AuditProduct, Format};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type};

pub static PRODUCTS: List<AuditProduct> = List::new(Declaration {
    name: "auditProducts",
    summary: "A store's audit products. Searches name, SKU, barcode, title and artist.",
    tag: "charts",
    table: "phonographic_products",
    rows: "select id, store_id, name, sku, barcode, format, artist, title, label, released_on, reportable, barcodes,
            created_at, updated_at
     from phonographic_products",
    owner: Owner::Store("store_id"),
    confined: Some("store_id"),
    only: Some("deleted_at is null"),
    whole: None,
    search: Some("search"),
    columns: &[
        Column::new("name", "name", Type::Text).sortable().indexed_below(&["store_id"]),
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["store_id"]),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
        Column::new("format", "format", Type::Choice(Format::codes)).filtered(Filters::OneOf).common(),
    ],
    sort: ("name", Direction::Asc),
});
