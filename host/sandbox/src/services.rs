//! What the sandbox asks of its embedder.

use std::net::IpAddr;
use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use secrecy::SecretString;
use uuid::Uuid;

pub use crate::bindings::comptoir::plugin::delivery::{Delivered, Failure as DeliveryFailure};
use crate::channels::Channel;
use crate::files::Files;

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

    /// Hands a file over a channel of the plugin's grant.
    async fn deliver(
        &self,
        plugin: &str,
        channel: &Channel,
        parcel: Parcel,
    ) -> Result<Delivered, DeliveryFailure>;

    /// What lies in a channel's folder.
    async fn delivered(
        &self,
        plugin: &str,
        channel: &Channel,
    ) -> Result<Vec<Delivered>, DeliveryFailure>;

    /// Forgets a value; forgetting what is not there succeeds.
    async fn store_delete(
        &self,
        plugin: &str,
        connector: Option<Uuid>,
        key: &str,
    ) -> anyhow::Result<()>;
}

/// A file on its way over a channel.
#[derive(Clone)]
pub struct Parcel {
    /// Where its content is.
    pub files: Arc<dyn Files>,
    /// Its name there.
    pub file: String,
    /// Its name at the receiver.
    pub name: String,
    /// Whether it may take the place of one of the same name.
    pub replace: bool,
}

impl std::fmt::Debug for Parcel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parcel")
            .field("file", &self.file)
            .field("name", &self.name)
            .field("replace", &self.replace)
            .finish_non_exhaustive()
    }
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
