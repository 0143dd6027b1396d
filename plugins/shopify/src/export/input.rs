//! What `productSet` is sent.

use super::{CurrentVariant, SelectedOption};
use comptoir_plugin_sdk::commerce::{Product, ProductVariant};
use comptoir_plugin_sdk::{Error, ErrorKind, Money, Result};
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// The most options that a product of the shop has.
const MOST_OPTIONS: usize = 3;
/// The only option of a product without choices, and its value, as Shopify writes them.
const TITLE: &str = "Title";
const DEFAULT: &str = "Default Title";

/// The name of a product that is one variant.
pub fn single_name(product: &Product, variant: &ProductVariant) -> String {
    if variant.title.is_empty() || variant.title == DEFAULT {
        product.name.clone()
    } else {
        format!("{} – {}", product.name, variant.title)
    }
}

/// The input. `current` are the variants that the shop has.
pub fn product(
    product: &Product,
    current: &[CurrentVariant],
    exists: bool,
    currency: &str,
) -> Result<Value> {
    if product.variants.is_empty() {
        return Err(Error::rejected("variants: the product has none"));
    }
    if let Some(nameless) = product
        .variants
        .iter()
        .find(|variant| variant.sku.is_empty())
    {
        return Err(Error::rejected(format!(
            "variants: {:?} has no SKU",
            nameless.title
        )));
    }
    let options = options(&product.variants);
    let ours: HashSet<&str> = product
        .variants
        .iter()
        .map(|variant| variant.sku.as_str())
        .collect();
    let names: Vec<&str> = options[0]
        .iter()
        .map(|option| option.name.as_str())
        .collect();
    let theirs: Vec<&CurrentVariant> = current
        .iter()
        .filter(|variant| !variant.sku.as_deref().is_some_and(|sku| ours.contains(sku)))
        .collect();
    for variant in &theirs {
        let same = variant
            .selected_options
            .iter()
            .map(|option| option.name.as_str())
            .eq(names.iter().copied());
        if !same {
            let message = format!(
                "the shop's product has a variant of its own ({}) with other options than {}",
                variant.sku.as_deref().unwrap_or("without SKU"),
                names.join(", ")
            );
            return Err(Error::new(ErrorKind::Conflict, message));
        }
    }
    let mut variants = Vec::new();
    for (variant, options) in product.variants.iter().zip(&options) {
        let known = current
            .iter()
            .find(|existing| existing.sku.as_deref() == Some(variant.sku.as_str()));
        variants.push(one(variant, options, known, currency)?);
    }
    let values_of = |options: &[SelectedOption]| -> Vec<Value> {
        options
            .iter()
            .map(|option| json!({"optionName": option.name, "name": option.value}))
            .collect()
    };
    for variant in &theirs {
        variants
            .push(json!({"id": variant.id, "optionValues": values_of(&variant.selected_options)}));
    }
    let all = options
        .iter()
        .chain(theirs.iter().map(|variant| &variant.selected_options));
    let all: Vec<&Vec<SelectedOption>> = all.collect();
    let choices = names.iter().enumerate().map(|(at, name)| {
        let mut values: Vec<&str> = Vec::new();
        for options in &all {
            if let Some(option) = options
                .get(at)
                .filter(|option| !values.contains(&option.value.as_str()))
            {
                values.push(&option.value);
            }
        }
        let values: Vec<Value> = values
            .iter()
            .map(|value| json!({ "name": value }))
            .collect();
        json!({"name": name, "position": at + 1, "values": values})
    });
    let mut input = json!({
        "title": product.name,
        "productOptions": choices.collect::<Vec<_>>(),
        "variants": variants,
    });
    if !product.description.is_empty() {
        input["descriptionHtml"] = json!(html(&product.description));
    }
    // What people may have changed at the shop is theirs once the product is there.
    if !exists {
        input["status"] = json!("ACTIVE");
        if !product.image_url.is_empty() {
            input["files"] = json!([{"originalSource": product.image_url, "contentType": "IMAGE", "alt": product.name}]);
        }
    }
    Ok(input)
}

/// The options of each variant: as they are when they tell all variants apart, otherwise one made of their titles.
fn options(variants: &[ProductVariant]) -> Vec<Vec<SelectedOption>> {
    let given: Vec<Vec<SelectedOption>> = variants
        .iter()
        .map(|variant| {
            let options = variant.options.iter();
            options
                .map(|(name, value)| SelectedOption {
                    name: name.clone(),
                    value: value.clone(),
                })
                .collect()
        })
        .collect();
    let first = &given[0];
    let fit = !first.is_empty()
        && first.len() <= MOST_OPTIONS
        && given.iter().all(|options| {
            options
                .iter()
                .map(|option| &option.name)
                .eq(first.iter().map(|option| &option.name))
        });
    let distinct = given
        .iter()
        .enumerate()
        .all(|(at, options)| !given[..at].contains(options));
    if fit && distinct {
        return given;
    }
    let titles: HashSet<&str> = variants
        .iter()
        .map(|variant| variant.title.as_str())
        .collect();
    variants
        .iter()
        .map(|variant| {
            let value = match variant.title.as_str() {
                "" if variants.len() == 1 => DEFAULT.to_owned(),
                title if !title.is_empty() && titles.len() == variants.len() => title.to_owned(),
                _ => variant.sku.clone(),
            };
            vec![SelectedOption {
                name: TITLE.into(),
                value,
            }]
        })
        .collect()
}

fn one(
    variant: &ProductVariant,
    options: &[SelectedOption],
    known: Option<&CurrentVariant>,
    currency: &str,
) -> Result<Value> {
    let amount = |field: &str, money: &Money| {
        if money.currency == currency {
            return Ok(money.decimal());
        }
        let message = format!(
            "{field}: {} is in {}, the shop sells in {currency}",
            variant.sku, money.currency
        );
        Err(Error::rejected(message))
    };
    let mut item = Map::new();
    item.insert("tracked".into(), json!(true));
    // What the portal does not know is left as the shop has it.
    if let Some(value) = &variant.value {
        item.insert("cost".into(), json!(amount("value", value)?));
    }
    if !variant.tariff_number.is_empty() {
        item.insert("harmonizedSystemCode".into(), json!(variant.tariff_number));
    }
    if !variant.origin_country.is_empty() {
        item.insert("countryCodeOfOrigin".into(), json!(variant.origin_country));
    }
    if let Some(grams) = variant.weight_grams {
        item.insert(
            "measurement".into(),
            json!({"weight": {"value": f64::from(grams), "unit": "GRAMS"}}),
        );
    }
    let values: Vec<Value> = options
        .iter()
        .map(|option| json!({"optionName": option.name, "name": option.value}))
        .collect();
    let mut input = json!({"sku": variant.sku, "optionValues": values, "inventoryItem": item});
    if let Some(known) = known {
        input["id"] = json!(known.id);
    }
    if !variant.barcode.is_empty() {
        input["barcode"] = json!(variant.barcode);
    }
    if let Some(price) = &variant.price {
        input["price"] = json!(amount("price", price)?);
    }
    Ok(input)
}

/// Plain text as HTML: escaped, a paragraph for each block of lines.
fn html(text: &str) -> String {
    let escaped = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let blocks = escaped
        .split("\n\n")
        .map(str::trim)
        .filter(|block| !block.is_empty());
    blocks
        .map(|block| format!("<p>{}</p>", block.replace('\n', "<br>")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::html;

    #[test]
    fn text_is_escaped_and_keeps_its_paragraphs() {
        assert_eq!(
            html("A < B & C\nD\n\nE"),
            "<p>A &lt; B &amp; C<br>D</p><p>E</p>"
        );
    }
}
