//! Screens that run apart from the portal: whose do, and how little is done for them in the name of who has opened them.

use std::path::Path;

use comptoir_sandbox::{Grant, Screens};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::super::archive::Signer;
use crate::access::Permission::{ReadConnector, ReadOrder, SuperAdmin};
use crate::http::openapi;
use crate::testing::{Answer, Client, TestApp};

/// Two screens, of which one asks for what no screen should give; two calls of its own.
const MANIFEST: &str = r#"
[webhooks]
signature = { scheme = "address" }
[web]
path = "web"
kit = "1"
[[screens]]
area = "admin"
path = "order"
permission = "READ_ORDER"
group = "main"
label = "order"
[[screens]]
area = "admin"
path = "rule"
permission = "SUPER_ADMIN"
group = "main"
label = "rule"
[[screens]]
area = "customer"
path = "store"
permission = "READ_STORE"
group = "main"
label = "store"
[[routes]]
method = "GET"
path = "/hello"
permission = "READ_CONNECTOR"
[[routes]]
method = "POST"
path = "/order"
permission = "WRITE_CONNECTOR"
"#;

/// A call as the portal makes it for a plugin's screens.
async fn asked(client: &Client, plugin: &str, method: &str, path: &str) -> Answer {
    let body = (method != "GET").then(|| json!({ "op": "data", "text": "1" }));
    let named = [("comptoir-plugin", plugin)];
    client.send(method, path, body, &named).await
}

const REFUSED: &str = "403 ForbiddenResourceException";

/// Whether screens that ask for READ_ORDER may make a call, by what the API's description says of it.
fn is_covered(method: &str, path: &str, access: &Value) -> bool {
    let orders = |list: &Value| *list == json!(["READ_ORDER"]);
    let covered = match access {
        Value::Object(access) => match access.get("oneOf") {
            Some(one) => one
                .as_array()
                .is_some_and(|one| one.contains(&json!("READ_ORDER"))),
            None => {
                access.get("admin").is_some_and(orders)
                    && access.values().all(|all| *all != json!([]))
            }
        },
        _ => ["/country", "/job/{id}"].contains(&path),
    };
    method == "get" && covered
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn isolated_screens_read_what_theirs_cover_and_nothing_else_of_the_host(db: PgPool) {
    let app = TestApp::with_guest(db, MANIFEST).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let document = openapi::document(crate::domains::REGISTER, &[]);
    let id = Uuid::now_v7().to_string();
    let (mut let_by, mut refused) = (Vec::new(), 0);
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, call) in item.as_object().expect("methods") {
            let mut parts = path
                .split('/')
                .map(|part| if part.starts_with('{') { &id } else { part });
            let address = parts.by_ref().collect::<Vec<_>>().join("/");
            let answer = asked(&admin, "hostile", &method.to_uppercase(), &address).await;
            if is_covered(method, path, &call["x-access"]) {
                assert_ne!(answer.status.as_u16(), 403, "{method} {path}: {answer:?}");
                let_by.push(path.as_str());
            } else {
                assert_eq!(answer.status.as_u16(), 403, "{method} {path}: {answer:?}");
                refused += 1;
            }
        }
    }
    assert!(
        let_by.contains(&"/order") && let_by.contains(&"/order/{id}"),
        "{let_by:?}"
    );
    assert!(refused > 100, "{refused}");
    for (method, path) in [
        ("GET", "/user"),
        ("POST", "/user"),
        ("POST", "/auth/refresh"),
        ("GET", "/user/current"),
    ] {
        let answer = asked(&admin, "hostile", method, path).await;
        assert_eq!(answer.status.as_u16(), 403, "{path}");
    }
    // The person loses nothing by it, and gives no more than they hold.
    assert_eq!(admin.get("/user").await.summary(), "200");
    let reader = app.admin(&[ReadConnector]).await;
    let orders = asked(&reader, "hostile", "GET", "/order").await;
    assert_eq!(orders.summary(), "403 ForbiddenPermissionException");
    assert_eq!(
        asked(&app.nobody(), "hostile", "GET", "/order")
            .await
            .status
            .as_u16(),
        401
    );
    // Of another area's screens nothing is read in this one.
    let owner = app
        .customer(app.organization().await, &[], &[ReadOrder])
        .await;
    assert_eq!(
        asked(&owner, "hostile", "GET", "/order").await.summary(),
        "403 ForbiddenPermissionException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn isolated_screens_make_their_own_plugins_calls_and_no_others(db: PgPool) {
    let app = TestApp::with_guest(db, MANIFEST).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let own = asked(&admin, "hostile", "GET", "/hostile/hello").await;
    assert_eq!(own.summary(), "200");
    let written = asked(&admin, "hostile", "POST", "/hostile/order").await;
    // The guest answers with a status that is none: it was reached.
    assert_eq!(written.summary(), "502 ConnectorException");
    let reader = app.admin(&[ReadConnector]).await;
    assert_eq!(
        asked(&reader, "hostile", "POST", "/hostile/order")
            .await
            .summary(),
        "403 ForbiddenPermissionException"
    );
    for plugin in ["other", "", "Hostile", "hostile, other", "hostile/"] {
        let answer = asked(&admin, plugin, "GET", "/hostile/hello").await;
        assert_eq!(answer.summary(), REFUSED, "{plugin:?}");
        let answer = asked(&admin, plugin, "GET", "/user").await;
        assert_eq!(answer.status.as_u16(), 403, "{plugin:?}");
    }
    for path in [
        "/hostile/..%2fuser",
        "/hostile/%2e%2e/user",
        "/hostile/%252e%252e/user",
        "/hostile//user",
    ] {
        let answer = asked(&admin, "hostile", "GET", path).await;
        assert_eq!(answer.summary(), "404 NotFoundResourceException", "{path}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn screens_run_apart_unless_the_operator_trusts_them(db: PgPool) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = tempfile::tempdir().expect("a folder");
    let overlay = folder.path().join("plugins.toml");
    std::fs::write(&overlay, "[plugins.gorgias]\nscreens = \"isolated\"\n").expect("a file");
    let app = TestApp::with(db, |config| {
        config.plugins = vec![root.join("plugins.toml"), overlay];
    })
    .await;
    let admin = app.admin(&[SuperAdmin]).await;
    let list = admin.get("/plugins").await;
    let status = admin.get("/plugins/status").await;
    for (id, isolated) in [("gorgias", true), ("bigblue", false), ("shopify", false)] {
        let of = |list: &Value| {
            let mut list = list.as_array().expect("plugins").iter();
            list.find(|plugin| plugin["id"] == id).expect(id).clone()
        };
        let (plugin, status) = (of(list.data()), of(&status.data()["plugins"]));
        let digest = status["digest"].as_str().expect("a digest");
        let frame = isolated.then(|| format!("/frame/{id}/{digest}"));
        assert_eq!(plugin["frame"], json!(frame), "{id} (cargo xtask build)");
        assert_eq!(status["isolated"], json!(isolated), "{id}");
    }
}

#[test]
fn trust_in_screens_is_the_signers_or_of_what_nobody_signed_the_plugins_own() {
    let file = Path::new("plugins.toml");
    let screens = |text: &str, signer: &Signer| {
        let grants = Grant::parse(file, text).unwrap_or_else(|error| panic!("{error}"));
        signer.screens(&grants["acme"])
    };
    let key = Signer::Key("k".to_owned());
    let trust = |more: &str| {
        format!(
            "[trust.k]\nplugins = [\"acme\"]\n{more}\n[trust.other]\nplugins = [\"acme\"]\nscreens = \"trusted\"\n"
        )
    };
    let archive = "[plugins.acme]\nsource = \"acme-1.tar.gz\"\n";
    let own = "[plugins.acme]\nsource = \"acme\"\nscreens = \"trusted\"\n";
    for (text, signer, expected) in [
        (trust("") + archive, &key, Screens::Isolated),
        (
            trust("screens = \"isolated\"") + archive,
            &key,
            Screens::Isolated,
        ),
        (
            trust("screens = \"trusted\"") + archive,
            &key,
            Screens::Trusted,
        ),
        // What a key signed is that key's to answer for, wherever it lies now.
        (trust("") + own, &key, Screens::Isolated),
        (own.to_owned(), &key, Screens::Isolated),
        (own.to_owned(), &Signer::Folder, Screens::Trusted),
        (
            "[plugins.acme]\nsource = \"acme\"\n".to_owned(),
            &Signer::Folder,
            Screens::Isolated,
        ),
        (
            trust("screens = \"trusted\"") + "[plugins.acme]\nsource = \"acme\"\n",
            &Signer::Folder,
            Screens::Isolated,
        ),
        (
            format!("{archive}unsigned = true\nscreens = \"trusted\"\n"),
            &Signer::Nobody,
            Screens::Trusted,
        ),
        (
            format!("{archive}unsigned = true\n"),
            &Signer::Nobody,
            Screens::Isolated,
        ),
    ] {
        assert_eq!(screens(&text, signer), expected, "{text}");
    }
    let refused = Grant::parse(file, &format!("{archive}screens = \"trusted\"\n"));
    let message = refused.expect_err("said in the wrong place").to_string();
    assert!(
        message.contains("plugins.acme.screens") && message.contains("[trust."),
        "{message}"
    );
}
