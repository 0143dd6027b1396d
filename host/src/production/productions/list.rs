//! The list of productions, which the board shows too.

use super::REACH;
use super::model::Production;
use crate::list::exports::{ExportColumn, composed, count, day, text, time, word};
use crate::list::{Column, Declaration, Direction, Filters, List, Type, day_of};
use crate::production::Named;
use crate::production::states::ProductionStatus;
use crate::words;

/// The columns of [`Production`].
pub const ROWS: &str = "select p.id, p.name, p.status, p.quantity, p.due_at, p.created_at, p.updated_at,
        jsonb_build_object('id', j.id, 'name', j.name) as project,
        case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name) end as product,
        case when f.id is not null then jsonb_build_object('id', f.id, 'name', f.name) end as factory
    from project_productions p join projects j on j.id = p.project_id
        left join project_products t on t.id = p.product_id left join factories f on f.id = p.factory_id";

pub static PRODUCTIONS: List<Production> = List::new(Declaration {
    name: "productions",
    summary: "The productions: to staff all, to a factory its own. Searches the name.",
    tag: "production",
    table: "project_productions",
    rows: ROWS,
    owner: REACH,
    // What is in a project that was deleted went with it.
    only: Some(
        "deleted_at is null and exists (select from projects j where j.id = project_id and j.deleted_at is null)",
    ),
    search: Some("search"),
    columns: &[
        Column::new("dueAt", "due_at", Type::Day)
            .sortable()
            .nullable()
            .filtered(Filters::Between)
            .indexed_below(&["project_id"]),
        Column::new("name", "name", Type::Text)
            .sortable()
            .indexed_below(&["project_id"]),
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .indexed_below(&["project_id"]),
        Column::new("projectId", "project_id", Type::Uuid).filtered(Filters::OneOf),
        Column::new("productId", "product_id", Type::Uuid).filtered(Filters::OneOf).common(),
        Column::new("factoryId", "factory_id", Type::Uuid).filtered(Filters::OneOf).common(),
        Column::new("status", "status", Type::Choice(ProductionStatus::codes)).filtered(Filters::OneOf).common(),
    ],
    sort: ("dueAt", Direction::Asc),
    ..Declaration::DEFAULT
})
.prepared(|app, scope, production: &mut Production| production.prepare(scope, day_of(app.now())))
.exported(EXPORT);

const EXPORT: &[ExportColumn<Production>] = &[
    text("Nom", "Name", |production| &production.name),
    text("Projet", "Project", |production| &production.project.name),
    composed("Produit", "Product", |production| name(&production.product)),
    composed("Atelier", "Factory", |production| name(&production.factory)),
    word("Statut", "Status", |production, language| {
        words::production_status(production.status.as_str(), language)
    }),
    count("Quantité", "Quantity", |production| {
        production.quantity.map(i64::from)
    }),
    day("Échéance", "Due", |production| production.due_at),
    time("Créée le", "Created", |production| {
        Some(production.created_at)
    }),
];

fn name(of: &Option<Named>) -> String {
    of.as_ref().map(|of| of.name.clone()).unwrap_or_default()
}
