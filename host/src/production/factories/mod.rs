//! Factories: who produces, how much at a time, how fast and at what price. A factory's people see theirs and no price; staff
//! have them ranked for what is to be made.

mod list;
mod model;
mod ranking;
mod routes;
mod sql;
#[cfg(test)]
pub mod tests;

use crate::http::error::Resource;
use crate::list::Owner;
use crate::records::Kind;

pub use model::Factory;
pub use routes::routes;
pub use sql::check;

pub static FACTORY: Kind = Kind::new("factory", routes::READ)
    .called("factories")
    .named(Resource::Factory)
    .of("factories", "deleted_at is null", Owner::Factory("id"));
