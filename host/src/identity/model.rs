//! What a user and a session are; tokens and lifetimes.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::program::keys::Keys;

/// A link in a mail lives this long and works once.
pub const LINK_LIFETIME: TimeDelta = TimeDelta::minutes(15);
/// Links an address may ask for in an hour, and addresses an IP may name in an hour.
pub const LINKS_AN_HOUR: i64 = 5;
pub const LINKS_AN_HOUR_AND_IP: i64 = 60;
/// An access token's life. Short, as only its session is looked up, never itself.
pub const ACCESS_LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// A session that is not used for so long ends.
pub const SESSION_LIFETIME: TimeDelta = TimeDelta::days(30);
/// Two tabs may present the same refresh token within this time; later it was stolen.
pub const REFRESH_GRACE: TimeDelta = TimeDelta::seconds(20);

/// A browser that is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpenSession)]
pub struct SessionRow {
    pub id: Uuid,
    pub user_agent: String,
    pub ip: Option<String>,
    pub created_at: DateTime<Utc>,
    pub last_seen_at: DateTime<Utc>,
    /// The caller's own.
    pub current: bool,
}

/// A sign-in link that waits in an inbox.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SignInLink)]
pub struct LinkRow {
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
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

/// Where to go after sign-in, as a path of this origin; `None` when it would lead elsewhere.
pub fn continue_path(origin: &Url, target: &str) -> Option<String> {
    let rooted = target.starts_with('/') || target.starts_with(origin.as_str());
    let joined = origin
        .join(target)
        .ok()
        .filter(|joined| rooted && joined.origin() == origin.origin())?;
    let path = joined[url::Position::BeforePath..].to_owned();
    // `/\host` and `//host` leave the origin when a browser resolves them again.
    (path.starts_with('/') && !path.starts_with("//")).then_some(path)
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

    #[test]
    fn continue_stays_on_this_origin() {
        let origin: Url = "https://portal.example/".parse().unwrap();
        let path = |target: &str| continue_path(&origin, target);
        assert_eq!(
            path("/admin/order?x=1#y").as_deref(),
            Some("/admin/order?x=1#y")
        );
        assert_eq!(
            path("https://portal.example/admin").as_deref(),
            Some("/admin")
        );
        for elsewhere in [
            "//evil.example",
            "/\\evil.example",
            "https://evil.example/",
            "https://portal.example.evil.example/",
            "javascript:alert(1)",
            "\\\\evil.example",
            "https://portal.example@evil.example/",
            "/\t/evil.example",
            "admin",
        ] {
            assert_eq!(path(elsewhere), None, "{elsewhere}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_accepted_resolves_to_this_origin(target in "[/\\\\a-z:.@?#\t ]{0,20}") {
            let origin: Url = "https://portal.example/".parse().unwrap();
            if let Some(path) = continue_path(&origin, &target) {
                prop_assert_eq!(origin.join(&path).unwrap().origin(), origin.origin());
            }
        }

        #[test]
        fn no_garbage_is_a_token(token in "[0-9a-f.]{0,80}") {
            prop_assert_eq!(session_of(&Keys::from_master(&[1; 32]), &token, at(0)), None);
        }
    }
}
