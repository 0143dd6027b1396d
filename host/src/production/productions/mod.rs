//! Productions: what a factory makes of a project, and where that stands: the cards of the board.

mod list;
mod model;
mod routes;
mod sql;

use crate::http::error::Resource;
use crate::list::Owner;
use crate::records::Kind;

pub use model::Production;
pub use routes::routes;
pub use sql::check_none_under_way;

/// A factory sees its own (decision 1); customers none.
const REACH: Owner = Owner::Factory("factory_id");

pub static PRODUCTION: Kind = Kind::new("project-production", routes::READ)
    .called("project-productions")
    .named(Resource::Other("Production"))
    .discussed()
    .of("project_productions", "deleted_at is null", REACH);
