//! The list of commissions, and what its export holds.

use super::model::Commission;
use crate::list::exports::{ExportColumn, amount, composed, day, text};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type};

/// The columns of [`Commission`].
pub const ROWS: &str = "select c.id, c.store_id, s.name as store_name, c.start_at, c.end_at, c.min_amount, c.max_amount,
        c.rate, c.author, c.created_at, c.updated_at
    from commissions c join stores s on s.id = c.store_id";

pub static COMMISSIONS: List<Commission> = List::new(Declaration {
    name: "commissions",
    summary: "The tiers of stores' commissions.",
    tag: "finance",
    table: "commissions",
    rows: ROWS,
    owner: Owner::Store("store_id"),
    only: Some("deleted_at is null"),
    columns: &[
        Column::new("startAt", "start_at", Type::Day)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["store_id"]),
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .indexed_below(&["store_id"]),
        Column::new("rate", "rate", Type::Decimal)
            .sortable()
            .indexed_below(&["store_id"]),
        Column::new("minAmount", "min_amount", Type::Decimal)
            .sortable()
            .indexed_below(&["store_id"]),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
    ],
    sort: ("startAt", Direction::Desc),
    ..Declaration::DEFAULT
})
.exported(EXPORT);

const EXPORT: &[ExportColumn<Commission>] = &[
    text("Boutique", "Store", |commission| &commission.store.name),
    day("Début", "Start", |commission| Some(commission.start_at)),
    day("Fin", "End", |commission| commission.end_at),
    amount("À partir de", "From", |commission| commission.min_amount),
    composed("Jusqu’à", "Up to", |commission| {
        commission
            .max_amount
            .map(|max| max.to_string())
            .unwrap_or_default()
    }),
    amount("Taux (%)", "Rate (%)", |commission| commission.rate),
    text("Auteur", "Author", |commission| &commission.author),
];
