//! A connector that keeps the contract, or breaks one rule of it: the one that its setting `fault` names. For the tests of
//! the conformance suite.

mod orders;
mod pushes;
mod reports;
mod screen;

use comptoir_plugin_sdk::commerce::{Changes, OrderPage, OrderState, Outcome};
use comptoir_plugin_sdk::fulfilment::{Carrier, OrderDraft};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::report::{ReportFile, ReportRequest};
use comptoir_plugin_sdk::report_plan::Plan;
use comptoir_plugin_sdk::webhooks::Event;
use comptoir_plugin_sdk::{
    Account, Check, Connector, Error, Fulfilment, Host, Report, ReportPlan, Request, Result,
    Router, Routes, Webhooks, register, routes, settings,
};
use serde::Deserialize;
use serde_json::Value;

const BASE: &str = "https://api.faulty.example";

/// The plugin.
#[derive(Clone, Copy, Debug)]
pub struct Faulty;

/// What it does wrong.
#[derive(Deserialize)]
struct Settings {
    fault: String,
}

fn fault(connector: &Connector) -> Result<String> {
    settings::<Settings>(connector).map(|settings| settings.fault)
}

/// How often it was asked for this, over all calls.
fn count(host: &impl Host, what: &str) -> u8 {
    let known = host.store_get(None, what).ok().flatten();
    let next = known.and_then(|known| known.first().copied()).unwrap_or(0) + 1;
    // A full store would count no further: the tests' is never full.
    let _ = host.store_set(None, what, &[next]);
    next
}

impl Check for Faulty {
    fn check(&self, host: &impl Host, connector: &Connector) -> Result<Account> {
        #[derive(Deserialize)]
        struct Me {
            name: String,
        }
        let me = |path: &str| -> Result<Me> {
            host.fetch(Request::get(format!("{BASE}{path}")).with_connector(connector))
        };
        let account = |name: String| Ok(Account { name });
        match fault(connector).as_deref() {
            Ok("says-no") => Err(Error::rejected("no")),
            Ok("says-yes") => account("whatever".to_owned()),
            Ok("leaks") => account(me("/echo")?.name),
            Ok(_) => account(me("/me")?.name),
            Err(error) => Err(error.clone()),
        }
    }
}

impl Fulfilment for Faulty {
    fn orders(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<OrderPage> {
        orders::pull(host, connector, &fault(connector)?, cursor, limit)
    }

    fn order_states(
        &self,
        host: &impl Host,
        connector: &Connector,
        ids: &[String],
    ) -> Result<Vec<OrderState>> {
        let page = self.orders(host, connector, None, 500)?;
        let states = page.items.into_iter().map(|order| order.state);
        Ok(states.filter(|state| ids.contains(&state.id)).collect())
    }

    fn carriers(&self, _: &impl Host, connector: &Connector) -> Result<Vec<Carrier>> {
        match fault(connector)?.as_str() {
            "unfinished" => Err(Error::internal("not yet written")),
            _ => Err(Error::unsupported("carriers")),
        }
    }

    fn push_orders(
        &self,
        host: &impl Host,
        connector: &Connector,
        drafts: &[OrderDraft],
    ) -> Result<Vec<Outcome>> {
        pushes::push(host, connector, &fault(connector)?, drafts)
    }
}

impl Webhooks for Faulty {
    fn handle(&self, host: &impl Host, connector: &Connector, event: &Event) -> Result<Changes> {
        let fault = fault(connector)?;
        let body = serde_json::from_slice(&event.body);
        let body: Value = match fault.as_str() {
            "event-panics" => body.expect("every event is JSON"),
            _ => body.map_err(|error| Error::rejected(error.to_string()))?,
        };
        let id = body["id"].as_str().map(str::to_owned);
        let id = id.ok_or_else(|| Error::rejected("the event names no order"))?;
        let mut state = orders::order(&orders::Theirs::named(&id), "")?.state;
        if fault == "event-forgets" {
            state.status_message = count(host, "events").to_string();
        }
        Ok(Changes {
            order_states: vec![state],
            ..Changes::default()
        })
    }
}

impl Report for Faulty {
    fn build(&self, host: &impl Host, request: &ReportRequest) -> Result<Vec<ReportFile>> {
        reports::build(host, request)
    }
}

impl ReportPlan for Faulty {
    fn reports(&self, host: &impl Host) -> Result<Plan> {
        Ok(reports::plan(host))
    }
}

impl Routes for Faulty {
    fn handle(&self, host: &impl Host, request: &routes::Request) -> Result<routes::Response> {
        let connector = request.connectors.first();
        let connector = connector.ok_or_else(|| Error::not_found("no connection"))?;
        let fault = fault(connector)?;
        Router::new(request)
            .on("GET", "/order", |_| screen::orders(host, connector, &fault))
            .on("GET", "/order/{id}", |path| {
                screen::order(host, connector, &fault, path.get("id"))
            })
            .on("PUT", "/note", |_| screen::note(request, &fault))
            .finish()
    }
}

register!(Faulty: fulfilment, webhooks, report, report_plan, routes);
