//! Orders as consumers place them.

use super::orders::total;
use super::{Entry, Merchant, Parcel};
use crate::catalogue::price_cents;
use crate::clock::Now;
use crate::people::{self, Country, pick};
use crate::status::{Status, Walk};
use crate::time;
use crate::wire::{Address, LineItem, Order};
use rand::RngExt;
use rand::rngs::StdRng;

const CARRIERS: [&str; 4] = [
    "colissimo-home",
    "mondialrelay-relaisl",
    "chronopost-express",
    "dhl-parcel",
];

impl Merchant {
    /// A consumer orders something at `work` seconds.
    pub(super) fn receive(&mut self, rng: &mut StdRng, work: i64, now: Now) {
        let country = people::country(rng);
        let address = people::address(rng, country);
        let from_shop = rng.random_bool(0.85);
        let number = 1_000 + self.orders.len();
        let pickup = country.code == "FR" && rng.random_bool(0.2);
        let line_items = self.draw_lines(rng, country);
        let mut order = Order {
            external_id: if from_shop {
                format!("#{number}")
            } else {
                format!("portal-{number}")
            },
            store: if from_shop { "shopify" } else { "api" }.into(),
            language: country.language.into(),
            currency: country.currency.into(),
            line_items,
            shipping_price: money(if pickup { 390 } else { 590 }, country),
            shipping_tax: money(
                if pickup { 390 } else { 590 } * country.vat_percent / 100,
                country,
            ),
            additional_tax: "0".into(),
            additional_discount: if rng.random_bool(0.03) {
                money(200, country)
            } else {
                "0".into()
            },
            shipping_method: if pickup { "pickup" } else { "standard" }.into(),
            pickup_point: pickup.then(|| people::pickup_point(rng, &address)),
            billing_address: rng.random_bool(0.25).then(|| Address {
                line2: String::new(),
                ..address.clone()
            }),
            shipping_address: Some(address),
            ..Order::default()
        };
        order.total = total(&order).unwrap_or_default();
        self.place(rng, order, work, now);
    }

    /// Takes an order in: gives it its id and its life, and sets its goods aside.
    pub(super) fn place(
        &mut self,
        rng: &mut StdRng,
        mut order: Order,
        work: i64,
        now: Now,
    ) -> usize {
        let position = self.orders.len();
        // Scattered, and unique below 10^8 because 7,919 has no factor in common with it.
        order.id = format!(
            "{}X{:08}",
            self.prefix,
            (position * 7_919 + 1_234_567) % 100_000_000
        );
        let last = self.orders.last().map_or(i64::MIN, |entry| entry.submitted);
        let submitted = now.calendar_of(work).max(last);
        order.submit_time = time::text(submitted);
        let in_stock = self.has_stock(&order.line_items);
        let walk = Walk::draw(rng, work, in_stock);
        let status = walk.status(now.work);
        let open = !status.is_shipped() && status != Status::Cancelled;
        if open {
            self.open.push(position);
            if in_stock {
                self.reserve(&order.line_items);
            }
        }
        let parcel = walk.ships().then(|| draw_parcel(rng));
        self.order_positions.insert(order.id.clone(), position);
        self.orders.push(Entry {
            order,
            submitted,
            walk,
            parcel,
            reserved: open && in_stock,
        });
        position
    }

    /// One to four lines; some products are far more popular than others.
    fn draw_lines(&self, rng: &mut StdRng, country: &Country) -> Vec<LineItem> {
        let count = pick(rng, &[1, 1, 1, 1, 1, 2, 2, 2, 3, 4]);
        let mut lines: Vec<LineItem> = Vec::with_capacity(count);
        for _ in 0..count {
            let popular: f64 = rng.random::<f64>().powi(2);
            let product = &self.products[(popular * self.products.len() as f64) as usize];
            if lines.iter().any(|line| line.product == product.id) {
                continue;
            }
            let cents = price_cents(product);
            lines.push(LineItem {
                product: product.id.clone(),
                quantity: pick(rng, &[1, 1, 1, 1, 1, 1, 1, 2, 2, 3]),
                unit_price: money(cents, country),
                unit_tax: money(cents * country.vat_percent / 100, country),
                discount: if rng.random_bool(0.08) {
                    money(cents / 10, country)
                } else {
                    "0".into()
                },
            });
        }
        lines
    }
}

pub(super) fn draw_parcel(rng: &mut StdRng) -> Parcel {
    let has_number = rng.random_bool(0.95);
    Parcel {
        carrier_service: pick(rng, &CARRIERS),
        number: if has_number {
            format!("8R{:011}", rng.random_range(0..100_000_000_000_u64))
        } else {
            String::new()
        },
        url_in_order: rng.random_bool(0.85),
    }
}

/// Euro cents as an amount of the country's currency, `0` for nothing; a yen has no cents.
fn money(cents: i64, country: &Country) -> String {
    match (cents, country.currency) {
        (0, _) => "0".into(),
        (cents, "JPY") => (cents * 8 / 5).to_string(),
        (cents, _) => crate::catalogue::amount(cents),
    }
}
