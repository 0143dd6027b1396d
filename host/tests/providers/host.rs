//! An installation in a folder of its own, its running host, and somebody who uses it.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use comptoir::program::config::Config;
use comptoir::program::database::Database;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgPool};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// Those of `plugins.toml`.
const PLUGINS: [&str; 6] = [
    "bigblue",
    "cubyn",
    "gorgias",
    "pennylane",
    "phonographic",
    "shopify",
];
/// Who administers an installation without the demo company.
const ADMIN: &str = "admin@comptoir.example";

/// Where a plugin's requests go instead of to its provider.
pub struct Place<'a> {
    /// The plugin's id.
    pub plugin: &'a str,
    /// The base in its manifest.
    pub base: &'a str,
    /// A simulator's address, its path included.
    pub address: &'a str,
}

/// The data folder and the operator's settings.
pub struct Installation {
    folder: TempDir,
    root: PathBuf,
    port: u16,
    demo: bool,
    mail: Option<SocketAddr>,
}

impl Installation {
    /// Empty, with plugins that speak to these simulators and are not held back by a provider's limit.
    pub fn new(places: &[Place<'_>]) -> Self {
        Self::of(false, places)
    }

    /// With the demo company.
    pub fn demo(places: &[Place<'_>]) -> Self {
        Self::of(true, places)
    }

    fn of(demo: bool, places: &[Place<'_>]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        // PostgreSQL's account must be able to enter.
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.path(), mode).expect("its mode");
        std::fs::write(folder.path().join("plugins.toml"), overlay(places)).expect("a file");
        // The same after every start: providers know the address.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        Self {
            folder,
            root: PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".."),
            port: listener.local_addr().expect("an address").port(),
            demo,
            mail: None,
        }
    }

    /// Has its mails go to this server.
    pub fn mailing(self, server: SocketAddr) -> Self {
        Self {
            mail: Some(server),
            ..self
        }
    }

    /// Grants a plugin what its table in `plugins.toml` says.
    pub fn grant(self, plugin: &str, table: toml::Table) -> Self {
        let file = self.folder.path().join("plugins.toml");
        let text = std::fs::read_to_string(&file).expect("a file");
        let mut all: toml::Table = text.parse().expect("a table");
        all["plugins"][plugin] = table.into();
        std::fs::write(file, all.to_string()).expect("a file");
        self
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn command(&self) -> Command {
        let plugins = [
            self.root.join("plugins.toml"),
            self.folder.path().join("plugins.toml"),
        ];
        let mut command = Command::new(env!("CARGO_BIN_EXE_comptoir"));
        command
            .current_dir(&self.root)
            .env_remove("DATABASE_URL")
            .env("COMPTOIR_PORT", self.port.to_string())
            .env("COMPTOIR_DATA", self.data())
            .env("COMPTOIR_WEB", self.folder.path())
            .env(
                "COMPTOIR_PLUGINS",
                std::env::join_paths(plugins).expect("paths"),
            )
            .env("COMPTOIR_DEMO", self.demo.to_string())
            .env("COMPTOIR_JOBS__TAKEOVER_SECONDS", "2")
            // Whoever tests asks faster than anybody.
            .env("COMPTOIR_LIMITS__READS_PER_MINUTE", "1000000")
            .env("COMPTOIR_LIMITS__WRITES_PER_MINUTE", "1000000")
            .kill_on_drop(true);
        if let Some(server) = self.mail {
            command.env("COMPTOIR_MAIL__SMTP_URL", format!("smtp://{server}"));
        }
        command
    }

    /// Starts the host and waits until it is ready.
    pub async fn start(&self) -> Host {
        let mut process = self
            .command()
            .arg("serve")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the host");
        let mut lines = BufReader::new(process.stdout.take().expect("its output")).lines();
        let address = loop {
            let line = lines.next_line().await.expect("a line");
            let line = line.expect("the host ended before it was ready");
            if let Some(address) = line.strip_prefix("Comptoir is ready: ") {
                break address.to_owned();
            }
        };
        // Read on, so that it never waits for us.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        // No other provider can have been installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Host { process, address }
    }

    /// Adds the first administrator of an empty installation and opens a session, which outlives the host.
    pub async fn sign_in(&self, host: &Host) -> Session {
        self.run(&["user", "add", "--email", ADMIN]).await;
        self.session(host).await
    }

    /// A new session of the administrator: one lasts for ten minutes, a hundred kills for longer.
    pub async fn session(&self, host: &Host) -> Session {
        let link = self.run(&["user", "link", "--email", ADMIN]).await;
        let link: url::Url = link.trim().parse().expect("a link");
        let (_, token) = link.query_pairs().next().expect("a token");
        let mut session = Session {
            client: reqwest::Client::new(),
            address: host.address.clone(),
            token: String::new(),
        };
        let opened = session
            .post("/auth/session", &json!({ "token": token }))
            .await;
        session.token = text(&opened, "accessToken");
        session
    }

    /// Runs one of the program's commands to its end; what it prints.
    pub async fn run(&self, arguments: &[&str]) -> String {
        let output = self.command().args(arguments).output().await;
        let output = output.expect("the program");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {errors}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// The running host's database, and that of the next host of this installation: a connection whose server went with
    /// a killed host is noticed before its use.
    pub async fn database(&self) -> PgPool {
        let mut config = Config {
            data: self.data(),
            ..Config::default()
        };
        // A test makes a world in one statement, however busy the machine is.
        config.database.statement_seconds = 0;
        let pool = Database::open(&config, true)
            .await
            .expect("the database")
            .pool;
        let options = pool.connect_options().as_ref().clone();
        pool.options()
            .clone()
            .test_before_acquire(true)
            .connect_lazy_with(options)
    }

    /// The process of the private PostgreSQL.
    pub fn postgresql(&self) -> Option<u32> {
        let file = self.data().join("postgres/postmaster.pid");
        std::fs::read_to_string(file)
            .ok()?
            .lines()
            .next()?
            .parse()
            .ok()
    }

    pub fn kill_postgresql(&self) -> u32 {
        let pid = self.postgresql().expect("a running server");
        signal(pid, Signal::SIGKILL);
        pid
    }
}

/// The operator's second `plugins.toml`.
fn overlay(places: &[Place<'_>]) -> String {
    // What is not tried is not loaded: compiling it takes its time.
    let off = || toml::Value::from(toml::toml! { enabled = false });
    let mut plugins: toml::Table = PLUGINS
        .map(|id| (id.to_owned(), off()))
        .into_iter()
        .collect();
    for place in places {
        let url: url::Url = place.address.parse().expect("an address");
        let private = format!("127.0.0.1:{}", url.port().expect("a port"));
        let grant = &mut plugins[place.plugin];
        if grant["enabled"].as_bool() == Some(false) {
            *grant = toml::Value::from(toml::toml! {
                enabled = true
                private = []
                base_urls = {}
                rate_limits = {}
            });
        }
        grant["private"]
            .as_array_mut()
            .expect("an array")
            .push(private.into());
        table(grant, "base_urls").insert(place.base.into(), place.address.into());
        let limit = toml::toml! { requests = 100000
                   seconds = 1
        };
        table(grant, "rate_limits").insert(place.base.into(), limit.into());
    }
    toml::Table::from_iter([("plugins".to_owned(), plugins.into())]).to_string()
}

fn table<'a>(grant: &'a mut toml::Value, name: &str) -> &'a mut toml::Table {
    grant[name].as_table_mut().expect("a table")
}

/// A running host.
pub struct Host {
    process: Child,
    address: String,
}

impl Host {
    /// At this very moment.
    pub async fn kill(mut self) {
        self.process.kill().await.expect("a process to kill");
    }

    pub async fn is_ready(&self) -> bool {
        let answer = reqwest::get(format!("{}/health/ready", self.address)).await;
        answer.is_ok_and(|answer| answer.status().is_success())
    }

    /// As an operator stops it.
    pub async fn stop(mut self) {
        signal(self.process.id().expect("it runs"), Signal::SIGTERM);
        let status = self.process.wait().await.expect("an end");
        assert!(status.success(), "{status}");
    }
}

/// Somebody who is signed in.
pub struct Session {
    client: reqwest::Client,
    address: String,
    token: String,
}

/// A connection of a store.
pub struct Connected {
    pub id: String,
    /// Where the provider sends its events; empty when it sends none.
    pub webhooks: String,
}

impl Session {
    /// Makes an organization and a store and connects it. `role`: as the API names it, `fulfillment`.
    pub async fn connect(&self, plugin: &str, role: &str, data: Value) -> Connected {
        let organization = json!({ "name": plugin, "identifierNumber": "90112233300015" });
        let organization = text(&self.post("/organization", &organization).await, "id");
        let store =
            json!({ "name": plugin, "organizations": [{ "organizationId": organization }] });
        let store = text(&self.post("/store", &store).await, "id");
        let connector = json!({ "role": role, "type": plugin, "data": data });
        let connectors = self
            .post(&format!("/store/{store}/connector"), &connector)
            .await;
        Connected {
            id: text(&connectors[0], "id"),
            webhooks: connectors[0]["webhookAddress"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
        }
    }

    pub async fn get(&self, path: &str) -> Value {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Value {
        self.send(Method::POST, path, Some(body)).await
    }

    /// Sends a file as a form does; the data of the answer.
    pub async fn upload(&self, path: &str, kind: &str, file: &str) -> Value {
        let answer = self.call_form(path, &[], ("file", kind, file)).await;
        let (status, mut answer) = answer.expect("an answer");
        assert!(status.is_success(), "{path}: {status}: {answer}");
        answer["data"].take()
    }

    /// Sends a form of these fields and of a file: its field, media type and content. Status and body, whatever they are; an
    /// error when the host is not there.
    pub async fn call_form(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        (field, kind, file): (&str, &str, &str),
    ) -> reqwest::Result<(StatusCode, Value)> {
        let part = |(name, value): &(&str, &str)| {
            format!("--part\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let mut body: String = fields.iter().map(part).collect();
        body += &format!(
            "--part\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"file.csv\"\r\n\
             content-type: {kind}\r\n\r\n{file}\r\n--part--\r\n"
        );
        let request = self.request(Method::POST, path);
        let request = request.header("content-type", "multipart/form-data; boundary=part");
        answered(request.body(body)).await
    }

    /// A file's content.
    pub async fn file(&self, id: &str) -> String {
        let link = self.post(&format!("/file/{id}/link"), &json!({})).await;
        let url = format!("{}{}", self.address, text(&link, "url"));
        let answer = self.client.get(url).send().await.expect("an answer");
        let answer = answer.error_for_status().expect("a good answer");
        answer.text().await.expect("all of it")
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let url = format!("{}/api{path}", self.address);
        self.client.request(method, url).bearer_auth(&self.token)
    }

    /// The data of the answer, which must be a good one.
    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Value {
        let (status, mut answer) = self.call(method, path, body).await.expect("an answer");
        assert!(status.is_success(), "{path}: {status}: {answer}");
        answer["data"].take()
    }

    /// Status and body, whatever they are; an error when the host is not there (any more).
    pub async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> reqwest::Result<(StatusCode, Value)> {
        let mut request = self.request(method, path);
        if let Some(body) = body {
            request = request.json(body);
        }
        answered(request).await
    }
}

/// Status and body.
async fn answered(request: reqwest::RequestBuilder) -> reqwest::Result<(StatusCode, Value)> {
    let answer = request.send().await?;
    let (status, body) = (answer.status(), answer.bytes().await?);
    Ok((status, serde_json::from_slice(&body).unwrap_or_default()))
}

/// Asks something of a simulator, by its `POST /control/…`; status and body.
pub async fn control(simulator: &str, path: &str, body: &Value) -> (u16, Value) {
    let url = format!("{simulator}/control{path}");
    let answer = reqwest::Client::new().post(url).json(body).send().await;
    let answer = answer.expect("an answer");
    let status = answer.status().as_u16();
    let body = answer.bytes().await.expect("a body");
    (status, serde_json::from_slice(&body).unwrap_or_default())
}

/// The text of a field that must be there.
pub fn text(data: &Value, field: &str) -> String {
    let text = data[field].as_str();
    text.unwrap_or_else(|| panic!("{field} of {data}"))
        .to_owned()
}

fn signal(pid: u32, with: Signal) {
    kill(Pid::from_raw(pid.cast_signed()), with).expect("a process to signal");
}

/// Gone, or a zombie that nobody has asked for yet.
pub fn is_gone(pid: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).map_or(true, |stat| stat.contains(") Z "))
}

/// One number. A server that is away just now has none.
pub async fn count(db: &PgPool, query: &str) -> i64 {
    sqlx::query_scalar(AssertSqlSafe(query))
        .fetch_one(db)
        .await
        .unwrap_or(-1)
}

/// The query's rows as JSON by their column `key`; twice the same key is an error.
pub async fn by_key(db: &PgPool, query: &str) -> BTreeMap<String, Value> {
    let query = format!("select key::text, to_jsonb(each) - 'key' from ({query}) each");
    let rows: Vec<(String, Value)> = sqlx::query_as(AssertSqlSafe(query))
        .fetch_all(db)
        .await
        .expect("rows");
    let count = rows.len();
    let by_key: BTreeMap<_, _> = rows.into_iter().collect();
    assert_eq!(by_key.len(), count, "a key stands twice");
    by_key
}

/// Waits until nothing is left to do in the background: jobs that pause before another try are tried at once. Fails where nothing
/// goes on for a minute.
pub async fn settled(db: &PgPool) {
    let hurry = "update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null";
    let busy = "select (select count(*) from jobs where status = 'PENDING')
        + (select count(*) from graphile_worker._private_jobs where attempts < max_attempts)";
    let reached = "select coalesce(sum(progress_done), 0)::bigint - count(*) filter (where status = 'PENDING') from jobs";
    let (mut place, mut deadline) = (0, Instant::now() + PATIENCE);
    loop {
        // Fails while the server is away.
        drop(sqlx::query(hurry).execute(db).await);
        if count(db, busy).await == 0 {
            return;
        }
        let now = count(db, reached).await;
        if now != place {
            (place, deadline) = (now, Instant::now() + PATIENCE);
        }
        if Instant::now() > deadline {
            let left = "select j.id as key, name, identifier, j.attempts, error, q.attempts as tries, q.locked_by, q.run_at
                from jobs j left join graphile_worker._private_jobs q on q.key = j.id::text where status = 'PENDING'";
            panic!("not every job ended: {:#?}", by_key(db, left).await);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// How often a test kills the host: `KILLS` other times.
pub fn kills() -> u32 {
    let kills = std::env::var("KILLS")
        .ok()
        .and_then(|kills| kills.parse().ok());
    kills.unwrap_or(5)
}

/// Moments that are printed, so that a failure can be repeated with `KILLS_SEED`.
pub fn moments() -> StdRng {
    let seed = std::env::var("KILLS_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(|| rand::rng().random());
    eprintln!("KILLS_SEED={seed}");
    StdRng::seed_from_u64(seed)
}

/// How long a test waits for something that comes by itself, and between two looks.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(10);

/// Polls until it holds; a test fails after a minute.
pub async fn eventually<F: Future<Output = bool>>(what: &str, condition: impl Fn() -> F) {
    let wait = async {
        while !condition().await {
            tokio::time::sleep(PAUSE).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait)
        .await
        .unwrap_or_else(|_| panic!("{what}: not within a minute"));
}
