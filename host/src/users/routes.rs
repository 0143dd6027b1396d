//! Calls on users.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use utoipa_axum::routes;

use super::list::USERS;
use super::mail::Invitation;
use super::model::{NewUser, ResourceKind, User, UserChange, UserInput};
use super::sql;
use crate::access::{Access, Permission, Role, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Resource, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::Routes;
use crate::mail;
use crate::records::audit::Author;
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
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
        .add(WRITE, routes!(create))
        .add(WRITE, routes!(replace, update))
        .add(WRITE, routes!(delete))
        .add(WRITE, routes!(restore))
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

/// Makes a user and sends them an invitation. One grants only permissions that one holds and that the role may have.
#[utoipa::path(post, path = "/user", tag = "users", operation_id = "createUser", params(KeyHeader),
    request_body = UserInput,
    responses((status = 201, body = Data<User>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "ConflictUserEmailException")))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<UserInput>,
) -> Result<Response> {
    input.check()?;
    input.check_granted_by(&scope.actor, None)?;
    once.run(&app, async |tx| {
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
        let mut link = app.origin.clone();
        link.set_path("/login");
        link.query_pairs_mut().append_pair("email", &user.email);
        let invitation = Invitation {
            name: user.display_name.clone(),
            invited_by: scope.actor.name.clone(),
            link,
        };
        mail::send(&app, tx, &user.email, user.locale, &invitation, None).await?;
        live::notify(tx, &Signal::changed(User::KIND)).await?;
        Ok((StatusCode::CREATED, user))
    })
    .await
}

/// Changes a user. What the body leaves out stays; the role stays in any case.
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
    keep_what_is_out_of_reach(&scope, &before, &mut input);
    input.check()?;
    input.check_granted_by(&scope.actor, Some(&*before))?;
    sql::check_links(&mut tx, &scope, &input, Some(&*before)).await?;
    sql::update(&mut tx, &before, &input).await?;
    let data = life::saved(&mut tx, &scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// Stores that the caller does not know of are not theirs to take away.
fn keep_what_is_out_of_reach(scope: &Scope, before: &User, input: &mut UserInput) {
    let Some(reach) = scope.stores() else { return };
    for store in before.ids(ResourceKind::Store) {
        if input.role == Role::Customer && !reach.contains(&store) && !input.stores.contains(&store)
        {
            input.stores.push(store);
        }
    }
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
