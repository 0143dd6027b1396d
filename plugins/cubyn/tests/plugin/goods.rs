//! Products, stock and deliveries.

use crate::common::{Bench, SKU, draft};
use comptoir_plugin_sdk::Fulfilment;
use comptoir_plugin_sdk::commerce::{InboundStatus, Inventory};
use cubyn_plugin::Cubyn;

fn stock(bench: &Bench, limit: u32) -> Vec<Inventory> {
    let mut items = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let page = Cubyn
            .inventories(&bench.host, &bench.lune, cursor.as_deref(), limit)
            .unwrap();
        assert!(page.whole);
        items.extend(page.items);
        cursor = Some(page.cursor);
        if !page.more {
            return items;
        }
    }
}

fn of(items: &[Inventory], sku: &str) -> u32 {
    items.iter().find(|item| item.sku == sku).unwrap().available
}

#[test]
fn stock_is_told_once_a_sku_and_follows_orders() {
    let bench = Bench::new(0);
    let before = stock(&bench, 7);
    let mut skus: Vec<&str> = before.iter().map(|item| item.sku.as_str()).collect();
    skus.dedup();
    assert_eq!(skus.len(), 20);
    Cubyn
        .push_orders(&bench.host, &bench.lune, &[draft("k-1", 1)])
        .unwrap();
    assert_eq!(of(&stock(&bench, 500), SKU) + 2, of(&before, SKU));
}

#[test]
fn products_are_the_catalogues() {
    let bench = Bench::new(0);
    let page = Cubyn.products(&bench.host, &bench.lune, None, 100).unwrap();
    assert_eq!((page.items.len(), page.more, page.whole), (20, false, true));
    assert_eq!(
        (
            page.items[0].name.as_str(),
            page.items[0].variants[0].sku.as_str()
        ),
        ("Article 1", SKU)
    );
}

#[test]
fn deliveries_are_followed_until_all_is_stored() {
    let bench = Bench::new(0);
    let read = || {
        Cubyn
            .inbound_shipments(&bench.host, &bench.lune, None, 100)
            .unwrap()
            .items
            .remove(0)
    };
    let before = stock(&bench, 100);
    let declared = read();
    assert_eq!(
        (&declared.status, declared.units.len()),
        (&InboundStatus::Transmitted, 3)
    );
    assert_eq!(
        (declared.units[0].expected, declared.units[0].offloaded),
        (50, 0)
    );
    bench.advance(60);
    bench.simulator.work();
    let half = read();
    assert_eq!(
        (&half.status, half.units[0].offloaded),
        (&InboundStatus::Offloading, 25)
    );
    assert!(half.as_of > declared.as_of);
    for _ in 0..10 {
        bench.simulator.work();
    }
    let stored = read();
    assert_eq!(
        (&stored.status, stored.units[0].offloaded),
        (&InboundStatus::Complete, 50)
    );
    assert_eq!(of(&stock(&bench, 100), SKU), of(&before, SKU) + 50);
}
