//! The host's benchmarks: `cargo run --release -p comptoir --example bench [-- list --orders 100000]`. Without a name,
//! all of them. Figures go to standard output as a table and as one line of JSON each.
//!
//! With `DATABASE_URL`, on that server, in a database of their own that is dropped afterwards; without, on a private
//! PostgreSQL in a temporary folder.

mod analysis;
mod analytics;
mod fairness;
mod fees;
mod host;
mod intake;
mod list;
mod load;
mod pgbench;
mod program;
mod report;
mod shipping;
mod simulate;
mod start;
mod sync;
mod webhooks;

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    benchmark: Option<Benchmark>,
}

#[derive(Debug, Subcommand)]
enum Benchmark {
    /// The list of orders: pages, filter and search, beside the same SQL by pgbench.
    List(list::Options),
    /// The list of fees: pages, filters, searches, sorts.
    Fees(fees::Options),
    /// What five years of invoices come to, and the lines behind a figure, beside the sums of all lines by pgbench.
    Analysis(analysis::Options),
    /// Reports over two years of orders, beside the same figures of the orders by pgbench.
    Analytics(analytics::Options),
    /// A provider's invoice: its upload to its first step, beside a plain `copy` of the file.
    Intake(intake::Options),
    /// A pull of orders: provider page to committed rows.
    Sync(sync::Options),
    /// Start to first answer, and memory.
    Start,
    /// Everyday calls beside somebody who does one thing without end.
    Fairness(fairness::Options),
    /// Quotes of a parcel with each carrier, and orders that are made with one, beside their rows by pgbench.
    Shipping(shipping::Options),
    /// A change of prices, tried on a million shipped orders.
    Simulate(simulate::Options),
    /// A provider's webhook until it is answered, beside one insert by pgbench.
    Webhooks(webhooks::Options),
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // The HTTP client is built without a provider of cryptography of its own.
    let _ = rustls::crypto::ring::default_provider().install_default();
    match Arguments::parse().benchmark {
        Some(benchmark) => run(benchmark).await,
        None => {
            for name in ALL {
                let arguments = Arguments::parse_from(["bench", name]);
                if let Some(benchmark) = arguments.benchmark {
                    run(benchmark).await?;
                }
            }
            Ok(())
        }
    }
}

/// What is measured where nobody says what, with the options that are usual.
const ALL: [&str; 10] = [
    "start",
    "sync",
    "webhooks",
    "shipping",
    "list",
    "fees",
    "analysis",
    "analytics",
    "intake",
    "simulate",
];

async fn run(benchmark: Benchmark) -> anyhow::Result<()> {
    match benchmark {
        Benchmark::List(options) => list::run(options).await,
        Benchmark::Fees(options) => fees::run(options).await,
        Benchmark::Analysis(options) => analysis::run(options).await,
        Benchmark::Analytics(options) => analytics::run(options).await,
        Benchmark::Intake(options) => intake::run(options).await,
        Benchmark::Sync(options) => sync::run(options).await,
        Benchmark::Start => start::run().await,
        Benchmark::Fairness(options) => fairness::run(options).await,
        Benchmark::Shipping(options) => shipping::run(options).await,
        Benchmark::Simulate(options) => simulate::run(options).await,
        Benchmark::Webhooks(options) => webhooks::run(options).await,
    }
}
