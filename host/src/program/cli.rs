//! The command line. `serve` runs the portal; the other commands work beside a running one or alone.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::{Parser, Subcommand};
use comptoir_sandbox::Manifest;

use crate::access::{Permission, Role};
use crate::domains::REGISTER;
use crate::identity;
use crate::plugins::cli::{self as plugin, PluginCommand};
use crate::program::clock::Clock;
use crate::program::config::Config;
use crate::program::database::{self, Database};
use crate::program::keys::Keys;
use crate::program::{serve, telemetry};
use crate::providers::connectors;
use crate::records::audit::Author;
use crate::users::{self, NewUser};
use crate::words::language::Language;

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
    /// Prints the description of the API (OpenAPI 3.1), with the calls of the plugins in these folders.
    Openapi {
        #[arg(value_name = "FOLDER")]
        plugins: Vec<PathBuf>,
    },
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
    let outcome = match database::migrate(&database.pool).await {
        Ok(()) => work(&database).await,
        Err(error) => Err(error),
    };
    database.close().await;
    outcome
}

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
            let default_name = email.split('@').next().unwrap_or_default().to_owned();
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
            let user = NewUser {
                display_name: name.unwrap_or(format!("{default_name:.<2}")),
                email: email.clone(),
                role,
                permissions,
                owner: true,
                locale: locale.parse().unwrap_or(Language::Fr),
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
    let resealed = connectors::reseal(&mut tx, &keys).await?;
    tx.commit().await?;
    println!("{resealed} connections sealed anew");
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
