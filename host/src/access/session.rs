//! Who asks, as they are at this moment: from a bearer token to the session's user, and from them to a [`Scope`].

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use sqlx::PgPool;
use uuid::Uuid;

use super::{Actor, Permission, Role, Scope};
use crate::app::App;
use crate::http::error::Result;
use crate::http::request::RequestId;
use crate::program::keys::Keys;

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
        .and_then(|token| session_of(&app.keys, token, app.now()));
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
        match scope(&app.db, session, within, app.now(), request_id).await {
            Ok(Some(scope)) => {
                request.extensions_mut().insert(scope);
            }
            Ok(None) => {}
            Err(error) => return error.into_response(),
        }
    }
    next.run(request).await
}

/// `1.<session>.<expiry>.<signature>`
pub fn access_token(keys: &Keys, session: Uuid, expires_at: DateTime<Utc>) -> String {
    let claim = format!("1.{}.{}", session.simple(), expires_at.timestamp());
    let signature = keys.sign(&claim);
    format!("{claim}.{signature}")
}

/// The session that a token speaks for, if we signed it and it has not expired.
pub fn session_of(keys: &Keys, token: &str, now: DateTime<Utc>) -> Option<Uuid> {
    let (claim, signature) = token.rsplit_once('.')?;
    if !keys.verify(claim, signature) {
        return None;
    }
    let mut parts = claim.split('.').skip(1);
    let session = Uuid::try_parse(parts.next()?).ok()?;
    let expires_at: i64 = parts.next()?.parse().ok()?;
    (expires_at > now.timestamp()).then_some(session)
}

/// The scope of a session's user as they are now, within one of their organizations if asked; `None`: the session ended
/// or the user is gone.
pub async fn scope(
    db: &PgPool,
    session: Uuid,
    within: Option<Uuid>,
    now: DateTime<Utc>,
    request_id: String,
) -> Result<Option<Scope>> {
    let row = sqlx::query_as!(
        Row,
        r#"select u.id as "id!", u.display_name as "display_name!", u.role as "role!", u.permissions as "permissions!",
            u.owner as "owner!", u.locale as "locale!", u.organizations as "organizations!", u.stores as "stores!",
            u.factories as "factories!"
        from sessions join user_scopes u on u.id = sessions.user_id
        where sessions.id = $1 and sessions.revoked_at is null and sessions.expires_at > $2"#,
        session,
        now,
    )
    .fetch_optional(db)
    .await?;
    match row {
        Some(row) => Ok(Some(
            narrowed(db, row.scope(session, request_id)?, within).await?,
        )),
        None => Ok(None),
    }
}

/// The scope of a user as they are now, for what is done in their name later; `None`: they are gone.
pub async fn scope_of(db: &PgPool, user: Uuid, within: Option<Uuid>) -> Result<Option<Scope>> {
    let row = sqlx::query_as!(
        Row,
        r#"select id as "id!", display_name as "display_name!", role as "role!", permissions as "permissions!",
            owner as "owner!", locale as "locale!", organizations as "organizations!", stores as "stores!",
            factories as "factories!"
        from user_scopes where id = $1"#,
        user,
    )
    .fetch_optional(db)
    .await?;
    match row {
        Some(row) => Ok(Some(
            narrowed(db, row.scope(Uuid::nil(), String::new())?, within).await?,
        )),
        None => Ok(None),
    }
}

async fn narrowed(db: &PgPool, scope: Scope, within: Option<Uuid>) -> Result<Scope> {
    let (Some(organization), Role::Customer) = (within, scope.actor.role) else {
        return Ok(scope);
    };
    // Of most customers it is the only one, with every request: all of theirs lies in it.
    if scope.organizations() == Some(&[organization]) {
        let stores = scope.stores().unwrap_or_default().to_vec();
        return Ok(scope.narrowed(organization, stores));
    }
    let stores = sqlx::query_scalar!(
        "select store_id from store_organizations where organization_id = $1 and in_scope(store_id, $2)",
        organization,
        scope.stores(),
    )
    .fetch_all(db)
    .await?;
    Ok(scope.narrowed(organization, stores))
}

/// A user and what they are confined to.
struct Row {
    id: Uuid,
    display_name: String,
    role: String,
    permissions: Vec<String>,
    owner: bool,
    locale: String,
    organizations: Vec<Uuid>,
    stores: Vec<Uuid>,
    factories: Vec<Uuid>,
}

impl Row {
    fn scope(self, session: Uuid, request_id: String) -> Result<Scope> {
        let actor = Actor {
            id: self.id,
            session,
            name: self.display_name,
            role: self.role.parse().map_err(anyhow::Error::from)?,
            permissions: permissions(&self.permissions),
            owner: self.owner,
            language: self.locale.parse().unwrap_or_default(),
        };
        let (organizations, stores) = (self.organizations, self.stores);
        Ok(Scope::new(
            actor,
            organizations,
            stores,
            self.factories,
            request_id,
        ))
    }
}

/// A permission that no longer exists in the code grants nothing.
pub fn permissions(names: &[String]) -> Vec<Permission> {
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn an_access_token_speaks_for_its_session_until_it_expires() {
        let (keys, session) = (Keys::from_master(&[1; 32]), Uuid::now_v7());
        let token = access_token(&keys, session, at(100));
        assert_eq!(session_of(&keys, &token, at(99)), Some(session));
        assert_eq!(session_of(&keys, &token, at(100)), None);
        assert_eq!(
            session_of(&Keys::from_master(&[2; 32]), &token, at(99)),
            None
        );
        let forged = token.replace(
            &session.simple().to_string(),
            &Uuid::now_v7().simple().to_string(),
        );
        assert_eq!(session_of(&keys, &forged, at(99)), None);
    }

    proptest! {
        #[test]
        fn no_garbage_is_a_token(token in "[0-9a-f.]{0,80}") {
            prop_assert_eq!(session_of(&Keys::from_master(&[1; 32]), &token, at(0)), None);
        }
    }
}
