//! People: who they are, what they may do, what they are confined to. How they sign in is told in [`crate::identity`].

mod list;
mod mail;
mod model;
mod routes;
mod sql;
#[cfg(test)]
mod tests;

use crate::http::error;
use crate::records::{Kind, life};
use crate::register::Domain;

pub use list::USERS;
pub use model::{NewUser, Resource, ResourceKind, User};
pub use sql::{add, find};

pub static USER: Kind = Kind::new("user", routes::READ)
    .named(error::Resource::User)
    .of("users", "deleted_at is null", list::REACH);

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    kinds: &[&USER],
    sweeps: &[life::sweep::<User>, |app, batch| {
        Box::pin(sql::forget_asked_emails(&app.db, app.now(), batch))
    }],
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
