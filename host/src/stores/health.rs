//! Whether the connections of all stores keep up with their providers.

use axum::extract::State;
use chrono::{DateTime, Duration, Utc};
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::access::{Access, Permission, Role, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::request::Data;
use crate::http::routing::{Routes, routes};
use crate::providers::connectors::StoreName;
use crate::words::codes::codes;
use crate::words::said;

const READ: Access = Access::admin_or_customer(
    &[Permission::ReadConnector, Permission::ReadStore],
    &[Permission::ReadStore],
);

pub fn routes() -> Routes {
    Routes::new().add(READ, routes!(find))
}

codes! {
    /// Whether a connection keeps up with its provider.
    ConnectorState schema(rename_all = "SCREAMING_SNAKE_CASE") {
        /// The last synchronisation of something was given up.
        Failing = "FAILING",
        /// Nothing was pulled to its end for a day.
        Late = "LATE",
        /// Nothing was pulled to its end yet.
        New = "NEW",
        UpToDate = "UP_TO_DATE",
    }
}

/// How long a connection may go without a synchronisation that comes to its end.
const PATIENCE: Duration = Duration::days(1);
/// As many connections are told one by one.
const SHOWN: i64 = 12;

/// How the connections of the stores in scope keep up with their providers.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ConnectorHealth)]
struct Health {
    /// Connections in use, of stores that are.
    total: i64,
    failing: i64,
    late: i64,
    /// The first dozen, those in trouble first.
    connectors: Vec<Checked>,
}

/// A connection, and how it keeps up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckedConnector)]
struct Checked {
    id: Uuid,
    /// `shop`, `fulfillment`, `support`
    role: String,
    /// The plugin's id.
    #[serde(rename = "type")]
    kind: String,
    /// The plugin's name; its id while it is not loaded.
    name: String,
    /// Address of its provider's picture; null: it brings none.
    logo: Option<String>,
    store: StoreName,
    state: ConnectorState,
    /// When something of it was last pulled to the end.
    synchronized_at: Option<DateTime<Utc>>,
    /// Why the last synchronisation failed, in the words of who refused it; null: it did not, or the reader is none of the
    /// staff.
    #[serde(serialize_with = "said::maybe")]
    problem: Option<String>,
}

/// How the connections keep up with their providers: how many there are, fail or are late, and the first dozen, those in
/// trouble first.
#[utoipa::path(get, path = "/connector/health", tag = "stores", operation_id = "getConnectorHealth",
    responses((status = 200, body = Data<Health>), (status = 403, body = ErrorBody)))]
async fn find(scope: Scope, State(app): State<App>) -> Result<Data<Health>> {
    let mut db = app.db.acquire().await?;
    let data = health(&app, &mut db, &scope).await?;
    Ok(Data { data })
}

async fn health(app: &App, db: &mut PgConnection, scope: &Scope) -> Result<Health> {
    let pulls = app.register.pulls();
    let pulls: Vec<String> = pulls.map(|pull| pull.jobs[0].name.to_owned()).collect();
    let rows = sqlx::query!(
        r#"with checked as (
            select c.id, c.role, c.plugin, s.id as store_id, s.name as store_name, failed.error, done.at,
                case when failed.error is not null then 'FAILING' when done.at is null then 'NEW'
                    when done.at < $3 then 'LATE' else 'UP_TO_DATE' end as state
            from connectors c join stores s on s.id = c.store_id
            cross join lateral (select max(completed_at) as at from connector_cursors where connector_id = c.id) done
            left join lateral (
                select coalesce(newest.error, '') as error from unnest($2::text[]) pull (name)
                cross join lateral (select status, error, created_at from jobs
                    where identifier = c.id::text and name = pull.name order by created_at desc limit 1) newest
                where newest.status = 'FAILED' order by newest.created_at desc limit 1) failed on true
            where c.disconnected_at is null and s.deleted_at is null and s.archived_at is null
                and in_scope(c.store_id, $1))
         select id, role, plugin, store_id, store_name, error as "error?", at, state as "state!: ConnectorState",
            count(*) over () as "total!",
            count(*) filter (where state = 'FAILING') over () as "failing!",
            count(*) filter (where state = 'LATE') over () as "late!"
         from checked
         order by array_position(array['FAILING', 'LATE', 'NEW', 'UP_TO_DATE'], state), at, store_name, role limit $4"#,
        scope.stores(),
        &pulls,
        app.now() - PATIENCE,
        SHOWN,
    )
    .fetch_all(db)
    .await?;
    let (total, failing, late) = rows
        .first()
        .map_or((0, 0, 0), |row| (row.total, row.failing, row.late));
    let is_staff = scope.actor.role == Role::Admin;
    let connectors = rows.into_iter().map(|row| {
        let plugin = app.plugins.ready(&row.plugin);
        Checked {
            id: row.id,
            role: row.role,
            name: plugin.as_ref().map_or_else(
                || row.plugin.clone(),
                |ready| ready.plugin.manifest().name.clone(),
            ),
            logo: plugin.and_then(|ready| ready.logo()),
            kind: row.plugin,
            store: StoreName {
                id: row.store_id,
                name: row.store_name,
            },
            state: row.state,
            synchronized_at: row.at,
            problem: row.error.filter(|_| is_staff),
        }
    });
    Ok(Health {
        total,
        failing,
        late,
        connectors: connectors.collect(),
    })
}
