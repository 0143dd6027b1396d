//! Every query on the plugins' memory (`wit/store.wit`). The nil UUID stands for the plugin as a whole.

use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

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
