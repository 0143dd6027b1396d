//! The connector to Cubyn, a company that stores and ships for merchants: parcels as orders, stock, deliveries and its
//! invoice files.
//!
//! What the provider promises and what is assumed of it stands in the plugin's README; whether its service still runs is
//! doubtful. The plugin keeps nothing: the host keeps cursors, rows and the application key.

mod account;
mod api;
mod goods;
mod hooks;
mod inbound;
mod listing;
mod parcels;
mod screen;
mod settings;
mod wire;

use comptoir_plugin_sdk::actions::Acted;
use comptoir_plugin_sdk::commerce::{
    Changes, InboundPage, InventoryPage, OrderPage, OrderState, Outcome, ProductPage,
};
use comptoir_plugin_sdk::fulfilment::{InvoiceSummary, OrderDraft, Parcel};
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::webhooks::{Event, Subscription};
use comptoir_plugin_sdk::{
    Account, Actions, Check, Connector, Error, Fulfilment, Host, InvoiceFile, Result, Router,
    Routes, Webhooks, register,
};

/// The plugin.
#[derive(Clone, Copy, Debug)]
pub struct Cubyn;

impl Check for Cubyn {
    fn check(&self, host: &impl Host, connector: &Connector) -> Result<Account> {
        account::check(host, connector)
    }
}

impl Fulfilment for Cubyn {
    fn orders(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<OrderPage> {
        parcels::pull(host, connector, cursor, limit)
    }

    fn order_states(
        &self,
        host: &impl Host,
        connector: &Connector,
        ids: &[String],
    ) -> Result<Vec<OrderState>> {
        parcels::states(host, connector, ids)
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

    fn inbound_shipments(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<InboundPage> {
        inbound::page(host, connector, cursor, limit)
    }

    fn push_orders(
        &self,
        host: &impl Host,
        connector: &Connector,
        drafts: &[OrderDraft],
    ) -> Result<Vec<Outcome>> {
        parcels::push(host, connector, drafts)
    }

    fn cancel_order(
        &self,
        host: &impl Host,
        connector: &Connector,
        id: &str,
    ) -> Result<OrderState> {
        parcels::cancel(host, connector, id)
    }

    fn trackings(
        &self,
        host: &impl Host,
        connector: &Connector,
        order: &str,
    ) -> Result<Vec<Parcel>> {
        parcels::trackings(host, connector, order)
    }

    fn read_invoice(&self, host: &impl Host, file: &str) -> Result<InvoiceSummary> {
        InvoiceFile::default().read(host, file)
    }
}

impl Webhooks for Cubyn {
    fn register(&self, _: &impl Host, _: &Connector, _: &str) -> Result<Vec<Subscription>> {
        Err(Error::unsupported(
            "setting up notifications: enter the address in the settings of Cubyn's app",
        ))
    }

    fn purge(&self, _: &impl Host, _: &Connector, _: &str) -> Result<u32> {
        Err(Error::unsupported(
            "ending notifications: remove the address from the settings of Cubyn's app",
        ))
    }

    fn handle(&self, host: &impl Host, connector: &Connector, event: &Event) -> Result<Changes> {
        hooks::handle(host, connector, event)
    }
}

impl Actions for Cubyn {
    fn act(
        &self,
        host: &impl Host,
        connector: &Connector,
        action: &str,
        ids: &[String],
    ) -> Result<Acted> {
        match action {
            "cancel" => Acted::each(ids, |id, changes| {
                let state = parcels::cancel(host, connector, id)?;
                changes.order_states.push(state);
                Ok(())
            }),
            _ => Err(Error::unsupported(action)),
        }
    }
}

impl Routes for Cubyn {
    fn handle(&self, host: &impl Host, request: &Request) -> Result<Response> {
        Router::new(request)
            .on("GET", "/connection", |_| screen::connections(host, request))
            .finish()
    }
}

register!(Cubyn: fulfilment, webhooks, actions, routes);
