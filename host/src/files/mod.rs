//! Files: their contents in an object store (a local folder, or an S3-compatible bucket), their records in the database.
//! Uploads and downloads stream; what a file is, its content says, never its name.

mod content;
mod documents;
mod download;
mod form;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod model;
mod receive;
mod routes;
mod sql;
mod store;
#[cfg(test)]
mod tests;
mod upload;

use crate::register::Domain;

pub use content::{Kind, by_name as media_type};
pub use documents::{keep, lay_out};
pub use download::{disposition, download, stream};
pub use model::{FileForm, FileInfo, FilesForm, Stored, slug};
pub use receive::{Wanted, put, receive};
pub use routes::{LINK_LIFETIME, Link, check_room, link_to};
#[cfg(test)]
pub use sql::sweep;
pub use sql::{
    OfRecord, add, add_all, add_for, add_to, attach, delete, latest, of_records, restore_latest,
};
pub use store::Store;
pub use upload::{Form, Upload};

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    sweeps: &[
        |app, batch| Box::pin(sql::sweep(app, batch)),
        |app, _| {
            Box::pin(async move {
                sql::sweep_orphans(app).await?;
                Ok(0)
            })
        },
    ],
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
