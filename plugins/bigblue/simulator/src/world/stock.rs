//! Stock in two warehouses, reserved by orders, taken out by shipments, filled up by deliveries.

use super::{Merchant, page};
use crate::clock::Now;
use crate::error::ApiError;
use crate::status::Status;
use crate::wire::{Answer, Inventory, LineItem, ProductOrId, Request};
use rand::RngExt;
use rand::rngs::StdRng;

const WAREHOUSES: [&str; 2] = ["EU-FRA-002", "EU-FRA-005"];
/// A shelf with less than this is filled up by [`DELIVERY`].
const LOW: u32 = 15;
const DELIVERY: u32 = 150;

#[derive(Clone, Copy, Debug, Default)]
struct Shelf {
    in_warehouse: u32,
    reserved: u32,
}

impl Shelf {
    fn available(self) -> u32 {
        self.in_warehouse.saturating_sub(self.reserved)
    }
}

/// One product's shelf in each warehouse; none where it was never stocked.
#[derive(Clone, Debug)]
pub(super) struct Stock {
    shelves: [Option<Shelf>; 2],
    /// Sold out for good products are not delivered again.
    delivered: bool,
}

impl Stock {
    /// Most products lie in the first warehouse, half of them in the second too; some are sold out, some never came.
    pub(super) fn draw(rng: &mut StdRng) -> Self {
        let dice = rng.random_range(0..100);
        let mut shelf = |most| {
            Some(Shelf {
                in_warehouse: rng.random_range(20..most),
                reserved: 0,
            })
        };
        let (shelves, delivered) = match dice {
            0..4 => ([None, None], false),
            4..8 => ([Some(Shelf::default()), None], false),
            8..52 => ([shelf(260), None], true),
            _ => ([shelf(260), shelf(90)], true),
        };
        Self { shelves, delivered }
    }

    /// A product that was just created.
    pub(super) fn none() -> Self {
        Self {
            shelves: [None, None],
            delivered: false,
        }
    }

    /// Goods that arrive in that warehouse.
    pub(super) fn deliver(&mut self, warehouse: &str, quantity: u32) {
        if let Some(at) = WAREHOUSES.iter().position(|name| *name == warehouse) {
            self.shelves[at].get_or_insert_default().in_warehouse += quantity;
        }
    }

    fn has(&self, quantity: u32) -> bool {
        self.shelves
            .iter()
            .flatten()
            .any(|shelf| shelf.available() >= quantity)
    }

    fn reserve(&mut self, quantity: u32) {
        if let Some(shelf) = self
            .shelves
            .iter_mut()
            .flatten()
            .find(|shelf| shelf.available() >= quantity)
        {
            shelf.reserved += quantity;
        }
    }

    fn release(&mut self, quantity: u32, gone: bool) {
        let shelf = self
            .shelves
            .iter_mut()
            .flatten()
            .find(|shelf| shelf.reserved >= quantity);
        if let Some(shelf) = shelf {
            shelf.reserved -= quantity;
            if gone {
                shelf.in_warehouse = shelf.in_warehouse.saturating_sub(quantity);
            }
            if self.delivered && shelf.available() < LOW {
                shelf.in_warehouse += DELIVERY;
            }
        }
    }
}

/// Whether `warehouse` is one of the provider's.
pub(super) fn is_warehouse(warehouse: &str) -> bool {
    WAREHOUSES.contains(&warehouse)
}

impl Merchant {
    /// The stock positions and quantities of order lines, bundles resolved into their products.
    fn pieces(&self, lines: &[LineItem]) -> Vec<(usize, u32)> {
        let mut pieces = Vec::new();
        for line in lines {
            match self.bundles.iter().find(|bundle| bundle.id == line.product) {
                Some(bundle) => pieces.extend(bundle.bundle_items.iter().filter_map(|item| {
                    Some((
                        *self.product_positions.get(&item.product)?,
                        item.quantity * line.quantity,
                    ))
                })),
                None => pieces.extend(
                    self.product_positions
                        .get(&line.product)
                        .map(|at| (*at, line.quantity)),
                ),
            }
        }
        pieces
    }

    /// Whether all lines can be sold now.
    pub(super) fn has_stock(&self, lines: &[LineItem]) -> bool {
        self.pieces(lines)
            .into_iter()
            .all(|(at, quantity)| self.stock[at].has(quantity))
    }

    /// Sets the lines' goods aside.
    pub(super) fn reserve(&mut self, lines: &[LineItem]) {
        for (at, quantity) in self.pieces(lines) {
            self.stock[at].reserve(quantity);
        }
    }

    /// Puts back what an order had set aside and sets the goods of `lines` aside instead. Whether they are there.
    pub(super) fn exchange_reserved(&mut self, position: usize, lines: &[LineItem]) -> bool {
        if self.orders[position].reserved {
            for (at, quantity) in self.pieces(&self.orders[position].order.line_items) {
                self.stock[at].release(quantity, false);
            }
        }
        let in_stock = self.has_stock(lines);
        if in_stock {
            self.reserve(lines);
        }
        self.orders[position].reserved = in_stock;
        in_stock
    }

    /// Frees the goods of orders that left the warehouse or were cancelled since the last look.
    fn settle_stock(&mut self, now: Now) {
        let open = std::mem::take(&mut self.open);
        for position in open {
            let entry = &mut self.orders[position];
            let status = entry.walk.status(now.work);
            if !status.is_shipped() && status != Status::Cancelled {
                self.open.push(position);
                continue;
            }
            if std::mem::take(&mut entry.reserved) {
                for (at, quantity) in self.pieces(&self.orders[position].order.line_items) {
                    self.stock[at].release(quantity, status.is_shipped());
                }
            }
        }
    }

    pub(super) fn list_inventories(
        &mut self,
        request: &Request,
        now: Now,
    ) -> Result<Answer, ApiError> {
        self.store_inbound(now);
        self.settle_stock(now);
        let only = match &request.product {
            Some(ProductOrId::Id(id)) if !id.is_empty() => Some(id.as_str()),
            _ => None,
        };
        let rows: Vec<(usize, usize, Shelf)> = (0..self.products.len())
            .filter(|product| only.is_none_or(|id| self.products[*product].id == id))
            .flat_map(|product| (0..WAREHOUSES.len()).map(move |warehouse| (product, warehouse)))
            .filter_map(|(product, warehouse)| {
                Some((product, warehouse, self.stock[product].shelves[warehouse]?))
            })
            .collect();
        let (range, next_page_token) = page(0..rows.len(), request)?;
        let inventories = rows[range]
            .iter()
            .map(|(product, warehouse, shelf)| Inventory {
                product: self.products[*product].id.clone(),
                warehouse: WAREHOUSES[*warehouse].into(),
                available: shelf.available(),
                in_warehouse: shelf.in_warehouse,
                reserved: shelf.reserved,
            })
            .collect();
        Ok(Answer {
            inventories,
            next_page_token,
            ..Answer::default()
        })
    }
}
