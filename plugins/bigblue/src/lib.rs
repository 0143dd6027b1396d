//! The connector to Bigblue, a company that stores and ships for merchants: orders, their states, products and stock
//! by its Store API, and the calls of the plugin's own product screen.
//!
//! What the provider promises and what is assumed of it stands in the plugin's README. The plugin keeps nothing but a
//! one-minute memory of the catalogue for its screen; the host keeps cursors, rows and the API key.

mod account;
mod api;
mod goods;
mod listing;
mod orders;
mod screen;
mod settings;
mod states;
mod wire;

use comptoir_plugin_sdk::commerce::{InventoryPage, OrderPage, OrderState, ProductPage};
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::{
    Account, Check, Connector, Fulfilment, Host, Result, Router, Routes, register,
};

/// The plugin.
#[derive(Clone, Copy, Debug)]
pub struct Bigblue;

impl Check for Bigblue {
    fn check(&self, host: &impl Host, connector: &Connector) -> Result<Account> {
        account::check(host, connector)
    }
}

impl Fulfilment for Bigblue {
    fn orders(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<OrderPage> {
        orders::pull(host, connector, cursor, limit)
    }

    fn order_states(
        &self,
        host: &impl Host,
        connector: &Connector,
        ids: &[String],
    ) -> Result<Vec<OrderState>> {
        states::of(host, connector, ids)
    }

    fn products(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<ProductPage> {
        goods::products(host, connector, cursor, limit)
    }

    fn inventories(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<InventoryPage> {
        goods::inventories(host, connector, cursor, limit)
    }
}

impl Routes for Bigblue {
    fn handle(&self, host: &impl Host, request: &Request) -> Result<Response> {
        Router::new(request)
            .on("GET", "/product", |_| screen::list(host, request))
            .on("GET", "/product/{sku}", |params| {
                screen::detail(host, request, params.get("sku"))
            })
            .finish()
    }
}

register!(Bigblue: fulfilment, routes);
