//! Products and stock for the host.

use crate::api::{self, LARGEST_PAGE, List, ListOfProduct};
use crate::listing;
use crate::wire;
use comptoir_plugin_sdk::commerce::{
    Inventory, InventoryPage, Product, ProductPage, ProductVariant,
};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Connector, Host, Money, Result, time};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Where a list that is read from its beginning goes on: the provider's token, empty at the beginning.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ListPlace {
    pub token: String,
}

impl Cursor for ListPlace {
    const VERSION: u32 = 1;
}

impl ListPlace {
    /// Of the host's cursor.
    pub fn of(cursor: Option<&str>) -> Result<Self> {
        Ok(cursor.map(Self::decode).transpose()?.unwrap_or_default())
    }
}

/// One page of products. The cursor of the last page begins a new pass.
pub fn products(
    host: &impl Host,
    connector: &Connector,
    cursor: Option<&str>,
    limit: u32,
) -> Result<ProductPage> {
    let place = ListPlace::of(cursor)?;
    let body = List {
        page_size: limit.clamp(1, LARGEST_PAGE),
        page_token: &place.token,
    };
    let answer = host.answer(api::read(connector, "ListProducts", &body)?)?;
    let as_of = time::format_millis(host.now());
    let page = listing::read(&answer, |product| product_of(product, &as_of))?;
    let more = !page.next.is_empty();
    let cursor = ListPlace { token: page.next }.encode()?;
    Ok(ProductPage {
        items: page.items,
        gone: Vec::new(),
        rejected: page.rejected,
        cursor,
        more,
        whole: true,
    })
}

/// The product in the contract's words, or the field that cannot be understood and why.
fn product_of(product: wire::Product, as_of: &str) -> Result<Product, String> {
    if product.id.is_empty() {
        return Err("id: missing".into());
    }
    let value = product
        .value
        .map(|value| {
            Money::parse(&value.amount, &value.currency).map_err(|error| format!("value: {error}"))
        })
        .transpose()?;
    let mut extra: Vec<(String, String)> = product
        .name_translations
        .into_iter()
        .map(|name| (format!("name.{}", name.language), name.name))
        .collect();
    if product.track_lots {
        extra.push(("track_lots".into(), "true".into()));
    }
    let article = ProductVariant {
        id: product.id.clone(),
        sku: product.id.clone(),
        title: String::new(),
        price: None,
        barcode: product.barcode,
        value,
        tariff_number: product.tariff_number,
        origin_country: product.origin_country,
        customs_description: product.customs_description,
        options: product
            .options
            .into_iter()
            .map(|option| (option.name, option.value))
            .collect(),
        weight_grams: (product.weight_grams > 0).then_some(product.weight_grams),
        dimensions_mm: product
            .dimensions
            .map(|size| (size.length_mm, size.width_mm, size.height_mm)),
        extra,
    };
    Ok(Product {
        id: product.id,
        name: product.name,
        description: product.description,
        image_url: String::new(),
        url: String::new(),
        variants: vec![article],
        as_of: as_of.into(),
        extra: Vec::new(),
    })
}

/// Where the list of stock goes on: after this SKU, empty at the beginning.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct InventoryPlace {
    after: String,
}

impl Cursor for InventoryPlace {
    const VERSION: u32 = 1;
}

/// One page of stock. The cursor of the last page begins a new pass.
///
/// The provider gives a row a product and warehouse, in no promised order, so a product's rows may stand on different
/// pages. The sum is therefore made over all of its pages, read anew in every call, and handed out by SKU: a call costs
/// one request for 500 rows, and every row of an answer is of one moment.
pub fn inventories(
    host: &impl Host,
    connector: &Connector,
    cursor: Option<&str>,
    limit: u32,
) -> Result<InventoryPage> {
    let place = cursor
        .map(InventoryPlace::decode)
        .transpose()?
        .unwrap_or_default();
    let as_of = time::format_millis(host.now());
    let mut sums: BTreeMap<String, Stock> = BTreeMap::new();
    let mut rejected = Vec::new();
    let mut token = String::new();
    loop {
        let body = List {
            page_size: LARGEST_PAGE,
            page_token: &token,
        };
        let answer = host.answer(api::read(connector, "ListInventories", &body)?)?;
        let page = listing::read(&answer, row_of)?;
        for row in page.items {
            sums.entry(row.product.clone()).or_default().add(&row);
        }
        rejected.extend(page.rejected);
        token = page.next;
        if token.is_empty() {
            break;
        }
    }
    // A row that was not understood would make its product's sum wrong: that product is set aside altogether.
    sums.retain(|sku, _| !rejected.iter().any(|item| item.id == *sku));
    let first_page = place.after.is_empty();
    let mut rest = sums
        .into_iter()
        .filter(|(sku, _)| first_page || *sku > place.after);
    let items: Vec<Inventory> = rest
        .by_ref()
        .take(limit.clamp(1, LARGEST_PAGE) as usize)
        .map(|(sku, stock)| stock.inventory(sku, &as_of))
        .collect();
    let more = rest.next().is_some();
    let after = items
        .last()
        .filter(|_| more)
        .map(|last| last.sku.clone())
        .unwrap_or_default();
    let rejected = if first_page { rejected } else { Vec::new() };
    Ok(InventoryPage {
        items,
        rejected,
        cursor: InventoryPlace { after }.encode()?,
        more,
        whole: true,
    })
}

/// A row of stock that names its product.
pub fn row_of(row: wire::Inventory) -> Result<wire::Inventory, String> {
    if row.product.is_empty() {
        Err("product: missing".into())
    } else {
        Ok(row)
    }
}

/// Stock of one product over its warehouses. Less than nothing (oversold) in one is not taken from another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stock {
    pub available: u32,
    pub in_warehouse: u32,
    pub reserved: u32,
    #[serde(skip)]
    pub damaged: u32,
}

impl Stock {
    /// Adds one warehouse's row.
    pub fn add(&mut self, row: &wire::Inventory) {
        let pieces = |count: i64| u32::try_from(count.max(0)).unwrap_or(u32::MAX);
        self.available = self.available.saturating_add(pieces(row.available));
        self.in_warehouse = self.in_warehouse.saturating_add(pieces(row.in_warehouse));
        self.reserved = self.reserved.saturating_add(pieces(row.reserved));
        self.damaged = self.damaged.saturating_add(pieces(row.damaged));
    }

    fn inventory(self, sku: String, as_of: &str) -> Inventory {
        let Self {
            available,
            in_warehouse,
            reserved,
            damaged,
        } = self;
        Inventory {
            sku,
            available,
            in_warehouse,
            reserved,
            damaged,
            as_of: as_of.into(),
            extra: Vec::new(),
        }
    }
}

/// One product's stock now, from its rows alone.
pub fn stock_of(host: &impl Host, connector: &Connector, sku: &str) -> Result<Inventory> {
    let body = ListOfProduct {
        product: sku,
        page_size: LARGEST_PAGE,
    };
    let as_of = time::format_millis(host.now());
    let answer = host.answer(api::read(connector, "ListInventories", &body)?)?;
    let mut stock = Stock::default();
    for row in listing::read(&answer, row_of)?.items {
        stock.add(&row);
    }
    Ok(stock.inventory(sku.into(), &as_of))
}
