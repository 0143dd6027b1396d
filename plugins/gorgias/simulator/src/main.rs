//! The simulator as a program.

use clap::Parser;
use gorgias_simulator::{SimClock, Simulator, SimulatorConfig};
use simulator_kit::program;

/// Behaves like Gorgias' REST API on 127.0.0.1. Accounts: aurore (ops@aurore.example, demo-key-aurore), nova-wear
/// (ops@nova.example, demo-key-nova).
#[derive(Debug, Parser)]
struct Flags {
    #[command(flatten)]
    common: program::Flags,
    /// How many tickets each account holds.
    #[arg(long, default_value_t = 600)]
    tickets: usize,
    /// Calls at once an account, which it gets back within 20 seconds; 0 for no limit.
    #[arg(long, default_value_t = 40)]
    burst: u32,
}

fn main() -> anyhow::Result<()> {
    let flags = Flags::parse();
    let config = SimulatorConfig {
        port: flags.common.port,
        seed: flags.common.seed,
        tickets: flags.tickets,
        burst: (flags.burst > 0).then_some(flags.burst),
        clock: SimClock::real(),
    };
    program::run("gorgias", Simulator::start(config), Simulator::base_url)
}
