//! Calls on a store's connectors.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use secrecy::ExposeSecret;
use serde::Deserialize;
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::STORE;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Resource, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params, Path, ids_of};
use crate::http::routing::{Routes, routes};
use crate::plugins::Ready;
use crate::program::keys::Keys;
use crate::providers::connectors::secrets;
use crate::providers::connectors::{
    self, ConnectorBody, ConnectorInput, ConnectorRole, ConnectorStore, ConnectorType,
    NewConnector, SecretsInput, Split,
};
use crate::providers::webhooks;
use crate::records;
use crate::records::audit::{self, Author, Change};
use crate::records::live::{self, Signal};

const READ: Access = Access::admin(&[Permission::ReadConnector, Permission::ReadStore]);
const WRITE: Access = Access::admin(&[Permission::WriteConnector, Permission::ReadStore]);

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(types))
        .add(READ, routes!(stores))
        .add(READ, routes!(list))
        .add_recent(WRITE, routes!(connect))
        .add_recent(WRITE, routes!(replace_secrets))
        .add(WRITE, routes!(disconnect))
        .add(WRITE, routes!(reconnect))
}

/// The plugins that stores can be connected to, with the form that each asks for.
#[utoipa::path(get, path = "/connector/type", tag = "stores", operation_id = "listConnectorTypes",
    responses((status = 200, body = Data<Vec<ConnectorType>>), (status = 403, body = ErrorBody)))]
async fn types(State(app): State<App>) -> Data<Vec<ConnectorType>> {
    let loaded = app.plugins.all_ready();
    let types = loaded.iter().map(|ready| connector_type(ready));
    Data {
        data: types.filter(|each| !each.roles.is_empty()).collect(),
    }
}

fn connector_type(ready: &Ready) -> ConnectorType {
    let manifest = ready.plugin.manifest();
    let roles = [
        ConnectorRole::Shop,
        ConnectorRole::Fulfillment,
        ConnectorRole::Support,
    ];
    ConnectorType {
        kind: manifest.id.clone(),
        name: manifest.name.clone(),
        roles: roles
            .into_iter()
            .filter(|role| role.is_played_by(&manifest.roles))
            .collect(),
        settings: manifest.settings.clone(),
        logo: ready.logo(),
    }
}

/// What one asks of connections.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoresQuery {
    ids: String,
}

/// At most so many connections are asked for at once.
const MOST_IDS: usize = 100;

/// Whose connections are: at most 100 by their ids, with commas between them. Those that are unknown, ended or none of the
/// caller's business are left out.
#[utoipa::path(get, path = "/connector", tag = "stores", operation_id = "listConnectorStores",
    params(("ids" = String, Query, description = "With commas between them")),
    responses((status = 200, body = Data<Vec<ConnectorStore>>), (status = 400, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
async fn stores(
    scope: Scope,
    State(app): State<App>,
    Params(StoresQuery { ids }): Params<StoresQuery>,
) -> Result<Data<Vec<ConnectorStore>>> {
    let ids = ids_of(&ids, "ids", MOST_IDS)?;
    Ok(Data {
        data: connectors::stores_of(&app.db, &scope, &ids).await?,
    })
}

/// A store's connectors, one a role at most. Secrets are never shown.
#[utoipa::path(get, path = "/store/{id}/connector", tag = "stores", operation_id = "listConnectors",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Vec<ConnectorBody>>), (status = 404, body = ErrorBody)))]
async fn list(
    scope: Scope,
    State(app): State<App>,
    Id(store): Id,
) -> Result<Data<Vec<ConnectorBody>>> {
    let mut db = app.db.acquire().await?;
    records::check_visible(&mut db, &scope, &STORE, store).await?;
    let data = connected(&app, &mut db, store).await?;
    Ok(Data { data })
}

/// A store's connections, with which secrets each has and where its provider sends its events.
pub async fn connected(
    app: &App,
    db: &mut PgConnection,
    store: Uuid,
) -> Result<Vec<ConnectorBody>> {
    let mut connectors = connectors::of_store(&mut *db, store).await?;
    let mut secrets = secrets::names(&mut *db, &app.keys, store).await?;
    for connector in &mut connectors {
        connector.secrets = secrets.remove(&connector.id).unwrap_or_default();
        let rules = app.plugins.webhooks(&connector.kind);
        connector.webhook_address = rules.map(|rules| {
            webhooks::address(
                &app.origin,
                &app.keys,
                &rules,
                &connector.kind,
                connector.id,
            )
        });
    }
    Ok(connectors)
}

/// Connects a store. The plugin asks the provider whether the settings and secrets are good before anything is saved. An
/// account that another store is connected to is refused at its field (`connected`).
#[utoipa::path(post, path = "/store/{id}/connector", tag = "stores", operation_id = "connectStore",
    params(("id" = Uuid, Path), KeyHeader), request_body = ConnectorInput,
    responses((status = 201, body = Data<Vec<ConnectorBody>>), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody, description = "ConflictConnectorTypeException"),
        (status = 503, body = ErrorBody, description = "The provider does not answer")))]
async fn connect(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Id(store): Id,
    Body(input): Body<ConnectorInput>,
) -> Result<Response> {
    let mut db = app.db.acquire().await?;
    records::check_visible(&mut db, &scope, &STORE, store).await?;
    let owner = connectors::owner(&mut *db, store).await?;
    drop(db);
    let ready = app
        .plugins
        .ready(&input.kind)
        .ok_or_else(|| Error::field("type", "option"))?;
    let manifest = ready.plugin.manifest();
    if !input.role.is_played_by(&manifest.roles) {
        return Err(Error::field("type", "option"));
    }
    let Split { settings, secrets } = input.split(&manifest.settings, &manifest.secrets())?;
    connectors::try_at_provider(&ready, &settings, &secrets, (owner, store)).await?;
    let new = NewConnector {
        store,
        role: input.role,
        plugin: input.kind,
        settings,
        secrets,
    };
    once.run(&app, async |tx| {
        let of = (&*new.plugin, store);
        connectors::check_account(tx, &scope, of, &manifest.settings, &new.settings).await?;
        connect_to(tx, &app.keys, &Author::from(&scope), new).await?;
        live::notify(tx, &Signal::changed(&STORE)).await?;
        Ok((StatusCode::CREATED, connected(&app, tx, store).await?))
    })
    .await
}

/// Replaces secrets of a connection, which goes on. The plugin asks the provider first whether they are good. What the
/// provider signs with an old one is accepted for another hour.
#[utoipa::path(put, path = "/store/{id}/connector/{connectorId}/secret", tag = "stores",
    operation_id = "replaceConnectorSecrets", params(("id" = Uuid, Path), ("connectorId" = Uuid, Path)),
    request_body = SecretsInput,
    responses((status = 204, description = "Replaced"), (status = 400, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 503, body = ErrorBody, description = "The provider does not answer")))]
async fn replace_secrets(
    scope: Scope,
    State(app): State<App>,
    Path((store, id)): Path<(Uuid, Uuid)>,
    Body(input): Body<SecretsInput>,
) -> Result<StatusCode> {
    let mut db = app.db.acquire().await?;
    records::check_visible(&mut db, &scope, &STORE, store).await?;
    let missing = || Error::NotFound(Resource::Connector);
    let connector = connectors::find(&mut *db, id).await?.ok_or_else(missing)?;
    if connector.store_id != store {
        return Err(missing());
    }
    let ready = app.plugins.ready(&connector.plugin);
    let ready = ready.ok_or_else(|| Error::field("type", "option"))?;
    let manifest = ready.plugin.manifest();
    let names = manifest.secrets();
    let stranger = |name: &&String| !names.contains(name.as_str());
    if let Some(name) = input.data.keys().find(stranger) {
        return Err(Error::field(format!("data.{name}"), "unknown"));
    }
    let mut data = connector.settings.as_object().cloned().unwrap_or_default();
    for (name, secret) in secrets::all(&mut *db, &app.keys, id).await? {
        data.insert(name, secret.expose_secret().into());
    }
    drop(db);
    let named: Vec<String> = input.data.keys().cloned().collect();
    data.extend(input.data);
    let whole = ConnectorInput {
        role: connector.role,
        kind: connector.plugin,
        data,
    };
    let Split { settings, secrets } = whole.split(&manifest.settings, &names)?;
    connectors::try_at_provider(&ready, &settings, &secrets, (connector.owner_id, id)).await?;
    let mut tx = app.begin().await?;
    let author = Author::from(&scope);
    let plugin =
        secrets::replace(&mut tx, &app.keys, (store, id), &named, &secrets, app.now()).await?;
    let change = change("plugin", Value::Null, plugin);
    record(&mut tx, &author, store, "secret", vec![change]).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a store's connection, at once; its orders stay. It can be undone for an hour.
#[utoipa::path(delete, path = "/store/{id}/connector/{connectorId}", tag = "stores", operation_id = "disconnectStore",
    params(("id" = Uuid, Path), ("connectorId" = Uuid, Path)),
    responses((status = 204, description = "Disconnected"), (status = 404, body = ErrorBody)))]
async fn disconnect(
    scope: Scope,
    State(app): State<App>,
    Path((store, id)): Path<(Uuid, Uuid)>,
) -> Result<StatusCode> {
    live::change(&app, &Signal::changed(&STORE), async |tx| {
        records::check_visible(tx, &scope, &STORE, store).await?;
        let plugin = connectors::disconnect(tx, store, id, app.now()).await?;
        let plugin = plugin.ok_or(Error::NotFound(Resource::Connector))?;
        let change = change("plugin", plugin, Value::Null);
        record(tx, &Author::from(&scope), store, "disconnect", vec![change]).await?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// Undoes a disconnection, within an hour.
#[utoipa::path(post, path = "/store/{id}/connector/{connectorId}/restore", tag = "stores",
    operation_id = "reconnectStore", params(("id" = Uuid, Path), ("connectorId" = Uuid, Path)),
    responses((status = 200, body = Data<Vec<ConnectorBody>>), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
async fn reconnect(
    scope: Scope,
    State(app): State<App>,
    Path((store, id)): Path<(Uuid, Uuid)>,
) -> Result<Data<Vec<ConnectorBody>>> {
    live::change(&app, &Signal::changed(&STORE), async |tx| {
        records::check_visible(tx, &scope, &STORE, store).await?;
        let schema = |plugin: &str| {
            Some(
                app.plugins
                    .ready(plugin)?
                    .plugin
                    .manifest()
                    .settings
                    .clone(),
            )
        };
        let plugin = connectors::reconnect(tx, &scope, (store, id), schema, app.now()).await?;
        let change = change("plugin", Value::Null, plugin);
        record(tx, &Author::from(&scope), store, "connect", vec![change]).await?;
        let data = connected(&app, tx, store).await?;
        Ok(Data { data })
    })
    .await
}

/// Connects a store, and tells its history.
///
/// # Errors
/// [`ROLE_TAKEN`] when the store has a connection of this role already.
pub async fn connect_to(
    db: &mut PgConnection,
    keys: &Keys,
    author: &Author,
    new: NewConnector,
) -> Result<Uuid> {
    let id = connectors::connect(db, keys, &new).await?;
    let changes = vec![
        change("plugin", Value::Null, new.plugin),
        change("settings", Value::Null, new.settings),
    ];
    record(db, author, new.store, "connect", changes).await?;
    Ok(id)
}

fn change(field: &str, before: impl Into<Value>, after: impl Into<Value>) -> Change {
    Change {
        field: field.into(),
        before: before.into(),
        after: after.into(),
    }
}

/// The store's own history tells of its connections.
async fn record(
    db: &mut PgConnection,
    author: &Author,
    store: Uuid,
    action: &str,
    changes: Vec<Change>,
) -> Result<()> {
    let entry = audit::Entry {
        kind: &STORE,
        id: store,
        action,
        changes,
    };
    Ok(audit::record(db, author, &[entry]).await?)
}
