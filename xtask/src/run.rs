//! `cargo xtask run`: from a fresh clone to a demo in the browser.

use crate::{
    host::{self, Host, Providers, port},
    plugins,
    process::{interrupted, pause},
    project::data_dir,
    web,
};
use anyhow::Result;

/// Sets up, builds and starts everything; returns after everything is stopped again.
pub fn run() -> Result<()> {
    let port = port()?;
    plugins::build()?;
    web::build()?;
    host::build()?;
    let providers = Providers::start(data_dir()?)?;
    let mut host = Host::start(&providers, port, &[])?;
    println!("Comptoir is ready: {}", host.address);
    eprintln!("Ctrl-C stops it. Log: {}", host.log.display());
    while pause().is_ok() {
        host.attend()?;
    }
    debug_assert!(interrupted());
    // The host first: it may still be talking to the providers.
    drop(host);
    drop(providers);
    eprintln!("Stopped.");
    Ok(())
}
