//! A provider's invoice: from its upload, through the sandbox, to its first step. The host and PostgreSQL are programs of their
//! own; beside it a plain `copy` of the same file. Then pages and searches of its lines.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use comptoir::access::{Permission, Role};
use comptoir::program::config::Config;
use comptoir::program::database::Database;
use comptoir::records::audit::Author;
use comptoir::users::{self, NewUser};
use comptoir::words::language::Locale;
use serde_json::{Value, json};
use url::Url;
use uuid::Uuid;

use crate::host::session;
use crate::load::{self, Load};
use crate::program::{self, Program, READY};
use crate::report::{self, Line};

#[derive(Debug, clap::Args)]
pub struct Options {
    /// Lines of the file; four an order.
    #[arg(long, default_value_t = 100_000)]
    lines: u32,
    #[command(flatten)]
    load: Load,
}

const SERVICES: [(&str, &str); 4] = [
    ("Shipping - Transport", "5.20"),
    ("Shipping - Fuel Surcharge", "0.44"),
    ("Fulfillment", "1.60"),
    ("Logistics - Packaging", "0.35"),
];

/// What is asked of its lines.
fn questions() -> [(&'static str, Value); 6] {
    [
        ("first page", json!({})),
        ("search: a parcel", json!({ "search": "MUSIX00012345" })),
        ("search: a service", json!({ "search": "fuel" })),
        ("search: two words", json!({ "search": "packaging home" })),
        ("search: nothing", json!({ "search": "wyszynska" })),
        (
            "one service by price",
            json!({ "filters": [{ "field": "service", "values": ["Fulfillment"] }],
                "orderBy": [{ "field": "price", "direction": "desc" }] }),
        ),
    ]
}

const BOUNDARY: &str = "a-boundary-of-the-bench";

/// The form that a browser sends.
fn form(file: &[u8]) -> Vec<u8> {
    let mut body = Vec::with_capacity(file.len() + 1_024);
    for (name, value) in [
        ("provider", "bigblue"),
        ("start", "2026-10-01"),
        ("end", "2026-10-31"),
    ] {
        let part = format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        );
        body.extend(part.into_bytes());
    }
    let head = format!(
        "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"bill.csv\"\r\n\r\n"
    );
    body.extend(head.into_bytes());
    body.extend_from_slice(file);
    body.extend(format!("\r\n--{BOUNDARY}--\r\n").into_bytes());
    body
}

pub async fn run(options: Options) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open)?;
    let data = folder.path().join("data");
    let mut command = program::host(&data, &[PathBuf::from("plugins.toml")])?;
    // Whoever measures asks more often than people do.
    command.env("COMPTOIR_LIMITS__READS_PER_MINUTE", "0");
    let host = Program::start(command, READY).await?;
    let config = Config {
        data: data.clone(),
        ..Config::default()
    };
    let database = Database::open(&config, true).await?;
    let db = &database.pool;
    let orders = i32::try_from(options.lines / 4)?;
    // The orders that the file bills, all of one store, with a tariff each.
    for statement in [
        "insert into stores (id, name) values (gen_random_uuid(), 'Bench')",
        "insert into orders (id, store_id, provider, provider_id, reference, status, as_of, currency, subtotal, tax, discount,
            shipping_price, total, item_count, country_code, carrier, submitted_at)
         select gen_random_uuid(), s.id, 'bigblue', 'MUSIX' || lpad(n::text, 8, '0'), '#' || n, 'SHIPPED', now(), 'EUR', 20, 0, 0, 5.9,
            25.9, 1, 'FR', 'standard', now() - interval '10 days' from stores s, generate_series(1, $1) n",
        "insert into order_lines (id, order_id, position, sku, name, quantity, unit_price, unit_tax, discount)
         select gen_random_uuid(), id, 0, 'A', 'A', 1, 20, 0, 0 from orders limit $1",
        "insert into carriers (id, provider, code, name, fuel_surcharge) values (gen_random_uuid(), 'bigblue', 'standard', 'Colissimo', 8.5)",
        "insert into shipping_prices (id, carrier_id, country_code, min_weight, max_weight, price, valid_from)
         select gen_random_uuid(), id, 'FR', 0, 30000, 5.2, '2020-01-01' from carriers",
    ] {
        let query = sqlx::query(statement);
        let query = match statement.contains("$1") {
            true => query.bind(orders),
            false => query,
        };
        query.execute(db).await?;
    }
    sqlx::raw_sql("vacuum analyze").execute(db).await?;

    let path = folder.path().join("bill.csv");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path)?);
    writeln!(
        file,
        "ID,Service,Description,Quantity,UnitPrice,Price,Currency,Billing country"
    )?;
    for order in 1..=orders {
        for (service, price) in SERVICES {
            writeln!(
                file,
                "MUSIX{order:08},{service},\"Colissimo, home\",1,{price},{price},EUR,FR"
            )?;
        }
    }
    file.flush()?;
    drop(file);

    let origin = Url::parse(&host.said)?;
    let email = "bench@bench.example".to_owned();
    let user = NewUser {
        email: email.clone(),
        display_name: "Bench".into(),
        role: Role::Admin,
        permissions: vec![Permission::ReadFee],
        owner: false,
        locale: Locale::En,
        organizations: Vec::new(),
        stores: None,
        factories: Vec::new(),
    };
    let mut tx = db.begin().await?;
    users::add(&mut tx, &Author::system("bench"), &user).await?;
    let token = session(tx, &origin, &origin, &email).await?;

    let idle = host.resident_mib()?;
    let started = Instant::now();
    let (client, calls) = (
        reqwest::Client::new(),
        origin.join("api/fulfillment-invoice")?,
    );
    let sent = client
        .post(calls.clone())
        .bearer_auth(&token)
        .header(
            "content-type",
            format!("multipart/form-data; boundary={BOUNDARY}"),
        )
        .body(form(&tokio::fs::read(&path).await?))
        .send()
        .await?;
    let sent: Value = sent.error_for_status()?.json().await?;
    let id: Uuid = sent["data"]["id"].as_str().context("an id")?.parse()?;
    let detail = Url::parse(&format!("{calls}/{id}"))?;
    let mut most = idle;
    let read = loop {
        most = most.max(host.resident_mib()?);
        let found = client
            .get(detail.clone())
            .bearer_auth(&token)
            .send()
            .await?;
        let found: Value = found.error_for_status()?.json().await?;
        ensure!(
            found["data"]["problem"].is_null(),
            "{}",
            found["data"]["problem"]
        );
        if !found["data"]["readAt"].is_null() {
            break found;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let took = started.elapsed();
    ensure!(
        read["data"]["lineCount"] == options.lines,
        "every line is there"
    );
    ensure!(
        read["data"]["status"] == "SHIPPING_FEE_CONTROL",
        "{}",
        read["data"]["status"]
    );

    sqlx::raw_sql(
        "create table plain (id text, service text, description text, quantity numeric, unit_price numeric, price numeric, currency text,
            country text)",
    )
    .execute(db)
    .await?;
    let copied = Instant::now();
    let mut copy = sqlx::postgres::PgPoolCopyExt::copy_in_raw(
        db,
        "copy plain from stdin with (format csv, header)",
    )
    .await?;
    copy.read_from(tokio::fs::File::open(&path).await?).await?;
    copy.finish().await?;
    let copied = copied.elapsed();

    println!("intake {{\"lines\":{}}}", options.lines);
    println!("upload to first step {:>8.2} s", took.as_secs_f64());
    println!("plain copy           {:>8.2} s", copied.as_secs_f64());
    println!(
        "ratio                {:>8.1}",
        took.as_secs_f64() / copied.as_secs_f64()
    );
    println!("above idle           {:>8.0} MiB of {idle:.0}", most - idle);
    let mut lines = Vec::new();
    for (name, cursor) in questions() {
        let path = format!("fulfillment-invoice/{id}/line");
        let pages = load::pages(&[load::page(&origin, &path, &cursor)], &token);
        lines.push(Line::of(name, pages, options.load).await?);
    }
    let setting = json!({ "lines": options.lines, "clients": options.load.clients });
    report::print("lines of an invoice", &setting, &lines);
    database.pool.close().await;
    host.stop().await
}
