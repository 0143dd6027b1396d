//! What the demo company's people have made of products in the portal: with pictures and sizes, in packs, exported to a shop,
//! archived.

use anyhow::Context;
use serde_json::{Value, json};
use uuid::Uuid;

use super::drawings::{self, picture};
use super::portal::{Portal, text};

/// A product: name, its part of the SKU, price in euros, grams, colour, sizes (one where it has none).
type ProductSpec = (
    &'static str,
    &'static str,
    &'static str,
    i32,
    &'static str,
    &'static [&'static str],
);

const SIZES: &[&str] = &["S", "M", "L", "XL"];
const ONE: &[&str] = &["1"];

/// Of Aurore Merch.
#[rustfmt::skip]
const TOUR: [ProductSpec; 5] = [
    ("T-shirt de tournée", "AURTEE", "28", 190, "#312e81", SIZES),
    ("Sac de tournée", "AURBAG", "16", 130, "#d69e2e", ONE),
    ("Affiche de tournée", "AURAFF", "12.50", 160, "#7b2d43", ONE),
    ("Bonnet Aurore", "AURBON", "22", 110, "#1f4d3a", ONE),
    ("Vinyle « Aube », édition signée", "AURVIN", "34.90", 310, "#c65d3b", ONE),
];
/// A pack: name, its part of the SKU, what is in it: which product, which variant of it, how many.
type Pack = (&'static str, &'static str, &'static [(usize, usize, u32)]);

/// Of Aurore Merch too.
const PACKS: [Pack; 3] = [
    ("Pack de tournée", "AURTOU", &[(0, 1, 1), (1, 0, 1)]),
    ("Pack affiche et sac", "AURDUO", &[(2, 0, 1), (1, 0, 1)]),
    (
        "Coffret collector",
        "AURCOF",
        &[(4, 0, 1), (0, 2, 1), (2, 0, 2)],
    ),
];
/// No longer sold.
const BADGE: ProductSpec = ("Badges de tournée 2024", "AURBDG", "6", 30, "#8a8a8a", ONE);
/// Of Nova Wear: exported to its shop.
const JACKET: ProductSpec = (
    "Coupe-vent Nova",
    "NOVCPV",
    "69",
    420,
    "#1c6e8c",
    &["S", "M", "L"],
);
/// Of Lune: its warehouse does not know it.
pub(super) const POSTER: ProductSpec = (
    "Affiche « Île d’Yeu » dédicacée",
    "LUNAFF",
    "25",
    170,
    "#9cc4e4",
    ONE,
);

/// The stores that products are made of.
pub(super) struct Stores {
    pub(super) merch: Uuid,
    pub(super) wear: Uuid,
    /// Whether that one's shop can be asked.
    pub(super) has_shop: bool,
}

/// Makes all of it.
pub(super) async fn make(portal: &Portal, stores: &Stores) -> anyhow::Result<()> {
    let mut tour = Vec::new();
    for spec in &TOUR {
        tour.push(product(portal, stores.merch, spec).await?);
    }
    let badge = product(portal, stores.merch, &BADGE).await?;
    let archive = format!("/product/{}/archive", text(&badge["id"]));
    portal.post(&archive, json!({})).await?;
    for (name, group, components) in PACKS {
        let components = components
            .iter()
            .map(|(at, variant, quantity)| component(&tour[*at], *variant, *quantity));
        let bundle = json!({
            "storeId": stores.merch, "sku": format!("CPSLSB-{group}-0001"), "name": name,
            "components": components.collect::<Value>(),
        });
        portal.post("/bundle", bundle).await?;
    }
    if stores.has_shop {
        let jacket = product(portal, stores.wear, &JACKET).await?;
        let variants = jacket["variants"].as_array().context("variants")?;
        let ids: Value = variants
            .iter()
            .map(|variant| variant["id"].clone())
            .collect();
        let export = json!({ "storeId": stores.wear, "mode": "variants", "variantIds": ids });
        portal.post("/product/export-to-shop", export).await?;
    }
    Ok(())
}

fn component(product: &Value, variant: usize, quantity: u32) -> Value {
    let variant = &product["variants"][variant];
    json!({ "name": product["name"], "sku": variant["sku"], "quantity": quantity, "externalVariantId": variant["id"] })
}

/// A product of a store, as the portal answers it.
pub(super) async fn product(
    portal: &Portal,
    store: Uuid,
    spec: &ProductSpec,
) -> anyhow::Result<Value> {
    let (name, group, price, grams, colour, sizes) = *spec;
    let file = format!("{}.svg", group.to_lowercase());
    let drawn = picture(drawings::Article::of(name), colour);
    let image = portal
        .upload("/file", &[], Some(("file", file.as_str(), drawn)))
        .await?;
    let variants = sizes.iter().map(|size| {
        json!({
            "sku": format!("CPSL-{group}-{size:0>4}"), "title": if *size == "1" { "" } else { *size }, "price": price,
            "weight": grams, "lengthMm": 300, "widthMm": 250, "heightMm": 30,
        })
    });
    let product = json!({
        "storeId": store, "name": name, "description": format!("{name}, série de l’automne."), "image": image["id"],
        "variants": variants.collect::<Value>(),
    });
    portal.post("/product", product).await
}
