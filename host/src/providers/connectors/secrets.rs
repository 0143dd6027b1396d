//! Secrets of connections: sealed at rest, replaced without a gap, forgotten in time.

use std::collections::BTreeMap;

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use secrecy::{ExposeSecret, SecretString};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::http::error::{Error, Resource, Result};
use crate::program::keys::Keys;
use crate::records::edition;

/// By the name of their field in the plugin's settings schema.
pub type Secrets = BTreeMap<String, SecretString>;

/// How long a provider may still sign with a secret that was replaced: what it sent before it knew the new one, and its
/// tries again.
const OVERLAP: TimeDelta = TimeDelta::hours(1);

/// A secret that was replaced.
#[derive(Debug, Deserialize)]
struct Former {
    name: String,
    secret: SecretString,
    until: DateTime<Utc>,
}

/// The same, to be sealed.
#[derive(Serialize)]
struct FormerPlain<'a> {
    name: &'a str,
    secret: &'a str,
    until: DateTime<Utc>,
}

/// Secrets as they lie in the database.
pub fn seal(keys: &Keys, connector: Uuid, secrets: &Secrets) -> anyhow::Result<Vec<u8>> {
    let plain: BTreeMap<&str, &str> = secrets
        .iter()
        .map(|(name, secret)| (name.as_str(), secret.expose_secret()))
        .collect();
    seal_json(keys, connector, &plain)
}

fn seal_json(keys: &Keys, connector: Uuid, plain: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let plain = serde_json::to_vec(plain).context("secrets are text")?;
    keys.seal(connector.as_bytes(), &plain)
}

/// Secrets as they were sealed.
pub fn open<T: DeserializeOwned>(keys: &Keys, connector: Uuid, sealed: &[u8]) -> anyhow::Result<T> {
    Ok(serde_json::from_slice(
        &keys.open(connector.as_bytes(), sealed)?,
    )?)
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
    let mut secrets: Secrets = open(keys, id, &sealed)?;
    Ok(secrets.remove(name))
}

/// What an event of a connection in use may be signed with: its secret of that name, and those that it replaced within
/// the last hour.
pub async fn accepted(
    db: impl PgExecutor<'_>,
    keys: &Keys,
    connector: Uuid,
    name: &str,
    now: DateTime<Utc>,
) -> anyhow::Result<Vec<SecretString>> {
    let row = sqlx::query!(
        "select secrets, former_secrets from connectors where id = $1 and disconnected_at is null",
        connector,
    )
    .fetch_optional(db)
    .await?;
    let Some(row) = row else {
        return Ok(Vec::new());
    };
    let mut accepted = Vec::new();
    if let Some(sealed) = row.secrets {
        accepted.extend(open::<Secrets>(keys, connector, &sealed)?.remove(name));
    }
    if let Some(sealed) = row.former_secrets {
        let former: Vec<Former> = open(keys, connector, &sealed)?;
        let valid = |former: &Former| former.name == name && now < former.until;
        accepted.extend(former.into_iter().filter(valid).map(|former| former.secret));
    }
    Ok(accepted)
}

/// All secrets of a connection in use, to be joined by new ones.
pub async fn all(db: impl PgExecutor<'_>, keys: &Keys, connector: Uuid) -> Result<Secrets> {
    let sealed = sqlx::query_scalar!(
        "select secrets from connectors where id = $1 and disconnected_at is null",
        connector,
    )
    .fetch_optional(db)
    .await?
    .flatten();
    Ok(match sealed {
        Some(sealed) => open(keys, connector, &sealed)?,
        None => Secrets::new(),
    })
}

/// The names of the secrets of a store's connections in use, by connection.
pub async fn names(
    db: impl PgExecutor<'_>,
    keys: &Keys,
    store: Uuid,
) -> Result<BTreeMap<Uuid, Vec<String>>> {
    let rows = sqlx::query!(
        r#"select id, secrets as "secrets!" from connectors
         where store_id = $1 and disconnected_at is null and secrets is not null"#,
        store,
    )
    .fetch_all(db)
    .await?;
    let mut names = BTreeMap::new();
    for row in rows {
        match open::<Secrets>(keys, row.id, &row.secrets) {
            Ok(secrets) => {
                names.insert(row.id, secrets.into_keys().collect());
            }
            // As good as none: the page that replaces them has to open.
            Err(error) => tracing::error!(connector = %row.id, %error, "secrets are lost"),
        }
    }
    Ok(names)
}

/// Gives those secrets of a store's connection that are `named` their values in `secrets`, or takes them away; the others
/// stay as they are by now. Its provider may sign with the old ones for another hour. Tells its plugin.
///
/// # Errors
/// Not found: the store has no such connection in use.
pub async fn replace(
    db: &mut PgConnection,
    keys: &Keys,
    (store, id): (Uuid, Uuid),
    named: &[String],
    secrets: &Secrets,
    now: DateTime<Utc>,
) -> Result<String> {
    let row = sqlx::query!(
        "select secrets, former_secrets, plugin from connectors
         where id = $1 and store_id = $2 and disconnected_at is null for update",
        id,
        store,
    )
    .fetch_optional(&mut *db)
    .await?
    .ok_or(Error::NotFound(Resource::Connector))?;
    let present: Secrets = match row.secrets {
        Some(sealed) => open(keys, id, &sealed)?,
        None => Secrets::new(),
    };
    let mut former: Vec<Former> = match row.former_secrets {
        Some(sealed) => open(keys, id, &sealed)?,
        None => Vec::new(),
    };
    former.retain(|former| now < former.until);
    let mut secrets = secrets.clone();
    secrets.retain(|name, _| named.contains(name));
    let others = present.iter().filter(|(name, _)| !named.contains(name));
    secrets.extend(others.map(|(name, secret)| (name.clone(), secret.clone())));
    let is_other = |name: &String, secret: &SecretString| {
        secrets.get(name).map(ExposeSecret::expose_secret) != Some(secret.expose_secret())
    };
    let replaced = present
        .into_iter()
        .filter(|(name, secret)| is_other(name, secret));
    former.extend(replaced.map(|(name, secret)| Former {
        name,
        secret,
        until: now + OVERLAP,
    }));
    let plain: Vec<FormerPlain<'_>> = former
        .iter()
        .map(|former| FormerPlain {
            name: &former.name,
            secret: former.secret.expose_secret(),
            until: former.until,
        })
        .collect();
    sqlx::query!(
        "update connectors set secrets = $2, former_secrets = $3, former_until = $4, updated_at = $5 where id = $1",
        id,
        seal(keys, id, &secrets)?,
        seal_json(keys, id, &plain)?,
        former.iter().map(|former| former.until).max(),
        now,
    )
    .execute(&mut *db)
    .await?;
    Ok(row.plugin)
}

/// Forgets the secrets of connections that were ended a day ago or earlier, and those that were replaced and are accepted
/// no more; of at most `batch` connections. Tells how many.
pub async fn forget_secrets(
    db: impl PgExecutor<'_>,
    now: DateTime<Utc>,
    batch: i64,
) -> Result<u64> {
    let forgotten = sqlx::query!(
        "update connectors set secrets = case when disconnected_at < $1 then null else secrets end,
            former_secrets = null, former_until = null
         where id = any(array(
            select id from connectors
            where (disconnected_at < $1 and secrets is not null) or former_until < $2 limit $3))",
        now - edition::KEPT,
        now,
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
            r#"select id, secrets as "secrets!", former_secrets from connectors
             where id > $1 and secrets is not null order by id limit 500 for update"#,
            after,
        )
        .fetch_all(&mut *db)
        .await?;
        let Some(last) = rows.last() else {
            return Ok(resealed);
        };
        after = last.id;
        let (mut ids, mut secrets, mut formers) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            let anew = |sealed: &[u8]| {
                let anew = keys.reseal(row.id.as_bytes(), sealed);
                anew.with_context(|| format!("connection {}", row.id))
            };
            let secret = anew(&row.secrets)?;
            let former = row.former_secrets.as_deref().map(anew).transpose()?;
            if secret.is_some() || former.as_ref().is_some_and(Option::is_some) {
                ids.push(row.id);
                secrets.push(secret.unwrap_or(row.secrets));
                formers.push(former.flatten().or(row.former_secrets));
            }
        }
        sqlx::query!(
            "update connectors c set secrets = t.secrets, former_secrets = t.former
             from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as t (id, secrets, former) where c.id = t.id",
            &ids,
            &secrets,
            &formers as &[Option<Vec<u8>>],
        )
        .execute(&mut *db)
        .await?;
        resealed += ids.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use sqlx::PgPool;

    use super::*;
    use crate::providers::connectors::ConnectorRole;
    use crate::testing::{TestApp, noon};

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn who_replaces_one_secret_leaves_the_others_as_they_are_by_then(db: PgPool) {
        let app = TestApp::new(db.clone()).await;
        let store = app.store(app.organization().await).await;
        let first = [("api", "a1"), ("hook", "h1"), ("spare", "s1")];
        let id = app.hostile(store, ConnectorRole::Shop, &first).await;
        let keys = &app.app.keys;
        // Three people read the same, and each has one of them tried at the provider meanwhile.
        let read = all(&db, keys, id).await.unwrap();
        for (name, value) in [("api", Some("a2")), ("hook", Some("h2")), ("spare", None)] {
            let mut wished = read.clone();
            wished.remove(name);
            wished.extend(value.map(|value| (name.to_owned(), value.into())));
            let mut tx = app.app.begin().await.unwrap();
            let named = [name.to_owned()];
            let plugin = replace(&mut tx, keys, (store, id), &named, &wished, noon());
            assert_eq!(plugin.await.unwrap(), "hostile");
            tx.commit().await.unwrap();
        }
        let now = all(&db, keys, id).await.unwrap();
        let now: Vec<_> = now
            .iter()
            .map(|(name, secret)| (name.as_str(), secret.expose_secret()))
            .collect();
        assert_eq!(now, [("api", "a2"), ("hook", "h2")]);
        // What each replaced counts for another hour, and no more than that of its name.
        for (name, expected) in [
            ("api", vec!["a2", "a1"]),
            ("spare", vec!["s1"]),
            ("other", vec![]),
        ] {
            let found = accepted(&db, keys, id, name, noon()).await.unwrap();
            let found: Vec<_> = found.iter().map(ExposeSecret::expose_secret).collect();
            assert_eq!(found, expected, "{name}");
            let later = accepted(&db, keys, id, name, noon() + OVERLAP)
                .await
                .unwrap();
            assert_eq!(later.len(), usize::from(name == "api"), "{name}");
        }
        let elsewhere = (app.store(app.organization().await).await, id);
        let mut tx = app.app.begin().await.unwrap();
        let refused = replace(&mut tx, keys, elsewhere, &[], &read, noon()).await;
        assert!(matches!(refused, Err(Error::NotFound(Resource::Connector))));
    }
}
