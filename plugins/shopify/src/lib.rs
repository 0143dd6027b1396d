//! The connector to Shopify, where merchants sell: orders, products and stock by the Admin API (GraphQL), webhooks,
//! product export, shipping rates, markets, sales reports, and the calls of the plugin's own screens.
//!
//! What the provider promises and what is assumed of it stands in the plugin's README. The plugin keeps nothing but a
//! memory of the last pulls and events for its screen, and of where a reading goes on; the host keeps cursors, rows, tokens and secrets.

mod account;
mod api;
mod bulk;
mod export;
mod markets;
mod memory;
mod orders;
mod products;
mod pull;
mod rates;
mod report;
mod screen;
mod settings;
mod stock;
mod webhooks;

use comptoir_plugin_sdk::commerce::{
    Changes, InventoryPage, OrderPage, Outcome, Product, ProductPage,
};
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::shop::{ExportMode, Market, SalesMonth, ShopZone, Zone};
use comptoir_plugin_sdk::webhooks::{Event, Subscription};
use comptoir_plugin_sdk::{
    Account, Check, Connector, Host, Result, Router, Routes, Shop, Webhooks, register,
};

/// The plugin.
#[derive(Clone, Copy, Debug)]
pub struct Shopify;

impl Check for Shopify {
    fn check(&self, host: &impl Host, connector: &Connector) -> Result<Account> {
        account::check(host, connector)
    }
}

impl Shop for Shopify {
    fn orders(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<OrderPage> {
        let page = pull::page(
            &orders::Orders::of(connector)?,
            host,
            connector,
            cursor,
            limit,
        )?;
        Ok(OrderPage {
            items: page.items,
            rejected: page.rejected,
            cursor: page.cursor,
            more: page.more,
            total: None,
        })
    }

    fn products(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<ProductPage> {
        let page = pull::page(
            &products::Products::of(connector)?,
            host,
            connector,
            cursor,
            limit,
        )?;
        Ok(ProductPage {
            items: page.items,
            gone: Vec::new(),
            rejected: page.rejected,
            cursor: page.cursor,
            more: page.more,
            whole: page.whole,
        })
    }

    fn inventories(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<InventoryPage> {
        let page = pull::page(
            &stock::Stock::of(connector)?,
            host,
            connector,
            cursor,
            limit,
        )?;
        Ok(InventoryPage {
            items: page.items,
            rejected: page.rejected,
            cursor: page.cursor,
            more: page.more,
            whole: page.whole,
        })
    }

    fn export_products(
        &self,
        host: &impl Host,
        connector: &Connector,
        products: &[Product],
        mode: ExportMode,
    ) -> Result<Vec<Outcome>> {
        export::export(host, connector, products, mode)
    }

    fn markets(&self, host: &impl Host, connector: &Connector) -> Result<Vec<Market>> {
        markets::list(host, connector)
    }

    fn rates(&self, host: &impl Host, connector: &Connector) -> Result<Vec<ShopZone>> {
        let zones = rates::all(host, connector)?;
        Ok(zones.iter().map(rates::CurrentZone::zone).collect())
    }

    fn set_rates(&self, host: &impl Host, connector: &Connector, zones: &[Zone]) -> Result<()> {
        rates::set(host, connector, zones)
    }

    fn clear_rates(&self, host: &impl Host, connector: &Connector) -> Result<()> {
        rates::clear(host, connector)
    }

    fn set_markets(
        &self,
        host: &impl Host,
        connector: &Connector,
        countries: &[String],
    ) -> Result<Vec<Market>> {
        markets::set(host, connector, countries)
    }

    fn sales_report(
        &self,
        host: &impl Host,
        connector: &Connector,
        first: &str,
        last: &str,
    ) -> Result<Vec<SalesMonth>> {
        report::ask(host, connector, first, last)
    }

    fn read_sales_report(
        &self,
        host: &impl Host,
        file: &str,
        currency: &str,
    ) -> Result<Vec<SalesMonth>> {
        report::read(host, file, currency)
    }
}

impl Webhooks for Shopify {
    fn register(
        &self,
        host: &impl Host,
        connector: &Connector,
        address: &str,
    ) -> Result<Vec<Subscription>> {
        webhooks::register(host, connector, address)
    }

    fn purge(&self, host: &impl Host, connector: &Connector, address: &str) -> Result<u32> {
        webhooks::purge(host, connector, address)
    }

    fn handle(&self, host: &impl Host, connector: &Connector, event: &Event) -> Result<Changes> {
        webhooks::handle(host, connector, event)
    }
}

impl Routes for Shopify {
    fn handle(&self, host: &impl Host, request: &Request) -> Result<Response> {
        Router::new(request)
            .on("GET", "/integration", |_| screen::list(host, request))
            .on("GET", "/integration/{connector}/webhook", |params| {
                screen::webhooks(host, request, params.get("connector"))
            })
            .on("GET", "/integration/{connector}/market", |params| {
                screen::markets(host, request, params.get("connector"))
            })
            .on("GET", "/shipping-fee/{connector}", |params| {
                screen::zones(host, request, params.get("connector"))
            })
            .on("GET", "/shipping-fee/{connector}/rate", |params| {
                screen::rates(host, request, params.get("connector"))
            })
            .finish()
    }
}

register!(Shopify: shop, webhooks, routes);
