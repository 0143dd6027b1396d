//! What the provider holds: merchants with their products, stock, orders and inbound shipments.

mod draw;
mod inbound;
mod orders;
mod products;
mod stock;

use crate::catalogue;
use crate::clock::Now;
use crate::error::{ApiError, Code};
use crate::status::{Status, Walk};
use crate::wire::{Answer, Bundle, InboundShipment, Inventory, Order, Product, Request};
use inbound::Inbound;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use stock::Stock;

/// API key and id prefix of each merchant.
pub const MERCHANTS: [(&str, &str); 3] = [
    ("demo-key-musi", "MUSI"),
    ("demo-key-nova", "NOVA"),
    ("demo-key-lune", "LUNE"),
];

/// The months of history that the orders are spread over, in seconds.
const HISTORY: i64 = 548 * 24 * 3_600;

/// Everything, seeded: the same seed, clock and calls give the same answers.
#[derive(Debug)]
pub struct World {
    rng: StdRng,
    merchants: Vec<Merchant>,
    /// Work seconds between two new orders, on average.
    arrival_gap: f64,
    next_arrival: i64,
}

#[derive(Debug)]
struct Merchant {
    prefix: &'static str,
    products: Vec<Product>,
    product_positions: HashMap<String, usize>,
    bundles: Vec<Bundle>,
    /// A row a product, in the order of `products`.
    stock: Vec<Stock>,
    /// Oldest first and only ever added to, so that a position is a stable page token and a time is found by bisection.
    orders: Vec<Entry>,
    order_positions: HashMap<String, usize>,
    /// Positions of orders that may hold reserved stock.
    open: Vec<usize>,
    inbound: Vec<Inbound>,
}

#[derive(Debug)]
struct Entry {
    /// Without what changes with time: status and tracking.
    order: Order,
    submitted: i64,
    walk: Walk,
    parcel: Option<Parcel>,
    /// Whether its goods are set aside in the warehouse.
    reserved: bool,
}

#[derive(Debug)]
struct Parcel {
    carrier_service: &'static str,
    /// Empty for a carrier without one.
    number: String,
    /// Whether the order itself names the tracking address; ListTrackings always does.
    url_in_order: bool,
}

/// All that a merchant has here.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Holdings {
    /// As they were made.
    pub products: Vec<Product>,
    /// As they were made.
    pub bundles: Vec<Bundle>,
    /// A row a product and warehouse.
    pub inventories: Vec<Inventory>,
    /// Oldest first.
    pub orders: Vec<Order>,
    /// Oldest first.
    pub inbound_shipments: Vec<InboundShipment>,
}

impl World {
    /// A history of `orders` orders that ends now, and new ones at the same pace from then on.
    pub fn new(seed: u64, orders: usize, now: Now) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let merchants = MERCHANTS
            .iter()
            .zip(catalogue::ARTISTS)
            .map(|((_, prefix), artists)| {
                let products = catalogue::products(&mut rng, prefix, artists);
                Merchant::new(&mut rng, prefix, products, now)
            })
            .collect();
        let arrival_gap = HISTORY as f64 / orders.max(1) as f64;
        let mut world = Self {
            rng,
            merchants,
            arrival_gap,
            next_arrival: now.work,
        };
        let mut times: Vec<i64> = (0..orders).map(|_| world.past(now.work)).collect();
        times.sort_unstable();
        for time in times {
            world.arrive(time, now);
        }
        world.plan_arrival();
        world
    }

    /// A moment of the history; the shop grew, so recent ones are likelier.
    fn past(&mut self, now: i64) -> i64 {
        let age: f64 = self.rng.random::<f64>().powf(1.3);
        now - (age * HISTORY as f64) as i64
    }

    fn plan_arrival(&mut self) {
        let gap = -self.arrival_gap * (1.0 - self.rng.random::<f64>()).ln();
        self.next_arrival += gap as i64 + 1;
    }

    /// One more order of some merchant, submitted at `work`.
    fn arrive(&mut self, work: i64, now: Now) {
        let merchant = [0, 0, 0, 0, 0, 1, 1, 1, 2, 2][self.rng.random_range(0..10)];
        self.merchants[merchant].receive(&mut self.rng, work, now);
    }

    /// Lets everything happen that was due by now.
    pub fn settle(&mut self, now: Now) {
        while self.next_arrival <= now.work {
            self.arrive(self.next_arrival, now);
            self.plan_arrival();
        }
    }

    /// `count` orders come in at this moment.
    pub fn add_orders(&mut self, count: usize, now: Now) {
        self.settle(now);
        (0..count).for_each(|_| self.arrive(now.work, now));
    }

    /// Answers one call of the merchant with that number.
    pub fn call(
        &mut self,
        merchant: usize,
        method: &str,
        request: Request,
        now: Now,
    ) -> Result<Answer, ApiError> {
        self.settle(now);
        let merchant = &mut self.merchants[merchant];
        match method {
            "ListProducts" => merchant.list_products(&request),
            "GetProduct" => merchant.get_product(&request.id),
            "CreateProduct" => merchant.create_product(request),
            "UpdateProduct" => merchant.update_product(request),
            "CreateBundle" => merchant.create_bundle(request),
            "UpdateBundle" => merchant.update_bundle(request),
            "ListBundles" => merchant.list_bundles(&request),
            "GetBundle" => merchant.get_bundle(&request.id),
            "ListInventories" => merchant.list_inventories(&request, now),
            "CreateOrder" => merchant.create_order(&mut self.rng, request, now),
            "GetOrder" => merchant.get_order(&request.id, now),
            "UpdateOrder" => merchant.update_order(&mut self.rng, request, now),
            "CancelOrder" => merchant.cancel_order(&request.order_id, now),
            "ListOrders" => merchant.list_orders(&request, now),
            "ListTrackings" => merchant.list_trackings(&request.order_id, now),
            "CreateInboundShipment" => merchant.create_inbound(request, now),
            "GetInboundShipment" => merchant.get_inbound(&request.id, now),
            "ListInboundShipments" => merchant.list_inbound(&request, now),
            _ => Err(ApiError::new(
                Code::BadRoute,
                format!("no handler for method {method}"),
            )),
        }
    }

    /// An order is in that status from now on, until somebody changes it. Whether there is one.
    pub fn stop(&mut self, id: &str, status: Status, now: Now) -> bool {
        self.settle(now);
        let mut merchants = self.merchants.iter_mut();
        let found = merchants.find_map(|merchant| {
            let position = *merchant.order_positions.get(id)?;
            merchant.orders.get_mut(position)
        });
        found
            .map(|entry| entry.walk.stop(status, now.work))
            .is_some()
    }

    /// Answers a merchant's UpdateOrder, and loses what was changed.
    pub fn lose_update(
        &mut self,
        merchant: usize,
        request: Request,
        now: Now,
    ) -> Result<Answer, ApiError> {
        self.settle(now);
        self.merchants[merchant].lose_update(&mut self.rng, request, now)
    }

    /// The latest orders of a merchant (by its prefix) as they are now, at most `most`, oldest first.
    pub fn latest_orders(&mut self, prefix: &str, most: usize, now: Now) -> Vec<Order> {
        self.settle(now);
        let merchant = self.merchants.iter().find(|known| known.prefix == prefix);
        merchant.map_or_else(Vec::new, |merchant| merchant.latest(most, now))
    }

    /// The stock of a merchant (by its prefix), a row a product and warehouse, at most 500.
    pub fn stock_rows(&mut self, prefix: &str, now: Now) -> Vec<Inventory> {
        let request = Request {
            page_size: 500,
            ..Request::default()
        };
        let merchant = self
            .merchants
            .iter_mut()
            .find(|known| known.prefix == prefix);
        let answer = merchant.map(|merchant| merchant.list_inventories(&request, now));
        answer.and_then(Result::ok).unwrap_or_default().inventories
    }

    /// All that a merchant (by its prefix) has here, as it is now.
    pub fn holdings(&mut self, prefix: &str, now: Now) -> Option<Holdings> {
        self.settle(now);
        let merchant = self
            .merchants
            .iter_mut()
            .find(|known| known.prefix == prefix)?;
        let inventories = all(|page| {
            let answer = merchant.list_inventories(page, now)?;
            Ok((answer.inventories, answer.next_page_token))
        });
        let inbound_shipments = all(|page| {
            let answer = merchant.list_inbound(page, now)?;
            Ok((answer.inbound_shipments, answer.next_page_token))
        });
        Some(Holdings {
            products: merchant.products.clone(),
            bundles: merchant.bundles.clone(),
            orders: merchant.latest(usize::MAX, now),
            inventories,
            inbound_shipments,
        })
    }

    /// How many orders each merchant (by its prefix) has.
    pub fn orders_by_merchant(&self) -> BTreeMap<&'static str, usize> {
        self.merchants
            .iter()
            .map(|merchant| (merchant.prefix, merchant.orders.len()))
            .collect()
    }

    /// How many orders are in each status now; all thirteen are named.
    pub fn orders_by_status(&self, now: Now) -> BTreeMap<Status, usize> {
        let mut counts: BTreeMap<_, _> = Status::ALL.iter().map(|status| (*status, 0)).collect();
        for entry in self.merchants.iter().flat_map(|merchant| &merchant.orders) {
            *counts.entry(entry.walk.status(now.work)).or_default() += 1;
        }
        counts
    }
}

impl Merchant {
    fn new(rng: &mut StdRng, prefix: &'static str, products: Vec<Product>, now: Now) -> Self {
        let product_positions = products
            .iter()
            .enumerate()
            .map(|(at, product)| (product.id.clone(), at))
            .collect();
        let stock = products.iter().map(|_| Stock::draw(rng)).collect();
        Self {
            prefix,
            product_positions,
            bundles: products::bundles(prefix, &products),
            inbound: inbound::seed(prefix, &products, now),
            stock,
            products,
            orders: Vec::new(),
            order_positions: HashMap::new(),
            open: Vec::new(),
        }
    }
}

/// The rows of a page out of `all` rows, and the token of the next page (empty at the end). Tokens are positions,
/// opaque to callers. `page_size`: 100 when 0, at most 500.
fn page(all: Range<usize>, request: &Request) -> Result<(Range<usize>, String), ApiError> {
    let size = if request.page_size == 0 {
        100
    } else {
        request.page_size.min(500) as usize
    };
    let start = match request.page_token.as_str() {
        "" => all.start,
        token => usize::from_str_radix(token, 16)
            .map_err(|_| ApiError::new(Code::InvalidArgument, "page_token is not one of ours"))?
            .clamp(all.start, all.end),
    };
    let end = (start + size).min(all.end);
    let next = if end < all.end {
        format!("{end:08x}")
    } else {
        String::new()
    };
    Ok((start..end, next))
}

/// The rows of all pages.
fn all<T>(mut list: impl FnMut(&Request) -> Result<(Vec<T>, String), ApiError>) -> Vec<T> {
    let mut request = Request {
        page_size: 500,
        ..Request::default()
    };
    let mut rows = Vec::new();
    // A page of nothing but defaults is never refused.
    while let Ok((page, next)) = list(&request) {
        rows.extend(page);
        request.page_token = next;
        if request.page_token.is_empty() {
            break;
        }
    }
    rows
}

fn missing(field: &str) -> ApiError {
    ApiError::new(Code::InvalidArgument, format!("{field} is required"))
}

fn invalid(field: &str, why: &str) -> ApiError {
    ApiError::new(Code::InvalidArgument, format!("{field} {why}"))
}
