//! Figures for people and for programs.

use std::sync::Arc;

use serde::Serialize;
use sqlx::postgres::PgConnectOptions;

use crate::load::{Ask, Figures, Load};
use crate::pgbench;

/// One line of the report.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    pub name: &'static str,
    /// Asked by one client.
    pub alone: Figures,
    /// Asked by all at once.
    pub host: Figures,
    /// The same SQL by pgbench, where it is on the machine.
    pub pgbench: Option<Figures>,
}

impl Line {
    /// What is measured over HTTP alone.
    pub async fn of(name: &'static str, ask: Arc<Ask>, load: Load) -> anyhow::Result<Self> {
        let [alone, host] = load.measure(ask).await?;
        Ok(Self {
            name,
            alone,
            host,
            pgbench: None,
        })
    }

    /// Measures `scripts` by pgbench on the same database, beside the rest.
    pub async fn add_pgbench(
        &mut self,
        database: &PgConnectOptions,
        scripts: Vec<String>,
        load: Load,
    ) -> anyhow::Result<()> {
        let database = database.clone();
        let run = move || pgbench::run(&database, &scripts, load.clients, load.time());
        self.pgbench = tokio::task::spawn_blocking(run).await??;
        Ok(())
    }

    /// How many times as much a request takes through the host as its SQL alone does.
    fn ratio(&self) -> Option<f64> {
        self.pgbench
            .as_ref()
            .map(|pgbench| pgbench.requests_a_second / self.host.requests_a_second)
    }
}

/// Prints the table, then everything as one line of JSON.
pub fn print(benchmark: &str, setting: &serde_json::Value, lines: &[Line]) {
    println!("{benchmark} {setting}");
    println!(
        "{:<24}{:>16}{:>10}   {:>12}{:>10}{:>10}{:>10}   {:>14}{:>10}{:>10}{:>10}{:>8}",
        "",
        "alone: p50 ms",
        "p95 ms",
        "requests/s",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "pgbench: /s",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "ratio"
    );
    for line in lines {
        let figures = |figures: &Figures| {
            format!(
                "{:>12.0}{:>10.2}{:>10.2}{:>10.2}",
                figures.requests_a_second, figures.p50_ms, figures.p95_ms, figures.p99_ms
            )
        };
        let pgbench = line.pgbench.as_ref().map(figures).unwrap_or_default();
        let ratio = line
            .ratio()
            .map(|ratio| format!("{ratio:.2}"))
            .unwrap_or_default();
        println!(
            "{:<24}{:>16.2}{:>10.2}   {}     {pgbench}{ratio:>8}",
            line.name,
            line.alone.p50_ms,
            line.alone.p95_ms,
            figures(&line.host)
        );
    }
    println!(
        "{}",
        serde_json::json!({ "benchmark": benchmark, "setting": setting, "lines": lines })
    );
}
