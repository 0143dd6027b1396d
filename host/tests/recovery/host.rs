//! An installation in a folder of its own, and its running host.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use bigblue_simulator::Simulator;
use comptoir::config::Config;
use comptoir::database::Database;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use sqlx::{AssertSqlSafe, PgPool};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// The data folder and the operator's settings.
pub struct Installation {
    folder: TempDir,
    root: PathBuf,
}

impl Installation {
    /// With the demo company, whose plugin speaks to this simulator.
    pub fn new(provider: &Simulator) -> Self {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = tempfile::tempdir().expect("a folder");
        // PostgreSQL's account must be able to enter.
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.path(), mode).expect("its mode");
        let address = provider.base_url();
        let place = address.trim_start_matches("http://");
        let overlay = format!(
            "[plugins.bigblue]\nbase_urls = {{ \"https://api.bigblue.co\" = \"{address}\" }}\nprivate = [\"{place}\"]\n"
        );
        std::fs::write(folder.path().join("plugins.toml"), overlay).expect("a file");
        Self { folder, root }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Starts the host and waits until it is ready.
    pub async fn start(&self) -> Host {
        let plugins = [
            self.root.join("plugins.toml"),
            self.folder.path().join("plugins.toml"),
        ];
        let mut process = Command::new(env!("CARGO_BIN_EXE_comptoir"))
            .arg("serve")
            .current_dir(&self.root)
            .env_remove("DATABASE_URL")
            .env("COMPTOIR_PORT", "0")
            .env("COMPTOIR_DATA", self.data())
            .env("COMPTOIR_WEB", self.folder.path())
            .env(
                "COMPTOIR_PLUGINS",
                std::env::join_paths(plugins).expect("paths"),
            )
            .env("COMPTOIR_DEMO", "true")
            .env("COMPTOIR_JOBS__TAKEOVER_SECONDS", "2")
            .stdout(Stdio::piped())
            .kill_on_drop(true)
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
        Host { process, address }
    }

    /// The running host's database.
    pub async fn database(&self) -> PgPool {
        let config = Config {
            data: self.data(),
            ..Config::default()
        };
        Database::open(&config, true)
            .await
            .expect("the database")
            .pool
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
        // No other provider can have been installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
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

/// Polls until it holds; a test fails after a minute.
pub async fn eventually<F: Future<Output = bool>>(what: &str, condition: impl Fn() -> F) {
    let wait = async {
        while !condition().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), wait)
        .await
        .unwrap_or_else(|_| panic!("{what}: not within a minute"));
}
