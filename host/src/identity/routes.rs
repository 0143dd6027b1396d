//! Sign-in, refresh, sign-out, and the signed-in user.

use std::net::IpAddr;

use axum::extract::{Extension, FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgTransaction};
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::model::{
    ACCESS_LIFETIME, LINK_LIFETIME, LinkRow, SESSION_LIFETIME, SessionRow, continue_path,
    read_refresh_token, refresh_token,
};
use super::passkeys;
use super::sql::{self, Device, Refreshed};
use crate::access::{Access, Scope, access_token};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::request::Peer;
use crate::http::request::{Body, Data, Id, answer, trimmed};
use crate::http::routing::{Routes, routes};
use crate::mail;
use crate::records::audit::{self, Author};
use crate::users::{self, USER, User};
use crate::words::language::Locale;

pub fn routes() -> Routes {
    Routes::new()
        .add(Access::Public, routes!(request_link))
        .add(Access::Public, routes!(open_session, close_session))
        .add(Access::Public, routes!(refresh))
        .add(Access::SignedIn, routes!(current, update_current))
        .add(Access::SignedIn, routes!(sessions, revoke_others))
        .add(Access::SignedIn, routes!(revoke))
        .add(Access::SignedIn, routes!(links))
        .add(Access::SignedIn, routes!(revoke_link))
        .merge(passkeys::routes())
}

const COOKIE: &str = "comptoir_refresh";

#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
struct LinkRequest {
    #[serde(deserialize_with = "trimmed")]
    #[validate(email, length(max = 320))]
    email: String,
    /// A path of this origin to go to afterwards.
    #[serde(rename = "continue")]
    continue_to: Option<String>,
}

/// Sends a sign-in link to the address, if a user has it. The answer is the same if not.
#[utoipa::path(post, path = "/auth/link", tag = "identity", operation_id = "requestSignInLink",
    request_body = LinkRequest,
    responses((status = 202, description = "Sent, if the address is known"), (status = 400, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
async fn request_link(
    State(app): State<App>,
    Extension(Peer(ip)): Extension<Peer>,
    Body(request): Body<LinkRequest>,
) -> Result<StatusCode> {
    let continue_to = match request
        .continue_to
        .as_deref()
        .filter(|target| !target.is_empty())
    {
        Some(target) => Some(
            continue_path(&app.origin, target).ok_or_else(|| Error::field("continue", "origin"))?,
        ),
        None => None,
    };
    let mut tx = app.begin().await?;
    sql::count_link_request(&mut tx, &request.email, ip, app.now()).await?;
    if let Some(user) = sql::find_recipient(&mut tx, &request.email).await?
        && !sql::has_enough_links(&mut tx, user.id, app.now()).await?
    {
        let token = sql::issue_link(&mut tx, user.id, continue_to.as_deref(), app.now()).await?;
        let link = mail::SignIn {
            name: user.display_name,
            link: link_address(&app.origin, &token, continue_to.as_deref()),
        };
        let useful = Some(LINK_LIFETIME);
        mail::send(&app, &mut tx, &user.email, user.locale, &link, useful).await?;
    }
    tx.commit().await?;
    Ok(StatusCode::ACCEPTED)
}

/// The address that a link's mail carries.
pub fn link_address(origin: &Url, token: &str, continue_to: Option<&str>) -> Url {
    let mut link = origin.clone();
    link.set_path("/login/callback");
    link.query_pairs_mut()
        .append_pair("token", token)
        .append_pair("continue", continue_to.unwrap_or("/"));
    link
}

/// A new link for the user with this address, handed out directly: for the command line and the demo company.
pub async fn link_for(
    db: &mut PgConnection,
    origin: &Url,
    email: &str,
    now: DateTime<Utc>,
) -> anyhow::Result<Option<Url>> {
    let Some(user) = sql::find_recipient(db, email).await? else {
        return Ok(None);
    };
    let token = sql::issue_link(db, user.id, None, now).await?;
    Ok(Some(link_address(origin, &token, None)))
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
struct SessionRequest {
    /// From the link in the mail.
    #[validate(length(min = 1, max = 200))]
    token: String,
}

/// A session's access token and whose it is. The refresh token travels in a cookie that scripts cannot read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
pub struct SignedIn {
    /// For `Authorization: Bearer …`. Keep it in memory only.
    pub access_token: String,
    pub expires_at: DateTime<Utc>,
    pub user: User,
    /// Where the user wanted to go when they asked for the link: a path of this origin.
    #[serde(rename = "continue", skip_serializing_if = "Option::is_none")]
    pub continue_to: Option<String>,
}

/// Opens a session with a link's token, which works once.
#[utoipa::path(post, path = "/auth/session", tag = "identity", operation_id = "openSession",
    request_body = SessionRequest,
    responses((status = 200, body = Data<SignedIn>), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody, description = "The link is unknown, used or expired")))]
async fn open_session(
    State(app): State<App>,
    browser: Browser,
    Body(request): Body<SessionRequest>,
) -> Result<Response> {
    let mut tx = app.begin().await?;
    let (user, continue_to) = sql::use_link(&mut tx, &request.token, app.now())
        .await?
        .ok_or(Error::Unauthorized)?;
    sign_in(&app, tx, browser, user, continue_to).await
}

/// Where somebody signs in.
#[derive(Debug)]
pub struct Browser {
    ip: Option<IpAddr>,
    user_agent: String,
    cookies: CookieJar,
}

impl<S: Send + Sync> FromRequestParts<S> for Browser {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let user_agent = parts.headers.get(header::USER_AGENT);
        let user_agent = user_agent.and_then(|value| value.to_str().ok());
        Ok(Self {
            ip: parts.extensions.get::<Peer>().and_then(|peer| peer.0),
            user_agent: user_agent.unwrap_or_default().chars().take(300).collect(),
            cookies: CookieJar::from_headers(&parts.headers),
        })
    }
}

/// Opens a session for a user who has shown who they are: in place of their present one in this browser, where they only
/// had to show it again. Commits.
pub async fn sign_in(
    app: &App,
    mut tx: PgTransaction<'_>,
    browser: Browser,
    user: Uuid,
    continue_to: Option<String>,
) -> Result<Response> {
    let present = browser.cookies.get(COOKIE);
    if let Some((session, _)) = present.and_then(|it| read_refresh_token(&app.keys, it.value())) {
        sql::revoke_sessions(&mut *tx, user, Some(session), None, app.now()).await?;
    }
    let device = Device {
        user_agent: browser.user_agent,
        ip: browser.ip,
    };
    let session = sql::open_session(&mut tx, user, &device, app.now()).await?;
    let signed_in = signed_in(app, &mut tx, session, user, continue_to).await?;
    let author = Author {
        id: Some(user),
        name: signed_in.user.display_name.clone(),
        request_id: None,
    };
    let entry = audit::Entry {
        kind: &USER,
        id: user,
        action: "sign-in",
        changes: Vec::new(),
    };
    audit::record(&mut tx, &author, &[entry]).await?;
    tx.commit().await?;
    let token = refresh_token(&app.keys, session, 0);
    let jar = browser.cookies.add(cookie(app, token));
    Ok((jar, Data { data: signed_in }).into_response())
}

async fn signed_in(
    app: &App,
    db: &mut PgConnection,
    session: Uuid,
    user: Uuid,
    continue_to: Option<String>,
) -> Result<SignedIn> {
    let expires_at = app.now() + ACCESS_LIFETIME;
    Ok(SignedIn {
        access_token: access_token(&app.keys, session, expires_at),
        expires_at,
        user: users::find(db, user).await?.ok_or(Error::Unauthorized)?,
        continue_to,
    })
}

/// Sent back to the sign-in calls only.
fn cookie(app: &App, token: String) -> Cookie<'static> {
    Cookie::build((COOKIE, token))
        .path("/api/auth")
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(app.origin.scheme() == "https")
        .max_age(time::Duration::seconds(SESSION_LIFETIME.num_seconds()))
        .build()
}

/// Exchanges the cookie's refresh token for a new access token and the next cookie. Without a cookie nobody is signed in,
/// which is no error: 204.
#[utoipa::path(post, path = "/auth/refresh", tag = "identity", operation_id = "refreshSession",
    responses((status = 200, body = Data<SignedIn>), (status = 204, description = "Nobody is signed in"),
        (status = 401, body = ErrorBody)))]
async fn refresh(State(app): State<App>, jar: CookieJar) -> Result<Response> {
    let Some(token) = jar.get(COOKIE) else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let (session, generation) =
        read_refresh_token(&app.keys, token.value()).ok_or(Error::Unauthorized)?;
    let mut tx = app.begin().await?;
    match sql::refresh(&mut tx, session, generation, app.now()).await? {
        Refreshed::Renewed { user, generation } => {
            let signed_in = signed_in(&app, &mut tx, session, user, None).await?;
            tx.commit().await?;
            let token = refresh_token(&app.keys, session, generation);
            Ok((jar.add(cookie(&app, token)), Data { data: signed_in }).into_response())
        }
        Refreshed::Refused => Err(Error::Unauthorized),
        Refreshed::Reused => {
            tx.commit().await?;
            tracing::warn!(%session, "a used refresh token came back; its session is revoked");
            Err(Error::Unauthorized)
        }
    }
}

/// Signs out: the session of the cookie or the access token ends at once.
#[utoipa::path(delete, path = "/auth/session", tag = "identity", operation_id = "closeSession",
    responses((status = 204, description = "Signed out")))]
async fn close_session(
    State(app): State<App>,
    scope: Option<Extension<Scope>>,
    jar: CookieJar,
) -> Result<Response> {
    let mut tx = app.begin().await?;
    let cookie = jar.get(COOKIE);
    if let Some((session, _)) = cookie.and_then(|it| read_refresh_token(&app.keys, it.value())) {
        sql::revoke_session(&mut tx, session, app.now()).await?;
    }
    if let Some(Extension(scope)) = scope {
        sql::revoke_session(&mut tx, scope.actor.session, app.now()).await?;
    }
    tx.commit().await?;
    let removal = Cookie::build((COOKIE, "")).path("/api/auth").build();
    Ok((jar.remove(removal), StatusCode::NO_CONTENT).into_response())
}

/// The signed-in user.
#[utoipa::path(get, path = "/user/current", tag = "users", operation_id = "getCurrentUser",
    responses((status = 200, body = Data<User>), (status = 401, body = ErrorBody)))]
async fn current(State(app): State<App>, scope: Scope) -> Result<Data<User>> {
    let mut db = app.db.acquire().await?;
    let data = users::find(&mut db, scope.actor.id)
        .await?
        .ok_or(Error::Unauthorized)?;
    Ok(Data { data })
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
struct CurrentUserChange {
    locale: Locale,
}

/// Changes what a user may change of themselves: their language.
#[utoipa::path(patch, path = "/user/current", tag = "users", operation_id = "updateCurrentUser",
    request_body = CurrentUserChange,
    responses((status = 200, body = Data<User>), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody)))]
async fn update_current(
    State(app): State<App>,
    scope: Scope,
    Body(change): Body<CurrentUserChange>,
) -> Result<Response> {
    if !change.locale.is_for(scope.actor.role) {
        return Err(Error::field("locale", "option"));
    }
    let mut tx = app.begin().await?;
    let before = users::find(&mut tx, scope.actor.id)
        .await?
        .ok_or(Error::Unauthorized)?;
    sql::set_locale(&mut tx, scope.actor.id, change.locale, app.now()).await?;
    let after = users::find(&mut tx, scope.actor.id)
        .await?
        .ok_or(Error::Unauthorized)?;
    let changes = audit::changes(Some(&before), Some(&after));
    let entry = audit::Entry {
        kind: &USER,
        id: scope.actor.id,
        action: "update",
        changes,
    };
    audit::record(&mut tx, &Author::from(&scope), &[entry]).await?;
    tx.commit().await?;
    Ok(answer(StatusCode::OK, after))
}

/// The browsers that are signed in as the caller, the latest used first.
#[utoipa::path(get, path = "/user/current/session", tag = "identity", operation_id = "listSessions",
    responses((status = 200, body = Data<Vec<SessionRow>>)))]
async fn sessions(State(app): State<App>, scope: Scope) -> Result<Data<Vec<SessionRow>>> {
    let actor = &scope.actor;
    Ok(Data {
        data: sql::sessions(&app.db, actor.id, actor.session, app.now()).await?,
    })
}

/// Ends every session of the caller but this one.
#[utoipa::path(delete, path = "/user/current/session", tag = "identity", operation_id = "revokeOtherSessions",
    responses((status = 204, description = "They have ended")))]
async fn revoke_others(State(app): State<App>, scope: Scope) -> Result<StatusCode> {
    let actor = &scope.actor;
    sql::revoke_sessions(&app.db, actor.id, None, Some(actor.session), app.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends one session of the caller, at once and on every host.
#[utoipa::path(delete, path = "/user/current/session/{id}", tag = "identity", operation_id = "revokeSession",
    params(("id" = Uuid, Path)),
    responses((status = 204, description = "It has ended"), (status = 404, body = ErrorBody)))]
async fn revoke(State(app): State<App>, scope: Scope, Id(id): Id) -> Result<StatusCode> {
    match sql::revoke_sessions(&app.db, scope.actor.id, Some(id), None, app.now()).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Error::missing("Session")),
    }
}

/// The caller's sign-in links that nobody has used yet.
#[utoipa::path(get, path = "/user/current/link", tag = "identity", operation_id = "listSignInLinks",
    responses((status = 200, body = Data<Vec<LinkRow>>)))]
async fn links(State(app): State<App>, scope: Scope) -> Result<Data<Vec<LinkRow>>> {
    Ok(Data {
        data: sql::links(&app.db, scope.actor.id, app.now()).await?,
    })
}

/// Takes a sign-in link back: it opens nothing any more.
#[utoipa::path(delete, path = "/user/current/link/{id}", tag = "identity", operation_id = "revokeSignInLink",
    params(("id" = Uuid, Path)),
    responses((status = 204, description = "It opens nothing"), (status = 404, body = ErrorBody)))]
async fn revoke_link(State(app): State<App>, scope: Scope, Id(id): Id) -> Result<StatusCode> {
    match sql::revoke_link(&app.db, scope.actor.id, id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Error::missing("Link")),
    }
}
