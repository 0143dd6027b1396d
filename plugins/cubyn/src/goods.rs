//! Products and stock: Cubyn's catalogue holds both. A product is made by declaring a delivery of it.

use crate::listing::{self, Page, Place};
use crate::wire;
use comptoir_plugin_sdk::commerce::{
    Inventory, InventoryPage, Product, ProductPage, ProductVariant,
};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Connector, Host, Result, time};

/// The catalogue's page at the cursor, each product as `convert` makes it.
fn catalogue<T>(
    host: &impl Host,
    connector: &Connector,
    cursor: Option<&str>,
    limit: u32,
    convert: impl Fn(wire::Product, &str) -> T,
) -> Result<(Page<T>, String)> {
    let place = cursor.map(Place::decode).transpose()?.unwrap_or_default();
    // Its own times are those of the product, not of its stock.
    let as_of = time::format_millis(host.now());
    let page = listing::page(
        host,
        connector,
        "/product-catalog/products/",
        &[("sort[sku]", "ASC")],
        place.offset,
        limit,
        |product: wire::Product| {
            if product.sku.is_empty() {
                return Err("sku: missing".into());
            }
            Ok(convert(product, &as_of))
        },
    )?;
    // The cursor of the last page begins a new pass.
    let offset = page.next.unwrap_or_default();
    Ok((page, Place { offset }.encode()?))
}

/// One page of products.
pub fn products(
    host: &impl Host,
    connector: &Connector,
    cursor: Option<&str>,
    limit: u32,
) -> Result<ProductPage> {
    let (page, cursor) = catalogue(host, connector, cursor, limit, product_of)?;
    Ok(ProductPage {
        items: page.items,
        gone: Vec::new(),
        rejected: page.rejected,
        cursor,
        more: page.next.is_some(),
        whole: true,
    })
}

/// One page of stock. Cubyn tells what can be sold only: it stands for what is there too.
pub fn inventories(
    host: &impl Host,
    connector: &Connector,
    cursor: Option<&str>,
    limit: u32,
) -> Result<InventoryPage> {
    let (page, cursor) = catalogue(host, connector, cursor, limit, inventory_of)?;
    Ok(InventoryPage {
        items: page.items,
        rejected: page.rejected,
        cursor,
        more: page.next.is_some(),
        whole: true,
    })
}

fn product_of(product: wire::Product, as_of: &str) -> Product {
    let id = product.id.to_string();
    let article = ProductVariant {
        id: id.clone(),
        sku: product.sku,
        title: String::new(),
        barcode: product.barcode,
        price: None,
        value: None,
        tariff_number: String::new(),
        origin_country: String::new(),
        customs_description: String::new(),
        options: Vec::new(),
        weight_grams: None,
        dimensions_mm: None,
        extra: Vec::new(),
    };
    Product {
        id,
        name: product.name,
        description: String::new(),
        image_url: String::new(),
        url: String::new(),
        variants: vec![article],
        as_of: as_of.into(),
        extra: Vec::new(),
    }
}

fn inventory_of(product: wire::Product, as_of: &str) -> Inventory {
    let available = u32::try_from(product.stock.max(0)).unwrap_or(u32::MAX);
    Inventory {
        sku: product.sku,
        available,
        in_warehouse: available,
        reserved: 0,
        damaged: 0,
        as_of: as_of.into(),
        extra: Vec::new(),
    }
}
