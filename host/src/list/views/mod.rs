//! Saved views: a list's search, order and filters under a name, one's own or shared with a role.

mod model;
mod routes;
mod sql;
#[cfg(test)]
mod tests;

use crate::register::Domain;

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
