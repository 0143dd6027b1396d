//! Every export of the contract that takes an argument, called with an order for a hostile guest in its first argument.

use std::sync::Arc;

use comptoir_sandbox::fulfilment::{OrderCorrection, OrderDraft};
use comptoir_sandbox::shop::ExportMode;
use comptoir_sandbox::types::{Address, Money};
use comptoir_sandbox::{
    Call, CallError, Connector, Plugin, RouteRequest, report, schedule, webhooks,
};

use crate::support::{CONNECTOR, OTHER_CONNECTOR, connector};

/// Each by role and function.
pub const EXPORTS: [&str; 35] = [
    "check.check",
    "fulfilment.orders",
    "fulfilment.order_states",
    "fulfilment.products",
    "fulfilment.inventories",
    "fulfilment.bundles",
    "fulfilment.inbound_shipments",
    "fulfilment.push_orders",
    "fulfilment.cancel_order",
    "fulfilment.correct_order",
    "fulfilment.push_products",
    "fulfilment.push_bundles",
    "fulfilment.trackings",
    "fulfilment.carriers",
    "fulfilment.read_invoice",
    "shop.orders",
    "shop.products",
    "shop.inventories",
    "shop.export_products",
    "shop.markets",
    "shop.rates",
    "shop.set_rates",
    "shop.clear_rates",
    "shop.set_markets",
    "shop.sales_report",
    "shop.read_sales_report",
    "support.tickets",
    "support.messages",
    "report.build",
    "report.deliver",
    "webhooks.register",
    "webhooks.purge",
    "webhooks.handle",
    "schedule.run",
    "routes.handle",
];

/// Calls one; what it brings does not matter, only whether and how it failed. `dress` adds to the call.
pub async fn through(
    plugin: &Arc<Plugin>,
    export: &str,
    order: &str,
    dress: impl Fn(Call) -> Call,
) -> Result<(), CallError> {
    let ordered = Connector {
        id: CONNECTOR,
        owner: CONNECTOR,
        settings: serde_json::from_str(order).expect("an order is JSON"),
    };
    let call = dress(Call::request(vec![ordered]));
    let both = || {
        dress(Call::request(vec![
            connector(CONNECTOR),
            connector(OTHER_CONNECTOR),
        ]))
    };
    let text = order.to_owned();
    let none = String::new;
    match export {
        "check.check" => plugin.check(call).await.map(drop),
        "fulfilment.orders" => plugin.orders(call, None, 500).await.map(drop),
        "fulfilment.order_states" => plugin.order_states(call, Vec::new()).await.map(drop),
        "fulfilment.products" => plugin.products(call, None, 1).await.map(drop),
        "fulfilment.inventories" => plugin.inventories(call, None, 1).await.map(drop),
        "fulfilment.bundles" => plugin.bundles(call, None, 1).await.map(drop),
        "fulfilment.inbound_shipments" => plugin.inbound_shipments(call, None, 1).await.map(drop),
        "fulfilment.push_orders" => plugin.push_orders(call, vec![draft()]).await.map(drop),
        "fulfilment.cancel_order" => plugin.cancel_order(call, none()).await.map(drop),
        "fulfilment.correct_order" => {
            let correction = OrderCorrection {
                shipping_address: None,
                lines: Some(Vec::new()),
            };
            let corrected = plugin.correct_order(call, none(), correction);
            corrected.await.map(drop)
        }
        "fulfilment.push_products" => plugin.push_products(call, Vec::new()).await.map(drop),
        "fulfilment.push_bundles" => plugin.push_bundles(call, Vec::new()).await.map(drop),
        "fulfilment.trackings" => plugin.trackings(call, none()).await.map(drop),
        "fulfilment.carriers" => plugin.carriers(call).await.map(drop),
        "fulfilment.read_invoice" => plugin.read_invoice(both(), text).await.map(drop),
        "shop.orders" => plugin.shop_orders(call, None, 1).await.map(drop),
        "shop.products" => plugin.shop_products(call, None, 1).await.map(drop),
        "shop.inventories" => plugin.shop_inventories(call, None, 1).await.map(drop),
        "shop.export_products" => {
            let exported = plugin.export_products(call, Vec::new(), ExportMode::Single);
            exported.await.map(drop)
        }
        "shop.markets" => plugin.markets(call).await.map(drop),
        "shop.rates" => plugin.rates(call).await.map(drop),
        "shop.set_rates" => plugin.set_rates(call, Vec::new()).await,
        "shop.clear_rates" => plugin.clear_rates(call).await,
        "shop.set_markets" => plugin.set_markets(call, Vec::new()).await.map(drop),
        "shop.sales_report" => plugin.sales_report(call, none(), none()).await.map(drop),
        "shop.read_sales_report" => plugin
            .read_sales_report(both(), text, none())
            .await
            .map(drop),
        "support.tickets" => plugin.tickets(call, None, 1).await.map(drop),
        "support.messages" => plugin.messages(call, none(), None, 1).await.map(drop),
        "report.build" => plugin.build_report(both(), request(text)).await.map(drop),
        "report.deliver" => {
            let delivered = plugin.deliver_report(both(), text, Vec::new(), false);
            delivered.await.map(drop)
        }
        "webhooks.register" => plugin.register_webhooks(call, none()).await.map(drop),
        "webhooks.purge" => plugin.purge_webhooks(call, none()).await.map(drop),
        "webhooks.handle" => plugin.handle_event(call, event()).await.map(drop),
        "schedule.run" => {
            let task = schedule::Task {
                name: none(),
                arguments: text,
                file: None,
                language: "en".to_owned(),
            };
            plugin.run_task(both(), task).await.map(drop)
        }
        "routes.handle" => {
            let request = RouteRequest {
                body: Some(text.into_bytes()),
                ..RouteRequest::default()
            };
            plugin.handle(both(), request).await.map(drop)
        }
        other => panic!("no export {other}"),
    }
}

fn draft() -> OrderDraft {
    let money = || Money {
        minor: 100,
        currency: "EUR".to_owned(),
    };
    let text = String::new;
    OrderDraft {
        key: "1".to_owned(),
        reference: "1".to_owned(),
        attempt: 1,
        first_tried_at: "2026-11-20T12:00:00Z".to_owned(),
        language: "fr".to_owned(),
        currency: "EUR".to_owned(),
        lines: Vec::new(),
        shipping_method: text(),
        shipping_price: money(),
        shipping_tax: money(),
        shipping_address: Address {
            company: text(),
            first_name: text(),
            last_name: text(),
            line1: text(),
            line2: text(),
            city: text(),
            zip: text(),
            state: text(),
            country: text(),
            phone: text(),
            email: text(),
        },
        billing_address: None,
        extra: Vec::new(),
    }
}

fn event() -> webhooks::Event {
    webhooks::Event {
        id: "1".to_owned(),
        topic: String::new(),
        headers: Vec::new(),
        body: Vec::new(),
        received_at: "2026-11-20T12:00:00Z".to_owned(),
    }
}

fn request(layout: String) -> report::Request {
    report::Request {
        layout,
        shop: String::new(),
        territory: String::new(),
        first: "2026-11-13".to_owned(),
        last: "2026-11-19".to_owned(),
        basis: report::ReportBasis::Sold,
        with_tax: false,
        time_zone: "Europe/Paris".to_owned(),
    }
}
