//! Reports over two years of orders, over HTTP: all stores, one, a customer of three. Each asked once, then by one client alone,
//! then by many at once; beside them the same figures of the same months from the orders themselves, by pgbench. The counting of all days from
//! nothing comes first.

use std::time::Instant;

use chrono::{DateTime, Days, Utc};
use comptoir::access::{Permission, Role};
use comptoir::analytics::count;
use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::host::Host;
use crate::load::{self, Load};
use crate::report::{self, Line};

#[derive(Debug, clap::Args)]
pub struct Options {
    #[arg(long, default_value_t = 1_000_000)]
    orders: u32,
    #[command(flatten)]
    load: Load,
}

/// What twelve months come to, from their orders.
const PLAIN: &str = "
select count(*) filter (where source = 'normal'), count(*) filter (where source = 'seeding'), sum(item_count),
    sum(total) filter (where source = 'normal'), sum(total_ex_vat(total, tax, country_code, false)) filter (where source = 'normal')
from orders where status <> 'CANCELLED' and submitted_at >= now() - interval '365 days';
";

pub async fn run(options: Options) -> anyhow::Result<()> {
    let mut host = Host::prepare().await?;
    let statements = include_str!("list_data.sql").replace(":orders", &options.orders.to_string());
    sqlx::raw_sql(AssertSqlSafe(statements))
        .execute(&host.db)
        .await?;
    sqlx::raw_sql(include_str!("analytics_data.sql"))
        .execute(&host.db)
        .await?;
    sqlx::raw_sql("vacuum analyze").execute(&host.db).await?;
    let started = Instant::now();
    let now: DateTime<Utc> = sqlx::query_scalar("select now()")
        .fetch_one(&host.db)
        .await?;
    count::rebuild(&host.db, now).await?;
    let rebuilt = started.elapsed();
    println!(
        "{} orders counted from nothing in {:.0} s",
        options.orders,
        rebuilt.as_secs_f64()
    );
    sqlx::raw_sql("vacuum analyze").execute(&host.db).await?;
    host.start().await?;
    let permissions = || vec![Permission::ReadAudit];
    let admin = host.sign_in_with(Role::Admin, None, permissions()).await?;
    let owner: Uuid = sqlx::query_scalar("select id from organizations where name = 'Group'")
        .fetch_one(&host.db)
        .await?;
    let customer = host.sign_in_with(Role::Customer, Some(owner), permissions());
    let customer = customer.await?;
    let store: Uuid = sqlx::query_scalar("select id from stores order by id limit 1")
        .fetch_one(&host.db)
        .await?;
    let today = now.date_naive();
    let days = |days| format!("startAt={}&endAt={today}", today - Days::new(days));
    let year = days(365);
    let cases = [
        (
            "sales, twelve months of all",
            &admin,
            format!("/sales?{year}"),
        ),
        (
            "sales, a month of all",
            &admin,
            format!("/sales?{}", days(30)),
        ),
        (
            "sales, twelve months of a store",
            &admin,
            format!("/sales?{year}&storeId={store}"),
        ),
        (
            "sales, customer of three stores",
            &customer,
            format!("/sales?{year}"),
        ),
        ("report, twelve months of all", &admin, format!("?{year}")),
        (
            "best products, twelve months of all",
            &admin,
            format!("/product?{year}"),
        ),
        (
            "audit, twelve months of 300 records",
            &admin,
            format!("/audit?{year}"),
        ),
        (
            "audit, customer of three stores",
            &customer,
            format!("/audit?{year}"),
        ),
    ];
    let mut lines = Vec::new();
    for (name, token, path) in cases {
        let address = host.origin.join(&format!("api/analytic{path}"))?;
        let pages = load::pages(&[address.to_string()], token);
        // What it comes to is kept afterwards.
        let began = Instant::now();
        let first = pages(&reqwest::Client::new(), 0).send().await?;
        first.error_for_status()?.bytes().await?;
        println!(
            "{name}: the first asker waits {:.0} ms",
            began.elapsed().as_secs_f64() * 1e3
        );
        lines.push(Line::of(name, pages, options.load).await?);
    }
    let sums = vec![PLAIN.to_owned()];
    lines[0]
        .add_pgbench(&host.options, sums, options.load)
        .await?;
    let setting = json!({
        "orders": options.orders, "clients": options.load.clients, "rebuildSeconds": rebuilt.as_secs_f64().round(),
    });
    report::print("analytics", &setting, &lines);
    host.drop().await
}
