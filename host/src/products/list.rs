//! The lists of products and of their variants.

use comptoir_sandbox::Entity;

use super::model::{ProductRow, VariantRow};
use crate::access::Scope;
use crate::list::exports::{Cell, Column as Heading, Exported};
use crate::list::{Column, Direction, Filters, List, Owner, Type};
use crate::plugins::Extra;
use crate::words::language::Language;

/// Every sort has an index, and another below the store. Low: fewer than ten of some variant can be sold.
pub static PRODUCTS: List<ProductRow> = List::new(
    "shown_products",
    "select p.id, p.name, p.image_url as image, p.image_id, p.store_id, s.name as store_name, c.plugin as provider,
            p.updated_at, extra_of(c.plugin, p.extra) as extra,
            coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)
                                       order by so.ownership_percentage desc, o.name)
                      from store_organizations so join organizations o on o.id = so.organization_id
                      where so.store_id = p.store_id), '[]') as organizations,
            v.variant_count, v.skus, v.has_stock, v.available, v.in_warehouse, v.reserved, v.damaged
     from products p join stores s on s.id = p.store_id left join connectors c on c.id = p.connector_id
     cross join lateral (
        select count(*) as variant_count, (array_agg(v.sku order by v.position))[:5] as skus,
               count(i.sku) > 0 as has_stock, coalesce(sum(i.available), 0)::bigint as available,
               coalesce(sum(i.in_warehouse), 0)::bigint as in_warehouse,
               coalesce(sum(i.reserved), 0)::bigint as reserved, coalesce(sum(i.damaged), 0)::bigint as damaged
        from product_variants v left join stock i on i.store_id = v.store_id and i.sku = v.sku
        where v.product_id = p.id) v",
    Owner::Store("store_id"),
    &[
        Column::new("name", "name", Type::Text).sortable().indexed_below(&["store_id"]),
        Column::new("updatedAt", "updated_at", Type::Time)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["store_id"]),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
        Column::new(
            "stock",
            "(case when exists (select from product_variants v join stock i on i.store_id = v.store_id and i.sku = v.sku
                where v.product_id = shown_products.id and i.available < 10) then 'low' else 'enough' end)",
            Type::Choice(stock_levels),
        )
        .filtered(Filters::OneOf),
    ],
    ("name", Direction::Asc),
)
.conceals(conceal)
.searches("search");

/// To choose articles from: of a bundle, an order, an export.
pub static VARIANTS: List<VariantRow> = List::new(
    "shown_variants",
    "select v.id, v.product_id, v.provider_id, v.sku, v.name, v.title, v.ean, v.store_id, s.name as store_name, v.price,
            v.price_currency as currency, v.weight_grams as weight, i.available
     from shown_variants v join stores s on s.id = v.store_id
     left join stock i on i.store_id = v.store_id and i.sku = v.sku",
    Owner::Store("store_id"),
    &[
        Column::new("name", "name", Type::Text).sortable().indexed_below(&["store_id"]),
        Column::new("sku", "sku", Type::Text)
            .sortable()
            .filtered(Filters::OneOf)
            .indexed_below(&["store_id"]),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
        Column::new("productId", "product_id", Type::Uuid).filtered(Filters::OneOf),
    ],
    ("name", Direction::Asc),
)
.searches("search");

fn stock_levels() -> Vec<&'static str> {
    vec!["low", "enough"]
}

/// A store that is shared does not tell one owner who the others are.
fn conceal(scope: &Scope, product: &mut ProductRow) {
    if let Some(own) = scope.organizations() {
        product.organizations.retain(|each| own.contains(&each.id));
    }
}

impl Exported for ProductRow {
    const COLUMNS: &'static [Heading] = &[
        Heading {
            french: "Nom",
            english: "Name",
        },
        Heading {
            french: "Références (SKU)",
            english: "SKUs",
        },
        Heading {
            french: "Boutique",
            english: "Store",
        },
        Heading {
            french: "Organisations",
            english: "Organizations",
        },
        Heading {
            french: "Variantes",
            english: "Variants",
        },
        Heading {
            french: "Disponible",
            english: "Available",
        },
        Heading {
            french: "En entrepôt",
            english: "In warehouse",
        },
        Heading {
            french: "Réservé",
            english: "Reserved",
        },
        Heading {
            french: "Endommagé",
            english: "Damaged",
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

    const ENTITY: Option<Entity> = Some(Entity::Product);

    fn extra(&self) -> Option<&Extra> {
        Some(&self.extra)
    }

    fn cells(&self, _: Language) -> Vec<Cell> {
        let organizations: Vec<&str> = self.organizations.iter().map(|each| &*each.name).collect();
        let pieces = |pieces| match self.has_stock {
            true => Cell::Count(pieces),
            // Nobody tells: that is not none.
            false => Cell::text(""),
        };
        vec![
            Cell::text(&self.name),
            Cell::text(self.skus.join(", ")),
            Cell::text(&self.store.name),
            Cell::text(organizations.join(", ")),
            Cell::Count(self.variant_count),
            pieces(self.stock.available),
            pieces(self.stock.in_warehouse),
            pieces(self.stock.reserved),
            pieces(self.stock.damaged),
            Cell::text(self.provider.as_deref().unwrap_or_default()),
            Cell::Time(Some(self.updated_at)),
        ]
    }
}
