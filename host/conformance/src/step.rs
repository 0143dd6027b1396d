//! One call of the suite, and what it returns as JSON.

mod goods;
mod report;
mod route;

use std::sync::Arc;

use chrono::SecondsFormat;
use comptoir_sandbox::commerce::Product;
use comptoir_sandbox::fulfilment::{OrderDraft, ProductDraft};
use comptoir_sandbox::shop::ExportMode;
use comptoir_sandbox::webhooks::Event;
use comptoir_sandbox::{Call, CallError, PluginRole, Wire};
use serde::Serialize;
use serde_json::Value;

use crate::bench::Bench;
use crate::samples::SampleRoute;

pub(crate) use goods::{order_drafts, product_drafts, products};

/// A function that gives pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Pull {
    Orders,
    Products,
    Inventories,
    Bundles,
    InboundShipments,
    ShopOrders,
    ShopProducts,
    ShopInventories,
    Tickets,
}

impl Pull {
    pub(crate) const ALL: [Self; 9] = [
        Self::Orders,
        Self::Products,
        Self::Inventories,
        Self::Bundles,
        Self::InboundShipments,
        Self::ShopOrders,
        Self::ShopProducts,
        Self::ShopInventories,
        Self::Tickets,
    ];

    pub(crate) fn role(self) -> PluginRole {
        match self {
            Self::Orders
            | Self::Products
            | Self::Inventories
            | Self::Bundles
            | Self::InboundShipments => PluginRole::Fulfilment,
            Self::ShopOrders | Self::ShopProducts | Self::ShopInventories => PluginRole::Shop,
            Self::Tickets => PluginRole::Support,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Orders => "fulfilment.orders",
            Self::Products => "fulfilment.products",
            Self::Inventories => "fulfilment.inventories",
            Self::Bundles => "fulfilment.bundles",
            Self::InboundShipments => "fulfilment.inbound-shipments",
            Self::ShopOrders => "shop.orders",
            Self::ShopProducts => "shop.products",
            Self::ShopInventories => "shop.inventories",
            Self::Tickets => "support.tickets",
        }
    }

    /// Whether its items have a status that is an open set.
    pub(crate) fn has_status(self) -> bool {
        matches!(
            self,
            Self::Orders | Self::InboundShipments | Self::ShopOrders | Self::Tickets
        )
    }

    /// What an item is known by.
    pub(crate) fn id(self, item: &Value) -> String {
        let id = match self {
            Self::Orders | Self::ShopOrders => &item["state"]["id"],
            Self::Inventories | Self::ShopInventories => &item["sku"],
            _ => &item["id"],
        };
        id.as_str().unwrap_or_default().to_owned()
    }

    /// An item's status, where it has one.
    pub(crate) fn status(self, item: &Value) -> &Value {
        match self {
            Self::Orders | Self::ShopOrders => &item["state"]["status"],
            _ => &item["status"],
        }
    }
}

impl std::fmt::Display for Pull {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// With what a connection is checked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Given {
    Everything,
    /// All but this setting.
    Without(String),
    /// Other secrets than the right ones.
    WrongSecrets,
}

/// See the module.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Check(Given),
    Pull {
        pull: Pull,
        cursor: Option<String>,
        limit: u32,
    },
    Messages(String),
    OrderStates(Vec<String>),
    Trackings(String),
    Carriers,
    Markets,
    Rates,
    PushOrders(Vec<OrderDraft>),
    PushProducts(Vec<ProductDraft>),
    ExportProducts(Vec<Product>),
    /// What it is, its topic, headers and body.
    Event {
        what: String,
        topic: String,
        headers: Vec<(String, String)>,
        body: Vec<u8>,
    },
    /// A call of one of its routes.
    Route(SampleRoute),
    /// The sample of this place.
    Report(usize),
    Plan,
}

fn json<T: Serialize>(value: T) -> Result<Value, CallError> {
    serde_json::to_value(value).map_err(|error| CallError::Internal(error.into()))
}

impl Step {
    /// The function and its arguments, in short.
    pub(crate) fn label(&self) -> String {
        match self {
            Self::Check(Given::Everything) => "check".to_owned(),
            Self::Check(Given::Without(field)) => format!("check without {field}"),
            Self::Check(Given::WrongSecrets) => "check with wrong secrets".to_owned(),
            Self::Pull {
                pull,
                cursor,
                limit,
            } => match cursor {
                None => format!("{} from the begin, limit {limit}", pull.name()),
                Some(cursor) => format!("{} after {cursor}, limit {limit}", pull.name()),
            },
            Self::Messages(ticket) => format!("support.messages of {ticket}"),
            Self::OrderStates(ids) => format!("fulfilment.order-states of {}", ids.join(", ")),
            Self::Trackings(order) => format!("fulfilment.trackings of {order}"),
            Self::Carriers => "fulfilment.carriers".to_owned(),
            Self::Markets => "shop.markets".to_owned(),
            Self::Rates => "shop.rates".to_owned(),
            Self::PushOrders(drafts) => {
                let attempt = drafts.first().map_or(1, |draft| draft.attempt);
                format!("fulfilment.push-orders, attempt {attempt}")
            }
            Self::PushProducts(_) => "fulfilment.push-products".to_owned(),
            Self::ExportProducts(_) => "shop.export-products".to_owned(),
            Self::Event { what, .. } => format!("webhooks.handle of {what}"),
            Self::Route(call) => format!("routes.handle of {}", route::words(call)),
            Self::Report(at) => format!("report.build of sample {at}"),
            Self::Plan => "report-plan.reports".to_owned(),
        }
    }

    /// Makes the call.
    pub(crate) async fn call(
        &self,
        bench: &Bench,
        wire: Arc<dyn Wire>,
    ) -> Result<Value, CallError> {
        let setup = bench.setup();
        let call = bench.call(&setup.settings).with_wire(Arc::clone(&wire));
        let plugin = bench.plugin();
        match self {
            Self::Check(given) => {
                let call = match given {
                    Given::Everything => call,
                    Given::WrongSecrets => {
                        call.with_secrets(bench.wrong_secrets(), uuid::Uuid::nil())
                    }
                    Given::Without(field) => {
                        let mut settings = setup.settings.clone();
                        if let Some(settings) = settings.as_object_mut() {
                            settings.remove(field);
                        }
                        bench.call(&settings).with_wire(wire)
                    }
                };
                json(plugin.check(call).await?.name)
            }
            Self::Pull {
                pull,
                cursor,
                limit,
            } => page(bench, call, *pull, cursor.as_deref(), *limit).await,
            Self::Messages(ticket) => json(
                plugin
                    .messages(call, ticket.clone(), None, setup.limit)
                    .await?,
            ),
            Self::OrderStates(ids) => json(plugin.order_states(call, ids.clone()).await?),
            Self::Trackings(order) => json(plugin.trackings(call, order.clone()).await?),
            Self::Carriers => json(plugin.carriers(call).await?),
            Self::Markets => json(plugin.markets(call).await?),
            Self::Rates => json(plugin.rates(call).await?),
            Self::PushOrders(drafts) => json(plugin.push_orders(call, drafts.clone()).await?),
            Self::PushProducts(drafts) => json(plugin.push_products(call, drafts.clone()).await?),
            Self::ExportProducts(products) => {
                let mode = ExportMode::Variants;
                json(plugin.export_products(call, products.clone(), mode).await?)
            }
            Self::Event {
                topic,
                headers,
                body,
                ..
            } => {
                let event = Event {
                    id: "00000000-0000-0000-0000-000000000001".to_owned(),
                    topic: topic.clone(),
                    headers: headers.clone(),
                    body: body.clone(),
                    received_at: bench.now().to_rfc3339_opts(SecondsFormat::Secs, true),
                };
                json(plugin.handle_event(call, event).await?)
            }
            Self::Route(asked) => route::answer(bench, call, asked).await,
            Self::Report(at) => report::build(bench, wire, &setup.samples.reports[*at]).await,
            Self::Plan => {
                let call = Call::task(Vec::new()).with_wire(wire);
                json(plugin.report_plan(call).await?)
            }
        }
    }
}

async fn page(
    bench: &Bench,
    call: Call,
    pull: Pull,
    cursor: Option<&str>,
    limit: u32,
) -> Result<Value, CallError> {
    let plugin = bench.plugin();
    match pull {
        Pull::Orders => json(plugin.orders(call, cursor, limit).await?),
        Pull::Products => json(plugin.products(call, cursor, limit).await?),
        Pull::Inventories => json(plugin.inventories(call, cursor, limit).await?),
        Pull::Bundles => json(plugin.bundles(call, cursor, limit).await?),
        Pull::InboundShipments => json(plugin.inbound_shipments(call, cursor, limit).await?),
        Pull::ShopOrders => json(plugin.shop_orders(call, cursor, limit).await?),
        Pull::ShopProducts => json(plugin.shop_products(call, cursor, limit).await?),
        Pull::ShopInventories => json(plugin.shop_inventories(call, cursor, limit).await?),
        Pull::Tickets => json(plugin.tickets(call, cursor, limit).await?),
    }
}
