//! The connection to PostgreSQL: the operator's server, or a private one below the data folder. Migrations run at start
//! under a lock and are never edited later.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use comptoir_postgres::{Cluster, Settings};
use secrecy::ExposeSecret;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, PgPool};

use crate::program::config::Config;

/// The data model's history: `migrations/` at the top of the repository.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../migrations");

/// The schema that the job library owns.
pub const JOBS_SCHEMA: &str = "graphile_worker";

/// The database's name in the private server.
const NAME: &str = "comptoir";

/// A pool and, when it is ours, the server behind it.
#[derive(Debug)]
pub struct Database {
    pub pool: PgPool,
    private: Option<Arc<Cluster>>,
}

impl Database {
    /// Connects, starting the private server where none is configured.
    ///
    /// `attach`: use a private server that another process of this installation runs (for commands); otherwise a
    /// running one is an error.
    pub async fn open(config: &Config, attach: bool) -> anyhow::Result<Self> {
        let (url, private) = match &config.database.url {
            Some(url) => (url.expose_secret().to_owned(), None),
            None => {
                let settings = Settings {
                    binaries: config.database.binaries.clone(),
                    ..Settings::new(&config.data)
                };
                let start = move || {
                    let cluster = if attach {
                        Cluster::attach_or_start(&settings)
                    } else {
                        Cluster::start(&settings)
                    }?;
                    cluster.create_database(NAME)?;
                    anyhow::Ok(cluster)
                };
                let cluster = tokio::task::spawn_blocking(start)
                    .await?
                    .context("cannot start the private PostgreSQL")?;
                let cluster = Arc::new(cluster);
                supervise(Arc::clone(&cluster))?;
                (cluster.url(NAME), Some(cluster))
            }
        };
        let options: PgConnectOptions = url
            .parse()
            .context("database.url is not a PostgreSQL address")?;
        let pool = PgPoolOptions::new()
            .max_connections(config.database.max_connections)
            .acquire_timeout(Duration::from_secs(10))
            // By default every use begins with a question to the server whether it is there; one that answered a moment
            // ago is (the pool asks again when a connection is given back).
            .test_before_acquire(false)
            .before_acquire(|connection, meta| {
                Box::pin(async move {
                    if meta.idle_for > Duration::from_secs(1) {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
            .connect_with(options.application_name("comptoir").options([
                (
                    "statement_timeout",
                    format!("{}s", config.database.statement_seconds).as_str(),
                ),
                // Compiling a statement costs more than any of ours takes.
                ("jit", "off"),
            ]))
            .await
            .context("cannot connect to PostgreSQL")?;
        Ok(Self { pool, private })
    }

    /// Brings the schema up to date, however long a statement takes: see [`migrate`].
    pub async fn migrate(&self) -> anyhow::Result<()> {
        let options = PgConnectOptions::clone(&self.pool.connect_options());
        let patient = PgPoolOptions::new()
            .max_connections(2)
            .connect_with(options.options([("statement_timeout", "0")]))
            .await?;
        let migrated = migrate(&patient).await;
        patient.close().await;
        migrated
    }

    /// Closes the pool and stops the private server.
    pub async fn close(self) {
        self.pool.close().await;
        if let Some(cluster) = self.private {
            let stopped = tokio::task::spawn_blocking(move || cluster.stop()).await;
            if let Ok(Err(error)) = stopped {
                tracing::warn!(%error, "the private PostgreSQL did not stop as asked");
            }
        }
    }
}

/// Starts the private server again when it dies while we run.
fn supervise(cluster: Arc<Cluster>) -> std::io::Result<()> {
    let watch = move || {
        while let Some(status) = cluster.wait() {
            tracing::error!(%status, "the private PostgreSQL died; starting it again");
            if let Err(error) = cluster.restart() {
                tracing::error!(%error, "the private PostgreSQL does not start");
                std::thread::sleep(Duration::from_secs(1));
            }
        }
    };
    std::thread::Builder::new()
        .name("postgres-watch".into())
        .spawn(watch)?;
    Ok(())
}

/// Brings the schema up to date. Hosts that start together wait for each other (an advisory lock).
pub async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    MIGRATOR
        .run(pool)
        .await
        .context("cannot migrate the database")?;
    // The job library keeps its own history in its own schema; the lock makes its first run safe for two hosts too.
    let mut lock = pool.acquire().await?;
    sqlx::query("select pg_advisory_lock(hashtext('comptoir jobs schema'))")
        .execute(&mut *lock)
        .await?;
    let migrated = graphile_worker::WorkerUtils::new(pool.clone(), JOBS_SCHEMA)
        .migrate()
        .await;
    sqlx::query("select pg_advisory_unlock(hashtext('comptoir jobs schema'))")
        .execute(&mut *lock)
        .await?;
    migrated.context("cannot migrate the job queue")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::config;

    #[sqlx::test(migrations = false)]
    async fn a_statement_ends_in_time_and_a_migration_when_it_is_done(db: PgPool) {
        let url = sqlx::ConnectOptions::to_url_lossy(&*db.connect_options());
        let config = Config {
            database: config::Database {
                url: Some(url.to_string().into()),
                statement_seconds: 1,
                ..config::Database::default()
            },
            ..Config::default()
        };
        let database = Database::open(&config, false).await.expect("a database");
        let endless = sqlx::query("select pg_sleep(60)");
        let error = endless.execute(&database.pool).await.expect_err("too long");
        let error = error.as_database_error().expect("of the server");
        assert_eq!(error.code().as_deref(), Some("57014"));
        // A statement of the migrations waits for whoever holds what it changes.
        let mut holder = db.begin().await.expect("a transaction");
        sqlx::query("select pg_advisory_xact_lock(hashtext('comptoir jobs schema'))")
            .execute(&mut *holder)
            .await
            .expect("the lock");
        let release = async {
            let waits = "select exists (select from pg_stat_activity where wait_event = 'advisory'
                and datname = current_database() and now() - query_start > interval '1.5 s')";
            while !sqlx::query_scalar::<_, bool>(waits)
                .fetch_one(&db)
                .await
                .expect("an answer")
            {
                tokio::task::yield_now().await;
            }
            drop(holder);
        };
        let (migrated, ()) = tokio::join!(database.migrate(), release);
        migrated.expect("it had the time");
        database.close().await;
    }
}
