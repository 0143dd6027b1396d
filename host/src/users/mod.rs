//! People: who they are, what they may do, what they are confined to. How they sign in is told in [`crate::identity`].

mod list;
mod mail;
mod model;
mod routes;
mod sql;
#[cfg(test)]
mod tests;

pub use list::USERS;
pub use model::{NewUser, Resource, ResourceKind, User};
pub use routes::routes;
pub use sql::{add, find, permissions};
