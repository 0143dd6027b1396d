//! `GET /control/invoice.csv`: the monthly invoice as the merchant app gives it.

use crate::shared::Shared;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;
use std::fmt::Write;

/// Service, description, price in cents.
const SERVICES: [(&str, &str, u32); 6] = [
    ("Conversion pack", "Delivery promise", 20),
    ("Logistics - Packaging", "Vinyl mailer", 35),
    ("Logistics - Preparation", "First unit", 210),
    ("Shipping - Transport", "Colissimo", 640),
    ("Shipping - Fuel Surcharge", "Colissimo 12.5%", 79),
    // For information: a price of nothing.
    ("Delivery experience pack", "Included", 0),
];

/// How long it is, and whose.
#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Asked {
    lines: usize,
    merchant: String,
}

impl Default for Asked {
    fn default() -> Self {
        Self {
            lines: 1_000,
            merchant: "MUSI".into(),
        }
    }
}

/// A line a service of each order, the latest orders again and again, and the storage at the end.
pub async fn download(
    State(shared): State<Shared>,
    Query(asked): Query<Asked>,
) -> impl IntoResponse {
    let orders = shared.lock().latest_orders(&asked.merchant, 2_000);
    let mut csv = String::from(
        "\u{feff}ID,Service,Description,Quantity,UnitPrice,Price,Currency,Billing country\n",
    );
    let services = orders
        .iter()
        .flat_map(|order| SERVICES.iter().map(move |service| (order, service)));
    let lines = services.cycle().take(asked.lines.saturating_sub(1));
    for (order, (service, description, cents)) in lines {
        let price = format!("{}.{:02}", cents / 100, cents % 100);
        let country = order
            .shipping_address
            .as_ref()
            .map_or("", |address| &address.country);
        // Writing into a string does not fail.
        let _ = writeln!(
            csv,
            "{},{service},{description},1,{price},{price},EUR,{country}",
            order.id
        );
    }
    csv.push_str(",Storage,Pallet month,4,12.00,48.00,EUR,FR\n");
    ([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], csv)
}
