//! Every query on connectors.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{
    Connector, ConnectorBody, ConnectorRole, ConnectorStore, ConnectorWebhooks, NewConnector,
    account_fields, account_of,
};
use super::secrets;
use crate::access::Scope;
use crate::http::error::{Conflict, Error, IfBroken, Issue, Resource, Result};
use crate::program::keys::Keys;
use crate::records::edition;

/// A store has one connection a role.
static ROLE_TAKEN: Conflict = Conflict::new(
    "ConnectorType",
    "Cette boutique a déjà une connexion pour ce rôle : déconnectez-la d’abord.",
    "This store has a connection for this role already: disconnect it first.",
);

/// Meanwhile another store took the account.
static ACCOUNT_TAKEN: Conflict = Conflict::new(
    "ConnectorType",
    "Ce compte a été connecté à une autre boutique entre-temps.",
    "This account was connected to another store meanwhile.",
);

/// The connections in use, of one plugin or all, that the scope reaches (none: the system's own reach, everything).
pub async fn active(
    db: impl PgExecutor<'_>,
    scope: Option<&Scope>,
    plugin: Option<&str>,
) -> Result<Vec<Connector>> {
    let stores = scope.and_then(Scope::stores);
    Ok(sqlx::query_as!(
        Connector,
        r#"select c.id, c.store_id, s.name as store_name, owner_of_store(s.id) as "owner_id!",
            c.role as "role: ConnectorRole", c.plugin, c.settings,
            exists (select from connectors f where f.store_id = c.store_id and f.role = 'fulfillment'
                and f.disconnected_at is null) as "store_is_fulfilled!"
         from connectors c join stores s on s.id = c.store_id
         where c.disconnected_at is null and s.archived_at is null
           and ($1::text is null or c.plugin = $1) and in_scope(c.store_id, $2)
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
        r#"select c.id, c.store_id, s.name as store_name, owner_of_store(s.id) as "owner_id!",
            c.role as "role: ConnectorRole", c.plugin, c.settings,
            exists (select from connectors f where f.store_id = c.store_id and f.role = 'fulfillment'
                and f.disconnected_at is null) as "store_is_fulfilled!"
         from connectors c join stores s on s.id = c.store_id
         where c.id = $1 and c.disconnected_at is null"#,
        id,
    )
    .fetch_optional(db)
    .await?)
}

/// The other store that an account at a plugin's provider is connected to, whatever letters it is written in; its name, as far
/// as the scope reaches it. Until the transaction ends nobody else asks this of the plugin.
async fn taken_by(
    db: &mut PgConnection,
    scope: &Scope,
    (plugin, store): (&str, Uuid),
    account: &Value,
) -> Result<Option<Option<String>>> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended('connectors ' || $1, 0))",
        plugin
    )
    .execute(&mut *db)
    .await?;
    Ok(sqlx::query_scalar!(
        r#"select case when in_scope(s.id, $4) then s.name end as "name?"
         from connectors c join stores s on s.id = c.store_id
         where c.plugin = $1 and c.store_id <> $2 and c.disconnected_at is null
           and not exists (select from jsonb_each_text($3) a
                where lower(c.settings ->> a.key) is distinct from lower(a.value))
         limit 1"#,
        plugin,
        store,
        account,
        scope.stores(),
    )
    .fetch_optional(db)
    .await?)
}

/// Refuses an account that another store is connected to, which it names to whom may see it. Until the transaction ends
/// nobody else connects one of the same plugin.
///
/// # Errors
/// [`Error::Invalid`] at the setting that names the account.
pub async fn check_account(
    db: &mut PgConnection,
    scope: &Scope,
    (plugin, store): (&str, Uuid),
    schema: &Value,
    settings: &Value,
) -> Result<()> {
    let Some(account) = account_of(schema, settings) else {
        return Ok(());
    };
    let Some(other) = taken_by(db, scope, (plugin, store), &account).await? else {
        return Ok(());
    };
    let field = account_fields(schema).first().copied().unwrap_or_default();
    let issue = Issue::new(format!("data.{field}"), "connected");
    let options = other.into_iter().collect();
    Err(Error::Invalid(vec![Issue { options, ..issue }]))
}

/// Makes a connection.
///
/// # Errors
/// [`ROLE_TAKEN`] when the store has one of this role already.
pub async fn connect(db: &mut PgConnection, keys: &Keys, new: &NewConnector) -> Result<Uuid> {
    let id = Uuid::now_v7();
    let sealed = secrets::seal(keys, id, &new.secrets)?;
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
    .if_broken("connectors_one_a_role", Error::Conflict(&ROLE_TAKEN))?;
    Ok(id)
}

/// A store's connections in use, by role.
pub async fn of_store(db: impl PgExecutor<'_>, store: Uuid) -> Result<Vec<ConnectorBody>> {
    let rows = sqlx::query!(
        r#"select id, role, plugin, settings, created_at, webhooks_at, webhook_topics,
            (select max(completed_at) from connector_cursors where connector_id = c.id) as synchronized_at,
            (select max(received_at) from webhook_events where connector_id = c.id) as last_event_at,
            (select count(*) from (select from webhook_events
                where connector_id = c.id and state = 'FAILED' limit 1000) failed) as "failed!"
         from connectors c where store_id = $1 and disconnected_at is null order by role"#,
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
            secrets: Vec::new(),
            synchronized_at: row.synchronized_at,
            created_at: row.created_at,
            webhook_address: None,
            webhooks: ConnectorWebhooks {
                registered_at: row.webhooks_at,
                topics: row.webhook_topics,
                last_event_at: row.last_event_at,
                failed: row.failed,
            },
        })
        .collect())
}

/// Writes down which events the provider was asked for; none: no longer any.
pub async fn set_webhooks(
    db: impl PgExecutor<'_>,
    id: Uuid,
    topics: Option<&[String]>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update connectors set webhooks_at = $3, webhook_topics = $2 where id = $1",
        id,
        topics.unwrap_or_default(),
        topics.map(|_| now),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whose these connections are, as far as they are in use and the caller may see their stores.
pub async fn stores_of(
    db: impl PgExecutor<'_>,
    scope: &Scope,
    ids: &[Uuid],
) -> Result<Vec<ConnectorStore>> {
    Ok(sqlx::query_as!(
        ConnectorStore,
        "select c.id, c.store_id, s.name as store_name
         from connectors c join stores s on s.id = c.store_id
         where c.id = any($1) and c.disconnected_at is null and in_scope(c.store_id, $2)
         order by s.name, c.id",
        ids,
        scope.stores(),
    )
    .fetch_all(db)
    .await?)
}

/// Whose the load of a store's connections is.
pub async fn owner(db: impl PgExecutor<'_>, store: Uuid) -> Result<Uuid> {
    Ok(
        sqlx::query_scalar!(r#"select owner_of_store($1) as "owner!""#, store)
            .fetch_one(db)
            .await?,
    )
}

/// The connections of these stores in a role: id and plugin.
pub async fn of_stores(
    db: impl PgExecutor<'_>,
    stores: &[Uuid],
    role: ConnectorRole,
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

/// Those of these connections that are in use, each with its plugin's id.
pub async fn in_use(db: impl PgExecutor<'_>, ids: &[Uuid]) -> Result<Vec<(Uuid, String)>> {
    let found = sqlx::query_as(
        "select c.id, c.plugin from connectors c join stores s on s.id = c.store_id
         where c.id = any($1) and c.disconnected_at is null and s.archived_at is null",
    );
    Ok(found.bind(ids).fetch_all(db).await?)
}

/// Ends a store's connection to the plugin that is told. Its orders stay. `None`: there is none in use of this id.
pub async fn disconnect(
    db: &mut PgConnection,
    store: Uuid,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<String>> {
    Ok(sqlx::query_scalar!(
        "update connectors set disconnected_at = $3, updated_at = $3
         where id = $1 and store_id = $2 and disconnected_at is null returning plugin",
        id,
        store,
        now,
    )
    .fetch_optional(db)
    .await?)
}

/// Takes a connection up again that was ended; tells its plugin. `schema`: what a plugin's settings are.
///
/// # Errors
/// Not found; too late, as the secrets go after a day; [`ROLE_TAKEN`] when the role is taken again, [`ACCOUNT_TAKEN`] when
/// the account is.
pub async fn reconnect(
    db: &mut PgConnection,
    scope: &Scope,
    (store, id): (Uuid, Uuid),
    schema: impl FnOnce(&str) -> Option<Value> + Send,
    now: DateTime<Utc>,
) -> Result<String> {
    let ended = sqlx::query!(
        "select disconnected_at, plugin, settings from connectors where id = $1 and store_id = $2 for update",
        id,
        store,
    )
    .fetch_optional(&mut *db)
    .await?
    .ok_or(Error::NotFound(Resource::Connector))?;
    let disconnected_at = ended
        .disconnected_at
        .ok_or(Error::NotFound(Resource::Connector))?;
    edition::restorable(disconnected_at, now)?;
    let schema = schema(&ended.plugin).unwrap_or_default();
    if let Some(account) = account_of(&schema, &ended.settings)
        && taken_by(&mut *db, scope, (&ended.plugin, store), &account)
            .await?
            .is_some()
    {
        return Err(Error::Conflict(&ACCOUNT_TAKEN));
    }
    sqlx::query!(
        "update connectors set disconnected_at = null, updated_at = $2 where id = $1",
        id,
        now
    )
    .execute(&mut *db)
    .await
    .if_broken("connectors_one_a_role", Error::Conflict(&ROLE_TAKEN))?;
    Ok(ended.plugin)
}
