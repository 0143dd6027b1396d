//! What a user and a session are; tokens and lifetimes.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::program::keys::Keys;

/// A link in a mail lives this long and works once.
pub const LINK_LIFETIME: TimeDelta = TimeDelta::minutes(15);
/// Links that a network may ask for in an hour: for one address, and for all. Nobody is refused for what others ask for
/// their address, which would lock its owner out.
pub const LINKS_AN_HOUR: i64 = 5;
pub const LINKS_AN_HOUR_AND_IP: i64 = 60;
/// Links that may wait in an inbox. Each signs in, so that with so many none is missed.
pub const LINKS_AT_ONCE: i64 = 10;
/// An access token's life. Short, as only its session is looked up, never itself.
pub const ACCESS_LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// A session that is not used for so long ends.
pub const SESSION_LIFETIME: TimeDelta = TimeDelta::days(30);
/// A session ends so long after it began, however it is used.
pub const SESSION_LONGEST: TimeDelta = TimeDelta::days(180);
/// Two tabs may present the same refresh token within this time; later it was stolen.
pub const REFRESH_GRACE: TimeDelta = TimeDelta::seconds(20);

/// The token that renews a session once, by its number in the session's life: `<session>.<generation>.<signature>`. Nothing
/// of it is kept but the number of the one that comes next.
pub fn refresh_token(keys: &Keys, session: Uuid, generation: i64) -> String {
    let claim = format!("{}.{generation}", session.simple());
    let signature = keys.sign(&refresh_claim(&claim));
    format!("{claim}.{signature}")
}

/// The session and generation of a refresh token, if we signed it.
pub fn read_refresh_token(keys: &Keys, token: &str) -> Option<(Uuid, i64)> {
    let (claim, signature) = token.rsplit_once('.')?;
    let (session, generation) = claim.split_once('.')?;
    let read = (
        Uuid::try_parse(session).ok()?,
        generation
            .parse::<i64>()
            .ok()
            .filter(|number| *number >= 0)?,
    );
    keys.verify(&refresh_claim(claim), signature)
        .then_some(read)
}

/// What is signed: never the claim of another kind of token.
fn refresh_claim(claim: &str) -> String {
    format!("refresh.{claim}")
}

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

    #[test]
    fn a_refresh_token_is_the_one_of_its_session_and_generation() {
        let (keys, session) = (Keys::from_master(&[1; 32]), Uuid::now_v7());
        let token = refresh_token(&keys, session, 7);
        assert_eq!(read_refresh_token(&keys, &token), Some((session, 7)));
        assert_eq!(
            read_refresh_token(&Keys::from_master(&[2; 32]), &token),
            None
        );
        let (claim, signature) = token.rsplit_once('.').unwrap();
        for forged in [
            format!("{}.8.{signature}", session.simple()),
            format!("{}.7.{signature}", Uuid::now_v7().simple()),
            format!("{claim}."),
            format!("{claim}.{signature}x"),
            format!("{}.-1.{}", session.simple(), keys.sign("refresh.x.-1")),
            crate::access::access_token(&keys, session, crate::testing::noon()),
            claim.to_owned(),
            String::new(),
        ] {
            assert_eq!(read_refresh_token(&keys, &forged), None, "{forged}");
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
    }
}
