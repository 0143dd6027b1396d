//! The list of project products.

use super::REACH;
use super::model::Product;
use crate::list::exports::{ExportColumn, composed, count, text, time, word};
use crate::list::{Column, Declaration, Direction, Filters, Link, List, Type};
use crate::production::states::ProductStatus;
use crate::words;

/// The columns of [`Product`].
pub const ROWS: &str = "select p.id, p.name, p.status, p.reason, p.color, p.fit, p.quantity_mode, p.quantity, p.created_at, p.updated_at,
        case when j.id is not null then jsonb_build_object('id', j.id, 'name', j.name) end as project,
        jsonb_build_object('id', o.id, 'name', o.name) as organization,
        case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as store,
        case when sp.id is not null then jsonb_build_object('id', sp.id, 'name', sp.name) end as store_product,
        case when p.fabric_unit is not null
            then jsonb_build_object('weight', p.fabric_weight::text, 'unit', p.fabric_unit) end as fabric,
        coalesce(p.quantity, v.pieces) as pieces, v.variant_count,
        coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'type', t.type, 'displayName', t.display_name)
                                   order by t.type, t.display_name)
                  from project_product_tags pt join tags t on t.id = pt.tag_id where pt.product_id = p.id), '[]') as tags
    from project_products p join organizations o on o.id = p.organization_id
        left join projects j on j.id = p.project_id left join stores s on s.id = p.store_id
        left join products sp on sp.id = p.store_product_id and sp.gone_at is null
        cross join lateral (select coalesce(sum(quantity), 0) as pieces, count(*) as variant_count
                            from project_product_variants where product_id = p.id) v";

pub static PRODUCTS: List<Product> = List::new(Declaration {
    name: "projectProducts",
    summary: "The products of projects: to staff all, to a factory those of the projects of which it makes something. Searches name and \
        SKUs.",
    tag: "production",
    table: "project_products",
    rows: ROWS,
    owner: REACH,
    // What is in a project that was deleted went with it.
    only: Some(
        "deleted_at is null and (project_id is null
            or exists (select from projects j where j.id = project_id and j.deleted_at is null))",
    ),
    search: Some("search"),
    columns: &[
        Column::new("name", "name", Type::Text)
            .sortable()
            .indexed_below(&["project_id"]),
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["project_id"]),
        Column::new("projectId", "project_id", Type::Uuid).filtered(Filters::OneOf),
        Column::new("organizationId", "organization_id", Type::Uuid)
            .filtered(Filters::OneOf).common()
            .for_staff(),
        Column::new("status", "status", Type::Choice(ProductStatus::codes)).filtered(Filters::OneOf).common(),
        Column::linked(
            "tagId",
            Link {
                table: "project_product_tags",
                row: "product_id",
                owner: "tag_id",
            },
        ),
    ],
    sort: ("createdAt", Direction::Desc),
    ..Declaration::DEFAULT
})
.prepared(|_, scope, product: &mut Product| product.conceal(scope))
.exported(EXPORT);

const EXPORT: &[ExportColumn<Product>] = &[
    text("Nom", "Name", |product| &product.name),
    composed("Projet", "Project", |product| {
        let project = product.project.as_ref();
        project.map(|of| of.name.clone()).unwrap_or_default()
    }),
    composed("Organisation", "Organization", |product: &Product| {
        let organization = product.organization.as_ref();
        organization.map(|of| of.name.clone()).unwrap_or_default()
    })
    .for_staff(),
    word("Statut", "Status", |product, language| {
        words::project_product_status(product.status.as_str(), language)
    }),
    text("Couleur", "Colour", |product| {
        product.color.as_deref().unwrap_or_default()
    }),
    composed("Grammage", "Weight", |product| {
        let fabric = product.fabric.as_ref();
        fabric
            .map(|of| format!("{} {}", of.weight, of.unit.as_str()))
            .unwrap_or_default()
    }),
    count("Quantité", "Quantity", |product| Some(product.pieces)),
    count("Variantes", "Variants", |product| {
        Some(product.variant_count)
    }),
    composed("Étiquettes", "Tags", |product| {
        let names: Vec<&str> = product
            .tags
            .iter()
            .map(|tag| tag.display_name.as_str())
            .collect();
        names.join(", ")
    }),
    time("Créé le", "Created", |product| Some(product.created_at)),
];
