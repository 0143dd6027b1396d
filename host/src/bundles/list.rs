//! The list of bundles.

use comptoir_sandbox::Entity;

use super::model::BundleRow;
use crate::access::Scope;
use crate::list::exports::{Cell, Column as Heading, Exported};
use crate::list::{Column, Direction, Filters, List, Owner, Type};
use crate::plugins::Extra;
use crate::words::language::Language;

/// Every sort has an index, and another below the store.
pub static BUNDLES: List<BundleRow> = List::new(
    "bundles",
    "select b.id, b.sku, b.name, b.store_id, s.name as store_name, c.plugin as provider, b.updated_at,
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
    Owner::Store("store_id"),
    &[
        Column::new("name", "name", Type::Text).sortable().indexed_below(&["store_id"]),
        Column::new("sku", "sku", Type::Text).sortable().indexed_below(&["store_id"]),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
    ],
    ("name", Direction::Asc),
)
.only(
    "gone_at is null and (connector_id is null
        or exists (select from connectors c where c.id = connector_id and c.disconnected_at is null))",
)
.conceals(conceal)
.searches("search");

/// A store that is shared does not tell one owner who the others are.
fn conceal(scope: &Scope, bundle: &mut BundleRow) {
    if let Some(own) = scope.organizations() {
        bundle.organizations.retain(|each| own.contains(&each.id));
    }
}

impl Exported for BundleRow {
    const COLUMNS: &'static [Heading] = &[
        Heading {
            french: "Référence (SKU)",
            english: "SKU",
        },
        Heading {
            french: "Nom",
            english: "Name",
        },
        Heading {
            french: "Boutique",
            english: "Store",
        },
        Heading {
            french: "Composants",
            english: "Components",
        },
        Heading {
            french: "Prestataire",
            english: "Provider",
        },
        Heading {
            french: "Mis à jour le",
            english: "Updated",
        },
    ];

    const ENTITY: Option<Entity> = Some(Entity::Bundle);

    fn extra(&self) -> Option<&Extra> {
        Some(&self.extra)
    }

    fn cells(&self, _: Language) -> Vec<Cell> {
        let component =
            |each: &super::model::Component| format!("{} × {}", each.quantity, each.sku);
        let components: Vec<String> = self.components.iter().map(component).collect();
        vec![
            Cell::text(&self.sku),
            Cell::text(&self.name),
            Cell::text(&self.store.name),
            Cell::text(components.join(", ")),
            Cell::text(self.provider.as_deref().unwrap_or_default()),
            Cell::Time(Some(self.updated_at)),
        ]
    }
}
