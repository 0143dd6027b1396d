//! Every query on users and what they are confined to.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{NewUser, Resource, ResourceKind, User, UserInput};
use crate::access::{Permission, Role, Scope};
use crate::http::error::{Conflict, Entity, Error, IfBroken, Issue, Refusal, Result};
use crate::records::audit::{self, Author};
use crate::records::edition;

/// A user, deleted ones left out.
pub async fn find(db: &mut PgConnection, id: Uuid) -> Result<Option<User>> {
    read(db, id, None, false).await
}

/// A user whom the scope reaches: for an admin everyone, for others those of their organizations or factories.
pub async fn find_visible(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    lock: bool,
) -> Result<User> {
    read(db, id, Some(scope), lock)
        .await?
        .ok_or(Error::NotFound(Entity::User))
}

async fn read(
    db: &mut PgConnection,
    id: Uuid,
    scope: Option<&Scope>,
    lock: bool,
) -> Result<Option<User>> {
    if lock {
        sqlx::query!("select id from users where id = $1 for update", id)
            .fetch_optional(&mut *db)
            .await?;
    }
    let everyone = scope.is_none_or(|scope| scope.actor.role == Role::Admin);
    let organizations = scope.and_then(Scope::organizations).unwrap_or_default();
    let factories = scope.and_then(Scope::factories).unwrap_or_default();
    let user = sqlx::query!(
        "select id, email, display_name, role, permissions, locale, owner, last_login_at, created_at, updated_at
         from users where id = $1 and deleted_at is null and ($2
            or exists (select from user_organizations where user_id = id and organization_id = any($3))
            or exists (select from user_factories where user_id = id and factory_id = any($4)))",
        id,
        everyone,
        organizations,
        factories,
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(user) = user else { return Ok(None) };
    let resources = sqlx::query!(
        r#"select kind as "kind!", id as "id!", name as "name!" from (
            select 1 as kind, o.id, o.name, m.position from user_organizations m
                join organizations o on o.id = m.organization_id where m.user_id = $1
            union all select 2, s.id, s.name, 0 from user_stores m join stores s on s.id = m.store_id
                where m.user_id = $1
            union all select 3, f.id, f.name, m.position from user_factories m
                join factories f on f.id = m.factory_id where m.user_id = $1
        ) as resources order by kind, position, name"#,
        id,
    )
    .fetch_all(db)
    .await?;
    Ok(Some(User {
        id: user.id,
        email: user.email,
        display_name: user.display_name,
        role: user.role.parse().map_err(anyhow::Error::from)?,
        permissions: permissions(&user.permissions),
        locale: user.locale.parse().unwrap_or_default(),
        owner: user.owner,
        resources: resources
            .into_iter()
            .map(|row| Resource {
                kind: match row.kind {
                    1 => ResourceKind::Organization,
                    2 => ResourceKind::Store,
                    _ => ResourceKind::Factory,
                },
                id: row.id,
                name: row.name,
            })
            .collect(),
        last_login_at: user.last_login_at,
        created_at: user.created_at,
        updated_at: user.updated_at,
    }))
}

/// A permission that no longer exists in the code grants nothing.
pub fn permissions(names: &[String]) -> Vec<Permission> {
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

/// Adds a user with what they are confined to.
///
/// # Errors
/// [`Conflict::UserEmail`] when the address is taken.
pub async fn add(db: &mut PgConnection, author: &Author, user: &NewUser) -> Result<Uuid> {
    let id = Uuid::now_v7();
    let names: Vec<String> = user.permissions.iter().map(ToString::to_string).collect();
    sqlx::query!(
        "insert into users (id, email, display_name, role, permissions, owner, locale)
         values ($1, $2, $3, $4, $5, $6, $7)",
        id,
        user.email.to_lowercase(),
        user.display_name,
        user.role.as_str(),
        &names,
        user.owner,
        user.locale.as_str(),
    )
    .execute(&mut *db)
    .await
    .if_broken("users_email_key", Error::Conflict(Conflict::UserEmail))?;
    link(
        db,
        id,
        &user.organizations,
        user.stores.as_deref(),
        &user.factories,
    )
    .await?;
    let added = find(db, id).await?;
    let changes = audit::changes(None, added.as_ref());
    record(db, author, id, "create", changes).await?;
    Ok(id)
}

async fn link(
    db: &mut PgConnection,
    id: Uuid,
    organizations: &[Uuid],
    stores: Option<&[Uuid]>,
    factories: &[Uuid],
) -> Result<()> {
    sqlx::query!(
        "insert into user_organizations (user_id, organization_id, position)
         select $1, id, position::integer from unnest($2::uuid[]) with ordinality as given (id, position)",
        id,
        organizations,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into user_stores (user_id, store_id)
         select distinct $1::uuid, store_id from store_organizations
         where organization_id = any($2) and ($3::uuid[] is null or store_id = any($3))",
        id,
        organizations,
        stores,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into user_factories (user_id, factory_id, position)
         select $1, id, position::integer from unnest($2::uuid[]) with ordinality as given (id, position)",
        id,
        factories,
    )
    .execute(&mut *db)
    .await?;
    Ok(())
}

async fn record(
    db: &mut PgConnection,
    author: &Author,
    id: Uuid,
    action: &str,
    changes: Vec<audit::Change>,
) -> Result<()> {
    let entry = audit::Entry {
        entity: "user",
        id,
        action,
        changes,
    };
    Ok(audit::record(db, author, &[entry]).await?)
}

/// Refuses organizations, stores and factories that are not there, or that the caller may not know of and the user does
/// not have already.
///
/// # Errors
/// [`Error::Invalid`], each of them named.
pub async fn check_links(
    db: &mut PgConnection,
    scope: &Scope,
    input: &UserInput,
    before: Option<&User>,
) -> Result<()> {
    let had = |kind| before.map(|user| user.ids(kind)).unwrap_or_default();
    let mut issues = Vec::new();
    let mut compare = |field: &str, given: &[Uuid], known: &[Uuid]| {
        for (index, id) in given.iter().enumerate() {
            if !known.contains(id) {
                issues.push(Issue::new(format!("{field}[{index}]"), "option"));
            }
        }
    };
    let organizations = sqlx::query_scalar!(
        "select id from organizations where id = any($1) and deleted_at is null
            and ($2::uuid[] is null or id = any($2) or id = any($3))",
        &input.organizations,
        scope.organizations(),
        &had(ResourceKind::Organization),
    )
    .fetch_all(&mut *db)
    .await?;
    compare("organizations", &input.organizations, &organizations);
    let stores = sqlx::query_scalar!(
        "select distinct s.id from stores s join store_organizations o on o.store_id = s.id
         where s.id = any($1) and s.deleted_at is null and o.organization_id = any($2)
            and ($3::uuid[] is null or s.id = any($3) or s.id = any($4))",
        &input.stores,
        &input.organizations,
        scope.stores(),
        &had(ResourceKind::Store),
    )
    .fetch_all(&mut *db)
    .await?;
    compare("stores", &input.stores, &stores);
    let factories = sqlx::query_scalar!(
        "select id from factories where id = any($1) and ($2::uuid[] is null or id = any($2) or id = any($3))",
        &input.factories,
        scope.factories(),
        &had(ResourceKind::Factory),
    )
    .fetch_all(db)
    .await?;
    compare("factories", &input.factories, &factories);
    if issues.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(issues))
    }
}

/// Turns a user into what `input` says; links are replaced.
///
/// # Errors
/// [`Conflict::UserEmail`]; [`Refusal::LastOwner`] and [`Refusal::LastAdministrator`] when nobody would be left.
pub async fn update(
    db: &mut PgConnection,
    author: &Author,
    before: &User,
    input: &UserInput,
    now: DateTime<Utc>,
) -> Result<User> {
    let leaves_owners = before.owner && !input.owner;
    let leaves_administrators = before.permissions.contains(&Permission::SuperAdmin)
        && !input.permissions.contains(&Permission::SuperAdmin);
    check_left(db, before, leaves_owners, leaves_administrators).await?;
    let names: Vec<String> = input.permissions.iter().map(ToString::to_string).collect();
    sqlx::query!(
        "update users set email = $2, display_name = $3, permissions = $4, owner = $5, locale = $6, updated_at = $7
         where id = $1",
        before.id,
        input.email.to_lowercase(),
        input.display_name,
        &names,
        input.owner,
        input.locale.as_str(),
        now,
    )
    .execute(&mut *db)
    .await
    .if_broken("users_email_key", Error::Conflict(Conflict::UserEmail))?;
    unlink(db, before.id).await?;
    link(
        db,
        before.id,
        &input.organizations,
        Some(&input.stores),
        &input.factories,
    )
    .await?;
    if before.email != input.email.to_lowercase() {
        // Links that wait in the old address' inbox open nothing any more.
        sqlx::query!(
            "delete from sign_in_links where user_id = $1 and used_at is null",
            before.id
        )
        .execute(&mut *db)
        .await?;
    }
    let after = find(db, before.id)
        .await?
        .ok_or(Error::NotFound(Entity::User))?;
    let mut changes = audit::changes(Some(before), Some(&after));
    changes.retain(|change| change.field != "updatedAt");
    record(db, author, before.id, "update", changes).await?;
    Ok(after)
}

async fn unlink(db: &mut PgConnection, id: Uuid) -> Result<()> {
    for table in ["user_organizations", "user_stores", "user_factories"] {
        sqlx::query(sqlx::AssertSqlSafe(format!(
            "delete from {table} where user_id = $1"
        )))
        .bind(id)
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Deletes a user: their sessions end at once, their links open nothing.
///
/// # Errors
/// [`Refusal::LastOwner`], [`Refusal::LastAdministrator`].
pub async fn delete(
    db: &mut PgConnection,
    author: &Author,
    user: &User,
    now: DateTime<Utc>,
) -> Result<()> {
    let is_super = user.permissions.contains(&Permission::SuperAdmin);
    check_left(db, user, user.owner, is_super).await?;
    sqlx::query!(
        "update users set deleted_at = $2 where id = $1",
        user.id,
        now
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update sessions set revoked_at = coalesce(revoked_at, $2) where user_id = $1",
        user.id,
        now
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "delete from sign_in_links where user_id = $1 and used_at is null",
        user.id
    )
    .execute(&mut *db)
    .await?;
    record(
        db,
        author,
        user.id,
        "delete",
        audit::changes(Some(user), None),
    )
    .await
}

/// Undoes a deletion. Their sessions stay ended.
///
/// # Errors
/// Not found when there is no deleted user of this id within reach; [`Refusal::TooLate`]; [`Conflict::UserEmail`] when
/// somebody else has the address now.
pub async fn restore(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<User> {
    let deleted_at =
        sqlx::query_scalar!("select deleted_at from users where id = $1 for update", id)
            .fetch_optional(&mut *db)
            .await?
            .flatten()
            .ok_or(Error::NotFound(Entity::User))?;
    sqlx::query!("update users set deleted_at = null where id = $1", id)
        .execute(&mut *db)
        .await
        .if_broken("users_email_key", Error::Conflict(Conflict::UserEmail))?;
    // The caller's transaction ends without a commit when it is too late, or the user is not theirs.
    let user = find_visible(db, scope, id, false).await?;
    edition::restorable(deleted_at, now)?;
    record(db, &Author::from(scope), id, "restore", Vec::new()).await?;
    Ok(user)
}

/// Refuses what would leave an organization or factory without its last owner, or the portal without its last super
/// administrator. Such changes wait for each other.
async fn check_left(
    db: &mut PgConnection,
    user: &User,
    leaves_owners: bool,
    leaves_administrators: bool,
) -> Result<()> {
    if !leaves_owners && !leaves_administrators {
        return Ok(());
    }
    sqlx::query!("select pg_advisory_xact_lock(hashtext('comptoir owners'))")
        .execute(&mut *db)
        .await?;
    let orphaned = sqlx::query_scalar!(
        r#"select exists (
            select from user_organizations mine where mine.user_id = $1 and not exists (
                select from user_organizations theirs join users u on u.id = theirs.user_id
                where theirs.organization_id = mine.organization_id and u.id <> $1 and u.owner and u.deleted_at is null)
            union all
            select from user_factories mine where mine.user_id = $1 and not exists (
                select from user_factories theirs join users u on u.id = theirs.user_id
                where theirs.factory_id = mine.factory_id and u.id <> $1 and u.owner and u.deleted_at is null)
        ) as "orphaned!""#,
        user.id,
    )
    .fetch_one(&mut *db)
    .await?;
    if leaves_owners && orphaned {
        return Err(Error::Refused(Refusal::LastOwner));
    }
    let others = sqlx::query_scalar!(
        r#"select exists (select from users where 'SUPER_ADMIN' = any(permissions) and id <> $1
            and deleted_at is null) as "others!""#,
        user.id,
    )
    .fetch_one(db)
    .await?;
    if leaves_administrators && !others {
        return Err(Error::Refused(Refusal::LastAdministrator));
    }
    Ok(())
}

/// Removes for good at most `batch` users who were deleted a day ago or earlier; tells how many. What they did stays
/// under their name.
pub async fn sweep(db: impl PgExecutor<'_>, now: DateTime<Utc>, batch: i64) -> Result<u64> {
    let swept = sqlx::query!(
        "delete from users where id = any(array(select id from users where deleted_at < $1 limit $2))",
        now - edition::KEPT,
        batch,
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}
