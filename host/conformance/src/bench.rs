//! A plugin on the bench: loaded with everything it asks for, no host around it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};
use comptoir_sandbox::{
    AddressPattern, BasePattern, Call, CallError, CallRecord, Connector, Engine, EngineConfig,
    Grant, LoadError, Manifest, Plugin, PluginRequest, SystemResolver, types,
};
use futures::future::BoxFuture;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::logs::{self, HostCall};
use crate::offline::{Offline, Secrets};
use crate::samples::Samples;
use crate::step::Step;
use crate::tape::Header;
use crate::wires::{Watch, WatchedWire};
use url::Url;

/// Hears of each call when it has ended.
pub type Audience = Arc<dyn Fn(&Ended) + Send + Sync>;

/// A call as its author sees it.
#[derive(Clone, Debug)]
pub struct Ended {
    /// `fulfilment.orders from the begin, limit 50`
    pub call: String,
    /// Why it brought nothing; none: all is well.
    pub refusal: Option<String>,
    pub time: Duration,
    /// The most memory that it held, in bytes.
    pub memory_bytes: u64,
    pub host_calls: Vec<HostCall>,
    pub log: Vec<String>,
}

/// Waits as the plugin was asked to: for a real provider in real time, for a simulator by moving its clock.
pub type Pause = Arc<dyn Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync>;

/// The connection's id, the same on every tape.
pub(crate) const CONNECTOR: Uuid = Uuid::from_u128(0xc0_4f04);
/// The longest that the suite waits in real time.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// What to run, and with what.
#[derive(Clone)]
pub struct Setup {
    pub manifest: Manifest,
    /// Hosts, base URLs, limits, configuration.
    pub grant: Grant,
    /// The connection's settings, without secrets.
    pub settings: Value,
    pub secrets: Secrets,
    /// What the plugin is told the time is.
    pub now: DateTime<Utc>,
    /// Items of a page.
    pub limit: u32,
    /// Whether calls may change something at the provider.
    pub writes: bool,
    pub samples: Samples,
    pub pause: Pause,
    /// Who is told of each call of the suite while the provider is well.
    pub audience: Option<Audience>,
}

impl std::fmt::Debug for Setup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Setup")
            .field("plugin", &self.manifest.id)
            .finish_non_exhaustive()
    }
}

impl Setup {
    /// All that the plugin asks for, pages of 50, no settings, nothing written, waiting in real time.
    ///
    /// # Errors
    /// Its `samples.json` is broken.
    pub fn new(manifest: Manifest, now: DateTime<Utc>) -> anyhow::Result<Self> {
        Ok(Self {
            grant: Grant::everything(&manifest),
            samples: Samples::of(&manifest.folder)?,
            settings: json!({}),
            secrets: Secrets::new(),
            limit: 50,
            writes: false,
            pause: slept(),
            audience: None,
            manifest,
            now,
        })
    }

    /// Sends what goes to a base of the manifest elsewhere: `https://api.acme.example=http://127.0.0.1:4100`.
    ///
    /// # Errors
    /// The plugin asks for no such base, or one of both is no address.
    pub fn send_elsewhere(&mut self, mapping: &str) -> anyhow::Result<()> {
        let (base, address) = mapping
            .split_once('=')
            .with_context(|| format!("{mapping:?}: <base>=<address>"))?;
        let asked = self.manifest.hosts.iter().map(|host| &host.base);
        let asked: Vec<String> = asked.map(ToString::to_string).collect();
        ensure!(
            asked.iter().any(|asked| asked == base),
            "{base} is no base of plugin.toml: it asks for {}",
            asked.join(", ")
        );
        let url = Url::parse(address).with_context(|| format!("{address:?}"))?;
        let place = url.host_str().zip(url.port_or_known_default());
        let (host, port) = place.with_context(|| format!("{address:?} has no host"))?;
        self.grant.private.insert(format!("{host}:{port}"));
        let invalid = |what: &str, error| anyhow::anyhow!("{what}: {error}");
        let from = BasePattern::try_from(base.to_owned()).map_err(|error| invalid(base, error))?;
        let to = AddressPattern::try_from(address.to_owned())
            .map_err(|error| invalid(address, error))?;
        self.grant.base_urls.insert(from, to);
        Ok(())
    }

    /// The same at the time and with the settings of a tape. Its secrets are made up: nobody is shown them.
    pub(crate) fn played(self, header: &Header) -> Self {
        let canary = |name: &&str| {
            let secret = format!("canary-{name}-5f2e1c9a");
            ((*name).to_owned(), SecretString::from(secret))
        };
        let secrets = self.manifest.secrets().iter().map(canary).collect();
        Self {
            secrets,
            settings: header.settings.clone(),
            grant: Grant {
                configuration: header.configuration.clone(),
                ..self.grant
            },
            now: header.now,
            limit: header.limit,
            writes: header.writes,
            pause: Arc::new(|_| Box::pin(std::future::ready(()))),
            ..self
        }
    }
}

/// Waits in real time, a minute at most.
pub fn slept() -> Pause {
    Arc::new(|time| Box::pin(tokio::time::sleep(time.min(LONGEST_PAUSE))))
}

/// An engine whose plugins never rest: the suite makes them fail on purpose.
pub fn calm_engine(cache_dir: Option<PathBuf>) -> EngineConfig {
    EngineConfig {
        cache_dir,
        max_concurrent_calls: 4,
        breaker_faults: u32::MAX,
        ..EngineConfig::default()
    }
}

/// See the module.
#[derive(Debug)]
pub struct Bench {
    plugin: Arc<Plugin>,
    services: Arc<Offline>,
    setup: Setup,
}

/// One call that ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) step: Step,
    pub(crate) result: Result<Value, Refusal>,
    /// Its requests, in order.
    pub(crate) asked: Vec<PluginRequest>,
    /// What it logged.
    pub(crate) log: Vec<String>,
    /// What it asked of the host, in order.
    pub(crate) host_calls: Vec<HostCall>,
    pub(crate) usage: Option<CallRecord>,
    /// Requests that are not on the tape, in words.
    pub(crate) missed: Vec<String>,
}

/// Why a call brought nothing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal {
    /// [`CallError::name`].
    pub(crate) name: &'static str,
    pub(crate) message: String,
    pub(crate) status: Option<u16>,
    /// The fields that `invalid-config` names.
    pub(crate) fields: Vec<String>,
    /// When to come back.
    pub(crate) seconds: Option<u64>,
}

impl Refusal {
    /// Whether the plugin said so itself, instead of crashing or using too much.
    pub(crate) fn is_value(&self) -> bool {
        !(self.is_limit() || matches!(self.name, "Trapped" | "SandboxInternal" | "BreakerOpen"))
    }

    /// Whether it used more than it may.
    pub(crate) fn is_limit(&self) -> bool {
        self.name.starts_with("Limit") || self.name == "Timeout"
    }

    fn json(&self) -> Value {
        json!({
            "name": self.name, "message": self.message, "status": self.status,
            "fields": self.fields, "seconds": self.seconds,
        })
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.name, self.message)
    }
}

impl From<CallError> for Refusal {
    fn from(error: CallError) -> Self {
        let (name, message) = (error.name(), error.to_string());
        let mut refusal = Self {
            name,
            message,
            status: None,
            fields: Vec::new(),
            seconds: None,
        };
        if let CallError::Refused(error) = error {
            refusal.status = error.status;
            match error.kind {
                types::ErrorKind::InvalidConfig(issues) => {
                    refusal.fields = issues.into_iter().map(|issue| issue.field).collect();
                }
                types::ErrorKind::RateLimited(seconds) => refusal.seconds = seconds,
                _ => {}
            }
        }
        refusal
    }
}

impl Ran {
    /// As a tape keeps it.
    pub(crate) fn json(&self) -> Value {
        match &self.result {
            Ok(value) => json!({ "ok": value }),
            Err(refusal) => json!({ "error": refusal.json() }),
        }
    }

    pub(crate) fn refusal(&self) -> Option<&Refusal> {
        self.result.as_ref().err()
    }

    pub(crate) fn is_unsupported(&self) -> bool {
        self.refusal()
            .is_some_and(|refusal| refusal.name == "Unsupported")
    }
}

impl Bench {
    /// Loads the plugin.
    ///
    /// # Errors
    /// In words for its author.
    pub async fn new(engine: &Engine, setup: Setup) -> Result<Self, LoadError> {
        let services = Arc::new(Offline::new(setup.now, setup.secrets.clone()));
        let plugin = Plugin::load(
            engine,
            setup.manifest.clone(),
            setup.grant.clone(),
            Arc::clone(&services) as _,
            Arc::new(SystemResolver),
        )
        .await?;
        Ok(Self {
            plugin,
            services,
            setup,
        })
    }

    pub(crate) fn now(&self) -> DateTime<Utc> {
        comptoir_sandbox::Services::now(&*self.services)
    }

    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    pub(crate) fn plugin(&self) -> &Arc<Plugin> {
        &self.plugin
    }

    /// Names and values of the secrets.
    pub(crate) fn secret_texts(&self) -> Vec<(String, String)> {
        let secrets = self.setup.secrets.iter();
        secrets
            .map(|(name, secret)| (name.clone(), secret.expose_secret().to_owned()))
            .collect()
    }

    /// What the plugin keeps in its store.
    pub(crate) fn remembered(&self) -> Vec<String> {
        self.services.remembered()
    }

    /// Back to the begin: the first time, nothing remembered.
    pub(crate) fn reset(&self) {
        self.services.reset(self.setup.now);
    }

    /// Lets time pass.
    pub(crate) async fn wait(&self, seconds: u64) {
        let time = Duration::from_secs(seconds);
        (self.setup.pause)(time).await;
        self.services.wait(time);
    }

    /// A call of the one connection with these settings, in the background.
    pub(crate) fn call(&self, settings: &Value) -> Call {
        Call::job(Connector {
            id: CONNECTOR,
            owner: CONNECTOR,
            settings: settings.clone(),
        })
    }

    /// Every secret replaced by a wrong one of its pattern's length.
    pub(crate) fn wrong_secrets(&self) -> BTreeMap<String, SecretString> {
        let names = self.setup.secrets.keys();
        names
            .map(|name| (name.clone(), SecretString::from("0".repeat(24))))
            .collect()
    }

    /// Tells whoever listens of a call.
    pub(crate) fn tell(&self, ran: &Ran) {
        let Some(audience) = &self.setup.audience else {
            return;
        };
        let usage = ran.usage.as_ref();
        audience(&Ended {
            call: ran.step.label(),
            refusal: ran.refusal().map(ToString::to_string),
            time: usage.map_or(Duration::ZERO, |usage| usage.wall),
            memory_bytes: usage.map_or(0, |usage| usage.memory_bytes),
            host_calls: ran.host_calls.clone(),
            log: ran.log.clone(),
        });
    }

    /// Makes one call.
    pub(crate) async fn run(&self, step: Step, wire: Arc<dyn WatchedWire>) -> Ran {
        let watch = Arc::new(Watch::new(wire));
        let calling = step.call(self, Arc::clone(&watch) as _);
        let (result, seen) = logs::watched(calling).await;
        Ran {
            result: result.map_err(Refusal::from),
            log: seen.lines,
            host_calls: seen.host_calls,
            usage: self.plugin.stats().recent.into_iter().next(),
            missed: watch.missed(),
            asked: watch.asked(),
            step,
        }
    }
}
