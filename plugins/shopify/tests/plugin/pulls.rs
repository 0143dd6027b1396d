//! Pulling orders, products and stock.

use crate::common::{Bench, Page, SHOP, pull};
use comptoir_plugin_sdk::commerce::{Inventory, Order, OrderStatus, Product};
use comptoir_plugin_sdk::{Connector, Error, Shop};
use shopify_plugin::Shopify;
use shopify_simulator::Rate;
use std::collections::HashSet;

fn orders(bench: &Bench, cursor: Option<&str>, limit: u32) -> Result<(Vec<Order>, String), Error> {
    pull(bench, cursor, |cursor| {
        let page = Shopify.orders(&bench.host, &bench.musi, cursor, limit)?;
        assert!(page.items.len() <= limit as usize && page.cursor.len() <= 1_024);
        Ok(Page {
            items: page.items,
            cursor: page.cursor,
            more: page.more,
        })
    })
}

fn products(
    bench: &Bench,
    cursor: Option<&str>,
    limit: u32,
) -> Result<(Vec<Product>, String), Error> {
    pull(bench, cursor, |cursor| {
        let page = Shopify.products(&bench.host, &bench.musi, cursor, limit)?;
        assert!(page.items.len() <= limit as usize);
        Ok(Page {
            items: page.items,
            cursor: page.cursor,
            more: page.more,
        })
    })
}

fn stock_of(
    bench: &Bench,
    connector: &Connector,
    cursor: Option<&str>,
    limit: u32,
) -> (Vec<Inventory>, String) {
    let pulled = pull(bench, cursor, |cursor| {
        let page = Shopify.inventories(&bench.host, connector, cursor, limit)?;
        Ok(Page {
            items: page.items,
            cursor: page.cursor,
            more: page.more,
        })
    });
    pulled.unwrap()
}

/// What the contract says that an order's parts make.
fn sum(order: &Order) -> i64 {
    let lines = order.lines.iter().map(|line| {
        i64::from(line.quantity) * (line.unit_price.minor + line.unit_tax.minor)
            - line.discount.minor
    });
    lines.sum::<i64>()
        + order.shipping_price.minor
        + order.shipping_tax.minor
        + order.additional_tax.minor
        - order.additional_discount.minor
}

#[test]
fn the_first_pull_brings_every_order_once_whatever_the_pages() {
    let bench = Bench::new();
    for limit in [7, 100, 500] {
        let (orders, _) = orders(&bench, None, limit).unwrap();
        let ids: HashSet<&str> = orders.iter().map(|order| order.state.id.as_str()).collect();
        assert_eq!((orders.len(), ids.len()), (150, 150));
        assert!(
            orders
                .iter()
                .all(|order| !order.lines.is_empty() && sum(order) == order.total.minor)
        );
        assert!(
            orders
                .iter()
                .any(|order| order.state.status == OrderStatus::Shipped
                    && order.state.tracking.is_some())
        );
    }
}

#[test]
fn later_pulls_bring_what_changed_and_little_else() {
    let bench = Bench::new();
    let (_, cursor) = orders(&bench, None, 500).unwrap();
    bench.advance(3_600);
    bench.simulator.shop(SHOP, |shop, now| {
        for _ in 0..30 {
            shop.receive(now);
        }
        let order = shop.open_order().unwrap();
        shop.ship(order, now);
    });
    let (changed, cursor) = orders(&bench, Some(&cursor), 500).unwrap();
    assert!((30..45).contains(&changed.len()), "{}", changed.len());
    assert!(
        changed
            .iter()
            .any(|order| order.state.status == OrderStatus::Shipped)
    );
    let long = changed.iter().find(|order| order.lines.len() > 5);
    assert_eq!(
        sum(long.expect("an order with more lines than a page holds")),
        long.unwrap().total.minor
    );
    // What changed within the last five minutes comes once more, then nothing does.
    bench.advance(3_600);
    let (_, cursor) = orders(&bench, Some(&cursor), 500).unwrap();
    assert_eq!(orders(&bench, Some(&cursor), 500).unwrap().0.len(), 0);
}

#[test]
fn a_query_and_a_bulk_file_say_the_same_of_an_order() {
    let bench = Bench::with(40, None);
    let (_, cursor) = orders(&bench, None, 500).unwrap();
    bench.advance(600);
    bench.simulator.shop(SHOP, |shop, now| {
        for _ in 0..20 {
            shop.receive(now);
        }
    });
    let (changed, _) = orders(&bench, Some(&cursor), 100).unwrap();
    let (all, _) = orders(&bench, None, 500).unwrap();
    assert!(changed.len() >= 20);
    for order in &changed {
        assert!(all.contains(order), "{order:?}");
    }
}

#[test]
fn a_shop_that_counts_points_is_waited_for() {
    let rate = Rate {
        maximum: 1_000.0,
        restore: 50.0,
    };
    let bench = Bench::with(40, Some(rate));
    let (_, cursor) = orders(&bench, None, 500).unwrap();
    bench.advance(600);
    bench.simulator.shop(SHOP, |shop, now| {
        for _ in 0..60 {
            shop.receive(now);
        }
    });
    let (changed, _) = orders(&bench, Some(&cursor), 500).unwrap();
    let ids: HashSet<&str> = changed
        .iter()
        .map(|order| order.state.id.as_str())
        .collect();
    assert!(ids.len() >= 60 && ids.len() == changed.len());
}

#[test]
fn products_come_whole_first_and_then_as_they_change() {
    let bench = Bench::new();
    let first = Shopify
        .products(&bench.host, &bench.musi, None, 500)
        .unwrap();
    assert!(first.items.is_empty() && first.more && first.whole);
    let (all, cursor) = products(&bench, Some(&first.cursor), 10).unwrap();
    assert_eq!(all.len(), 32);
    let skus: HashSet<&str> = all
        .iter()
        .flat_map(|product| &product.variants)
        .map(|variant| variant.sku.as_str())
        .collect();
    assert_eq!(skus.len(), 56);
    assert!(skus.contains("MUSI-000104-000M") && skus.contains("MUSI-000101-0001"));
    let shirt = all
        .iter()
        .find(|product| product.variants.len() == 4)
        .unwrap();
    let large = &shirt.variants[2];
    assert_eq!(
        (
            large.title.as_str(),
            large.tariff_number.as_str(),
            large.weight_grams
        ),
        ("L", "610910", Some(190))
    );
    assert_eq!(large.price.as_ref().unwrap().decimal(), "25.00");

    bench.advance(3_600);
    bench
        .simulator
        .shop(SHOP, |shop, now| shop.rename_product(0, "Aurore", now));
    let page = Shopify
        .products(&bench.host, &bench.musi, Some(&cursor), 500)
        .unwrap();
    let names: Vec<&str> = page
        .items
        .iter()
        .map(|product| product.name.as_str())
        .collect();
    assert_eq!((names, page.whole), (vec!["Aurore"], false));

    bench.advance(25 * 3_600);
    let (again, _) = products(&bench, Some(&page.cursor), 500).unwrap();
    assert_eq!(again.len(), 32, "once a day everything is read again");
}

#[test]
fn stock_is_summed_over_locations_or_of_the_one_that_is_meant() {
    let bench = Bench::new();
    let (all, cursor) = stock_of(&bench, &bench.musi, None, 20);
    let skus: HashSet<&str> = all.iter().map(|row| row.sku.as_str()).collect();
    assert_eq!((all.len(), skus.len()), (56, 56));
    let one = crate::common::connector("c-musi", r#"{"shop":"demo-musi","location":"2"}"#);
    let (shop_floor, _) = stock_of(&bench, &one, None, 500);
    let total = |rows: &[Inventory]| rows.iter().map(|row| row.available).sum::<u32>();
    assert!(total(&shop_floor) < total(&all) / 5);

    bench.advance(3_600);
    bench.simulator.shop(SHOP, |shop, now| {
        assert!(shop.count_stock("MUSI-000101-0001", 7, now))
    });
    let before = all
        .iter()
        .find(|row| row.sku == "MUSI-000101-0001")
        .unwrap();
    let floor = shop_floor
        .iter()
        .find(|row| row.sku == "MUSI-000101-0001")
        .unwrap();
    let (changed, cursor) = stock_of(&bench, &bench.musi, Some(&cursor), 500);
    assert_eq!(changed.len(), 1);
    assert_eq!(
        (changed[0].sku.as_str(), changed[0].available),
        ("MUSI-000101-0001", 7 + floor.available)
    );
    assert!(changed[0].as_of > before.as_of);
    bench.advance(3_600);
    let (_, cursor) = stock_of(&bench, &bench.musi, Some(&cursor), 500);
    assert_eq!(stock_of(&bench, &bench.musi, Some(&cursor), 500).0.len(), 0);
}
