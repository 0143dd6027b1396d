//! Products of the portal made or changed at the shop, found again by their SKUs.
//!
//! `productSet` replaces lists: a variant that is left out is deleted. So the shop's own variants, those whose SKU is
//! none of ours, are always sent along as they are.

mod input;

use crate::account::Seen;
use crate::api;
use crate::pull::number;
use crate::settings::Settings;
use comptoir_plugin_sdk::commerce::{Outcome, Product, Pushed};
use comptoir_plugin_sdk::shop::ExportMode;
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};

/// SKUs that one question looks for.
const SKUS: usize = 40;

/// An outcome for each product, in order.
pub fn export(
    host: &impl Host,
    connector: &Connector,
    products: &[Product],
    mode: ExportMode,
) -> Result<Vec<Outcome>> {
    let exporter = Exporter {
        host,
        connector,
        settings: Settings::of(connector)?,
        currency: Seen::load(host, connector)?.shop.currency_code,
    };
    let owners = exporter.owners(products)?;
    let outcomes = products.iter().zip(1..).map(|(product, count)| {
        host.progress(count, Some(products.len() as u64), &product.name);
        let done = match mode {
            ExportMode::Variants => exporter.one(product, &owners),
            ExportMode::Single => exporter.each(product, &owners),
        };
        done.map_or_else(Outcome::Failed, Outcome::Done)
    });
    Ok(outcomes.collect())
}

/// The shop's products by SKU. A SKU may stand in several.
type Owners = HashMap<String, BTreeSet<String>>;

/// A product as the shop has it.
#[derive(Debug, Default, Deserialize)]
pub struct CurrentProduct {
    variants: Variants,
}

#[derive(Debug, Default, Deserialize)]
struct Variants {
    nodes: Vec<CurrentVariant>,
}

/// A variant as the shop has it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CurrentVariant {
    pub id: String,
    pub sku: Option<String>,
    pub selected_options: Vec<SelectedOption>,
}

/// A choice that tells a variant from the product's others.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SelectedOption {
    pub name: String,
    pub value: String,
}

struct Exporter<'a, H> {
    host: &'a H,
    connector: &'a Connector,
    settings: Settings,
    /// The shop's.
    currency: String,
}

impl<H: Host> Exporter<'_, H> {
    /// Where the SKUs stand now.
    fn owners(&self, products: &[Product]) -> Result<Owners> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Data {
            product_variants: Page,
        }
        #[derive(Deserialize)]
        struct Page {
            nodes: Vec<Node>,
        }
        #[derive(Deserialize)]
        struct Node {
            sku: Option<String>,
            product: Id,
        }
        #[derive(Deserialize)]
        struct Id {
            id: String,
        }
        let query = "query Owners($query: String!) { productVariants(first: 250, query: $query) {
            nodes { sku product { id } } } }";
        let skus: Vec<&str> = products
            .iter()
            .flat_map(|product| &product.variants)
            .map(|variant| variant.sku.as_str())
            .collect();
        let mut owners = Owners::new();
        for some in skus.chunks(SKUS) {
            let terms: Vec<String> = some
                .iter()
                .map(|sku| format!("sku:'{}'", sku.replace('\'', "\\'")))
                .collect();
            let data: Data = api::get(
                self.host,
                self.connector,
                query,
                json!({"query": terms.join(" OR ")}),
            )?;
            for Node { sku, product } in data.product_variants.nodes {
                // The search is about words; only the very SKU is meant.
                if let Some(sku) = sku.filter(|sku| some.contains(&sku.as_str())) {
                    owners.entry(sku).or_default().insert(product.id);
                }
            }
        }
        Ok(owners)
    }

    /// One product of the shop for the product.
    fn one(&self, product: &Product, owners: &Owners) -> Result<Pushed> {
        let skus = product.variants.iter().map(|variant| &variant.sku);
        let ids: BTreeSet<&String> = skus.filter_map(|sku| owners.get(sku)).flatten().collect();
        let mut ids = ids.into_iter();
        let id = ids.next();
        if let (Some(first), Some(second)) = (id, ids.next()) {
            let message = format!(
                "its SKUs stand in several products of the shop ({} and {}): merge them there first",
                number(first),
                number(second)
            );
            return Err(Error::new(ErrorKind::Conflict, message));
        }
        self.set(product, id.map(String::as_str))
    }

    /// One product of the shop for each variant; told of by the first one's id.
    fn each(&self, product: &Product, owners: &Owners) -> Result<Pushed> {
        let mut first = None;
        let mut existed = true;
        for variant in &product.variants {
            let alone = Product {
                name: input::single_name(product, variant),
                variants: vec![variant.clone()],
                ..product.clone()
            };
            let pushed = self.one(&alone, owners).map_err(|error| {
                let message = format!("{}: {}", variant.sku, error.message);
                Error { message, ..error }
            })?;
            existed &= pushed.existed;
            first.get_or_insert(pushed);
        }
        let first = first.ok_or_else(|| Error::rejected("variants: the product has none"))?;
        Ok(Pushed { existed, ..first })
    }

    fn set(&self, product: &Product, id: Option<&str>) -> Result<Pushed> {
        #[derive(Deserialize)]
        struct Done {
            product: Id,
        }
        #[derive(Deserialize)]
        struct Id {
            id: String,
        }
        let current = match id {
            Some(id) => self.current(id)?,
            None => CurrentProduct::default(),
        };
        let input = input::product(
            product,
            &current.variants.nodes,
            id.is_some(),
            &self.currency,
        )?;
        let identifier = id.map_or(Value::Null, |id| json!({ "id": id }));
        let query = "mutation Set($input: ProductSetInput!, $identifier: ProductSetIdentifiers) {
            result: productSet(input: $input, identifier: $identifier, synchronous: true) {
            product { id } userErrors { field message code } } }";
        let variables = json!({"input": input, "identifier": identifier});
        let done: Done = api::change(self.host, self.connector, query, variables)?;
        let id_number = number(&done.product.id).to_owned();
        Ok(Pushed {
            url: self.settings.admin_url(&format!("products/{id_number}")),
            id: id_number,
            existed: id.is_some(),
        })
    }

    fn current(&self, id: &str) -> Result<CurrentProduct> {
        #[derive(Deserialize)]
        struct Data {
            product: Option<CurrentProduct>,
        }
        let query = "query Held($id: ID!) { product(id: $id) { variants(first: 250) {
            nodes { id sku selectedOptions { name value } } } } }";
        let data: Data = api::get(self.host, self.connector, query, json!({ "id": id }))?;
        data.product.ok_or_else(|| {
            Error::not_found(format!("the shop has no product {} any more", number(id)))
        })
    }
}
