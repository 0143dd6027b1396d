//! The list of fees over HTTP, a million of five years: pages, filters, a search, every sort; an admin, and a customer of three
//! stores. Each asked by one client alone, then by many at once.

use comptoir::access::{Permission, Role};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::host::Host;
use crate::load::{self, Load};
use crate::report::{self, Line};

#[derive(Debug, clap::Args)]
pub struct Options {
    /// Fees to load.
    #[arg(long, default_value_t = 1_000_000)]
    fees: u32,
    #[command(flatten)]
    load: Load,
}

pub async fn run(options: Options) -> anyhow::Result<()> {
    let mut host = Host::prepare().await?;
    let statements = include_str!("fees_data.sql").replace(":fees", &options.fees.to_string());
    sqlx::raw_sql(AssertSqlSafe(statements))
        .execute(&host.db)
        .await?;
    // Not inside the transaction that several statements at once make.
    sqlx::raw_sql("vacuum analyze").execute(&host.db).await?;
    host.start().await?;
    let admin = host
        .sign_in_with(Role::Admin, None, vec![Permission::ReadFee])
        .await?;
    let group: Uuid = sqlx::query_scalar("select id from organizations where name = 'Group'")
        .fetch_one(&host.db)
        .await?;
    let customer = host
        .sign_in_with(Role::Customer, Some(group), vec![Permission::ReadFee])
        .await?;
    let mut lines = Vec::new();
    for (name, token, cursor) in cases() {
        let token = if token { &customer } else { &admin };
        let address = load::page(&host.origin, "finance/fee", &cursor);
        let pages = load::pages(&[address], token);
        lines.push(Line::of(name, pages, options.load).await?);
    }
    let setting = json!({ "fees": options.fees, "clients": options.load.clients, "take": 20 });
    report::print("fees", &setting, &lines);
    host.drop().await
}

/// What is asked, and whether a customer asks.
fn cases() -> Vec<(&'static str, bool, Value)> {
    let filter = |filter: Value| json!({ "filters": [filter] });
    let sort = |field: &str, direction: &str| json!({ "orderBy": [{ "field": field, "direction": direction }] });
    let storage = || json!({ "field": "category", "values": ["STORAGE"] });
    vec![
        ("first page", false, json!({})),
        ("one category", false, filter(storage())),
        (
            "a rare category",
            false,
            filter(json!({ "field": "category", "values": ["SOFTWARE"] })),
        ),
        (
            "one cause",
            false,
            filter(json!({ "field": "cause", "values": ["RETURN"] })),
        ),
        (
            "an amount",
            false,
            filter(json!({ "field": "customerAmount", "from": 40, "to": 41 })),
        ),
        ("a common word", false, json!({ "search": "stockage" })),
        ("a rare word", false, json!({ "search": "wyszynska" })),
        ("oldest first", false, sort("initiatedAt", "asc")),
        ("newest entries", false, sort("createdAt", "desc")),
        ("by amount", false, sort("customerAmount", "asc")),
        ("by type", false, sort("type", "asc")),
        ("customer, 3 stores", true, json!({})),
        ("customer, one category", true, filter(storage())),
        ("customer, by amount", true, sort("customerAmount", "desc")),
    ]
}
