//! The command line. `serve` runs the portal; the other commands work beside a running one or alone.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use chrono::NaiveDate;
use clap::{Parser, Subcommand};
use comptoir_sandbox::Manifest;

use crate::access::{Permission, Role};
use crate::analytics::count;
use crate::domains::REGISTER;
use crate::finance;
use crate::identity;
use crate::plugins::cli::{self as plugin, PluginCommand};
use crate::program::clock::Clock;
use crate::program::config::Config;
use crate::program::database::Database;
use crate::program::keys::Keys;
use crate::program::{serve, telemetry};
use crate::providers::connectors;
use crate::records::audit::Author;
use crate::records::chain::{self, Anchor, Extent, Report};
use crate::users::{self, NewUser};
use crate::words::language::{Language, Locale};

#[derive(Debug, Parser)]
#[command(
    name = "comptoir",
    version,
    about = "The portal of a merchandise and e-commerce logistics company"
)]
struct Cli {
    /// The configuration file. Default: $COMPTOIR_CONFIG, else comptoir.toml if there.
    #[arg(long, global = true)]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs the portal until it is told to stop (SIGINT, SIGTERM).
    Serve,
    /// Brings the database's schema up to date and exits.
    Migrate,
    /// Users and their sign-in.
    #[command(subcommand)]
    User(UserCommand),
    /// Plugins: checking, packing, installing.
    #[command(subcommand)]
    Plugin(PluginCommand),
    /// Prints the latest mail to an address, as kept on the developer page.
    Outbox {
        #[arg(long)]
        to: String,
    },
    /// The master key.
    #[command(subcommand)]
    Keys(KeysCommand),
    /// The audit trail.
    #[command(subcommand)]
    Audit(AuditCommand),
    /// The figures of reports.
    #[command(subcommand)]
    Analytics(AnalyticsCommand),
    /// Prints the description of the API (OpenAPI 3.1), with the calls of the plugins in these folders.
    Openapi {
        #[arg(value_name = "FOLDER")]
        plugins: Vec<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
enum AuditCommand {
    /// Looks for entries that were changed, taken out or put in, prints each and the last anchor. Exits with 1 when there is
    /// one. Runs beside the portal.
    Verify {
        /// Only records with an entry since that day, such as 2026-11-01 (UTC).
        #[arg(long, value_name = "DAY")]
        since: Option<NaiveDate>,
        /// The value of an anchor that you kept elsewhere: one must have it.
        #[arg(long, value_name = "VALUE")]
        anchor: Option<String>,
    },
}

#[derive(Debug, Subcommand)]
enum AnalyticsCommand {
    /// Counts every day from nothing. Runs beside the portal, whose reports have their figures again once it has ended.
    Rebuild,
}

#[derive(Debug, Subcommand)]
enum KeysCommand {
    /// Seals every secret with security.master_key that was sealed with security.previous_master_key. Runs beside the
    /// portal, once its hosts have both.
    Rotate,
}

#[derive(Debug, Subcommand)]
enum UserCommand {
    /// Adds a user: the way to the first administrator.
    Add {
        #[arg(long)]
        email: String,
        #[arg(long, default_value = "admin")]
        role: Role,
        /// Default: the address's local part.
        #[arg(long)]
        name: Option<String>,
        /// Comma-separated, such as READ_ORDER,WRITE_ORDER. Default: SUPER_ADMIN for admins, all grantable for others.
        #[arg(long, value_delimiter = ',')]
        permissions: Option<Vec<Permission>>,
        /// fr or en; for factories also tr or pt.
        #[arg(long, default_value = "fr")]
        locale: String,
        /// An organization's id, for customers; its stores come with it.
        #[arg(long)]
        organization: Option<uuid::Uuid>,
        /// A factory's id, for factories.
        #[arg(long)]
        factory: Option<uuid::Uuid>,
    },
    /// Prints a sign-in link for a user: works once, within 15 minutes.
    Link {
        #[arg(long)]
        email: String,
    },
}

/// Runs the command and says what went wrong in one line a cause.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("comptoir: cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    let outcome = runtime.block_on(run(cli));
    runtime.shutdown_timeout(Duration::from_secs(1));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("comptoir: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> anyhow::Result<()> {
    // The one TLS implementation of mails, PostgreSQL and plugins' requests.
    let _ = rustls::crypto::ring::default_provider().install_default();
    if let Command::Openapi { plugins } = cli.command {
        let read = |folder: &PathBuf| Manifest::read(&folder.join("plugin.toml"));
        let manifests: Vec<Manifest> = plugins.iter().map(read).collect::<Result<_, _>>()?;
        let document = crate::http::openapi::document(REGISTER, &manifests);
        println!("{}", serde_json::to_string_pretty(&document)?);
        return Ok(());
    }
    let config = Config::load(cli.config.as_deref())?;
    match cli.command {
        Command::Openapi { .. } => unreachable!("answered above"),
        Command::Serve => {
            telemetry::init_logs(&config.log)?;
            serve::run(config).await
        }
        Command::Plugin(command) => plugin::run(REGISTER, &config, command).await,
        Command::Migrate => with_database(&config, async |_| Ok(())).await,
        Command::User(command) => {
            with_database(&config, async |database| {
                user(&config, database, command).await
            })
            .await
        }
        Command::Keys(KeysCommand::Rotate) => {
            with_database(&config, async |database| rotate(&config, database).await).await
        }
        Command::Audit(AuditCommand::Verify { since, anchor }) => {
            let extent = Extent { since, anchor };
            with_database(&config, async |database| verify(database, &extent).await).await
        }
        Command::Analytics(AnalyticsCommand::Rebuild) => {
            with_database(&config, async |database| {
                Ok(count::rebuild(&database.pool, Clock::system().now()).await?)
            })
            .await
        }
        Command::Outbox { to } => {
            with_database(&config, async |database| outbox(database, &to).await).await
        }
    }
}

/// Runs `work` on the migrated database: the running portal's, or one started for it.
async fn with_database(
    config: &Config,
    work: impl AsyncFnOnce(&Database) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let database = Database::open(config, true).await?;
    let outcome = match database.migrate().await {
        Ok(()) => work(&database).await,
        Err(error) => Err(error),
    };
    database.close().await;
    outcome
}

/// Characters of a user's name, as the table has it.
const NAME: RangeInclusive<usize> = 2..=38;

async fn user(config: &Config, database: &Database, command: UserCommand) -> anyhow::Result<()> {
    let now = Clock::system().now();
    let mut tx = database.pool.begin().await?;
    match command {
        UserCommand::Add {
            email,
            role,
            name,
            permissions,
            locale,
            organization,
            factory,
        } => {
            anyhow::ensure!(
                validator::ValidateEmail::validate_email(&email),
                "--email: {email} is no e-mail address"
            );
            let name = name.unwrap_or_else(|| {
                let part: String = email.chars().take_while(|mark| *mark != '@').collect();
                let part: String = part.chars().take(*NAME.end()).collect();
                format!("{part:.<2}")
            });
            anyhow::ensure!(
                NAME.contains(&name.chars().count()),
                "--name: {} to {} characters",
                NAME.start(),
                NAME.end()
            );
            let permissions = permissions.unwrap_or_else(|| match role {
                Role::Admin => vec![Permission::SuperAdmin],
                other => other.grantable().to_vec(),
            });
            if let Some(permission) = permissions
                .iter()
                .find(|permission| !role.grantable().contains(permission))
            {
                anyhow::bail!(
                    "--permissions: {permission} cannot be granted to the role {}",
                    role.as_str()
                );
            }
            let locale: Locale = locale.parse().unwrap_or_default();
            if !locale.is_for(role) {
                anyhow::bail!("--locale: {} is for factories alone", locale.as_str());
            }
            let user = NewUser {
                display_name: name,
                email: email.clone(),
                role,
                permissions,
                owner: true,
                locale,
                organizations: organization.into_iter().collect(),
                stores: None,
                factories: factory.into_iter().collect(),
            };
            let id = users::add(&mut tx, &Author::system("comptoir user add"), &user)
                .await
                .map_err(|error| anyhow::anyhow!(error.message(Language::En)))?;
            tx.commit().await?;
            println!("{id}");
        }
        UserCommand::Link { email } => {
            let origin = serve::configured_origin(config)?;
            let link = identity::link_for(&mut tx, &origin, &email, now)
                .await?
                .with_context(|| format!("no user has the address {email}"))?;
            tx.commit().await?;
            println!("{link}");
        }
    }
    Ok(())
}

async fn rotate(config: &Config, database: &Database) -> anyhow::Result<()> {
    anyhow::ensure!(
        config.security.previous_master_key.is_some(),
        "security.previous_master_key must be set: the key that sealed what is kept"
    );
    let keys = Keys::load(&config.security, &config.data)?;
    let mut tx = database.pool.begin().await?;
    let resealed =
        connectors::reseal(&mut tx, &keys).await? + finance::reseal_books(&mut tx, &keys).await?;
    tx.commit().await?;
    println!("{resealed} connections sealed anew");
    Ok(())
}

async fn verify(database: &Database, extent: &Extent) -> anyhow::Result<()> {
    let begun = Instant::now();
    let mut db = database.pool.acquire().await?;
    let progress = |entries| eprintln!("{entries} entries …");
    let report = chain::verify(&mut db, extent, progress, |fault| println!("{fault}")).await?;
    let Report {
        entries,
        streams,
        faults,
        anchor,
    } = report;
    let seconds = begun.elapsed().as_secs_f64();
    println!("{entries} entries of {streams} records, read in {seconds:.1} s");
    match anchor {
        Some(Anchor { day, value, .. }) => println!("anchor of {day}: {}", hex::encode(value)),
        None => println!("no anchor yet: the first is made in the night"),
    }
    anyhow::ensure!(faults == 0, "the audit trail has {faults} faults");
    Ok(())
}

async fn outbox(database: &Database, to: &str) -> anyhow::Result<()> {
    let mut db = database.pool.acquire().await?;
    let text = crate::mail::latest_text(&mut db, to)
        .await?
        .with_context(|| format!("no mail to {to}"))?;
    println!("{text}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use sqlx::PgPool;

    use super::*;

    #[test]
    fn what_is_typed_wrongly_is_told_by_its_place() {
        Cli::command().debug_assert();
        let typed = |words: &str| Cli::try_parse_from(words.split(' '));
        for (words, expected) in [
            ("comptoir", "Usage"),
            ("comptoir serv", "serve"),
            ("comptoir user", "add"),
            ("comptoir user add", "--email"),
            (
                "comptoir user add --email a@b.example --role boss",
                "--role",
            ),
            (
                "comptoir user add --email a@b.example --permissions READ_MOON",
                "READ_MOON",
            ),
            (
                "comptoir user add --email a@b.example --organization 7",
                "--organization",
            ),
            ("comptoir outbox", "--to"),
            ("comptoir plugin new Acme --language cobol", "cobol"),
            ("comptoir plugin record --limit 501 --out x", "--limit"),
            ("comptoir plugin test --tape x --writes", "--tape"),
            ("comptoir plugin test --memory-mib 0", "--memory-mib"),
        ] {
            let refused = typed(words).expect_err(words).to_string();
            assert!(refused.contains(expected), "{words}: {refused}");
        }
        for words in [
            "comptoir serve --config x.toml",
            "comptoir --config x.toml migrate",
            "comptoir user add --email a@b.example --permissions READ_ORDER,WRITE_ORDER",
            "comptoir openapi",
            "comptoir keys rotate",
            "comptoir audit verify --since 2026-11-01 --anchor 00ff",
        ] {
            typed(words).expect(words);
        }
    }

    /// A configuration of this test's database, and what its portal's keys and files lie in.
    fn configured(db: &PgPool, folder: &tempfile::TempDir) -> Config {
        use sqlx::ConnectOptions;
        let mut config = Config {
            data: folder.path().to_owned(),
            public_url: Some("https://portal.example/".parse().unwrap()),
            ..Config::default()
        };
        config.database.url = Some(db.connect_options().to_url_lossy().to_string().into());
        config
    }

    fn add(email: &str, role: Role, permissions: Option<&[Permission]>) -> UserCommand {
        UserCommand::Add {
            email: email.into(),
            role,
            name: None,
            permissions: permissions.map(<[Permission]>::to_vec),
            locale: "en".into(),
            organization: None,
            factory: None,
        }
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn the_first_administrator_comes_from_the_command_line_and_signs_in_by_its_link(
        db: PgPool,
    ) {
        use Permission::{ReadFactory, SuperAdmin, WriteFactory};
        let folder = tempfile::tempdir().unwrap();
        let config = configured(&db, &folder);
        let database = Database::open(&config, true).await.unwrap();
        database.migrate().await.unwrap();
        let run = async |command| user(&config, &database, command).await;
        run(add("A@Portal.example", Role::Admin, None))
            .await
            .unwrap();
        run(add("works@portal.example", Role::Factory, None))
            .await
            .unwrap();
        let mut short = add("b@portal.example", Role::Admin, None);
        if let UserCommand::Add { name, .. } = &mut short {
            *name = Some("B".into());
        }
        for (command, expected) in [
            (add("nobody", Role::Admin, None), "--email: nobody"),
            (short, "--name: 2 to 38 characters"),
            (
                add("a b@portal.example", Role::Admin, None),
                "--email: a b@",
            ),
            (add("a@portal.example", Role::Admin, None), "exists"),
            (
                add(
                    "b@portal.example",
                    Role::Factory,
                    Some(&[ReadFactory, WriteFactory]),
                ),
                "--permissions: WRITE_FACTORY cannot be granted to the role factory",
            ),
            (
                add("b@portal.example", Role::Customer, Some(&[SuperAdmin])),
                "--permissions: SUPER_ADMIN",
            ),
            (
                UserCommand::Link {
                    email: "b@portal.example".into(),
                },
                "no user has the address b@portal.example",
            ),
        ] {
            let refused = format!("{:#}", run(command).await.unwrap_err());
            assert!(refused.contains(expected), "{refused}");
        }
        let rows: Vec<(String, String, i32, bool)> = sqlx::query_as(
            "select email, display_name, cardinality(permissions), owner from users order by email",
        )
        .fetch_all(&db)
        .await
        .unwrap();
        let grantable = i32::try_from(Role::Factory.grantable().len()).unwrap();
        assert_eq!(
            rows,
            [
                ("a@portal.example".to_owned(), "A.".to_owned(), 1, true),
                (
                    "works@portal.example".to_owned(),
                    "works".to_owned(),
                    grantable,
                    true
                ),
            ],
            "a name has two letters at least"
        );
        let author: String = sqlx::query_scalar(
            "select distinct actor_name from audit_entries where entity = 'user'",
        )
        .fetch_one(&db)
        .await
        .unwrap();
        assert_eq!(author, "comptoir user add");
        let email = "a@portal.example".to_owned();
        run(UserCommand::Link { email }).await.unwrap();
        let links: i64 = sqlx::query_scalar("select count(*) from sign_in_links")
            .fetch_one(&db)
            .await
            .unwrap();
        assert_eq!(links, 1);
        let none = outbox(&database, "a@portal.example").await.unwrap_err();
        assert_eq!(none.to_string(), "no mail to a@portal.example");
        let alone = rotate(&config, &database).await.unwrap_err().to_string();
        assert!(
            alone.contains("security.previous_master_key must be set"),
            "{alone}"
        );
        database.close().await;
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn a_trail_that_was_rewritten_fails_the_command(db: PgPool) {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&configured(&db, &folder), true)
            .await
            .unwrap();
        let written = "insert into audit_entries (id, actor_name, entity, entity_id, action)
            values (gen_random_uuid(), 'A', 'user', gen_random_uuid(), 'create')";
        sqlx::raw_sql(written).execute(&db).await.unwrap();
        let extent = Extent::default();
        verify(&database, &extent).await.expect("it is whole");
        let rewritten = "begin; set local session_replication_role = replica;
            update audit_entries set actor_name = 'B'; commit";
        sqlx::raw_sql(rewritten).execute(&db).await.unwrap();
        let message = verify(&database, &extent).await.unwrap_err().to_string();
        assert_eq!(message, "the audit trail has 1 faults");
        database.close().await;
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn a_database_that_is_none_is_told_by_its_setting_and_without_its_password(db: PgPool) {
        let folder = tempfile::tempdir().unwrap();
        let mut config = configured(&db, &folder);
        for (url, expected) in [
            ("nowhere s3cret", "database.url is not a PostgreSQL address"),
            (
                "postgres://u:s3cret@127.0.0.1:1/x",
                "cannot connect to PostgreSQL",
            ),
        ] {
            config.database.url = Some(url.to_owned().into());
            let refused = Database::open(&config, true).await.unwrap_err();
            let refused = format!("{refused:#}");
            assert!(refused.contains(expected), "{refused}");
            assert!(!refused.contains("s3cret"), "{refused}");
        }
    }
}
