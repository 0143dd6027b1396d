//! Every query on connectors.

use std::collections::BTreeMap;

use anyhow::Context;
use chrono::{DateTime, Utc};
use secrecy::{ExposeSecret, SecretString};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{Connector, ConnectorBody, NewConnector, Role};
use crate::access::Scope;
use crate::audit::{self, Author, Change};
use crate::edition;
use crate::error::{Conflict, Entity, Error, IfBroken, Result};
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
        r#"select c.id, c.store_id, s.name as store_name, c.role as "role: Role", c.plugin, c.settings,
            exists (select from connectors f where f.store_id = c.store_id and f.role = 'fulfillment'
                and f.disconnected_at is null) as "store_is_fulfilled!"
         from connectors c join stores s on s.id = c.store_id
         where c.disconnected_at is null and s.archived_at is null
           and ($1::text is null or c.plugin = $1) and ($2::uuid[] is null or c.store_id = any($2))
         order by c.created_at, c.id"#,
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
        r#"select c.id, c.store_id, s.name as store_name, c.role as "role: Role", c.plugin, c.settings,
            exists (select from connectors f where f.store_id = c.store_id and f.role = 'fulfillment'
                and f.disconnected_at is null) as "store_is_fulfilled!"
         from connectors c join stores s on s.id = c.store_id
         where c.id = $1 and c.disconnected_at is null"#,
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
    // The store's own history tells of its connections.
    let entry = audit::Entry {
        entity: "store",
        id: new.store,
        action: "connect",
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

/// A store's connections in use, by role.
pub async fn of_store(db: impl PgExecutor<'_>, store: Uuid) -> Result<Vec<ConnectorBody>> {
    let rows = sqlx::query!(
        "select id, role, plugin, settings, created_at,
            (select max(completed_at) from connector_cursors where connector_id = c.id) as synchronized_at
         from connectors c where store_id = $1 and disconnected_at is null order by role",
        store,
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| ConnectorBody {
            id: row.id,
            role: row.role,
            kind: row.plugin,
            data: row.settings,
            synchronized_at: row.synchronized_at,
            created_at: row.created_at,
        })
        .collect())
}

/// The connections of these stores in a role: id and plugin.
pub async fn of_stores(
    db: impl PgExecutor<'_>,
    stores: &[Uuid],
    role: Role,
) -> Result<Vec<(Uuid, String)>> {
    let rows = sqlx::query!(
        "select c.id, c.plugin from connectors c join stores s on s.id = c.store_id
         where c.store_id = any($1) and c.role = $2 and c.disconnected_at is null and s.archived_at is null
         order by c.id",
        stores,
        role.as_str(),
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.plugin)).collect())
}

/// Ends a store's connection. Its orders stay. False: there is none in use of this id.
pub async fn disconnect(
    db: &mut PgConnection,
    author: &Author,
    store: Uuid,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<bool> {
    let plugin = sqlx::query_scalar!(
        "update connectors set disconnected_at = $3, updated_at = $3
         where id = $1 and store_id = $2 and disconnected_at is null returning plugin",
        id,
        store,
        now,
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(plugin) = plugin else {
        return Ok(false);
    };
    let change = Change {
        field: "plugin".into(),
        before: plugin.into(),
        after: Default::default(),
    };
    told(db, author, store, "disconnect", vec![change]).await?;
    Ok(true)
}

/// Takes a connection up again that was ended.
///
/// # Errors
/// Not found; too late, as the secrets go after a day; [`Conflict::ConnectorType`] when the role is taken again.
pub async fn reconnect(
    db: &mut PgConnection,
    author: &Author,
    store: Uuid,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    let ended = sqlx::query!(
        "select disconnected_at, plugin from connectors where id = $1 and store_id = $2 for update",
        id,
        store,
    )
    .fetch_optional(&mut *db)
    .await?
    .ok_or(Error::NotFound(Entity::Connector))?;
    let disconnected_at = ended
        .disconnected_at
        .ok_or(Error::NotFound(Entity::Connector))?;
    edition::restorable(disconnected_at, now)?;
    sqlx::query!(
        "update connectors set disconnected_at = null, updated_at = $2 where id = $1",
        id,
        now
    )
    .execute(&mut *db)
    .await
    .if_broken(
        "connectors_one_a_role",
        Error::Conflict(Conflict::ConnectorType),
    )?;
    let change = Change {
        field: "plugin".into(),
        before: Default::default(),
        after: ended.plugin.into(),
    };
    told(db, author, store, "connect", vec![change]).await
}

async fn told(
    db: &mut PgConnection,
    author: &Author,
    store: Uuid,
    action: &str,
    changes: Vec<Change>,
) -> Result<()> {
    let entry = audit::Entry {
        entity: "store",
        id: store,
        action,
        changes,
    };
    Ok(audit::record(db, author, &[entry]).await?)
}

/// Forgets the secrets of at most `batch` connections that were ended a day ago or earlier; tells how many.
pub async fn forget_secrets(
    db: impl PgExecutor<'_>,
    now: DateTime<Utc>,
    batch: i64,
) -> Result<u64> {
    let forgotten = sqlx::query!(
        "update connectors set secrets = null where id = any(array(
            select id from connectors where disconnected_at < $1 and secrets is not null limit $2))",
        now - edition::KEPT,
        batch,
    )
    .execute(db)
    .await?;
    Ok(forgotten.rows_affected())
}

/// Seals every secret with the present master key that was sealed with the one before; tells how many. All or none, and
/// done again it finds nothing to do. Connections can be made and used meanwhile.
///
/// # Errors
/// A secret that neither key opens; the message names its connection.
pub async fn reseal(db: &mut PgConnection, keys: &Keys) -> anyhow::Result<u64> {
    let mut resealed = 0;
    let mut after = Uuid::nil();
    loop {
        let rows = sqlx::query!(
            r#"select id, secrets as "secrets!" from connectors where id > $1 and secrets is not null
             order by id limit 500 for update"#,
            after,
        )
        .fetch_all(&mut *db)
        .await?;
        let Some(last) = rows.last() else {
            return Ok(resealed);
        };
        after = last.id;
        let (mut ids, mut secrets) = (Vec::new(), Vec::new());
        for row in rows {
            let anew = keys.reseal(row.id.as_bytes(), &row.secrets);
            if let Some(anew) = anew.with_context(|| format!("connection {}", row.id))? {
                ids.push(row.id);
                secrets.push(anew);
            }
        }
        sqlx::query!(
            "update connectors c set secrets = t.secrets
             from unnest($1::uuid[], $2::bytea[]) as t (id, secrets) where c.id = t.id",
            &ids,
            &secrets,
        )
        .execute(&mut *db)
        .await?;
        resealed += ids.len() as u64;
    }
}
