//! Which plugins load, why others do not, and what administrators decide about them on several hosts.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::PgPool;

use crate::access::Permission::{ReadConnector, SuperAdmin};
use crate::testing::{Client, TestApp};

/// Where an operator keeps plugins: each in a folder of its own, with the sandbox's test guest as its component.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// A plugin's manifest goes on with `more`; its id is the folder's unless that says otherwise.
    fn plugin(&self, folder: &str, version: &str, more: &str) {
        let source = self.0.path().join(folder);
        std::fs::create_dir_all(&source).expect("a folder");
        let guest = test_kit::component("hostile-guest");
        std::fs::copy(guest, source.join("guest.wasm")).expect("a copy");
        let id = match more.starts_with("id") {
            true => String::new(),
            false => format!("id = \"{folder}\"\n"),
        };
        let component = match more.contains("component") {
            true => "",
            false => "component = \"guest.wasm\"\n",
        };
        let manifest = format!(
            "{id}{component}name = \"A plugin\"\nversion = \"{version}\"\napi = \"1.0\"\nroles = [\"fulfilment\", \"routes\"]\n{more}"
        );
        std::fs::write(source.join("plugin.toml"), manifest).expect("a manifest");
    }

    fn operator(&self, text: &str) {
        std::fs::write(self.0.path().join("plugins.toml"), text).expect("a file");
    }

    /// A host with a data folder of this name.
    async fn host(&self, db: &PgPool, name: &str) -> TestApp {
        host(db, self.0.path(), name).await
    }
}

async fn host(db: &PgPool, place: &Path, name: &str) -> TestApp {
    TestApp::with(db.clone(), |config| {
        config.plugins = vec![place.join("plugins.toml")];
        config.data = place.join(name);
    })
    .await
}

/// The overview's entry of a plugin.
async fn status(operator: &Client, id: &str) -> Value {
    let overview = operator.get("/plugins/status").await;
    let mut plugins = overview.data()["plugins"]
        .as_array()
        .expect("plugins")
        .iter();
    plugins.find(|plugin| plugin["id"] == id).expect(id).clone()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_does_not_load_says_why_and_harms_nobody(db: PgPool) {
    const SCREEN: &str =
        "path = \"x\"\npermission = \"READ_ORDER\"\ngroup = \"shop\"\nlabel = \"x\"\n";
    const WEB: &str = "[web]\npath = \"web\"\nkit = \"1\"\n";
    let screen = |area: &str, alias: &str| {
        format!("[[screens]]\narea = \"{area}\"\nalias = \"{alias}\"\n{SCREEN}{WEB}")
    };
    let plugins = [
        ("well", "".to_owned(), ""),
        (
            "order",
            "".to_owned(),
            "a word of the portal's own addresses",
        ),
        (
            "finance",
            "".to_owned(),
            "a word of the portal's own addresses",
        ),
        (
            "acme",
            "id = \"north\"\n".to_owned(),
            "plugins.toml calls it acme, plugin.toml north",
        ),
        (
            "climber",
            screen("admin", "/admin/order/x"),
            "/admin/order/x is no address",
        ),
        (
            "neighbour",
            screen("customer", "/admin/neighbour"),
            "/admin/neighbour is no address",
        ),
        (
            "soon",
            "[schedules]\norders = \"soon\"\n".to_owned(),
            "schedules.orders",
        ),
        (
            "coffee",
            "[schedules]\ncoffee = \"1 1 * * *\"\n".to_owned(),
            "schedules.coffee",
        ),
        (
            "bare",
            "component = \"gone.wasm\"\n".to_owned(),
            "the component cannot be read",
        ),
        ("old", "[tasks]\nx = 7\n".to_owned(), "tasks"),
    ];
    let place = Place::new();
    let mut file = "[plugins.off]\nsource = \"nowhere\"\n".to_owned();
    for (id, more, _) in &plugins {
        place.plugin(id, "1", more);
        file += &format!("[plugins.{id}]\nsource = \"{id}\"\nenabled = true\n");
    }
    place.operator(&file);
    let app = place.host(&db, "data").await;
    let operator = app.admin(&[SuperAdmin]).await;
    for (id, _, reason) in &plugins {
        let plugin = status(&operator, id).await;
        let error = plugin["error"].as_str().unwrap_or_default();
        let state = if reason.is_empty() { "ready" } else { "failed" };
        assert_eq!(plugin["state"], state, "{id}: {error}");
        assert!(error.contains(reason), "{id}: {error}");
    }
    assert_eq!(status(&operator, "off").await["state"], "disabled");
    let shown = operator.get("/plugins").await;
    assert_eq!(shown.data().as_array().map(Vec::len), Some(1), "{shown:?}");
    let ready = app.nobody().get("/health/ready").await;
    assert_eq!(ready.status.as_u16(), 200);
    assert_eq!(
        ready.json["failed_plugins"].as_array().map(Vec::len),
        Some(9)
    );
    assert_eq!(
        operator.get("/order").await.status.as_u16(),
        200,
        "the portal's own call"
    );
    // Mended, it loads while the host runs.
    place.plugin("soon", "1", "[schedules]\norders = \"1 1 * * *\"\n");
    operator.post("/plugins/reload", json!({})).await;
    assert_eq!(status(&operator, "soon").await["state"], "ready");
}

const HOSTS: &str = "[[hosts]]\nbase = \"https://a.example\"\nmethods = [\"GET\"]\nreason = { en = \"Orders\" }\n\
    [[hosts]]\nbase = \"https://b.example\"\nmethods = [\"GET\"]\nreason = { fr = \"Stocks\" }\n";
const ENABLED: &str = "[plugins.acme]\nsource = \"acme\"\nenabled = true\n";

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_was_approved_is_what_was_asked_for_once_and_beyond_a_restart(db: PgPool) {
    let place = Place::new();
    place.plugin("acme", "1.0.0", HOSTS);
    place.operator(ENABLED);
    let app = place.host(&db, "data").await;
    let (ada, bob) = (
        app.admin(&[SuperAdmin]).await,
        app.admin(&[SuperAdmin]).await,
    );
    let path = "/plugins/acme/approve";
    let hosts = |bases: &[&str]| -> Value {
        let right = |base: &&str| json!({ "kind": "host", "what": base });
        bases.iter().map(right).collect()
    };
    for (rights, issue) in [
        (json!([]), "rights required"),
        (
            hosts(&["https://a.example", "https://c.example"]),
            "rights[1] option",
        ),
        (hosts(&["https://a.example/"]), "rights[0] option"),
        (hosts(&["https://a.example"; 1001]), "rights max"),
        (
            json!([{ "kind": "world", "what": "x" }]),
            "rights[0].kind option",
        ),
        (json!([7]), "rights[0] type"),
    ] {
        let refused = ada.post(path, json!({ "rights": rights })).await;
        assert_eq!(refused.issues(), [issue]);
    }
    let outsider = app.admin(&[ReadConnector]).await;
    let both = json!({ "rights": hosts(&["https://a.example", "https://a.example"]) });
    for (client, path, expected) in [
        (&outsider, path, "403 ForbiddenPermissionException"),
        (
            &ada,
            "/plugins/north/approve",
            "404 NotFoundResourceException",
        ),
        (&ada, path, "200"),
        (&bob, path, "200"),
    ] {
        assert_eq!(
            client.post(path, both.clone()).await.summary(),
            expected,
            "{path}"
        );
    }
    let granted = |plugin: &Value| {
        let hosts = plugin["hosts"].as_array().expect("hosts").iter();
        hosts
            .map(|host| host["granted"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(granted(&status(&ada, "acme").await), [true, false]);
    let again = place.host(&db, "data").await;
    let plugin = status(&ada.at(&again), "acme").await;
    assert_eq!(granted(&plugin), [true, false]);
    assert_eq!(
        plugin["hosts"][1]["reason"],
        json!({ "fr": "Stocks", "en": "" }),
        "as its author says it"
    );
    let approvals: Vec<(String, String)> = sqlx::query_as(
        "select a.approved_by, u.display_name from plugin_approvals a join users u on u.id = $1 where a.kind = 'host'",
    )
    .bind(ada.user)
    .fetch_all(&db)
    .await
    .expect("approvals");
    assert!(
        matches!(approvals.as_slice(), [(by, ada)] if by == ada),
        "{approvals:?}"
    );
}

/// Waits until a host has loaded its plugins anew.
async fn loaded(loads: &mut tokio::sync::watch::Receiver<u64>) {
    let change = tokio::time::timeout(Duration::from_secs(20), loads.changed()).await;
    change.expect("in time").expect("a loading");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_version_that_was_gone_back_to_runs_on_every_host_that_has_it(db: PgPool) {
    let place = Place::new();
    place.plugin("acme", "1.0.0", "");
    place.operator(ENABLED);
    let (one, two) = (place.host(&db, "one").await, place.host(&db, "two").await);
    let admin = one.admin(&[SuperAdmin]).await;
    let first = status(&admin, "acme").await["digest"].clone();
    place.plugin("acme", "1.1.0", "");
    for host in [&one, &two] {
        host.app.plugins.reload().await.expect("a loading");
        assert_eq!(status(&admin.at(host), "acme").await["version"], "1.1.0");
    }
    let heard = two.app.live.heard();
    let (watching, mut loads) = (two.app.clone(), two.app.plugins.loads());
    let watching = tokio::spawn(async move { watching.plugins.watch(heard).await });
    let path = "/plugins/acme/rollback";
    let back = admin.post(path, json!({ "digest": first })).await;
    assert_eq!(back.summary(), "200");
    loaded(&mut loads).await;
    let there = status(&admin.at(&two), "acme").await;
    assert_eq!(
        (
            &there["version"],
            &there["pinned"],
            &there["newer"]["reason"]
        ),
        (&json!("1.0.0"), &json!(true), &json!("passed_over"))
    );
    let running: Vec<_> = there["versions"]
        .as_array()
        .expect("versions")
        .iter()
        .collect();
    assert_eq!(running.len(), 2);
    assert!(
        running
            .iter()
            .all(|one| one["running"] == (one["digest"] == first))
    );

    // A host that never had that version says so, and has nothing else to run instead.
    let third = place.host(&db, "three").await;
    let plugin = status(&admin.at(&third), "acme").await;
    let error = plugin["error"].as_str().unwrap_or_default();
    assert_eq!(plugin["state"], "failed");
    assert!(error.contains("is not kept on this host"), "{error}");

    let forward = admin.at(&third).post(path, json!({ "digest": null })).await;
    assert_eq!(forward.data()["plugins"][0]["version"], "1.1.0");
    loaded(&mut loads).await;
    assert_eq!(status(&admin.at(&two), "acme").await["version"], "1.1.0");
    watching.abort();
    let changes: Vec<Value> = sqlx::query_scalar(
        "select changes -> 0 from audit_entries where entity = 'plugin' and actor_id = $1 order by at, id",
    )
    .bind(admin.user)
    .fetch_all(&db)
    .await
    .expect("a history");
    assert_eq!(
        changes,
        [
            json!({ "field": "pinned", "before": null, "after": first }),
            json!({ "field": "pinned", "before": first, "after": null }),
        ]
    );
}
