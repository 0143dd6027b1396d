//! The list of tags, and what its export holds.

use super::model::{Tag, TagType};
use crate::list::exports::{ExportColumn, count, text, time, word};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type};
use crate::words;

/// The columns of [`Tag`].
pub const ROWS: &str = "select t.id, t.type, t.name, t.display_name, t.created_at, t.updated_at,
        (select count(*) from factory_tags u join factories f on f.id = u.factory_id
            where u.tag_id = t.id and f.deleted_at is null)
        + (select count(*) from project_product_tags u join project_products p on p.id = u.product_id
            where u.tag_id = t.id and p.deleted_at is null) as uses
    from tags t";

pub static TAGS: List<Tag> = List::new(Declaration {
    name: "tags",
    summary: "The tags that products and factories may carry. Searches the display name.",
    tag: "production",
    table: "tags",
    rows: ROWS,
    owner: Owner::Nobody,
    only: Some("deleted_at is null"),
    search: Some("search"),
    columns: &[
        Column::new("displayName", "display_name", Type::Text).sortable(),
        Column::new("createdAt", "created_at", Type::Time).sortable(),
        Column::new("type", "type", Type::Choice(TagType::codes))
            .filtered(Filters::OneOf)
            .common(),
    ],
    sort: ("displayName", Direction::Asc),
    ..Declaration::DEFAULT
})
.exported(EXPORT);

const EXPORT: &[ExportColumn<Tag>] = &[
    word("Groupe", "Group", |tag, language| {
        words::tag_type(tag.kind.as_str(), language)
    }),
    text("Nom", "Name", |tag| &tag.display_name),
    count("Utilisations", "Uses", |tag| Some(tag.uses)),
    time("Créée le", "Created", |tag| Some(tag.created_at)),
];
