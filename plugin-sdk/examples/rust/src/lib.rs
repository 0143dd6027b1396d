//! The connector to Acme: its orders, and whether its keys are good.

mod orders;

use comptoir_plugin_sdk::commerce::OrderPage;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Account, Check, Connector, Fulfilment, Host, Request, Result, register};
use serde::Deserialize;

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

register!(Plugin: fulfilment);
