//! Every query on users and what they are confined to.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::USER;
use super::model::{
    EMAIL_CHANGE_LIFETIME, LAST_ADMINISTRATOR, LAST_OWNER, NewUser, Resource, ResourceKind,
    SIGNED_IN_BEFORE, User, UserInput, check_removed_by, check_touched_by,
};
use crate::access::{self, Permission, Role, Scope, permissions};
use crate::app::App;
use crate::http::error::{Conflict, Error, Issue, Refusal, Result};
use crate::program::keys::{random_token, token_hash};
use crate::records::Kind;
use crate::records::audit::{self, Author, Entry};
use crate::records::life::{Meaning, Record, taken};
use crate::records::visible::Scoped;

/// Mails that others may have somebody sent in an hour, whoever asks for them.
const MOST_REMINDERS: i64 = 3;

/// Two users never share an address.
static EMAIL_TAKEN: Conflict = Conflict::new(
    "UserEmail",
    "Un utilisateur a déjà cette adresse e-mail.",
    "A user with this e-mail address exists already.",
);

/// Said of an address to who may not know whose it is: neither that somebody has it, nor where.
static ADDRESS_REFUSED: Refusal = Refusal::new(
    "Cette adresse e-mail ne peut pas être utilisée ici. Écrivez-nous si c’est bien la bonne.",
    "This e-mail address cannot be used here. Write to us if it is the right one.",
);

/// What they did stays under their name when they go for good.
impl Record for User {
    const UNIQUE: &'static [Meaning] = &[("users_email_key", || Error::Conflict(&EMAIL_TAKEN))];

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }

    /// Their sessions end at once, and stay ended; their links open nothing. Refuses what [`check_removed_by`] does, and
    /// [`LAST_OWNER`], [`LAST_ADMINISTRATOR`].
    async fn before_delete(
        &self,
        db: &mut PgConnection,
        scope: &Scope,
        now: DateTime<Utc>,
    ) -> Result<()> {
        check_removed_by(scope, self)?;
        let is_super = self.permissions.contains(&Permission::SuperAdmin);
        let left = if self.owner { self.owned() } else { Vec::new() };
        check_left(db, self, &left, is_super).await?;
        shut_out(db, self.id, None, now).await
    }

    /// Refuses who could not have granted what they held, and what belongs to an organization that is gone.
    async fn check_restored(&self, db: &mut PgConnection, scope: &Scope) -> Result<()> {
        check_touched_by(scope, self)?;
        access::check_organizations(db, &self.all_ids(ResourceKind::Organization)).await
    }

    /// Only admins read histories: they tell of all that a user is confined to, whoever made the change.
    fn audited(&self) -> Value {
        let mut fields = serde_json::to_value(self).unwrap_or_default();
        if let Some(fields) = fields.as_object_mut() {
            fields.remove("updatedAt");
            fields.insert("resources".into(), json!(self.all));
        }
        fields
    }
}

impl Scoped for User {
    const KIND: &'static Kind = &USER;
    type Key = Uuid;

    /// For an admin everyone, for others those of their organizations or factories.
    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        read(db, id, Some(scope)).await
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// Refuses another invitation when `inviter` sent so many in the last hour, whatever became of those users, or tried to.
/// Invitations of one person wait for each other, so that parallel ones are all counted.
///
/// # Errors
/// [`Error::TooManyRequests`], with the time until the oldest no longer counts.
async fn check_invitations(db: &mut PgConnection, inviter: Uuid, most: u32) -> Result<()> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 0))",
        format!("invitations {inviter}"),
    )
    .execute(&mut *db)
    .await?;
    let sent = sqlx::query!(
        r#"select count(*) as "count!", extract(epoch from min(at) + interval '1 hour' - now())::float8 as wait
           from (
               select at from audit_entries
               where actor_id = $1 and entity = 'user' and action in ('create', 'invite', 'remind', 'askEmail') and at > now() - interval '1 hour'
               order by at desc limit $2
           ) as latest"#,
        inviter,
        i64::from(most),
    )
    .fetch_one(db)
    .await?;
    check_count(sent.count, i64::from(most), sent.wait)
}

/// Refuses a further mail to somebody who was sent so many in the last hour because others asked for them: invitations again,
/// links to another address. The caller holds the user's row, so that parallel ones are all counted.
///
/// # Errors
/// [`Error::TooManyRequests`], with the time until the oldest no longer counts.
pub async fn check_reminders(db: &mut PgConnection, user: Uuid) -> Result<()> {
    let sent = sqlx::query!(
        r#"select count(*) as "count!", extract(epoch from min(at) + interval '1 hour' - now())::float8 as wait
           from audit_entries
           where entity = 'user' and entity_id = $1 and action in ('remind', 'askEmail') and at > now() - interval '1 hour'"#,
        user,
    )
    .fetch_one(db)
    .await?;
    check_count(sent.count, MOST_REMINDERS, sent.wait)
}

/// Of so many in an hour `wait` seconds are left until one more may come.
fn check_count(sent: i64, most: i64, wait: Option<f64>) -> Result<()> {
    if sent < most {
        return Ok(());
    }
    let wait = Duration::from_secs_f64(wait.unwrap_or_default().max(1.0));
    Err(Error::TooManyRequests { retry_after: wait })
}

/// Whether somebody may be sent their invitation again: they have never signed in, and neither they nor the caller had too
/// many lately.
///
/// # Errors
/// [`SIGNED_IN_BEFORE`], [`Error::TooManyRequests`]
pub async fn check_invited_again(
    app: &App,
    db: &mut PgConnection,
    scope: &Scope,
    user: &User,
) -> Result<()> {
    if user.last_login_at.is_some() {
        return Err(Error::Refused(&SIGNED_IN_BEFORE));
    }
    if scope.actor.role != Role::Admin {
        let most = app.config.limits.invitations_per_hour;
        check_invitations(db, scope.actor.id, most).await?;
    }
    check_reminders(db, user.id).await
}

/// A user, deleted ones left out.
pub async fn find(db: &mut PgConnection, id: Uuid) -> Result<Option<User>> {
    read(db, id, None).await
}

async fn read(db: &mut PgConnection, id: Uuid, scope: Option<&Scope>) -> Result<Option<User>> {
    let everyone = scope.is_none_or(|scope| scope.actor.role == Role::Admin);
    let organizations = scope.and_then(Scope::organizations).unwrap_or_default();
    let factories = scope.and_then(Scope::factories).unwrap_or_default();
    let user = sqlx::query!(
        r#"select id, users.email, e.email as "pending_email?", display_name, role, permissions, locale, owner,
            last_login_at, users.created_at, updated_at
         from users left join email_changes e on e.user_id = id
         where id = $1 and deleted_at is null and ($2
            or exists (select from user_organizations where user_id = id and organization_id = any($3))
            or exists (select from user_factories where user_id = id and factory_id = any($4)))"#,
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
            union all select 2, s.id, s.name, 0 from user_scopes u join stores s on s.id = any(u.stores) where u.id = $1
            union all select 3, f.id, f.name, m.position from user_factories m
                join factories f on f.id = m.factory_id where m.user_id = $1
        ) as resources order by kind, position, name"#,
        id,
    )
    .fetch_all(db)
    .await?;
    let all: Vec<Resource> = resources
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
        .collect();
    let shown = |resource: &&Resource| scope.is_none_or(|scope| scope.whole().has(&resource.id));
    Ok(Some(User {
        id: user.id,
        email: user.email,
        pending_email: user.pending_email,
        display_name: user.display_name,
        role: user.role.parse().map_err(anyhow::Error::from)?,
        permissions: permissions(&user.permissions),
        locale: user.locale.parse().unwrap_or_default(),
        owner: user.owner,
        resources: all.iter().filter(shown).cloned().collect(),
        all,
        last_login_at: user.last_login_at,
        created_at: user.created_at,
        updated_at: user.updated_at,
    }))
}

/// Refuses an address that another user has. Who may know of that user is told so; others are told nothing of them, and
/// the user's history has it: in a transaction of its own, as the caller's ends here. They count as invitations, of which
/// who is no admin has so many an hour.
///
/// # Errors
/// [`EMAIL_TAKEN`], [`ADDRESS_REFUSED`], [`Error::TooManyRequests`]
pub async fn check_address(
    app: &App,
    db: &mut PgConnection,
    scope: &Scope,
    email: &str,
) -> Result<()> {
    if scope.actor.role != Role::Admin {
        let most = app.config.limits.invitations_per_hour;
        check_invitations(db, scope.actor.id, most).await?;
    }
    let holder = sqlx::query_scalar!(
        "select id from users where email = lower($1) and deleted_at is null",
        email,
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(id) = holder else { return Ok(()) };
    if read(db, id, Some(scope)).await?.is_some() {
        return Err(Error::Conflict(&EMAIL_TAKEN));
    }
    let entry = Entry {
        kind: &USER,
        id,
        action: "invite",
        changes: Vec::new(),
    };
    let mut own = app.begin().await?;
    audit::record(&mut own, &Author::from(scope), &[entry]).await?;
    own.commit().await?;
    Err(Error::Refused(&ADDRESS_REFUSED))
}

/// Adds a user with what they are confined to.
///
/// # Errors
/// [`EMAIL_TAKEN`] when the address is taken.
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
    .map_err(taken::<User>)?;
    link(
        db,
        id,
        &user.organizations,
        user.stores.as_deref(),
        &user.factories,
    )
    .await?;
    let added = find(db, id).await?;
    let changes = audit::changes(None, added.map(|user| user.audited()).as_ref());
    let entry = Entry {
        kind: &USER,
        id,
        action: "create",
        changes,
    };
    audit::record(db, author, &[entry]).await?;
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
         where organization_id = any($2) and in_scope(store_id, $3)",
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
    let had = |kind| before.map(|user| user.all_ids(kind)).unwrap_or_default();
    let mut issues = Vec::new();
    let mut compare = |field: &str, given: &[Uuid], known: &[Uuid]| {
        issues.extend(Issue::of_items(field, "option", given, |id| {
            !known.contains(id)
        }));
    };
    let organizations = sqlx::query_scalar!(
        "select id from organizations where id = any($1) and deleted_at is null
            and (in_scope(id, $2) or id = any($3))",
        &input.organizations,
        scope.organizations(),
        &had(ResourceKind::Organization),
    )
    .fetch_all(&mut *db)
    .await?;
    compare("organizations[]", &input.organizations, &organizations);
    let stores = sqlx::query_scalar!(
        "select distinct s.id from stores s join store_organizations o on o.store_id = s.id
         where s.id = any($1) and s.deleted_at is null and o.organization_id = any($2)
            and (in_scope(s.id, $3) or s.id = any($4))",
        &input.stores,
        &input.organizations,
        scope.stores(),
        &had(ResourceKind::Store),
    )
    .fetch_all(&mut *db)
    .await?;
    compare("stores[]", &input.stores, &stores);
    let factories = sqlx::query_scalar!(
        "select id from factories where id = any($1) and deleted_at is null
            and (in_scope(id, $2) or id = any($3))",
        &input.factories,
        scope.factories(),
        &had(ResourceKind::Factory),
    )
    .fetch_all(db)
    .await?;
    compare("factories[]", &input.factories, &factories);
    Error::refuse(issues)
}

/// Turns a user into what `input` says, but for their address; links are replaced.
///
/// # Errors
/// [`LAST_OWNER`] and [`LAST_ADMINISTRATOR`] when nobody would be left.
pub async fn update(db: &mut PgConnection, before: &User, input: &UserInput) -> Result<()> {
    // Who moves away leaves as well as who steps down.
    let stays = |id: &Uuid| {
        input.owner && (input.organizations.contains(id) || input.factories.contains(id))
    };
    let mut left = if before.owner {
        before.owned()
    } else {
        Vec::new()
    };
    left.retain(|id| !stays(id));
    let leaves_administrators = before.permissions.contains(&Permission::SuperAdmin)
        && !input.permissions.contains(&Permission::SuperAdmin);
    check_left(db, before, &left, leaves_administrators).await?;
    let names: Vec<String> = input.permissions.iter().map(ToString::to_string).collect();
    sqlx::query!(
        "update users set display_name = $2, permissions = $3, owner = $4, locale = $5 where id = $1",
        before.id,
        input.display_name,
        &names,
        input.owner,
        input.locale.as_str(),
    )
    .execute(&mut *db)
    .await?;
    unlink(db, before.id).await?;
    link(
        db,
        before.id,
        &input.organizations,
        Some(&input.stores),
        &input.factories,
    )
    .await
}

/// Ends a user's sessions but one, and makes the links worthless that wait in their inbox, to sign in and to change the
/// address.
async fn shut_out(
    db: &mut PgConnection,
    id: Uuid,
    but: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update sessions set revoked_at = coalesce(revoked_at, $2)
         where user_id = $1 and id is distinct from $3",
        id,
        now,
        but,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "delete from sign_in_links where user_id = $1 and used_at is null",
        id
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("delete from email_changes where user_id = $1", id)
        .execute(db)
        .await?;
    Ok(())
}

/// Gives a user another address, and a new version. Whoever is signed in by the old one is so no more, but for the session
/// `but`, and their passkeys are gone.
///
/// # Errors
/// [`EMAIL_TAKEN`]
pub async fn set_email(
    db: &mut PgConnection,
    id: Uuid,
    email: &str,
    but: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update users set email = $2, updated_at = greatest($3, updated_at + interval '1 microsecond') where id = $1",
        id,
        email,
        now,
    )
    .execute(&mut *db)
    .await
    .map_err(taken::<User>)?;
    // With the address an account may go to somebody else.
    sqlx::query!("delete from passkeys where user_id = $1", id)
        .execute(&mut *db)
        .await?;
    shut_out(db, id, but, now).await
}

/// Keeps the address that is asked for until [`EMAIL_CHANGE_LIFETIME`] has passed, in place of one that was asked for before:
/// the token that confirms it, of which only the hash is kept.
pub async fn ask_for_email(
    db: &mut PgConnection,
    id: Uuid,
    email: &str,
    now: DateTime<Utc>,
) -> Result<String> {
    let token = random_token();
    sqlx::query!(
        "insert into email_changes (user_id, email, token_hash, expires_at) values ($1, $2, $3, $4)
         on conflict (user_id) do update
            set email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at",
        id,
        email,
        token_hash(&token),
        now + EMAIL_CHANGE_LIFETIME,
    )
    .execute(db)
    .await?;
    Ok(token)
}

/// Whose address a token changes, and to which; `None`: it is unknown, was used, or too much time has passed.
pub async fn asked_email(
    db: &mut PgConnection,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<(Uuid, String)>> {
    let row = sqlx::query!(
        "select user_id, email from email_changes where token_hash = $1 and expires_at > $2",
        token_hash(token),
        now,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.user_id, row.email)))
}

/// Forgets addresses that were asked for and not confirmed in time.
pub async fn forget_asked_emails(db: &PgPool, now: DateTime<Utc>, batch: i64) -> Result<u64> {
    let gone = sqlx::query!(
        "delete from email_changes where user_id = any(array(
            select user_id from email_changes where expires_at < $1 limit $2))",
        now,
        batch,
    )
    .execute(db)
    .await?;
    Ok(gone.rows_affected())
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

/// Refuses what would leave one of these organizations or factories without its last owner, or the portal without its last
/// super administrator. Such changes wait for each other.
async fn check_left(
    db: &mut PgConnection,
    user: &User,
    left: &[Uuid],
    leaves_administrators: bool,
) -> Result<()> {
    if left.is_empty() && !leaves_administrators {
        return Ok(());
    }
    sqlx::query!("select pg_advisory_xact_lock(hashtext('comptoir owners'))")
        .execute(&mut *db)
        .await?;
    let orphaned = sqlx::query_scalar!(
        r#"select exists (select from unnest($2::uuid[]) as owned (id) where not exists (
            select from users u where u.id <> $1 and u.owner and u.deleted_at is null and (
                exists (select from user_organizations where user_id = u.id and organization_id = owned.id)
                or exists (select from user_factories where user_id = u.id and factory_id = owned.id)))) as "orphaned!""#,
        user.id,
        left,
    )
    .fetch_one(&mut *db)
    .await?;
    if orphaned {
        return Err(Error::Refused(&LAST_OWNER));
    }
    let others = sqlx::query_scalar!(
        r#"select exists (select from users where 'SUPER_ADMIN' = any(permissions) and id <> $1
            and deleted_at is null) as "others!""#,
        user.id,
    )
    .fetch_one(db)
    .await?;
    if leaves_administrators && !others {
        return Err(Error::Refused(&LAST_ADMINISTRATOR));
    }
    Ok(())
}
