//! An installation in a folder of its own: the scripts on it, its commands and its running host.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use bigblue_simulator::Simulator;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::postgresql::{Server, open_folder};

/// The data folder and the operator's settings.
pub struct Installation {
    folder: TempDir,
    root: PathBuf,
    database: String,
    path: std::ffi::OsString,
    master_key: Option<String>,
}

/// How a script ended.
#[derive(Debug)]
pub struct Outcome {
    pub succeeded: bool,
    said: String,
}

impl Outcome {
    pub fn failed_with(&self, part: &str) -> bool {
        !self.succeeded && self.said.contains(part)
    }
}

/// What is in a folder, in order; nothing when there is none.
pub fn entries(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

impl Installation {
    /// On this database of the server; its plugin speaks to the simulator, if there is one.
    pub fn new(server: &Server, database: &str, provider: Option<&Simulator>) -> Self {
        let folder = open_folder();
        if let Some(provider) = provider {
            let address = provider.base_url();
            let place = address.trim_start_matches("http://");
            let overlay = format!(
                "[plugins.bigblue]\nbase_urls = {{ \"https://api.bigblue.co\" = \"{address}\" }}\nprivate = [\"{place}\"]\n"
            );
            std::fs::write(folder.path().join("plugins.toml"), overlay).expect("a file");
        }
        std::fs::create_dir(folder.path().join("data")).expect("a folder");
        Self {
            folder,
            root: PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".."),
            database: database.to_owned(),
            path: server.path(),
            master_key: None,
        }
    }

    /// With the key of another installation.
    pub fn with_master_key(self, key: String) -> Self {
        let master_key = Some(key);
        Self { master_key, ..self }
    }

    pub fn master_key(&self) -> String {
        std::fs::read_to_string(self.data().join("master.key")).expect("the master key")
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn data(&self) -> PathBuf {
        self.folder().join("data")
    }

    pub fn files(&self) -> PathBuf {
        self.data().join("files")
    }

    pub fn entries(&self) -> Vec<String> {
        entries(self.folder())
    }

    pub fn entries_of_data(&self) -> Vec<String> {
        entries(&self.data())
    }

    pub fn backup(&self, archive: &Path) -> Outcome {
        self.script("backup.sh", archive)
    }

    pub fn restore(&self, archive: &Path) -> Outcome {
        self.script("restore.sh", archive)
    }

    fn script(&self, name: &str, archive: &Path) -> Outcome {
        let output = std::process::Command::new(self.root.join("docs").join(name))
            .args([&self.files(), archive])
            .env("PATH", &self.path)
            .env("DATABASE_URL", &self.database)
            .output()
            .expect("the script");
        let said = [output.stdout, output.stderr].concat();
        Outcome {
            succeeded: output.status.success(),
            said: String::from_utf8_lossy(&said).into_owned(),
        }
    }

    /// Runs one of the program's commands to its end; what it prints.
    pub fn comptoir(&self, arguments: &[&str]) -> String {
        let output = self
            .command()
            .args(arguments)
            .output()
            .expect("the program");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {errors}");
        String::from_utf8(output.stdout).expect("text")
    }

    pub fn sign_in_link(&self, email: &str) -> String {
        self.comptoir(&["user", "link", "--email", email])
    }

    fn command(&self) -> std::process::Command {
        let plugins = [
            self.root.join("plugins.toml"),
            self.folder().join("plugins.toml"),
        ];
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_comptoir"));
        command
            .current_dir(&self.root)
            .env("DATABASE_URL", &self.database)
            .env("COMPTOIR_PORT", "0")
            .env("COMPTOIR_DATA", self.data())
            .env("COMPTOIR_WEB", self.folder())
            .env(
                "COMPTOIR_PLUGINS",
                std::env::join_paths(plugins).expect("paths"),
            )
            .env(
                "COMPTOIR_SECURITY__MASTER_KEY",
                self.master_key.as_deref().unwrap_or_default(),
            )
            // Between two looks at the rows the host itself writes nothing: no sign of life, no schedule.
            .env("COMPTOIR_JOBS__TAKEOVER_SECONDS", "3600")
            .env("COMPTOIR_JOBS__SCHEDULES", "false");
        command
    }

    /// Starts the host and waits until it is ready.
    pub async fn serve(&self, demo: bool) -> Host {
        let mut process = Command::from(self.command())
            .arg("serve")
            .env("COMPTOIR_DEMO", demo.to_string())
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
        // No other provider can have been installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Host { process, address }
    }
}

/// A running host.
pub struct Host {
    process: Child,
    address: String,
}

impl Host {
    /// Status and body of `/health/ready`.
    pub async fn readiness(&self) -> (u16, Value) {
        let answer = reqwest::get(format!("{}/health/ready", self.address)).await;
        let answer = answer.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.json().await.expect("a body"))
    }

    /// Opens a session by a sign-in link.
    pub async fn sign_in(&self, link: &str) -> Session {
        let link: url::Url = link.trim().parse().expect("a link");
        let (_, token) = link.query_pairs().next().expect("a token");
        let mut session = Session {
            client: reqwest::Client::new(),
            api: format!("{}/api", self.address),
            token: String::new(),
        };
        let opened = session
            .post("/auth/session", json!({ "token": token }))
            .await;
        session.token = text(&opened, "accessToken");
        session
    }

    /// As an operator stops it.
    pub async fn stop(mut self) {
        let pid = self.process.id().expect("it runs");
        kill(Pid::from_raw(pid.cast_signed()), Signal::SIGTERM).expect("a process to signal");
        let status = self.process.wait().await.expect("an end");
        assert!(status.success(), "{status}");
    }
}

/// Somebody who is signed in.
pub struct Session {
    client: reqwest::Client,
    api: String,
    token: String,
}

impl Session {
    /// The id of the new file.
    pub async fn upload(&self, name: &str, content: &[u8]) -> String {
        let mut body = format!(
            "--part\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
        )
        .into_bytes();
        body.extend(content);
        body.extend(b"\r\n--part--\r\n");
        let request = self.client.post(format!("{}/file", self.api));
        let request = request.header("content-type", "multipart/form-data; boundary=part");
        text(&self.send(request.body(body)).await, "id")
    }

    pub async fn download(&self, file: &str) -> Vec<u8> {
        let link = self.post(&format!("/file/{file}/link"), json!({})).await;
        let path = text(&link, "url");
        let path = path.strip_prefix("/api").expect("a path of the API");
        let answer = self.client.get(format!("{}{path}", self.api)).send().await;
        let content = answer.expect("an answer").bytes().await;
        content.expect("the content").to_vec()
    }

    /// Asks for the orders of all stores.
    pub async fn synchronize(&self) {
        self.post("/order/synchronize", json!({})).await;
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let request = self.client.post(format!("{}{path}", self.api));
        self.send(request.json(&body)).await
    }

    /// The data of the answer.
    async fn send(&self, request: reqwest::RequestBuilder) -> Value {
        let answer = request.bearer_auth(&self.token).send().await;
        let answer = answer.expect("an answer");
        let status = answer.status();
        let mut body: Value = answer.json().await.expect("a body");
        assert!(status.is_success(), "{status}: {body}");
        body["data"].take()
    }
}

fn text(data: &Value, field: &str) -> String {
    let text = data[field].as_str();
    text.unwrap_or_else(|| panic!("{field} of {data}"))
        .to_owned()
}
