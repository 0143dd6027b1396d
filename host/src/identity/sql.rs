//! Every query on users, sign-in links and sessions.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use super::model::{
    LINK_LIFETIME, LINKS_AN_HOUR, LINKS_AN_HOUR_AND_IP, LinkRow, REFRESH_GRACE, SESSION_LIFETIME,
    SessionRow,
};
use crate::http::error::{Error, Result};
use crate::program::keys::{random_token, token_hash};
use crate::words::language::Language;

/// Changes the user's own language.
pub async fn set_locale(
    db: &mut PgConnection,
    id: Uuid,
    locale: Language,
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

/// Counts a request for a link, whatever the address, and refuses when there were too many in the last hour.
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
    // Requests for one address wait for each other, so that parallel ones are all counted.
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))",
        hash.clone()
    )
    .execute(&mut *db)
    .await?;
    let ip = ip.map(|ip| ip.to_string());
    let seen = sqlx::query!(
        r#"select
            count(*) filter (where email_hash = $1) as "by_email!",
            min(created_at) filter (where email_hash = $1) as first_by_email,
            count(*) filter (where ip = $2::text::inet) as "by_ip!",
            min(created_at) filter (where ip = $2::text::inet) as first_by_ip
           from sign_in_requests where (email_hash = $1 or ip = $2::text::inet) and created_at > $3"#,
        hash,
        ip,
        hour_ago,
    )
    .fetch_one(&mut *db)
    .await?;
    let limits = [
        (seen.by_email, LINKS_AN_HOUR, seen.first_by_email),
        (seen.by_ip, LINKS_AN_HOUR_AND_IP, seen.first_by_ip),
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

/// Opens a session: its id and first refresh token.
pub async fn open_session(
    db: &mut PgConnection,
    user: Uuid,
    device: &Device,
    now: DateTime<Utc>,
) -> Result<(Uuid, String)> {
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
    .execute(&mut *db)
    .await?;
    let refresh = add_refresh_token(db, session, now).await?;
    Ok((session, refresh))
}

async fn add_refresh_token(
    db: &mut PgConnection,
    session: Uuid,
    now: DateTime<Utc>,
) -> Result<String> {
    let token = random_token();
    sqlx::query!(
        "insert into refresh_tokens (token_hash, session_id, created_at) values ($1, $2, $3)",
        token_hash(&token),
        session,
        now,
    )
    .execute(db)
    .await?;
    Ok(token)
}

/// What a refresh token brought.
#[derive(Debug)]
pub enum Refreshed {
    Renewed {
        session: Uuid,
        user: Uuid,
        token: String,
    },
    /// Unknown, or its session ended.
    Refused,
    /// Used before, longer ago than parallel tabs explain: somebody else holds it. The session is revoked.
    Reused { session: Uuid },
}

/// Exchanges a refresh token for the next one.
pub async fn refresh(db: &mut PgConnection, token: &str, now: DateTime<Utc>) -> Result<Refreshed> {
    let row = sqlx::query!(
        "select t.used_at, s.id, s.user_id from refresh_tokens t join sessions s on s.id = t.session_id
         where t.token_hash = $1 and s.revoked_at is null and s.expires_at > $2 for update",
        token_hash(token),
        now,
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(row) = row else {
        return Ok(Refreshed::Refused);
    };
    if row
        .used_at
        .is_some_and(|used_at| now - used_at > REFRESH_GRACE)
    {
        revoke_session(db, row.id, now).await?;
        return Ok(Refreshed::Reused { session: row.id });
    }
    sqlx::query!(
        "update refresh_tokens set used_at = coalesce(used_at, $2) where token_hash = $1",
        token_hash(token),
        now
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update sessions set last_seen_at = $2, expires_at = $3 where id = $1",
        row.id,
        now,
        now + SESSION_LIFETIME,
    )
    .execute(&mut *db)
    .await?;
    // Long-used tokens have told all they can: a session keeps the last day's.
    sqlx::query!(
        "delete from refresh_tokens where session_id = $1 and used_at < $2",
        row.id,
        now - TimeDelta::days(1),
    )
    .execute(&mut *db)
    .await?;
    let token = add_refresh_token(db, row.id, now).await?;
    Ok(Refreshed::Renewed {
        session: row.id,
        user: row.user_id,
        token,
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

/// Ends the session of a refresh token, whatever became of the token itself.
pub async fn revoke_by_refresh_token(
    db: &mut PgConnection,
    token: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update sessions set revoked_at = coalesce(revoked_at, $2)
         where id = (select session_id from refresh_tokens where token_hash = $1)",
        token_hash(token),
        now,
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

/// Forgets at most `batch` links and sessions that ended a week ago or earlier, and as many refresh tokens that were used
/// a month ago; tells how many. One of those that came back would be refused as unknown.
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
    let tokens = sqlx::query!(
        "delete from refresh_tokens where ctid = any(array(
            select ctid from refresh_tokens where used_at < $1 limit $2))",
        now - TimeDelta::days(30),
        batch,
    )
    .execute(db)
    .await?;
    Ok(links.rows_affected() + sessions.rows_affected() + tokens.rows_affected())
}
