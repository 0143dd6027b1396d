//! Calls on organizations.

use axum::extract::State;
use utoipa_axum::routes;

use super::list::ORGANIZATIONS;
use super::model::Organization;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::error::{ErrorBody, Result};
use crate::list::{Cursor, CursorParam, Page};
use crate::routing::Routes;

pub fn routes() -> Routes {
    Routes::new().add(
        Access::permissions(&[Permission::ReadOrganization]),
        routes!(list),
    )
}

/// The organizations that the caller may see. Sorts: `name` (default), `createdAt`.
#[utoipa::path(get, path = "/organization", tag = "organizations", operation_id = "listOrganizations",
    params(CursorParam),
    responses((status = 200, body = Page<Organization>), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn list(scope: Scope, State(app): State<App>, cursor: Cursor) -> Result<Page<Organization>> {
    ORGANIZATIONS.page(&app.db, &scope, cursor).await
}
