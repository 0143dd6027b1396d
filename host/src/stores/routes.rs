//! Calls on stores.

use axum::extract::State;
use utoipa_axum::routes;

use super::list::STORES;
use super::model::Store;
use crate::access::{Access, Permission, Role, Scope};
use crate::app::App;
use crate::error::{Error, ErrorBody, Result};
use crate::list::{Cursor, CursorParam, Page};
use crate::routing::Routes;

pub fn routes() -> Routes {
    Routes::new().add(Access::permissions(&[Permission::ReadStore]), routes!(list))
}

/// The stores that the caller may see. Admins need READ_ORGANIZATION besides, as the rows tell whose the stores are.
/// Sorts: `name` (default), `createdAt`.
#[utoipa::path(get, path = "/store", tag = "stores", operation_id = "listStores",
    params(CursorParam),
    responses((status = 200, body = Page<Store>), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn list(scope: Scope, State(app): State<App>, cursor: Cursor) -> Result<Page<Store>> {
    if scope.actor.role == Role::Admin && !scope.actor.may(Permission::ReadOrganization) {
        return Err(Error::ForbiddenPermission(Permission::ReadOrganization));
    }
    let mut page = STORES.page(&app.db, &scope, cursor).await?;
    if let Some(own) = scope.organizations() {
        // A store that is shared does not tell one owner who the others are.
        for store in &mut page.data {
            store
                .organizations
                .retain(|organization| own.contains(&organization.id));
        }
    }
    Ok(page)
}
