//! The simulator as a program.

use clap::Parser;
use cubyn_simulator::{SimClock, Simulator, SimulatorConfig};
use simulator_kit::program;

/// Behaves like Cubyn's API on 127.0.0.1. Application keys: 5f1d7a3c9e2b4d6f8a0c1e35, 7b2e8c4d0f3a5b6c9d1e2f48.
#[derive(Debug, Parser)]
struct Flags {
    #[command(flatten)]
    common: program::Flags,
    /// How many parcels each merchant holds.
    #[arg(long, default_value_t = 400)]
    parcels: usize,
    /// Requests a second and key; 0 for no limit.
    #[arg(long, default_value_t = 5)]
    rate_limit: u32,
}

fn main() -> anyhow::Result<()> {
    let flags = Flags::parse();
    let config = SimulatorConfig {
        port: flags.common.port,
        seed: flags.common.seed,
        parcels: flags.parcels,
        rate_limit: (flags.rate_limit > 0).then_some(flags.rate_limit),
        clock: SimClock::real(),
    };
    program::run("cubyn", Simulator::start(config), Simulator::base_url)
}
