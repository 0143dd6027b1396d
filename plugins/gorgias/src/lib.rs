//! The connector to Gorgias, a desk that answers consumers: tickets by the store's tag, their messages, webhooks, and the
//! calls of the plugin's own screen.
//!
//! What the provider promises and what is assumed of it stands in the plugin's README. The plugin keeps nothing but what
//! its last pull brought, for its screen; the host keeps cursors, rows and the API key.

mod account;
mod api;
mod hooks;
mod listing;
mod messages;
mod screen;
mod settings;
mod tickets;
mod wire;

use comptoir_plugin_sdk::actions::Acted;
use comptoir_plugin_sdk::commerce::{Changes, TicketPage};
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::support::MessagePage;
use comptoir_plugin_sdk::webhooks::{Event, Subscription};
use comptoir_plugin_sdk::{
    Account, Actions, Check, Connector, Error, Host, Result, Router, Routes, Support, Webhooks,
    register,
};

/// The plugin.
#[derive(Clone, Copy, Debug)]
pub struct Gorgias;

impl Check for Gorgias {
    fn check(&self, host: &impl Host, connector: &Connector) -> Result<Account> {
        account::check(host, connector)
    }
}

impl Support for Gorgias {
    fn tickets(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<TicketPage> {
        tickets::pull(host, connector, cursor, limit)
    }

    fn messages(
        &self,
        host: &impl Host,
        connector: &Connector,
        ticket: &str,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<MessagePage> {
        messages::page(host, connector, ticket, cursor, limit)
    }
}

impl Webhooks for Gorgias {
    fn register(
        &self,
        host: &impl Host,
        connector: &Connector,
        address: &str,
    ) -> Result<Vec<Subscription>> {
        hooks::register(host, connector, address)
    }

    fn purge(&self, host: &impl Host, connector: &Connector, address: &str) -> Result<u32> {
        hooks::purge(host, connector, address)
    }

    fn handle(&self, host: &impl Host, connector: &Connector, event: &Event) -> Result<Changes> {
        hooks::handle(host, connector, event)
    }
}

impl Actions for Gorgias {
    fn act(
        &self,
        host: &impl Host,
        connector: &Connector,
        action: &str,
        ids: &[String],
    ) -> Result<Acted> {
        let status = match action {
            "close" => "closed",
            "reopen" => "open",
            _ => return Err(Error::unsupported(action)),
        };
        Acted::each(ids, |id, changes| {
            tickets::set_status(host, connector, id, status, changes)
        })
    }
}

impl Routes for Gorgias {
    fn handle(&self, host: &impl Host, request: &Request) -> Result<Response> {
        Router::new(request)
            .on("GET", "/integration", |_| {
                screen::integrations(host, request)
            })
            .on("GET", "/integration/{connector}/tag", |params| {
                screen::tags(host, request, params.get("connector"))
            })
            .finish()
    }
}

register!(Gorgias: support, webhooks, actions, routes);
