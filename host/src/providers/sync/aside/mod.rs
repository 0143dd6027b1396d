//! Items that a provider sent and that could not be taken, each with what is wrong with it: kept until a later pull brings
//! them whole, so that no provider's mistake stops the rest or is lost. People read them, have them taken again, or ignore
//! them until something else is reported of them. What is kept of one connection is bounded.

mod jobs;
mod list;
mod model;
mod routes;
mod sql;
#[cfg(test)]
mod tests;

use crate::jobs::jobs;
use crate::list::Owner;
use crate::records::Kind;
use crate::register::Domain;

pub use jobs::{Retaken, take_again};

pub use model::{Aside, Fault, FaultCode};
pub use sql::{any_aside, count_aside, set_aside};

jobs!(jobs::TakeAgain);

/// What people do with them is told in a history.
pub static SET_ASIDE: Kind =
    Kind::new("set-aside-item", routes::READ).of("set_aside_rows", "true", Owner::Nobody);

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    kinds: &[&SET_ASIDE],
    jobs: JOBS,
    sweeps: &[|app, batch| Box::pin(sql::forget(&app.db, app.now(), batch))],
    // Of admins alone: no tenant has any.
    #[cfg(test)]
    rows: |_| {
        Box::pin(std::future::ready(vec![(
            "/set-aside-item/{id}",
            uuid::Uuid::nil(),
        )]))
    },
    ..Domain::NONE
};
