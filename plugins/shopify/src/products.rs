//! Products with their variants.
//!
//! A variant without a SKU is nothing that the portal could name, and is left out; a product that has no other is told
//! as not understood. Webhooks of products lack weight, customs and cost: they only ask for a pull.

use crate::api;
use crate::pull::{Source, number};
use crate::settings::Settings;
use comptoir_plugin_sdk::commerce::{Product, ProductVariant};
use comptoir_plugin_sdk::{Connector, Host, Money, Result, time};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The products of a shop.
#[derive(Debug)]
pub struct Products {
    settings: Settings,
}

impl Products {
    /// Of the shop that the connection is about.
    pub fn of(connector: &Connector) -> Result<Self> {
        Ok(Self {
            settings: Settings::of(connector)?,
        })
    }
}

macro_rules! fields {
    () => {
        "id title description status vendor productType tags handle onlineStoreUrl updatedAt
        featuredMedia { preview { image { url } } } priceRangeV2 { minVariantPrice { currencyCode } }"
    };
}

macro_rules! variant {
    () => {
        "id sku title barcode price selectedOptions { name value } inventoryItem { unitCost { amount currencyCode }
        harmonizedSystemCode countryCodeOfOrigin measurement { weight { value unit } } }"
    };
}

impl Source for Products {
    type Item = Product;
    const NAME: &'static str = "products";
    const FIRST: u32 = 14;
    const CHANGED: &'static str = concat!(
        "query Products($first: Int!, $after: String, $query: String!) {
        page: products(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
        pageInfo { hasNextPage endCursor } edges { cursor node { ",
        fields!(),
        " variants(first: 10) { pageInfo { hasNextPage endCursor } nodes { ",
        variant!(),
        " } } } } } }"
    );
    const REST: &'static str = concat!(
        "query Variants($id: ID!, $after: String) { owner: product(id: $id) { part: variants(first: 40, after: $after) {
        pageInfo { hasNextPage endCursor } nodes { ",
        variant!(),
        " } } } }"
    );
    const WHOLE: bool = true;

    fn bulk(&self) -> String {
        concat!(
            "{ page: products { edges { node { ",
            fields!(),
            " variants { edges { node { ",
            variant!(),
            " } } } } } } }"
        )
        .into()
    }

    fn convert(&self, root: &str, children: &[String]) -> Result<Option<Product>, String> {
        let mut product: Wire = serde_json::from_str(root).map_err(|error| error.to_string())?;
        for child in children {
            let variant =
                serde_json::from_str(child).map_err(|error| format!("variants: {error}"))?;
            product.variants.nodes.push(variant);
        }
        self.product_of(product).map(Some)
    }
}

/// Whether the shop has a product of this number.
pub fn is_there(host: &impl Host, connector: &Connector, id: u64) -> Result<bool> {
    #[derive(Deserialize)]
    struct Data {
        product: Option<IgnoredAny>,
    }
    let query = "query There($id: ID!) { product(id: $id) { id } }";
    let id = format!("gid://shopify/Product/{id}");
    let data: Data = api::get(host, connector, query, json!({ "id": id }))?;
    Ok(data.product.is_some())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Wire {
    id: String,
    title: String,
    #[serde(default)]
    description: String,
    status: Option<String>,
    vendor: Option<String>,
    product_type: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
    handle: Option<String>,
    online_store_url: Option<String>,
    updated_at: String,
    featured_media: Option<Media>,
    price_range_v2: PriceRange,
    #[serde(default)]
    variants: Variants,
}

#[derive(Deserialize)]
struct Media {
    preview: Option<Preview>,
}

#[derive(Deserialize)]
struct Preview {
    image: Option<Image>,
}

#[derive(Deserialize)]
struct Image {
    url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PriceRange {
    min_variant_price: Price,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Price {
    currency_code: String,
}

#[derive(Default, Deserialize)]
struct Variants {
    #[serde(default)]
    nodes: Vec<Variant>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Variant {
    id: String,
    sku: Option<String>,
    #[serde(default)]
    title: String,
    barcode: Option<String>,
    price: String,
    #[serde(default)]
    selected_options: Vec<SelectedOption>,
    inventory_item: Option<Article>,
}

#[derive(Deserialize)]
struct SelectedOption {
    name: String,
    value: String,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Article {
    unit_cost: Option<Cost>,
    harmonized_system_code: Option<String>,
    country_code_of_origin: Option<String>,
    measurement: Option<Measurement>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Cost {
    amount: String,
    currency_code: String,
}

#[derive(Deserialize)]
struct Measurement {
    weight: Option<Weight>,
}

/// A weight in the unit that the shop's owner chose.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Weight {
    pub value: f64,
    pub unit: String,
}

impl Weight {
    /// Whole grams; none for a unit that is not known and for nothing.
    pub fn grams(&self) -> Option<u32> {
        let grams = match self.unit.as_str() {
            "GRAMS" => self.value,
            "KILOGRAMS" => self.value * 1_000.0,
            "OUNCES" => self.value * 28.349_523_125,
            "POUNDS" => self.value * 453.592_37,
            _ => return None,
        };
        let grams = grams.round();
        (grams >= 1.0 && grams <= f64::from(u32::MAX)).then_some(grams as u32)
    }
}

impl Products {
    fn product_of(&self, product: Wire) -> Result<Product, String> {
        let as_of = time::parse(&product.updated_at)
            .ok_or_else(|| format!("updatedAt: {:?} is not a time", product.updated_at))?;
        let currency = product.price_range_v2.min_variant_price.currency_code;
        let named = product.variants.nodes.into_iter().filter_map(|variant| {
            let sku = variant.sku.clone().unwrap_or_default().trim().to_owned();
            (!sku.is_empty()).then(|| variant_of(variant, sku, &currency))
        });
        let variants = named.collect::<Result<Vec<_>, String>>()?;
        if variants.is_empty() {
            return Err("variants: none has a SKU".into());
        }
        let id = number(&product.id).to_owned();
        let image = product
            .featured_media
            .and_then(|media| media.preview?.image);
        let extra = [
            ("status", product.status.unwrap_or_default()),
            ("vendor", product.vendor.unwrap_or_default()),
            ("productType", product.product_type.unwrap_or_default()),
            ("tags", product.tags.join(", ")),
            ("handle", product.handle.unwrap_or_default()),
            (
                "onlineStoreUrl",
                product.online_store_url.unwrap_or_default(),
            ),
        ];
        let extra = extra.into_iter().filter(|(_, value)| !value.is_empty());
        Ok(Product {
            url: self.settings.admin_url(&format!("products/{id}")),
            id,
            name: product.title,
            description: product.description,
            image_url: image.map(|image| image.url).unwrap_or_default(),
            variants,
            as_of: time::format_millis(as_of),
            extra: extra
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        })
    }
}

fn variant_of(variant: Variant, sku: String, currency: &str) -> Result<ProductVariant, String> {
    let Article {
        unit_cost,
        harmonized_system_code,
        country_code_of_origin,
        measurement,
    } = variant.inventory_item.unwrap_or_default();
    let price = Money::parse(&variant.price, currency)
        .map_err(|error| format!("variants.price: {error}"))?;
    let value = unit_cost
        .map(|cost| {
            Money::parse(&cost.amount, &cost.currency_code)
                .map_err(|error| format!("unitCost: {error}"))
        })
        .transpose()?;
    let options = variant.selected_options.into_iter();
    Ok(ProductVariant {
        id: number(&variant.id).into(),
        sku,
        title: variant.title,
        barcode: variant.barcode.unwrap_or_default(),
        price: Some(price),
        value,
        tariff_number: harmonized_system_code.unwrap_or_default(),
        origin_country: country_code_of_origin.unwrap_or_default(),
        customs_description: String::new(),
        options: options.map(|option| (option.name, option.value)).collect(),
        weight_grams: measurement.and_then(|measurement| measurement.weight?.grams()),
        dimensions_mm: None,
        extra: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_every_unit_are_grams() {
        let grams = |value: f64, unit: &str| {
            Weight {
                value,
                unit: unit.into(),
            }
            .grams()
        };
        assert_eq!(grams(320.4, "GRAMS"), Some(320));
        assert_eq!(grams(0.32, "KILOGRAMS"), Some(320));
        assert_eq!(grams(1.0, "POUNDS"), Some(454));
        assert_eq!(grams(10.0, "OUNCES"), Some(283));
        assert_eq!((grams(0.0, "GRAMS"), grams(1.0, "STONES")), (None, None));
    }
}
