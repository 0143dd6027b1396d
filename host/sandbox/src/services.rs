//! What the sandbox asks of its embedder.

use std::net::IpAddr;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use secrecy::SecretString;
use uuid::Uuid;

/// Time, secrets and the plugins' key/value store.
///
/// An error here is the embedder's trouble: the plugin hears `unavailable`, the log has the cause.
#[async_trait]
pub trait Services: Send + Sync {
    /// The time that plugins are told.
    fn now(&self) -> DateTime<Utc>;

    /// A connector's secret by its name in the settings schema; none when the connector holds none.
    async fn secret(
        &self,
        plugin: &str,
        connector: Uuid,
        name: &str,
    ) -> anyhow::Result<Option<SecretString>>;

    /// The value that a plugin keeps under `key`, for a connector or for the plugin itself.
    async fn store_get(
        &self,
        plugin: &str,
        connector: Option<Uuid>,
        key: &str,
    ) -> anyhow::Result<Option<Vec<u8>>>;

    /// Keeps a value unless all keys and values of this plugin and connector would then exceed `quota` bytes.
    async fn store_set(
        &self,
        plugin: &str,
        connector: Option<Uuid>,
        key: &str,
        value: &[u8],
        quota: u64,
    ) -> anyhow::Result<StoreWrite>;

    /// Forgets a value; forgetting what is not there succeeds.
    async fn store_delete(
        &self,
        plugin: &str,
        connector: Option<Uuid>,
        key: &str,
    ) -> anyhow::Result<()>;
}

/// What became of a write to the key/value store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreWrite {
    Done,
    /// Nothing was written: the quota would be exceeded.
    OverQuota,
}

/// Names to addresses. What it answers is checked, and exactly those addresses are connected to.
#[async_trait]
pub trait Resolver: Send + Sync {
    async fn resolve(&self, name: &str) -> std::io::Result<Vec<IpAddr>>;
}

/// The operating system's resolver.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemResolver;

#[async_trait]
impl Resolver for SystemResolver {
    async fn resolve(&self, name: &str) -> std::io::Result<Vec<IpAddr>> {
        let addresses = tokio::net::lookup_host((name, 0)).await?;
        Ok(addresses.map(|address| address.ip()).collect())
    }
}
