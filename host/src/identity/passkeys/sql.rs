//! Every query on passkeys.

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;
use webauthn_rs::prelude::Passkey;

use super::model::{KNOWN, MOST, PasskeyRow, TOO_MANY};
use crate::http::error::{Error, IfBroken as _, Result};

/// A user's passkeys, the oldest first.
pub async fn list(db: impl PgExecutor<'_>, user: Uuid) -> Result<Vec<PasskeyRow>> {
    Ok(sqlx::query_as!(
        PasskeyRow,
        "select id, name, created_at, last_used_at from passkeys where user_id = $1 order by created_at, id",
        user,
    )
    .fetch_all(db)
    .await?)
}

/// A user's passkeys as their devices know them.
pub async fn credentials(db: impl PgExecutor<'_>, user: Uuid) -> Result<Vec<Vec<u8>>> {
    Ok(sqlx::query_scalar!(
        "select credential_id from passkeys where user_id = $1",
        user
    )
    .fetch_all(db)
    .await?)
}

/// Keeps a new passkey.
///
/// # Errors
/// [`KNOWN`], [`TOO_MANY`]
pub async fn add(
    db: &mut PgConnection,
    user: Uuid,
    name: &str,
    passkey: &Passkey,
    now: DateTime<Utc>,
) -> Result<PasskeyRow> {
    // Those that are added at once wait for each other, so that all are counted.
    sqlx::query!("select from users where id = $1 for update", user)
        .execute(&mut *db)
        .await?;
    let kept = sqlx::query_scalar!(
        r#"select count(*) as "kept!" from passkeys where user_id = $1"#,
        user
    )
    .fetch_one(&mut *db)
    .await?;
    if kept >= MOST {
        return Err(Error::Conflict(&TOO_MANY));
    }
    sqlx::query_as!(
        PasskeyRow,
        "insert into passkeys (id, user_id, name, credential_id, credential, created_at)
         values ($1, $2, $3, $4, $5, $6) returning id, name, created_at, last_used_at",
        Uuid::now_v7(),
        user,
        name,
        passkey.cred_id().as_slice(),
        Json(passkey) as _,
        now,
    )
    .fetch_one(db)
    .await
    .if_broken("passkeys_credential_id_key", Error::Conflict(&KNOWN))
}

/// Gives a passkey another name; `None`: the user has none like it.
pub async fn rename(
    db: impl PgExecutor<'_>,
    user: Uuid,
    id: Uuid,
    name: &str,
) -> Result<Option<PasskeyRow>> {
    Ok(sqlx::query_as!(
        PasskeyRow,
        "update passkeys set name = $3 where id = $2 and user_id = $1
         returning id, name, created_at, last_used_at",
        user,
        id,
        name,
    )
    .fetch_optional(db)
    .await?)
}

/// Removes a passkey: its name; `None`: the user has none like it.
pub async fn remove(db: impl PgExecutor<'_>, user: Uuid, id: Uuid) -> Result<Option<String>> {
    Ok(sqlx::query_scalar!(
        "delete from passkeys where id = $2 and user_id = $1 returning name",
        user,
        id,
    )
    .fetch_optional(db)
    .await?)
}

/// The passkey of this name among devices, locked, if it is this user's and they may sign in.
pub async fn find(
    db: &mut PgConnection,
    user: Uuid,
    credential_id: &[u8],
) -> Result<Option<(Uuid, Passkey)>> {
    let row = sqlx::query!(
        r#"select passkeys.id, credential as "credential: Json<Passkey>"
           from passkeys join users on users.id = user_id
           where credential_id = $2 and user_id = $1 and deleted_at is null for update of passkeys"#,
        user,
        credential_id,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.id, row.credential.0)))
}

/// Notes that a passkey signed in, and what its device tells of it since.
pub async fn used(
    db: &mut PgConnection,
    id: Uuid,
    passkey: &Passkey,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update passkeys set credential = $2, last_used_at = $3 where id = $1",
        id,
        Json(passkey) as _,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Spends a challenge. False: it was answered before.
pub async fn spend(
    db: &mut PgConnection,
    digest: &[u8],
    expires_at: DateTime<Utc>,
) -> Result<bool> {
    let spent = sqlx::query!(
        "insert into spent_challenges (digest, expires_at) values ($1, $2) on conflict do nothing",
        digest,
        expires_at,
    )
    .execute(db)
    .await?;
    Ok(spent.rows_affected() == 1)
}

/// Forgets at most `batch` challenges that nobody could answer any more; tells how many.
pub async fn forget(db: &PgPool, now: DateTime<Utc>, batch: i64) -> Result<u64> {
    let forgotten = sqlx::query!(
        "delete from spent_challenges where ctid = any(array(
            select ctid from spent_challenges where expires_at < $1 limit $2))",
        now,
        batch,
    )
    .execute(db)
    .await?;
    Ok(forgotten.rows_affected())
}
