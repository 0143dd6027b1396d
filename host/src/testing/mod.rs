//! The harness of the domains' tests: the real router on a database of its own, a clock that stands still, and clients
//! that say who they are.

mod attempts;
mod permission_matrix;
mod tenant;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, OnceLock};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use bigblue_simulator::Simulator;
use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgPool;
use tower::ServiceExt;
use uuid::Uuid;

use crate::access::{self, Permission, Role};
use crate::app::{App, Parts};
use crate::domains::REGISTER;
use crate::identity;
use crate::plugins::Plugins;
use crate::program::clock::Clock;
use crate::program::config::{Config, Finance};
use crate::program::database;
use crate::program::keys::Keys;
use crate::providers::connectors;
use crate::providers::registry::Registry;
use crate::records::audit::Author;
use crate::records::live::Live;
use crate::users::{self, NewUser};
use crate::words::language::Locale;

pub use tenant::{MakeRows, Rows, Tenant};

/// An application under test.
#[derive(Debug, Clone)]
pub struct TestApp {
    pub app: App,
    server: Server,
    /// Where its files lie.
    _files: std::sync::Arc<tempfile::TempDir>,
}

/// Somebody who calls it.
#[derive(Debug, Clone)]
pub struct Client {
    server: Server,
    token: Option<String>,
    pub user: Option<Uuid>,
}

/// The server of an [`App`], made with the first call: describing every route takes longer than most calls.
#[derive(Debug, Clone)]
struct Server(std::sync::Arc<LazyLock<Router, Box<dyn FnOnce() -> Router + Send>>>);

impl Server {
    fn new(app: App) -> Self {
        let router = || crate::http::server::router(app);
        Self(std::sync::Arc::new(LazyLock::new(Box::new(router))))
    }
}

static NAMES: AtomicU32 = AtomicU32::new(1);

/// A name that no other row of this process has.
pub fn unique(prefix: &str) -> String {
    format!("{prefix} {}", NAMES.fetch_add(1, Ordering::Relaxed))
}

/// When tests take place unless they move the clock: a Wednesday.
pub fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_003_200, 0).expect("a valid time")
}

/// A cursor's text, for a query string.
pub fn cursor(json: Value) -> String {
    use base64::Engine;
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(json.to_string())
}

/// The sandbox's test guest, built by cargo (which knows whether it is stale) once a test process.
fn guest() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| test_kit::component("hostile-guest"))
}

impl TestApp {
    /// On a migrated database of its own (`#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]`).
    pub async fn new(db: PgPool) -> Self {
        Self::with(db, |config| config.plugins.clear()).await
    }

    /// That loads the demo company with all its records, when it is told to.
    pub async fn with_demo(db: PgPool) -> Self {
        Self::with(db, |config| {
            config.plugins.clear();
            config.demo_records = true;
        })
        .await
    }

    /// With all our plugins in their sandboxes; nothing is connected to them.
    pub async fn with_plugins(db: PgPool) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = tempfile::tempdir().expect("a folder");
        let overlay = folder.path().join("plugins.toml");
        // Off unless an operator wants them.
        let enabled = "[plugins.cubyn]\nenabled = true\n[plugins.pennylane]\nenabled = true\n";
        std::fs::write(&overlay, enabled).expect("a file");
        let test = Self::with(db, |config| {
            config.plugins = vec![root.join("plugins.toml"), overlay];
        })
        .await;
        let slots = test.app.plugins.all();
        for (id, slot) in slots.iter() {
            let state = &slot.state;
            assert!(
                slot.ready().is_some(),
                "{id} (cargo xtask build): {state:?}"
            );
        }
        test
    }

    /// With the plugin bigblue in its sandbox, which speaks to this simulator.
    pub async fn with_bigblue(db: PgPool, simulator: &Simulator) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        assert!(
            root.join("plugins/bigblue/dist/bigblue.wasm").exists(),
            "the plugins are not built: cargo xtask build"
        );
        let address = simulator.base_url();
        let place = address.trim_start_matches("http://");
        let folder = tempfile::tempdir().expect("a folder");
        let overlay = folder.path().join("plugins.toml");
        let text = format!(
            "[plugins.bigblue]\nbase_urls = {{ \"https://api.bigblue.co\" = \"{address}\" }}\nprivate = [\"{place}\"]"
        );
        std::fs::write(&overlay, text).expect("a file");
        let test = Self::with(db, |config| {
            config.plugins = vec![root.join("plugins.toml"), overlay];
        })
        .await;
        assert!(
            test.app.plugins.ready("bigblue").is_some(),
            "{:?}",
            test.app.plugins.all()
        );
        test
    }

    /// With the plugin phonographic in its sandbox; `grant`: its channels and configuration, as in `plugins.toml`.
    pub async fn with_phonographic(db: PgPool, grant: &str) -> Self {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins/phonographic");
        assert!(
            source.join("dist/phonographic.wasm").exists(),
            "the plugins are not built: cargo xtask build"
        );
        let folder = tempfile::tempdir().expect("a folder");
        // Its own hours are left out: tests say when the hour comes.
        let manifest = std::fs::read_to_string(source.join("plugin.toml")).expect("a manifest");
        let manifest = manifest.replace("[schedules]\ndue = \"5 * * * *\"\n", "");
        std::fs::write(folder.path().join("plugin.toml"), manifest).expect("a file");
        for part in ["dist", "locales"] {
            let link = std::os::unix::fs::symlink(source.join(part), folder.path().join(part));
            link.expect("a link");
        }
        let file = folder.path().join("plugins.toml");
        let text = format!("[plugins.phonographic]\nsource = \".\"\nenabled = true\n{grant}");
        std::fs::write(&file, text).expect("a file");
        let test = Self::with(db, |config| {
            config.plugins = vec![file];
        })
        .await;
        let slots = test.app.plugins.all();
        assert!(
            test.app.plugins.ready("phonographic").is_some(),
            "{:?}",
            slots.values().next().map(|slot| &slot.state)
        );
        test
    }

    /// With the sandbox's test guest as the plugin `hostile`; its manifest goes on with `more`.
    pub async fn with_guest(db: PgPool, more: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::copy(guest(), folder.path().join("hostile.wasm")).expect("a copy");
        let manifest = format!(
            "id = \"hostile\"\nname = \"Hostile\"\nversion = \"1\"\napi = \"1.0\"\ncomponent = \"hostile.wasm\"\n\
             roles = [\"actions\", \"fulfilment\", \"routes\", \"schedule\", \"webhooks\"]\n{more}"
        );
        std::fs::write(folder.path().join("plugin.toml"), manifest).expect("a file");
        let file = folder.path().join("plugins.toml");
        std::fs::write(&file, "[plugins.hostile]\nsource = \".\"\nenabled = true").expect("a file");
        let test = Self::with(db, |config| {
            config.plugins = vec![file];
        })
        .await;
        assert!(
            test.app.plugins.ready("hostile").is_some(),
            "{:?}",
            test.app.plugins.all()
        );
        test
    }

    /// A connection of a store to the plugin `hostile`.
    pub async fn hostile(
        &self,
        store: Uuid,
        role: connectors::ConnectorRole,
        secrets: &[(&str, &str)],
    ) -> Uuid {
        let secrets = secrets.iter();
        let connector = connectors::NewConnector {
            store,
            role,
            plugin: "hostile".into(),
            settings: serde_json::json!({}),
            secrets: secrets
                .map(|(name, secret)| ((*name).to_owned(), (*secret).into()))
                .collect(),
        };
        let mut db = self.app.db.acquire().await.expect("a connection");
        crate::stores::connectors::connect_to(
            &mut db,
            &self.app.keys,
            &Author::system("test"),
            connector,
        )
        .await
        .expect("a connector")
    }

    /// With a mail server, at `host:port`.
    pub async fn with_mail(db: PgPool, server: std::net::SocketAddr) -> Self {
        Self::with(db, |config| {
            config.plugins.clear();
            config.mail.smtp_url = Some(format!("smtp://{server}").into());
            config.mail.from = "Comptoir <portal@comptoir.test>".into();
        })
        .await
    }

    /// With the company register at this address.
    pub async fn with_registry(db: PgPool, address: &str) -> Self {
        Self::with(db, |config| {
            config.plugins.clear();
            config.registry.url = address.parse().expect("an address");
        })
        .await
    }

    /// With other limits than an operator would set.
    pub async fn with_limits(
        db: PgPool,
        limit: impl FnOnce(&mut crate::program::config::Limits),
    ) -> Self {
        Self::with(db, |config| {
            config.plugins.clear();
            limit(&mut config.limits);
        })
        .await
    }

    /// With reports of faults sent to this DSN.
    pub async fn with_reports(db: PgPool, dsn: &str) -> Self {
        Self::with(db, |config| {
            config.plugins.clear();
            config.reports.sentry_dsn = Some(dsn.to_owned().into());
        })
        .await
    }

    /// With files in a bucket, or another folder.
    pub async fn with_files(db: PgPool, files: crate::program::config::Files) -> Self {
        Self::with(db, |config| {
            config.plugins.clear();
            config.files = files;
        })
        .await
    }

    pub async fn with(db: PgPool, settings: impl FnOnce(&mut Config)) -> Self {
        database::migrate(&db).await.expect("migrations apply");
        let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
        let clock = Clock::fixed(noon());
        // A folder below the machine's own for such things, gone with the last handle on it.
        let folder = tempfile::tempdir().expect("a folder");
        let mut config = Config {
            environment: "test".into(),
            data: folder.path().to_owned(),
            // One for all tests: compiling our plugins takes seconds.
            cache: Some(std::env::var_os("COMPTOIR_CACHE").map_or_else(
                || std::env::temp_dir().join("comptoir-test-cache"),
                Into::into,
            )),
            // Whatever tests tell of orders is charged.
            finance: Finance {
                orders_since: chrono::NaiveDate::from_ymd_opt(2000, 1, 1),
                ..Finance::default()
            },
            ..Config::default()
        };
        settings(&mut config);
        let origin = config.public_url.clone();
        let origin = origin.unwrap_or_else(|| "http://comptoir.test/".parse().expect("an address"));
        let keys = std::sync::Arc::new(Keys::from_master(&[7; 32]));
        let _ = rustls::crypto::ring::default_provider().install_default();
        config
            .files
            .folder
            .get_or_insert_with(|| folder.path().to_owned());
        let parts = Parts {
            lists: REGISTER.routes().lists(),
            register: REGISTER,
            files: crate::files::Store::open(&config.files, &config.data).expect("an object store"),
            limits: crate::http::limits::Limits::new(&config.limits),
            pictures: crate::providers::pictures::Pictures::new().expect("a client"),
            registry: Registry::new(config.registry.url.clone()).expect("a client"),
            live: Live::start(db.clone()).await.expect("notifications"),
            plugins: Plugins::load(&config, &db, &clock, &keys, REGISTER)
                .await
                .expect("plugins"),
            keys,
            mail: crate::mail::Server::from_config(&config.mail).expect("mail settings"),
            config,
            metrics: recorder.handle(),
            origin,
            db,
        };
        let app = App::new(parts, clock);
        Self {
            server: Server::new(app.clone()),
            app,
            _files: std::sync::Arc::new(folder),
        }
    }

    /// Does everything that is due in the queue.
    pub async fn run_jobs(&self) {
        crate::jobs::run_due(&self.app).await;
    }

    /// Nobody.
    pub fn nobody(&self) -> Client {
        Client {
            server: self.server.clone(),
            token: None,
            user: None,
        }
    }

    /// Whoever holds this access token.
    pub fn bearer(&self, token: &str) -> Client {
        Client {
            token: Some(token.to_owned()),
            ..self.nobody()
        }
    }

    /// A signed-in admin who holds exactly these permissions.
    pub async fn admin(&self, permissions: &[Permission]) -> Client {
        self.user(Role::Admin, permissions, &[], &[], &[]).await
    }

    /// A signed-in customer of an organization, confined to these stores of it.
    pub async fn customer(
        &self,
        organization: Uuid,
        stores: &[Uuid],
        permissions: &[Permission],
    ) -> Client {
        self.user(Role::Customer, permissions, &[organization], stores, &[])
            .await
    }

    /// A signed-in user of any kind.
    pub async fn user(
        &self,
        role: Role,
        permissions: &[Permission],
        organizations: &[Uuid],
        stores: &[Uuid],
        factories: &[Uuid],
    ) -> Client {
        let mut tx = self.app.begin().await.expect("a transaction");
        let name = unique(role.as_str());
        let new = NewUser {
            email: format!("{}@example.test", name.replace(' ', ".")),
            display_name: name,
            role,
            permissions: permissions.to_vec(),
            owner: false,
            locale: Locale::En,
            organizations: organizations.to_vec(),
            stores: Some(stores.to_vec()),
            factories: factories.to_vec(),
        };
        let user = users::add(&mut tx, &Author::system("test"), &new)
            .await
            .expect("a user");
        let session = identity::open_session(&mut tx, user, &Default::default(), self.app.now())
            .await
            .expect("a session");
        tx.commit().await.expect("a commit");
        let expires_at = self.app.now() + chrono::TimeDelta::days(1);
        let token = access::access_token(&self.app.keys, session, expires_at);
        Client {
            server: self.server.clone(),
            token: Some(token),
            user: Some(user),
        }
    }

    /// A new organization.
    pub async fn organization(&self) -> Uuid {
        let id = Uuid::now_v7();
        sqlx::query("insert into organizations (id, name) values ($1, $2)")
            .bind(id)
            .bind(unique("Organization"))
            .execute(&self.app.db)
            .await
            .expect("an organization");
        id
    }

    /// A new factory.
    pub async fn factory(&self) -> Uuid {
        let id = Uuid::now_v7();
        sqlx::query("insert into factories (id, name) values ($1, $2)")
            .bind(id)
            .bind(unique("Factory"))
            .execute(&self.app.db)
            .await
            .expect("a factory");
        id
    }

    /// A connection of a store to an account at the provider's simulator: `MUSI`, `NOVA` or `LUNE`.
    pub async fn bigblue(&self, store: Uuid, account: &str) -> Uuid {
        let connector = crate::program::demo::connector(store, account);
        let mut db = self.app.db.acquire().await.expect("a connection");
        crate::stores::connectors::connect_to(
            &mut db,
            &self.app.keys,
            &Author::system("test"),
            connector,
        )
        .await
        .expect("a connector")
    }

    /// A new store of an organization.
    pub async fn store(&self, organization: Uuid) -> Uuid {
        let id = Uuid::now_v7();
        sqlx::query(
            "with s as (insert into stores (id, name) values ($1, $2))
             insert into store_organizations (store_id, organization_id) values ($1, $3)",
        )
        .bind(id)
        .bind(unique("Store"))
        .bind(organization)
        .execute(&self.app.db)
        .await
        .expect("a store");
        id
    }
}

/// An answer, read whole.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: axum::http::HeaderMap,
    /// The JSON body; null when there is none.
    pub json: Value,
}

impl Answer {
    /// `404 NotFoundResourceException`; just the status when all went well.
    pub fn summary(&self) -> String {
        match self.json["error"]["name"].as_str() {
            Some(name) => format!("{} {name}", self.status.as_u16()),
            None => self.status.as_u16().to_string(),
        }
    }

    /// What a 400 complains of: `name required`.
    pub fn issues(&self) -> Vec<String> {
        let issues = self.json["error"]["payload"].as_array();
        let words = issues.into_iter().flatten().map(|issue| {
            let text = |key: &str| issue[key].as_str().unwrap_or_default().to_owned();
            format!("{} {}", text("field"), text("code"))
        });
        words.collect()
    }

    /// The id of what the envelope holds.
    pub fn id(&self) -> Uuid {
        let id = self.data()["id"].as_str().and_then(|id| id.parse().ok());
        id.unwrap_or_else(|| panic!("no id: {:?}", self.json))
    }

    /// What the envelope holds.
    pub fn data(&self) -> &Value {
        &self.json["data"]
    }
}

impl Client {
    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None, &[]).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send("POST", path, Some(body), &[]).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send("PATCH", path, Some(body), &[]).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, None, &[]).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send("PUT", path, Some(body), &[]).await
    }

    /// Any request, below `/api` unless the path says otherwise.
    pub async fn send(
        &self,
        method: &str,
        path: &str,
        body: Option<Value>,
        headers: &[(&str, &str)],
    ) -> Answer {
        read(self.raw(method, path, body, headers).await).await
    }

    /// A form: text fields, and files with their names and contents.
    pub async fn upload(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        files: &[(&str, &str, &[u8])],
    ) -> Answer {
        const BOUNDARY: &str = "a-boundary-of-tests";
        let mut body = Vec::new();
        for (name, value) in fields {
            let head =
                format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n");
            body.extend([head.as_bytes(), value.as_bytes(), b"\r\n"].concat());
        }
        for (name, file, content) in files {
            let head = format!(
                "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"{file}\"\r\n\r\n"
            );
            body.extend([head.as_bytes(), content, b"\r\n"].concat());
        }
        body.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        read(self.call("POST", path, &kind, Body::from(body), &[]).await).await
    }

    /// A body as it is, of any kind.
    pub async fn body(
        &self,
        path: &str,
        kind: &str,
        body: &[u8],
        headers: &[(&str, &str)],
    ) -> Answer {
        read(
            self.call("POST", path, kind, Body::from(body.to_vec()), headers)
                .await,
        )
        .await
    }

    /// The same with its body still streaming.
    pub async fn raw(
        &self,
        method: &str,
        path: &str,
        body: Option<Value>,
        headers: &[(&str, &str)],
    ) -> Response<Body> {
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        self.call(method, path, "application/json", body, headers)
            .await
    }

    async fn call(
        &self,
        method: &str,
        path: &str,
        kind: &str,
        body: Body,
        headers: &[(&str, &str)],
    ) -> Response<Body> {
        let path = if path.starts_with("/api") || path.starts_with("/health") || path == "/metrics"
        {
            path.to_owned()
        } else {
            format!("/api{path}")
        };
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header("content-type", kind);
        if !headers.iter().any(|(name, _)| *name == "accept-language") {
            request = request.header("accept-language", "en");
        }
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        Router::clone(&self.server.0)
            .oneshot(request.body(body).expect("a request"))
            .await
            .expect("the router answers")
    }

    /// The same person, at another host on the same database.
    pub fn at(&self, other: &TestApp) -> Self {
        Self {
            server: other.server.clone(),
            ..self.clone()
        }
    }
}

async fn read(response: Response<Body>) -> Answer {
    let (parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, 64 << 20).await.expect("a body");
    let json = serde_json::from_slice(&bytes)
        .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&bytes).into_owned()));
    Answer {
        status: parts.status,
        headers: parts.headers,
        json: if bytes.is_empty() { Value::Null } else { json },
    }
}
