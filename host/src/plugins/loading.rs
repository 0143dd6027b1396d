//! From the operator's files to plugins that take calls: at the start, and whenever a file, an approval or a pin changes.
//! Calls on their way finish on the version they began with.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use anyhow::Context;
use arc_swap::ArcSwap;
use comptoir_sandbox::{
    Engine, EngineConfig, Grant, Grants, Manifest, Plugin, PluginRole, Right, RightKind, Screens,
    SystemResolver, Webhooks,
};
use sqlx::PgPool;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};

use super::PLUGIN;
use super::archive::{self, Source};
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
use crate::words::said;

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
    /// The operator's files that were read since the host began.
    read_files: Mutex<BTreeSet<PathBuf>>,
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
    /// What each plugin may do, by its id: what the version could that the operator enabled, and what was approved since.
    /// Hosts come beside those of `plugins.toml`.
    pub approved: BTreeMap<String, BTreeSet<Right>>,
    /// The digest of the build that the operator's file approved by its version, by plugin and version.
    pub builds: BTreeMap<(String, String), String>,
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
            read_files: Mutex::default(),
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

    /// Whether a plugin that the operator named, loaded now or not, plays a part.
    pub fn plays(&self, id: &str, role: PluginRole) -> bool {
        let slots = self.slots.load();
        let manifest = slots.get(id).and_then(|slot| slot.manifest.as_ref());
        manifest.is_some_and(|manifest| manifest.roles.contains(&role))
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

    /// The folder of a plugin's remote, in that very build, once it ran here: a page opened before an upgrade still finds its
    /// scripts, and nobody those of a build that waits, or that is no longer trusted.
    pub fn web_folder(&self, id: &str, digest: &str) -> Option<PathBuf> {
        let slots = self.slots.load();
        let slot = slots.get(id).filter(|slot| slot.ready().is_some())?;
        let folder = self.versions.web(id, digest)?;
        self.is_trusted(id, digest, &slot.grant).then_some(folder)
    }

    /// Those enabled that did not load.
    pub fn failed(&self) -> Vec<String> {
        let slots = self.slots.load();
        let failed = slots
            .iter()
            .filter(|(_, slot)| matches!(slot.state, State::Failed(_)));
        failed.map(|(id, _)| id.clone()).collect()
    }

    /// Those whose newest version does not load, while an older one runs.
    pub fn outdated(&self) -> Vec<String> {
        let slots = self.slots.load();
        let outdated = slots
            .iter()
            .filter(|(_, slot)| matches!(slot.newer, Some(Newer::Failed(_))));
        outdated.map(|(id, _)| id.clone()).collect()
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
            let by_file = grant.clone();
            let approved = decisions.approved.get(&id).into_iter().flatten();
            let hosts = approved.filter(|right| right.kind == RightKind::Host);
            // One that is no host any more, by the contract's rules, is left out.
            let hosts = hosts.filter_map(|right| right.what.clone().try_into().ok());
            grant.hosts.extend(hosts);
            let mut slot = self.load_one(&id, grant, &decisions, before.get(&id)).await;
            if let Some(slot) = Arc::get_mut(&mut slot) {
                let idle = slot.manifest.as_ref().map(|asks| by_file.idle(asks));
                slot.idle = idle.unwrap_or_default();
            }
            for idle in &slot.idle {
                tracing::warn!(plugin = id, %idle, "plugins.toml grants what the plugin does not ask for");
            }
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

    /// A file that was there is missed, and one that names plugins no more must say so by an empty `[plugins]`: half of a
    /// deployment, or of an editor's save, stops nobody's work.
    async fn read(&self) -> anyhow::Result<(Grants, Decisions)> {
        let is_there = |file: &&PathBuf| file.try_exists().unwrap_or(true);
        let (present, absent): (Vec<&PathBuf>, Vec<_>) = self.files.iter().partition(is_there);
        let grants = Grant::read_all(&present)?;
        {
            let mut read = self
                .read_files
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            if let Some(gone) = absent.into_iter().find(|file| read.contains(*file)) {
                anyhow::bail!(
                    "{}: it is gone; the plugins run on as it said",
                    gone.display()
                );
            }
            let speaks = |file: &&PathBuf| {
                let text = std::fs::read_to_string(file).unwrap_or_default();
                text.lines()
                    .map(str::trim_start)
                    .any(|line| line.starts_with("[plugins") || line.starts_with("plugins"))
            };
            if grants.is_empty() && !self.all().is_empty() && !present.iter().any(speaks) {
                anyhow::bail!(
                    "no plugin is named any more; they run on. To end them all, leave an empty [plugins]"
                );
            }
            read.extend(present.into_iter().cloned());
        }
        Ok((grants, sql::decisions(&self.services.db).await?))
    }

    async fn load_one(
        &self,
        id: &str,
        grant: Grant,
        decisions: &Decisions,
        before: Option<&Arc<Slot>>,
    ) -> Arc<Slot> {
        let pinned = decisions.pinned.get(id).cloned();
        let source = archive::source(&grant);
        let source_manifest = source.as_ref().ok().map(|source| source.manifest.clone());
        let slot = |manifest, state, newer| Slot {
            grant: grant.clone(),
            manifest,
            state,
            newer,
            pinned: pinned.clone(),
            versions: self.versions.versions(id),
            idle: Vec::new(),
        };
        if !grant.enabled {
            return Arc::new(slot(source_manifest, State::Disabled, None));
        }
        // Trust that was withdrawn stops what ran by it.
        let running = before.and_then(|slot| slot.ready());
        let running = running.filter(|ready| self.is_trusted(id, &ready.digest, &grant));
        let chosen = match self.choose(id, source, pinned.as_deref()) {
            Ok((chosen, newer)) => {
                let rights = self.growth(id, &chosen, &grant, decisions);
                if rights.is_empty() {
                    Ok((chosen, newer))
                } else {
                    let screens = self.screens(id, &chosen.1, &grant);
                    let version = chosen.0.version;
                    Err(Newer::Waiting {
                        version,
                        rights,
                        screens,
                    })
                }
            }
            Err(error) => Err(Newer::Failed(format!("{error:#}"))),
        };
        let (chosen, newer) = match chosen {
            Ok(chosen) => chosen,
            Err(newer) => {
                return self
                    .without(id, &grant, slot, source_manifest, newer, running)
                    .await;
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
        let started = match self.start(id, chosen, grant.clone()).await {
            Ok(ready) => self
                .approve(id, &ready, &grant, decisions)
                .await
                .map(|()| ready),
            Err(error) => Err(error),
        };
        match started {
            Ok(ready) => {
                let manifest = ready.plugin.manifest().clone();
                Arc::new(slot(Some(manifest), State::Ready(Arc::new(ready)), newer))
            }
            Err(error) => {
                self.versions.discard(id, &digest);
                let newer = Newer::Failed(format!("{error:#}"));
                self.without(id, &grant, slot, source_manifest, newer, running)
                    .await
            }
        }
    }

    /// A version does not load, or may not yet: what ran before still does, be it in the life before this one.
    async fn without(
        &self,
        id: &str,
        grant: &Grant,
        slot: impl Fn(Option<Manifest>, State, Option<Newer>) -> Slot,
        source: Option<Manifest>,
        newer: Newer,
        running: Option<&Arc<Ready>>,
    ) -> Arc<Slot> {
        // By what the operator grants now, if it runs by that.
        let running = match running {
            Some(running) if *running.plugin.grant() == *grant => Some(Arc::clone(running)),
            _ => {
                let restarted = self.last(id, grant.clone()).await;
                restarted.or_else(|| running.cloned())
            }
        };
        Arc::new(match (running, newer) {
            (Some(running), newer) => {
                let manifest = running.plugin.manifest().clone();
                slot(Some(manifest), State::Ready(running), Some(newer))
            }
            (None, Newer::Failed(reason)) => slot(source, State::Failed(reason), None),
            (None, newer) => {
                let reason = "it may do more than was approved".to_owned();
                slot(source, State::Failed(reason), Some(newer))
            }
        })
    }

    /// The version that ran last on this host, if it still does.
    async fn last(&self, id: &str, grant: Grant) -> Option<Arc<Ready>> {
        let digest = self.versions.active(id)?;
        let manifest = self.versions.manifest(id, &digest).ok()?;
        let started = self.start(id, (manifest, digest), grant).await;
        started.ok().map(Arc::new)
    }

    /// Whether the operator's files let a kept version run, by who answers for it.
    fn is_trusted(&self, id: &str, digest: &str, grant: &Grant) -> bool {
        match self.versions.signer(id, digest) {
            Some(signer) => signer.is_trusted(grant),
            None => grant.unsigned || !archive::is_archive(&grant.source),
        }
    }

    /// Where the code of a kept version's screens runs.
    fn screens(&self, id: &str, digest: &str, grant: &Grant) -> Screens {
        let signer = self.versions.signer(id, digest);
        signer.map_or(Screens::Isolated, |signer| signer.screens(grant))
    }

    /// Which version is to run, kept among the versions, with its digest; and what of the source does not.
    fn choose(
        &self,
        id: &str,
        source: anyhow::Result<Source>,
        pinned: Option<&str>,
    ) -> anyhow::Result<((Manifest, String), Option<Newer>)> {
        if let Some(digest) = pinned {
            let manifest = self.versions.manifest(id, digest)?;
            let newer = source.ok().map(|source| Newer::PassedOver {
                version: source.manifest.version,
            });
            return Ok(((manifest, digest.to_owned()), newer));
        }
        let Source {
            manifest, signer, ..
        } = &source?;
        check_id(id, manifest)?;
        Ok((self.versions.keep(manifest, signer)?, None))
    }

    /// What a version may do that nobody approved. The first that runs is approved by being enabled; on a host that ran one
    /// before approvals were noted, it is that one.
    fn growth(
        &self,
        id: &str,
        (manifest, digest): &(Manifest, String),
        grant: &Grant,
        decisions: &Decisions,
    ) -> Vec<Right> {
        let named = (id.to_owned(), manifest.version.clone());
        let build = decisions.builds.get(&named).map(String::as_str);
        if grant.approves(&manifest.version, digest, build) {
            return Vec::new();
        }
        let approved = decisions.approved.get(id);
        let enabled;
        let approved = match approved.filter(|approved| approved.contains(&enabled_mark())) {
            Some(approved) => approved,
            None => {
                let last = self.versions.active(id);
                let last = last.and_then(|digest| self.versions.manifest(id, &digest).ok());
                enabled = last.as_ref().unwrap_or(manifest).rights();
                &enabled
            }
        };
        let is_known = |base: &str| {
            let requests = approved.iter().filter(|one| one.kind == RightKind::Request);
            let mut addresses = requests.filter_map(|one| Some(one.what.split_once(' ')?.1));
            addresses.any(|to| {
                to.strip_prefix(base)
                    .is_some_and(|path| path.starts_with('/'))
            })
        };
        let is_granted = |right: &Right| match right.kind {
            // A host that was asked for all along, and not granted, holds nothing up.
            RightKind::Host => {
                let mut granted = grant.hosts.iter();
                granted.any(|base| base.to_string() == right.what) || is_known(&right.what)
            }
            // Approved before rates were told: whatever they are.
            RightKind::Rate if approved.iter().all(|one| one.kind != RightKind::Rate) => true,
            _ => approved.iter().any(|one| one.includes(right)),
        };
        let rights = manifest.rights().into_iter();
        rights.filter(|right| !is_granted(right)).collect()
    }

    /// Notes what a plugin may do that runs for the first time, or that the operator's file approves, and of which build
    /// that was said. Its hosts are granted one by one.
    async fn approve(
        &self,
        id: &str,
        ready: &Ready,
        grant: &Grant,
        decisions: &Decisions,
    ) -> anyhow::Result<()> {
        let HostServices { db, clock, .. } = &*self.services;
        let manifest = ready.plugin.manifest();
        if grant.approve.as_ref() == Some(&manifest.version) {
            sql::approve_build(db, id, &manifest.version, &ready.digest, clock.now()).await?;
        }
        let approved = decisions.approved.get(id);
        let rights = manifest.rights().into_iter();
        let new: Vec<Right> = rights
            .filter(|right| right.kind != RightKind::Host)
            .filter(|right| !approved.is_some_and(|approved| approved.contains(right)))
            .collect();
        if !new.is_empty() {
            sql::approve(db, id, &new, PLUGINS_TOML, clock.now()).await?;
        }
        Ok(())
    }

    async fn start(
        &self,
        id: &str,
        (manifest, digest): (Manifest, String),
        grant: Grant,
    ) -> anyhow::Result<Ready> {
        anyhow::ensure!(
            self.is_trusted(id, &digest, &grant),
            "version {}: plugins.toml does not trust who signed it",
            manifest.version
        );
        check_names(&self.reserved, id, &manifest)?;
        let screens = self.screens(id, &digest, &grant);
        let locales = manifest.locales()?;
        let schedules = schedule::of(self.register, &manifest, &grant)?;
        let services = Arc::clone(&self.services) as Arc<dyn comptoir_sandbox::Services>;
        let resolver = Arc::new(SystemResolver);
        let plugin = Plugin::load(&self.engine, manifest, grant, services, resolver).await?;
        self.versions.activate(id, &digest)?;
        said::learn(id, &plugin.manifest().sentences);
        Ok(Ready {
            plugin,
            digest,
            screens,
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

/// Whether a plugin is what the operator's file calls it.
fn check_id(id: &str, manifest: &Manifest) -> anyhow::Result<()> {
    anyhow::ensure!(
        manifest.id == id,
        "plugins.toml calls it {id}, plugin.toml {}",
        manifest.id
    );
    Ok(())
}

/// Whether its id and its screens take no address of the portal's own.
fn check_names(reserved: &BTreeSet<String>, id: &str, manifest: &Manifest) -> anyhow::Result<()> {
    anyhow::ensure!(
        !reserved.contains(id),
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
                && !reserved.contains(place),
            "{address} is no address that a plugin's screen can have"
        );
    }
    Ok(())
}

/// Why a host would not load a plugin, as far as its files tell.
pub fn problems(register: Register, id: &str, manifest: &Manifest, grant: &Grant) -> Vec<String> {
    let checks = [
        check_id(id, manifest),
        check_names(&register.reserved(), id, manifest),
        schedule::of(register, manifest, grant).map(drop),
        comptoir_sandbox::check_grant(manifest, grant).map_err(Into::into),
        versions::parts(manifest).map(drop),
    ];
    let wrong = checks.into_iter().filter_map(Result::err);
    wrong.map(|error| format!("{error:#}")).collect()
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

/// Who approved what nobody approved on the plugins page.
const PLUGINS_TOML: &str = "plugins.toml";

/// The right that every plugin has: once it is approved, the first version's are.
fn enabled_mark() -> Right {
    Right::new(RightKind::Role, "check")
}
