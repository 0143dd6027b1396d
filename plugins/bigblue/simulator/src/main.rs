//! The simulator as a program.

use bigblue_simulator::{SimClock, Simulator, SimulatorConfig};
use clap::Parser;
use simulator_kit::program;

/// Behaves like Bigblue's Store API on 127.0.0.1. API keys: demo-key-musi, demo-key-nova, demo-key-lune.
#[derive(Debug, Parser)]
struct Flags {
    #[command(flatten)]
    common: program::Flags,
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

fn main() -> anyhow::Result<()> {
    let flags = Flags::parse();
    let config = SimulatorConfig {
        port: flags.common.port,
        seed: flags.common.seed,
        orders: flags.orders,
        rate_limit: (flags.rate_limit > 0).then_some(flags.rate_limit),
        clock: SimClock::real(flags.speed),
    };
    program::run("bigblue", Simulator::start(config), Simulator::base_url)
}
