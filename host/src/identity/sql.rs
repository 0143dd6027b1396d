//! Every query on users, sign-in links and sessions.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use super::model::{
    LINK_LIFETIME, LINKS_AN_HOUR, LINKS_AN_HOUR_AND_IP, LINKS_AT_ONCE, LinkRow, REFRESH_GRACE,
    SESSION_LIFETIME, SESSION_LONGEST, SessionRow,
};
use crate::http::error::{Error, Result};
use crate::http::limits::network;
use crate::program::keys::{random_token, token_hash};
use crate::words::language::{Language, Locale};

/// Changes the user's own language.
pub async fn set_locale(
    db: &mut PgConnection,
    id: Uuid,
    locale: Locale,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update users set locale = $2, updated_at = $3 where id = $1",
        id,
        locale.as_str(),
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Who may be sent a link: id, name and language of the user with this address.
#[derive(Debug)]
pub struct Recipient {
    pub id: Uuid,
    pub email: String,
    pub display_name: String,
    pub locale: Language,
}

pub async fn find_recipient(db: &mut PgConnection, email: &str) -> Result<Option<Recipient>> {
    let row = sqlx::query!(
        "select id, email, display_name, locale from users where email = $1 and deleted_at is null",
        email.to_lowercase()
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Recipient {
        id: row.id,
        email: row.email,
        display_name: row.display_name,
        locale: row.locale.parse().unwrap_or_default(),
    }))
}

/// Counts a request for a link, whether somebody has the address or not, and refuses when there were too many of this
/// network in the last hour.
///
/// # Errors
/// [`Error::TooManyRequests`], with the time until the oldest of those that reach a limit no longer counts.
pub async fn count_link_request(
    db: &mut PgConnection,
    email: &str,
    ip: Option<IpAddr>,
    now: DateTime<Utc>,
) -> Result<()> {
    let hash = Sha256::digest(email.to_lowercase().as_bytes()).to_vec();
    let hour_ago = now - TimeDelta::hours(1);
    let ip = ip.map(|ip| network(ip).to_string());
    // Requests of one network wait for each other, so that parallel ones are all counted.
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 0))",
        ip.as_deref().unwrap_or("nowhere"),
    )
    .execute(&mut *db)
    .await?;
    let seen = sqlx::query!(
        r#"select
            count(*) filter (where email_hash = $1) as "for_one!",
            min(created_at) filter (where email_hash = $1) as first_for_one,
            count(*) as "for_all!",
            min(created_at) as first_for_all
           from sign_in_requests
           where (ip = $2::text::inet or (ip is null and $2 is null)) and created_at > $3"#,
        hash,
        ip,
        hour_ago,
    )
    .fetch_one(&mut *db)
    .await?;
    let limits = [
        (seen.for_one, LINKS_AN_HOUR, seen.first_for_one),
        (seen.for_all, LINKS_AN_HOUR_AND_IP, seen.first_for_all),
    ];
    let reached = limits.iter().filter(|(count, most, _)| count >= most);
    if let Some(oldest) = reached.filter_map(|(_, _, first)| *first).max() {
        let wait = oldest + TimeDelta::hours(1) - now;
        return Err(Error::TooManyRequests {
            retry_after: wait.to_std().unwrap_or_default(),
        });
    }
    sqlx::query!(
        "insert into sign_in_requests (id, email_hash, ip, created_at) values ($1, $2, $3::text::inet, $4)",
        Uuid::now_v7(),
        hash,
        ip,
        now,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "delete from sign_in_requests where created_at < $1",
        hour_ago
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A new link's token. Only its hash is kept.
pub async fn issue_link(
    db: &mut PgConnection,
    user: Uuid,
    continue_to: Option<&str>,
    now: DateTime<Utc>,
) -> Result<String> {
    let token = random_token();
    sqlx::query!(
        "insert into sign_in_links (token_hash, user_id, continue_to, created_at, expires_at)
         values ($1, $2, $3, $4, $5)",
        token_hash(&token),
        user,
        continue_to,
        now,
        now + LINK_LIFETIME,
    )
    .execute(db)
    .await?;
    Ok(token)
}

/// Whether a user has as many links in their inbox as serve them.
pub async fn has_enough_links(
    db: &mut PgConnection,
    user: Uuid,
    now: DateTime<Utc>,
) -> Result<bool> {
    let waiting = sqlx::query_scalar!(
        r#"select count(*) as "waiting!" from sign_in_links
           where user_id = $1 and used_at is null and expires_at > $2"#,
        user,
        now,
    )
    .fetch_one(db)
    .await?;
    Ok(waiting >= LINKS_AT_ONCE)
}

/// Uses a link up: whose it was and where they wanted to go. `None`: unknown, used or expired.
pub async fn use_link(
    db: &mut PgConnection,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<(Uuid, Option<String>)>> {
    let row = sqlx::query!(
        "update sign_in_links set used_at = $2
         where token_hash = $1 and used_at is null and expires_at > $2 returning user_id, continue_to",
        token_hash(token),
        now,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.user_id, row.continue_to)))
}

/// Where a session was opened from.
#[derive(Debug, Default)]
pub struct Device {
    pub user_agent: String,
    pub ip: Option<IpAddr>,
}

/// Opens a session: its id. Its refresh token is of generation 0.
pub async fn open_session(
    db: &mut PgConnection,
    user: Uuid,
    device: &Device,
    now: DateTime<Utc>,
) -> Result<Uuid> {
    let session = Uuid::now_v7();
    sqlx::query!(
        "insert into sessions (id, user_id, user_agent, ip, created_at, last_seen_at, expires_at)
         values ($1, $2, $3, $4::text::inet, $5, $5, $6)",
        session,
        user,
        device.user_agent,
        device.ip.map(|ip| ip.to_string()),
        now,
        now + SESSION_LIFETIME,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update users set last_login_at = $2 where id = $1",
        user,
        now
    )
    .execute(db)
    .await?;
    Ok(session)
}

/// What a refresh token brought.
#[derive(Debug)]
pub enum Refreshed {
    Renewed {
        user: Uuid,
        /// Of the next token.
        generation: i64,
    },
    /// Its session ended.
    Refused,
    /// Used before, longer ago than parallel tabs explain: somebody else holds it. The session is revoked.
    Reused,
}

/// Exchanges a session's refresh token of a generation for the next one. Whoever comes a moment later with the same gets the
/// same next one: a session has one chain of tokens, and an older one is known by its number for as long as it lives.
pub async fn refresh(
    db: &mut PgConnection,
    session: Uuid,
    generation: i64,
    now: DateTime<Utc>,
) -> Result<Refreshed> {
    let row = sqlx::query!(
        "select user_id, generation, rotated_at, created_at from sessions
         where id = $1 and revoked_at is null and expires_at > $2 for update",
        session,
        now,
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(row) = row else {
        return Ok(Refreshed::Refused);
    };
    let is_late = generation + 1 == row.generation
        && row
            .rotated_at
            .is_some_and(|rotated_at| now - rotated_at <= REFRESH_GRACE);
    if generation != row.generation && !is_late {
        revoke_session(db, session, now).await?;
        return Ok(Refreshed::Reused);
    }
    let next = generation + 1;
    sqlx::query!(
        "update sessions set generation = $2, last_seen_at = $3, expires_at = $4,
            rotated_at = case when generation < $2 then $3 else rotated_at end
         where id = $1",
        session,
        next,
        now,
        (now + SESSION_LIFETIME).min(row.created_at + SESSION_LONGEST),
    )
    .execute(db)
    .await?;
    Ok(Refreshed::Renewed {
        user: row.user_id,
        generation: next,
    })
}

/// Ends a session at once.
pub async fn revoke_session(
    db: &mut PgConnection,
    session: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update sessions set revoked_at = coalesce(revoked_at, $2) where id = $1",
        session,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A user's open sessions, the latest used first; `current` is marked.
pub async fn sessions(
    db: impl PgExecutor<'_>,
    user: Uuid,
    current: Uuid,
    now: DateTime<Utc>,
) -> Result<Vec<SessionRow>> {
    Ok(sqlx::query_as!(
        SessionRow,
        r#"select id, user_agent, host(ip) as ip, created_at, last_seen_at, id = $2 as "current!" from sessions
           where user_id = $1 and revoked_at is null and expires_at > $3
           order by last_seen_at desc, id desc limit 100"#,
        user,
        current,
        now,
    )
    .fetch_all(db)
    .await?)
}

/// Ends one of a user's sessions, or all but one. False: there was none.
pub async fn revoke_sessions(
    db: impl PgExecutor<'_>,
    user: Uuid,
    only: Option<Uuid>,
    but: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let ended = sqlx::query!(
        "update sessions set revoked_at = $4 where user_id = $1 and revoked_at is null
            and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3)",
        user,
        only,
        but,
        now,
    )
    .execute(db)
    .await?;
    Ok(ended.rows_affected() > 0)
}

/// A user's sign-in links that could still be used, the newest first.
pub async fn links(
    db: impl PgExecutor<'_>,
    user: Uuid,
    now: DateTime<Utc>,
) -> Result<Vec<LinkRow>> {
    Ok(sqlx::query_as!(
        LinkRow,
        "select id, created_at, expires_at from sign_in_links
         where user_id = $1 and used_at is null and expires_at > $2 order by created_at desc limit 100",
        user,
        now,
    )
    .fetch_all(db)
    .await?)
}

/// Takes a sign-in link back. False: there is none like it.
pub async fn revoke_link(db: impl PgExecutor<'_>, user: Uuid, id: Uuid) -> Result<bool> {
    let gone = sqlx::query!(
        "delete from sign_in_links where user_id = $1 and id = $2 and used_at is null",
        user,
        id
    )
    .execute(db)
    .await?;
    Ok(gone.rows_affected() > 0)
}

/// Forgets at most `batch` links and sessions that ended a week ago or earlier; tells how many. A token of one that came
/// back would be refused as of a session that ended.
pub async fn forget(db: &PgPool, now: DateTime<Utc>, batch: i64) -> Result<u64> {
    let links = sqlx::query!(
        "delete from sign_in_links where ctid = any(array(
            select ctid from sign_in_links where expires_at < $1 limit $2))",
        now - TimeDelta::days(7),
        batch,
    )
    .execute(db)
    .await?;
    let sessions = sqlx::query!(
        "delete from sessions where ctid = any(array(
            select ctid from sessions where least(expires_at, revoked_at) < $1 limit $2))",
        now - TimeDelta::days(7),
        batch,
    )
    .execute(db)
    .await?;
    Ok(links.rows_affected() + sessions.rows_affected())
}
