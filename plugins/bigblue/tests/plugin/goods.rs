//! Products, stock and the product screen's calls.

use crate::common::{Bench, connector};
use bigblue_plugin::Bigblue;
use bigblue_simulator::{Mode, Trouble};
use comptoir_plugin_sdk::commerce::{Inventory, Product};
use comptoir_plugin_sdk::routes::Request;
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Fulfilment, Money, Routes};
use serde_json::Value;
use std::collections::HashSet;

fn products(bench: &Bench, limit: u32) -> Vec<Product> {
    let mut cursor = None;
    let mut products = Vec::new();
    loop {
        let page = Bigblue
            .products(&bench.host, &bench.musi, cursor.as_deref(), limit)
            .unwrap();
        assert!(page.rejected.is_empty());
        products.extend(page.items);
        cursor = Some(page.cursor);
        if !page.more {
            return products;
        }
    }
}

fn stock(bench: &Bench, limit: u32) -> Vec<Inventory> {
    let mut cursor = None;
    let mut stock = Vec::new();
    loop {
        let page = Bigblue
            .inventories(&bench.host, &bench.musi, cursor.as_deref(), limit)
            .unwrap();
        assert!(page.rejected.is_empty());
        stock.extend(page.items);
        cursor = Some(page.cursor);
        if !page.more {
            return stock;
        }
    }
}

fn ask(
    bench: &Bench,
    connectors: &[&Connector],
    path: &str,
    query: &[(&str, &str)],
) -> Result<(Value, Value), Error> {
    let request = Request {
        method: "GET".into(),
        path: path.into(),
        query: query
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()))
            .collect(),
        body: None,
        language: "fr".into(),
        connectors: connectors
            .iter()
            .map(|connector| (*connector).clone())
            .collect(),
    };
    let answer = Bigblue.handle(&bench.host, &request)?;
    assert_eq!(answer.status, 200);
    let meta = answer.meta.as_deref().unwrap_or("null");
    Ok((
        serde_json::from_str(&answer.data).unwrap(),
        serde_json::from_str(meta).unwrap(),
    ))
}

#[test]
fn every_product_comes_once_whatever_the_page_size() {
    let bench = Bench::with(10, None);
    let all = products(&bench, 500);
    assert_eq!(all.len(), 56);
    assert_eq!(products(&bench, 9), all);
    let articles: Vec<_> = all.iter().flat_map(|product| &product.variants).collect();
    assert_eq!(articles.len(), all.len(), "one article a product");
    let shirt = articles
        .iter()
        .find(|article| article.sku == "MUSI-000103-000M")
        .unwrap();
    assert_eq!(
        shirt.value,
        Some(Money {
            minor: 833,
            currency: "EUR".into()
        })
    );
    assert_eq!(shirt.options, [("Size".to_owned(), "M".to_owned())]);
    assert_eq!(shirt.tariff_number, "6109100010");
    assert!(
        articles
            .iter()
            .any(|article| article.weight_grams.is_none() && article.dimensions_mm.is_none())
    );
    assert!(articles.iter().any(|article| article.barcode.is_empty()));
}

#[test]
fn stock_is_summed_over_warehouses_whatever_the_page_size() {
    let bench = Bench::with(600, None);
    let whole = stock(&bench, 500);
    assert_eq!(stock(&bench, 7), whole);
    let skus: HashSet<&str> = whole.iter().map(|row| row.sku.as_str()).collect();
    assert_eq!(skus.len(), whole.len());
    assert!(whole.iter().any(|row| row.available == 0));
    assert!(whole.iter().any(|row| row.reserved > 0));
    // The screen sums by itself, from one product's rows.
    for row in whole.iter().step_by(9) {
        let path = format!("/product/{}", row.sku);
        let (product, _) = ask(&bench, &[&bench.musi], &path, &[]).unwrap();
        let shown = ["available", "inWarehouse", "reserved"]
            .map(|name| product["stock"][name].as_u64().unwrap());
        assert_eq!(
            shown,
            [row.available, row.in_warehouse, row.reserved].map(u64::from),
            "{}",
            row.sku
        );
    }
}

#[test]
fn the_screen_lists_searches_and_pages_over_all_connections() {
    let bench = Bench::with(10, None);
    let nova = connector("c-nova", "NOVA");
    let musi = &bench.musi;
    let (rows, meta) = ask(&bench, &[musi], "/product", &[]).unwrap();
    assert_eq!(
        (
            rows.as_array().unwrap().len(),
            meta["total"].as_u64(),
            meta["size"].as_u64()
        ),
        (20, Some(56), Some(20))
    );
    let first = &rows[0];
    assert_eq!(
        (first["sku"].as_str(), first["connector"].as_str()),
        (Some("MUSI-000101-0001"), Some("c-musi"))
    );
    assert_eq!(first["name"], "Clara Vidal-Noé – Aube (vinyle)");
    assert_eq!(first["price"], "8.30");
    let (last, _) = ask(&bench, &[musi], "/product", &[("page", "2")]).unwrap();
    assert_eq!(last.as_array().unwrap().len(), 16);

    let (found, meta) = ask(
        &bench,
        &[musi],
        "/product",
        &[("search", "VIDAL-NOE"), ("size", "50")],
    )
    .unwrap();
    assert_eq!(
        (found.as_array().unwrap().len(), meta["total"].as_u64()),
        (14, Some(14))
    );
    let (found, _) = ask(
        &bench,
        &[musi],
        "/product",
        &[("search", "a capuche"), ("size", "50")],
    )
    .unwrap();
    assert_eq!(found.as_array().unwrap().len(), 16);
    let coded = rows
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["barcode"] != "")
        .unwrap();
    let (found, _) = ask(
        &bench,
        &[musi],
        "/product",
        &[("search", coded["barcode"].as_str().unwrap())],
    )
    .unwrap();
    assert_eq!(
        (found.as_array().unwrap().len(), &found[0]["sku"]),
        (1, &coded["sku"])
    );

    // Without a key of its own the second connection fails, and the first is shown all the same.
    let (rows, meta) = ask(&bench, &[musi, &nova], "/product", &[]).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), 20);
    assert_eq!(meta["failed"][0]["connector"], "c-nova");
    let alone = ask(
        &bench,
        &[musi, &nova],
        "/product",
        &[("connector", "c-nova")],
    );
    assert_eq!(
        alone.map_err(|error| error.kind),
        Err(ErrorKind::Unauthorized)
    );
}

#[test]
fn the_catalogue_is_remembered_for_a_minute_and_no_longer() {
    let bench = Bench::with(10, None);
    let show = || ask(&bench, &[&bench.musi], "/product", &[]).unwrap();
    let (rows, meta) = show();
    let asked = bench.host.requests();
    assert_eq!(asked, 2);
    bench.advance(60);
    assert_eq!(show(), (rows, meta.clone()));
    assert_eq!(bench.host.requests(), asked);
    bench.advance(1);
    assert_ne!(show().1["asOf"], meta["asOf"]);
    assert_eq!(bench.host.requests(), 2 * asked);
    bench.advance(61);
    bench.simulator.trouble(Trouble::of(Mode::HalfPage));
    let broken = ask(&bench, &[&bench.musi], "/product", &[]);
    assert_eq!(
        broken.map_err(|error| error.kind),
        Err(ErrorKind::Unavailable)
    );
}

#[test]
fn one_product_is_shown_whole_and_unknown_ones_are_not_found() {
    let bench = Bench::with(10, None);
    let (product, _) = ask(&bench, &[&bench.musi], "/product/MUSI-000103-000M", &[]).unwrap();
    assert_eq!(product["options"][0]["value"], "M");
    assert_eq!(product["customsDescription"], "Cotton T-shirt");
    assert!(
        product["description"]
            .as_str()
            .unwrap()
            .starts_with("T-shirt by")
    );
    for (path, connectors) in [
        ("/product/MUSI-999999-0001", &[&bench.musi][..]),
        ("/product/NOVA-000103-000M", &[&bench.musi]),
        ("/product/MUSI-000103-000M", &[]),
        ("/products", &[&bench.musi]),
    ] {
        assert_eq!(
            ask(&bench, connectors, path, &[]).map_err(|error| error.kind),
            Err(ErrorKind::NotFound),
            "{path}"
        );
    }
    for (name, value) in [("size", "30"), ("page", "x"), ("connector", "c-nova")] {
        let error = ask(&bench, &[&bench.musi], "/product", &[(name, value)]).unwrap_err();
        assert!(error.message.starts_with(name), "{}", error.message);
    }
}
