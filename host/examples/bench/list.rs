//! The list of orders over HTTP: first page, deep page, filter, search; an admin, a customer of one store and one of
//! twenty.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{Days, NaiveDate};
use comptoir::access::Role;
use comptoir::list::start_of_day;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgPool, Row};
use url::Url;
use uuid::Uuid;

use crate::host::Host;
use crate::load;
use crate::pgbench;
use crate::report::{self, Line};

#[derive(Debug, clap::Args)]
pub struct Options {
    /// Orders to load, with two and a half lines each.
    #[arg(long, default_value_t = 100_000)]
    orders: u32,
    /// Clients that ask at the same time.
    #[arg(long, default_value_t = 16)]
    clients: usize,
    /// Seconds for each figure.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            orders: 100_000,
            clients: 16,
            seconds: 5,
        }
    }
}

/// Rows a page.
const TAKE: u32 = 20;
/// The page that stands for a deep one.
const DEEP: u32 = 5_000;
/// Deep pages, from [`DEEP`] on, that the clients ask for in turn.
const DEEP_PAGES: usize = 64;

/// What one figure asks for.
struct Case {
    name: &'static str,
    token: String,
    cursors: Vec<String>,
    /// The same by pgbench: what the list engine sends, with the values written out.
    scripts: Vec<String>,
}

pub async fn run(options: Options) -> anyhow::Result<()> {
    let mut host = Host::prepare().await?;
    let loading = Instant::now();
    load_orders(&host.db, options.orders).await?;
    eprintln!(
        "loaded {} orders in {:.0} s",
        options.orders,
        loading.elapsed().as_secs_f64()
    );
    host.start().await?;
    let time = Duration::from_secs(options.seconds);
    let mut lines = Vec::new();
    for case in cases(&host).await? {
        check(&host, &case).await?;
        let addresses: Vec<String> = case
            .cursors
            .iter()
            .map(|cursor| address(&host.origin, cursor))
            .collect();
        let figures = load::run(&addresses, &case.token, options.clients, time).await?;
        let (database, scripts, clients) = (host.options.clone(), case.scripts, options.clients);
        let pgbench =
            tokio::task::spawn_blocking(move || pgbench::run(&database, &scripts, clients, time))
                .await??;
        lines.push(Line {
            name: case.name,
            host: figures,
            pgbench,
        });
    }
    let setting = json!({ "orders": options.orders, "clients": options.clients, "take": TAKE });
    report::print("list", &setting, &lines);
    host.drop().await
}

async fn load_orders(db: &PgPool, orders: u32) -> anyhow::Result<()> {
    let statements = include_str!("list_data.sql").replace(":orders", &orders.to_string());
    sqlx::raw_sql(AssertSqlSafe(statements)).execute(db).await?;
    // Not inside the transaction that several statements at once make.
    sqlx::raw_sql("vacuum analyze").execute(db).await?;
    Ok(())
}

async fn cases(host: &Host) -> anyhow::Result<Vec<Case>> {
    let admin = host.sign_in(Role::Admin, None).await?;
    let order = "order by submitted_at desc, id desc limit 21";
    let first = page("true", order);
    let mut cases = vec![Case {
        name: "first page",
        token: admin.clone(),
        cursors: vec![encode(&json!({}))],
        scripts: vec![format!("{first}{}", count("true"))],
    }];
    let deep = deep_cursors(host, &admin).await?;
    if !deep.is_empty() {
        let scripts = deep.iter().map(|cursor| {
            let position = &decode(cursor)?["position"];
            let (key, id) = (
                position["key"].as_str().context("a key")?,
                position["id"].as_str().context("an id")?,
            );
            Ok(page(
                &format!("(submitted_at, id) < ('{key}', '{id}')"),
                order,
            ))
        });
        let scripts = scripts.collect::<anyhow::Result<_>>()?;
        cases.push(Case {
            name: "deep page",
            token: admin.clone(),
            cursors: deep,
            scripts,
        });
    }
    let statuses = ["DELIVERED", "SHIPPED", "EXCEPTION", "BACKORDER"];
    cases.push(Case {
        name: "filter by status",
        token: admin.clone(),
        cursors: statuses
            .map(|status| {
                encode(&json!({ "filters": [{ "field": "status", "values": [status] }] }))
            })
            .into(),
        scripts: statuses
            .map(|status| with_count(&format!("status = '{status}'"), order))
            .into(),
    });
    cases.push(one_week(&admin));
    let words = searched_words(&host.db).await?;
    cases.push(Case {
        name: "search",
        token: admin,
        cursors: words
            .iter()
            .map(|word| encode(&json!({ "search": word })))
            .collect(),
        scripts: words
            .iter()
            .map(|word| with_count(&format!("search like search_pattern('{word}')"), order))
            .collect(),
    });
    for (name, organization) in [
        ("customer, 1 store", "Single"),
        ("customer, 20 stores", "Group"),
    ] {
        cases.push(customer(host, name, organization, order).await?);
    }
    Ok(cases)
}

/// The dearest orders of one week: an index leads to the week or to the dearest, not to both.
fn one_week(token: &str) -> Case {
    let days = ["2026-03-02", "2026-05-11", "2026-08-17"]
        .map(|day| day.parse::<NaiveDate>().unwrap_or_default());
    let cursor = |first: NaiveDate| {
        let filter = json!({ "field": "submittedAt", "from": first, "to": first + Days::new(6) });
        encode(
            &json!({ "filters": [filter], "orderBy": [{ "field": "total", "direction": "desc" }] }),
        )
    };
    let script = |first: NaiveDate| {
        let (from, to) = (start_of_day(first), start_of_day(first + Days::new(7)));
        let condition = format!("submitted_at >= '{from}' and submitted_at < '{to}'");
        let keys = format!(
            "select id, total as key from orders where {condition} order by total desc, id desc limit 21"
        );
        format!("{}{}", rows(&keys), count(&condition))
    };
    Case {
        name: "one week by total",
        token: token.to_owned(),
        cursors: days.map(cursor).into(),
        scripts: days.map(script).into(),
    }
}

/// The first page of a customer.
async fn customer(
    host: &Host,
    name: &'static str,
    organization: &str,
    order: &str,
) -> anyhow::Result<Case> {
    let organization: Uuid = sqlx::query_scalar("select id from organizations where name = $1")
        .bind(organization)
        .fetch_one(&host.db)
        .await?;
    let stores: Vec<Uuid> =
        sqlx::query_scalar("select store_id from store_organizations where organization_id = $1")
            .bind(organization)
            .fetch_all(&host.db)
            .await?;
    let list = stores
        .iter()
        .map(|store| format!("'{store}'"))
        .collect::<Vec<_>>()
        .join(",");
    let script = if stores.len() == 1 {
        with_count(&format!("store_id = {list}"), order)
    } else {
        let walk = format!(
            "select walk.id, walk.key from unnest(array[{list}]::uuid[]) s (value) cross join lateral (
                select id, submitted_at as key from orders where store_id = s.value {order}) walk
             order by walk.key desc, walk.id desc limit 21"
        );
        format!(
            "{}{}",
            rows(&walk),
            count(&format!("store_id = any(array[{list}]::uuid[])"))
        )
    };
    let token = host.sign_in(Role::Customer, Some(organization)).await?;
    Ok(Case {
        name,
        token,
        cursors: vec![encode(&json!({}))],
        scripts: vec![script],
    })
}

/// Last names, order numbers and tracking numbers, as people look for them.
async fn searched_words(db: &PgPool) -> anyhow::Result<Vec<String>> {
    let rows = sqlx::query(
        "(select split_part(customer_name, ' ', 2) as word from orders order by id limit 16)
         union all (select reference from orders order by id offset 100 limit 8)
         union all (select tracking_number from orders where tracking_number <> '' order by id offset 100 limit 8)",
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .iter()
        .map(|row| row.try_get("word"))
        .collect::<Result<_, _>>()?)
}

/// The cursors of the pages from [`DEEP`] on, as a walk finds them. Empty when there are not so many rows.
async fn deep_cursors(host: &Host, token: &str) -> anyhow::Result<Vec<String>> {
    let mut cursor = Some(encode(&json!({ "skip": (DEEP - 2) * TAKE })));
    let mut cursors = Vec::new();
    while let Some(current) = cursor.filter(|_| cursors.len() < DEEP_PAGES) {
        let next = ask(host, token, &current).await?["meta"]["next"]
            .as_str()
            .map(str::to_owned);
        cursors.extend(next.clone());
        cursor = next;
    }
    Ok(cursors)
}

/// The host must answer with the rows that the script gives: otherwise the two are not the same work.
async fn check(host: &Host, case: &Case) -> anyhow::Result<()> {
    for (cursor, script) in case.cursors.iter().zip(&case.scripts) {
        let answer = ask(host, &case.token, cursor).await?;
        let statement = script.split(';').next().unwrap_or_default().to_owned();
        let rows = sqlx::query(AssertSqlSafe(statement))
            .fetch_all(&host.db)
            .await?;
        let scripted = rows
            .iter()
            .take(TAKE as usize)
            .map(|row| row.try_get("id"))
            .collect::<Result<Vec<Uuid>, _>>()?;
        let answered: Vec<Uuid> = serde_json::from_value(
            answer["data"]
                .as_array()
                .context("a page")?
                .iter()
                .map(|row| row["id"].clone())
                .collect(),
        )?;
        ensure!(
            scripted == answered,
            "{}: the script does not give what the host answers",
            case.name
        );
    }
    Ok(())
}

async fn ask(host: &Host, token: &str, cursor: &str) -> anyhow::Result<Value> {
    let answer = reqwest::Client::new()
        .get(address(&host.origin, cursor))
        .bearer_auth(token)
        .send()
        .await?;
    Ok(answer.error_for_status()?.json().await?)
}

fn address(origin: &Url, cursor: &str) -> String {
    format!("{origin}api/order?cursor={cursor}")
}

fn encode(cursor: &Value) -> String {
    URL_SAFE_NO_PAD.encode(cursor.to_string())
}

fn decode(cursor: &str) -> anyhow::Result<Value> {
    Ok(serde_json::from_slice(&URL_SAFE_NO_PAD.decode(cursor)?)?)
}

fn with_count(condition: &str, order: &str) -> String {
    format!("{}{}", page(condition, order), count(condition))
}

fn page(condition: &str, order: &str) -> String {
    rows(&format!(
        "select id, submitted_at as key from orders where {condition} {order}"
    ))
}

fn rows(keys: &str) -> String {
    format!(
        "with page as ({keys})
         select r.*, page.key as list_key, page.id as list_id from page join (
            select o.id, o.reference, o.provider_id, o.provider, o.source, o.status, o.status_message, o.store_id,
                s.name as store_name, o.customer_name, o.country_code as country, o.item_count, o.total, o.currency,
                o.submitted_at, o.updated_at, o.carrier, o.tracking_number, o.tracking_url
            from orders o join stores s on s.id = o.store_id) r on r.id = page.id
         order by page.key desc, page.id desc;\n"
    )
}

fn count(condition: &str) -> String {
    format!("select count(*) from (select from orders where {condition} limit 10001) counted;\n")
}
