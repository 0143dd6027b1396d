//! A whole host on a port of its own, and somebody signed in to it.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use comptoir::access::{Permission, Role};
use comptoir::identity;
use comptoir::program::config::{self, Config};
use comptoir::program::database::{self, Database};
use comptoir::program::serve;
use comptoir::records::audit::Author;
use comptoir::users::{self, NewUser};
use comptoir::words::language::Locale;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection, PgPool};
use url::Url;
use uuid::Uuid;

/// A running host with a migrated database.
pub struct Host {
    pub origin: Url,
    pub db: PgPool,
    /// How to reach the database.
    pub options: PgConnectOptions,
    administration: PgConnectOptions,
    name: String,
    server: Option<Database>,
    running: Option<tokio::task::JoinHandle<anyhow::Result<()>>>,
    folder: tempfile::TempDir,
}

impl Host {
    /// A new database, without a host on it yet.
    pub async fn prepare() -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let (administration, server) = match std::env::var("DATABASE_URL") {
            Ok(url) => (
                url.parse::<PgConnectOptions>().context("DATABASE_URL")?,
                None,
            ),
            Err(_) => {
                let config = Config {
                    data: folder.path().into(),
                    ..Config::default()
                };
                let server = Database::open(&config, false).await?;
                ((*server.pool.connect_options()).clone(), Some(server))
            }
        };
        let name = format!("comptoir_bench_{}", std::process::id());
        let mut connection = PgConnection::connect_with(&administration).await?;
        sqlx::query(AssertSqlSafe(format!("create database {name}")))
            .execute(&mut connection)
            .await?;
        let options = administration.clone().database(&name);
        // A million rows take their time.
        let options = options.options([("statement_timeout", "0")]);
        let db = PgPool::connect_with(options.clone()).await?;
        database::migrate(&db).await?;
        let origin = Url::parse("http://127.0.0.1/")?;
        Ok(Self {
            origin,
            db,
            options,
            administration,
            name,
            server,
            running: None,
            folder,
        })
    }

    /// How another program reaches the database.
    pub fn url(&self) -> String {
        self.options.to_url_lossy().to_string()
    }

    /// Starts the host and waits until it is ready.
    pub async fn start(&mut self) -> anyhow::Result<()> {
        let data = self.folder.path().join("host");
        let url = self.url();
        let config = Config {
            port: 0,
            data: data.clone(),
            database: config::Database {
                url: Some(url.into()),
                ..config::Database::default()
            },
            // One user asks for what thousands would.
            limits: config::Limits {
                sign_ins_per_minute: 0,
                reads_per_minute: 0,
                writes_per_minute: 0,
                reads_at_once: 1_000,
                writes_at_once: 1_000,
                ..config::Limits::default()
            },
            ..Config::default()
        };
        self.running = Some(tokio::spawn(serve::run(config)));
        let deadline = Instant::now() + Duration::from_secs(30);
        while !self.is_ready(&data).await {
            if self
                .running
                .as_ref()
                .is_some_and(|running| running.is_finished())
                || Instant::now() > deadline
            {
                bail!("the host did not start");
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    async fn is_ready(&mut self, data: &Path) -> bool {
        let Some(origin) = std::fs::read_to_string(data.join("origin"))
            .ok()
            .and_then(|text| text.parse().ok())
        else {
            return false;
        };
        self.origin = origin;
        let Ok(address) = self.origin.join("health/ready") else {
            return false;
        };
        reqwest::get(address)
            .await
            .is_ok_and(|answer| answer.status().is_success())
    }

    /// Signs a new user in who reads orders; gives the access token.
    pub async fn sign_in(&self, role: Role, organization: Option<Uuid>) -> anyhow::Result<String> {
        self.sign_in_with(role, organization, vec![Permission::ReadOrder])
            .await
    }

    /// Signs a new user in who has these permissions.
    pub async fn sign_in_with(
        &self,
        role: Role,
        organization: Option<Uuid>,
        permissions: Vec<Permission>,
    ) -> anyhow::Result<String> {
        let email = format!("{}@bench.example", Uuid::now_v7().simple());
        let user = NewUser {
            email: email.clone(),
            display_name: "Bench".into(),
            role,
            permissions,
            owner: false,
            locale: Locale::En,
            organizations: organization.into_iter().collect(),
            stores: None,
            factories: Vec::new(),
        };
        let mut db = self.db.begin().await?;
        users::add(&mut db, &Author::system("bench"), &user).await?;
        session(db, &self.origin, &self.origin, &email).await
    }

    /// Stops the host and drops the database.
    pub async fn drop(self) -> anyhow::Result<()> {
        if let Some(running) = self.running {
            running.abort();
        }
        self.db.close().await;
        let mut connection = PgConnection::connect_with(&self.administration).await?;
        let statement = format!("drop database {} with (force)", self.name);
        sqlx::query(AssertSqlSafe(statement))
            .execute(&mut connection)
            .await?;
        connection.close().await?;
        if let Some(server) = self.server {
            server.close().await;
        }
        Ok(())
    }
}

/// Signs somebody in whom `db` may have just made, on the host at `address`; gives the access token. `origin`: what the host
/// calls itself.
pub async fn session(
    mut db: sqlx::Transaction<'static, sqlx::Postgres>,
    origin: &Url,
    address: &Url,
    email: &str,
) -> anyhow::Result<String> {
    let now = sqlx::query_scalar("select now()")
        .fetch_one(&mut *db)
        .await?;
    let link = identity::link_for(&mut db, origin, email, now)
        .await?
        .context("the user is there")?;
    db.commit().await?;
    let token = link
        .query_pairs()
        .find(|(name, _)| name == "token")
        .context("a link has a token")?
        .1
        .into_owned();
    let body = serde_json::json!({ "token": token });
    let answer = reqwest::Client::new()
        .post(address.join("api/auth/session")?)
        .json(&body)
        .send()
        .await?;
    let session: serde_json::Value = answer.error_for_status()?.json().await?;
    Ok(session["data"]["accessToken"]
        .as_str()
        .context("a session has an access token")?
        .to_owned())
}
