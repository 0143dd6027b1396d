//! What the sandbox costs, as JSON on standard output. `cargo xtask bench` runs it, with the guests built.
//!
//! A page comes from an HTTP server of this process; the native figure parses the same bytes, fetched the same way, and
//! so does Extism, in a program of its own (`bench-extism`) run in between. `hostile` as the argument: only what a
//! well-behaved plugin's calls take beside hostile ones.

mod beside;

use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use comptoir_sandbox::channels::Channel;
use comptoir_sandbox::{
    Call, Connector, Delivered, DeliveryFailure, Engine, EngineConfig, Grant, Manifest, Parcel,
    Plugin, Resolver, Services, StoreWrite,
};
use secrecy::SecretString;
use serde::Deserialize;
use uuid::Uuid;

/// The contract without the sandbox around it, for what wasmtime itself costs.
mod bare {
    wasmtime::component::bindgen!({ path: "../../wit", world: "comptoir:plugin/check-role" });
}

const ROUNDS: u32 = 300;
const FRESH_ROUNDS: u32 = 5_000;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let program = std::env::current_exe()?;
    let build = program.ancestors().nth(3).context("a build folder")?;
    let component = build.join("wasm32-wasip2/plugin/hostile_guest.wasm");
    let body = page(250);
    let port = serve(body.clone()).await?;
    let beside = beside::figures(&component, port).await?;
    if std::env::args().nth(1).as_deref() == Some("hostile") {
        println!("{beside:#}");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let engine = Engine::new(EngineConfig {
        cache_dir: Some(folder.path().to_owned()),
        ..EngineConfig::default()
    })?;
    let began = Instant::now();
    load(&engine, &component, port).await?;
    let compiled = began.elapsed();
    let began = Instant::now();
    let plugin = load(&engine, &component, port).await?;
    let cached = began.elapsed();

    let connector = || Connector {
        id: Uuid::nil(),
        owner: Uuid::nil(),
        settings: serde_json::json!({ "url": "http://up.test/orders" }),
    };
    let fresh = measure(FRESH_ROUNDS, async || {
        plugin.check(Call::request(vec![connector()])).await?;
        Ok(())
    })
    .await?;
    let (bare_fresh, live) = tokio::task::block_in_place(|| bare_calls(&component))?;
    let http = reqwest::Client::builder().no_proxy().build()?;
    let url = format!("http://127.0.0.1:{port}/orders");
    let native = measure(ROUNDS, async || {
        let bytes = http.get(&url).send().await?.bytes().await?;
        let orders: Vec<Order> = serde_json::from_slice(&bytes)?;
        anyhow::ensure!(std::hint::black_box(orders).len() == 250);
        Ok(())
    })
    .await?;
    let sandboxed = measure(ROUNDS, async || {
        let page = plugin.orders(Call::job(connector()), None, 500).await?;
        anyhow::ensure!(page.items.len() == 250);
        Ok(())
    })
    .await?;
    let parse = measure(ROUNDS, async || {
        let orders: Vec<Order> = serde_json::from_str(&body)?;
        anyhow::ensure!(std::hint::black_box(orders).len() == 250);
        Ok(())
    })
    .await?;
    let extism = extism(build, &url).await?;
    let stats = plugin.stats();
    let figures = serde_json::json!({
        "beside_hostile_plugins": beside,
        "extism": extism,
        "compile_ms": millis(compiled),
        "load_cached_ms": millis(cached),
        "fresh_instance_and_call_us": micros(fresh),
        "bare_wasmtime_fresh_instance_and_call_us": micros(bare_fresh),
        "bare_wasmtime_call_on_a_live_instance_us": micros(live),
        "page_bytes": body.len(),
        "page_250_sandboxed_us": micros(sandboxed),
        "page_250_native_us": micros(native),
        "page_250_native_parse_only_us": micros(parse),
        "page_250_ratio": micros(sandboxed) / micros(native),
        "peak_memory_bytes": stats.peak_memory_bytes,
    });
    println!("{figures:#}");
    Ok(())
}

/// What Extism needs for the same, as its program tells.
async fn extism(build: &Path, url: &str) -> anyhow::Result<serde_json::Value> {
    let output = tokio::process::Command::new(build.join("release/bench-extism"))
        .arg(build.join("wasm32-unknown-unknown/plugin/bench_extism_guest.wasm"))
        .arg(url)
        .stderr(std::process::Stdio::inherit())
        .output()
        .await
        .context("bench-extism, which `cargo xtask bench` builds")?;
    anyhow::ensure!(output.status.success(), "bench-extism failed");
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// A fresh instance and call, and a call on an instance that lives on, by wasmtime alone: no limits, no clock, no WASI.
/// The sandbox makes no call of the second kind: what one call left behind, the next would find.
fn bare_calls(component: &Path) -> anyhow::Result<(Duration, Duration)> {
    use wasmtime::component::{Component, Linker};
    use wasmtime::{Config, Engine, InstanceAllocationStrategy, Store};
    let mut config = Config::new();
    config
        .allocation_strategy(InstanceAllocationStrategy::pooling())
        .concurrency_support(false);
    let engine = Engine::new(&config)?;
    let component = Component::from_file(&engine, component)?;
    let mut linker = Linker::<()>::new(&engine);
    linker.define_unknown_imports_as_traps(&component)?;
    let prepared = bare::CheckRolePre::new(linker.instantiate_pre(&component)?)?;
    let connector = bare::comptoir::plugin::types::Connector {
        id: Uuid::nil().to_string(),
        settings: "{}".into(),
    };
    let call = |store: &mut Store<()>, plugin: &bare::CheckRole| -> anyhow::Result<()> {
        let account = plugin
            .comptoir_plugin_check()
            .call_check(store, &connector)?;
        anyhow::ensure!(account.is_ok());
        Ok(())
    };
    let mean = |round: &mut dyn FnMut() -> anyhow::Result<()>| {
        let began = Instant::now();
        (0..FRESH_ROUNDS).try_for_each(|_| round())?;
        anyhow::Ok(began.elapsed() / FRESH_ROUNDS)
    };
    let fresh = mean(&mut || {
        let mut store = Store::new(&engine, ());
        let plugin = prepared.instantiate(&mut store)?;
        call(&mut store, &plugin)
    })?;
    let mut store = Store::new(&engine, ());
    let plugin = prepared.instantiate(&mut store)?;
    let live = mean(&mut || call(&mut store, &plugin))?;
    Ok((fresh, live))
}

/// The mean time of a round, after a tenth as many to warm up.
async fn measure(
    rounds: u32,
    mut round: impl AsyncFnMut() -> anyhow::Result<()>,
) -> anyhow::Result<Duration> {
    for _ in 0..rounds / 10 {
        round().await?;
    }
    let began = Instant::now();
    for _ in 0..rounds {
        round().await?;
    }
    Ok(began.elapsed() / rounds)
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// What the guest makes records of, natively.
#[derive(Deserialize)]
#[allow(dead_code, reason = "parsed to be measured, not read")]
struct Order {
    id: String,
    name: String,
    currency: String,
    total: i64,
    submitted_at: String,
    city: String,
    lines: Vec<Line>,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "parsed to be measured, not read")]
struct Line {
    sku: String,
    quantity: u32,
    price: i64,
}

fn page(orders: usize) -> String {
    let orders: Vec<_> = (0..orders)
        .map(|i| {
            serde_json::json!({
                "id": format!("ORDER{i:06}"), "name": format!("#{i}"), "currency": "EUR", "total": 3280,
                "submitted_at": "2026-11-20T09:00:00Z", "city": "Paris",
                "lines": [{ "sku": "MUSI-000042-0001", "quantity": 1, "price": 2490 },
                          { "sku": "MUSI-000043-0001", "quantity": 2, "price": 790 }],
            })
        })
        .collect();
    serde_json::Value::from(orders).to_string()
}

async fn serve(body: String) -> anyhow::Result<u16> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    let answer = axum::routing::get(move || std::future::ready(body.clone()));
    let router = axum::Router::new().route("/orders", answer);
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(port)
}

async fn load(engine: &Engine, component: &Path, port: u16) -> anyhow::Result<Arc<Plugin>> {
    let text = include_str!("../../tests/sandbox/plugin.toml");
    let mut manifest = Manifest::parse(Path::new("plugin.toml"), text)?;
    manifest.component = std::path::absolute(component)?;
    let grant = format!(
        "[plugins.hostile]\nsource = \".\"\nhosts = [\"http://up.test\"]\nprivate = [\"127.0.0.1:{port}\"]\n\
         base_urls = {{ \"http://up.test\" = \"http://127.0.0.1:{port}\" }}"
    );
    let mut grants = Grant::parse(Path::new("plugins.toml"), &grant)?;
    let grant = grants.remove("hostile").context("the grant")?;
    let plugin = Plugin::load(
        engine,
        manifest,
        grant,
        Arc::new(Nothing),
        Arc::new(Nothing),
    )
    .await?;
    Ok(plugin)
}

/// An embedder with one secret and no memory.
struct Nothing;

#[async_trait]
impl Services for Nothing {
    fn now(&self) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH
    }

    async fn secret(&self, _: &str, _: Uuid, _: &str) -> anyhow::Result<Option<SecretString>> {
        Ok(Some(SecretString::from("key")))
    }

    async fn store_get(
        &self,
        _: &str,
        _: Option<Uuid>,
        _: &str,
    ) -> anyhow::Result<Option<Vec<u8>>> {
        Ok(None)
    }

    async fn store_set(
        &self,
        _: &str,
        _: Option<Uuid>,
        _: &str,
        _: &[u8],
        _: u64,
    ) -> anyhow::Result<StoreWrite> {
        Ok(StoreWrite::OverQuota)
    }

    async fn deliver(
        &self,
        _plugin: &str,
        _channel: &Channel,
        _parcel: Parcel,
    ) -> Result<Delivered, DeliveryFailure> {
        Err(DeliveryFailure::Unsupported)
    }

    async fn delivered(
        &self,
        _plugin: &str,
        _channel: &Channel,
    ) -> Result<Vec<Delivered>, DeliveryFailure> {
        Err(DeliveryFailure::Unsupported)
    }

    async fn store_delete(&self, _: &str, _: Option<Uuid>, _: &str) -> anyhow::Result<()> {
        Ok(())
    }
}

#[async_trait]
impl Resolver for Nothing {
    async fn resolve(&self, name: &str) -> std::io::Result<Vec<IpAddr>> {
        Err(std::io::Error::other(format!("{name} is not for us")))
    }
}
