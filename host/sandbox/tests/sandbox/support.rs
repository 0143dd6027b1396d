//! A loaded hostile guest with everything around it.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use comptoir_sandbox::channels::Channel;
use comptoir_sandbox::{
    Call, CallError, Connector, Delivered, DeliveryFailure, Engine, EngineConfig, Grant, Manifest,
    Parcel, Plugin, Resolver, RouteRequest, Services, StoreWrite,
};
use secrecy::SecretString;
use serde_json::Value;
use uuid::Uuid;

mod acme;
mod authors;
mod upstream;

pub use acme::acme;
pub use authors::{Sources, examples};
pub use test_kit::component;
pub use upstream::Upstream;

pub const CONNECTOR: Uuid = Uuid::from_u128(1);
pub const OTHER_CONNECTOR: Uuid = Uuid::from_u128(2);
pub const FOREIGN_CONNECTOR: Uuid = Uuid::from_u128(3);

/// The hostile component, built once a test process.
pub fn guest() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| component("hostile-guest"))
}

/// Few places, so that tests in parallel fit; compiled code is kept between runs.
pub fn engine_config() -> EngineConfig {
    EngineConfig {
        cache_dir: Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled")),
        max_concurrent_calls: 8,
        ..EngineConfig::default()
    }
}

pub fn engine() -> Engine {
    Engine::new(engine_config()).expect("an engine")
}

pub fn manifest(component: &Path) -> Manifest {
    let text = include_str!("plugin.toml");
    let mut manifest = Manifest::parse(Path::new("plugin.toml"), text).expect("a manifest");
    manifest.component = component.to_owned();
    manifest
}

/// The grant; `more` is further lines of it, `[plugins.hostile.limits]` among them.
pub fn grant(upstream: &Upstream, more: &str) -> Grant {
    let port = upstream.port;
    let text = format!(
        r#"
        [plugins.hostile]
        source = "."
        hosts = ["http://up.test", "http://other.test", "http://rebind.test", "http://mixed.test", "http://10.0.0.1"]
        private = ["up.test:{port}", "other.test:{port}", "mixed.test:{port}"]
        [plugins.hostile.base_urls]
        "http://up.test" = "http://up.test:{port}"
        "http://other.test" = "http://other.test:{port}"
        "http://rebind.test" = "http://rebind.test:{port}"
        {more}
        "#
    );
    let mut grants = Grant::parse(Path::new("plugins.toml"), &text).expect("grants");
    grants.remove("hostile").expect("the grant")
}

pub async fn load(engine: &Engine, upstream: &Upstream, more: &str) -> Arc<Plugin> {
    load_with(engine, grant(upstream, more), Arc::new(Names::default())).await
}

pub async fn load_with(engine: &Engine, grant: Grant, names: Arc<Names>) -> Arc<Plugin> {
    let services = Arc::new(Memory::default());
    Plugin::load(engine, manifest(guest()), grant, services, names)
        .await
        .expect("the guest loads")
}

pub fn connector(id: Uuid) -> Connector {
    Connector {
        id,
        owner: id,
        settings: serde_json::json!({ "user": "me" }),
    }
}

pub fn call() -> Call {
    Call::request(vec![connector(CONNECTOR), connector(OTHER_CONNECTOR)])
}

/// Calls a route of the guest; its answer as JSON.
pub async fn ask(
    plugin: &Arc<Plugin>,
    path: &str,
    query: &[(&str, &str)],
) -> Result<Value, CallError> {
    ask_by(plugin, call(), path, query).await
}

/// The same, for whom it is.
pub async fn ask_by(
    plugin: &Arc<Plugin>,
    call: Call,
    path: &str,
    query: &[(&str, &str)],
) -> Result<Value, CallError> {
    let request = RouteRequest {
        method: "GET".to_owned(),
        path: path.to_owned(),
        query: query
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        language: "en".to_owned(),
        body: None,
    };
    let response = plugin.handle(call, request).await?;
    Ok(serde_json::from_str(&response.data).expect("the guest answers JSON"))
}

/// Whose value, under which key.
type Place = (Option<Uuid>, String);

/// An embedder that keeps everything in memory.
#[derive(Default)]
pub struct Memory {
    values: Mutex<HashMap<Place, Vec<u8>>>,
}

pub fn noon() -> DateTime<Utc> {
    "2026-11-20T12:00:00Z".parse().expect("a time")
}

#[async_trait]
impl Services for Memory {
    fn now(&self) -> DateTime<Utc> {
        noon()
    }

    async fn secret(
        &self,
        _plugin: &str,
        connector: Uuid,
        name: &str,
    ) -> anyhow::Result<Option<SecretString>> {
        let secrets = BTreeMap::from([
            ((CONNECTOR, "apiKey"), "s3cret"),
            ((CONNECTOR, "hidden"), "never declared"),
            ((OTHER_CONNECTOR, "clientSecret"), "c1ient"),
        ]);
        let secret = secrets.get(&(connector, name));
        Ok(secret.map(|secret| SecretString::from(*secret)))
    }

    async fn store_get(
        &self,
        _plugin: &str,
        connector: Option<Uuid>,
        key: &str,
    ) -> anyhow::Result<Option<Vec<u8>>> {
        let values = self.values.lock().expect("not poisoned");
        Ok(values.get(&(connector, key.to_owned())).cloned())
    }

    async fn store_set(
        &self,
        _plugin: &str,
        connector: Option<Uuid>,
        key: &str,
        value: &[u8],
        quota: u64,
    ) -> anyhow::Result<StoreWrite> {
        let mut values = self.values.lock().expect("not poisoned");
        let others = values
            .iter()
            .filter(|((owner, name), _)| *owner == connector && name != key)
            .map(|((_, name), value)| name.len() + value.len());
        let bytes = others.sum::<usize>() + key.len() + value.len();
        if u64::try_from(bytes)? > quota {
            return Ok(StoreWrite::OverQuota);
        }
        values.insert((connector, key.to_owned()), value.to_owned());
        Ok(StoreWrite::Done)
    }

    async fn deliver(
        &self,
        _plugin: &str,
        _channel: &Channel,
        _parcel: Parcel,
    ) -> Result<Delivered, DeliveryFailure> {
        Err(DeliveryFailure::Unsupported)
    }

    async fn delivered(
        &self,
        _plugin: &str,
        _channel: &Channel,
    ) -> Result<Vec<Delivered>, DeliveryFailure> {
        Err(DeliveryFailure::Unsupported)
    }

    async fn store_delete(
        &self,
        _plugin: &str,
        connector: Option<Uuid>,
        key: &str,
    ) -> anyhow::Result<()> {
        let mut values = self.values.lock().expect("not poisoned");
        values.remove(&(connector, key.to_owned()));
        Ok(())
    }
}

/// All names of the tests live on this machine; `mixed.test` has a public address as well.
#[derive(Default)]
pub struct Names {
    pub asked: AtomicU32,
}

#[async_trait]
impl Resolver for Names {
    async fn resolve(&self, name: &str) -> std::io::Result<Vec<IpAddr>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        match name {
            "mixed.test" => Ok(vec![[1, 1, 1, 1].into(), [10, 0, 0, 1].into()]),
            "up.test" | "other.test" | "rebind.test" => Ok(vec![[127, 0, 0, 1].into()]),
            _ => Err(std::io::ErrorKind::NotFound.into()),
        }
    }
}
