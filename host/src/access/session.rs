//! Who asks, as they are at this moment: from a bearer token to the session's user, and from them to a [`Scope`].

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use super::{Actor, Permission, RECENT_SIGN_IN, Role, Scope};
use crate::app::App;
use crate::http::error::{Error, Refusal, Result};
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
    match rows(db, &[], Some((session, now))).await?.pop() {
        Some(row) => Ok(Some(
            narrowed(db, row.scope(session, request_id)?, within).await?,
        )),
        None => Ok(None),
    }
}

/// The scope of a user as they are now, for what is done in their name later; `None`: they are gone.
pub async fn scope_of(db: &PgPool, user: Uuid, within: Option<Uuid>) -> Result<Option<Scope>> {
    let found = scopes_of(&mut *db.acquire().await?, &[user]).await?.pop();
    match found {
        Some(scope) => Ok(Some(narrowed(db, scope, within).await?)),
        None => Ok(None),
    }
}

/// The same of several, in no order; those who are gone are left out.
pub async fn scopes_of(db: &mut PgConnection, users: &[Uuid]) -> Result<Vec<Scope>> {
    let rows = rows(db, users, None).await?.into_iter();
    rows.map(|row| row.scope(Uuid::nil(), String::new()))
        .collect()
}

/// These users as they are now, and whose session this is while it lasts.
async fn rows(
    db: impl PgExecutor<'_>,
    users: &[Uuid],
    session: Option<(Uuid, DateTime<Utc>)>,
) -> Result<Vec<Row>> {
    let (session, now) = session.unzip();
    let rows = sqlx::query_as!(
        Row,
        r#"select id as "id!", display_name as "display_name!", role as "role!", permissions as "permissions!",
            owner as "owner!", locale as "locale!", organizations as "organizations!", stores as "stores!",
            factories as "factories!",
            exists (select from sessions where id = $2 and created_at > $4) as "signed_in_recently!"
        from user_scopes where id = any($1 || array(
            select user_id from sessions where id = $2 and revoked_at is null and expires_at > $3))"#,
        users,
        session,
        now,
        now.map(|now| now - RECENT_SIGN_IN),
    );
    Ok(rows.fetch_all(db).await?)
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
    signed_in_recently: bool,
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
            signed_in_recently: self.signed_in_recently,
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

/// Nothing comes back to an organization that is not there.
static GONE: Refusal = Refusal::new(
    "Son organisation est supprimée : restaurez-la d’abord.",
    "Its organization is deleted: restore that first.",
);

/// Refuses what belongs to an organization that was deleted; those that are there stay until the transaction ends.
///
/// # Errors
/// [`GONE`]
pub async fn check_organizations(db: &mut PgConnection, ids: &[Uuid]) -> Result<()> {
    let deleted = sqlx::query_scalar!(
        r#"select deleted_at is not null as "gone!" from organizations where id = any($1) order by id for share"#,
        ids,
    )
    .fetch_all(db)
    .await?;
    match deleted.contains(&true) {
        true => Err(Error::Refused(&GONE)),
        false => Ok(()),
    }
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

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn a_row_is_in_scope_when_its_owner_is_named_or_everything_is(db: PgPool) {
        let (own, other) = (Uuid::now_v7(), Uuid::now_v7());
        for (owner, scope, expected) in [
            (Some(own), Some(vec![other, own]), Some(true)),
            (Some(own), Some(vec![other]), Some(false)),
            (Some(own), Some(vec![]), Some(false)),
            (Some(own), None, Some(true)),
            // Nobody's: for those alone who reach everything.
            (None, None, Some(true)),
            (None, Some(vec![own]), None),
        ] {
            let asked = sqlx::query_scalar("select in_scope($1, $2)").bind(owner);
            let found: Option<bool> = asked.bind(&scope).fetch_one(&db).await.unwrap();
            assert_eq!(found, expected, "{owner:?} {scope:?}");
        }
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn who_asks_is_as_they_are_at_this_moment_on_every_host(db: PgPool) {
        use crate::testing::TestApp;
        let (one, two) = (
            TestApp::new(db.clone()).await,
            TestApp::new(db.clone()).await,
        );
        let organization = one.organization().await;
        let (kept, lost) = (one.store(organization).await, one.store(organization).await);
        let rights = [Permission::ReadStore, Permission::ReadOrder];
        let customer = one.customer(organization, &[kept, lost], &rights).await;
        let there = customer.at(&two);
        let scope = async || {
            let user = customer.user.unwrap();
            let scope = scope_of(&db, user, None).await.unwrap();
            scope.map(|scope| {
                let mut stores = scope.stores().unwrap().to_vec();
                stores.sort();
                (scope.actor.permissions, stores)
            })
        };
        let change = async |sql: &'static str, id: Uuid| {
            let done = sqlx::query(sql).bind(id).execute(&db).await.unwrap();
            assert_eq!(done.rows_affected(), 1, "{sql}");
        };
        let store = format!("/store/{lost}");
        assert_eq!(there.get(&store).await.summary(), "200");
        assert_eq!(scope().await, Some((rights.to_vec(), vec![kept, lost])));

        // The store is sold to others.
        change("delete from store_organizations where store_id = $1", lost).await;
        assert_eq!(there.get(&store).await.status.as_u16(), 404);
        assert_eq!(there.get("/store").await.json["meta"]["total"], 1);
        // A permission of an older release grants nothing.
        let user = customer.user.unwrap();
        change(
            "update users set permissions = '{READ_MOON,READ_ORDER}' where id = $1",
            user,
        )
        .await;
        let refused = there.get("/store").await;
        assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
        assert_eq!(refused.json["error"]["payload"]["permission"], "READ_STORE");
        assert_eq!(
            scope().await,
            Some((vec![Permission::ReadOrder], vec![kept]))
        );
        change("update users set deleted_at = now() where id = $1", user).await;
        assert_eq!(
            there.get("/order").await.summary(),
            "401 UnauthorizedException"
        );
        assert!(
            scope().await.is_none(),
            "nothing is done in their name later either"
        );
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn only_a_good_token_in_its_place_signs_in(db: PgPool) {
        use crate::testing::TestApp;
        let app = TestApp::new(db).await;
        let admin = app.admin(&[]).await;
        let user = admin.user.unwrap();
        let session = sqlx::query_scalar("select id from sessions where user_id = $1").bind(user);
        let session: Uuid = session.fetch_one(&app.app.db).await.unwrap();
        let tomorrow = app.app.now() + chrono::TimeDelta::days(1);
        let good = access_token(&app.app.keys, session, tomorrow);
        let strangers = access_token(&Keys::from_master(&[9; 32]), session, tomorrow);
        let nobodys = access_token(&app.app.keys, Uuid::now_v7(), tomorrow);
        let old = access_token(&app.app.keys, session, app.app.now());
        let send = async |header: &str| {
            let headers = [("authorization", header)];
            let answer = app
                .nobody()
                .send("GET", "/user/current", None, &headers)
                .await;
            answer.status.as_u16()
        };
        assert_eq!(send(&format!("Bearer {good}")).await, 200);
        for header in [
            "".to_owned(),
            "Bearer".to_owned(),
            "Bearer ".to_owned(),
            good.clone(),
            format!("bearer {good}"),
            format!("Bearer  {good}"),
            format!("Basic {good}"),
            format!("Bearer {good}x"),
            format!("Bearer {good}, Bearer {good}"),
            format!("Bearer 2{}", &good[1..]),
            format!("Bearer {strangers}"),
            format!("Bearer {nobodys}"),
            format!("Bearer {old}"),
        ] {
            assert_eq!(send(&header).await, 401, "{header}");
        }
        // The clock alone ends it.
        app.app
            .clock
            .advance(std::time::Duration::from_secs(86_400));
        assert_eq!(send(&format!("Bearer {good}")).await, 401);
    }
}
