//! `/control/…`: for those who run a simulator, without a key.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, extract::State};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What `/control/…` answers when it only does something: 204, or a refusal.
pub type Done = Result<StatusCode, Refusal>;

/// 400 with a sentence: `{"message": …}`.
#[derive(Debug)]
pub struct Refusal(pub String);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = Json(json!({ "message": self.0 }));
        (StatusCode::BAD_REQUEST, body).into_response()
    }
}

/// 204, or why not.
pub fn done(outcome: Result<(), String>) -> Done {
    outcome.map(|()| StatusCode::NO_CONTENT).map_err(Refusal)
}

/// What every simulator has: `POST /control/trouble` and `GET /control/state`. A simulator merges them with its own.
pub fn routes<Shared, Trouble, Answer, Counts>(
    set_trouble: fn(&Shared, Trouble) -> Answer,
    state: fn(&Shared) -> Counts,
) -> Router<Shared>
where
    Shared: Clone + Send + Sync + 'static,
    Trouble: DeserializeOwned + Send + 'static,
    Answer: IntoResponse + 'static,
    Counts: Serialize + 'static,
{
    let trouble = async move |State(shared): State<Shared>, Json(trouble): Json<Trouble>| {
        set_trouble(&shared, trouble).into_response()
    };
    let state = async move |State(shared): State<Shared>| Json(json!(state(&shared)));
    Router::new()
        .route("/control/trouble", post(trouble))
        .route("/control/state", get(state))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Advance<Seconds> {
    seconds: Seconds,
}

/// Of those with a clock: `POST /control/advance {"seconds"}` lets so much time pass.
pub fn advance<Shared, Seconds>(pass: fn(&Shared, Seconds)) -> Router<Shared>
where
    Shared: Clone + Send + Sync + 'static,
    Seconds: DeserializeOwned + Send + 'static,
{
    let advance = async move |State(shared): State<Shared>, Json(body): Json<Advance<Seconds>>| {
        pass(&shared, body.seconds);
        StatusCode::NO_CONTENT
    };
    Router::new().route("/control/advance", post(advance))
}
