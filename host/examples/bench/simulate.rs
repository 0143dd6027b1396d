//! A change of prices, tried on the orders of two years: from the question to its result, and the memory that it takes. The
//! hardest case: nobody knows with which carrier an order went, so that each is quoted with all ten.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use comptoir::access::{Permission, Role};
use serde_json::{Value, json};

use crate::host::Host;
use crate::list;

#[derive(Debug, clap::Args)]
pub struct Options {
    /// Orders to load; of a hundred 86 were shipped.
    #[arg(long, default_value_t = 1_165_000)]
    orders: u32,
}

pub async fn run(options: Options) -> anyhow::Result<()> {
    let mut host = Host::prepare().await?;
    list::load_orders(&host.db, options.orders).await?;
    sqlx::raw_sql(include_str!("simulate_data.sql"))
        .execute(&host.db)
        .await?;
    sqlx::raw_sql("analyze").execute(&host.db).await?;
    host.start().await?;
    let permissions = vec![Permission::ReadConnector, Permission::WriteConnector];
    let token = host.sign_in_with(Role::Admin, None, permissions).await?;
    let client = reqwest::Client::new();
    let address = host.origin.join("api/shipping/simulation")?;

    let before = peak_mib()?;
    let started = Instant::now();
    let body = body(&host).await?;
    let asked = client.post(address.clone()).bearer_auth(&token).json(&body);
    let asked: Value = asked.send().await?.error_for_status()?.json().await?;
    let id = asked["data"]["id"].as_str().context("an id")?;
    let one = format!("{address}/{id}");
    let done = loop {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let answer = client.get(&one).bearer_auth(&token).send().await?;
        let answer: Value = answer.error_for_status()?.json().await?;
        if answer["data"]["state"] != "PENDING" {
            break answer["data"].clone();
        }
    };
    let seconds = started.elapsed().as_secs_f64();
    ensure!(done["state"] == "COMPLETED", "{done}");
    let orders = done["result"]["before"]["orders"].as_f64();
    let orders = orders.context("a number")?;
    let memory = peak_mib()? - before;
    println!("simulate {}", json!({ "orders": orders }));
    println!(
        "{:<24}{:>14}{:>14}{:>14}",
        "", "seconds", "orders/s", "MiB more"
    );
    println!(
        "{:<24}{seconds:>14.1}{:>14.0}{memory:>14.1}",
        "simulation",
        orders / seconds
    );
    let line = json!({ "seconds": seconds, "memoryMib": memory });
    println!(
        "{}",
        json!({ "benchmark": "simulate", "setting": { "orders": orders }, "lines": [line] })
    );
    host.drop().await
}

/// Each price to France a tenth more.
async fn body(host: &Host) -> anyhow::Result<Value> {
    let changes: Value = sqlx::query_scalar(
        "select jsonb_agg(jsonb_build_object('carrierId', carrier_id, 'countryCode', country_code,
            'minWeight', min_weight, 'maxWeight', max_weight, 'was', price::text,
            'price', round(price * 1.1, 2)::text))
         from shipping_prices where store_id is null and country_code = 'FR'",
    )
    .fetch_one(&host.db)
    .await?;
    let from: String = sqlx::query_scalar("select (current_date - 800)::text")
        .fetch_one(&host.db)
        .await?;
    Ok(json!({ "provider": "bigblue", "changes": changes, "from": from }))
}

/// The most memory that this program, the host in it, has taken so far.
fn peak_mib() -> anyhow::Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1));
    Ok(kib.context("VmHWM")?.parse::<f64>()? / 1024.0)
}
