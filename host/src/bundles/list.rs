//! The list of bundles.

use comptoir_sandbox::Entity;

use super::model::{BundleRow, Component};
use crate::list::exports::{self, composed, text, time};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type};
use crate::stores::conceal_others;

/// Every sort has an index, and another below the store.
pub static BUNDLES: List<BundleRow> = List::new(Declaration {
    name: "bundles",
    summary: "The bundles of the stores that the caller may see. Searches name and SKU.",
    table: "bundles",
    rows: "select b.id, b.sku, b.name, b.store_id, s.name as store_name, c.plugin as provider, b.archived_at, b.updated_at,
            extra_of(c.plugin, b.extra) as extra,
            coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)
                                       order by so.ownership_percentage desc, o.name)
                      from store_organizations so join organizations o on o.id = so.organization_id
                      where so.store_id = b.store_id), '[]') as organizations,
            coalesce((select jsonb_agg(jsonb_build_object('variant', variant, 'sku', sku, 'name', name, 'quantity',
                                                          quantity, 'externalVariantId', external_variant_id)
                                       order by position)
                      from bundle_components where bundle_id = b.id and position < 100), '[]') as components,
            (select count(*) from bundle_components where bundle_id = b.id) as component_count
     from bundles b join stores s on s.id = b.store_id left join connectors c on c.id = b.connector_id",
    owner: Owner::Store("store_id"),
    only: Some("gone_at is null and (connector_id is null
        or exists (select from connectors c where c.id = connector_id and c.disconnected_at is null))"),
    search: Some("search"),
    columns: &[
        Column::new("name", "name", Type::Text).sortable().indexed_below(&["store_id"]),
        Column::new("sku", "sku", Type::Text).sortable().indexed_below(&["store_id"]),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
        Column::archived(),
    ],
    sort: ("name", Direction::Asc),
    ..Declaration::DEFAULT
})
.prepared(|_, scope, bundle: &mut BundleRow| conceal_others(scope, &mut bundle.organizations))
.disclosing(Entity::Bundle, |bundle| &mut bundle.extra)
.exported(EXPORT);

const EXPORT: &[exports::ExportColumn<BundleRow>] = &[
    text("Référence (SKU)", "SKU", |bundle| &bundle.sku),
    text("Nom", "Name", |bundle| &bundle.name),
    text("Boutique", "Store", |bundle| &bundle.store.name),
    composed("Composants", "Components", |bundle| {
        components(&bundle.components)
    }),
    text("Prestataire", "Provider", |bundle| {
        bundle.provider.as_deref().unwrap_or_default()
    }),
    time("Archivé le", "Archived", |bundle| bundle.archived_at),
    time("Mis à jour le", "Updated", |bundle| {
        Some(bundle.updated_at)
    }),
];

fn components(components: &[Component]) -> String {
    let each = |component: &Component| format!("{} × {}", component.quantity, component.sku);
    components.iter().map(each).collect::<Vec<_>>().join(", ")
}
