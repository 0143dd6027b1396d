//! Carriers: a service of a fulfilment provider, with the surcharge and the words that go with it.

mod list;
mod model;
mod routes;
mod services;
pub(super) mod sql;

use crate::access::{Access, Permission};
use crate::http::routing::Routes;

pub use model::Carrier;
pub(super) use model::{Translations, name_in};

pub(super) fn routes() -> Routes {
    routes::routes().merge(services::routes())
}

/// What reading carriers and price grids takes: they stand below the providers' screens.
pub(super) const READ: Access = Access::admin(&[Permission::ReadConnector]);
pub(super) const WRITE: Access = Access::admin(&[Permission::WriteConnector]);
