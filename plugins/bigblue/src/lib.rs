//! The connector to Bigblue, a company that stores and ships for merchants: orders pushed and pulled, products, bundles,
//! stock and inbound shipments by its Store API, its events and invoice files, and the calls of the plugin's own screens.
//!
//! What the provider promises and what is assumed of it stands in the plugin's README. The plugin keeps nothing but a
//! one-minute memory of the catalogue for its screen; the host keeps cursors, rows and the API key.

mod account;
mod api;
mod bundles;
mod events;
mod forms;
mod goods;
mod import;
mod inbound;
mod listing;
mod orders;
mod parcels;
mod screen;
mod settings;
mod states;
mod wire;
mod writing;

use comptoir_plugin_sdk::actions::Acted;
use comptoir_plugin_sdk::commerce::{
    Bundle, BundlePage, Changes, InboundPage, InventoryPage, OrderPage, OrderState, Outcome,
    ProductPage,
};
use comptoir_plugin_sdk::fulfilment::{
    Carrier, Corrected, InvoiceSummary, OrderCorrection, OrderDraft, Parcel, ProductDraft,
};
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::schedule::{Done, Task};
use comptoir_plugin_sdk::webhooks::{Event, Subscription};
use comptoir_plugin_sdk::{
    Account, Actions, Check, Connector, Error, ErrorKind, Fulfilment, Host, InvoiceFile, Result,
    Router, Routes, Schedule, Webhooks, register,
};
use forms::{BundleInput, ProductInput};
use writing::{Kind, Message};

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

    fn bundles(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<BundlePage> {
        bundles::pull(host, connector, cursor, limit)
    }

    fn inbound_shipments(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<InboundPage> {
        inbound::pull(host, connector, cursor, limit)
    }

    fn push_orders(
        &self,
        host: &impl Host,
        connector: &Connector,
        drafts: &[OrderDraft],
    ) -> Result<Vec<Outcome>> {
        orders::push::push(host, connector, drafts)
    }

    fn cancel_order(
        &self,
        host: &impl Host,
        connector: &Connector,
        id: &str,
    ) -> Result<OrderState> {
        orders::push::cancel(host, connector, id)
    }

    fn correct_order(
        &self,
        host: &impl Host,
        connector: &Connector,
        id: &str,
        correction: &OrderCorrection,
    ) -> Result<Corrected> {
        orders::correct::correct(host, connector, id, correction)
    }

    fn push_products(
        &self,
        host: &impl Host,
        connector: &Connector,
        drafts: &[ProductDraft],
    ) -> Result<Vec<Outcome>> {
        let messages: Vec<Message> = drafts.iter().map(writing::product).collect();
        writing::push(host, connector, Kind::Product, &messages)
    }

    fn push_bundles(
        &self,
        host: &impl Host,
        connector: &Connector,
        bundles: &[Bundle],
    ) -> Result<Vec<Outcome>> {
        let messages: Vec<Message> = bundles.iter().map(writing::bundle).collect();
        writing::push(host, connector, Kind::Bundle, &messages)
    }

    fn trackings(
        &self,
        host: &impl Host,
        connector: &Connector,
        order: &str,
    ) -> Result<Vec<Parcel>> {
        parcels::of(host, connector, order)
    }

    fn carriers(&self, _: &impl Host, _: &Connector) -> Result<Vec<Carrier>> {
        Ok(parcels::carriers())
    }

    fn read_invoice(&self, host: &impl Host, file: &str) -> Result<InvoiceSummary> {
        // Lines without a price only inform (the merchant app's file, section 11 of its notes).
        let file_of = InvoiceFile {
            leaves_out_free: true,
        };
        file_of.read(host, file)
    }
}

/// Bigblue has no call for it.
const IN_THE_APP: &str = "Bigblue's webhooks are set up in its merchant app: one for order statuses, one for inventories";

impl Webhooks for Bigblue {
    fn register(&self, _: &impl Host, _: &Connector, _: &str) -> Result<Vec<Subscription>> {
        Err(Error::new(ErrorKind::Unsupported, IN_THE_APP))
    }

    fn purge(&self, _: &impl Host, _: &Connector, _: &str) -> Result<u32> {
        Err(Error::new(ErrorKind::Unsupported, IN_THE_APP))
    }

    fn handle(&self, host: &impl Host, connector: &Connector, event: &Event) -> Result<Changes> {
        events::changes(host, connector, event)
    }
}

impl Schedule for Bigblue {
    fn run(&self, host: &impl Host, task: &Task) -> Result<Done> {
        import::run(host, task)
    }
}

impl Actions for Bigblue {
    fn act(
        &self,
        host: &impl Host,
        connector: &Connector,
        action: &str,
        ids: &[String],
    ) -> Result<Acted> {
        match action {
            "cancel" => Acted::each(ids, |id, changes| {
                let state = orders::push::cancel(host, connector, id)?;
                changes.order_states.push(state);
                Ok(())
            }),
            _ => Err(Error::unsupported(action)),
        }
    }
}

impl Routes for Bigblue {
    fn handle(&self, host: &impl Host, request: &Request) -> Result<Response> {
        Router::new(request)
            .on("GET", "/product", |_| screen::list(host, request))
            .on("POST", "/product", |_| {
                screen::create::<ProductInput>(host, request)
            })
            .on("GET", "/product/export", |_| screen::export(host, request))
            .on("GET", "/product/{sku}", |params| {
                screen::detail(host, request, params.get("sku"))
            })
            .on("PUT", "/product/{sku}", |params| {
                screen::save::<ProductInput>(host, request, params.get("sku"))
            })
            .on("DELETE", "/product/{sku}", |_| screen::delete(request))
            .on("GET", "/bundle", |_| screen::bundles(host, request))
            .on("POST", "/bundle", |_| {
                screen::create::<BundleInput>(host, request)
            })
            .on("GET", "/bundle/{sku}", |params| {
                screen::bundle(host, request, params.get("sku"))
            })
            .on("PUT", "/bundle/{sku}", |params| {
                screen::save::<BundleInput>(host, request, params.get("sku"))
            })
            .on("DELETE", "/bundle/{sku}", |_| screen::delete(request))
            .finish()
    }
}

register!(Bigblue: fulfilment, webhooks, actions, schedule, routes);
