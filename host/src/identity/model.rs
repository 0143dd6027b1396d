//! What a user and a session are; tokens and lifetimes.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

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
