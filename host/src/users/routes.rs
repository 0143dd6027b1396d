//! Calls on users.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use sqlx::PgConnection;
use utoipa::ToSchema;
use validator::Validate;

use super::list::USERS;
use super::mail::{EmailAsked, EmailChanged, Invitation};
use super::model::{EMAIL_CHANGE_LIFETIME, NewUser, ResourceKind, User, UserChange, UserInput};
use super::sql;
use crate::access::{Access, Permission, Role, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Resource, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::mail;
use crate::records::audit::{self, Author};
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life::{self, Record};
use crate::records::live::{self, Signal};
use crate::records::visible::{Scoped, Visible};

pub const READ: Access = Access::permissions(&[Permission::ReadUser]);
/// Admins need READ_ORGANIZATION besides, as they choose among organizations (specification, document 2, section 6).
const WRITE: Access = Access::permissions(&[Permission::WriteUser])
    .with_admins(&[Permission::WriteUser, Permission::ReadOrganization]);

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/user", &USERS)
        .add(READ, routes!(find))
        .add_recent(WRITE, routes!(create))
        .add(WRITE, routes!(replace, update))
        .add(WRITE, routes!(delete))
        .add_recent(WRITE, routes!(restore))
        .add(WRITE, routes!(invite_again))
        .add(Access::Public, routes!(confirm_email))
}

/// One user.
#[utoipa::path(get, path = "/user/{id}", tag = "users", operation_id = "getUser", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<User>), (status = 404, body = ErrorBody)))]
async fn find(State(app): State<App>, scope: Scope, Id(id): Id) -> Result<Data<User>> {
    let mut db = app.db.acquire().await?;
    Ok(Data {
        data: Visible::<User>::find(&mut db, &scope, id)
            .await?
            .into_inner(),
    })
}

/// Makes a user and sends them an invitation. One grants only permissions that one holds and that the role may have. Who
/// is no admin invites so many people in an hour.
#[utoipa::path(post, path = "/user", tag = "users", operation_id = "createUser", params(KeyHeader),
    request_body = UserInput,
    responses((status = 201, body = Data<User>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "ConflictUserEmailException"), (status = 429, body = ErrorBody)))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<UserInput>,
) -> Result<Response> {
    input.check()?;
    input.check_granted_by(&scope, None)?;
    once.run(&app, async |tx| {
        sql::check_address(&app, tx, &scope, &input.email).await?;
        sql::check_links(tx, &scope, &input, None).await?;
        let new = NewUser {
            email: input.email.clone(),
            display_name: input.display_name.clone(),
            role: input.role,
            permissions: input.permissions.clone(),
            owner: input.owner,
            locale: input.locale,
            organizations: input.organizations.clone(),
            stores: Some(input.stores.clone()),
            factories: input.factories.clone(),
        };
        let id = sql::add(tx, &Author::from(&scope), &new).await?;
        let user = sql::find(tx, id)
            .await?
            .ok_or(Error::NotFound(Resource::User))?;
        invite(&app, tx, &scope, &user).await?;
        live::notify(tx, &Signal::changed(User::KIND)).await?;
        Ok((StatusCode::CREATED, user))
    })
    .await
}

/// Tells a user that they may sign in, and who let them in.
async fn invite(app: &App, db: &mut PgConnection, scope: &Scope, user: &User) -> Result<()> {
    let mut link = app.origin.clone();
    link.set_path("/login");
    link.query_pairs_mut().append_pair("email", &user.email);
    let invitation = Invitation {
        name: user.display_name.clone(),
        invited_by: scope.actor.name.clone(),
        link,
    };
    let language = user.locale.language();
    mail::send(app, db, &user.email, language, &invitation, None).await
}

/// Sends the invitation of somebody who has never signed in again. So many of one person in an hour; of somebody who is no
/// admin these count as invitations.
#[utoipa::path(post, path = "/user/{id}/invitation", tag = "users", operation_id = "inviteUserAgain",
    params(("id" = Uuid, Path)),
    responses((status = 204, description = "It is on its way"), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
async fn invite_again(State(app): State<App>, scope: Scope, Id(id): Id) -> Result<StatusCode> {
    let mut tx = app.begin().await?;
    let user = life::open::<User>(&mut tx, &scope, id, Edition::ANY).await?;
    sql::check_invited_again(&app, &mut tx, &scope, &user).await?;
    invite(&app, &mut tx, &scope, &user).await?;
    life::enter::<User>(&mut tx, &Author::from(&scope), id, "remind", Vec::new()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes a user. What the body leaves out stays; the role stays in any case. What they may do and reach, and the address
/// by which they sign in, take a sign-in of the last ten minutes.
#[utoipa::path(put, path = "/user/{id}", tag = "users", operation_id = "replaceUser",
    params(("id" = Uuid, Path), EditionHeader), request_body = UserChange,
    responses((status = 200, body = Data<User>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
async fn replace(
    app: State<App>,
    scope: Scope,
    edition: Edition,
    id: Id,
    change: Body<UserChange>,
) -> Result<Data<User>> {
    update(app, scope, edition, id, change).await
}

/// The same as PUT.
#[utoipa::path(patch, path = "/user/{id}", tag = "users", operation_id = "updateUser",
    params(("id" = Uuid, Path), EditionHeader), request_body = UserChange,
    responses((status = 200, body = Data<User>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
async fn update(
    State(app): State<App>,
    scope: Scope,
    edition: Edition,
    Id(id): Id,
    Body(change): Body<UserChange>,
) -> Result<Data<User>> {
    let mut tx = app.begin().await?;
    let before = life::open::<User>(&mut tx, &scope, id, edition).await?;
    let mut input = UserInput::changed(&before, change)?;
    input.check_granted_by(&scope, Some(&*before))?;
    keep_what_is_out_of_reach(&scope, &before, &mut input);
    input.check()?;
    if input.gives_other_rights(&before) {
        scope.check_recent_sign_in()?;
    }
    sql::check_links(&mut tx, &scope, &input, Some(&*before)).await?;
    sql::update(&mut tx, &before, &input).await?;
    change_email(&app, &mut tx, &scope, &before, input.email.to_lowercase()).await?;
    let data = life::saved(&mut tx, &scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// What the caller does not know of is not theirs to take away, nor to put in another order.
fn keep_what_is_out_of_reach(scope: &Scope, before: &User, input: &mut UserInput) {
    if scope.actor.role == Role::Admin {
        return;
    }
    input.organizations = before.all_ids(ResourceKind::Organization);
    input.factories = before.all_ids(ResourceKind::Factory);
    let shown = before.ids(ResourceKind::Store);
    for store in before.all_ids(ResourceKind::Store) {
        if !shown.contains(&store) && !input.stores.contains(&store) {
            input.stores.push(store);
        }
    }
}

/// Gives a user the address at once when an admin does; else sends the link that does it to the present one. Whoever had
/// the old address hears of it either way.
async fn change_email(
    app: &App,
    db: &mut PgConnection,
    scope: &Scope,
    user: &User,
    email: String,
) -> Result<()> {
    if user.email == email {
        return Ok(());
    }
    let name = user.display_name.clone();
    if scope.actor.role == Role::Admin {
        let own = Some(scope.actor.session);
        sql::set_email(db, user.id, &email, own, app.now()).await?;
        let changed = EmailChanged { name, email };
        return mail::send(app, db, &user.email, user.locale.language(), &changed, None).await;
    }
    sql::check_address(app, db, scope, &email).await?;
    sql::check_reminders(db, user.id).await?;
    let token = sql::ask_for_email(db, user.id, &email, app.now()).await?;
    life::enter::<User>(db, &Author::from(scope), user.id, "askEmail", Vec::new()).await?;
    let mut link = app.origin.clone();
    link.set_path("/login/email");
    link.query_pairs_mut()
        .append_pair("token", &token)
        .append_pair("email", &email);
    let asked_by = scope.actor.name.clone();
    let asked = EmailAsked {
        name,
        email,
        asked_by,
        link,
    };
    let useful = Some(EMAIL_CHANGE_LIFETIME);
    mail::send(app, db, &user.email, user.locale.language(), &asked, useful).await
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
struct EmailConfirmation {
    /// From the link in the mail.
    #[validate(length(min = 1, max = 200))]
    token: String,
}

/// Confirms another address with the token that went to the present one; it works once. All sessions of the user end.
#[utoipa::path(post, path = "/auth/email", tag = "identity", operation_id = "confirmEmail",
    request_body = EmailConfirmation,
    responses((status = 204, description = "It is the address now"), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody, description = "The link is unknown, used or expired"),
        (status = 409, body = ErrorBody, description = "ConflictUserEmailException")))]
async fn confirm_email(
    State(app): State<App>,
    Body(confirmation): Body<EmailConfirmation>,
) -> Result<StatusCode> {
    let (mut tx, now) = (app.begin().await?, app.now());
    let asked = async |db: &mut PgConnection| {
        let asked = sql::asked_email(db, &confirmation.token, now).await?;
        asked.ok_or(Error::Unauthorized)
    };
    // The user's row first, as whoever changes them holds it; meanwhile another may have been asked for.
    let (id, _) = asked(&mut tx).await?;
    life::lock_row::<User>(&mut tx, id).await?;
    let (_, email) = asked(&mut tx).await?;
    let before = sql::find(&mut tx, id).await?.ok_or(Error::Unauthorized)?;
    sql::set_email(&mut tx, id, &email, None, now).await?;
    let after = sql::find(&mut tx, id).await?.ok_or(Error::Unauthorized)?;
    let author = Author {
        id: Some(id),
        name: before.display_name.clone(),
        request_id: None,
    };
    let changes = audit::changes(Some(&before.audited()), Some(&after.audited()));
    life::enter::<User>(&mut tx, &author, id, "update", changes).await?;
    let changed = EmailChanged {
        name: after.display_name,
        email,
    };
    mail::send(
        &app,
        &mut tx,
        &before.email,
        before.locale.language(),
        &changed,
        None,
    )
    .await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a user; their sessions end at once. It can be undone for an hour. Nobody deletes themselves, and the last
/// owner of an organization or factory stays.
#[utoipa::path(delete, path = "/user/{id}", tag = "users", operation_id = "deleteUser", params(("id" = Uuid, Path)),
    responses((status = 204, description = "Deleted"), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete(State(app): State<App>, scope: Scope, Id(id): Id) -> Result<StatusCode> {
    life::delete::<User>(&app, &scope, id).await
}

/// Undoes the deletion of a user, within an hour.
#[utoipa::path(post, path = "/user/{id}/restore", tag = "users", operation_id = "restoreUser",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<User>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn restore(State(app): State<App>, scope: Scope, Id(id): Id) -> Result<Data<User>> {
    life::restore(&app, &scope, id).await
}
