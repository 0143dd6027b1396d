//! Projects: what an organization has made, until when, and where that stands.

mod files;
mod list;
mod model;
mod routes;
mod sql;

use crate::http::error::Resource;
use crate::list::{Link, Owner};
use crate::records::Kind;

pub use model::Project;
pub use routes::routes;
pub use sql::check_open;

/// A factory reaches the projects of which it makes something (decision 1); customers none.
pub const REACH: Owner = Owner::Linked {
    organization: Link {
        table: "projects",
        row: "id",
        owner: "organization_id",
    },
    factory: Link {
        table: "project_factories",
        row: "project_id",
        owner: "factory_id",
    },
};

pub static PROJECT: Kind = Kind::new("project", routes::READ)
    .called("projects")
    .named(Resource::Other("Project"))
    .of("projects", "deleted_at is null", REACH);

/// What a project is to look like.
pub static MOODBOARD: Kind = Kind::new("project-moodboard", routes::READ)
    .called("projects")
    .named(Resource::Other("Project"))
    .of("projects", "deleted_at is null", REACH);
