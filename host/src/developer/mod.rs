//! For developers and operators: environment, versions, the outbox, reports of faults.

mod list;
mod report;
mod routes;

use crate::jobs::jobs;
use crate::register::Domain;

pub use report::Report;

jobs!(Report);

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    jobs: JOBS,
    // For admins, whose own everything is.
    #[cfg(test)]
    rows: |_| {
        Box::pin(std::future::ready(vec![(
            "/developer/mail/{id}",
            uuid::Uuid::nil(),
        )]))
    },
    ..Domain::NONE
};
