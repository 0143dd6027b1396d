//! The simulator as a program.

use clap::Parser;
use registry_simulator::{Simulator, SimulatorConfig};
use simulator_kit::program;

/// Behaves like the French company registry's search and like VIES, on 127.0.0.1.
#[derive(Debug, Parser)]
struct Flags {
    #[command(flatten)]
    common: program::Flags,
    /// How many companies are drawn, besides those that are always there.
    #[arg(long, default_value_t = 300)]
    companies: usize,
    /// Searches a second and address; 0 for no limit.
    #[arg(long, default_value_t = 7)]
    rate_limit: u32,
}

fn main() -> anyhow::Result<()> {
    let flags = Flags::parse();
    let config = SimulatorConfig {
        port: flags.common.port,
        seed: flags.common.seed,
        companies: flags.companies,
        rate_limit: (flags.rate_limit > 0).then_some(flags.rate_limit),
        fixed_time: None,
    };
    program::run("registry", Simulator::start(config), Simulator::base_url)
}
