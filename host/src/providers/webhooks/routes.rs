//! The calls of providers, and those of the operator who looks after them.

use axum::Extension;
use axum::body::{Body as Stream, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use comptoir_sandbox::{Signature, Webhooks};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::jobs::HandleEvent;
use super::list::EVENTS;
use super::model::{self, EventDetail, ReplayRequest};
use super::sql::{self, NewEvent};
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Refusal, Resource, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::limits::network;
use crate::http::request::{Body, Data, Id, Path, Peer};
use crate::http::routing::{Routes, routes};
use crate::jobs;
use crate::providers::connectors;
use crate::records::audit::Author;

/// An event does not prove that its provider sent it, or did so long ago.
static UNPROVEN: Refusal = Refusal::new(
    "La signature de cet événement n’est pas valable.",
    "This event’s signature is not valid.",
);

pub const SUPER: Access = Access::admin(&[Permission::SuperAdmin]);

/// The longest event.
const LONGEST: usize = 10 << 20;

pub fn routes() -> Routes {
    Routes::new()
        .add(Access::Public, routes!(receive))
        .add(Access::Public, routes!(receive_at_token))
        .list(SUPER, "/plugins/events", &EVENTS)
        .add(SUPER, routes!(find))
        .add(SUPER, routes!(replay))
}

/// An event was taken.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookReceipt)]
struct Receipt {
    /// It was here already.
    double: bool,
}

/// Takes an event of a provider that signs what it sends.
#[utoipa::path(post, path = "/webhooks/{plugin}/{connector}", tag = "plugins", operation_id = "receiveWebhook",
    params(("plugin" = String, Path), ("connector" = String, Path)),
    request_body(content = Vec<u8>, content_type = "*/*", description = "At most 10 MiB"),
    responses((status = 200, body = Data<Receipt>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn receive(
    State(app): State<App>,
    Path((plugin, connector)): Path<(String, String)>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Stream,
) -> Result<Response> {
    take(&app, &plugin, &connector, None, peer, &headers, body).await
}

/// Takes an event of a provider that signs nothing: the address it was given proves that it knows it.
#[utoipa::path(post, path = "/webhooks/{plugin}/{connector}/{token}", tag = "plugins", operation_id = "receiveWebhookAtToken",
    params(("plugin" = String, Path), ("connector" = String, Path), ("token" = String, Path)),
    request_body(content = Vec<u8>, content_type = "*/*", description = "At most 10 MiB"),
    responses((status = 200, body = Data<Receipt>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn receive_at_token(
    State(app): State<App>,
    Path((plugin, connector, token)): Path<(String, String, String)>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Stream,
) -> Result<Response> {
    take(
        &app,
        &plugin,
        &connector,
        Some(&token),
        peer,
        &headers,
        body,
    )
    .await
}

async fn take(
    app: &App,
    plugin: &str,
    connector: &str,
    token: Option<&str>,
    peer: Peer,
    headers: &HeaderMap,
    body: Stream,
) -> Result<Response> {
    let missing = || Error::NotFound(Resource::Connector);
    let rules = &app.plugins.webhooks(plugin).ok_or_else(missing)?;
    let id: Uuid = connector.parse().map_err(|_| missing())?;
    let connector = connectors::find(&app.db, id)
        .await?
        .filter(|found| found.plugin == plugin);
    let connector = connector.ok_or_else(missing)?;
    match (&rules.signature, token) {
        (Signature::Address, Some(token)) if model::is_address_of(&app.keys, id, token) => {}
        (Signature::Address, _) => return Err(refused(plugin)),
        (_, Some(_)) => return Err(missing()),
        (_, None) => {}
    }
    // All of it is read before it can prove itself: whoever sends much, or slowly, is in nobody's way but their own.
    let place = app.limits.webhooks.take((id, peer.0.map(network)))?;
    let body = axum::body::to_bytes(body, LONGEST)
        .await
        .map_err(|_| Error::TooLarge)?;
    drop(place);
    let secrets = match rules.signature.mac() {
        Some(mac) => connectors::accepted(&app.db, &app.keys, id, &mac.secret, app.now()).await?,
        None => Vec::new(),
    };
    model::check(rules, &secrets, headers, &body, app.now()).map_err(|unproven| {
        tracing::warn!(plugin, connector = %id, ?unproven, "an event was refused");
        refused(plugin)
    })?;
    if model::is_challenge(rules, headers) {
        count(plugin, "challenge");
        return Ok(echo(headers, body));
    }
    let double = !keep(app, rules, &connector, headers, &body).await?;
    count(plugin, if double { "double" } else { "kept" });
    Ok(Data {
        data: Receipt { double },
    }
    .into_response())
}

/// Keeps the event and the wish to handle it; false when it is here already.
async fn keep(
    app: &App,
    rules: &Webhooks,
    connector: &connectors::Connector,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<bool> {
    let event = NewEvent {
        id: Uuid::now_v7(),
        plugin: &connector.plugin,
        connector: connector.id,
        topic: model::topic(rules, headers),
        headers: model::kept_headers(rules, headers),
        body,
        dedupe_key: model::dedupe_key(rules, headers, body),
        received_at: app.now(),
    };
    let mut tx = app.begin().await?;
    let new = sql::keep(&mut tx, &event).await?;
    if new {
        let job = HandleEvent {
            event: event.id,
            plugin: connector.plugin.clone(),
        };
        let author = Author::system(format!("webhook {}", connector.plugin));
        jobs::enqueue(&mut tx, &author, &job).await?;
    }
    tx.commit().await?;
    Ok(new)
}

fn refused(plugin: &str) -> Error {
    count(plugin, "refused");
    Error::Refused(&UNPROVEN)
}

fn count(plugin: &str, outcome: &'static str) {
    metrics::counter!("comptoir_webhooks_total", "plugin" => plugin.to_owned(), "outcome" => outcome)
        .increment(1);
}

/// The body as it came; JSON where it says so, never anything that a browser would run.
fn echo(headers: &HeaderMap, body: Bytes) -> Response {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .map(|kind| kind.as_bytes());
    let kind = match kind.is_some_and(|kind| kind.starts_with(b"application/json")) {
        true => "application/json",
        false => "text/plain; charset=utf-8",
    };
    ([(header::CONTENT_TYPE, kind)], body).into_response()
}

/// One event with its headers and body.
#[utoipa::path(get, path = "/plugins/events/{id}", tag = "plugins", operation_id = "getWebhookEvent",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<EventDetail>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn find(State(app): State<App>, Id(id): Id) -> Result<Data<EventDetail>> {
    let event = sql::find(&app.db, id).await?;
    Ok(Data {
        data: event.ok_or(Error::missing("WebhookEvent"))?,
    })
}

/// How many events are tried again.
#[derive(Debug, Serialize, ToSchema)]
struct Replayed {
    /// At most 5,000 at once: asked again, the next ones.
    replayed: usize,
}

/// Tries events again: those named, whatever became of them, or every one that failed. Each becomes a job.
#[utoipa::path(post, path = "/plugins/events/replay", tag = "plugins", operation_id = "replayWebhookEvents",
    params(KeyHeader), request_body = ReplayRequest,
    responses((status = 202, body = Data<Replayed>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn replay(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(request): Body<ReplayRequest>,
) -> Result<Response> {
    once.run(&app, async |tx| {
        let author = Author::from(&scope);
        let again = sql::replay(tx, &author, request.ids.as_deref()).await?;
        let jobs: Vec<_> = again
            .into_iter()
            .map(|(event, plugin)| HandleEvent { event, plugin })
            .collect();
        jobs::enqueue_all(tx, &author, &jobs).await?;
        let replayed = jobs.len();
        Ok((StatusCode::ACCEPTED, Replayed { replayed }))
    })
    .await
}
