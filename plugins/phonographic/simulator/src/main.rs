//! The simulator as a program.

use clap::Parser;
use phonographic_simulator::{Simulator, SimulatorConfig};
use simulator_kit::program;

/// Takes files like a chart compiler, over SFTP on 127.0.0.1.
#[derive(Debug, Parser)]
struct Flags {
    #[command(flatten)]
    common: program::Flags,
    /// Who may come in.
    #[arg(long, default_value = "charts")]
    user: String,
    /// With this password.
    #[arg(long, default_value = "demo-password")]
    password: String,
    /// Or with this key: a line of `authorized_keys`.
    #[arg(long)]
    key: Option<String>,
}

fn main() -> anyhow::Result<()> {
    let flags = Flags::parse();
    let config = SimulatorConfig {
        port: flags.common.port,
        seed: flags.common.seed,
        user: flags.user,
        password: Some(flags.password),
        key: flags.key,
    };
    program::run(
        "phonographic",
        Simulator::start(config),
        Simulator::describe,
    )
}
