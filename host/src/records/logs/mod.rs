//! What people say about a record, with files, and what happened to it: the stream of notes on its screen, and its
//! history.

mod mail;
mod mentions;
mod model;
mod routes;
mod sql;

use crate::list::Owner;
use crate::records::{self, Kind, chain};
use crate::register::Domain;

pub use sql::subject;

/// A note, which those see who see the record that it is about and take part in what is said of it.
pub static LOG: Kind = Kind::new("log", routes::TALK)
    .of("log_entries", "deleted_at is null", Owner::Nobody)
    .called("logs");

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    kinds: &[&LOG],
    sweeps: &[
        |app, _| {
            Box::pin(async move {
                records::sweep(app.register, &mut *app.db.acquire().await?, app.now()).await?;
                Ok(0)
            })
        },
        chain::anchor,
    ],
    // Never a customer's.
    #[cfg(test)]
    rows: |_| Box::pin(std::future::ready(vec![("/logs/{id}", uuid::Uuid::nil())])),
    ..Domain::NONE
};
