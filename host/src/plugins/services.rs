//! What the sandbox asks of the host: time, secrets, the plugins' memory.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use comptoir_sandbox::channels::Channel;
use comptoir_sandbox::{Delivered, DeliveryFailure, Parcel, Services, StoreWrite};
use secrecy::SecretString;
use sqlx::PgPool;
use uuid::Uuid;

use super::sql;
use crate::program::clock::Clock;
use crate::program::keys::Keys;
use crate::providers::connectors;
use crate::providers::delivery::Deliveries;

#[derive(Debug)]
pub struct HostServices {
    pub db: PgPool,
    pub clock: Clock,
    pub keys: Arc<Keys>,
    pub deliveries: Deliveries,
}

#[async_trait::async_trait]
impl Services for HostServices {
    fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    async fn secret(
        &self,
        plugin: &str,
        connector: Uuid,
        name: &str,
    ) -> anyhow::Result<Option<SecretString>> {
        connectors::secret(&self.db, &self.keys, plugin, connector, name).await
    }

    async fn store_get(
        &self,
        plugin: &str,
        connector: Option<Uuid>,
        key: &str,
    ) -> anyhow::Result<Option<Vec<u8>>> {
        Ok(sql::store_get(&self.db, plugin, connector.unwrap_or_default(), key).await?)
    }

    async fn store_set(
        &self,
        plugin: &str,
        connector: Option<Uuid>,
        key: &str,
        value: &[u8],
        quota: u64,
    ) -> anyhow::Result<StoreWrite> {
        let mut tx = self.db.begin().await?;
        let done = sql::store_set(
            &mut tx,
            plugin,
            connector.unwrap_or_default(),
            key,
            value,
            quota,
        )
        .await?;
        tx.commit().await?;
        Ok(if done {
            StoreWrite::Done
        } else {
            StoreWrite::OverQuota
        })
    }

    async fn deliver(
        &self,
        plugin: &str,
        channel: &Channel,
        parcel: Parcel,
    ) -> Result<Delivered, DeliveryFailure> {
        self.deliveries.send(plugin, channel, parcel).await
    }

    async fn delivered(
        &self,
        _: &str,
        channel: &Channel,
    ) -> Result<Vec<Delivered>, DeliveryFailure> {
        self.deliveries.list(channel).await
    }

    async fn store_delete(
        &self,
        plugin: &str,
        connector: Option<Uuid>,
        key: &str,
    ) -> anyhow::Result<()> {
        Ok(sql::store_delete(&self.db, plugin, connector.unwrap_or_default(), key).await?)
    }
}
