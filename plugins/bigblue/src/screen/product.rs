//! A product as the screen shows it.

use crate::api::{self, ById, LARGEST_PAGE, ListOfProduct};
use crate::goods::{Stock, row_of};
use crate::listing;
use crate::wire;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Connector, ErrorKind, Host, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A product with its stock, in all languages, as it is remembered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Product {
    pub sku: String,
    name: String,
    names: BTreeMap<String, String>,
    barcode: String,
    price: Option<Price>,
    weight_grams: Option<u32>,
    dimensions: Option<Dimensions>,
    tariff_number: String,
    origin_country: String,
    pub stock: Stock,
}

/// The customs value: a decimal amount as the provider writes it, and its ISO 4217 currency.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Price {
    amount: String,
    currency: String,
}

/// Millimetres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Dimensions {
    length_mm: u32,
    width_mm: u32,
    height_mm: u32,
}

/// One row of the list. Texts that the provider does not have are empty, numbers null.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row<'a> {
    connector: &'a str,
    /// The provider's, which is the SKU.
    id: &'a str,
    sku: &'a str,
    name: &'a str,
    barcode: &'a str,
    /// The customs value, as the provider writes it, in `currency`.
    price: Option<&'a str>,
    currency: &'a str,
    /// Millimetres, these three.
    width: Option<u32>,
    depth: Option<u32>,
    height: Option<u32>,
    /// Grams.
    weight: Option<u32>,
    hs_tariff_code: &'a str,
    country_of_origin: &'a str,
    stock: Stock,
}

impl Product {
    /// From the provider's message, without stock yet; the reason when it has no id.
    pub fn of(product: wire::Product) -> Result<Self, String> {
        if product.id.is_empty() {
            return Err("id: missing".into());
        }
        Ok(Self {
            sku: product.id,
            name: product.name,
            names: product
                .name_translations
                .into_iter()
                .map(|name| (name.language, name.name))
                .collect(),
            barcode: product.barcode,
            price: product.value.map(|value| Price {
                amount: value.amount,
                currency: value.currency,
            }),
            weight_grams: (product.weight_grams > 0).then_some(product.weight_grams),
            dimensions: product.dimensions.map(
                |wire::Dimensions {
                     length_mm,
                     width_mm,
                     height_mm,
                 }| Dimensions {
                    length_mm,
                    width_mm,
                    height_mm,
                },
            ),
            tariff_number: product.tariff_number,
            origin_country: product.origin_country,
            stock: Stock::default(),
        })
    }

    /// The texts that a search looks into.
    pub fn searched(&self) -> Vec<&str> {
        let names = self.names.values().map(String::as_str);
        [self.sku.as_str(), &self.name, &self.barcode]
            .into_iter()
            .chain(names)
            .collect()
    }

    /// As shown to a caller of that language.
    pub fn row<'a>(&'a self, connector: &'a str, language: &str) -> Row<'a> {
        let price = self.price.as_ref();
        let size = self.dimensions;
        Row {
            connector,
            id: &self.sku,
            sku: &self.sku,
            name: self.names.get(language).unwrap_or(&self.name),
            barcode: &self.barcode,
            price: price.map(|price| price.amount.as_str()),
            currency: price.map_or("", |price| &price.currency),
            width: size.map(|size| size.width_mm),
            depth: size.map(|size| size.length_mm),
            height: size.map(|size| size.height_mm),
            weight: self.weight_grams,
            hs_tariff_code: &self.tariff_number,
            country_of_origin: &self.origin_country,
            stock: self.stock,
        }
    }
}

/// One product with all that the provider knows of it, read at this moment.
#[derive(Debug)]
pub struct Detail {
    connector: String,
    language: String,
    product: Product,
    description: String,
    customs_description: String,
    options: Vec<(String, String)>,
}

impl Detail {
    /// Reads it; none when the provider does not know it.
    pub fn load(
        host: &impl Host,
        connector: &Connector,
        sku: &str,
        language: &str,
    ) -> Result<Option<Self>> {
        let requests = vec![
            api::read(connector, "GetProduct", &ById { id: sku })?,
            api::read(
                connector,
                "ListInventories",
                &ListOfProduct {
                    product: sku,
                    page_size: LARGEST_PAGE,
                },
            )?,
        ];
        let mut answers = host.answer_all(requests).into_iter();
        let (Some(product), Some(stock)) = (answers.next(), answers.next()) else {
            return Ok(None);
        };
        let mut message = match product {
            Ok(answer) => answer.json::<wire::ProductAnswer>()?.product,
            Err(error) if error.kind == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let description = std::mem::take(&mut message.description);
        let customs_description = std::mem::take(&mut message.customs_description);
        let options = std::mem::take(&mut message.options)
            .into_iter()
            .map(|option| (option.name, option.value));
        let options = options.collect();
        let Ok(mut product) = Product::of(message) else {
            return Ok(None);
        };
        for row in listing::read(&stock?, row_of)?.items {
            product.stock.add(&row);
        }
        let (connector, language) = (connector.id.clone(), language.to_owned());
        Ok(Some(Self {
            connector,
            language,
            product,
            description,
            customs_description,
            options,
        }))
    }
}

impl Serialize for Detail {
    /// The list's row with four fields more.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Option<'a> {
            name: &'a str,
            value: &'a str,
        }
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Shown<'a> {
            #[serde(flatten)]
            row: Row<'a>,
            /// The name that is not a translation: what a form changes.
            original_name: &'a str,
            description: &'a str,
            customs_description: &'a str,
            options: Vec<Option<'a>>,
        }
        let options = self
            .options
            .iter()
            .map(|(name, value)| Option { name, value })
            .collect();
        let row = self.product.row(&self.connector, &self.language);
        let Self {
            description,
            customs_description,
            ..
        } = self;
        Shown {
            row,
            original_name: &self.product.name,
            description,
            customs_description,
            options,
        }
        .serialize(serializer)
    }
}
