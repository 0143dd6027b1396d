//! `bench-extism <guest.wasm> <url of a page>`: the sandbox's figures through Extism, as JSON on standard output. The
//! sandbox's own benchmark (`cost`) runs it beside its own rounds, with its own server.
//!
//! As the sandbox does, every call has an instance of its own, made of code compiled once, with a limit of memory and
//! a timeout; what came of the call is there as typed records.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use extism::{CompiledPlugin, Manifest, Plugin, PluginBuilder, Wasm};
use hostile_guest::orders::OrderPage;

const ROUNDS: u32 = 300;
const FRESH_ROUNDS: u32 = 5_000;
/// 64 MiB in pages of WebAssembly, as the sandbox's default.
const MEMORY_PAGES: u32 = 1_024;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (guest, url) = (arguments.next(), arguments.next());
    let (guest, url) = (guest.context("a guest")?, url.context("an address")?);
    let body = fetch(&guest, &url)?;
    let compiled = compile(&guest)?;
    let fresh = || anyhow::Ok(Plugin::new_from_compiled(&compiled)?);
    let fresh_call = mean(FRESH_ROUNDS, || {
        let said: String = fresh()?.call("check", "{}")?;
        ensure!(said == "{}");
        Ok(())
    })?;
    let mut kept = fresh()?;
    let live_call = mean(FRESH_ROUNDS, || {
        let said: String = kept.call("check", "{}")?;
        ensure!(said == "{}");
        Ok(())
    })?;
    let page = mean(ROUNDS, || taken(fresh()?.call("orders", url.as_str())?))?;
    let parsed = mean(ROUNDS, || taken(fresh()?.call("page", body.as_slice())?))?;
    let figures = serde_json::json!({
        "extism_fresh_instance_and_call_us": micros(fresh_call),
        "extism_call_on_a_live_instance_us": micros(live_call),
        "extism_page_250_us": micros(page),
        "extism_page_250_parse_only_us": micros(parsed),
    });
    println!("{figures:#}");
    Ok(())
}

fn compile(guest: &str) -> anyhow::Result<CompiledPlugin> {
    let manifest = Manifest::new([Wasm::file(guest)])
        .with_memory_max(MEMORY_PAGES)
        .with_timeout(Duration::from_secs(30))
        .with_allowed_host("127.0.0.1");
    Ok(CompiledPlugin::new(PluginBuilder::new(manifest))?)
}

/// The page's bytes, by way of the guest, so that this program needs no HTTP of its own.
fn fetch(guest: &str, url: &str) -> anyhow::Result<Vec<u8>> {
    let mut plugin = Plugin::new_from_compiled(&compile(guest)?)?;
    Ok(plugin.call("fetch", url)?)
}

/// The typed page.
fn taken(json: &[u8]) -> anyhow::Result<()> {
    let page: OrderPage = serde_json::from_slice(json)?;
    ensure!(std::hint::black_box(page).items.len() == 250);
    Ok(())
}

/// The mean time of a round, after a tenth as many to warm up.
fn mean(rounds: u32, mut round: impl FnMut() -> anyhow::Result<()>) -> anyhow::Result<Duration> {
    (0..rounds / 10).try_for_each(|_| round())?;
    let began = Instant::now();
    (0..rounds).try_for_each(|_| round())?;
    Ok(began.elapsed() / rounds)
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
