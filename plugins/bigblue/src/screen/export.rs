//! All products as CSV, in the columns that an import reads.

use super::chosen;
use crate::api::{self, LARGEST_PAGE, List};
use crate::listing;
use crate::wire;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::{Error, Host, Result};
use serde_json::json;

const HEADINGS: [&str; 19] = [
    "SKU",
    "Name",
    "Description",
    "Barcode",
    "Value",
    "Currency",
    "TariffNumber",
    "OriginCountry",
    "CustomsDescription",
    "OptionName1",
    "OptionValue1",
    "OptionName2",
    "OptionValue2",
    "OptionName3",
    "OptionValue3",
    "OptionName4",
    "OptionValue4",
    "OptionName5",
    "OptionValue5",
];

/// `GET /product/export?after=`: `{csv, next, count}`, a page of at most 500 products. Asked again with `after=next`
/// until `next` is null; the pieces, one behind the other, are the file. So any number of products fits.
pub fn export(host: &impl Host, request: &Request) -> Result<Response> {
    let after = request.query_value("after").unwrap_or_default();
    let (at, token) = match after.split_once(':') {
        None => (0, ""),
        Some((at, token)) => {
            let at: usize = at
                .parse()
                .map_err(|_| Error::rejected(format!("after: {after:?} is not one of ours")))?;
            (at, token)
        }
    };
    let connectors = chosen(request)?;
    let mut writer = csv::Writer::from_writer(Vec::new());
    let broken = |error: csv::Error| Error::internal(format!("the CSV cannot be written: {error}"));
    if after.is_empty() {
        writer.write_record(HEADINGS).map_err(broken)?;
    }
    let mut next = None;
    let mut count = 0;
    if let Some(connector) = connectors.get(at) {
        let body = List {
            page_size: LARGEST_PAGE,
            page_token: token,
        };
        let answer = host.answer(api::read(connector, "ListProducts", &body)?)?;
        let page = listing::read(&answer, |product: wire::Product| Ok(product))?;
        if let Some(item) = page.rejected.first() {
            let message = format!("product {} cannot be read: {}", item.id, item.reason);
            return Err(Error::unavailable(message));
        }
        for product in &page.items {
            writer.write_record(record(product)).map_err(broken)?;
            count += 1;
        }
        next = if !page.next.is_empty() {
            Some(format!("{at}:{}", page.next))
        } else if at + 1 < connectors.len() {
            Some(format!("{}:", at + 1))
        } else {
            None
        };
    }
    let bytes = writer
        .into_inner()
        .map_err(|error| Error::internal(format!("the CSV cannot be written: {error}")))?;
    let csv = String::from_utf8_lossy(&bytes);
    Response::data(&json!({ "csv": csv, "next": next, "count": count }))
}

fn record(product: &wire::Product) -> Vec<String> {
    let value = product.value.as_ref();
    let mut record: Vec<String> = [
        product.id.as_str(),
        &product.name,
        &product.description,
        &product.barcode,
        value.map_or("", |value| &value.amount),
        value.map_or("", |value| &value.currency),
        &product.tariff_number,
        &product.origin_country,
        &product.customs_description,
    ]
    .map(str::to_owned)
    .into();
    let options = product.options.iter().take(5);
    record.extend(options.flat_map(|option| [option.name.clone(), option.value.clone()]));
    record.resize(HEADINGS.len(), String::new());
    record
}
