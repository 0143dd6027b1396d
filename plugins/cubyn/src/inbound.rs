//! Goods on their way to Cubyn's warehouse.

use crate::listing::{self, Place};
use crate::wire;
use comptoir_plugin_sdk::commerce::{InboundPage, InboundShipment, InboundStatus, InboundUnit};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Connector, Host, Result, time};
use std::collections::BTreeMap;

/// One page of deliveries, newest first. The cursor of the last page begins a new pass.
pub fn page(
    host: &impl Host,
    connector: &Connector,
    cursor: Option<&str>,
    limit: u32,
) -> Result<InboundPage> {
    let place = cursor.map(Place::decode).transpose()?.unwrap_or_default();
    let asked = time::format_millis(host.now());
    let page = listing::page(
        host,
        connector,
        "/storage-inbound/orders/",
        &[("sort[pid]", "DESC")],
        place.offset,
        limit,
        |inbound: wire::Inbound| shipment_of(inbound, &asked),
    )?;
    let offset = page.next.unwrap_or_default();
    Ok(InboundPage {
        items: page.items,
        rejected: page.rejected,
        cursor: Place { offset }.encode()?,
        more: page.next.is_some(),
        whole: true,
    })
}

fn shipment_of(inbound: wire::Inbound, asked: &str) -> Result<InboundShipment, String> {
    if inbound.id.is_empty() {
        return Err("id: missing".into());
    }
    let mut units: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for item in inbound.items {
        let (expected, stored) = units.entry(item.sku).or_default();
        *expected = expected.saturating_add(item.quantity);
        *stored = stored.saturating_add(item.stored_quantity);
    }
    let counters = [
        ("declaredItems", inbound.declared_items),
        ("storedItems", inbound.stored_items),
    ];
    Ok(InboundShipment {
        id: inbound.id,
        name: format!("WIO {}", inbound.pid),
        reference: inbound.pid,
        carrier: String::new(),
        warehouse: String::new(),
        status: status_of(&inbound.status),
        expected_at: None,
        units: units
            .into_iter()
            .map(|(sku, (expected, offloaded))| InboundUnit {
                sku,
                expected,
                offloaded,
                damaged: 0,
            })
            .collect(),
        as_of: asked.into(),
        extra: counters
            .into_iter()
            .map(|(name, count)| (name.to_owned(), count.to_string()))
            .collect(),
    })
}

/// Cubyn's words for it are assumed: unknown ones are passed on as they are.
fn status_of(status: &str) -> InboundStatus {
    match status {
        "CREATED" | "VALIDATED" => InboundStatus::Transmitted,
        "RECEIVING" => InboundStatus::Offloading,
        "COMPLETED" => InboundStatus::Complete,
        "CANCELLED" => InboundStatus::Cancelled,
        other => InboundStatus::Other(other.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sku_stands_once_and_the_counters_are_kept() {
        let json = r#"{"id":"e4f007ae","pid":"290833","status":"SORTING","declaredItems":94,"storedItems":4,
            "items":[{"sku":"A","quantity":4},{"sku":"A","quantity":90,"storedQuantity":4}],"updatedAt":null}"#;
        let inbound = serde_json::from_str(json).expect("an inbound order");
        let shipment = shipment_of(inbound, "2026-11-20T09:00:00.000Z").expect("understood");
        assert_eq!(shipment.units.len(), 1);
        assert_eq!(
            (shipment.units[0].expected, shipment.units[0].offloaded),
            (94, 4)
        );
        assert_eq!(shipment.status, InboundStatus::Other("SORTING".into()));
        assert_eq!(shipment.as_of, "2026-11-20T09:00:00.000Z");
        assert_eq!(shipment.extra[1], ("storedItems".into(), "4".into()));
    }
}
