//! The simulator as a program: prints one line with its address and runs until it is told to stop.

use clap::Parser;
use registry_simulator::{Simulator, SimulatorConfig};
use tokio::signal::unix::{SignalKind, signal};

/// Behaves like the French company registry's search and like VIES, on 127.0.0.1.
#[derive(Debug, Parser)]
struct Flags {
    /// Port to listen on; 0 takes any free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The same seed gives the same companies.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many companies are drawn, besides those that are always there.
    #[arg(long, default_value_t = 300)]
    companies: usize,
    /// Searches a second and address; 0 for no limit.
    #[arg(long, default_value_t = 7)]
    rate_limit: u32,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let flags = Flags::parse();
    // Before the line that says it is ready: whoever reads it may send a signal at once.
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let simulator = Simulator::start(SimulatorConfig {
        port: flags.port,
        seed: flags.seed,
        companies: flags.companies,
        rate_limit: (flags.rate_limit > 0).then_some(flags.rate_limit),
        fixed_time: None,
    })
    .await?;
    println!("registry simulator listening on {}", simulator.base_url());
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    // Nothing is kept, so there is nothing to wait for: the end of the process closes what is open.
    Ok(())
}
