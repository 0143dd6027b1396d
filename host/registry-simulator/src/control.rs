//! `/control/…`: for those who run the simulator.

use crate::shared::Shared;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use simulator_kit::control::{Done, done};

/// A member state and the code it answers with.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemberState {
    country: String,
    /// None: it is well again.
    #[serde(default)]
    error: Option<String>,
}

/// A company to close.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Close {
    siren: String,
    date: String,
}

/// `POST /control/member-state`.
pub async fn member_state(State(shared): State<Shared>, Json(body): Json<MemberState>) -> Done {
    done(shared.set_member_state(&body.country, body.error.as_deref()))
}

/// `POST /control/close`.
pub async fn close(State(shared): State<Shared>, Json(body): Json<Close>) -> Done {
    let found = shared.close(&body.siren, &body.date);
    done(
        found
            .then_some(())
            .ok_or_else(|| format!("siren: there is no {}", body.siren)),
    )
}

/// `GET /control/companies`.
pub async fn companies(State(shared): State<Shared>) -> Json<Value> {
    Json(json!(shared.companies()))
}
