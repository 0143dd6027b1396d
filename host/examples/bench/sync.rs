//! A synchronisation: from the provider's page, through the sandbox, to committed rows. The simulator, the host and
//! PostgreSQL are programs of their own; the figure that counts is the host's processor time an order.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use comptoir::program::config::Config;
use comptoir::program::database::Database;
use comptoir::program::demo;
use comptoir::program::keys::Keys;
use comptoir::providers::sync::Synchronize;
use comptoir::records::audit::Author;
use comptoir::{jobs, orders};
use tokio::process::Command;
use uuid::Uuid;

use crate::program::{self, Program, READY};

#[derive(Debug, clap::Args)]
pub struct Options {
    /// Orders at the provider; the account that is pulled holds half of them.
    #[arg(long, default_value_t = 40_000)]
    orders: usize,
}

pub async fn run(options: Options) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open)?;
    let mut simulator = Command::new(program::built("bigblue-simulator")?);
    simulator.args(["--port", "0", "--orders", &options.orders.to_string()]);
    let simulator = Program::start(simulator, "http://").await?;
    let overlay = folder.path().join("plugins.toml");
    std::fs::write(
        &overlay,
        format!(
            "[plugins.bigblue]\nbase_urls = {{ \"https://api.bigblue.co\" = \"http://{0}\" }}\nprivate = [\"{0}\"]\n\
             rate_limits = {{ \"https://api.bigblue.co\" = {{ requests = 100000, seconds = 1 }} }}\n",
            simulator.said
        ),
    )?;
    let data = folder.path().join("data");
    let plugins = [PathBuf::from("plugins.toml"), overlay];
    let host = Program::start(program::host(&data, &plugins)?, READY).await?;

    let config = Config {
        data: data.clone(),
        ..Config::default()
    };
    let database = Database::open(&config, true).await?;
    let keys = Keys::load(&config.security, &data)?;
    let mut tx = database.pool.begin().await?;
    let store = Uuid::now_v7();
    sqlx::query("insert into stores (id, name) values ($1, 'Bench')")
        .bind(store)
        .execute(&mut *tx)
        .await?;
    let author = Author::system("bench");
    let connector = demo::connector(store, "MUSI");
    let connector =
        comptoir::stores::connectors::connect_to(&mut tx, &keys, &author, connector).await?;
    tx.commit().await?;

    println!("sync {{\"orders\":{}}}", options.orders);
    println!(
        "{:<24}{:>10}{:>12}{:>16}{:>22}",
        "", "orders", "seconds", "orders/s", "orders/s a host core"
    );
    // The second pull lists six weeks again, of which nothing changed.
    for name in ["first pull", "the same again"] {
        let mut tx = database.pool.begin().await?;
        let job = Synchronize::<orders::Orders>::of(connector, "bigblue");
        let job = jobs::enqueue(&mut tx, &author, &job).await?;
        let (started, cpu) = (Instant::now(), host.cpu()?);
        tx.commit().await?;
        let done = loop {
            let (status, done): (String, Option<i64>) =
                sqlx::query_as("select status, progress_done from jobs where id = $1")
                    .bind(job.id)
                    .fetch_one(&database.pool)
                    .await?;
            if status != "PENDING" {
                ensure!(status == "COMPLETED", "the pull failed");
                break done.context("a pull tells what it brought")?;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        let (wall, cpu) = (started.elapsed(), host.cpu()?.saturating_sub(cpu));
        let rate = |time: Duration| done as f64 / time.as_secs_f64();
        println!(
            "{name:<24}{done:>10}{:>12.2}{:>16.0}{:>22.0}",
            wall.as_secs_f64(),
            rate(wall),
            rate(cpu)
        );
    }
    database.pool.close().await;
    host.stop().await?;
    simulator.stop().await
}
