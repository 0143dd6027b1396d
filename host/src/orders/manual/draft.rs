//! A manual order as its provider is handed it.

use comptoir_sandbox::commerce::OrderLine;
use comptoir_sandbox::fulfilment::OrderDraft;
use comptoir_sandbox::types::{self, Money};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::http::error::Result;
use crate::orders::Address;
use crate::providers::sync::intake::money;

/// The order for the provider, but for the try that it is. `None`: it is there already, was cancelled, or deleted.
pub async fn find(db: &mut PgConnection, order: Uuid) -> Result<Option<OrderDraft>> {
    let row = sqlx::query!(
        r#"select o.reference, o.language, o.currency, m.carrier_code, o.shipping_address as "address: Json<Address>"
           from orders o join manual_orders m on m.order_id = o.id where o.id = $1 and o.provider_id is null
               and o.status <> 'CANCELLED'"#,
        order,
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let lines = sqlx::query!(
        "select sku, quantity, unit_price, discount from order_lines where order_id = $1 order by position",
        order,
    )
    .fetch_all(db)
    .await?;
    let currency = row.currency;
    let to_money = |amount: Decimal| {
        money(amount, &currency).ok_or_else(|| anyhow::anyhow!("{amount} is too large"))
    };
    let nothing = Money {
        minor: 0,
        currency: currency.clone(),
    };
    let lines = lines.into_iter().map(|line| {
        anyhow::Ok(OrderLine {
            sku: line.sku,
            quantity: u32::try_from(line.quantity)?,
            unit_price: to_money(line.unit_price)?,
            unit_tax: nothing.clone(),
            discount: to_money(line.discount)?,
        })
    });
    Ok(Some(OrderDraft {
        key: order.to_string(),
        reference: row.reference,
        attempt: 1,
        first_tried_at: String::new(),
        language: row.language,
        lines: lines.collect::<anyhow::Result<_>>()?,
        shipping_method: row.carrier_code,
        shipping_price: nothing.clone(),
        shipping_tax: nothing,
        shipping_address: address(row.address.0),
        billing_address: None,
        extra: Vec::new(),
        currency,
    }))
}

/// An address as plugins are told it.
pub fn address(kept: Address) -> types::Address {
    types::Address {
        first_name: kept.first_name,
        last_name: kept.last_name,
        company: kept.company,
        line1: kept.address1,
        line2: kept.address2,
        city: kept.city,
        zip: kept.zip,
        state: kept.state,
        country: kept.country_code,
        phone: kept.phone,
        email: kept.email,
    }
}
