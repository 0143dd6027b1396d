//! The list of orders over HTTP: first page, the 50,000th, filters, searches, every sort; an admin, and customers of one
//! store, of three and of all twenty. Each asked by one client alone, then by many at once.

use std::time::Instant;

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
use crate::load::{self, Load};
use crate::report::{self, Line};

#[derive(Debug, clap::Args)]
pub struct Options {
    /// Orders to load, with two and a half lines each.
    #[arg(long, default_value_t = 1_000_000)]
    orders: u32,
    #[command(flatten)]
    load: Load,
}

/// Rows a page.
const TAKE: u32 = 20;
/// The deepest page that is asked for.
const DEEPEST: u32 = 50_000;
/// Deep pages, up to the deepest, that the clients ask for in turn.
const DEEP_PAGES: u32 = 64;

/// What one figure asks for.
struct Case {
    name: &'static str,
    token: String,
    questions: Vec<Question>,
}

/// One page, as the host is asked for it and as the list engine asks PostgreSQL, with the values written out.
struct Question {
    cursor: String,
    /// When there are more rows than are counted: the host remembers it, and does not count again.
    walked: String,
    /// Otherwise: with the count.
    counted: String,
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
    let mut lines = Vec::new();
    for case in cases(&host, &options).await? {
        let scripts = scripts(&host, &case).await?;
        let addresses: Vec<String> = case
            .questions
            .iter()
            .map(|question| address(&host.origin, &question.cursor))
            .collect();
        let pages = load::pages(&addresses, &case.token);
        let mut line = Line::of(case.name, pages, options.load).await?;
        line.add_pgbench(&host.options, scripts, options.load)
            .await?;
        lines.push(line);
    }
    let setting =
        json!({ "orders": options.orders, "clients": options.load.clients, "take": TAKE });
    report::print("list", &setting, &lines);
    host.drop().await
}

/// Orders of two years, in twenty stores.
pub async fn load_orders(db: &PgPool, orders: u32) -> anyhow::Result<()> {
    let statements = include_str!("list_data.sql").replace(":orders", &orders.to_string());
    sqlx::raw_sql(AssertSqlSafe(statements)).execute(db).await?;
    // Not inside the transaction that several statements at once make.
    sqlx::raw_sql("vacuum analyze").execute(db).await?;
    Ok(())
}

async fn cases(host: &Host, options: &Options) -> anyhow::Result<Vec<Case>> {
    let admin = host.sign_in(Role::Admin, None).await?;
    let case = |name, questions| Case {
        name,
        token: admin.clone(),
        questions,
    };
    let newest = Sort::new("submittedAt", "submitted_at", "desc");
    let mut cases = vec![case("first page", vec![newest.of(json!({}), "true")])];
    let deep = deep_cursors(host, &admin, options.orders).await?;
    if !deep.is_empty() {
        let questions = deep.into_iter().map(|cursor| {
            let position = &decode(&cursor)?["position"];
            let (key, id) = (
                position["key"].as_str().context("a key")?,
                position["id"].as_str().context("an id")?,
            );
            let walked = newest.page(&format!("(submitted_at, id) < ('{key}', '{id}')"));
            Ok(Question {
                cursor,
                counted: walked.clone(),
                walked,
            })
        });
        cases.push(case(
            "page 50,000",
            questions.collect::<anyhow::Result<_>>()?,
        ));
    }
    let statuses = ["DELIVERED", "SHIPPED", "EXCEPTION", "BACKORDER"].map(|status| {
        let filter = json!({ "field": "status", "values": [status] });
        newest.of(
            json!({ "filters": [filter] }),
            &format!("status = '{status}'"),
        )
    });
    cases.push(case("one status", statuses.into()));
    let stores: Vec<Uuid> = sqlx::query_scalar("select id from stores order by id")
        .fetch_all(&host.db)
        .await?;
    let stores: Vec<&Uuid> = stores.iter().step_by(5).collect();
    let any = stores.iter().map(|store| {
        let filter = json!({ "field": "storeId", "values": [store] });
        newest.of(
            json!({ "filters": [filter] }),
            &format!("store_id = '{store}'"),
        )
    });
    cases.push(case("one store", any.collect()));
    let seeding = stores.iter().map(|store| {
        let source = json!({ "field": "source", "values": ["seeding"] });
        let store_id = json!({ "field": "storeId", "values": [store] });
        newest.of(
            json!({ "filters": [source, store_id] }),
            &format!("source = 'seeding' and store_id = '{store}'"),
        )
    });
    cases.push(case("one store, seeding", seeding.collect()));
    cases.push(case("one week by total", one_week("total", false)));
    cases.push(case("one week by reference", one_week("reference", true)));
    for (name, words) in searches(&host.db).await? {
        let questions = words.iter().map(|word| newest.search(word));
        cases.push(case(name, questions.collect()));
    }
    for (name, field, column, direction) in SORTS {
        let question = Sort::new(field, column, direction).of(json!({}), "true");
        cases.push(case(name, vec![question]));
    }
    for (name, organization) in [
        ("customer, 1 store", "Single"),
        ("customer, 3 stores", "Group"),
        ("customer, 20 stores", "All"),
    ] {
        cases.push(customer(host, name, organization).await?);
    }
    Ok(cases)
}

/// The list's own order is the first page's.
const SORTS: [(&str, &str, &str, &str); 7] = [
    ("oldest first", "submittedAt", "submitted_at", "asc"),
    ("by reference", "reference", "reference", "asc"),
    ("by reference, down", "reference", "reference", "desc"),
    ("by total", "total", "total", "asc"),
    ("by total, down", "total", "total", "desc"),
    ("by status", "status", "status", "asc"),
    ("by status, down", "status", "status", "desc"),
];

/// The orders of one week: an index leads to the week or to the sorted value, not to both. `gathered`: as the engine does
/// where the two have to do with each other.
fn one_week(column: &'static str, gathered: bool) -> Vec<Question> {
    let sort = Sort::new(column, column, "desc");
    let weeks = ["2025-12-01", "2026-03-02", "2026-05-11", "2026-08-17"]
        .map(|day| day.parse::<NaiveDate>().unwrap_or_default());
    let question = |first: NaiveDate| {
        let (from, to) = (start_of_day(first), start_of_day(first + Days::new(7)));
        let condition = format!("submitted_at >= '{from}' and submitted_at < '{to}'");
        let filter = json!({ "field": "submittedAt", "from": first, "to": first + Days::new(6) });
        let query = json!({ "filters": [filter] });
        if gathered {
            sort.gathering(query, &condition, 10_000)
        } else {
            sort.of(query, &condition)
        }
    };
    weeks.map(question).into()
}

/// The first page of a customer.
async fn customer(host: &Host, name: &'static str, organization: &str) -> anyhow::Result<Case> {
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
    let sort = Sort::new("submittedAt", "submitted_at", "desc");
    let question = if stores.len() == 1 {
        sort.of(json!({}), &format!("store_id = {list}"))
    } else {
        let order = "order by submitted_at desc, id desc limit 21";
        let walked = sort.rows(&format!(
            "select walk.id, walk.key from unnest(array[{list}]::uuid[]) s (value) cross join lateral (
                select id, submitted_at as key from orders where store_id = s.value {order}) walk
             order by walk.key desc, walk.id desc limit 21"
        ));
        let count = count(&format!("store_id = any(array[{list}]::uuid[])"));
        Question {
            cursor: encode(&json!({})),
            counted: format!("{walked};\n{count}"),
            walked,
        }
    };
    let token = host.sign_in(Role::Customer, Some(organization)).await?;
    Ok(Case {
        name,
        token,
        questions: vec![question],
    })
}

/// As people look for orders: by a number, by a first name (one order of twelve), by a last name (two of a thousand), by
/// the commonest last name (seven of a thousand), by one that few have.
async fn searches(db: &PgPool) -> anyhow::Result<Vec<(&'static str, Vec<String>)>> {
    let words = async |select: &'static str| -> anyhow::Result<Vec<String>> {
        let words = sqlx::query_scalar(select).fetch_all(db).await?;
        ensure!(!words.is_empty(), "nothing to look for: {select}");
        Ok(words)
    };
    Ok(vec![
        (
            "search: reference",
            words("select reference from orders tablesample bernoulli (0.01) repeatable (1)")
                .await?,
        ),
        (
            "search: tracking number",
            words("select tracking_number from orders tablesample bernoulli (0.01) repeatable (2)")
                .await?,
        ),
        (
            "search: e-mail",
            words("select contact ->> 'email' from orders tablesample bernoulli (0.01) repeatable (3)")
                .await?,
        ),
        (
            "search: telephone",
            words("select right(contact ->> 'phone', 8) from orders tablesample bernoulli (0.01) repeatable (4)")
                .await?,
        ),
        (
            "search: city",
            words("select shipping_address ->> 'city' from orders tablesample bernoulli (0.01) repeatable (5)")
                .await?,
        ),
        (
            "search: SKU",
            words("select sku from order_lines tablesample bernoulli (0.01) repeatable (6)").await?,
        ),
        ("search: rare word", vec!["wyszynska".into()]),
        (
            "search: last name",
            words("select split_part(customer_name, ' ', 2) from orders order by id limit 16")
                .await?,
        ),
        ("search: commonest name", vec!["martin".into()]),
        (
            "search: first name",
            vec!["camille".into(), "hugo".into(), "Zoé".into()],
        ),
    ])
}

/// The last cursors up to page [`DEEPEST`], as a walk finds them. Empty when there are not so many rows.
async fn deep_cursors(host: &Host, token: &str, orders: u32) -> anyhow::Result<Vec<String>> {
    let first = (orders / TAKE).min(DEEPEST).saturating_sub(DEEP_PAGES);
    if first == 0 {
        return Ok(Vec::new());
    }
    let mut cursor = Some(encode(&json!({ "skip": (first - 1) * TAKE })));
    let mut cursors = Vec::new();
    while let Some(current) = cursor.filter(|_| cursors.len() < DEEP_PAGES as usize) {
        let next = ask(host, token, &current).await?["meta"]["next"]
            .as_str()
            .map(str::to_owned);
        cursors.extend(next.clone());
        cursor = next;
    }
    Ok(cursors)
}

/// The scripts that do what the host does for each question, and the proof that they do: the host must answer with the
/// rows that its script gives.
async fn scripts(host: &Host, case: &Case) -> anyhow::Result<Vec<String>> {
    let mut scripts = Vec::new();
    for question in &case.questions {
        let answer = ask(host, &case.token, &question.cursor).await?;
        let script = match answer["meta"]["exact"].as_bool().context("a count")? {
            true => &question.counted,
            false => &question.walked,
        };
        let page = script.split(';').next().unwrap_or_default().to_owned();
        let rows = sqlx::query(AssertSqlSafe(page)).fetch_all(&host.db).await?;
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
            !answered.is_empty() && scripted == answered,
            "{}: the script does not give what the host answers",
            case.name
        );
        scripts.push(format!("{};\n", script.trim_end_matches([';', '\n'])));
    }
    Ok(scripts)
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

/// What the list engine sends, in one order.
struct Sort {
    field: &'static str,
    column: &'static str,
    direction: &'static str,
}

impl Sort {
    const fn new(field: &'static str, column: &'static str, direction: &'static str) -> Self {
        Self {
            field,
            column,
            direction,
        }
    }

    /// `query`: the rest of the cursor.
    fn cursor(&self, mut query: Value) -> String {
        query["orderBy"] = json!([{ "field": self.field, "direction": self.direction }]);
        encode(&query)
    }

    fn of(&self, query: Value, condition: &str) -> Question {
        let walked = self.page(condition);
        Question {
            cursor: self.cursor(query),
            counted: format!("{walked};\n{}", count(condition)),
            walked,
        }
    }

    fn search(&self, word: &str) -> Question {
        // The last six digits of a long number are looked for in the index, SKUs in one of their own.
        let condition = match word.len() {
            _ if word.starts_with("CPSL-") => format!("sku_words @> array['{word}']"),
            13 if word.starts_with("8R") => format!(
                "search like search_pattern('{}') and (search || '') like search_pattern('{word}')",
                &word[7..]
            ),
            _ => format!("search like search_pattern('{word}')"),
        };
        self.gathering(json!({ "search": word }), &condition, 1_000)
    }

    /// Page and count at once, as long as there are no more rows than are counted.
    fn gathering(&self, query: Value, condition: &str, counted: u32) -> Question {
        let Self {
            column, direction, ..
        } = self;
        let page = self.rows(&format!(
            "select id, key from gathered order by key {direction}, id {direction} limit 21"
        ));
        let gathered = format!(
            "with gathered as materialized (select id, {column} as key from orders where {condition} limit {}), {}",
            counted + 1,
            page.trim_start_matches("with ")
        );
        Question {
            cursor: self.cursor(query),
            walked: self.page(condition),
            counted: gathered.replacen(
                "page.id as list_id",
                "page.id as list_id, (select count(*) from gathered) as list_count",
                1,
            ),
        }
    }

    fn page(&self, condition: &str) -> String {
        let Self {
            column, direction, ..
        } = self;
        self.rows(&format!(
            "select id, {column} as key from orders where {condition} order by {column} {direction}, id {direction} limit 21"
        ))
    }

    fn rows(&self, keys: &str) -> String {
        let direction = self.direction;
        format!(
            "with page as ({keys})
             select r.*, page.key as list_key, page.id as list_id from page join (
                select o.id, o.reference, o.provider_id, o.provider, o.source, o.status, o.status_message, o.store_id,
                    s.name as store_name, o.customer_name, o.country_code as country, o.item_count, o.total, o.currency,
                    o.submitted_at, o.updated_at, o.carrier, o.tracking_number, o.tracking_url
                from orders o join stores s on s.id = o.store_id) r on r.id = page.id
             order by page.key {direction}, page.id {direction}"
        )
    }
}

fn count(condition: &str) -> String {
    format!("select count(*) from (select from orders where {condition} limit 10001) counted")
}
