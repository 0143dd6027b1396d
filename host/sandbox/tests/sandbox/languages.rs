//! The examples for authors, built by the commands of their READMEs: Rust, JavaScript and Python say the same.

use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use axum::extract::Query;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use axum::{Json, Router};
use comptoir_sandbox::{Call, Connector, Engine, Grant, Manifest, Plugin};
use serde_json::{Value, json};

use crate::support::{CONNECTOR, Memory, Names, OTHER_CONNECTOR, component, engine};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugin-sdk/examples")
}

/// The component of an example, built in a copy of its folder; kept until what it is made of changes.
fn built(language: &str, commands: &str) -> PathBuf {
    let mut files = Vec::new();
    gather(&examples().join(language), Path::new(""), &mut files);
    files.sort();
    let mut hash = DefaultHasher::new();
    (commands, &files).hash(&mut hash);
    let home = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = home.join(format!("{language}-{:016x}", hash.finish()));
    let component = folder.join("dist/acme.wasm");
    if component.exists() {
        return component;
    }
    for (path, content) in &files {
        let file = folder.join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        fs::write(file, content).expect("written");
    }
    let output = Command::new("sh")
        .args(["-euc", commands])
        .current_dir(&folder)
        .output()
        .expect("a shell");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "the example does not build: {told}"
    );
    component
}

/// What an author wrote, the contract it refers to included; nothing that a build left.
fn gather(root: &Path, below: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    let made = [
        "dist",
        "node_modules",
        "frozen",
        "__pycache__",
        ".venv",
        "target",
    ];
    for entry in fs::read_dir(root.join(below)).expect("a folder") {
        let path = below.join(entry.expect("an entry").file_name());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if root.join(&path).is_file() {
            let content = fs::read(root.join(&path)).expect("a file");
            files.push((path, content));
        } else if !made.contains(&name.as_ref()) {
            gather(root, &path, files);
        }
    }
}

/// Acme with five orders; its port.
async fn acme() -> u16 {
    let router = Router::new()
        .route("/me", get(me))
        .route("/orders", get(orders));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move { axum::serve(listener, router).await });
    port
}

async fn me(headers: HeaderMap) -> Result<Json<Value>, StatusCode> {
    let key = headers.get("authorization").map(|key| key.as_bytes());
    match key {
        Some(b"Bearer s3cret") => Ok(Json(json!({ "name": "Shop 12" }))),
        _ => Err(StatusCode::UNAUTHORIZED),
    }
}

async fn orders(Query(query): Query<HashMap<String, usize>>) -> Json<Value> {
    let after = query["after"];
    let last = (after + query["limit"]).min(5);
    let order = |number: usize| {
        let status = ["new", "packing", "sent", "received", "on the moon"][number - 1];
        json!({
            "id": format!("A-{number}"), "reference": format!("#{number}"), "status": status,
            "created_at": "2026-11-20T09:12:44Z", "changed_at": "2026-11-20T10:00:00Z",
            "currency": "EUR", "total": if number == 2 { "much" } else { "25.8" },
            "name": "Zoé Šimić", "city": "Lyon", "country": "FR",
            "lines": [{ "sku": "TEE-L", "quantity": 2, "price": "12.90" }],
        })
    };
    let orders: Vec<Value> = (after + 1..=last).map(order).collect();
    Json(json!({ "orders": orders, "last": last, "more": last < 5 }))
}

async fn load(engine: &Engine, language: &str, component: PathBuf, port: u16) -> Arc<Plugin> {
    let mut manifest = Manifest::read(&examples().join(language).join("plugin.toml"))
        .expect("the example's manifest");
    manifest.component = component;
    let text = format!(
        r#"
        [plugins.acme]
        source = "."
        hosts = ["https://api.acme.example"]
        base_urls = {{ "https://api.acme.example" = "http://up.test:{port}" }}
        private = ["up.test:{port}"]
        limits = {{ memory_mib = 256 }}
        "#
    );
    let mut grants = Grant::parse(Path::new("plugins.toml"), &text).expect("grants");
    let grant = grants.remove("acme").expect("the grant");
    let (services, names) = (Arc::new(Memory::default()), Arc::new(Names::default()));
    Plugin::load(engine, manifest, grant, services, names)
        .await
        .expect("the example loads")
}

/// Everything a plugin says of a provider, in an order that can be compared; its cursors are its own.
async fn said(plugin: &Arc<Plugin>) -> String {
    let connector = |id| Connector {
        id,
        settings: json!({}),
    };
    let good = plugin
        .check(Call::request(vec![connector(CONNECTOR)]))
        .await;
    let bad = plugin
        .check(Call::request(vec![connector(OTHER_CONNECTOR)]))
        .await
        .expect_err("it holds no key");
    let mut said = format!("{:?} {}\n", good.expect("a good key"), bad.name());
    let mut cursor = None;
    for _ in 0..3 {
        let call = Call::job(connector(CONNECTOR));
        let page = plugin.orders(call, cursor.as_deref(), 3).await;
        let page = page.expect("a page");
        let rejected: Vec<&String> = page.rejected.iter().map(|item| &item.id).collect();
        said += &format!("{:?} {rejected:?} {}\n", page.items, page.more);
        cursor = Some(page.cursor);
    }
    let products = plugin.products(Call::job(connector(CONNECTOR)), None, 3);
    said + products.await.expect_err("it has none").name()
}

async fn as_rust_says(language: &str, commands: &str) {
    let (engine, port) = (engine(), acme().await);
    let rust = component("acme-plugin", "acme_plugin.wasm");
    let expected = said(&load(&engine, "rust", rust, port).await).await;
    let lines: Vec<&str> = expected.lines().collect();
    assert!(lines[0].contains("Shop 12"), "{expected}");
    assert!(
        lines[1].contains("minor: 2580") && lines[1].ends_with("[\"A-2\"] true"),
        "{expected}"
    );
    assert!(
        lines[2].contains("on the moon") && lines[2].ends_with("[] false"),
        "{expected}"
    );
    assert_eq!((lines[3], lines[4]), ("[] [] false", "Unsupported"));
    let other = load(&engine, language, built(language, commands), port).await;
    assert_eq!(said(&other).await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn javascript_says_what_rust_says() {
    let commands = "npm install --no-audit --no-fund --loglevel=error && npm run --silent build";
    as_rust_says("javascript", commands).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn python_says_what_rust_says() {
    let commands = "python3 -m venv .venv && . .venv/bin/activate \
        && pip install --quiet --disable-pip-version-check -r requirements.txt && sh build.sh";
    as_rust_says("python", commands).await;
}
