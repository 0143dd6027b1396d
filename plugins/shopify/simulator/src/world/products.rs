//! Products and their variants: `productSet` makes or replaces, as the portal sends them.

use super::{Shop, amount, cents, rest, stamp, tail, touch, user_error};
use crate::search;
use serde_json::{Value, json};

/// A product as GraphQL shows it, with what follows from its variants.
pub(super) fn shown(product: &Value) -> Value {
    let mut product = super::with_number(product);
    if let Some(variants) = product["variants"].as_array_mut() {
        for variant in variants {
            *variant = super::with_number(variant);
        }
    }
    let prices = product["variants"].as_array().into_iter().flatten();
    let prices: Vec<i64> = prices.map(|variant| cents(&variant["price"])).collect();
    let money = |cents: Option<&i64>| json!({"amount": amount(cents.copied().unwrap_or_default()), "currencyCode": "EUR"});
    product["priceRangeV2"] = json!({
        "minVariantPrice": money(prices.iter().min()),
        "maxVariantPrice": money(prices.iter().max()),
    });
    product
}

impl Shop {
    /// Variants that a query finds, each with its product.
    pub(super) fn variants(&self, query: &str) -> Value {
        let mut found = Vec::new();
        for product in &self.products {
            for variant in product["variants"].as_array().into_iter().flatten() {
                if search::matches(variant, query) {
                    let mut variant = super::with_number(variant);
                    variant["product"] = shown(product);
                    found.push(variant);
                }
            }
        }
        found.into()
    }

    /// A variant that nothing is known of yet.
    pub(super) fn new_variant(&mut self, at: i64) -> Value {
        let item = self.new_id("InventoryItem");
        let mut variant = json!({
            "id": self.new_id("ProductVariant"),
            "sku": null, "title": "", "barcode": null, "price": "0.00", "selectedOptions": [],
            "inventoryItem": {
                "id": item, "sku": null, "tracked": true, "updatedAt": stamp(at), "unitCost": null,
                "harmonizedSystemCode": null, "countryCodeOfOrigin": null, "measurement": {"weight": null},
            },
        });
        super::stock::fill(&mut variant["inventoryItem"], 0, at);
        variant
    }

    /// `productSet`: what the input names is replaced; a variant left out is deleted.
    pub(super) fn set_product(&mut self, arguments: &Value, now: i64) -> Value {
        let (input, identifier) = (&arguments["input"], &arguments["identifier"]);
        let position = if identifier.is_null() {
            None
        } else {
            let found = self.products.iter().position(|product| {
                product["id"] == identifier["id"] || product["handle"] == identifier["handle"]
            });
            if found.is_none() && !identifier["id"].is_null() {
                let message = "Product does not exist";
                return user_error(message, "PRODUCT_DOES_NOT_EXIST", &["identifier"]);
            }
            found
        };
        let title = input["title"].as_str().unwrap_or_default();
        if position.is_none() && title.is_empty() {
            return user_error(
                "Title can't be blank",
                "MISSING_FIELD_REQUIRED",
                &["input", "title"],
            );
        }
        let mut names = Vec::new();
        for variant in input["variants"].as_array().into_iter().flatten() {
            let values = variant["optionValues"].to_string();
            if names.contains(&values) {
                let message = "Option values are used by several variants";
                return user_error(message, "DUPLICATED_OPTION_VALUE", &["input", "variants"]);
            }
            names.push(values);
        }
        let mut product = match position {
            Some(position) => self.products[position].clone(),
            None => self.new_product(input, now),
        };
        let before = product.clone();
        for field in [
            "title",
            "handle",
            "descriptionHtml",
            "vendor",
            "productType",
            "status",
            "tags",
        ] {
            if let Some(value) = input.get(field) {
                product[field] = value.clone();
            }
        }
        if let Some(html) = input["descriptionHtml"].as_str() {
            product["description"] = json!(plain(html));
        }
        if let Some(file) = input["files"].get(0) {
            product["featuredMedia"] =
                json!({"preview": {"image": {"url": file["originalSource"]}}});
        }
        if let Some(options) = input["productOptions"].as_array() {
            product["options"] = options
                .iter()
                .map(|option| option_of(option, &product["id"]))
                .collect();
        }
        if let Some(variants) = input["variants"].as_array() {
            let current = before["variants"].as_array().cloned().unwrap_or_default();
            let variants = variants
                .iter()
                .map(|variant| self.set_variant(variant, &current, now));
            product["variants"] = variants.collect::<Vec<_>>().into();
        }
        let changed = product != before || position.is_none();
        if changed {
            touch(&mut product, now);
        }
        let answer = json!({"product": shown(&product), "userErrors": []});
        let payload = rest::product(&product);
        match position {
            Some(position) => self.products[position] = product,
            None => self.products.push(product),
        }
        if changed {
            let topic = if position.is_some() {
                "PRODUCTS_UPDATE"
            } else {
                "PRODUCTS_CREATE"
            };
            self.tell(topic, payload);
        }
        answer
    }

    fn new_product(&mut self, input: &Value, now: i64) -> Value {
        let id = self.new_id("Product");
        let handle = format!("product-{}", tail(&json!(id)));
        let title = input["title"].clone();
        json!({
            "id": id, "title": title, "handle": handle, "description": "", "descriptionHtml": "", "vendor": "",
            "productType": "", "status": "ACTIVE", "tags": [], "createdAt": stamp(now), "updatedAt": stamp(now),
            "onlineStoreUrl": null, "featuredMedia": null, "options": [], "variants": [],
        })
    }

    fn set_variant(&mut self, input: &Value, current: &[Value], now: i64) -> Value {
        let values = input["optionValues"].as_array().into_iter().flatten();
        let options: Vec<Value> = values
            .map(|value| json!({"name": value["optionName"], "value": value["name"]}))
            .collect();
        let known = current.iter().find(|variant| {
            variant["id"] == input["id"]
                || (input["id"].is_null() && variant["selectedOptions"] == json!(options))
        });
        let mut variant = known.cloned().unwrap_or_else(|| self.new_variant(now));
        let title: Vec<&str> = options
            .iter()
            .filter_map(|option| option["value"].as_str())
            .collect();
        variant["title"] = json!(title.join(" / "));
        variant["selectedOptions"] = json!(options);
        for field in ["sku", "barcode"] {
            if let Some(value) = input.get(field) {
                variant[field] = value.clone();
            }
        }
        if let Some(price) = input.get("price") {
            variant["price"] = json!(amount(cents(price)));
        }
        variant["inventoryItem"]["sku"] = variant["sku"].clone();
        let (given, item) = (&input["inventoryItem"], &mut variant["inventoryItem"]);
        for field in [
            "tracked",
            "harmonizedSystemCode",
            "countryCodeOfOrigin",
            "measurement",
        ] {
            if let Some(value) = given.get(field) {
                item[field] = value.clone();
            }
        }
        if let Some(cost) = given.get("cost").filter(|cost| !cost.is_null()) {
            item["unitCost"] = json!({"amount": amount(cents(cost)), "currencyCode": "EUR"});
        }
        variant
    }

    /// `productDelete`.
    pub fn delete_product(&mut self, id: &str) -> Value {
        let Some(position) = self.products.iter().position(|product| product["id"] == id) else {
            return user_error("Product does not exist", "PRODUCT_DOES_NOT_EXIST", &["id"]);
        };
        let product = self.products.remove(position);
        self.tell_deleted(&product);
        json!({"deletedProductId": id, "userErrors": []})
    }
}

fn option_of(option: &Value, product: &Value) -> Value {
    let values = option["values"].as_array().into_iter().flatten();
    let values: Vec<&Value> = values.map(|value| &value["name"]).collect();
    json!({"id": format!("{}-option", product.as_str().unwrap_or_default()), "name": option["name"],
        "position": option["position"], "values": values})
}

/// Text without its tags.
fn plain(html: &str) -> String {
    let mut inside = false;
    let kept = html.chars().filter(|letter| {
        match letter {
            '<' => inside = true,
            '>' => {
                inside = false;
                return false;
            }
            _ => {}
        }
        !inside
    });
    kept.collect()
}
