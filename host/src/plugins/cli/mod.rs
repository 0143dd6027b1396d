//! `comptoir plugin …`: what authors and operators do with plugins from a terminal.

mod check;
mod conformance;
mod dev;
pub(super) mod install;
mod new;

use std::path::PathBuf;

use anyhow::Context;
use clap::Subcommand;

use super::loading::Decisions;
use super::{archive, sql};
use crate::program::config::Config;
use crate::program::database::Database;
use crate::register::Register;

/// The commands.
#[derive(Debug, Subcommand)]
pub enum PluginCommand {
    /// Writes a connector that works, for you to change: it pulls orders from a small made-up provider.
    New {
        /// Lower-case letters, digits and dashes, a letter first.
        id: String,
        #[arg(long)]
        language: new::Language,
        /// Where it goes: a folder that is not there yet. By default the id.
        #[arg(long)]
        folder: Option<PathBuf>,
        /// What plugins are made with: the crate, the contract and the parts for screens. By default the folder `sdk`
        /// beside this program.
        #[arg(long)]
        sdk: Option<PathBuf>,
    },
    /// Checks a plugin's manifest, component, locales and what it asks for.
    Check {
        /// Its folder.
        #[arg(default_value = ".")]
        folder: PathBuf,
    },
    /// Judges a plugin by the rules of docs/conformance: against its service, or on a tape.
    Test {
        /// Its folder.
        #[arg(default_value = ".")]
        folder: PathBuf,
        #[command(flatten)]
        service: conformance::Service,
        #[command(flatten)]
        size: conformance::Size,
        /// Judges on this tape, offline.
        #[arg(long, conflicts_with_all = ["settings", "configuration", "base_urls", "limit", "now", "writes"])]
        tape: Option<PathBuf>,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
    /// Builds, checks and tests a plugin again at each save, and shows each call of it with what it asked of the host.
    Dev {
        /// Its folder.
        #[arg(default_value = ".")]
        folder: PathBuf,
        #[command(flatten)]
        service: conformance::Service,
        #[command(flatten)]
        size: conformance::Size,
        /// Tests on this tape, offline.
        #[arg(long, conflicts_with_all = ["settings", "configuration", "base_urls", "limit", "now", "writes"])]
        tape: Option<PathBuf>,
        /// Keeps what was said in the last good run on a tape here.
        #[arg(long, conflicts_with = "tape")]
        out: Option<PathBuf>,
    },
    /// Runs a plugin against its service and keeps what was said on a tape, without credentials.
    Record {
        /// Its folder.
        #[arg(default_value = ".")]
        folder: PathBuf,
        #[command(flatten)]
        service: conformance::Service,
        #[command(flatten)]
        size: conformance::Size,
        /// Where the tape goes.
        #[arg(long)]
        out: PathBuf,
    },
    /// Makes the calls of a tape again, offline, and tells what the plugin returns otherwise now.
    Replay {
        /// Its folder.
        folder: PathBuf,
        tape: PathBuf,
        #[command(flatten)]
        size: conformance::Size,
    },
    /// Makes a key to sign archives with and prints the public part, which operators trust.
    Keygen {
        /// Where the secret part goes.
        #[arg(default_value = "plugin.key")]
        file: PathBuf,
    },
    /// Packs a plugin's folder into one archive, signed.
    Pack {
        /// Its folder.
        #[arg(default_value = ".")]
        folder: PathBuf,
        /// The secret key: of `keygen`, or minisign's without a password.
        #[arg(long)]
        key: Option<PathBuf>,
        /// Where the archive goes.
        #[arg(long, default_value = ".")]
        out: PathBuf,
    },
    /// Verifies an archive and writes it into plugins.toml, switched off and with nothing granted.
    Install {
        archive: PathBuf,
        /// Takes an archive without a signature.
        #[arg(long)]
        unsigned: bool,
        /// Takes an older version than the one that is there.
        #[arg(long)]
        downgrade: bool,
    },
    /// Takes a plugin out of plugins.toml. What it brought stays.
    Uninstall { id: String },
    /// Lists the plugins of plugins.toml: what each asks for, and whether it is granted.
    List,
}

/// Runs one of them.
///
/// # Errors
/// In words for whoever typed it.
pub async fn run(
    register: Register,
    config: &Config,
    command: PluginCommand,
) -> anyhow::Result<()> {
    match command {
        PluginCommand::New {
            id,
            language,
            folder,
            sdk,
        } => {
            let folder = folder.unwrap_or_else(|| PathBuf::from(&id));
            let sdk = sdk.map_or_else(new::shipped_sdk, Ok)?;
            new::write(register, &id, language, &folder, &sdk)
        }
        PluginCommand::Check { folder } => check::check(register, config, &folder).await,
        PluginCommand::Test {
            folder,
            service,
            size,
            tape,
            json,
        } => conformance::test(config, &folder, &service, &size, tape.as_deref(), json).await,
        PluginCommand::Dev {
            folder,
            service,
            size,
            tape,
            out,
        } => {
            let dev = dev::Dev {
                register,
                config,
                folder,
                service,
                size,
                tape,
                out,
                view: dev::View::printed(),
            };
            dev.run().await
        }
        PluginCommand::Record {
            folder,
            service,
            size,
            out,
        } => conformance::record(config, &folder, &service, &size, &out).await,
        PluginCommand::Replay { folder, tape, size } => {
            conformance::replay(config, &folder, &size, &tape).await
        }
        PluginCommand::Keygen { file } => {
            println!("{}", archive::make_key(&file)?);
            Ok(())
        }
        PluginCommand::Pack { folder, key, out } => {
            check::check(register, config, &folder).await?;
            let packed = archive::pack(&folder, &out, key.as_deref())?;
            println!("{}", packed.display());
            if key.is_none() {
                println!("not signed: hosts load it only with unsigned = true");
            }
            Ok(())
        }
        PluginCommand::Install {
            archive,
            unsigned,
            downgrade,
        } => install::install(first(config)?, &archive, unsigned, downgrade),
        PluginCommand::Uninstall { id } => install::uninstall(first(config)?, &id),
        PluginCommand::List => {
            let decisions = decisions(config).await;
            if let Err(error) = &decisions {
                println!("what was approved in the portal is not known: {error:#}");
            }
            install::list(register, &config.plugins, &decisions.unwrap_or_default())
        }
    }
}

/// The file that commands change.
fn first(config: &Config) -> anyhow::Result<&PathBuf> {
    let file = config.plugins.first();
    file.context("plugins: no file is configured")
}

/// What administrators decided in the portal, which need not run.
async fn decisions(config: &Config) -> anyhow::Result<Decisions> {
    let database = Database::open(config, true).await?;
    let read = sql::decisions(&database.pool).await;
    database.close().await;
    Ok(read?)
}
