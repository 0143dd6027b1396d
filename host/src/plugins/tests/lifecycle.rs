//! Versions come, wait, fail and are gone back to, while the host runs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::PgPool;

use crate::access::Permission;
use crate::testing::{Answer, Client, TestApp};

/// A host with one plugin whose source the test may change: bigblue's component under a manifest of the test's own.
struct Fixture {
    app: TestApp,
    operator: Client,
    folder: tempfile::TempDir,
}

const GRANT: &str =
    "[plugins.acme]\nsource = \"acme\"\nenabled = true\nhosts = [\"https://api.acme.example\"]\n";

impl Fixture {
    async fn new(db: PgPool) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let source = folder.path().join("acme");
        std::fs::create_dir_all(source.join("dist/web/assets")).expect("folders");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        std::fs::copy(
            root.join("plugins/bigblue/dist/bigblue.wasm"),
            source.join("acme.wasm"),
        )
        .expect("the plugins are built");
        std::fs::write(folder.path().join("plugins.toml"), GRANT).expect("a file");
        publish(&source, "1.0.0", &["https://api.acme.example"]);
        let app = start(db, folder.path()).await;
        let operator = app.admin(&[Permission::SuperAdmin]).await;
        Self {
            app,
            operator,
            folder,
        }
    }

    fn source(&self) -> PathBuf {
        self.folder.path().join("acme")
    }

    async fn reload(&self) -> Value {
        plugin(&self.operator.post("/plugins/reload", json!({})).await)
    }
}

async fn start(db: PgPool, folder: &Path) -> TestApp {
    let (plugins, data) = (folder.join("plugins.toml"), folder.join("data"));
    TestApp::with(db, |config| {
        config.plugins = vec![plugins];
        config.data = data;
    })
    .await
}

/// Writes a version of the plugin: manifest and remote.
fn publish(source: &Path, version: &str, hosts: &[&str]) {
    let hosts: String = hosts
        .iter()
        .map(|host| {
            format!("[[hosts]]\nbase = \"{host}\"\nmethods = [\"GET\"]\nreason = {{ en = \"x\", fr = \"x\" }}\n")
        })
        .collect();
    let manifest = format!(
        "id = \"acme\"\nname = \"Acme\"\nversion = \"{version}\"\napi = \"1.0\"\ncomponent = \"acme.wasm\"\n\
         roles = [\"fulfilment\", \"routes\"]\n{hosts}[web]\npath = \"dist/web\"\nkit = \"1\"\n"
    );
    std::fs::write(source.join("plugin.toml"), manifest).expect("a manifest");
    std::fs::write(
        source.join("dist/web/mf-manifest.json"),
        format!("\"{version}\""),
    )
    .expect("an entry");
    std::fs::write(source.join("dist/web/assets/screen.js"), version).expect("a script");
}

/// The one plugin of an overview.
fn plugin(answer: &Answer) -> Value {
    assert_eq!(answer.summary(), "200", "{answer:?}");
    answer.data()["plugins"][0].clone()
}

fn digest(plugin: &Value) -> String {
    plugin["digest"].as_str().expect("a digest").to_owned()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_new_version_takes_over_and_an_open_page_still_finds_its_scripts(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let before = plugin(&fixture.operator.get("/plugins/status").await);
    publish(&fixture.source(), "1.1.0", &["https://api.acme.example"]);
    let after = fixture.reload().await;
    assert_eq!(
        (&before["version"], &after["version"]),
        (&json!("1.0.0"), &json!("1.1.0"))
    );
    assert_eq!(after["versions"].as_array().map(Vec::len), Some(2));
    for (of, script) in [(&before, "1.0.0"), (&after, "1.1.0")] {
        let folder = fixture
            .app
            .app
            .plugins
            .web_folder("acme", &digest(of))
            .expect("a folder");
        let found = std::fs::read_to_string(folder.join("assets/screen.js"));
        assert_eq!(found.expect("a script"), script);
    }
    // Nothing changed: nothing is loaded anew.
    assert_eq!(fixture.reload().await["loadedAt"], after["loadedAt"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_version_that_asks_for_more_waits_until_it_is_granted(db: PgPool) {
    let fixture = Fixture::new(db.clone()).await;
    let wish = "https://spy.example";
    publish(
        &fixture.source(),
        "2.0.0",
        &["https://api.acme.example", wish],
    );
    let waiting = fixture.reload().await;
    assert_eq!(waiting["version"], "1.0.0");
    let wished = json!([
        { "kind": "host", "what": wish },
        { "kind": "rate", "what": format!("{wish}: no limit") },
        { "kind": "request", "what": format!("GET {wish}/") },
    ]);
    assert_eq!(
        waiting["newer"],
        json!({ "reason": "waiting", "version": "2.0.0", "error": null, "rights": wished, "isolated": null })
    );
    // The next start does not forget that it waits.
    let another = start(db, fixture.folder.path()).await;
    let operator = another.admin(&[Permission::SuperAdmin]).await;
    assert_eq!(
        plugin(&operator.get("/plugins/status").await)["version"],
        "1.0.0"
    );

    let approve = "/plugins/acme/approve";
    let other = json!({ "rights": [{ "kind": "request", "what": "GET https://x.example/" }] });
    let other = fixture.operator.post(approve, other).await;
    assert_eq!(other.summary(), "400 BadRequestSchemaException");
    // A part of it is not enough.
    let part = json!({ "rights": [wished[0]] });
    let part = plugin(&fixture.operator.post(approve, part).await);
    assert_eq!(part["version"], "1.0.0");
    let rest = json!({ "rights": part["newer"]["rights"] });
    let granted = fixture.operator.post(approve, rest).await;
    let granted = plugin(&granted);
    assert_eq!(
        (&granted["version"], &granted["newer"]),
        (&json!("2.0.0"), &Value::Null)
    );
    assert_eq!(granted["hosts"][1]["granted"], true);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_broken_version_leaves_the_one_before_running_through_a_restart_too(db: PgPool) {
    let fixture = Fixture::new(db.clone()).await;
    std::fs::write(fixture.source().join("acme.wasm"), "no component").expect("a file");
    let status = fixture.reload().await;
    assert_eq!(
        (&status["state"], &status["newer"]["reason"]),
        (&json!("ready"), &json!("failed"))
    );
    assert!(
        status["newer"]["error"]
            .as_str()
            .is_some_and(|text| text.contains("not a component")),
        "{status}"
    );
    assert_eq!(
        status["versions"].as_array().map(Vec::len),
        Some(1),
        "what does not load is not kept"
    );
    let another = start(db, fixture.folder.path()).await;
    let operator = another.admin(&[Permission::SuperAdmin]).await;
    let status = plugin(&operator.get("/plugins/status").await);
    assert_eq!(
        (&status["state"], &status["newer"]["reason"]),
        (&json!("ready"), &json!("failed"))
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_version_before_can_be_gone_back_to(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let first = digest(&plugin(&fixture.operator.get("/plugins/status").await));
    publish(&fixture.source(), "1.1.0", &["https://api.acme.example"]);
    fixture.reload().await;
    let unknown = fixture
        .operator
        .post(
            "/plugins/acme/rollback",
            json!({ "digest": "1.0.0-nothing" }),
        )
        .await;
    assert_eq!(unknown.summary(), "400 BadRequestSchemaException");
    let back = plugin(
        &fixture
            .operator
            .post("/plugins/acme/rollback", json!({ "digest": first }))
            .await,
    );
    assert_eq!(
        (&back["version"], &back["pinned"]),
        (&json!("1.0.0"), &json!(true))
    );
    publish(&fixture.source(), "1.2.0", &["https://api.acme.example"]);
    let still = fixture.reload().await;
    assert_eq!(
        (&still["version"], &still["newer"]["version"]),
        (&json!("1.0.0"), &json!("1.2.0"))
    );
    let newest = plugin(
        &fixture
            .operator
            .post("/plugins/acme/rollback", json!({ "digest": null }))
            .await,
    );
    assert_eq!(
        (&newest["version"], &newest["pinned"]),
        (&json!("1.2.0"), &json!(false))
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_operators_file_takes_effect_and_a_broken_one_changes_nothing(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let file = fixture.folder.path().join("plugins.toml");
    std::fs::write(&file, format!("{GRANT}limits = {{ requests = 7 }}\n")).expect("a file");
    assert_eq!(fixture.reload().await["limits"]["requests"], 7);
    std::fs::write(&file, format!("{GRANT}limitss = 7\n")).expect("a file");
    let answer = fixture.operator.post("/plugins/reload", json!({})).await;
    let problem = answer.data()["problem"].as_str().expect("a problem");
    assert!(problem.contains("limitss"), "{problem}");
    assert_eq!(
        plugin(&answer)["limits"]["requests"],
        7,
        "what ran before still does"
    );
    std::fs::write(&file, GRANT.replace("enabled = true", "enabled = false")).expect("a file");
    assert_eq!(fixture.reload().await["state"], "disabled");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_changed_file_is_noticed(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let watching = tokio::spawn(crate::plugins::watch(fixture.app.app.clone()));
    let mut loads = fixture.app.app.plugins.loads();
    publish(&fixture.source(), "1.1.0", &["https://api.acme.example"]);
    tokio::time::timeout(Duration::from_secs(20), loads.changed())
        .await
        .expect("in time")
        .expect("a loading");
    assert_eq!(
        plugin(&fixture.operator.get("/plugins/status").await)["version"],
        "1.1.0"
    );
    watching.abort();
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_version_never_approved_waits_when_gone_back_to_too(db: PgPool) {
    let fixture = Fixture::new(db.clone()).await;
    const HOST: &str = "https://api.acme.example";
    publish(&fixture.source(), "1.5.0", &[HOST, "https://spy.example"]);
    let waiting = fixture.reload().await;
    let spy = waiting["versions"].as_array().expect("versions").iter();
    let spy = spy.clone().find(|kept| kept["version"] == "1.5.0");
    let spy = spy.expect("it is kept")["digest"].clone();
    publish(&fixture.source(), "2.0.0", &[HOST]);
    assert_eq!(fixture.reload().await["version"], "2.0.0");
    let back = json!({ "digest": spy });
    let back = plugin(&fixture.operator.post("/plugins/acme/rollback", back).await);
    assert_eq!(
        (
            &back["version"],
            &back["newer"]["reason"],
            &back["newer"]["version"]
        ),
        (&json!("2.0.0"), &json!("waiting"), &json!("1.5.0"))
    );
    // A host that has kept nothing runs nothing that was not approved.
    let data = fixture.folder.path().join("data");
    std::fs::rename(&data, fixture.folder.path().join("gone")).expect("a folder");
    publish(&fixture.source(), "1.6.0", &[HOST, "https://spy.example"]);
    let another = start(db, fixture.folder.path()).await;
    let operator = another.admin(&[Permission::SuperAdmin]).await;
    let newest = json!({ "digest": null });
    let fresh = plugin(&operator.post("/plugins/acme/rollback", newest).await);
    assert_eq!(
        (
            &fresh["state"],
            &fresh["newer"]["reason"],
            &fresh["newer"]["version"]
        ),
        (&json!("failed"), &json!("waiting"), &json!("1.6.0"))
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_operators_file_may_approve_a_version_or_all(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let file = fixture.folder.path().join("plugins.toml");
    let more = [("a", "2.0.0", "1.9.0"), ("b", "3.0.0", "*")];
    for (name, version, approved) in more {
        let host = format!("https://{name}.example");
        publish(
            &fixture.source(),
            version,
            &["https://api.acme.example", &host],
        );
        let waiting = fixture.reload().await;
        assert_eq!(waiting["newer"]["version"], version);
        let approve = |what: &str| std::fs::write(&file, format!("{GRANT}approve = \"{what}\"\n"));
        approve(approved).expect("a file");
        let approved = fixture.reload().await;
        assert_eq!(approved["version"] == version, approved["newer"].is_null());
        approve(version).expect("a file");
        let runs = fixture.reload().await;
        assert_eq!(runs["version"], version);
        assert_eq!(
            runs["hosts"][1]["granted"], false,
            "hosts are granted one by one"
        );
        std::fs::write(&file, GRANT).expect("a file");
        assert_eq!(
            fixture.reload().await["version"],
            version,
            "once approved, for good"
        );
    }
}

/// The digest of a kept version.
fn kept(plugin: &Value, version: &str) -> String {
    let mut versions = plugin["versions"].as_array().expect("versions").iter();
    let kept = versions.find(|kept| kept["version"] == version && kept["running"] == false);
    kept.map(digest).expect("it is kept")
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_operators_file_approves_the_build_that_is_there_and_no_other_of_its_version(
    db: PgPool,
) {
    let fixture = Fixture::new(db.clone()).await;
    let file = fixture.folder.path().join("plugins.toml");
    let approve = |what: &str| {
        std::fs::write(&file, format!("{GRANT}approve = \"{what}\"\n")).expect("a file");
    };
    const OWN: &str = "https://api.acme.example";
    const ASKED: &str = "https://a.example";
    publish(&fixture.source(), "1.2.0", &[OWN, ASKED]);
    approve("1.2.0");
    assert_eq!(fixture.reload().await["version"], "1.2.0");
    // The same version, and the same rights: nothing to approve.
    let script = fixture.source().join("dist/web/assets/screen.js");
    std::fs::write(script, "mended").expect("a script");
    let mended = fixture.reload().await;
    assert_eq!(
        (&mended["version"], &mended["newer"]),
        (&json!("1.2.0"), &json!(null))
    );
    // The same version, and more rights.
    publish(
        &fixture.source(),
        "1.2.0",
        &[OWN, ASKED, "https://spy.example"],
    );
    let waiting = fixture.reload().await;
    assert_eq!(
        (&waiting["digest"], &waiting["newer"]["reason"]),
        (&mended["digest"], &json!("waiting"))
    );
    let another = start(db, fixture.folder.path()).await;
    let operator = another.admin(&[Permission::SuperAdmin]).await;
    let still = plugin(&operator.get("/plugins/status").await);
    assert_eq!(
        still["newer"]["reason"], "waiting",
        "a restart approves nothing"
    );
    let newest = kept(&waiting, "1.2.0");
    approve(&newest);
    assert_eq!(
        fixture.reload().await["digest"],
        newest,
        "named by its content"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_scripts_of_a_version_that_waits_are_nobodys(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let hosts = ["https://api.acme.example", "https://spy.example"];
    publish(&fixture.source(), "2.0.0", &hosts);
    let waiting = fixture.reload().await;
    let build = kept(&waiting, "2.0.0");
    let folder = || fixture.app.app.plugins.web_folder("acme", &build);
    assert_eq!(folder(), None);
    let rights = json!({ "rights": waiting["newer"]["rights"] });
    fixture.operator.post("/plugins/acme/approve", rights).await;
    assert!(folder().is_some(), "approved, it runs");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn trust_that_is_withdrawn_stops_a_plugin_at_once_and_through_restarts(db: PgPool) {
    use super::super::archive;
    let fixture = Fixture::new(db.clone()).await;
    let folder = fixture.folder.path();
    let key = folder.join("plugin.key");
    let public = archive::make_key(&key).expect("a key");
    let other = archive::make_key(&folder.join("other.key")).expect("a key");
    publish(&fixture.source(), "3.0.0", &["https://api.acme.example"]);
    archive::pack(&fixture.source(), folder, Some(&key)).expect("an archive");
    let grant = GRANT.replace("\"acme\"", "\"acme-3.0.0.tar.gz\"");
    let file = folder.join("plugins.toml");
    let trust = |key: &str, id: &str| {
        let text = format!("[trust.\"{key}\"]\nplugins = [\"{id}\"]\n{grant}");
        std::fs::write(&file, text).expect("a file");
    };
    trust(&public, "acme");
    let first = fixture.reload().await;
    assert_eq!(first["version"], "3.0.0");
    for (key, id) in [(&other, "acme"), (&public, "north")] {
        trust(key, id);
        let stopped = fixture.reload().await;
        assert_eq!(stopped["state"], "failed", "{id}");
        let error = stopped["error"].as_str().unwrap_or_default();
        assert!(error.contains("trusts with this plugin"), "{error}");
        let again = start(db.clone(), folder).await;
        let operator = again.admin(&[Permission::SuperAdmin]).await;
        let status = plugin(&operator.get("/plugins/status").await);
        assert_eq!(status["state"], "failed", "{id}");
        // Nor by going back to what it signed.
        let back = json!({ "digest": first["digest"] });
        let back = plugin(&operator.post("/plugins/acme/rollback", back).await);
        let error = back["error"].as_str().unwrap_or_default();
        assert!(error.contains("does not trust who signed it"), "{error}");
        operator
            .post("/plugins/acme/rollback", json!({ "digest": null }))
            .await;
        trust(&public, "acme");
        assert_eq!(fixture.reload().await["version"], "3.0.0", "trusted again");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_signed_archive_runs_and_an_unsigned_one_only_when_said_so(db: PgPool) {
    use super::super::archive;
    let fixture = Fixture::new(db).await;
    let folder = fixture.folder.path();
    let key = folder.join("plugin.key");
    let public = archive::make_key(&key).expect("a key");
    publish(&fixture.source(), "3.0.0", &["https://api.acme.example"]);
    archive::pack(&fixture.source(), folder, Some(&key)).expect("an archive");
    let trust = format!("[trust.\"{public}\"]\nplugins = [\"acme\"]\n");
    let grant = trust + &GRANT.replace("\"acme\"\nenabled", "\"acme-3.0.0.tar.gz\"\nenabled");
    let file = folder.join("plugins.toml");
    std::fs::write(&file, &grant).expect("a file");
    assert_eq!(fixture.reload().await["version"], "3.0.0");

    publish(&fixture.source(), "3.1.0", &["https://api.acme.example"]);
    archive::pack(&fixture.source(), folder, None).expect("an archive");
    let unsigned = grant.replace("3.0.0", "3.1.0");
    std::fs::write(&file, &unsigned).expect("a file");
    let status = fixture.reload().await;
    assert_eq!(status["version"], "3.0.0");
    assert!(
        status["newer"]["error"]
            .as_str()
            .is_some_and(|text| text.contains("unsigned = true"))
    );
    std::fs::write(&file, format!("{unsigned}unsigned = true\n")).expect("a file");
    assert_eq!(fixture.reload().await["version"], "3.1.0");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_file_that_goes_or_says_nothing_stops_nobody_and_an_empty_table_does(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let file = fixture.folder.path().join("plugins.toml");
    let nobody = fixture.app.nobody();
    let degraded = async || nobody.get("/health/ready").await.json["degraded"].clone();
    assert_eq!(degraded().await, false);
    let reload_fails_with = async |expected: &str| {
        let answer = fixture.operator.post("/plugins/reload", json!({})).await;
        let problem = answer.data()["problem"].as_str().expect("a problem");
        assert!(problem.contains(expected), "{problem}");
        assert_eq!(plugin(&answer)["state"], "ready", "it runs on");
    };
    std::fs::remove_file(&file).expect("a file");
    reload_fails_with("it is gone").await;
    reload_fails_with("it is gone").await;
    let ready = nobody.get("/health/ready").await;
    assert_eq!(
        (ready.summary().as_str(), &ready.json["plugins_file_unread"]),
        ("200", &json!(true)),
        "{}",
        ready.json
    );
    std::fs::write(&file, "").expect("a file");
    reload_fails_with("no plugin is named any more").await;
    std::fs::write(&file, GRANT).expect("a file");
    assert_eq!(fixture.reload().await["state"], "ready");
    assert_eq!(degraded().await, false);

    // What the file grants and nobody asks for changes nothing, and is told.
    let idle = GRANT.replace("enabled = true", "enabled = true\nrate_limits = { \"https://api.acme.exmple\" = { requests = 1, seconds = 1 } }");
    std::fs::write(&file, idle).expect("a file");
    assert_eq!(
        fixture.reload().await["idle"],
        json!(["rate_limits: https://api.acme.exmple"])
    );
    // Requests never go elsewhere than where the operator sends them.
    let typo = GRANT.replace(
        "enabled = true",
        "enabled = true\nbase_urls = { \"https://api.acme.exmple\" = \"http://127.0.0.1:4010\" }",
    );
    std::fs::write(&file, typo).expect("a file");
    let refused = fixture.reload().await;
    let why = refused["newer"]["error"].as_str().unwrap_or_default();
    assert!(
        why.contains("base_urls") && why.contains("https://api.acme.exmple"),
        "{refused}"
    );
    let ready = nobody.get("/health/ready").await;
    assert_eq!(
        ready.json["outdated_plugins"],
        json!(["acme"]),
        "{}",
        ready.json
    );

    // A plugin that was taken out: its stores are named, and whoever asks is told why nothing comes.
    std::fs::write(&file, GRANT).expect("a file");
    fixture.reload().await;
    let store = fixture.app.store(fixture.app.organization().await).await;
    let connector = uuid::Uuid::now_v7();
    sqlx::query(
        "insert into connectors (id, store_id, role, plugin, settings) values ($1, $2, 'fulfillment', 'acme', '{}')",
    )
    .bind(connector)
    .bind(store)
    .execute(&fixture.app.app.db)
    .await
    .expect("a connection");
    std::fs::write(&file, "[plugins]\n").expect("a file");
    let answer = fixture.operator.post("/plugins/reload", json!({})).await;
    assert_eq!(answer.data()["problem"], serde_json::Value::Null);
    assert_eq!(answer.data()["plugins"], json!([]));
    assert_eq!(
        (
            &answer.data()["removed"][0]["id"],
            &answer.data()["removed"][0]["stores"][0]["id"]
        ),
        (&json!("acme"), &json!(store))
    );
    let asked = fixture
        .app
        .admin(&[crate::access::Permission::WriteOrder])
        .await
        .post("/order/synchronize", json!({ "connectorId": connector }))
        .await;
    assert_eq!(asked.summary(), "503 ConnectorException");
}
