//! The list of a store's audit products.

use super::model::{AuditProduct, Format};
use crate::list::{Column, Direction, Filters, List, Owner, Type};

pub static PRODUCTS: List<AuditProduct> = List::new(
    "phonographic_products",
    "select id, store_id, name, sku, barcode, format, artist, title, label, released_on, reportable, barcodes,
            created_at, updated_at
     from phonographic_products",
    Owner::Store("store_id"),
    &[
        Column::new("name", "name", Type::Text).sortable().indexed_below(&["store_id"]),
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["store_id"]),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
        Column::new("format", "format", Type::Choice(Format::codes)).filtered(Filters::OneOf),
    ],
    ("name", Direction::Asc),
)
.only("deleted_at is null")
.searches("search");
