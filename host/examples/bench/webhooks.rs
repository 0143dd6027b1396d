//! A provider's webhook, from its first byte to the answer: checked, kept and its job asked for, durably. Host and
//! PostgreSQL are programs of their own; what the events mean is found out meanwhile, as in daily life.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use comptoir::program::config::Config;
use comptoir::program::database::Database;
use comptoir::program::demo;
use comptoir::program::keys::Keys;
use comptoir::records::audit::Author;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::json;
use sha2::Sha256;
use uuid::Uuid;

use crate::load::Load;
use crate::program::{self, Program, READY};
use crate::report::{self, Line};

/// What the provider signs with.
const SECRET: &str = "bench-secret";

#[derive(Debug, clap::Args)]
pub struct Options {
    #[command(flatten)]
    load: Load,
}

pub async fn run(options: Options) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open)?;
    let data = folder.path().join("data");
    let host = Program::start(program::host(&data, &["plugins.toml".into()])?, READY).await?;
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
    let mut connector = demo::connector(store, "MUSI");
    connector
        .secrets
        .insert("webhookSecret".into(), SECRET.into());
    let connector = comptoir::stores::connectors::connect_to(
        &mut tx,
        &keys,
        &Author::system("bench"),
        connector,
    )
    .await?;
    tx.commit().await?;

    let address = format!("{}/api/webhooks/bigblue/{connector}", host.said);
    let event = Arc::new(move |client: &reqwest::Client, number: usize| {
        // As long as the provider's own; each is another one.
        let body = json!({ "update_time": "2026-11-20T09:12:44Z", "number": number, "run": Uuid::now_v7(),
            "words": "x".repeat(400) });
        let body = body.to_string();
        let request = client
            .post(&address)
            .header("x-bigblue-event-type", "BENCH");
        request
            .header("x-bigblue-hmac-sha256", signature(&body))
            .body(body)
    });
    let insert = format!(
        "insert into webhook_events (id, plugin, connector_id, topic, headers, body, dedupe_key, received_at)
         values (gen_random_uuid(), 'bigblue', '{connector}', 'BENCH', '[]', convert_to(repeat('x', 500), 'UTF8'),
            gen_random_uuid()::text, now());"
    );
    let mut line = Line::of("webhook / one insert", event, options.load).await?;
    line.add_pgbench(&database.pool.connect_options(), vec![insert], options.load)
        .await?;
    let setting = json!({ "clients": options.load.clients, "seconds": options.load.seconds });
    report::print("webhooks", &setting, &[line]);
    database.pool.close().await;
    host.stop().await
}

fn signature(body: &str) -> String {
    // A key of any length is taken.
    let mac = <Hmac<Sha256> as KeyInit>::new_from_slice(SECRET.as_bytes());
    mac.map_or_else(
        |_| String::new(),
        |mut mac| {
            mac.update(body.as_bytes());
            STANDARD.encode(mac.finalize().into_bytes())
        },
    )
}
