//! Hostile plugins in three languages: everything of `guests/behaviours.toml`, through every export, while another
//! plugin on the same engine goes on.

mod exports;
mod table;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::anyhow;
use async_trait::async_trait;
use comptoir_sandbox::{
    Call, CallError, Engine, EngineConfig, Files, Grant, InvoiceLine, Manifest, Plugin, PluginRole,
    Rows,
};
use futures::StreamExt;
use serde_json::Value;

use self::exports::{EXPORTS, through};
use self::table::{Behaviour, Ending, behaviours, document};
use crate::support::{
    Memory, Names, Sources, Upstream, ask, engine_config, grant, guest, load, manifest,
};

/// Attempts at the same time.
const AT_ONCE: usize = 4;

/// All that a plugin can be.
const ROLES: [PluginRole; 7] = [
    PluginRole::Fulfilment,
    PluginRole::Shop,
    PluginRole::Support,
    PluginRole::Report,
    PluginRole::Webhooks,
    PluginRole::Schedule,
    PluginRole::Routes,
];

/// The files of a call: one that it is given, and what it makes.
struct Shelf(Mutex<HashMap<String, Vec<u8>>>);

impl Default for Shelf {
    fn default() -> Self {
        let given = ("given.csv".to_owned(), vec![b'x'; 2 << 20]);
        Self(Mutex::new(HashMap::from([given])))
    }
}

#[async_trait]
impl Files for Shelf {
    async fn size(&self, name: &str) -> anyhow::Result<Option<u64>> {
        let files = self.0.lock().expect("not poisoned");
        Ok(files.get(name).map(|file| file.len() as u64))
    }

    async fn read(&self, name: &str, offset: u64, length: u32) -> anyhow::Result<Option<Vec<u8>>> {
        let files = self.0.lock().expect("not poisoned");
        let read = |file: &Vec<u8>| {
            let begin = usize::try_from(offset)
                .unwrap_or(usize::MAX)
                .min(file.len());
            let end = begin.saturating_add(length as usize).min(file.len());
            file[begin..end].to_vec()
        };
        Ok(files.get(name).map(read))
    }

    async fn append(&self, name: &str, bytes: Vec<u8>) -> anyhow::Result<()> {
        if name != "mine" {
            return Err(anyhow!("`{name}` is not the plugin's to write"));
        }
        let mut files = self.0.lock().expect("not poisoned");
        files.entry(name.to_owned()).or_default().extend(bytes);
        Ok(())
    }
}

/// Takes lines of invoices, nothing else.
struct Lines;

#[async_trait]
impl Rows for Lines {
    async fn invoice_lines(&self, _: Vec<InvoiceLine>) -> anyhow::Result<Option<()>> {
        Ok(Some(()))
    }
}

/// One language's guest with its limits, and a well-behaved plugin beside it.
struct Stage {
    language: &'static str,
    upstream: Upstream,
    /// With time for all that is not about time, on a busy machine too.
    patient: Arc<Plugin>,
    /// With a second of computing.
    frugal: Arc<Plugin>,
    /// With two seconds in all.
    hasty: Arc<Plugin>,
    good: Arc<Plugin>,
}

impl Stage {
    async fn set(language: &'static str, component: &Path, memory_mib: u32) -> Self {
        let upstream = Upstream::start().await;
        // Faults are what this is about: no rest after some of them.
        let config = EngineConfig {
            breaker_faults: u32::MAX,
            ..engine_config()
        };
        let engine = Engine::new(config).expect("an engine");
        let hostile = async |cpu: u32, wall: u32| {
            let limits = format!(
                "[plugins.hostile.limits]\nstore_kib_per_minute = 1000000\ncpu_seconds = {cpu}\nwall_seconds = {wall}\nmemory_mib = {memory_mib}\n\
                 response_mib = 1\nrequests = 20\nresult_mib = 2\nfile_mib = 1"
            );
            let mut manifest = manifest(component);
            manifest.roles = BTreeSet::from(ROLES);
            load_as(&engine, manifest, grant(&upstream, &limits)).await
        };
        Self {
            language,
            patient: hostile(30, 240).await,
            frugal: hostile(1, 240).await,
            hasty: hostile(30, 2).await,
            good: load(&engine, &upstream, "").await,
            upstream,
        }
    }

    /// The guest under the limit that it is to meet.
    fn meeting(&self, limit: &str) -> &Arc<Plugin> {
        match limit {
            "LimitCpu" => &self.frugal,
            "Timeout" => &self.hasty,
            _ => &self.patient,
        }
    }

    async fn attempt(&self, behaviour: &Behaviour, expected: &Ending<'_>) -> Result<(), CallError> {
        let plugin = match expected {
            _ if behaviour.hasty => &self.hasty,
            Ending::Error(name) => self.meeting(name),
            Ending::Says(_) => &self.patient,
        };
        through(plugin, &behaviour.at, &behaviour.order(), dressed).await
    }

    /// What went wrong with a behaviour: nothing, one hopes.
    async fn complaint(&self, behaviour: &Behaviour) -> Option<String> {
        let expected = behaviour.ending(self.language)?;
        let ended = self.attempt(behaviour, &expected).await;
        let good = match (&expected, &ended) {
            (Ending::Error(name), Err(error)) => error.name() == *name && is_presentable(error),
            (Ending::Says(said), Err(CallError::Refused(error))) => {
                let same = || {
                    let values = [*said, error.message.as_str()].map(serde_json::from_str::<Value>);
                    matches!(values, [Ok(expected), Ok(seen)] if expected == seen)
                };
                error.message == *said || same()
            }
            _ => false,
        };
        (!good).then(|| format!("{}: {expected:?}, not {ended:?}", behaviour.tries))
    }

    /// Everything at once, the good plugin answering all the while.
    async fn all(&self, attempts: impl Future<Output = Vec<String>>) {
        let over = AtomicBool::new(false);
        let answers = AtomicUsize::new(0);
        let hostile = async {
            let complaints = attempts.await;
            over.store(true, Ordering::Relaxed);
            complaints
        };
        let good = async {
            while !over.load(Ordering::Relaxed) {
                let answer = ask(&self.good, "/hello", &[]).await;
                assert_eq!(answer.expect("the good plugin answers"), "hello");
                answers.fetch_add(1, Ordering::Relaxed);
                // At a person's pace: it is there to be answered, not to take the processor.
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let (complaints, ()) = tokio::join!(hostile, good);
        assert!(complaints.is_empty(), "{}: {complaints:#?}", self.language);
        assert!(answers.load(Ordering::Relaxed) > 10);
        self.nothing_escaped();
    }

    fn nothing_escaped(&self) {
        for seen in self.upstream.seen() {
            assert_eq!(
                seen.host,
                format!("up.test:{}", self.upstream.port),
                "{seen:?}"
            );
            assert!(matches!(seen.method.as_str(), "GET" | "POST"), "{seen:?}");
            assert_eq!(seen.authorization, None, "{seen:?}");
        }
        assert!(!Path::new("/tmp/hostile").exists(), "a plugin wrote a file");
    }
}

/// Words that fit on a line of the log.
fn is_presentable(error: &CallError) -> bool {
    let text = error.to_string();
    text.len() < 4_000 && !text.contains(char::is_control)
}

fn dressed(call: Call) -> Call {
    call.with_files(Arc::new(Shelf::default()))
        .with_rows(Arc::new(Lines))
}

async fn load_as(engine: &Engine, manifest: Manifest, grant: Grant) -> Arc<Plugin> {
    let (services, names) = (Arc::new(Memory::default()), Arc::new(Names::default()));
    Plugin::load(engine, manifest, grant, services, names)
        .await
        .expect("the guest loads")
}

async fn everything(language: &'static str, component: PathBuf, memory_mib: u32) {
    let stage = Stage::set(language, &component, memory_mib).await;
    let behaviours = behaviours();
    let attempts = futures::stream::iter(&behaviours)
        .map(|behaviour| stage.complaint(behaviour))
        .buffer_unordered(AT_ONCE)
        .filter_map(std::future::ready)
        .collect();
    stage.all(attempts).await;
    stage.all(every_export(&stage)).await;
}

/// A crash, a private address and a lie through each export; an endless loop through one of each role.
async fn every_export(stage: &Stage) -> Vec<String> {
    let crash = r#"{"op":"crash","text":"broken"}"#;
    let denied = r#"{"op":"http","urls":["http://127.0.0.1/"]}"#;
    let bomb = r#"{"op":"memory","piece":1000000000}"#;
    let count = r#"{"op":"count"}"#;
    let endless = r#"{"op":"loop"}"#;
    let orders = [
        (crash, "Trapped", ""),
        (denied, "Rejected", r#"{"denied":1}"#),
        (bomb, "LimitMemory", ""),
        (count, "Rejected", "1"),
        (endless, "LimitCpu", ""),
    ];
    let tries = EXPORTS.iter().enumerate().flat_map(|(number, export)| {
        let role = |export: &str| export.split('.').next().map(str::to_owned);
        let first = number == 0 || role(EXPORTS[number - 1]) != role(export);
        let chosen = orders
            .iter()
            .filter(move |order| order.0 != endless || first);
        chosen.map(move |order| (*export, *order))
    });
    futures::stream::iter(tries)
        .map(|(export, (order, name, words))| async move {
            let ended = through(stage.meeting(name), export, order, dressed).await;
            let good = ended.as_ref().is_err_and(|error| {
                let said = error.to_string().replace(' ', "");
                error.name() == name && (words.is_empty() || said == words)
            });
            (!good).then(|| format!("{export} {order}: {ended:?}"))
        })
        .buffer_unordered(AT_ONCE)
        .filter_map(std::future::ready)
        .collect()
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_rust_tries_escapes() {
    everything("rust", guest().to_owned(), 16).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_javascript_tries_escapes() {
    let guest = include_bytes!("../../guests/hostile.js").to_vec();
    let sources = Sources::javascript().with("plugin.js", guest);
    everything("javascript", every_role(sources), 256).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_python_tries_escapes() {
    let guest = include_bytes!("../../guests/hostile.py").to_vec();
    let sources = Sources::python().with("app.py", guest);
    everything("python", every_role(sources), 256).await;
}

/// The component that plays all roles.
fn every_role(sources: Sources) -> PathBuf {
    let world =
        "package author:connector;\nworld connector { include comptoir:plugin/plugin@1.0.0; }\n";
    sources.with("wit/world.wit", world.into()).built()
}

#[test]
fn the_document_tells_every_behaviour() {
    let behaviours = behaviours();
    assert!(behaviours.len() >= 30, "{}", behaviours.len());
    let generated = document(&behaviours);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hostile.md");
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    let fresh = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile.md");
    std::fs::write(&fresh, &generated).expect("writable");
    let copy = format!("cp {} docs/hostile.md", fresh.display());
    assert!(
        written == generated,
        "docs/hostile.md is not the table's: {copy}"
    );
}
