//! The simulator as a program: prints one line with its address and runs until it is told to stop.

use bigblue_simulator::{SimClock, Simulator, SimulatorConfig};
use clap::Parser;
use tokio::signal::unix::{SignalKind, signal};

/// Behaves like Bigblue's Store API on 127.0.0.1. API keys: demo-key-musi, demo-key-nova, demo-key-lune.
#[derive(Debug, Parser)]
struct Flags {
    /// Port to listen on; 0 takes any free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The same seed gives the same world.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many orders the last 18 months hold.
    #[arg(long, default_value_t = 4_000)]
    orders: usize,
    /// Requests a minute and key; 0 for no limit.
    #[arg(long, default_value_t = 200)]
    rate_limit: u32,
    /// How many times as fast as the calendar orders arrive and move on.
    #[arg(long, default_value_t = 1.0, value_parser = positive)]
    speed: f64,
}

fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    if number.is_finite() && number > 0.0 {
        Ok(number)
    } else {
        Err("must be above 0".into())
    }
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
        orders: flags.orders,
        rate_limit: (flags.rate_limit > 0).then_some(flags.rate_limit),
        clock: SimClock::real(flags.speed),
    })
    .await?;
    println!("bigblue simulator listening on {}", simulator.base_url());
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    // Nothing is kept, so there is nothing to wait for: the end of the process closes what is open.
    Ok(())
}
