//! Orders, by query and by webhook.

mod convert;
mod rest;
mod wire;

pub use rest::order_of as of_payload;

use crate::pull::Source;
use crate::settings::Settings;
use comptoir_plugin_sdk::commerce::Order;
use comptoir_plugin_sdk::{Connector, Result};

/// The orders of a shop.
#[derive(Debug)]
pub struct Orders {
    settings: Settings,
}

impl Orders {
    /// Of the shop that the connection is about.
    pub fn of(connector: &Connector) -> Result<Self> {
        Ok(Self {
            settings: Settings::of(connector)?,
        })
    }
}

/// What is read of an order beside its lines.
macro_rules! fields {
    () => {
        "id name createdAt processedAt updatedAt cancelledAt test email phone note tags sourceName customerLocale
        currencyCode taxesIncluded displayFinancialStatus displayFulfillmentStatus returnStatus
        totalPriceSet { shopMoney { amount } } totalShippingPriceSet { shopMoney { amount } }
        shippingLine { title code taxLines { priceSet { shopMoney { amount } } } }
        shippingAddress { firstName lastName company address1 address2 zip city provinceCode countryCodeV2 phone }
        billingAddress { firstName lastName company address1 address2 zip city provinceCode countryCodeV2 phone }
        fulfillments { status displayStatus trackingInfo { company number url } }"
    };
}

/// What is read of a line.
macro_rules! line {
    () => {
        "id sku quantity originalUnitPriceSet { shopMoney { amount } }
        discountAllocations { allocatedAmountSet { shopMoney { amount } } }
        taxLines { priceSet { shopMoney { amount } } }"
    };
}

impl Source for Orders {
    type Item = Order;
    const NAME: &'static str = "orders";
    const FIRST: u32 = 13;
    const CHANGED: &'static str = concat!(
        "query Orders($first: Int!, $after: String, $query: String!) {
        page: orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
        pageInfo { hasNextPage endCursor } edges { cursor node { ",
        fields!(),
        " lineItems(first: 5) { pageInfo { hasNextPage endCursor } nodes { ",
        line!(),
        " } } } } } }"
    );
    const REST: &'static str = concat!(
        "query Lines($id: ID!, $after: String) { owner: order(id: $id) { part: lineItems(first: 30, after: $after) {
        pageInfo { hasNextPage endCursor } nodes { ",
        line!(),
        " } } } }"
    );
    const WHOLE: bool = false;

    fn bulk(&self) -> String {
        let since = self
            .settings
            .since
            .map(|day| format!("created_at:>='{day}T00:00:00Z'"));
        let query = since.unwrap_or_default();
        format!(
            "{{ page: orders(query: \"{query}\") {{ edges {{ node {{ {}
            lineItems {{ edges {{ node {{ {} }} }} }} }} }} }} }}",
            fields!(),
            line!()
        )
    }

    fn convert(&self, root: &str, children: &[String]) -> Result<Option<Order>, String> {
        let mut order: wire::Order =
            serde_json::from_str(root).map_err(|error| error.to_string())?;
        for child in children {
            let line =
                serde_json::from_str(child).map_err(|error| format!("lineItems: {error}"))?;
            order.line_items.nodes.push(line);
        }
        convert::order_of(order, &self.settings).map(Some)
    }
}
