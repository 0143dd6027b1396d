//! Tags: what a product is, what it is made of and what is done to it; a factory carries those of what it makes.

mod list;
mod model;
mod routes;
mod sql;
#[cfg(test)]
pub mod tests;

use crate::http::error::Resource::Other;
use crate::list::Owner;
use crate::records::Kind;

pub use model::{Tag, TagName, TagType, distinct, slug};
pub use routes::routes;
pub use sql::check;

/// Tags are nobody's: their calls let only staff in.
pub static TAG: Kind = Kind::new("tag", routes::READ)
    .called("tags")
    .named(Other("Tag"))
    .of("tags", "deleted_at is null", Owner::Nobody);
