//! Calls on a store's connectors.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use comptoir_sandbox::types::ErrorKind;
use comptoir_sandbox::{Call, CallError, Manifest};
use utoipa_axum::routes;
use uuid::Uuid;

use super::model::{ConnectorBody, ConnectorInput, ConnectorType, NewConnector, Role, Split};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::audit::Author;
use crate::error::{Entity, Error, ErrorBody, Issue, Result};
use crate::idempotency::{KeyHeader, Once};
use crate::live::{self, Signal};
use crate::plugins;
use crate::records;
use crate::request::{Body, Data, Id};
use crate::routing::Routes;

const READ: Access = Access::admin(&[Permission::ReadConnector, Permission::ReadStore]);
const WRITE: Access = Access::admin(&[Permission::WriteConnector, Permission::ReadStore]);

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(types))
        .add(READ, routes!(list))
        .add(WRITE, routes!(connect))
        .add(WRITE, routes!(disconnect))
        .add(WRITE, routes!(reconnect))
}

/// The plugins that stores can be connected to, with the form that each asks for.
#[utoipa::path(get, path = "/connector/type", tag = "stores", operation_id = "listConnectorTypes",
    responses((status = 200, body = Data<Vec<ConnectorType>>), (status = 403, body = ErrorBody)))]
async fn types(State(app): State<App>) -> Data<Vec<ConnectorType>> {
    let loaded = app.plugins.all_ready();
    let types = loaded
        .iter()
        .map(|ready| connector_type(ready.plugin.manifest()));
    Data {
        data: types.filter(|each| !each.roles.is_empty()).collect(),
    }
}

fn connector_type(manifest: &Manifest) -> ConnectorType {
    let roles = [Role::Shop, Role::Fulfillment, Role::Support];
    ConnectorType {
        kind: manifest.id.clone(),
        name: manifest.name.clone(),
        roles: roles
            .into_iter()
            .filter(|role| role.is_played_by(&manifest.roles))
            .collect(),
        settings: manifest.settings.clone(),
    }
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
    records::check_visible(&mut db, &scope, "store", store).await?;
    Ok(Data {
        data: sql::of_store(&mut *db, store).await?,
    })
}

/// Connects a store. The plugin asks the provider whether the settings and secrets are good before anything is saved.
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
    records::check_visible(&mut db, &scope, "store", store).await?;
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
    let tried = comptoir_sandbox::Connector {
        id: Uuid::now_v7(),
        settings: settings.clone(),
    };
    let call = Call::request(vec![tried]).with_secrets(secrets.clone());
    ready
        .plugin
        .check(call)
        .await
        .map_err(|error| refused(&input.kind, error))?;
    let new = NewConnector {
        store,
        role: input.role,
        plugin: input.kind,
        settings,
        secrets,
    };
    once.run(&app, async |tx| {
        sql::connect(tx, &app.keys, &Author::from(&scope), new).await?;
        live::notify(tx, &Signal::Changed("store".into())).await?;
        let connectors = sql::of_store(&mut *tx, store).await?;
        Ok((StatusCode::CREATED, connectors))
    })
    .await
}

/// What the provider does not accept is told at its field.
fn refused(plugin: &str, error: CallError) -> Error {
    // A plugin speaks English: what has words of our own is told in the caller's language.
    let told = |field: String, code: &str, message: &str| Issue {
        field,
        code: code.to_owned(),
        message: match code {
            "required" | "invalid" | "unknown" | "credentials" => String::new(),
            _ => message.to_owned(),
        },
    };
    if let CallError::Refused(refusal) = &error {
        match &refusal.kind {
            ErrorKind::Unauthorized => {
                return Error::Invalid(vec![told("data".into(), "credentials", &refusal.message)]);
            }
            ErrorKind::InvalidConfig(issues) => {
                let issues = issues.iter().map(|issue| {
                    told(format!("data.{}", issue.field), &issue.code, &issue.message)
                });
                return Error::Invalid(issues.collect());
            }
            _ => {}
        }
    }
    plugins::call_error(plugin, error)
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
    let mut tx = app.begin().await?;
    records::check_visible(&mut tx, &scope, "store", store).await?;
    if !sql::disconnect(&mut tx, &Author::from(&scope), store, id, app.now()).await? {
        return Err(Error::NotFound(Entity::Connector));
    }
    live::notify(&mut tx, &Signal::Changed("store".into())).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
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
    let mut tx = app.begin().await?;
    records::check_visible(&mut tx, &scope, "store", store).await?;
    sql::reconnect(&mut tx, &Author::from(&scope), store, id, app.now()).await?;
    let data = sql::of_store(&mut *tx, store).await?;
    live::notify(&mut tx, &Signal::Changed("store".into())).await?;
    tx.commit().await?;
    Ok(Data { data })
}
