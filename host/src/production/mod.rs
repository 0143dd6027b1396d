//! Apparel production (specification, document 1, sections 2.5, 2.6 and 3; decisions 1, 8, 9 and F15): what organizations have
//! made.
//!
//! A project is of an organization; it has products with their variants, described by tags, and productions at factories, which
//! move over a board. Staff see all; a factory sees the projects of which it makes something, with neither customers nor prices.
//! `states` says where each may go.

mod documents;
mod factories;
mod files;
mod import;
mod news;
mod productions;
mod products;
mod projects;
mod states;
mod tags;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::error::{Error, Result};
use crate::http::routing::Routes;
use crate::records::life;
use crate::register::Domain;

/// A record where another names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = NamedRecord)]
pub struct Named {
    pub id: Uuid,
    pub name: String,
}

/// Whether there is such an organization to work for.
///
/// # Errors
/// [`Error::Invalid`] (`organizationId option`): it is not there, or archived.
async fn check_organization(db: &mut PgConnection, id: Uuid) -> Result<()> {
    let found = sqlx::query_scalar!(
        "select id from organizations where id = $1 and deleted_at is null and archived_at is null",
        id,
    );
    let found = found.fetch_optional(db).await?;
    found
        .map(drop)
        .ok_or_else(|| Error::field("organizationId", "option"))
}

fn routes() -> Routes {
    projects::routes()
        .merge(products::routes())
        .merge(documents::routes())
        .merge(files::routes())
        .merge(import::routes())
        .merge(news::routes())
        .merge(productions::routes())
        .merge(factories::routes())
        .merge(tags::routes())
}

pub static DOMAIN: Domain = Domain {
    routes,
    kinds: &[
        &projects::PROJECT,
        &projects::MOODBOARD,
        &products::PRODUCT,
        &productions::PRODUCTION,
        &factories::FACTORY,
        &tags::TAG,
    ],
    sweeps: &[
        life::sweep::<productions::Production>,
        life::sweep::<products::ProductDetail>,
        life::sweep::<projects::Project>,
        life::sweep::<factories::Factory>,
        life::sweep::<tags::Tag>,
    ],
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
