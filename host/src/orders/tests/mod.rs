//! Through HTTP, in the order of the routes.

mod corrections;
mod detail;
mod list;
pub mod manual;
mod model;
mod page;
mod sale;
mod sync;
mod work;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use futures::future::BoxFuture;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::model::{Amounts, Totals};
use super::{Address, Contact, OrderSource, OrderStatus};
use crate::testing::noon;
use crate::testing::{Rows, Tenant};

/// An order of the store.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(async move {
        let order = tenant
            .insert(
                "insert into orders (id, store_id, reference, status, as_of, currency, subtotal, tax, discount,
                    shipping_price, total, item_count, submitted_at)
                 values ($1, $2, 'R-1', 'PENDING', now(), 'EUR', 0, 0, 0, 0, 0, 0, now())",
            )
            .await;
        vec![("/order/{id}", order)]
    })
}

/// An order to be there; tests change what they are about.
#[derive(Debug, Clone)]
pub struct New {
    store: Uuid,
    reference: &'static str,
    customer: &'static str,
    tracking_number: &'static str,
    source: OrderSource,
    status: OrderStatus,
    submitted_at: DateTime<Utc>,
    unit_price: Decimal,
}

impl New {
    pub fn of(store: Uuid, reference: &'static str) -> Self {
        Self {
            store,
            reference,
            customer: "Zoé Martin",
            tracking_number: "",
            source: OrderSource::Normal,
            status: OrderStatus::Pending,
            submitted_at: noon(),
            unit_price: Decimal::new(1000, 2),
        }
    }

    /// Two of one article, one of another, shipping.
    pub async fn insert(self, db: &PgPool) -> Uuid {
        let (id, shipping) = (Uuid::now_v7(), Decimal::new(790, 2));
        let line = |quantity, unit_price, discount| Amounts {
            quantity,
            unit_price,
            unit_tax: Decimal::new(2, 0),
            discount,
        };
        let lines = [
            line(2, self.unit_price, Decimal::ONE),
            line(1, Decimal::new(550, 2), Decimal::ZERO),
        ];
        let totals = Totals::of(&lines, shipping, Decimal::ZERO, Decimal::ZERO);
        let address = Address {
            first_name: "Zoé".into(),
            zip: "75011".into(),
            country_code: "FR".into(),
            ..Address::default()
        };
        let contact = Contact {
            name: self.customer.into(),
            email: "zoe@example.test".into(),
            ..Contact::default()
        };
        sqlx::query!(
            "insert into orders (id, store_id, provider, provider_id, reference, source, status, as_of, currency,
                 subtotal, tax, discount, shipping_price, total, item_count, customer_name, country_code,
                 tracking_number, submitted_at, shipping_address, contact, skus)
             values ($1, $2, 'bigblue', 'BB' || $3, $3, $4, $5, $6, 'EUR', $7, $8, $9, $10, $11, $12, $13, 'FR', $14, $6,
                 $15, $16, 'CPSL-000001-0001 CPSL-000002-0001')",
            id,
            self.store,
            self.reference,
            self.source as OrderSource,
            self.status as OrderStatus,
            self.submitted_at,
            totals.subtotal,
            totals.tax,
            totals.discount,
            totals.shipping_price,
            totals.total(),
            totals.item_count,
            self.customer,
            self.tracking_number,
            serde_json::to_value(address).unwrap(),
            serde_json::to_value(contact).unwrap(),
        )
        .execute(db)
        .await
        .unwrap();
        for (position, (sku, line)) in ["CPSL-000001-0001", "CPSL-000002-0001"]
            .into_iter()
            .zip(lines)
            .enumerate()
        {
            sqlx::query!(
                "insert into order_lines (id, order_id, position, sku, name, quantity, unit_price, unit_tax, discount)
                 values ($1, $2, $3, $4, 'T-shirt', $5, $6, $7, $8)",
                Uuid::now_v7(),
                id,
                position as i32,
                sku,
                line.quantity,
                line.unit_price,
                line.unit_tax,
                line.discount,
            )
            .execute(db)
            .await
            .unwrap();
        }
        sqlx::query!(
            "insert into order_shipping_lines (order_id, position, name, price) values ($1, 0, 'Colissimo', $2)",
            id,
            shipping
        )
        .execute(db)
        .await
        .unwrap();
        id
    }
}

/// The list's address for a cursor.
fn path(cursor: Value) -> String {
    format!(
        "/order?cursor={}",
        URL_SAFE_NO_PAD.encode(cursor.to_string())
    )
}

/// The references of a page, in its order.
fn references(rows: &Value) -> Vec<&str> {
    rows.as_array()
        .unwrap()
        .iter()
        .map(|row| row["reference"].as_str().unwrap())
        .collect()
}

fn at(time: &str) -> DateTime<Utc> {
    time.parse().unwrap()
}

fn filtered(field: &str, values: &[&str]) -> String {
    path(json!({ "filters": [{ "field": field, "values": values }] }))
}
