//! Every query on connectors.

use std::collections::BTreeMap;

use anyhow::Context;
use chrono::{DateTime, Utc};
use secrecy::{ExposeSecret, SecretString};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{Connector, NewConnector};
use crate::access::Scope;
use crate::audit::{self, Author, Change};
use crate::error::{Conflict, Error, IfBroken, Result};
use crate::keys::Keys;

/// The connections in use, of one plugin or all, that the scope reaches (none: the system's own reach, everything).
pub async fn active(
    db: impl PgExecutor<'_>,
    scope: Option<&Scope>,
    plugin: Option<&str>,
) -> Result<Vec<Connector>> {
    let stores = scope.and_then(Scope::stores);
    Ok(sqlx::query_as!(
        Connector,
        "select c.id, c.store_id, s.name as store_name, c.plugin, c.settings, c.orders_cursor
         from connectors c join stores s on s.id = c.store_id
         where c.disconnected_at is null and s.archived_at is null
           and ($1::text is null or c.plugin = $1) and ($2::uuid[] is null or c.store_id = any($2))
         order by c.created_at, c.id",
        plugin,
        stores,
    )
    .fetch_all(db)
    .await?)
}

/// One connection in use.
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> Result<Option<Connector>> {
    Ok(sqlx::query_as!(
        Connector,
        "select c.id, c.store_id, s.name as store_name, c.plugin, c.settings, c.orders_cursor
         from connectors c join stores s on s.id = c.store_id
         where c.id = $1 and c.disconnected_at is null",
        id,
    )
    .fetch_optional(db)
    .await?)
}

/// Makes a connection.
///
/// # Errors
/// [`Conflict::ConnectorType`] when the store has one of this role already.
pub async fn connect(
    db: &mut PgConnection,
    keys: &Keys,
    author: &Author,
    new: NewConnector,
) -> Result<Uuid> {
    let id = Uuid::now_v7();
    let secrets: BTreeMap<&str, &str> = new
        .secrets
        .iter()
        .map(|(name, secret)| (name.as_str(), secret.expose_secret()))
        .collect();
    let sealed = keys.seal(
        id.as_bytes(),
        &serde_json::to_vec(&secrets).context("secrets are text")?,
    )?;
    sqlx::query!(
        "insert into connectors (id, store_id, role, plugin, settings, secrets) values ($1, $2, $3, $4, $5, $6)",
        id,
        new.store,
        new.role.as_str(),
        new.plugin,
        new.settings,
        sealed,
    )
    .execute(&mut *db)
    .await
    .if_broken("connectors_one_a_role", Error::Conflict(Conflict::ConnectorType))?;
    let change = |field: &str, after: serde_json::Value| Change {
        field: field.into(),
        before: Default::default(),
        after,
    };
    let entry = audit::Entry {
        entity: "connector",
        id,
        action: "create",
        changes: vec![
            change("plugin", new.plugin.into()),
            change("settings", new.settings),
        ],
    };
    audit::record(db, author, &[entry]).await?;
    Ok(id)
}

/// One secret of a connection in use, for the sandbox's host side. `None`: there is none of that name.
pub async fn secret(
    db: impl PgExecutor<'_>,
    keys: &Keys,
    plugin: &str,
    id: Uuid,
    name: &str,
) -> anyhow::Result<Option<SecretString>> {
    let sealed = sqlx::query_scalar!(
        "select secrets from connectors where id = $1 and plugin = $2 and disconnected_at is null",
        id,
        plugin,
    )
    .fetch_optional(db)
    .await?
    .flatten();
    let Some(sealed) = sealed else {
        return Ok(None);
    };
    let mut secrets: BTreeMap<String, SecretString> =
        serde_json::from_slice(&keys.open(id.as_bytes(), &sealed)?)?;
    Ok(secrets.remove(name))
}

/// Holds the connection against another pull until the transaction ends; gives its cursor. `None`: disconnected.
pub async fn lock(db: &mut PgConnection, id: Uuid) -> Result<Option<Option<String>>> {
    Ok(sqlx::query_scalar!(
        "select orders_cursor from connectors where id = $1 and disconnected_at is null for update",
        id
    )
    .fetch_optional(db)
    .await?)
}

/// Where the next pull of orders goes on, and, when a pull is complete, that it is.
pub async fn save_cursor(
    db: &mut PgConnection,
    id: Uuid,
    cursor: &str,
    synchronized_at: Option<DateTime<Utc>>,
) -> Result<()> {
    sqlx::query!(
        "update connectors set orders_cursor = $2, orders_synchronized_at = coalesce($3, orders_synchronized_at)
         where id = $1",
        id,
        cursor,
        synchronized_at,
    )
    .execute(db)
    .await?;
    Ok(())
}
