//! What providers send by themselves. An event is checked, kept as it came and answered at once; a job asks its plugin
//! later what it means, and takes that as if a pull had brought it. Events come at least once, in any order; one that no
//! plugin could read stays, to be tried again by a person.

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

pub use jobs::HandleEvent;
pub use model::{address, address_prefix};

jobs!(HandleEvent);

/// Its trials are told in a history.
pub static EVENT: Kind =
    Kind::new("webhook_event", routes::SUPER).of("webhook_events", "true", Owner::Nobody);

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    kinds: &[&EVENT],
    jobs: JOBS,
    sweeps: &[|app, batch| Box::pin(sql::forget(&app.db, app.now(), batch))],
    // Of providers, who prove themselves by each event.
    #[cfg(test)]
    rows: |_| {
        Box::pin(std::future::ready(vec![(
            "/webhooks/{plugin}/{connector}",
            uuid::Uuid::nil(),
        )]))
    },
    ..Domain::NONE
};
