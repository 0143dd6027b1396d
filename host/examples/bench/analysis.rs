//! What five years of invoices of 500 stores come to, and the lines behind a figure, over HTTP: an admin, and a customer of three
//! stores. Each asked by one client alone, then by many at once; beside them the sums of all lines by pgbench.

use comptoir::access::{Permission, Role};
use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::host::Host;
use crate::load::{self, Load};
use crate::report::{self, Line};

#[derive(Debug, clap::Args)]
pub struct Options {
    #[arg(long, default_value_t = 500)]
    stores: u32,
    /// Each with an invoice of nine lines a store.
    #[arg(long, default_value_t = 60)]
    months: u32,
    #[command(flatten)]
    load: Load,
}

/// The months of all invoices, from their lines.
const LINES: &str = "
select date_trunc('month', i.start_at)::date, l.section, coalesce(l.category, 'OTHER'), sum(l.total)
from invoices i join invoice_lines l on l.invoice_id = i.id where i.number is not null group by 1, 2, 3 order by 1, 2, 3;
";

pub async fn run(options: Options) -> anyhow::Result<()> {
    let mut host = Host::prepare().await?;
    let statements = include_str!("analysis_data.sql")
        .replace(":stores", &options.stores.to_string())
        .replace(":months", &options.months.to_string());
    sqlx::raw_sql(AssertSqlSafe(statements))
        .execute(&host.db)
        .await?;
    // Not inside the transaction that several statements at once make.
    sqlx::raw_sql("vacuum analyze").execute(&host.db).await?;
    host.start().await?;
    let admin = host
        .sign_in_with(Role::Admin, None, vec![Permission::ReadInvoice])
        .await?;
    let owner =
        "select organization_id from store_organizations group by 1 order by count(*) desc limit 1";
    let owner: Uuid = sqlx::query_scalar(owner).fetch_one(&host.db).await?;
    let store: Uuid = sqlx::query_scalar("select id from stores order by id limit 1")
        .fetch_one(&host.db)
        .await?;
    let customer = host
        .sign_in_with(Role::Customer, Some(owner), vec![Permission::ReadInvoice])
        .await?;
    let years = "startAt=2021-11-01&endAt=2026-10-31";
    let month = "startAt=2026-09-01&endAt=2026-09-30";
    let cases = [
        ("five years of all", &admin, format!("analysis?{years}")),
        (
            "twelve months of all",
            &admin,
            "analysis?startAt=2025-11-01&endAt=2026-10-31".to_owned(),
        ),
        (
            "five years of a store",
            &admin,
            format!("analysis?{years}&storeId={store}"),
        ),
        (
            "five years of an owner",
            &admin,
            format!("analysis?{years}&organizationId={owner}"),
        ),
        (
            "customer, three stores",
            &customer,
            format!("analysis?{years}"),
        ),
        (
            "lines of a month",
            &admin,
            format!("analysis/line?{month}&category=SHIPPING"),
        ),
        (
            "a store's lines",
            &admin,
            format!("analysis/line?{years}&storeId={store}&section=COMMISSIONS"),
        ),
    ];
    let mut lines = Vec::new();
    for (name, token, path) in cases {
        let address = host.origin.join(&format!("api/invoice/{path}"))?;
        let pages = load::pages(&[address.to_string()], token);
        lines.push(Line::of(name, pages, options.load).await?);
    }
    let sums = vec![LINES.to_owned()];
    lines[0]
        .add_pgbench(&host.options, sums, options.load)
        .await?;
    let setting = json!({ "stores": options.stores, "months": options.months, "clients": options.load.clients });
    report::print("analysis", &setting, &lines);
    host.drop().await
}
