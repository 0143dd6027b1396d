//! The registry's side: `GET /search`.

mod params;
mod view;

use crate::shared::Shared;
use crate::trouble::{Kind, Service};
use crate::world::{Company, World};
use axum::Json;
use axum::extract::{ConnectInfo, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use params::{Params, Subject};
use serde_json::{Value, json};
use simulator_kit::retry_after;
use std::net::SocketAddr;
use std::time::Instant;

/// More results than these are not counted, nor shown.
const MOST_RESULTS: usize = 10_000;

/// Answers one search: may it pass now, is there trouble, is it well formed, what is found.
pub async fn search(
    State(shared): State<Shared>,
    ConnectInfo(caller): ConnectInfo<SocketAddr>,
    Query(query): Query<Vec<(String, String)>>,
) -> Response {
    let limited = {
        let mut inner = shared.lock();
        inner.count("search");
        inner.limiter.take(caller.ip(), Instant::now())
    };
    if let Err(seconds) = limited {
        return too_many(seconds);
    }
    match shared.strike(Service::Search).await {
        Kind::Errors => {
            return refusal(
                StatusCode::INTERNAL_SERVER_ERROR,
                "Une erreur inattendue s'est produite. Veuillez réessayer plus tard.",
            );
        }
        Kind::Throttle => return too_many(1),
        Kind::Garbage => {
            return open("<html><body>Service en cours de maintenance</body></html>");
        }
        Kind::None | Kind::Slow => {}
    }
    match Params::read(&query) {
        Ok(params) => open(Json(page(&shared.lock().world, &params))),
        Err(message) => refusal(StatusCode::BAD_REQUEST, &message),
    }
}

/// The answer to every other path and method.
pub async fn unknown_path() -> Response {
    refusal(StatusCode::NOT_FOUND, "La ressource demandée n'existe pas.")
}

/// One page of what is found.
fn page(world: &World, params: &Params) -> Value {
    let found = find(world, params);
    let total = found.len().min(MOST_RESULTS);
    let results: Vec<Value> = found
        .into_iter()
        .skip((params.page - 1) * params.per_page)
        .take(params.per_page)
        .map(|(company, score)| view::company(company, score, params))
        .collect();
    json!({
        "results": results,
        "total_results": total,
        "page": params.page,
        "per_page": params.per_page,
        "total_pages": total.div_ceil(params.per_page),
    })
}

/// A number finds its company whatever the filters say; a text goes through them.
fn find<'a>(world: &'a World, params: &Params) -> Vec<(&'a Company, f64)> {
    match &params.subject {
        Subject::Siren(siren) => world
            .find(siren)
            .map(|company| (company, 1.0))
            .into_iter()
            .collect(),
        Subject::Siret(siret) => world
            .find(&siret[..9])
            .filter(|company| {
                company
                    .establishments
                    .iter()
                    .any(|one| company.siret(one) == *siret)
            })
            .map(|company| (company, 1.0))
            .into_iter()
            .collect(),
        Subject::Text(text) => filtered(world, Some(text), params),
        Subject::FiltersOnly => filtered(world, None, params),
    }
}

fn filtered<'a>(world: &'a World, text: Option<&str>, params: &Params) -> Vec<(&'a Company, f64)> {
    let mut found = world.search(text);
    found.retain(|(company, _)| params.filters.fit(company));
    found
}

fn too_many(seconds: u64) -> Response {
    let message = "Trop de requêtes. Veuillez réessayer plus tard.";
    retry_after(seconds, refusal(StatusCode::TOO_MANY_REQUESTS, message))
}

fn refusal(status: StatusCode, message: &str) -> Response {
    (status, open(Json(json!({ "erreur": message })))).into_response()
}

/// The registry lets the pages of any site read it, and calls everything JSON.
fn open(body: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    ];
    (headers, body).into_response()
}
