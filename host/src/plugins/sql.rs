//! Every query on what is kept of plugins: their memory (`wit/store.wit`; the nil UUID stands for the plugin as a whole)
//! and what administrators decided about them.

use chrono::{DateTime, Utc};
use comptoir_sandbox::{Right, RightKind};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use super::loading::Decisions;

pub async fn store_get(
    db: impl PgExecutor<'_>,
    plugin: &str,
    connector: Uuid,
    key: &str,
) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar!(
        "select value from plugin_store where plugin = $1 and connector_id = $2 and key = $3",
        plugin,
        connector,
        key,
    )
    .fetch_optional(db)
    .await
}

/// Writes unless all keys and values would then exceed `quota` bytes; tells whether it did. Writers of one memory wait
/// for each other, so that two cannot exceed it together.
pub async fn store_set(
    db: &mut PgConnection,
    plugin: &str,
    connector: Uuid,
    key: &str,
    value: &[u8],
    quota: u64,
) -> sqlx::Result<bool> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 0))",
        format!("store {plugin} {connector}")
    )
    .execute(&mut *db)
    .await?;
    let others = sqlx::query_scalar!(
        r#"select coalesce(sum(octet_length(key) + octet_length(value)), 0) as "bytes!"
        from plugin_store where plugin = $1 and connector_id = $2 and key <> $3"#,
        plugin,
        connector,
        key,
    )
    .fetch_one(&mut *db)
    .await?;
    let total = u64::try_from(others).unwrap_or(0) + key.len() as u64 + value.len() as u64;
    if total > quota {
        return Ok(false);
    }
    sqlx::query!(
        "insert into plugin_store (plugin, connector_id, key, value) values ($1, $2, $3, $4)
         on conflict (plugin, connector_id, key) do update set value = excluded.value, updated_at = now()",
        plugin,
        connector,
        key,
        value,
    )
    .execute(db)
    .await?;
    Ok(true)
}

pub async fn store_delete(
    db: impl PgExecutor<'_>,
    plugin: &str,
    connector: Uuid,
    key: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from plugin_store where plugin = $1 and connector_id = $2 and key = $3",
        plugin,
        connector,
        key,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What administrators decided, of all plugins. A right of a kind that is none any more is left out.
pub async fn decisions(db: &PgPool) -> sqlx::Result<Decisions> {
    let approvals = sqlx::query!("select plugin, kind, what from plugin_approvals")
        .fetch_all(db)
        .await?;
    let pins = sqlx::query!("select plugin, digest from plugin_pins")
        .fetch_all(db)
        .await?;
    let builds = sqlx::query!("select plugin, version, digest from plugin_approved_builds")
        .fetch_all(db)
        .await?;
    let mut decisions = Decisions::default();
    for row in approvals {
        let mut kinds = RightKind::ALL.into_iter();
        if let Some(kind) = kinds.find(|kind| kind.as_str() == row.kind) {
            let approved = decisions.approved.entry(row.plugin).or_default();
            approved.insert(Right::new(kind, row.what));
        }
    }
    decisions.builds = builds
        .into_iter()
        .map(|row| ((row.plugin, row.version), row.digest))
        .collect();
    decisions.pinned = pins
        .into_iter()
        .map(|row| (row.plugin, row.digest))
        .collect();
    Ok(decisions)
}

/// Approves rights that a plugin asks for; those approved before stay as they are.
pub async fn approve(
    db: impl PgExecutor<'_>,
    plugin: &str,
    rights: &[Right],
    by: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let (kinds, whats): (Vec<String>, Vec<String>) = rights
        .iter()
        .map(|right| (right.kind.as_str().to_owned(), right.what.clone()))
        .unzip();
    sqlx::query!(
        "insert into plugin_approvals (plugin, kind, what, approved_at, approved_by)
         select $1, kind, what, $4, $5 from unnest($2::text[], $3::text[]) wish (kind, what) on conflict do nothing",
        plugin,
        &kinds,
        &whats,
        now,
        by,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Notes the build that was there when the operator approved its version; the first one stays.
pub async fn approve_build(
    db: impl PgExecutor<'_>,
    plugin: &str,
    version: &str,
    digest: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into plugin_approved_builds (plugin, version, digest, approved_at) values ($1, $2, $3, $4)
         on conflict do nothing",
        plugin,
        version,
        digest,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The version to run whatever the source holds; `None`: the source's again. Gives the one before.
pub async fn pin(
    db: &mut PgConnection,
    plugin: &str,
    digest: Option<&str>,
    by: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<String>> {
    let before = sqlx::query_scalar!(
        "delete from plugin_pins where plugin = $1 returning digest",
        plugin
    )
    .fetch_optional(&mut *db)
    .await?;
    if let Some(digest) = digest {
        sqlx::query!(
            "insert into plugin_pins (plugin, digest, pinned_at, pinned_by) values ($1, $2, $3, $4)",
            plugin,
            digest,
            now,
            by,
        )
        .execute(db)
        .await?;
    }
    Ok(before)
}
