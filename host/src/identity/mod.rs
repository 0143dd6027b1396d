//! How users sign in: a link by mail or a passkey, then a session in the browser (design, section 5). No password exists.
//!
//! A session is a refresh token in an HttpOnly cookie, rotated at each use, and a signed access token of ten minutes in
//! the page's memory. Every request loads the user as they are now: removing a user, a permission or a session acts on
//! the next request, on every host.

mod mail;
mod model;
mod passkeys;
mod routes;
mod sql;
#[cfg(test)]
mod tests;

use crate::register::Domain;
pub use passkeys::work_at as passkeys_work_at;

pub use model::{ACCESS_LIFETIME, continue_path};

pub use routes::{SignedIn, link_address, link_for};
pub use sql::issue_link;

#[cfg(test)]
pub use sql::open_session;

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    sweeps: &[
        |app, batch| Box::pin(sql::forget(&app.db, app.now(), batch)),
        |app, batch| Box::pin(passkeys::forget(&app.db, app.now(), batch)),
    ],
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
