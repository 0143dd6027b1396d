//! From a plugin's answer to what is kept: checked, in the portal's terms. No I/O.

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce as told;
use comptoir_sandbox::types::Money;
use comptoir_sandbox::{Column, Entity};
use rust_decimal::Decimal;
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::plugins::{self, Values};
use crate::providers::sync::intake::{amount, bytea, clean, https, name, time};

/// A product as a row of `products`, told by a provider. The fields' names are the columns'.
#[derive(Debug, Clone, Serialize)]
pub struct Intake {
    pub id: Uuid,
    pub provider_id: String,
    pub name: String,
    pub description: String,
    pub image_url: String,
    pub url: String,
    pub codes: String,
    /// What the plugin's manifest names of the rest.
    pub extra: Values,
    pub as_of: DateTime<Utc>,
    /// SHA-256 of everything that was told but its time.
    #[serde(serialize_with = "bytea")]
    pub digest: Vec<u8>,
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
    pub fn of(product: &told::Product, columns: &[Column]) -> Result<Self, String> {
        name("id", &product.id)?;
        if product.variants.is_empty() {
            return Err("variants: none".into());
        }
        if product.variants.len() > VARIANTS {
            let count = product.variants.len();
            return Err(format!("variants: {count}, at most {VARIANTS}"));
        }
        let mut variants: Vec<Variant> = Vec::with_capacity(product.variants.len());
        for (position, told) in product.variants.iter().enumerate() {
            let variant = variant(position, told)?;
            if variants.iter().any(|other| other.sku == variant.sku) {
                return Err(format!("variants.sku: {} twice", variant.sku));
            }
            variants.push(variant);
        }
        let words = variants
            .iter()
            .flat_map(|variant| [&variant.sku, &variant.ean]);
        let words: Vec<&str> = words.map(String::as_str).collect();
        let known = match clean(&product.name).trim() {
            // A product that nobody named is known by what it is sold as.
            "" => variants[0].sku.clone(),
            known => known.to_owned(),
        };
        let intake = Self {
            id: Uuid::nil(),
            provider_id: product.id.clone(),
            name: known,
            description: text(&product.description),
            image_url: https(&product.image_url),
            url: https(&product.url),
            codes: words.join(" "),
            extra: plugins::kept(columns, Entity::Product, &product.extra)?,
            as_of: time("asOf", &product.as_of)?,
            digest: Vec::new(),
            variants,
        };
        Ok(intake.digested())
    }

    /// With its digest, and an id of its own, which is no part of it.
    fn digested(mut self) -> Self {
        let as_of = std::mem::take(&mut self.as_of);
        let told = serde_json::to_vec(&(&self, &self.variants)).unwrap_or_default();
        self.digest = Sha256::digest(told).to_vec();
        self.as_of = as_of;
        self.id = Uuid::now_v7();
        self
    }

    /// The SKUs, sorted, as the history tells them.
    pub fn skus(&self) -> Vec<String> {
        let mut skus: Vec<String> = self.variants.iter().map(|each| each.sku.clone()).collect();
        skus.sort_unstable();
        skus
    }
}

fn variant(position: usize, told: &told::ProductVariant) -> Result<Variant, String> {
    name("variants.sku", &told.sku)?;
    let (price, price_currency) = money("variants.price", told.price.as_ref())?;
    let (customs_value, customs_currency) = money("variants.value", told.value.as_ref())?;
    if told.weight_grams.is_some_and(|grams| grams > GRAMS) {
        return Err("variants.weight: too large".into());
    }
    let dimensions = told.dimensions_mm;
    if dimensions.is_some_and(|(length, width, height)| {
        [length, width, height]
            .iter()
            .any(|side| *side > MILLIMETRES)
    }) {
        return Err("variants.dimensions: too large".into());
    }
    let pair = |(name, value): &(String, String)| (clean(name), clean(value));
    Ok(Variant {
        position,
        provider_id: clean(&told.id),
        sku: told.sku.clone(),
        title: clean(&told.title),
        ean: clean(&told.barcode),
        price,
        price_currency,
        customs_value,
        customs_currency,
        tariff_number: clean(&told.tariff_number),
        origin_country: clean(&told.origin_country),
        customs_description: clean(&told.customs_description),
        options: told.options.iter().take(20).map(pair).collect(),
        weight_grams: told.weight_grams,
        length_mm: dimensions.map(|(length, _, _)| length),
        width_mm: dimensions.map(|(_, width, _)| width),
        height_mm: dimensions.map(|(_, _, height)| height),
    })
}

/// An amount and its currency; no amount has none.
fn money(field: &str, money: Option<&Money>) -> Result<(Option<Decimal>, String), String> {
    let Some(money) = money else {
        return Ok((None, String::new()));
    };
    let code = &money.currency;
    if code.len() != 3 || !code.bytes().all(|letter| letter.is_ascii_uppercase()) {
        return Err(format!("{field}: {code:?} is no ISO 4217 code"));
    }
    Ok((Some(amount(field, money)?), code.clone()))
}

/// A long text for people: its NULs removed, cut.
fn text(text: &str) -> String {
    let kept = text.chars().filter(|letter| *letter != '\0');
    kept.take(10_000).collect()
}
