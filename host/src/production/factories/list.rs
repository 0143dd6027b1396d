//! The list of factories, and what its export holds.

use super::model::Factory;
use crate::list::exports::{ExportColumn, composed, count, text, time, word};
use crate::list::{Column, Declaration, Direction, Filters, Link, List, Owner, Type};
use crate::words::countries;

/// The columns of [`Factory`].
pub const ROWS: &str = "select f.id, f.name, f.country_code, f.quantity_min, f.quantity_max, f.delay_in_week, f.price_range,
        f.description, load.open, load.quantity, f.created_at, f.updated_at,
        coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'type', t.type, 'displayName', t.display_name)
                order by t.type, t.display_name, t.id)
            from factory_tags c join tags t on t.id = c.tag_id
            where c.factory_id = f.id and t.deleted_at is null), '[]') as tags
    from factories f cross join lateral (
        select count(*) as open, coalesce(sum(p.quantity), 0)::bigint as quantity from project_productions p
        where p.factory_id = f.id and p.deleted_at is null and p.status not in ('DRAFT', 'DONE', 'CANCELED')) load";

/// The tags that a factory carries.
const TAGS: Link = Link {
    table: "factory_tags",
    row: "factory_id",
    owner: "tag_id",
};

pub static FACTORIES: List<Factory> = List::new(Declaration {
    name: "factories",
    summary: "The factories that the caller may see: for staff all, for a factory's people theirs. Searches the name.",
    tag: "production",
    table: "factories",
    rows: ROWS,
    owner: Owner::Factory("id"),
    only: Some("deleted_at is null"),
    search: Some("search"),
    columns: &[
        Column::new("name", "name", Type::Text).sortable(),
        Column::new("delayInWeek", "delay_in_week", Type::Integer)
            .sortable()
            .filtered(Filters::Range),
        Column::new("createdAt", "created_at", Type::Time).sortable(),
        Column::linked("tagId", TAGS),
        Column::new("countryCode", "country_code", Type::Text).filtered(Filters::OneOf).common(),
        Column::new("quantityMin", "quantity_min", Type::Integer).filtered(Filters::Range).common(),
        Column::new("quantityMax", "quantity_max", Type::Integer).filtered(Filters::Range).common(),
        Column::new("priceRange", "price_range", Type::Integer)
            .filtered(Filters::OneOf)
            .common()
            .for_staff(),
    ],
    sort: ("name", Direction::Asc),
    ..Declaration::DEFAULT
})
.prepared(|_, scope, factory: &mut Factory| factory.conceal(scope))
.exported(EXPORT);

const EXPORT: &[ExportColumn<Factory>] = &[
    text("Nom", "Name", |factory| &factory.name),
    word("Pays", "Country", |factory, language| {
        countries::name(&factory.country_code, language)
    }),
    count("Quantité minimale", "Minimum quantity", |factory| {
        Some(factory.quantity_min.into())
    }),
    count("Quantité maximale", "Maximum quantity", |factory| {
        Some(factory.quantity_max.into())
    }),
    count("Délai (semaines)", "Delay (weeks)", |factory| {
        Some(factory.delay_in_week.into())
    }),
    count(
        "Gamme de prix (0 à 3)",
        "Price range (0 to 3)",
        |factory: &Factory| factory.price_range.map(Into::into),
    )
    .for_staff(),
    composed("Étiquettes", "Tags", |factory| {
        let names: Vec<&str> = factory
            .tags
            .iter()
            .map(|tag| tag.display_name.as_str())
            .collect();
        names.join(", ")
    }),
    count("Productions en cours", "Productions under way", |factory| {
        Some(factory.load.open)
    }),
    count("Pièces en cours", "Pieces under way", |factory| {
        Some(factory.load.quantity)
    }),
    time("Créé le", "Created", |factory| Some(factory.created_at)),
];
