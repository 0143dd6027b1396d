//! The list of set-aside items.

use super::model::{AsideRow, AsideState, FaultCode};
use crate::list::exports::{self, count, text, time, word};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type};
use crate::words;

/// What is kept of a connection is bounded: the list is short, and few filters need an index.
pub static ITEMS: List<AsideRow> = List::new(Declaration {
    name: "setAsideItems",
    summary: "What providers sent and could not be taken, last seen first; ignored ones only on demand. Searches the \
              provider's id, field and reason.",
    tag: "connectors",
    table: "set_aside_rows",
    rows: "select a.id, a.function as kind, a.plugin, a.connector_id, a.store_id, s.name as store_name, a.provider_id, a.state,
            a.code, a.field, a.reason as detail, a.first_seen_at, a.last_seen_at, a.seen
     from set_aside_rows a join stores s on s.id = a.store_id",
    owner: Owner::Nobody,
    search: Some("search"),
    columns: &[
        Column::new("lastSeenAt", "last_seen_at", Type::Time).sortable().filtered(Filters::Between),
        Column::new("firstSeenAt", "first_seen_at", Type::Time).sortable().filtered(Filters::Between),
        Column::new("state", "state", Type::Choice(AsideState::codes))
            .filtered(Filters::OneOf)
            .unless_asked(&["OPEN"])
            .common(),
        Column::new("kind", "function", Type::Text).filtered(Filters::OneOf).common(),
        Column::new("plugin", "plugin", Type::Text).filtered(Filters::OneOf).common(),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf).common(),
        Column::new("connectorId", "connector_id", Type::Uuid).filtered(Filters::OneOf).common(),
        Column::new("code", "code", Type::Choice(FaultCode::codes)).filtered(Filters::OneOf).common(),
    ],
    sort: ("lastSeenAt", Direction::Desc),
    ..Declaration::DEFAULT
})
.exported(EXPORT);

const EXPORT: &[exports::ExportColumn<AsideRow>] = &[
    word("Nature", "Kind", |item, language| {
        words::set_aside_kind(&item.kind, language)
    }),
    text("N° chez le prestataire", "Provider’s id", |item| {
        &item.provider_id
    }),
    text("Boutique", "Store", |item| &item.store.name),
    text("Extension", "Plugin", |item| &item.plugin),
    word("Motif", "Reason", |item, language| {
        words::set_aside_reason(item.code.as_str(), language)
    }),
    text("Champ", "Field", |item| &item.field),
    text("Détail", "Detail", |item| &item.detail),
    time("Vu pour la première fois le", "First seen", |item| {
        Some(item.first_seen_at)
    }),
    time("Vu le", "Last seen", |item| Some(item.last_seen_at)),
    count("Fois", "Times", |item| Some(item.seen.into())),
];
