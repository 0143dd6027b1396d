//! A bundle as people write it.

use super::{Form, Issues, NamedValue, check_line, check_options, options_message};
use crate::writing::{Kind, Message, message};
use serde::Deserialize;
use serde_json::{Value, json};

const LONGEST_NAME: usize = 128;

/// The body of POST and PUT `/bundle`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BundleInput {
    pub sku: String,
    pub name: String,
    /// At least one.
    pub options: Vec<NamedValue>,
    pub components: Components,
    /// How many rows of a file it was read from so far.
    #[serde(skip)]
    pub rows: usize,
}

/// What a bundle holds.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Components {
    /// In every one of it.
    pub common: Vec<ComponentInput>,
    pub variants: Vec<VariantInput>,
}

/// So many of one SKU.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ComponentInput {
    pub sku: String,
    pub quantity: i64,
    /// Which of the bundle's rows it stands in, when it came out of a file.
    #[serde(skip)]
    pub row: usize,
}

/// One way to buy the bundle.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VariantInput {
    pub title: String,
    pub components: Vec<ComponentInput>,
}

impl BundleInput {
    /// All components with the field that each stands in.
    pub fn all(&self) -> impl Iterator<Item = (String, &ComponentInput)> {
        let Components { common, variants } = &self.components;
        let common = common.iter().enumerate();
        let common = common.map(|(at, item)| (format!("components.common.{at}"), item));
        let varying = variants.iter().enumerate().flat_map(|(number, variant)| {
            let items = variant.components.iter().enumerate();
            items.map(move |(at, item)| {
                (
                    format!("components.variants.{number}.components.{at}"),
                    item,
                )
            })
        });
        common.chain(varying)
    }
}

impl Form for BundleInput {
    const KIND: Kind = Kind::Bundle;

    fn sku(&self) -> &str {
        &self.sku
    }

    fn set_sku(&mut self, sku: String) {
        self.sku = sku;
    }

    fn check(&self, issues: &mut Issues) {
        if self.name.trim().is_empty() {
            issues.add("name", "required");
        }
        check_line("name", &self.name, LONGEST_NAME, issues);
        if self.options.is_empty() {
            issues.add("options", "noOptions");
        }
        check_options(&self.options, issues);
        let Components { common, variants } = &self.components;
        if common.is_empty() && variants.is_empty() {
            issues.add("components.common", "noComponents");
        }
        for (number, variant) in variants.iter().enumerate() {
            let field = format!("components.variants.{number}");
            if variant.title.trim().is_empty() {
                issues.add(format!("{field}.title"), "required");
            }
            check_line(
                &format!("{field}.title"),
                &variant.title,
                LONGEST_NAME,
                issues,
            );
            if variant.components.is_empty() {
                issues.add(format!("{field}.components"), "noComponents");
            }
        }
        for (field, item) in self.all() {
            if item.sku.is_empty() {
                issues.add(format!("{field}.sku"), "required");
            }
            if u32::try_from(item.quantity).map_or(true, |quantity| quantity == 0) {
                issues.add(format!("{field}.quantity"), "quantity");
            }
        }
    }

    fn components(&self) -> Vec<(String, &str)> {
        let named = self.all().filter(|(_, item)| !item.sku.is_empty());
        named
            .map(|(field, item)| (format!("{field}.sku"), item.sku.as_str()))
            .collect()
    }

    fn message(&self) -> Message {
        let variants: Vec<Value> = self
            .components
            .variants
            .iter()
            .map(|variant| json!({ "title": variant.title.trim(), "bundle_items": items(&variant.components) }))
            .collect();
        message(json!({
            "id": self.sku, "name": self.name.trim(), "options": options_message(&self.options),
            "bundle_items": items(&self.components.common), "variants": variants,
        }))
    }
}

fn items(components: &[ComponentInput]) -> Vec<Value> {
    let items = components.iter();
    items
        .map(|item| json!({ "product": item.sku, "quantity": item.quantity }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_needs_an_option_a_product_and_whole_quantities() {
        let input: BundleInput = serde_json::from_str(
            r#"{"name":"","components":{"common":[{"sku":"A","quantity":0}],
                "variants":[{"title":"","components":[]},{"title":"L","components":[{"sku":"","quantity":2}]}]}}"#,
        )
        .expect("a form");
        let mut issues = Issues::new("en");
        input.check(&mut issues);
        let found: Vec<&str> = issues
            .list
            .iter()
            .map(|issue| issue.field.as_str())
            .collect();
        assert_eq!(
            found,
            [
                "name",
                "options",
                "components.variants.0.title",
                "components.variants.0.components",
                "components.common.0.quantity",
                "components.variants.1.components.0.sku",
            ]
        );
    }
}
