//! From a plugin's answer to what is kept: checked, in the portal's terms. No I/O.

use comptoir_sandbox::commerce as reported;
use comptoir_sandbox::types::Money;
use comptoir_sandbox::{Entity, PluginColumn};
use rust_decimal::Decimal;
use serde::Serialize;

use crate::plugins::Values;
use crate::providers::sync::intake::{amount, clean, columns, currency, https, name};
use crate::providers::sync::{Fault, FaultCode, Item, Row};

/// A product as a row of `products`. The fields' names are the columns'.
#[derive(Debug, Clone, Serialize)]
pub struct Intake {
    pub name: String,
    pub description: String,
    pub image_url: String,
    pub url: String,
    pub codes: String,
    /// What the plugin's manifest names of the rest.
    pub extra: Values,
    #[serde(skip)]
    pub variants: Vec<Variant>,
}

/// A row of `product_variants`.
#[derive(Debug, Clone, Serialize)]
pub struct Variant {
    pub position: usize,
    pub provider_id: String,
    pub sku: String,
    pub title: String,
    pub ean: String,
    pub price: Option<Decimal>,
    pub price_currency: String,
    pub customs_value: Option<Decimal>,
    pub customs_currency: String,
    pub tariff_number: String,
    pub origin_country: String,
    pub customs_description: String,
    pub options: Vec<(String, String)>,
    pub weight_grams: Option<u32>,
    pub length_mm: Option<u32>,
    pub width_mm: Option<u32>,
    pub height_mm: Option<u32>,
}

/// The most variants of a product.
const VARIANTS: usize = 2_000;
/// The heaviest and the longest that is believed: ten tons, a hundred metres.
const GRAMS: u32 = 10_000_000;
const MILLIMETRES: u32 = 100_000;

impl Intake {
    /// Takes a product, or says what is wrong with it.
    pub fn of(product: &reported::Product, known: &[PluginColumn]) -> Result<Item<Self>, Fault> {
        if product.variants.is_empty() {
            return Err(Fault::new("variants", FaultCode::Required, ""));
        }
        if product.variants.len() > VARIANTS {
            return Err(Fault::max("variants", product.variants.len(), VARIANTS));
        }
        let mut variants: Vec<Variant> = Vec::with_capacity(product.variants.len());
        for (position, variant) in product.variants.iter().enumerate() {
            let variant = read_variant(position, variant)?;
            if variants.iter().any(|other| other.sku == variant.sku) {
                return Err(Fault::new("variants.sku", FaultCode::Unique, variant.sku));
            }
            variants.push(variant);
        }
        let words = variants
            .iter()
            .flat_map(|variant| [&variant.sku, &variant.ean]);
        let words: Vec<&str> = words.map(String::as_str).collect();
        let called = match clean(&product.name).trim() {
            // A product that nobody named is known by what it is sold as.
            "" => variants[0].sku.clone(),
            known => known.to_owned(),
        };
        let intake = Self {
            name: called,
            description: text(&product.description),
            image_url: https(&product.image_url),
            url: https(&product.url),
            codes: words.join(" "),
            extra: columns(known, Entity::Product, &product.extra)?,
            variants,
        };
        Item::of(&product.id, &product.as_of, intake)
    }
}

/// What the history tells of a product.
#[derive(Debug, Serialize)]
pub struct History {
    pub name: String,
    /// Sorted.
    pub skus: Vec<String>,
}

impl Row for Intake {
    type History = History;

    fn history(&self) -> History {
        let mut skus: Vec<String> = self.variants.iter().map(|each| each.sku.clone()).collect();
        skus.sort_unstable();
        History {
            name: self.name.clone(),
            skus,
        }
    }

    fn parts(&self) -> impl Serialize {
        &self.variants
    }
}

fn read_variant(position: usize, variant: &reported::ProductVariant) -> Result<Variant, Fault> {
    name("variants.sku", &variant.sku)?;
    let (price, price_currency) = money("variants.price", variant.price.as_ref())?;
    let (customs_value, customs_currency) = money("variants.value", variant.value.as_ref())?;
    if let Some(grams) = variant.weight_grams.filter(|grams| *grams > GRAMS) {
        return Err(Fault::max("variants.weight", grams, GRAMS));
    }
    let dimensions = variant.dimensions_mm;
    let longest = dimensions.map(|(length, width, height)| length.max(width).max(height));
    if let Some(side) = longest.filter(|side| *side > MILLIMETRES) {
        return Err(Fault::max("variants.dimensions", side, MILLIMETRES));
    }
    let pair = |(name, value): &(String, String)| (clean(name), clean(value));
    Ok(Variant {
        position,
        provider_id: clean(&variant.id),
        sku: variant.sku.clone(),
        title: clean(&variant.title),
        ean: clean(&variant.barcode),
        price,
        price_currency,
        customs_value,
        customs_currency,
        tariff_number: clean(&variant.tariff_number),
        origin_country: clean(&variant.origin_country),
        customs_description: clean(&variant.customs_description),
        options: variant.options.iter().take(20).map(pair).collect(),
        weight_grams: variant.weight_grams,
        length_mm: dimensions.map(|(length, _, _)| length),
        width_mm: dimensions.map(|(_, width, _)| width),
        height_mm: dimensions.map(|(_, _, height)| height),
    })
}

/// An amount and its currency; no amount has none.
fn money(field: &str, money: Option<&Money>) -> Result<(Option<Decimal>, String), Fault> {
    let Some(money) = money else {
        return Ok((None, String::new()));
    };
    currency(field, &money.currency)?;
    Ok((Some(amount(field, money)?), money.currency.clone()))
}

/// A long text for people: its NULs removed, cut.
fn text(text: &str) -> String {
    let kept = text.chars().filter(|letter| *letter != '\0');
    kept.take(10_000).collect()
}
