//! The calls that plugins answer themselves, below `/api/<plugin>/…`. The host checks sign-in and the permission that
//! the manifest names, and hands over only the caller's own connections.

use std::collections::BTreeMap;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{RawQuery, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use comptoir_sandbox::{Call, Route, RouteRequest};
use serde_json::value::RawValue;
use uuid::Uuid;

use super::call_files::Given;
use super::model::{broken, call_error};
use super::patience::patiently;
use super::tasks::{self, ManualRun, RunTask};
use super::{own_list, own_query};
use crate::access::{Confined, Scope};
use crate::app::App;
use crate::files::{self, Wanted};
use crate::http::error::{Error, Result};
use crate::http::request::{Path, answer as answer_with};
use crate::jobs;
use crate::providers::connectors;
use crate::records::audit::Author;
use crate::words::language::Language;

/// The longest body of a call that a plugin answers itself.
const LONGEST: usize = 1 << 20;

/// Mounted beside the API's own routes, which come first.
pub fn own_routes() -> Router<App> {
    Router::new().route("/{plugin}/{*path}", any(answer))
}

#[derive(serde::Serialize)]
struct Envelope {
    data: Box<RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meta: Option<Box<RawValue>>,
}

async fn answer(
    State(app): State<App>,
    Path((id, path)): Path<(String, String)>,
    scope: Option<axum::Extension<Scope>>,
    confined: Option<axum::Extension<Confined>>,
    language: Language,
    RawQuery(written): RawQuery,
    request: Request,
) -> Result<Response> {
    if let Some(confined) = confined {
        confined.check_own(&id)?;
    }
    // First of all: which plugins run is nobody's business who is not signed in.
    let scope = scope.ok_or(Error::Unauthorized)?.0;
    let ready = app.plugins.ready(&id).ok_or(Error::NoSuchRoute)?;
    let path = format!("/{path}");
    let route = ready
        .plugin
        .manifest()
        .routes
        .iter()
        .find(|route| route.method == request.method().as_str() && route.matches(&path))
        .ok_or(Error::NoSuchRoute)?;
    // A permission that we do not know is one that nobody holds.
    let permission = route.permission.parse().map_err(|_| Error::ForbiddenRole)?;
    if !scope.actor.may(permission) {
        return Err(Error::ForbiddenPermission(permission));
    }
    let connectors = connectors::active(&app.db, Some(&scope), Some(&id)).await?;
    let mut query = BTreeMap::new();
    for (name, value) in url::form_urlencoded::parse(written.unwrap_or_default().as_bytes()) {
        let (name, value) = (name.into_owned(), value.into_owned());
        // PostgreSQL keeps no NUL.
        let has_nul = name.contains('\0') || value.contains('\0');
        // One value each: of several, the plugin might read another than was checked.
        if has_nul || query.insert(name.clone(), value).is_some() {
            return Err(Error::field(name.replace('\0', ""), "type"));
        }
    }
    own_query::check(route, &query)?;
    if let Some(task) = &route.background {
        let work = RunTask {
            plugin: id,
            task: task.clone(),
            arguments: query,
            language: language.as_str().to_owned(),
            manual: Some(ManualRun {
                id: Uuid::now_v7(),
                by: scope.actor.id,
                connectors: connectors.iter().map(|connector| connector.id).collect(),
                file: None,
            }),
        };
        return begin(&app, &scope, route, work, request).await;
    }
    let is_paged = route.is_paged();
    if is_paged {
        own_list::resolve(route, &mut query)?;
    }
    let method = request.method().to_string();
    let body = to_bytes(request.into_body(), LONGEST)
        .await
        .map_err(|_| Error::TooLarge)?;
    let request = RouteRequest {
        method,
        path,
        query: query.clone().into_iter().collect(),
        body: (!body.is_empty()).then(|| body.to_vec()),
        language: language.as_str().to_owned(),
    };
    let ask = || {
        let known = connectors.iter().map(connectors::Connector::for_plugin);
        let call = Call::request(known.collect());
        ready.plugin.handle(call, request.clone())
    };
    // What changes something is its caller's to ask for again.
    let answer = match request.method.as_str() {
        "GET" => patiently(ask).await,
        _ => ask().await,
    };
    let answer = answer.map_err(|error| call_error(&id, error))?;
    let no_json = |error: serde_json::Error| broken(&id, format!("its answer is no JSON: {error}"));
    let envelope = Envelope {
        data: RawValue::from_string(answer.data).map_err(no_json)?,
        meta: match answer.meta {
            Some(text) if is_paged => {
                let reported = serde_json::from_str(&text).map_err(no_json)?;
                Some(
                    serde_json::value::to_raw_value(&own_list::meta(&query, reported))
                        .map_err(no_json)?,
                )
            }
            meta => meta
                .map(RawValue::from_string)
                .transpose()
                .map_err(no_json)?,
        },
    };
    let status = status_of(answer.status)
        .ok_or_else(|| broken(&id, format!("it answers with the status {}", answer.status)))?;
    Ok((status, axum::Json(envelope)).into_response())
}

/// A status that an answer can have. Those below 200 would leave its caller waiting for another.
fn status_of(code: u16) -> Option<StatusCode> {
    let known = (200..600).contains(&code);
    StatusCode::from_u16(code).ok().filter(|_| known)
}

/// What the caller of a route in the background gets: where to look for what became of it.
#[derive(serde::Serialize)]
struct Begun {
    job: Uuid,
}

/// Keeps the file that the route asks for, and starts the work on it.
async fn begin(
    app: &App,
    scope: &Scope,
    route: &Route,
    mut work: RunTask,
    request: Request,
) -> Result<Response> {
    let stored = match &route.upload {
        Some(rule) => {
            files::check_room(app, &mut *app.db.acquire().await?, scope, 1).await?;
            let wanted = Wanted {
                types: &rule.types,
                longest: rule.max_mib.get() << 20,
            };
            Some(files::receive(app, scope, request, wanted).await?)
        }
        None => None,
    };
    let mut tx = app.begin().await?;
    if let (Some(stored), Some(run)) = (stored, &mut work.manual) {
        // Others that came meanwhile count.
        if let Err(error) = files::check_room(app, &mut tx, scope, stored.size).await {
            app.files.remove(&stored.path).await?;
            return Err(error);
        }
        let until = app.now() + tasks::KEPT;
        files::add_for(&mut *tx, scope.actor.id, &stored, "task", until).await?;
        run.file = Some(Given {
            name: stored.name,
            path: stored.path,
            size: stored.size,
        });
    }
    let job = jobs::enqueue(&mut tx, &Author::from(scope), &work)
        .await?
        .id;
    tx.commit().await?;
    Ok(answer_with(StatusCode::ACCEPTED, Begun { job }))
}
