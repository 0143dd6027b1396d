//! The services of a plugin that no host runs: for the commands that check, test and record one. The time stands still
//! unless it is moved, the memory ends with the command.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use comptoir_sandbox::channels::Channel;
use comptoir_sandbox::{Delivered, DeliveryFailure, Parcel, Services, StoreWrite};
use secrecy::SecretString;
use uuid::Uuid;

/// Secrets by their name in the settings.
pub type Secrets = BTreeMap<String, SecretString>;

/// What is remembered, by connector (none: the plugin as a whole) and key.
type Memory = HashMap<(Option<Uuid>, String), Vec<u8>>;

/// See the module.
#[derive(Debug)]
pub struct Offline {
    /// Of every connector.
    secrets: Secrets,
    now: Mutex<DateTime<Utc>>,
    store: Mutex<Memory>,
}

impl Offline {
    /// At this time, with these secrets and nothing remembered.
    pub fn new(now: DateTime<Utc>, secrets: Secrets) -> Self {
        Self {
            secrets,
            now: Mutex::new(now),
            store: Mutex::default(),
        }
    }

    /// Moves the time on.
    pub fn wait(&self, time: Duration) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now += time;
    }

    /// Begins anew at this time, nothing remembered.
    pub fn reset(&self, to: DateTime<Utc>) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = to;
        self.store().clear();
    }

    /// Everything that is remembered, as text.
    pub fn remembered(&self) -> Vec<String> {
        let store = self.store();
        let texts = store
            .iter()
            .map(|((_, key), value)| format!("{key}={}", String::from_utf8_lossy(value)));
        texts.collect()
    }

    fn store(&self) -> MutexGuard<'_, Memory> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait::async_trait]
impl Services for Offline {
    fn now(&self) -> DateTime<Utc> {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn secret(
        &self,
        _plugin: &str,
        _connector: Uuid,
        name: &str,
    ) -> anyhow::Result<Option<SecretString>> {
        Ok(self.secrets.get(name).cloned())
    }

    async fn store_get(
        &self,
        _plugin: &str,
        connector: Option<Uuid>,
        key: &str,
    ) -> anyhow::Result<Option<Vec<u8>>> {
        Ok(self.store().get(&(connector, key.to_owned())).cloned())
    }

    async fn store_set(
        &self,
        _plugin: &str,
        connector: Option<Uuid>,
        key: &str,
        value: &[u8],
        quota: u64,
    ) -> anyhow::Result<StoreWrite> {
        let mut store = self.store();
        let others = store
            .iter()
            .filter(|((of, other), _)| *of == connector && other != key);
        let in_use: usize = others
            .map(|((_, key), value)| key.len() + value.len())
            .sum();
        if u64::try_from(in_use + key.len() + value.len()).unwrap_or(u64::MAX) > quota {
            return Ok(StoreWrite::OverQuota);
        }
        store.insert((connector, key.to_owned()), value.to_vec());
        Ok(StoreWrite::Done)
    }

    async fn store_delete(
        &self,
        _plugin: &str,
        connector: Option<Uuid>,
        key: &str,
    ) -> anyhow::Result<()> {
        self.store().remove(&(connector, key.to_owned()));
        Ok(())
    }

    async fn deliver(
        &self,
        _: &str,
        _: &Channel,
        _parcel: Parcel,
    ) -> Result<Delivered, DeliveryFailure> {
        Err(DeliveryFailure::Unsupported)
    }

    async fn delivered(&self, _: &str, _: &Channel) -> Result<Vec<Delivered>, DeliveryFailure> {
        Err(DeliveryFailure::Unsupported)
    }
}
