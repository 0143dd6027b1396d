//! The connector to Acme: its orders, whether its keys are good, and a screen.

mod orders;
mod screen;
mod settings;

use comptoir_plugin_sdk::commerce::OrderPage;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{
    Account, Check, Connector, Fulfilment, Host, Request, Result, Router, Routes, register, routes,
};
use serde::Deserialize;

pub use settings::Settings;

/// As the manifest's `[[hosts]]` names it; the operator may send it elsewhere.
const BASE: &str = "https://api.acme.example";

/// The plugin.
#[derive(Clone, Copy, Debug)]
pub struct Plugin;

impl Check for Plugin {
    fn check(&self, host: &impl Host, connector: &Connector) -> Result<Account> {
        #[derive(Deserialize)]
        struct Me {
            name: String,
        }
        let me: Me = host.fetch(Request::get(format!("{BASE}/me")).with_connector(connector))?;
        Ok(Account { name: me.name })
    }
}

// What is left out answers `unsupported`, and the host leaves it be.
impl Fulfilment for Plugin {
    fn orders(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<OrderPage> {
        orders::pull(host, connector, cursor, limit)
    }
}

impl Routes for Plugin {
    fn handle(&self, host: &impl Host, request: &routes::Request) -> Result<routes::Response> {
        Router::new(request)
            .on("GET", "/order", |_| screen::orders(host, request))
            .finish()
    }
}

register!(Plugin: fulfilment, routes);
