//! The operator's settings: `comptoir.toml`, then the environment over it (`COMPTOIR_PORT`, `COMPTOIR_MAIL__SMTP_URL`:
//! two underscores enter a section). Checked at start; a message names the key that is wrong.

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use anyhow::Context;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer};
use url::Url;

/// Everything that can be set, with its default.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Shown on the developer page: `development`, `production`, …
    pub environment: String,
    pub listen: IpAddr,
    /// 0: any free port.
    pub port: u16,
    /// The address that people use, for links in mails and the check of origins. Default: the one listened on.
    pub public_url: Option<Url>,
    /// Where the private PostgreSQL, files and keys live.
    pub data: PathBuf,
    /// Where compiled plugins lie, which can be compiled again at any time. Default: the folder `cache` below `data`.
    pub cache: Option<PathBuf>,
    /// The built portal.
    pub web: PathBuf,
    /// The operator's plugin files, later ones over earlier ones. In the environment: a path list.
    #[serde(deserialize_with = "path_list")]
    pub plugins: Vec<PathBuf>,
    /// Load the demo company into an empty database and print sign-in links.
    pub demo: bool,
    /// With the demo company, what people have made since: records, orders, notes, and people with few rights.
    pub demo_records: bool,
    pub database: Database,
    pub files: Files,
    pub registry: Registry,
    pub reports: Reports,
    pub mail: Mail,
    pub security: Security,
    pub limits: Limits,
    pub log: Log,
    pub jobs: Jobs,
    pub finance: Finance,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Database {
    /// A PostgreSQL of yours. Default: a private one below `data`. `DATABASE_URL` sets it too.
    pub url: Option<SecretString>,
    pub max_connections: u32,
    /// After so long the server gives up a statement.
    pub statement_seconds: u32,
    /// Folder of PostgreSQL's programs for the private one, when they are not found by themselves.
    pub binaries: Option<PathBuf>,
}

/// Where uploaded files lie. Default: the folder `files` below `data`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Files {
    /// Another folder.
    pub folder: Option<PathBuf>,
    /// A bucket of an S3-compatible store instead of a folder.
    pub bucket: Option<String>,
    /// The store's address: `https://s3.eu-west-3.amazonaws.com`; with `http:` it is spoken to in the clear.
    pub endpoint: Option<Url>,
    pub region: Option<String>,
    pub access_key_id: Option<String>,
    pub secret_access_key: Option<SecretString>,
    /// What of a folder's disk stays free whatever people send, in MiB.
    pub free_mib: u64,
}

impl Default for Files {
    fn default() -> Self {
        Self {
            folder: None,
            bucket: None,
            endpoint: None,
            region: None,
            access_key_id: None,
            secret_access_key: None,
            free_mib: 1_024,
        }
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Registry {
    /// The French company register's address.
    pub url: Url,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Reports {
    /// Where reports of faults go, as Sentry writes it: `https://<key>@<host>/<project>`. Default: nowhere, and people are
    /// told that Sentry is not enabled.
    pub sentry_dsn: Option<SecretString>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mail {
    /// `smtp://user:password@host:587?tls=required` or `smtps://…`. Default: mails are kept on the developer page.
    pub smtp_url: Option<SecretString>,
    pub from: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Security {
    /// 32 bytes in base64: seals secrets at rest and signs access tokens. Default: made at first start, `data/master.key`.
    /// Several hosts on one database need the same.
    pub master_key: Option<SecretString>,
    /// The one before, while it is being changed: what it sealed and signed still holds. See `comptoir keys rotate`.
    pub previous_master_key: Option<SecretString>,
    /// Take the caller's address from `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_forwarded_for: bool,
}

/// How often one caller may ask one host. 0: as often as they like.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Sign-ins and renewals of sessions, an address.
    pub sign_ins_per_minute: u32,
    /// Calls that read, a user.
    pub reads_per_minute: u32,
    /// Calls that change something, a user.
    pub writes_per_minute: u32,
    /// Uploads of files, a user.
    pub uploads_per_minute: u32,
    /// Until an answer begins.
    pub request_seconds: u64,
    /// Until an upload has arrived.
    pub upload_seconds: u64,
    /// Until a request's headers have arrived, and how long a connection without one stays open.
    pub header_seconds: u64,
    /// Open connections; the next ones wait.
    pub connections: usize,
    /// Open connections of one address, where that is the caller's.
    pub connections_per_address: usize,
    /// Open streams of events, a user.
    pub streams_per_user: usize,
    /// Events that one address is sending to one connection at once.
    pub webhooks_at_once: usize,
    /// Uploads that one user sends at once.
    pub uploads_at_once: usize,
    /// Calls of one user that read at once; the next ones wait.
    pub reads_at_once: usize,
    /// The same of those that change something.
    pub writes_at_once: usize,
    /// What the files of one user that belong to no record may take, in MiB.
    pub unattached_mib: u32,
    /// What all files of one user who is no admin may take, in MiB.
    pub files_mib: u32,
    /// People whom one user who is no admin lets in within an hour.
    pub invitations_per_hour: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// `text` or `json`.
    pub format: LogFormat,
    /// As of the crate `tracing-subscriber`: `info,comptoir=debug`.
    pub filter: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    Text,
    Json,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Jobs {
    /// How many run at once on this host.
    pub concurrency: usize,
    /// After how long without a sign of life a host counts as dead and its jobs are taken over.
    pub takeover_seconds: u64,
    /// Whether jobs run by their schedules here.
    pub schedules: bool,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Finance {
    /// Whether the fees of recurring charges whose period has begun are made every night.
    pub apply_charges: bool,
    /// The first day whose orders bring fees: those that left the warehouse or came back before were charged elsewhere.
    /// Default: those since this installation knows of such fees.
    pub orders_since: Option<chrono::NaiveDate>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            environment: "production".into(),
            listen: IpAddr::from([127, 0, 0, 1]),
            port: 8080,
            public_url: None,
            data: "data".into(),
            cache: None,
            web: "web".into(),
            plugins: vec!["plugins.toml".into()],
            demo: false,
            demo_records: false,
            database: Database::default(),
            files: Files::default(),
            registry: Registry::default(),
            reports: Reports::default(),
            mail: Mail::default(),
            security: Security::default(),
            limits: Limits::default(),
            log: Log::default(),
            jobs: Jobs::default(),
            finance: Finance::default(),
        }
    }
}

impl Default for Database {
    fn default() -> Self {
        Self {
            url: None,
            max_connections: 16,
            statement_seconds: 60,
            binaries: None,
        }
    }
}

impl Default for Registry {
    fn default() -> Self {
        Self {
            url: url::Url::parse("https://recherche-entreprises.api.gouv.fr/")
                .unwrap_or_else(|_| unreachable!("a constant address")),
        }
    }
}

impl Default for Mail {
    fn default() -> Self {
        Self {
            smtp_url: None,
            from: "Comptoir <comptoir@localhost>".into(),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        // More at once are done no sooner, and everybody else waits for them.
        let processors = std::thread::available_parallelism().map_or(2, |all| all.get().max(2));
        Self {
            sign_ins_per_minute: 300,
            reads_per_minute: 3_000,
            writes_per_minute: 600,
            uploads_per_minute: 120,
            request_seconds: 60,
            upload_seconds: 1_800,
            header_seconds: 75,
            connections: 4_000,
            connections_per_address: 1_000,
            streams_per_user: 30,
            webhooks_at_once: 8,
            uploads_at_once: 8,
            reads_at_once: 4 * processors,
            writes_at_once: processors,
            unattached_mib: 4_096,
            files_mib: 51_200,
            invitations_per_hour: 30,
        }
    }
}

impl Limits {
    /// Whether anybody gets in, and an answer out.
    fn are_usable(&self) -> bool {
        let seconds = [
            self.request_seconds,
            self.upload_seconds,
            self.header_seconds,
        ];
        let open = [
            self.connections,
            self.connections_per_address,
            self.streams_per_user,
            self.webhooks_at_once,
            self.uploads_at_once,
            self.reads_at_once,
            self.writes_at_once,
        ];
        !seconds.contains(&0) && !open.contains(&0)
    }
}

impl Default for Log {
    fn default() -> Self {
        Self {
            format: LogFormat::Text,
            filter: "info,sqlx=warn,graphile_worker=warn".into(),
        }
    }
}

impl Default for Jobs {
    fn default() -> Self {
        Self {
            concurrency: 4,
            takeover_seconds: 30,
            schedules: true,
        }
    }
}

/// Variables of our prefix that are no settings: the file's own path, and what tests hand to each other.
const NOT_SETTINGS: [&str; 2] = ["COMPTOIR_CONFIG", "COMPTOIR_BIN"];

impl Config {
    /// Reads `file` (default: `COMPTOIR_CONFIG`, else `comptoir.toml` if there) and this process's environment.
    ///
    /// # Errors
    /// The file is unreadable, a key unknown or of the wrong type, a value out of bounds: the message names the key.
    pub fn load(file: Option<&Path>) -> anyhow::Result<Self> {
        let named = file
            .map(Path::to_owned)
            .or_else(|| std::env::var_os("COMPTOIR_CONFIG").map(PathBuf::from));
        let environment = std::env::vars()
            .filter(|(name, _)| {
                name.starts_with("COMPTOIR_") && !NOT_SETTINGS.contains(&name.as_str())
            })
            .chain(
                std::env::var("DATABASE_URL").map(|url| ("COMPTOIR_DATABASE__URL".to_owned(), url)),
            );
        Self::from_sources(named.as_deref(), environment.collect())
    }

    fn from_sources(
        named: Option<&Path>,
        environment: std::collections::HashMap<String, String>,
    ) -> anyhow::Result<Self> {
        let mut sources = config::Config::builder();
        sources = match named {
            Some(path) => {
                sources.add_source(config::File::from(path).format(config::FileFormat::Toml))
            }
            None => sources.add_source(
                config::File::new("comptoir.toml", config::FileFormat::Toml).required(false),
            ),
        };
        let environment = config::Environment::with_prefix("COMPTOIR")
            .prefix_separator("_")
            .separator("__")
            .ignore_empty(true)
            .source(Some(environment));
        let config: Config = sources
            .add_source(environment)
            .build()?
            .try_deserialize()
            .context("the configuration does not fit")?;
        config.check()?;
        Ok(config)
    }

    /// The folder of compiled plugins.
    pub fn compiled_plugins(&self) -> PathBuf {
        let cache = self.cache.clone();
        cache
            .unwrap_or_else(|| self.data.join("cache"))
            .join("plugins")
    }

    fn check(&self) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.database.max_connections >= 6,
            "database.max_connections must be at least 6"
        );
        anyhow::ensure!(
            self.limits.are_usable(),
            "limits.request_seconds, limits.upload_seconds, limits.header_seconds and the limits of what is open at once \
             must be at least 1"
        );
        anyhow::ensure!(
            self.jobs.concurrency >= 1,
            "jobs.concurrency must be at least 1"
        );
        anyhow::ensure!(
            self.jobs.takeover_seconds >= 2,
            "jobs.takeover_seconds must be at least 2"
        );
        if let Some(url) = &self.public_url {
            anyhow::ensure!(
                matches!(url.scheme(), "http" | "https")
                    && url.as_str() == format!("{}/", url.origin().ascii_serialization()),
                "public_url must be an origin, such as https://portal.example"
            );
        }
        if let Some(dsn) = &self.reports.sentry_dsn {
            destination(dsn.expose_secret())?;
        }
        self.mail
            .from
            .parse::<lettre::message::Mailbox>()
            .context("mail.from is not a mailbox")?;
        Ok(())
    }
}

impl<'de> Deserialize<'de> for PathList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Text(String),
            List(Vec<PathBuf>),
        }
        Ok(PathList(match Form::deserialize(deserializer)? {
            Form::Text(text) => std::env::split_paths(&text).collect(),
            Form::List(list) => list,
        }))
    }
}

struct PathList(Vec<PathBuf>);

fn path_list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
    PathList::deserialize(deserializer).map(|list| list.0)
}

/// Where a DSN's events go, and its key: `https://<key>@<host>/<project>`.
pub fn destination(dsn: &str) -> anyhow::Result<(Url, String)> {
    let mut url: Url = dsn.parse().context("reports.sentry_dsn is no address")?;
    let key = url.username().to_owned();
    let (folder, project) = url.path().rsplit_once('/').unwrap_or_default();
    anyhow::ensure!(
        matches!(url.scheme(), "http" | "https") && !key.is_empty() && !project.is_empty(),
        "reports.sentry_dsn must look like https://<key>@<host>/<project>"
    );
    let path = format!("{folder}/api/{project}/envelope/");
    url.set_path(&path);
    let _ = url.set_username("");
    let _ = url.set_password(None);
    Ok((url, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(file: &str, environment: &[(&str, &str)]) -> anyhow::Result<Config> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("comptoir.toml");
        std::fs::write(&path, file)?;
        let environment = environment
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        Config::from_sources(Some(&path), environment)
    }

    #[test]
    fn the_environment_wins_over_the_file() {
        let config = load(
            "port = 1\n[mail]\nfrom = \"A <a@b.example>\"",
            &[
                ("COMPTOIR_PORT", "0"),
                ("COMPTOIR_JOBS__CONCURRENCY", "2"),
                ("COMPTOIR_PLUGINS", "a.toml:b c.toml"),
            ],
        )
        .unwrap();
        assert_eq!((config.port, config.jobs.concurrency), (0, 2));
        assert_eq!(config.mail.from, "A <a@b.example>");
        assert_eq!(
            config.plugins,
            [PathBuf::from("a.toml"), PathBuf::from("b c.toml")]
        );
    }

    #[test]
    fn a_message_names_the_key() {
        for (file, key) in [
            ("prot = 1", "prot"),
            ("port = \"high\"", "port"),
            (
                "[database]\nmax_connections = 1",
                "database.max_connections",
            ),
            ("[mail]\nfrom = \"nobody\"", "mail.from"),
            ("public_url = \"https://portal.example/path\"", "public_url"),
        ] {
            let message = format!("{:#}", load(file, &[]).unwrap_err());
            assert!(message.contains(key), "{message}");
        }
    }

    /// A wrong value of every section, in a file and in the environment: the key is told, a secret is not.
    #[test]
    fn whatever_is_wrong_is_told_with_its_key_and_without_its_secret() {
        for (file, key) in [
            ("port = 70000", "port"),
            ("listen = \"everywhere\"", "listen"),
            ("demo = \"perhaps\"", "demo"),
            ("public_url = \"portal.example\"", "public_url"),
            ("public_url = \"ftp://portal.example\"", "public_url"),
            ("public_url = \"https://portal.example/?a=1\"", "public_url"),
            ("public_url = \"https://portal.example/#a\"", "public_url"),
            (
                "public_url = \"https://s3cret@portal.example/\"",
                "public_url",
            ),
            ("[database]\nmax_connections = -1", "max_connections"),
            ("[database]\nhost = \"db\"", "host"),
            ("[files]\nbuckets = \"x\"", "buckets"),
            ("[files]\nendpoint = \"s3.example\"", "endpoint"),
            ("[registry]\nurl = \"here\"", "url"),
            ("[mail]\nfrom = \"Comptoir <>\"", "mail.from"),
            (
                "[mail]\nfrom = \"a@b.example\\r\\nBcc: c@d.example\"",
                "mail.from",
            ),
            ("[limits]\nrequest_seconds = 0", "limits.request_seconds"),
            ("[limits]\nupload_seconds = 0", "limits.upload_seconds"),
            ("[limits]\nheader_seconds = 0", "limits.header_seconds"),
            ("[limits]\nconnections = 0", "open at once"),
            ("[limits]\nreads_per_minute = \"many\"", "reads_per_minute"),
            ("[log]\nformat = \"xml\"", "format"),
            ("[jobs]\nconcurrency = 0", "jobs.concurrency"),
            ("[jobs]\ntakeover_seconds = 1", "jobs.takeover_seconds"),
            ("[reports]\nsentry_dsn = \"nowhere\"", "reports.sentry_dsn"),
            (
                "[reports]\nsentry_dsn = \"https://sentry.example/1\"",
                "reports.sentry_dsn",
            ),
            (
                "[reports]\nsentry_dsn = \"https://s3cret@sentry.example/\"",
                "reports.sentry_dsn",
            ),
            (
                "[reports]\nsentry_dsn = \"ftp://s3cret@sentry.example/1\"",
                "reports.sentry_dsn",
            ),
            ("plugins = 3", "plugins"),
        ] {
            let message = format!("{:#}", load(file, &[]).expect_err(file));
            assert!(message.contains(key), "{file}: {message}");
            assert!(!message.contains("s3cret"), "{message}");
        }
        for (name, value, key) in [
            ("COMPTOIR_PROT", "1", "prot"),
            ("COMPTOIR_PORT", "high", "port"),
            ("COMPTOIR_JOBS__CONCURRENCY", "0", "jobs.concurrency"),
            ("COMPTOIR_MAIL__FORM", "a@b.example", "form"),
        ] {
            let message = format!("{:#}", load("", &[(name, value)]).expect_err(name));
            assert!(message.contains(key), "{name}: {message}");
        }
    }

    #[test]
    fn what_is_not_set_has_a_safe_default_and_an_empty_variable_is_not_set() {
        let config = load(
            "",
            &[("COMPTOIR_PORT", ""), ("COMPTOIR_MAIL__SMTP_URL", "")],
        )
        .unwrap();
        assert_eq!((config.port, config.listen.is_loopback()), (8080, true));
        assert!(config.mail.smtp_url.is_none() && config.database.url.is_none());
        assert!(!config.security.trust_forwarded_for && !config.demo);
        assert_eq!(config.environment, "production");
        assert!(config.reports.sentry_dsn.is_none() && config.jobs.schedules);
        let error = load("port = ", &[]).unwrap_err();
        assert!(format!("{error:#}").contains("comptoir.toml"), "{error:#}");
    }

    #[test]
    fn a_dsn_leads_to_its_projects_envelopes_wherever_its_server_lies() {
        for (dsn, url, key) in [
            (
                "https://k@sentry.example/7",
                "https://sentry.example/api/7/envelope/",
                "k",
            ),
            (
                "http://k:old@127.0.0.1:9000/a/b/7",
                "http://127.0.0.1:9000/a/b/api/7/envelope/",
                "k",
            ),
        ] {
            let (to, with) = destination(dsn).unwrap();
            assert_eq!((to.as_str(), with.as_str()), (url, key));
        }
    }

    #[test]
    fn a_secret_is_not_written_with_the_settings() {
        let settings = [
            ("COMPTOIR_DATABASE__URL", "postgres://u:s3cret@db/x"),
            ("COMPTOIR_MAIL__SMTP_URL", "smtp://u:s3cret@mail.example"),
            ("COMPTOIR_SECURITY__MASTER_KEY", "s3cret"),
            ("COMPTOIR_FILES__SECRET_ACCESS_KEY", "s3cret"),
            (
                "COMPTOIR_REPORTS__SENTRY_DSN",
                "https://s3cret@sentry.example/1",
            ),
        ];
        let config = load("", &settings).unwrap();
        let written = format!("{config:?}");
        assert!(!written.contains("s3cret"), "{written}");
        assert_eq!(
            config.security.master_key.unwrap().expose_secret(),
            "s3cret"
        );
    }
}
