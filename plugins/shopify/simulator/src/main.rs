//! The simulator as a program.

use clap::Parser;
use shopify_simulator::{Rate, ShopSeed, SimClock, Simulator, SimulatorConfig};
use simulator_kit::program;

/// Behaves like Shopify's Admin API on 127.0.0.1. Shops: demo-musi, demo-nova, demo-lune, with the tokens
/// shpat_demo_musi and so on.
#[derive(Debug, Parser)]
struct Flags {
    #[command(flatten)]
    common: program::Flags,
    /// How many orders the last 18 months hold, for each shop.
    #[arg(long, default_value_t = 400)]
    orders: usize,
    /// Points of query cost a second and shop; 0 for no limit.
    #[arg(long, default_value_t = 100.0)]
    restore_rate: f64,
}

fn main() -> anyhow::Result<()> {
    let flags = Flags::parse();
    let rate = Rate {
        maximum: flags.restore_rate * 20.0,
        restore: flags.restore_rate,
    };
    let config = SimulatorConfig {
        port: flags.common.port,
        seed: flags.common.seed,
        orders: flags.orders,
        rate: (flags.restore_rate > 0.0).then_some(rate),
        shops: ShopSeed::demo(),
        clock: SimClock::real(),
    };
    program::run("shopify", Simulator::start(config), Simulator::base_url)
}
