//! The plugins of this host, as the operator's files enable them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use comptoir_sandbox::{CallError, Engine, EngineConfig, Grant, Manifest, Plugin, SystemResolver};
use sha2::{Digest, Sha256};
use sqlx::PgPool;

use super::schedule;
use super::services::HostServices;
use crate::clock::Clock;
use crate::config::Config;
use crate::delivery::Channels;
use crate::error::Error;
use crate::keys::Keys;

/// Every plugin that the operator's files name, by its id.
#[derive(Debug, Default)]
pub struct Plugins {
    slots: BTreeMap<String, Slot>,
}

/// One plugin, loaded or not.
#[derive(Debug)]
pub struct Slot {
    pub grant: Grant,
    pub manifest: Option<Manifest>,
    pub state: State,
}

#[derive(Debug)]
pub enum State {
    /// The operator has not enabled it.
    Disabled,
    /// Why it did not load, in words for the operator.
    Failed(String),
    Ready(Box<Ready>),
}

/// A plugin that takes calls.
#[derive(Debug)]
pub struct Ready {
    pub plugin: Arc<Plugin>,
    /// Version and content of component and remote: names its files and this very build.
    pub digest: String,
    /// Texts by language, then key.
    pub locales: BTreeMap<String, serde_json::Value>,
    /// What the host does for it by itself.
    pub schedules: Vec<graphile_worker::Crontab>,
    pub loaded_at: DateTime<Utc>,
}

/// The first segments of our own calls and pages, which no plugin may take as its id.
const RESERVED: [&str; 16] = [
    "auth",
    "user",
    "organization",
    "store",
    "order",
    "job",
    "events",
    "plugins",
    "developer",
    "invoice",
    "finance",
    "analytic",
    "shipping",
    "ticket",
    "product",
    "bundle",
];

impl Plugins {
    /// Loads what the operator's files enable. A plugin that fails is shown with its reason; the host works without it.
    ///
    /// # Errors
    /// A plugin file cannot be read, or the sandbox itself does not start.
    pub async fn load(
        config: &Config,
        db: &PgPool,
        clock: &Clock,
        keys: &Arc<Keys>,
    ) -> anyhow::Result<Self> {
        let present: Vec<&PathBuf> = config.plugins.iter().filter(|file| file.exists()).collect();
        let grants = Grant::read_all(&present)?;
        let cache_dir = Some(config.data.join("cache/plugins"));
        let engine = Engine::new(EngineConfig {
            cache_dir,
            ..EngineConfig::default()
        })
        .context("sandbox")?;
        let services = Arc::new(HostServices {
            db: db.clone(),
            clock: clock.clone(),
            keys: Arc::clone(keys),
            channels: Channels::new(&grants, db.clone(), config.mail.smtp_url.is_some())?,
        });
        let mut slots = BTreeMap::new();
        for (id, grant) in grants {
            let slot = load_one(&engine, &id, grant, &services, clock).await;
            if let State::Failed(reason) = &slot.state {
                tracing::error!(plugin = id, %reason, "a plugin did not load");
            }
            slots.insert(id, slot);
        }
        Ok(Self { slots })
    }

    /// All of them, loaded or not.
    pub fn all(&self) -> impl Iterator<Item = (&String, &Slot)> {
        self.slots.iter()
    }

    /// A plugin that takes calls.
    pub fn ready(&self, id: &str) -> Option<&Ready> {
        match &self.slots.get(id)?.state {
            State::Ready(ready) => Some(ready),
            _ => None,
        }
    }

    /// The folder of a plugin's remote, in that very build.
    pub fn web_folder(&self, id: &str, digest: &str) -> Option<PathBuf> {
        let ready = self.ready(id).filter(|ready| ready.digest == digest)?;
        let manifest = ready.plugin.manifest();
        Some(manifest.folder.join(&manifest.web.as_ref()?.path))
    }

    /// Those enabled that did not load.
    pub fn failed(&self) -> Vec<String> {
        let failed = self
            .slots
            .iter()
            .filter(|(_, slot)| matches!(slot.state, State::Failed(_)));
        failed.map(|(id, _)| id.clone()).collect()
    }
}

async fn load_one(
    engine: &Engine,
    id: &str,
    grant: Grant,
    services: &Arc<HostServices>,
    clock: &Clock,
) -> Slot {
    let manifest = match Manifest::read(&grant.manifest_path()) {
        Ok(manifest) => manifest,
        Err(error) => {
            let state = if grant.enabled {
                State::Failed(error.to_string())
            } else {
                State::Disabled
            };
            return Slot {
                grant,
                manifest: None,
                state,
            };
        }
    };
    let state = if !grant.enabled {
        State::Disabled
    } else {
        match start(engine, id, manifest.clone(), grant.clone(), services, clock).await {
            Ok(ready) => State::Ready(Box::new(ready)),
            Err(error) => State::Failed(format!("{error:#}")),
        }
    };
    Slot {
        grant,
        manifest: Some(manifest),
        state,
    }
}

async fn start(
    engine: &Engine,
    id: &str,
    manifest: Manifest,
    grant: Grant,
    services: &Arc<HostServices>,
    clock: &Clock,
) -> anyhow::Result<Ready> {
    anyhow::ensure!(
        manifest.id == id,
        "plugins.toml calls it {id}, plugin.toml {}",
        manifest.id
    );
    anyhow::ensure!(
        !RESERVED.contains(&id),
        "{id} is a word of the portal's own addresses"
    );
    let locales = manifest.locales()?;
    let schedules = schedule::of(&manifest, &grant)?;
    let digest = digest(&manifest)?;
    let services = Arc::clone(services) as Arc<dyn comptoir_sandbox::Services>;
    let plugin = Plugin::load(engine, manifest, grant, services, Arc::new(SystemResolver)).await?;
    Ok(Ready {
        plugin,
        digest,
        locales,
        schedules,
        loaded_at: clock.now(),
    })
}

/// `<version>-<first 12 digits of the content's SHA-256>`
fn digest(manifest: &Manifest) -> anyhow::Result<String> {
    let mut hash = Sha256::new();
    hash.update(std::fs::read(manifest.component_path()).context("the component cannot be read")?);
    if let Some(web) = &manifest.web {
        let entry = manifest.folder.join(&web.path).join(ENTRY);
        // Its file names hold the hashes of their contents.
        if let Ok(entry) = std::fs::read(entry) {
            hash.update(entry);
        }
    }
    Ok(format!(
        "{}-{}",
        manifest.version,
        &hex::encode(hash.finalize())[..12]
    ))
}

/// The remote's entry.
pub const ENTRY: &str = "mf-manifest.json";

/// Whether the remote is built.
pub fn has_remote(manifest: &Manifest) -> bool {
    manifest
        .web
        .as_ref()
        .is_some_and(|web| Path::exists(&manifest.folder.join(&web.path).join(ENTRY)))
}

/// What a failed call into a plugin means for whoever asked.
pub fn call_error(plugin: &str, error: CallError) -> Error {
    use comptoir_sandbox::types::ErrorKind;
    let status = match &error {
        CallError::Internal(_) => return Error::Internal(anyhow::Error::from(error)),
        CallError::Refused(refused) => match refused.kind {
            ErrorKind::NotFound => return Error::missing("Resource"),
            ErrorKind::Rejected => StatusCode::BAD_REQUEST,
            ErrorKind::Conflict => StatusCode::CONFLICT,
            ErrorKind::Unsupported => StatusCode::NOT_IMPLEMENTED,
            ErrorKind::RateLimited(_) | ErrorKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_GATEWAY,
        },
        CallError::Timeout(_) => StatusCode::GATEWAY_TIMEOUT,
        CallError::Busy | CallError::BreakerOpen { .. } => StatusCode::SERVICE_UNAVAILABLE,
        CallError::Unsupported => StatusCode::NOT_IMPLEMENTED,
        CallError::Limit(..) | CallError::Trapped(_) => StatusCode::BAD_GATEWAY,
    };
    Error::Plugin {
        plugin: plugin.to_owned(),
        status,
        text: error.to_string(),
    }
}
