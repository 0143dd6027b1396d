//! A plugin that misbehaves as its route path says, to prove each limit of the sandbox; also a page of orders, to
//! measure it.

#![cfg_attr(
    not(target_arch = "wasm32"),
    allow(dead_code, reason = "natively only `orders` is used")
)]

mod bindings {
    #![allow(
        unsafe_code,
        missing_debug_implementations,
        clippy::all,
        reason = "generated code is not ours to shape"
    )]
    wit_bindgen::generate!({
        path: "../../../wit",
        world: "comptoir:hostile/hostile",
        generate_all,
        inline: r#"
            package comptoir:hostile;
            world hostile {
                include comptoir:plugin/host-interfaces@1.0.0;
                export comptoir:plugin/check@1.0.0;
                export comptoir:plugin/fulfilment@1.0.0;
                export comptoir:plugin/routes@1.0.0;
                export comptoir:plugin/schedule@1.0.0;
                export comptoir:plugin/webhooks@1.0.0;
            }
        "#,
    });
    #[cfg(target_arch = "wasm32")]
    use super::Hostile;
    // Natively only `orders` is used; and a native linker refuses the exports' names.
    #[cfg(target_arch = "wasm32")]
    export!(Hostile);
}
mod events;
mod network;
pub mod orders;
mod outside;

use bindings::comptoir::plugin::commerce::{
    Bundle, BundlePage, InboundPage, InventoryPage, OrderPage, OrderState, Outcome, ProductPage,
};
use bindings::comptoir::plugin::types::{Connector, Error, ErrorKind};
use bindings::exports::comptoir::plugin::{check, fulfilment, routes};

/// The one type that the exports hang on.
#[derive(Debug)]
pub struct Hostile;

impl routes::Guest for Hostile {
    fn handle(request: routes::Request) -> Result<routes::Response, Error> {
        let data = match request.path.as_str() {
            "/hello" => serde_json::json!("hello"),
            "/count" => count(),
            "/loop" => endless_loop(),
            "/memory" => memory_bomb(),
            "/panic" => panic!("this plugin is broken"),
            "/overflow" => serde_json::json!(overflow(1)),
            "/result" => "x".repeat(3 << 20).into(),
            "/refuse" => return Err(refusal(ErrorKind::RateLimited(Some(7)))),
            "/fetch" => network::fetch(&request),
            "/post" => network::post(&request),
            "/headers" => network::headers(&request),
            "/flood" => network::flood(&request),
            "/all" => network::all(&request),
            "/log" => outside::log_flood(),
            "/store" => outside::fill_store(&request),
            "/remember" => outside::remember(&request),
            "/hmac" => outside::hmac(&request),
            "/wasi" => outside::wasi(),
            "/sleep" => outside::sleep(),
            "/progress" => outside::progress(),
            "/clock" => bindings::comptoir::plugin::clock::now().into(),
            _ => return Err(refusal(ErrorKind::NotFound)),
        };
        Ok(routes::Response {
            status: 200,
            data: data.to_string(),
            meta: None,
        })
    }
}

impl check::Guest for Hostile {
    fn check(connector: Connector) -> Result<check::Account, Error> {
        Ok(check::Account {
            name: connector.settings,
        })
    }
}

impl fulfilment::Guest for Hostile {
    /// One page from the connector's `url`; a `cursor` asks for a page that breaks the contract.
    fn orders(
        connector: Connector,
        cursor: Option<String>,
        _limit: u32,
    ) -> Result<OrderPage, Error> {
        let body = network::page(&connector)?;
        let mut page = orders::page(&body).map_err(|_| refusal(ErrorKind::Internal))?;
        if cursor.is_some() {
            page.cursor = "c".repeat(2000);
        }
        Ok(page)
    }

    fn order_states(_connector: Connector, _ids: Vec<String>) -> Result<Vec<OrderState>, Error> {
        Ok(Vec::new())
    }

    fn products(
        _connector: Connector,
        _cursor: Option<String>,
        _limit: u32,
    ) -> Result<ProductPage, Error> {
        Err(refusal(ErrorKind::Unsupported))
    }

    fn inventories(
        _connector: Connector,
        _cursor: Option<String>,
        _limit: u32,
    ) -> Result<InventoryPage, Error> {
        Err(refusal(ErrorKind::Unsupported))
    }

    fn bundles(_: Connector, _: Option<String>, _: u32) -> Result<BundlePage, Error> {
        Err(refusal(ErrorKind::Unsupported))
    }

    fn inbound_shipments(_: Connector, _: Option<String>, _: u32) -> Result<InboundPage, Error> {
        Err(refusal(ErrorKind::Unsupported))
    }

    fn push_orders(_: Connector, _: Vec<fulfilment::OrderDraft>) -> Result<Vec<Outcome>, Error> {
        Err(refusal(ErrorKind::Unsupported))
    }

    fn cancel_order(_: Connector, _: String) -> Result<OrderState, Error> {
        Err(refusal(ErrorKind::Unsupported))
    }

    fn push_products(
        _: Connector,
        _: Vec<fulfilment::ProductDraft>,
    ) -> Result<Vec<Outcome>, Error> {
        Err(refusal(ErrorKind::Unsupported))
    }

    fn push_bundles(_: Connector, _: Vec<Bundle>) -> Result<Vec<Outcome>, Error> {
        Err(refusal(ErrorKind::Unsupported))
    }

    fn trackings(_: Connector, _: String) -> Result<Vec<fulfilment::Parcel>, Error> {
        Err(refusal(ErrorKind::Unsupported))
    }

    fn carriers(_: Connector) -> Result<Vec<fulfilment::Carrier>, Error> {
        Err(refusal(ErrorKind::Unsupported))
    }

    fn read_invoice(_: String) -> Result<fulfilment::InvoiceSummary, Error> {
        Err(refusal(ErrorKind::Unsupported))
    }
}

pub(crate) fn refusal(kind: ErrorKind) -> Error {
    Error {
        message: format!("refused: {kind:?}"),
        kind,
        status: None,
    }
}

/// How often this instance was called: one, when every call has an instance of its own.
fn count() -> serde_json::Value {
    use std::sync::atomic::{AtomicU32, Ordering};
    static CALLS: AtomicU32 = AtomicU32::new(0);
    (CALLS.fetch_add(1, Ordering::Relaxed) + 1).into()
}

fn endless_loop() -> ! {
    let mut n = 0u64;
    loop {
        n = std::hint::black_box(n.wrapping_add(1));
    }
}

fn memory_bomb() -> ! {
    let mut hoard = Vec::new();
    loop {
        hoard.push(std::hint::black_box(vec![1u8; 1 << 20]));
    }
}

#[allow(unconditional_recursion, reason = "that is the point")]
fn overflow(n: u64) -> u64 {
    std::hint::black_box(n) + overflow(n + 1)
}
