//! From the operator's files to plugins that take calls: at the start, and whenever a file, an approval or a pin changes.
//! Calls on their way finish on the version they began with.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use anyhow::Context;
use arc_swap::ArcSwap;
use comptoir_sandbox::{
    BasePattern, Engine, EngineConfig, Grant, Grants, Manifest, Plugin, SystemResolver, Webhooks,
};
use sqlx::PgPool;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};

use super::PLUGIN;
use super::archive;
use super::model::{Newer, Ready, Slot, State};
use super::services::HostServices;
use super::versions::{self, Versions};
use super::{schedule, sql};
use crate::program::clock::Clock;
use crate::program::config::Config;
use crate::program::keys::Keys;
use crate::providers::delivery::Deliveries;
use crate::records::live::Signal;
use crate::register::Register;

/// Every plugin that the operator's files name, by its id.
pub type Slots = BTreeMap<String, Arc<Slot>>;

/// The plugins of this host, and what it takes to load them anew.
pub struct Plugins {
    slots: ArcSwap<Slots>,
    files: Vec<PathBuf>,
    engine: Engine,
    services: Arc<HostServices>,
    register: Register,
    /// What no plugin may take as its id.
    reserved: BTreeSet<String>,
    versions: Versions,
    /// Why the operator's files could not be read the last time.
    problem: Mutex<Option<String>>,
    /// One loading at a time.
    loading: tokio::sync::Mutex<()>,
    loads: watch::Sender<u64>,
    /// What the files looked like when they were read the last time.
    seen: Mutex<Stamps>,
}

/// When and how large each file is.
type Stamps = Vec<(PathBuf, Option<(SystemTime, u64)>)>;

impl std::fmt::Debug for Plugins {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plugins")
            .field("slots", &self.slots)
            .finish_non_exhaustive()
    }
}

/// What administrators decided on the plugins page.
#[derive(Debug, Default)]
pub struct Decisions {
    /// Hosts granted beside those of `plugins.toml`, by plugin.
    pub approved: BTreeMap<String, Vec<BasePattern>>,
    /// The version to run whatever the source holds, by plugin.
    pub pinned: BTreeMap<String, String>,
}

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
        register: Register,
    ) -> anyhow::Result<Self> {
        let engine = Engine::new(EngineConfig {
            cache_dir: Some(config.compiled_plugins()),
            ..EngineConfig::default()
        })
        .context("sandbox")?;
        let plugins = Self {
            slots: ArcSwap::default(),
            files: config.plugins.clone(),
            engine,
            services: Arc::new(HostServices {
                db: db.clone(),
                clock: clock.clone(),
                keys: Arc::clone(keys),
                deliveries: Deliveries::new(db.clone(), config.mail.smtp_url.is_some())?,
            }),
            reserved: register.reserved(),
            register,
            versions: Versions::new(&config.data),
            problem: Mutex::default(),
            loading: tokio::sync::Mutex::default(),
            loads: watch::Sender::default(),
            seen: Mutex::default(),
        };
        plugins.reload().await?;
        Ok(plugins)
    }

    /// All of them, loaded or not, as they are now.
    pub fn all(&self) -> Arc<Slots> {
        self.slots.load_full()
    }

    /// A plugin that takes calls.
    pub fn ready(&self, id: &str) -> Option<Arc<Ready>> {
        self.slots.load().get(id)?.ready().cloned()
    }

    /// How an enabled plugin's events come in, whether it loads now or not: what comes meanwhile is kept for it.
    pub fn webhooks(&self, id: &str) -> Option<Webhooks> {
        let slots = self.slots.load();
        let slot = slots.get(id).filter(|slot| slot.grant.enabled)?;
        slot.manifest.as_ref()?.webhooks.clone()
    }

    /// Those that take calls.
    pub fn all_ready(&self) -> Vec<Arc<Ready>> {
        let slots = self.slots.load();
        slots
            .values()
            .filter_map(|slot| slot.ready().cloned())
            .collect()
    }

    /// The folder of a plugin's remote, in that very build: a page opened before an upgrade still finds its scripts.
    pub fn web_folder(&self, id: &str, digest: &str) -> Option<PathBuf> {
        self.ready(id)?;
        self.versions.web(id, digest)
    }

    /// Those enabled that did not load.
    pub fn failed(&self) -> Vec<String> {
        let slots = self.slots.load();
        let failed = slots
            .iter()
            .filter(|(_, slot)| matches!(slot.state, State::Failed(_)));
        failed.map(|(id, _)| id.clone()).collect()
    }

    /// Everything that is to run by itself.
    pub fn schedules(&self) -> Vec<graphile_worker::Crontab> {
        let ready = self.all_ready().into_iter();
        ready.flat_map(|ready| ready.schedules.clone()).collect()
    }

    /// Why the operator's files could not be read the last time; what ran before still does.
    pub fn problem(&self) -> Option<String> {
        self.problem
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Tells of every loading, by its number.
    pub fn loads(&self) -> watch::Receiver<u64> {
        self.loads.subscribe()
    }

    /// Reads the operator's files and administrators' decisions again and loads what differs from what runs.
    ///
    /// # Errors
    /// The files cannot be read: everything stays as it is, and [`Self::problem`] says why.
    pub async fn reload(&self) -> anyhow::Result<()> {
        let _one = self.loading.lock().await;
        let files = self.file_stamps();
        let read = self.read().await;
        let problem = read.as_ref().err().map(|error| format!("{error:#}"));
        *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = problem;
        let grants = read
            .as_ref()
            .map(|(grants, _)| grants.values().map(watched).collect());
        let sources: Vec<PathBuf> = grants.unwrap_or_else(|_| self.sources());
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = with_sources(files, &sources);
        let (grants, decisions) = read?;
        let before = self.all();
        let mut slots = Slots::new();
        for (id, mut grant) in grants {
            grant
                .hosts
                .extend(decisions.approved.get(&id).into_iter().flatten().cloned());
            let slot = self.load_one(&id, grant, &decisions, before.get(&id)).await;
            match (&slot.state, &slot.newer) {
                (State::Failed(reason), _) | (_, Some(Newer::Failed(reason))) => {
                    tracing::error!(plugin = id, %reason, "a plugin did not load");
                }
                _ => {}
            }
            slots.insert(id, slot);
        }
        self.slots.store(Arc::new(slots));
        self.loads.send_modify(|loads| *loads += 1);
        Ok(())
    }

    async fn read(&self) -> anyhow::Result<(Grants, Decisions)> {
        let present: Vec<&PathBuf> = self.files.iter().filter(|file| file.exists()).collect();
        Ok((
            Grant::read_all(&present)?,
            sql::decisions(&self.services.db).await?,
        ))
    }

    async fn load_one(
        &self,
        id: &str,
        grant: Grant,
        decisions: &Decisions,
        before: Option<&Arc<Slot>>,
    ) -> Arc<Slot> {
        let pinned = decisions.pinned.get(id).cloned();
        // An archive is unpacked for as long as it takes to keep it.
        let (source, _unpacked) = match archive::source(&grant) {
            Ok((manifest, unpacked)) => (Ok(manifest), unpacked),
            Err(error) => (Err(error), None),
        };
        let running = before.and_then(|slot| slot.ready());
        let slot = |manifest, state, newer| Slot {
            grant: grant.clone(),
            manifest,
            state,
            newer,
            pinned: pinned.clone(),
            versions: self.versions.versions(id),
        };
        if !grant.enabled {
            return Arc::new(slot(source.ok(), State::Disabled, None));
        }
        let wanted = self.choose(id, &grant, &source, pinned.as_deref(), running);
        let (chosen, newer) = match wanted {
            Ok(wanted) => wanted,
            Err(error) => {
                return Arc::new(
                    self.without(id, grant.clone(), slot, source.ok(), &error, running)
                        .await,
                );
            }
        };
        // Nothing about it changed: it runs on, with its figures.
        if let (Some(running), Some(before)) = (running, before)
            && running.digest == chosen.1
            && before.grant == grant
        {
            let manifest = running.plugin.manifest().clone();
            return Arc::new(slot(
                Some(manifest),
                State::Ready(Arc::clone(running)),
                newer,
            ));
        }
        let digest = chosen.1.clone();
        match self.start(id, chosen, grant.clone()).await {
            Ok(ready) => {
                let manifest = ready.plugin.manifest().clone();
                Arc::new(slot(Some(manifest), State::Ready(Arc::new(ready)), newer))
            }
            Err(error) => {
                self.versions.discard(id, &digest);
                Arc::new(
                    self.without(id, grant.clone(), slot, source.ok(), &error, running)
                        .await,
                )
            }
        }
    }

    /// A version does not load: what ran before still does, be it in the life before this one.
    async fn without(
        &self,
        id: &str,
        grant: Grant,
        slot: impl Fn(Option<Manifest>, State, Option<Newer>) -> Slot,
        source: Option<Manifest>,
        error: &anyhow::Error,
        running: Option<&Arc<Ready>>,
    ) -> Slot {
        let reason = format!("{error:#}");
        let running = match running {
            Some(running) => Some(Arc::clone(running)),
            None => self.last(id, grant).await,
        };
        match running {
            Some(running) => {
                let manifest = running.plugin.manifest().clone();
                slot(
                    Some(manifest),
                    State::Ready(running),
                    Some(Newer::Failed(reason)),
                )
            }
            None => slot(source, State::Failed(reason), None),
        }
    }

    /// The version that ran last on this host, if it still does.
    async fn last(&self, id: &str, grant: Grant) -> Option<Arc<Ready>> {
        let digest = self.versions.active(id)?;
        let manifest = self.versions.manifest(id, &digest).ok()?;
        let started = self.start(id, (manifest, digest), grant).await;
        started.ok().map(Arc::new)
    }

    /// Which version is to run, kept among the versions, with its digest; and what of the source does not.
    fn choose(
        &self,
        id: &str,
        grant: &Grant,
        source: &anyhow::Result<Manifest>,
        pinned: Option<&str>,
        running: Option<&Arc<Ready>>,
    ) -> anyhow::Result<((Manifest, String), Option<Newer>)> {
        if let Some(digest) = pinned {
            let manifest = self.versions.manifest(id, digest)?;
            let newer = source.as_ref().ok().map(|source| Newer::PassedOver {
                version: source.version.clone(),
            });
            return Ok(((manifest, digest.to_owned()), newer));
        }
        let source = match source {
            Ok(source) => source,
            Err(error) => anyhow::bail!("{error:#}"),
        };
        anyhow::ensure!(
            source.id == id,
            "plugins.toml calls it {id}, plugin.toml {}",
            source.id
        );
        let fresh = self.versions.keep(source)?;
        // The version that ran last, in this life or the one before.
        let last = match running {
            Some(running) => Some(running.digest.clone()),
            None => self.versions.active(id),
        };
        if let Some(last) = last.filter(|last| *last != fresh.1)
            && let Ok(before) = self.versions.manifest(id, &last)
        {
            let hosts = wishes(&before, source, grant);
            if !hosts.is_empty() {
                let version = source.version.clone();
                return Ok(((before, last), Some(Newer::Waiting { version, hosts })));
            }
        }
        Ok((fresh, None))
    }

    async fn start(
        &self,
        id: &str,
        (manifest, digest): (Manifest, String),
        grant: Grant,
    ) -> anyhow::Result<Ready> {
        anyhow::ensure!(
            !self.reserved.contains(id),
            "{id} is a word of the portal's own addresses"
        );
        for screen in &manifest.screens {
            let address = screen.address(id);
            let place = address
                .trim_start_matches('/')
                .split('/')
                .nth(1)
                .unwrap_or_default();
            anyhow::ensure!(
                address.starts_with(&format!("/{}/", screen.area.as_str()))
                    && !self.reserved.contains(place),
                "{address} is no address that a plugin's screen can have"
            );
        }
        let locales = manifest.locales()?;
        let schedules = schedule::of(self.register, &manifest, &grant)?;
        let services = Arc::clone(&self.services) as Arc<dyn comptoir_sandbox::Services>;
        let resolver = Arc::new(SystemResolver);
        let plugin = Plugin::load(&self.engine, manifest, grant, services, resolver).await?;
        self.versions.activate(id, &digest)?;
        Ok(Ready {
            plugin,
            digest,
            locales,
            schedules,
            loaded_at: self.services.clock.now(),
        })
    }

    fn file_stamps(&self) -> Stamps {
        self.files.iter().cloned().map(versions::stamped).collect()
    }

    /// The manifests of the plugins as they are now.
    fn sources(&self) -> Vec<PathBuf> {
        let slots = self.all();
        slots.values().map(|slot| watched(&slot.grant)).collect()
    }

    /// Reloads whenever the operator's files or a plugin's change and rest for a moment, or it is `heard` that an
    /// administrator decided something on whichever host. Looking is a dozen `stat` calls: cheap enough to do without the
    /// file events of each system, which network folders do not send. Ends with what is heard.
    pub async fn watch(&self, mut heard: broadcast::Receiver<Signal>) {
        let mut before = Stamps::new();
        loop {
            let signalled = tokio::select! {
                more = decided(&mut heard) => if more { true } else { return },
                () = tokio::time::sleep(LOOK) => false,
            };
            let now = with_sources(self.file_stamps(), &self.sources());
            let changed = now != *self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            let rests = now == before;
            before = now;
            if (signalled || (changed && rests))
                && let Err(error) = self.reload().await
            {
                tracing::error!(
                    error = format!("{error:#}"),
                    "the plugins were not reloaded"
                );
            }
        }
    }
}

/// The file of a plugin that is looked at for changes.
fn watched(grant: &Grant) -> PathBuf {
    if archive::is_archive(&grant.source) {
        grant.source.clone()
    } else {
        grant.manifest_path()
    }
}

fn with_sources(mut stamps: Stamps, sources: &[PathBuf]) -> Stamps {
    stamps.extend(
        sources
            .iter()
            .flat_map(|manifest| versions::stamp(manifest)),
    );
    stamps
}

/// Returns once an administrator decided about a plugin; false: nothing will be heard any more.
async fn decided(heard: &mut broadcast::Receiver<Signal>) -> bool {
    loop {
        match heard.recv().await {
            Ok(Signal::Changed(kind)) if kind == PLUGIN.calls => return true,
            Ok(_) => {}
            // Fallen behind: one of them may have been ours.
            Err(RecvError::Lagged(_)) => return true,
            Err(RecvError::Closed) => return false,
        }
    }
}

/// How often the files are looked at; a change counts once it rested that long.
const LOOK: Duration = Duration::from_secs(1);

/// The hosts that `source` asks for, `before` did not, and nobody granted.
fn wishes(before: &Manifest, source: &Manifest, grant: &Grant) -> Vec<BasePattern> {
    let known = |base: &BasePattern| before.hosts.iter().any(|host| host.base == *base);
    let mut hosts: Vec<BasePattern> = source
        .hosts
        .iter()
        .map(|host| host.base.clone())
        .filter(|base| !known(base) && !grant.hosts.contains(base))
        .collect();
    hosts.dedup();
    hosts
}
