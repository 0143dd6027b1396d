//! The lists of products and of their variants.

use comptoir_sandbox::Entity;

use super::model::{ProductRow, VariantRow};
use super::routes::image;
use crate::access::Scope;
use crate::app::App;
use crate::list::exports::{self, composed, count, text, time};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type};
use crate::stores::{conceal_others, names};

/// Every sort has an index, and another below the store. Low: fewer than ten of some variant can be sold.
pub static PRODUCTS: List<ProductRow> = List::new(Declaration {
    name: "products",
    summary: "The products of the stores that the caller may see. Searches name, SKU and EAN. Low stock: fewer than ten of some variant \
        can be sold.",
    table: "shown_products",
    rows: "select p.id, p.name, p.image_url as image, p.image_id, p.store_id, s.name as store_name, c.plugin as provider,
            p.archived_at, p.updated_at, extra_of(c.plugin, p.extra) as extra,
            coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)
                                       order by so.ownership_percentage desc, o.name)
                      from store_organizations so join organizations o on o.id = so.organization_id
                      where so.store_id = p.store_id), '[]') as organizations,
            v.variant_count, v.skus, v.has_stock, v.available, v.in_warehouse, v.reserved, v.damaged, v.days_left, v.offloaded
     from products p join stores s on s.id = p.store_id left join connectors c on c.id = p.connector_id
     cross join lateral (
        select count(*) as variant_count, coalesce((array_agg(v.sku order by v.position))[:5], '{}') as skus,
               count(i.sku) > 0 as has_stock, coalesce(sum(i.available), 0)::bigint as available,
               coalesce(sum(i.in_warehouse), 0)::bigint as in_warehouse,
               coalesce(sum(i.reserved), 0)::bigint as reserved, coalesce(sum(i.damaged), 0)::bigint as damaged,
               min(floor(greatest(i.available, 0) * 30.0 / (select nullif(sum(units), 0) from analytics_parts
                    where kind = 'SOLD' and grain = 'DAY' and store_id = v.store_id and key = v.sku
                        and day > paris_day(now()) - 30)))::bigint as days_left,
               sum((select sum(u.offloaded) from inbound_units u join inbound_shipments h on h.id = u.shipment_id
                    where u.sku = v.sku and h.store_id = v.store_id))::bigint as offloaded
        from product_variants v left join stock i on i.store_id = v.store_id and i.sku = v.sku
        where v.product_id = p.id) v",
    owner: Owner::Store("store_id"),
    search: Some("search"),
    columns: &[
        Column::new("name", "name", Type::Text).sortable().indexed_below(&["store_id"]),
        Column::new("updatedAt", "updated_at", Type::Time)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["store_id"]),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
        Column::archived(),
        Column::new(
            "stock",
            "(case when exists (select from product_variants v join stock i on i.store_id = v.store_id and i.sku = v.sku
                where v.product_id = shown_products.id and i.available < 10) then 'low' else 'enough' end)",
            Type::Choice(stock_levels),
        )
        .filtered(Filters::OneOf)
        .common(),
    ],
    sort: ("name", Direction::Asc),
    ..Declaration::DEFAULT
})
.prepared(prepare)
.disclosing(Entity::Product, |product| &mut product.extra)
.exported(EXPORT);

/// To choose articles from: of a bundle, an order, an export.
pub static VARIANTS: List<VariantRow> = List::new(Declaration {
    name: "variants",
    summary: "The variants of all products that are not archived, to choose from. Searches name, title, SKU and EAN.",
    tag: "products",
    table: "shown_variants",
    rows: "select v.id, v.product_id, v.provider_id, v.sku, v.name, v.title, v.ean, v.store_id, s.name as store_name, v.price,
            v.price_currency as currency, v.weight_grams as weight, i.available
     from shown_variants v join stores s on s.id = v.store_id
     left join stock i on i.store_id = v.store_id and i.sku = v.sku",
    owner: Owner::Store("store_id"),
    only: Some("archived_at is null"),
    search: Some("search"),
    columns: &[
        Column::new("name", "name", Type::Text).sortable().indexed_below(&["store_id"]),
        Column::new("sku", "sku", Type::Text)
            .sortable()
            .filtered(Filters::OneOf)
            .indexed_below(&["store_id"]),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
        Column::new("productId", "product_id", Type::Uuid).filtered(Filters::OneOf),
    ],
    sort: ("name", Direction::Asc),
    ..Declaration::DEFAULT
});

fn prepare(app: &App, scope: &Scope, product: &mut ProductRow) {
    product.image = image(app, &product.image, product.image_id);
    conceal_others(scope, &mut product.organizations);
}

/// Nobody tells the stock: that is not none.
fn known(product: &ProductRow, pieces: i64) -> Option<i64> {
    product.has_stock.then_some(pieces)
}

fn stock_levels() -> Vec<&'static str> {
    vec!["low", "enough"]
}

const EXPORT: &[exports::ExportColumn<ProductRow>] = &[
    text("Nom", "Name", |product| &product.name),
    composed("Références (SKU)", "SKUs", |product| {
        product.skus.join(", ")
    }),
    text("Boutique", "Store", |product| &product.store.name),
    composed("Organisations", "Organizations", |product| {
        names(&product.organizations)
    }),
    count("Variantes", "Variants", |product| {
        Some(product.variant_count)
    }),
    count("Disponible", "Available", |product| {
        known(product, product.stock.available)
    }),
    count("Jours de stock", "Days of stock", |product| {
        product.days_left
    }),
    count("En entrepôt", "In warehouse", |product| {
        known(product, product.stock.in_warehouse)
    }),
    count("Réservé", "Reserved", |product| {
        known(product, product.stock.reserved)
    }),
    count("Endommagé", "Damaged", |product| {
        known(product, product.stock.damaged)
    }),
    count("Déchargé", "Offloaded", |product| product.offloaded),
    text("Prestataire", "Provider", |product| {
        product.provider.as_deref().unwrap_or_default()
    }),
    time("Archivé le", "Archived", |product| product.archived_at),
    time("Mis à jour le", "Updated", |product| {
        Some(product.updated_at)
    }),
];
