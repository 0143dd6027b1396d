//! From a bearer token to a [`Scope`].

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{model, sql};
use crate::app::App;
use crate::http::server::RequestId;

/// Names the one of a customer's organizations whose area they are in: they then see nothing of the others.
const WITHIN: &str = "comptoir-organization";

/// Puts the caller's [`crate::access::Scope`] beside the request when its access token is good. What to do without one
/// is for the route's [`crate::access::Access`] to say.
pub async fn authenticate(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let header = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    let session = header
        .and_then(|value| value.strip_prefix("Bearer "))
        .and_then(|token| model::session_of(&app.keys, token, app.now()));
    if let Some(session) = session {
        let request_id = request
            .extensions()
            .get::<RequestId>()
            .map(|id| id.0.clone())
            .unwrap_or_default();
        // What is no id is the id of nothing.
        let within = request.headers().get(WITHIN).map(|id| {
            let id = id.to_str().ok().and_then(|id| id.parse().ok());
            id.unwrap_or_default()
        });
        match sql::scope(&app.db, session, within, app.now(), request_id).await {
            Ok(Some(scope)) => {
                request.extensions_mut().insert(scope);
            }
            Ok(None) => {}
            Err(error) => return error.into_response(),
        }
    }
    next.run(request).await
}
