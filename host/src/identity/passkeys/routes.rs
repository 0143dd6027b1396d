//! Calls on passkeys: signing in with one, and one's own.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential,
};
use webauthn_rs_proto::ResidentKeyRequirement;

use super::super::mail::PasskeyAdded;
use super::super::routes::{Browser, SignedIn, sign_in};
use super::model::{self, PasskeyRow, relying_party};
use super::sql;
use crate::access::{Access, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::request::{Body, Data, Id, answer, trimmed};
use crate::http::routing::{Routes, routes};
use crate::mail;
use crate::records::audit::{self, Author, Change};
use crate::users::{self, USER};

pub fn routes() -> Routes {
    Routes::new()
        .add(Access::Public, routes!(ask_sign_in))
        .add(Access::Public, routes!(open_session))
        .add(Access::SignedIn, routes!(list))
        .add_recent(Access::SignedIn, routes!(ask_new))
        .add_recent(Access::SignedIn, routes!(add))
        .add(Access::SignedIn, routes!(rename))
        .add_recent(Access::SignedIn, routes!(remove))
}

const SIGN_IN: &str = "passkey.sign-in";

/// A new passkey's challenge opens for who asked for it.
fn registration_of(user: Uuid) -> String {
    format!("passkey.registration.{user}")
}

/// A device's task.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PasskeyChallenge)]
struct Challenge {
    /// To be brought back with the device's answer, within five minutes.
    challenge: String,
    /// For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.
    #[schema(value_type = Object)]
    options: Value,
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
struct PasskeySignIn {
    #[validate(length(min = 1, max = 4000))]
    challenge: String,
    /// The browser's `PublicKeyCredential.toJSON()`.
    #[schema(value_type = Object)]
    credential: PublicKeyCredential,
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewPasskey {
    #[validate(length(min = 1, max = 4000))]
    challenge: String,
    /// The browser's `PublicKeyCredential.toJSON()`.
    #[schema(value_type = Object)]
    credential: RegisterPublicKeyCredential,
    /// What its owner calls it.
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 60))]
    name: String,
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
struct PasskeyChange {
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 60))]
    name: String,
}

/// Asks for a challenge that any passkey of this portal may answer.
#[utoipa::path(post, path = "/auth/passkey/challenge", tag = "identity", operation_id = "requestPasskeySignIn",
    responses((status = 200, body = Data<Challenge>), (status = 403, body = ErrorBody)))]
async fn ask_sign_in(State(app): State<App>) -> Result<Data<Challenge>> {
    let party = relying_party(&app.origin)?;
    let (options, state) = party
        .start_discoverable_authentication()
        .map_err(anyhow::Error::from)?;
    Ok(Data {
        data: Challenge {
            challenge: model::seal(&app.keys, SIGN_IN, state, app.now())?,
            options: json!(options.public_key),
        },
    })
}

/// Opens a session with a passkey's answer to a challenge, which works once.
#[utoipa::path(post, path = "/auth/passkey", tag = "identity", operation_id = "openSessionWithPasskey",
    request_body = PasskeySignIn,
    responses((status = 200, body = Data<SignedIn>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 401, body = ErrorBody, description = "The passkey is unknown, or its answer or the challenge is no good")))]
async fn open_session(
    State(app): State<App>,
    browser: Browser,
    Body(request): Body<PasskeySignIn>,
) -> Result<Response> {
    let party = relying_party(&app.origin)?;
    let opened = model::open(&app.keys, SIGN_IN, &request.challenge, app.now());
    let opened: model::Opened<DiscoverableAuthentication> = opened.ok_or(Error::Unauthorized)?;
    let credential = &request.credential;
    let (user, credential_id) = party
        .identify_discoverable_authentication(credential)
        .map_err(|_| Error::Unauthorized)?;
    let mut tx = app.begin().await?;
    let found = sql::find(&mut tx, user, credential_id).await?;
    let (id, mut passkey) = found.ok_or(Error::Unauthorized)?;
    let result = party
        .finish_discoverable_authentication_v2(credential, opened.state, &passkey)
        .map_err(|error| {
            tracing::warn!(passkey = %id, %error, "an answer in a passkey's name was refused");
            Error::Unauthorized
        })?;
    if !sql::spend(&mut tx, &opened.digest, opened.expires_at).await? {
        return Err(Error::Unauthorized);
    }
    passkey.update_credential(&result);
    sql::used(&mut tx, id, &passkey, app.now()).await?;
    sign_in(&app, tx, browser, user, None).await
}

/// The caller's passkeys.
#[utoipa::path(get, path = "/user/current/passkey", tag = "identity", operation_id = "listPasskeys",
    responses((status = 200, body = Data<Vec<PasskeyRow>>)))]
async fn list(State(app): State<App>, scope: Scope) -> Result<Data<Vec<PasskeyRow>>> {
    Ok(Data {
        data: sql::list(&app.db, scope.actor.id).await?,
    })
}

/// Asks for a challenge that a new passkey answers.
#[utoipa::path(post, path = "/user/current/passkey/challenge", tag = "identity", operation_id = "requestPasskey",
    responses((status = 200, body = Data<Challenge>), (status = 403, body = ErrorBody)))]
async fn ask_new(State(app): State<App>, scope: Scope) -> Result<Data<Challenge>> {
    let party = relying_party(&app.origin)?;
    let mut db = app.db.acquire().await?;
    let id = scope.actor.id;
    let user = users::find(&mut db, id).await?.ok_or(Error::Unauthorized)?;
    let known = sql::credentials(&mut *db, id).await?;
    let (mut options, state) = party
        .start_passkey_registration(id, &user.email, &user.display_name, Some(known))
        .map_err(anyhow::Error::from)?;
    // Who signs in names nobody: the device must know whose the key is.
    if let Some(selection) = &mut options.public_key.authenticator_selection {
        selection.resident_key = Some(ResidentKeyRequirement::Required);
        selection.require_resident_key = true;
    }
    Ok(Data {
        data: Challenge {
            challenge: model::seal(&app.keys, &registration_of(id), state, app.now())?,
            options: json!(options.public_key),
        },
    })
}

/// Adds a passkey by its answer to a challenge. Its owner hears of it by mail.
#[utoipa::path(post, path = "/user/current/passkey", tag = "identity", operation_id = "addPasskey",
    request_body = NewPasskey,
    responses((status = 201, body = Data<PasskeyRow>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "ConflictPasskeyException, ConflictPasskeyLimitException")))]
async fn add(
    State(app): State<App>,
    scope: Scope,
    Body(request): Body<NewPasskey>,
) -> Result<Response> {
    let party = relying_party(&app.origin)?;
    let id = scope.actor.id;
    let purpose = registration_of(id);
    let opened = model::open(&app.keys, &purpose, &request.challenge, app.now());
    let opened: model::Opened<PasskeyRegistration> =
        opened.ok_or_else(|| Error::field("challenge", "expired"))?;
    let passkey = party
        .finish_passkey_registration(&request.credential, &opened.state)
        .map_err(|_| Error::field("credential", "passkey"))?;
    let mut tx = app.begin().await?;
    let added = sql::add(&mut tx, id, &request.name, &passkey, app.now()).await?;
    record(&mut tx, &scope, Value::Null, json!(added.name)).await?;
    let user = users::find(&mut tx, id).await?.ok_or(Error::Unauthorized)?;
    let letter = PasskeyAdded {
        name: user.display_name,
    };
    mail::send(
        &app,
        &mut tx,
        &user.email,
        user.locale.language(),
        &letter,
        None,
    )
    .await?;
    tx.commit().await?;
    Ok(answer(StatusCode::CREATED, added))
}

/// Gives a passkey of the caller another name.
#[utoipa::path(put, path = "/user/current/passkey/{id}", tag = "identity", operation_id = "renamePasskey",
    params(("id" = Uuid, Path)), request_body = PasskeyChange,
    responses((status = 200, body = Data<PasskeyRow>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn rename(
    State(app): State<App>,
    scope: Scope,
    Id(id): Id,
    Body(change): Body<PasskeyChange>,
) -> Result<Data<PasskeyRow>> {
    let renamed = sql::rename(&app.db, scope.actor.id, id, &change.name).await?;
    Ok(Data {
        data: renamed.ok_or(Error::missing("Passkey"))?,
    })
}

/// Removes a passkey of the caller: it signs in no more.
#[utoipa::path(delete, path = "/user/current/passkey/{id}", tag = "identity", operation_id = "removePasskey",
    params(("id" = Uuid, Path)),
    responses((status = 204, description = "It signs in no more"), (status = 404, body = ErrorBody)))]
async fn remove(State(app): State<App>, scope: Scope, Id(id): Id) -> Result<StatusCode> {
    let mut tx = app.begin().await?;
    let removed = sql::remove(&mut *tx, scope.actor.id, id).await?;
    let name = removed.ok_or(Error::missing("Passkey"))?;
    record(&mut tx, &scope, json!(name), Value::Null).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Enters a passkey that came or went into its owner's history.
async fn record(
    db: &mut PgConnection,
    scope: &Scope,
    before: Value,
    after: Value,
) -> sqlx::Result<()> {
    let entry = audit::Entry {
        kind: &USER,
        id: scope.actor.id,
        action: "update",
        changes: vec![Change {
            field: "passkeys".into(),
            before,
            after,
        }],
    };
    audit::record(db, &Author::from(scope), &[entry]).await
}
