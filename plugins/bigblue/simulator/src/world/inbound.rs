//! Goods on their way to the warehouse.

use super::stock::is_warehouse;
use super::{Merchant, invalid, missing, page};
use crate::clock::Now;
use crate::error::{ApiError, Code};
use crate::time;
use crate::wire::{
    Answer, InboundLine, InboundShipment, InboundStatus, LineProgress, Product, Request,
};

const HOUR: i64 = 3_600;
/// From the arrival on: the count of received units grows for this long, then all is there.
const OFFLOADING: i64 = 24 * HOUR;
const ARCHIVED_AFTER: i64 = 30 * 24 * HOUR;
/// So few pieces are broken on their way.
const DAMAGED_ONE_IN: u32 = 150;
/// A truck is there at the latest this long after it was announced, whatever its paper says.
const LONGEST_WAY: i64 = 10 * 24 * HOUR;

#[derive(Debug)]
pub(super) struct Inbound {
    shipment: InboundShipment,
    /// Work seconds at which it reaches the warehouse.
    arrival: i64,
    /// Whether its goods were put on the shelves.
    stored: bool,
    /// Whether some of it breaks on the way.
    fragile: bool,
}

impl Inbound {
    fn view(&self, now: Now) -> InboundShipment {
        let since = now.work - self.arrival;
        let code = match since {
            _ if !self.shipment.finalize => "DRAFT",
            ..0 => "TRANSMITTED",
            0..OFFLOADING => "OFFLOADING",
            OFFLOADING..ARCHIVED_AFTER => "COMPLETE",
            _ => "ARCHIVED",
        };
        let share = if self.shipment.finalize {
            since.clamp(0, OFFLOADING)
        } else {
            0
        };
        let line_progresses = self
            .shipment
            .line_items
            .iter()
            .map(|line| {
                let arrived = (i64::from(line.quantity) * share / OFFLOADING) as u32;
                let damaged_count = if self.fragile {
                    arrived / DAMAGED_ONE_IN
                } else {
                    0
                };
                LineProgress {
                    product: line.product.clone(),
                    offloaded_count: arrived - damaged_count,
                    damaged_count,
                }
            })
            .collect();
        let status = Some(InboundStatus {
            code: code.into(),
            line_progresses,
        });
        InboundShipment {
            status,
            ..self.shipment.clone()
        }
    }
}

/// Shipments of every age: archived, complete, being unloaded, and on their way.
pub(super) fn seed(prefix: &str, products: &[Product], now: Now) -> Vec<Inbound> {
    let arrivals = [-1_000 * HOUR, -80 * HOUR, -12 * HOUR, 70 * HOUR];
    let shipments = arrivals.into_iter().enumerate().map(|(at, since)| {
        let lines = products.iter().skip(at * 2).take(3).zip([300, 120, 60]);
        let arrival = now.work + since;
        Inbound {
            shipment: InboundShipment {
                id: id(prefix, at + 1),
                warehouse: "EU-FRA-002".into(),
                supplier_name: ["Pressage du Nord", "Textile Porto"][at % 2].into(),
                supplier_shipment_id: format!("1Z{:06}", 240 + at),
                carrier_name: ["UPS", "DB Schenker"][at % 2].into(),
                expected_arrival_time: time::text(arrival),
                finalize: true,
                line_items: lines
                    .map(|(product, quantity)| InboundLine {
                        product: product.id.clone(),
                        supplier_sku: product.barcode.clone(),
                        quantity,
                    })
                    .collect(),
                status: None,
            },
            arrival,
            // What came before the beginning is in the stock that was drawn.
            stored: since < 0,
            fragile: true,
        }
    });
    shipments.collect()
}

fn id(prefix: &str, number: usize) -> String {
    format!("{prefix}INEU{number:05}")
}

impl Merchant {
    pub(super) fn create_inbound(
        &mut self,
        request: Request,
        now: Now,
    ) -> Result<Answer, ApiError> {
        let mut shipment = request
            .inbound_shipment
            .ok_or_else(|| missing("inbound_shipment"))?;
        if !is_warehouse(&shipment.warehouse) {
            return Err(invalid("inbound_shipment.warehouse", "is not one of ours"));
        }
        if shipment.line_items.is_empty() {
            return Err(missing("inbound_shipment.line_items"));
        }
        for line in &shipment.line_items {
            self.product_position(&line.product)?;
        }
        let expected = match shipment.expected_arrival_time.as_str() {
            "" => now.work,
            text => time::parse(text).ok_or_else(|| {
                invalid(
                    "inbound_shipment.expected_arrival_time",
                    "is not an RFC 3339 time",
                )
            })?,
        };
        shipment.id = id(self.prefix, self.inbound.len() + 1);
        let arrival = expected.clamp(now.work + HOUR, now.work + LONGEST_WAY);
        let inbound = Inbound {
            shipment,
            arrival,
            stored: false,
            fragile: false,
        };
        let answer = Answer {
            inbound_shipment: Some(inbound.view(now)),
            ..Answer::default()
        };
        self.inbound.push(inbound);
        Ok(answer)
    }

    pub(super) fn get_inbound(&mut self, id: &str, now: Now) -> Result<Answer, ApiError> {
        self.store_inbound(now);
        let found = self
            .inbound
            .iter()
            .find(|inbound| inbound.shipment.id == id);
        let inbound = found.ok_or_else(|| {
            ApiError::new(Code::NotFound, format!("inbound shipment {id} not found"))
        })?;
        Ok(Answer {
            inbound_shipment: Some(inbound.view(now)),
            ..Answer::default()
        })
    }

    pub(super) fn list_inbound(&mut self, request: &Request, now: Now) -> Result<Answer, ApiError> {
        self.store_inbound(now);
        let (range, next_page_token) = page(0..self.inbound.len(), request)?;
        let inbound_shipments = self.inbound[range]
            .iter()
            .map(|inbound| inbound.view(now))
            .collect();
        Ok(Answer {
            inbound_shipments,
            next_page_token,
            ..Answer::default()
        })
    }

    /// Puts the goods of complete shipments on the shelves.
    pub(super) fn store_inbound(&mut self, now: Now) {
        for inbound in &mut self.inbound {
            let complete = inbound.shipment.finalize && now.work >= inbound.arrival + OFFLOADING;
            if complete && !std::mem::replace(&mut inbound.stored, true) {
                for line in &inbound.shipment.line_items {
                    if let Some(position) = self.product_positions.get(&line.product) {
                        self.stock[*position].deliver(&inbound.shipment.warehouse, line.quantity);
                    }
                }
            }
        }
    }
}
