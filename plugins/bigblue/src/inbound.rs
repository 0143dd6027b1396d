//! Goods on their way to the warehouse.

use crate::api::{self, LARGEST_PAGE, List};
use crate::goods::ListPlace;
use crate::listing;
use crate::wire;
use comptoir_plugin_sdk::commerce::{InboundPage, InboundShipment, InboundStatus, InboundUnit};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Connector, Host, Result, time};

/// One page of inbound shipments. The cursor of the last page begins a new pass.
pub fn pull(
    host: &impl Host,
    connector: &Connector,
    cursor: Option<&str>,
    limit: u32,
) -> Result<InboundPage> {
    let place = ListPlace::of(cursor)?;
    let body = List {
        page_size: limit.clamp(1, LARGEST_PAGE),
        page_token: &place.token,
    };
    let answer = host.answer(api::read(connector, "ListInboundShipments", &body)?)?;
    let as_of = time::format_millis(host.now());
    let page = listing::read(&answer, |shipment| shipment_of(shipment, &as_of))?;
    let more = !page.next.is_empty();
    Ok(InboundPage {
        items: page.items,
        rejected: page.rejected,
        cursor: ListPlace { token: page.next }.encode()?,
        more,
        whole: true,
    })
}

fn shipment_of(shipment: wire::InboundShipment, as_of: &str) -> Result<InboundShipment, String> {
    if shipment.id.is_empty() {
        return Err("id: missing".into());
    }
    let expected_at = match shipment.expected_arrival_time.as_str() {
        "" => None,
        text => Some(
            time::parse(text)
                .map(time::format)
                .ok_or_else(|| format!("expected_arrival_time: {text:?} is not a time"))?,
        ),
    };
    let status = shipment.status.unwrap_or_default();
    Ok(InboundShipment {
        name: shipment.supplier_name,
        reference: shipment.supplier_shipment_id,
        carrier: shipment.carrier_name,
        warehouse: shipment.warehouse,
        units: units_of(&shipment.line_items, &status.line_progresses),
        status: status_of(status.code),
        expected_at,
        id: shipment.id,
        as_of: as_of.into(),
        extra: Vec::new(),
    })
}

/// Each SKU once. A progress belongs to the line of its product, or of its position where it names none.
fn units_of(lines: &[wire::InboundLine], progresses: &[wire::LineProgress]) -> Vec<InboundUnit> {
    let mut units: Vec<InboundUnit> = Vec::new();
    for line in lines {
        let unit = unit_of(&mut units, &line.product);
        unit.expected = unit.expected.saturating_add(line.quantity);
    }
    for (at, progress) in progresses.iter().enumerate() {
        let product = match progress.product.as_str() {
            "" => lines.get(at).map(|line| line.product.as_str()),
            product => Some(product),
        };
        if let Some(product) = product {
            let unit = unit_of(&mut units, product);
            unit.offloaded = unit.offloaded.saturating_add(progress.offloaded_count);
            unit.damaged = unit.damaged.saturating_add(progress.damaged_count);
        }
    }
    units
}

fn unit_of<'a>(units: &'a mut Vec<InboundUnit>, sku: &str) -> &'a mut InboundUnit {
    let at = units.iter().position(|unit| unit.sku == sku);
    let at = at.unwrap_or_else(|| {
        units.push(InboundUnit {
            sku: sku.into(),
            expected: 0,
            offloaded: 0,
            damaged: 0,
        });
        units.len() - 1
    });
    &mut units[at]
}

/// The set is open: what is not known is kept as it was said.
fn status_of(code: String) -> InboundStatus {
    match code.as_str() {
        "DRAFT" => InboundStatus::Draft,
        "TRANSMITTED" => InboundStatus::Transmitted,
        "OFFLOADING" => InboundStatus::Offloading,
        "COMPLETE" => InboundStatus::Complete,
        "ARCHIVED" => InboundStatus::Archived,
        "CANCELLED" => InboundStatus::Cancelled,
        "" => InboundStatus::Other("CODE_UNSPECIFIED".into()),
        _ => InboundStatus::Other(code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipment(json: &str) -> Result<InboundShipment, String> {
        let message = serde_json::from_str(json).map_err(|error| error.to_string())?;
        shipment_of(message, "2026-11-20T09:00:00.000Z")
    }

    fn counts(shipment: &InboundShipment) -> Vec<(&str, u32, u32)> {
        let units = shipment.units.iter();
        units
            .map(|unit| (unit.sku.as_str(), unit.expected, unit.offloaded))
            .collect()
    }

    #[test]
    fn progress_is_matched_by_product_else_by_position() {
        let lines = r#""line_items":[{"product":"A","quantity":300},{"product":"B","quantity":20},{"product":"A","quantity":5}]"#;
        let by_product = shipment(&format!(
            r#"{{"id":"S",{lines},"status":{{"code":"OFFLOADING","line_progresses":[{{"product":"B","offloaded_count":7}},{{"product":"A","offloaded_count":120}}]}}}}"#
        ));
        let by_product = by_product.expect("a shipment");
        assert_eq!(by_product.status, InboundStatus::Offloading);
        assert_eq!(counts(&by_product), [("A", 305, 120), ("B", 20, 7)]);
        let by_position = shipment(&format!(
            r#"{{"id":"S",{lines},"status":{{"code":"NEW","line_progresses":[{{"offloaded_count":120}},{{"offloaded_count":7}}]}}}}"#
        ));
        let by_position = by_position.expect("a shipment");
        assert_eq!(by_position.status, InboundStatus::Other("NEW".into()));
        assert_eq!(counts(&by_position), [("A", 305, 120), ("B", 20, 7)]);
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let refusal = shipment(r#"{"id":"S","expected_arrival_time":"soon"}"#).map(|_| ());
        assert_eq!(
            refusal,
            Err("expected_arrival_time: \"soon\" is not a time".into())
        );
    }
}
