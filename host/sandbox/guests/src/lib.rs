//! A plugin that misbehaves as its route path says, to prove each limit of the sandbox; also a page of orders, to
//! measure it.

#![cfg_attr(
    not(target_os = "wasi"),
    allow(dead_code, reason = "elsewhere only `orders` is used")
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
        // For hosts that take a page as JSON.
        additional_derives: [serde::Serialize, serde::Deserialize],
        inline: r#"
            package comptoir:hostile;
            world hostile {
                include comptoir:plugin/host-interfaces@1.0.0;
                export comptoir:plugin/actions@1.0.0;
                export comptoir:plugin/check@1.0.0;
                export comptoir:plugin/fulfilment@1.0.0;
                export comptoir:plugin/shop@1.0.0;
                export comptoir:plugin/support@1.0.0;
                export comptoir:plugin/report@1.0.0;
                export comptoir:plugin/routes@1.0.0;
                export comptoir:plugin/schedule@1.0.0;
                export comptoir:plugin/webhooks@1.0.0;
            }
        "#,
    });
    #[cfg(target_os = "wasi")]
    use super::Hostile;
    // Elsewhere only `orders` is used; and a native linker refuses the exports' names.
    #[cfg(target_os = "wasi")]
    export!(Hostile);
}
mod acts;
mod events;
mod network;
pub mod orders;
mod outside;
mod trade;

use bindings::comptoir::plugin::types::{Connector, Error, ErrorKind};
use bindings::exports::comptoir::plugin::{check, routes};

/// The one type that the exports hang on.
#[derive(Debug)]
pub struct Hostile;

impl routes::Guest for Hostile {
    fn handle(request: routes::Request) -> Result<routes::Response, Error> {
        let body = String::from_utf8_lossy(request.body.as_deref().unwrap_or_default());
        if let Some(data) = acts::data(&body) {
            return Ok(data);
        }
        acts::obey(&body)?;
        let data = match request.path.as_str() {
            "/hello" => serde_json::json!("hello"),
            "/count" => count(),
            "/loop" => endless_loop(),
            "/memory" => memory_bomb(1 << 20),
            "/panic" => panic!("this plugin is broken"),
            "/overflow" => serde_json::json!(overflow(1)),
            "/result" => "x".repeat(3 << 20).into(),
            "/refuse" => return Err(refusal(ErrorKind::RateLimited(Some(7)))),
            "/fetch" => network::fetch(&request),
            "/repeat" => return Err(network::repeat(&request)),
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
        acts::obey(&connector.settings)?;
        Ok(check::Account {
            name: connector.settings,
        })
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

fn memory_bomb(piece: usize) -> ! {
    let mut hoard = Vec::new();
    loop {
        hoard.push(std::hint::black_box(vec![1u8; piece]));
    }
}

#[allow(unconditional_recursion, reason = "that is the point")]
fn overflow(n: u64) -> u64 {
    std::hint::black_box(n) + overflow(n + 1)
}
