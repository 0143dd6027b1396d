//! The examples for authors, built by the commands of their READMEs: Rust, JavaScript and Python say the same.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use comptoir_sandbox::{Call, Connector, Engine, Grant, Manifest, Plugin};
use serde_json::json;

use crate::support::{
    CONNECTOR, Memory, Names, OTHER_CONNECTOR, Sources, acme, component, engine, examples,
};

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
        owner: id,
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

async fn as_rust_says(sources: Sources) {
    let language = sources.language;
    let (engine, port) = (engine(), acme().await);
    let rust = component("acme-plugin");
    let expected = said(&load(&engine, "rust", rust, port).await).await;
    let lines: Vec<&str> = expected.lines().collect();
    assert!(lines[0].contains("Shop 12"), "{expected}");
    assert!(
        lines[1].contains("minor: 2580") && lines[1].ends_with("[\"A-2\"] true"),
        "{expected}"
    );
    assert!(
        lines[1].matches("minor: 2580,").count() == 2 && lines[2].contains("minor: 25800,"),
        "{expected}"
    );
    assert!(
        lines[2].contains("on the moon") && lines[2].ends_with("[] false"),
        "{expected}"
    );
    assert_eq!((lines[3], lines[4]), ("[] [] false", "Unsupported"));
    let other = load(&engine, language, sources.built(), port).await;
    assert_eq!(said(&other).await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn javascript_says_what_rust_says() {
    as_rust_says(Sources::javascript()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn python_says_what_rust_says() {
    as_rust_says(Sources::python()).await;
}

/// What a plugin says of a provider whose answers it does not expect: `{}` to everything.
async fn mistake(sources: Sources) -> String {
    let router = axum::Router::new().fallback(async || axum::Json(json!({})));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move { axum::serve(listener, router).await });
    let language = sources.language;
    let plugin = load(&engine(), language, sources.built(), port).await;
    let call = Call::job(Connector {
        id: CONNECTOR,
        owner: CONNECTOR,
        settings: json!({}),
    });
    let error = plugin.orders(call, None, 3).await.expect_err("no orders");
    assert_eq!(error.name(), "PluginInternal", "{error}");
    // The page of the plugin shows the same.
    let last = plugin.stats().last_error.expect("an error").text;
    assert_eq!(last, error.to_string());
    last
}

/// Where `code` stands in an example: `plugin.js:150`.
fn place(language: &str, file: &str, code: &str) -> String {
    let text = std::fs::read_to_string(examples().join(language).join(file)).expect("a source");
    let line = text.lines().position(|line| line.contains(code));
    format!("{file}:{}", line.expect("the code") + 1)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mistake_in_javascript_tells_its_words_and_place() {
    let said = mistake(Sources::javascript()).await;
    let place = place("javascript", "plugin.js", "of page.orders)");
    assert!(
        said.starts_with("TypeError: ") && said.contains("page.orders is undefined, at orders@"),
        "{said}"
    );
    assert!(said.contains(&place), "{said} is at {place}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mistake_in_python_tells_its_words_and_place() {
    let said = mistake(Sources::python()).await;
    let place = place("python", "app.py", "in page[\"orders\"]:");
    assert_eq!(said, format!("KeyError: 'orders', at {place} in orders"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_typo_is_found_before_it_runs() {
    let typo = r#"import { money, failure } from "./contract.js";
        /** @type {import("comptoir:plugin/check@1.0.0").CheckRole} */
        export const check = { check: (connector) => ({ nam: connector.idd }) };
        failure("not-fund", "no such order");
        money(12.9, "EUR");
    "#;
    let said = Sources::javascript().checked("npm run --silent check", "typo.js", typo);
    for place in [
        "typo.js(3,54)",
        "typo.js(3,72)",
        "typo.js(4,17)",
        "typo.js(5,15)",
    ] {
        assert!(said.contains(place), "{place}: {said}");
    }
    let typo = "from contract import failure, money\nfrom wit_world.imports import types\n\
                failure(types.ErrorKind_NotFund(), 'no such order')\nmoney(12.9, 'EUR')\n";
    let said = Sources::python().checked(". .venv/bin/activate && mypy typo.py", "typo.py", typo);
    for place in ["typo.py:3: error", "typo.py:4: error"] {
        assert!(said.contains(place), "{place}: {said}");
    }
}
