//! `cargo xtask dev`: the demo, with the portal's development server and a host that is rebuilt and
//! restarted when its sources change.

use crate::{
    host::{self, Host, Providers, port},
    plugins,
    process::{Group, pause},
    project::{data_dir, newest, npm, root},
    web,
};
use anyhow::Result;
use std::time::{Duration, Instant, SystemTime};

/// What is compiled into the host or loaded by it. Plugins' components are reloaded by the host
/// itself.
const RUST: [&str; 3] = ["host", "migrations", "Cargo.toml"];
const PLUGINS: [&str; 3] = ["plugins", "plugin-sdk", "wit"];

/// How often to look for changes.
const INTERVAL: Duration = Duration::from_millis(500);

/// Runs until stopped.
pub fn dev() -> Result<()> {
    let port = port()?;
    plugins::build()?;
    web::build()?;
    host::build()?;
    let providers = Providers::start(data_dir()?)?;
    let host = Host::start(&providers, port, &[])?;
    let (address, log) = (host.address.clone(), host.log.clone());
    let mut host = Some(host);
    // The development server proxies to one address: a restarted host keeps its port.
    let port = address
        .rsplit(':')
        .next()
        .and_then(|port| port.parse().ok())
        .unwrap_or(port);
    println!("Comptoir is ready: {address}");

    let mut vite = npm(&["run", "dev", "--silent"]);
    vite.env("COMPTOIR_URL", &address);
    let mut vite = Group::spawn("the development server", vite)?;
    eprintln!("Ctrl-C stops it. Log: {}", log.display());

    let mut seen = (changed(&RUST), changed(&PLUGINS));
    let mut looked = Instant::now();
    while pause().is_ok() {
        if let Some(failure) = host.as_mut().and_then(|host| host.attend().err()) {
            eprintln!("{failure:#}");
            host = None;
        }
        if let Some(status) = vite.ended()? {
            anyhow::bail!("the development server ended ({status})");
        }
        if looked.elapsed() < INTERVAL {
            continue;
        }
        looked = Instant::now();
        let now = (changed(&RUST), changed(&PLUGINS));
        if now.1 != seen.1 {
            plugins::build().unwrap_or_else(|error| eprintln!("{error:#}"));
        }
        if now.0 != seen.0 {
            host = rebuilt(&providers, host, port);
        }
        seen = now;
    }
    Ok(())
}

/// Builds while the old one still serves; a host that does not compile leaves it running.
fn rebuilt(providers: &Providers, old: Option<Host>, port: u16) -> Option<Host> {
    if let Err(error) = host::build() {
        eprintln!("{error:#}");
        return old;
    }
    drop(old);
    match Host::start(providers, port, &[]) {
        Ok(host) => {
            println!("Comptoir is ready: {}", host.address);
            Some(host)
        }
        Err(error) => {
            eprintln!("{error:#}");
            None
        }
    }
}

fn changed(paths: &[&str]) -> Option<SystemTime> {
    paths
        .iter()
        .filter_map(|path| newest(&root().join(path)))
        .max()
}
