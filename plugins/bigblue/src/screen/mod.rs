//! The calls of the plugin's own screens.

mod bundle;
mod catalogue;
mod edit;
mod export;
mod product;

pub use bundle::{bundle, bundles};
pub use catalogue::forget;
pub use edit::{create, delete, save};
pub use export::export;

use crate::forms;
use crate::settings::Settings;
use crate::writing::Kind;
use catalogue::Catalogue;
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::{Connector, Error, Host, ListQuery, Result, time};
use product::{Detail, Row};
use serde::Serialize;
use std::collections::BTreeSet;

/// The page sizes that the screen offers.
const SIZES: [usize; 3] = [20, 50, 100];

/// What stands beside a page of products.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Meta<P: Serialize> {
    #[serde(flatten)]
    page: P,
    /// When the provider was asked, at most a minute ago; of several connections the oldest.
    as_of: String,
    /// Connections whose provider could not be asked. Their products are missing.
    failed: Vec<Failed>,
}

#[derive(Debug, Serialize)]
struct Failed {
    connector: String,
    message: String,
}

/// `GET /product?search=&page=&size=&connector=`: the products of the caller's connections, by SKU.
pub fn list(host: &impl Host, request: &Request) -> Result<Response> {
    let query = ListQuery::of(request, &SIZES)?;
    let connectors = chosen(request)?;
    let mut catalogues = Vec::new();
    let mut failed = Vec::new();
    let mut last_error = None;
    for (connector, catalogue) in connectors.iter().zip(catalogue::load(host, &connectors)) {
        match catalogue {
            Ok(catalogue) => catalogues.push((connector.id.as_str(), catalogue)),
            Err(error) => {
                failed.push(Failed {
                    connector: connector.id.clone(),
                    message: error.message.clone(),
                });
                last_error = Some(error);
            }
        }
    }
    if let Some(error) = last_error.filter(|_| catalogues.is_empty()) {
        return Err(error);
    }
    let as_of = catalogues
        .iter()
        .map(|(_, catalogue)| catalogue.as_of.as_str())
        .min();
    let as_of = as_of.map_or_else(|| time::format(host.now()), str::to_owned);
    let mut found: Vec<(&str, &product::Product)> = catalogues
        .iter()
        .flat_map(|(connector, Catalogue { products, .. })| {
            products.iter().map(move |product| (*connector, product))
        })
        .filter(|(_, product)| query.finds(&product.searched()))
        .collect();
    found.sort_by_key(|(connector, product)| (&product.sku, *connector));
    let page = query.slice(&found).iter();
    let rows: Vec<Row> = page
        .map(|(connector, product)| product.row(connector, &request.language))
        .collect();
    Response::data(&rows)?.with_meta(&Meta {
        page: query.meta(found.len()),
        as_of,
        failed,
    })
}

/// `GET /product/{sku}`: one product, from the connection that its beginning names.
pub fn detail(host: &impl Host, request: &Request, sku: &str) -> Result<Response> {
    for (connector, sku) in candidates(request, Kind::Product, sku)? {
        if let Some(detail) = Detail::load(host, connector, &sku, &request.language)? {
            return Response::data(&detail);
        }
    }
    Err(Error::not_found(format!("no product {sku}")))
}

/// Every SKU of a product that these connections hold.
pub fn skus(host: &impl Host, connectors: &[&Connector]) -> Result<BTreeSet<String>> {
    let mut skus = BTreeSet::new();
    for catalogue in catalogue::load(host, connectors) {
        let products = catalogue?.products.into_iter();
        skus.extend(products.map(|product| product.sku));
    }
    Ok(skus)
}

/// The caller's connections that may hold this SKU, each with the whole of it. Without its beginning
/// (`000042-0001`) it may be any connection's.
fn candidates<'a>(
    request: &'a Request,
    kind: Kind,
    sku: &str,
) -> Result<Vec<(&'a Connector, String)>> {
    let mut candidates = Vec::new();
    for connector in chosen(request)? {
        let id = Settings::of(connector)?.id;
        if forms::is_bare(kind, sku) {
            candidates.push((connector, format!("{}{sku}", kind.prefix(&id))));
        } else if sku.starts_with(&id) {
            candidates.push((connector, sku.to_owned()));
        }
    }
    Ok(candidates)
}

/// The caller's connections, or the one that `connector` names.
fn chosen(request: &Request) -> Result<Vec<&Connector>> {
    let all = request.connectors.iter();
    match request.query_value("connector").filter(|id| !id.is_empty()) {
        None => Ok(all.collect()),
        Some(id) => {
            let one = all
                .filter(|connector| connector.id == id)
                .collect::<Vec<_>>();
            if one.is_empty() {
                Err(Error::not_found(format!(
                    "connector: {id} is not one of yours"
                )))
            } else {
                Ok(one)
            }
        }
    }
}
