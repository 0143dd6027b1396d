//! What a store lacks until it works: connections, their first synchronisation and events, people who look at it.

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::connectors::connected;
use super::{STORE, sql};
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::jobs::{self, Progress};
use crate::providers::connectors::ConnectorBody;
use crate::records;
use crate::records::audit::{self, Author, Change};
use crate::records::live::{self, Signal};

const READ: Access = Access::admin(&[Permission::ReadStore]);
const WRITE: Access = Access::admin(&[Permission::WriteStore]);

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(find))
        .add(WRITE, routes!(dismiss))
}

/// How far a store is set up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StoreSetup)]
struct Setup {
    /// Since when nobody wants to be told any more; null: it is told.
    dismissed_at: Option<DateTime<Utc>>,
    /// Null for those who may not read connectors.
    connections: Option<Vec<Connection>>,
    /// How many people of its merchants see the store; null for those who may not read users.
    people: Option<i64>,
}

/// A connection, and how far its synchronisation is while that runs.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StoreSetupConnection)]
struct Connection {
    #[serde(flatten)]
    connector: ConnectorBody,
    synchronizing: Option<Progress>,
}

/// How far a store is set up: its connections, their synchronisation and events, its people.
#[utoipa::path(get, path = "/store/{id}/setup", tag = "stores", operation_id = "getStoreSetup",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Setup>), (status = 404, body = ErrorBody)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Setup>> {
    let mut db = app.db.acquire().await?;
    records::check_visible(&mut db, &scope, &STORE, id).await?;
    let facts = sql::setup(&mut db, id).await?;
    let connections = match scope.actor.may(Permission::ReadConnector) {
        true => Some(connections(&app, &mut db, id).await?),
        false => None,
    };
    let data = Setup {
        dismissed_at: facts.dismissed_at,
        connections,
        people: Some(facts.people).filter(|_| scope.actor.may(Permission::ReadUser)),
    };
    Ok(Data { data })
}

async fn connections(app: &App, db: &mut PgConnection, store: Uuid) -> Result<Vec<Connection>> {
    let connected = connected(app, &mut *db, store).await?;
    let pulls: Vec<String> = app
        .register
        .pulls()
        .map(|pull| pull.jobs[0].name.to_owned())
        .collect();
    let ids: Vec<String> = connected.iter().map(|each| each.id.to_string()).collect();
    let mut running = jobs::progress(db, &pulls, &ids).await?;
    let with_progress = connected.into_iter().map(|connector| Connection {
        synchronizing: running.remove(&connector.id.to_string()),
        connector,
    });
    Ok(with_progress.collect())
}

/// Whether somebody wants to be told what a store lacks.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StoreSetupDismissal)]
struct Dismissal {
    dismissed: bool,
}

/// Ends telling what a store lacks, or takes it up again.
#[utoipa::path(put, path = "/store/{id}/setup", tag = "stores", operation_id = "dismissStoreSetup",
    params(("id" = Uuid, Path)), request_body = Dismissal,
    responses((status = 204, description = "Kept"), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn dismiss(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Body(Dismissal { dismissed }): Body<Dismissal>,
) -> Result<StatusCode> {
    live::change(&app, &Signal::changed(&STORE), async |tx| {
        records::check_visible(tx, &scope, &STORE, id).await?;
        if sql::dismiss_setup(tx, id, dismissed, app.now()).await? {
            let change = Change {
                field: "setupDismissed".into(),
                before: json!(!dismissed),
                after: json!(dismissed),
            };
            let entry = audit::Entry {
                kind: &STORE,
                id,
                action: "update",
                changes: vec![change],
            };
            audit::record(tx, &Author::from(&scope), &[entry]).await?;
        }
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}
