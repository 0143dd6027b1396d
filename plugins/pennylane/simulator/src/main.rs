//! The simulator as a program.

use clap::Parser;
use pennylane_simulator::{SimClock, Simulator, SimulatorConfig};
use simulator_kit::program;

/// Behaves like Pennylane's Company API v2 on 127.0.0.1. Tokens: demo-token-comptoir, demo-token-comptoir-readonly (may only
/// read), demo-token-voisin (another company's).
#[derive(Debug, Parser)]
struct Flags {
    #[command(flatten)]
    common: program::Flags,
    /// How many invoices the books hold at the start.
    #[arg(long, default_value_t = 3)]
    invoices: usize,
    /// Requests in five seconds and token; 0 for no limit.
    #[arg(long, default_value_t = 25)]
    rate_limit: u32,
}

fn main() -> anyhow::Result<()> {
    let flags = Flags::parse();
    let config = SimulatorConfig {
        port: flags.common.port,
        seed: flags.common.seed,
        invoices: flags.invoices,
        rate_limit: (flags.rate_limit > 0).then_some(flags.rate_limit),
        clock: SimClock::real(),
    };
    program::run("pennylane", Simulator::start(config), Simulator::base_url)
}
