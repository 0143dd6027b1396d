//! A simulator as a program: prints one line with its address and runs until it is told to stop.

use std::io;
use tokio::signal::unix::{SignalKind, signal};

/// The flags that all simulators have.
#[derive(Debug, clap::Args)]
#[group(skip)] // its name would clash with the struct that it is flattened into
pub struct Flags {
    /// Port to listen on; 0 takes any free one.
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// The same seed gives the same world.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Starts the simulator, prints `<name> simulator listening on <base_url>` and waits for SIGTERM or SIGINT.
#[tokio::main]
pub async fn run<Simulator>(
    name: &str,
    start: impl Future<Output = io::Result<Simulator>>,
    base_url: fn(&Simulator) -> String,
) -> anyhow::Result<()> {
    // Before the line that says it is ready: whoever reads it may send a signal at once.
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let simulator = start.await?;
    println!("{name} simulator listening on {}", base_url(&simulator));
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    // Nothing is kept, so there is nothing to wait for: the end of the process closes what is open.
    Ok(())
}
