//! A loaded plugin.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jsonschema::error::ValidationErrorKind;
use tokio::io::AsyncReadExt;
use tokio::time::Instant;
use wasmtime::component::InstancePre;

use crate::budget::Budget;
use crate::call::aside::Habit;
use crate::egress::{BasePattern, Egress};
use crate::engine::Engine;
use crate::grants::Grant;
use crate::lanes::Lanes;
use crate::manifest::Manifest;
use crate::roles::{MissingExport, Roles};
use crate::services::{Resolver, Services};
use crate::state::State;
use crate::stats::{Ledger, Stats};

/// The largest component that is loaded, in bytes; one of Python has 18 MiB.
const LARGEST: u64 = 64 << 20;

/// A plugin, compiled, checked and ready for calls. To reload one, load it anew and swap the [`Arc`]: calls on their
/// way finish on the old one.
pub struct Plugin {
    engine: Engine,
    manifest: Manifest,
    grant: Grant,
    services: Arc<dyn Services>,
    egress: Egress,
    pub(crate) instance: InstancePre<State>,
    pub(crate) roles: Roles,
    pub(crate) lanes: Lanes,
    pub(crate) habit: Habit,
    pub(crate) ledger: Ledger,
    pub(crate) log_budget: Budget,
    pub(crate) store_budget: Budget,
}

impl std::fmt::Debug for Plugin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plugin")
            .field("id", &self.manifest.id)
            .field("version", &self.manifest.version)
            .finish_non_exhaustive()
    }
}

/// Why a plugin was not loaded, in words for the operator.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error("{}: {reason}", file.display())]
    Unreadable {
        file: PathBuf,
        reason: std::io::Error,
    },
    #[error("{}: not a component that this host can run: {reason:#}", file.display())]
    Invalid {
        file: PathBuf,
        reason: anyhow::Error,
    },
    /// It imports something that the host does not offer.
    #[error("{}: built for another contract: {reason:#}", file.display())]
    Imports {
        file: PathBuf,
        reason: anyhow::Error,
    },
    #[error(
        "plugin.toml names the role `{role}`, but the component does not export it: {reason:#}"
    )]
    Role {
        role: &'static str,
        reason: anyhow::Error,
    },
    #[error("plugins.toml: plugins.{id}.limits.memory_mib: at most {most} MiB on this host")]
    Memory { id: String, most: u64 },
    /// What the operator set is not what the manifest's schema asks for.
    #[error("plugins.toml: plugins.{id}.configuration{at}: {reason}")]
    Configuration {
        id: String,
        /// With a dot in front; empty for the whole.
        at: String,
        reason: String,
    },
    /// The operator sends requests elsewhere that the plugin never makes.
    #[error(
        "plugins.toml: plugins.{id}.base_urls: the plugin asks for no {base}; it asks for {asked}"
    )]
    Misled {
        id: String,
        base: String,
        asked: String,
    },
}

impl Plugin {
    /// Compiles the component (or takes it from the cache) and checks it against the manifest.
    pub async fn load(
        engine: &Engine,
        manifest: Manifest,
        grant: Grant,
        services: Arc<dyn Services>,
        resolver: Arc<dyn Resolver>,
    ) -> Result<Arc<Self>, LoadError> {
        let most = engine.max_memory_mib();
        if grant.limits.memory_mib > most {
            let id = manifest.id;
            return Err(LoadError::Memory { id, most });
        }
        check_grant(&manifest, &grant)?;
        let file = manifest.component_path();
        let wasm = match read(&file).await {
            Ok(wasm) => wasm,
            Err(reason) => return Err(LoadError::Unreadable { file, reason }),
        };
        let compiling = engine.clone();
        let component = tokio::task::spawn_blocking(move || compiling.compiled(&wasm))
            .await
            .unwrap_or_else(|panic| Err(panic.into()));
        let component = match component {
            Ok(component) => component,
            Err(reason) => return Err(LoadError::Invalid { file, reason }),
        };
        let instance = match engine.linker().instantiate_pre(&component) {
            Ok(instance) => instance,
            Err(reason) => {
                let reason = reason.into();
                return Err(LoadError::Imports { file, reason });
            }
        };
        let roles = Roles::find(&instance, &manifest.roles)
            .map_err(|MissingExport { role, reason }| LoadError::Role { role, reason })?;
        let places = usize::try_from(grant.limits.concurrent_calls).unwrap_or(usize::MAX);
        Ok(Arc::new(Self {
            engine: engine.clone(),
            egress: Egress::new(&manifest, &grant, resolver),
            lanes: Lanes::new(places, engine.breaker()),
            habit: Habit::default(),
            ledger: Ledger::default(),
            log_budget: Budget::kib_per_minute(grant.limits.log_kib_per_minute),
            store_budget: Budget::kib_per_minute(grant.limits.store_kib_per_minute),
            instance,
            roles,
            manifest,
            grant,
            services,
        }))
    }

    pub fn id(&self) -> &str {
        &self.manifest.id
    }

    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    pub fn grant(&self) -> &Grant {
        &self.grant
    }

    /// What the manifest asks for and the operator has not granted: requests there are denied until it is.
    pub fn ungranted(&self) -> BTreeSet<&BasePattern> {
        let asked = self.manifest.hosts.iter().map(|host| &host.base);
        asked
            .filter(|base| !self.grant.hosts.contains(base))
            .collect()
    }

    /// What it did since it was loaded.
    pub fn stats(&self) -> Stats {
        self.ledger.snapshot(self.lanes.breaker(Instant::now()))
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    pub(crate) fn services(&self) -> &dyn Services {
        &*self.services
    }

    pub(crate) fn egress(&self) -> &Egress {
        &self.egress
    }
}

/// The component's bytes, unless there are too many of them.
async fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut wasm = Vec::new();
    let opened = tokio::fs::File::open(file).await?;
    opened.take(LARGEST + 1).read_to_end(&mut wasm).await?;
    if wasm.len() as u64 > LARGEST {
        let text = format!("larger than {} MiB", LARGEST >> 20);
        return Err(std::io::Error::new(std::io::ErrorKind::FileTooLarge, text));
    }
    Ok(wasm)
}

/// Whether what the operator set fits the plugin, beside its limits.
///
/// # Errors
/// [`LoadError::Misled`], [`LoadError::Configuration`].
pub fn check_grant(manifest: &Manifest, grant: &Grant) -> Result<(), LoadError> {
    if let Some(base) = grant.misled(manifest) {
        let asked = manifest.hosts.iter().map(|host| host.base.to_string());
        return Err(LoadError::Misled {
            id: manifest.id.clone(),
            base: base.to_string(),
            asked: asked.collect::<Vec<_>>().join(", "),
        });
    }
    check_configuration(manifest, grant)
}

/// A manifest without a schema takes no configuration.
fn check_configuration(manifest: &Manifest, grant: &Grant) -> Result<(), LoadError> {
    let nothing = serde_json::json!({ "type": "object", "additionalProperties": false });
    let schema = match &manifest.configuration {
        serde_json::Value::Null => &nothing,
        schema => schema,
    };
    let refused = |at: String, reason: String| LoadError::Configuration {
        id: manifest.id.clone(),
        at: at.replace('/', "."),
        reason,
    };
    let rules = jsonschema::validator_for(schema)
        .map_err(|error| refused(String::new(), error.to_string()))?;
    rules.validate(&grant.configuration).map_err(|error| {
        let reason = match error.kind() {
            ValidationErrorKind::FalseSchema => {
                "no key of [configuration] in plugin.toml".to_owned()
            }
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                let names = unexpected.join(", ");
                format!("{names}: no key of [configuration] in plugin.toml")
            }
            _ => error.to_string(),
        };
        refused(error.instance_path().to_string(), reason)
    })
}
