//! `wit/shop.wit`: a platform that consumers buy at.

use std::sync::Arc;

use super::{call, check_outcomes, check_push, page};
pub use crate::bindings::exports::comptoir::plugin::shop::{
    ExportMode, Market, Rate, SalesMonth, ShopRate, ShopZone, Zone,
};
use crate::call::Call;
use crate::commerce::{InventoryPage, OrderPage, Outcome, Product, ProductPage};
use crate::error::CallError;
use crate::plugin::Plugin;

page! {
    /// The shop's orders new or changed since the cursor.
    shop_orders, shop.call_orders, OrderPage
}
page! {
    /// The shop's products after the cursor.
    shop_products, shop.call_products, ProductPage
}
page! {
    /// What the shop believes to have in stock.
    shop_inventories, shop.call_inventories, InventoryPage
}

impl Plugin {
    /// Creates or changes at most [`super::PUSH_ITEMS`] products at the shop, by their SKUs.
    pub async fn export_products(
        self: &Arc<Self>,
        call: Call,
        products: Vec<Product>,
        mode: ExportMode,
    ) -> Result<Vec<Outcome>, CallError> {
        let count = products.len();
        check_push(count)?;
        let outcomes = call!(
            self,
            call,
            shop.call_export_products(connector, &products, mode)
        )?;
        check_outcomes(count, outcomes)
    }

    /// Where the shop sells.
    pub async fn markets(self: &Arc<Self>, call: Call) -> Result<Vec<Market>, CallError> {
        call!(self, call, shop.call_markets(connector))
    }

    /// The rates that the shop has now, its own and ours.
    pub async fn rates(self: &Arc<Self>, call: Call) -> Result<Vec<ShopZone>, CallError> {
        call!(self, call, shop.call_rates(connector))
    }

    /// Replaces the rates that an earlier call set.
    pub async fn set_rates(
        self: &Arc<Self>,
        call: Call,
        zones: Vec<Zone>,
    ) -> Result<(), CallError> {
        call!(self, call, shop.call_set_rates(connector, &zones))
    }

    /// Takes away the rates that earlier calls set.
    pub async fn clear_rates(self: &Arc<Self>, call: Call) -> Result<(), CallError> {
        call!(self, call, shop.call_clear_rates(connector))
    }

    /// Lets the shop sell to exactly these countries; the markets afterwards.
    pub async fn set_markets(
        self: &Arc<Self>,
        call: Call,
        countries: Vec<String>,
    ) -> Result<Vec<Market>, CallError> {
        call!(self, call, shop.call_set_markets(connector, &countries))
    }

    /// Sales of the months `first` to `last` (`2026-10`), both included.
    pub async fn sales_report(
        self: &Arc<Self>,
        call: Call,
        first: String,
        last: String,
    ) -> Result<Vec<SalesMonth>, CallError> {
        call!(self, call, shop.call_sales_report(connector, &first, &last))
    }

    /// The same out of an exported file among the call's files.
    pub async fn read_sales_report(
        self: &Arc<Self>,
        call: Call,
        file: String,
        currency: String,
    ) -> Result<Vec<SalesMonth>, CallError> {
        call!(self, call, shop.call_read_sales_report(&file, &currency))
    }
}
