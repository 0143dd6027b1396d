//! What chart compilers count (`providers/snep.md`): the records of a store's audit, the pool of their sales, and the
//! reports that a plugin makes of it and hands over. A unit is reported once a layout and territory.

mod products;
mod reports;
#[cfg(test)]
mod tests;

use crate::http::error::Resource;
use crate::http::routing::Routes;
use crate::jobs::{Schedule, jobs};
use crate::list::Owner;
use crate::records::{Kind, life};
use crate::register::Domain;
use crate::stores::STORE;

pub use products::AuditProduct;
pub use reports::{BuildReport, Hourly, SendReport, Undelivered};

jobs!(BuildReport, SendReport, Undelivered);

/// A record of a store's audit.
pub static PRODUCT: Kind = Kind::new("phonographic", products::READ)
    .called(STORE.calls)
    .named(Resource::Product)
    .of(
        "phonographic_products",
        "deleted_at is null",
        Owner::Store("store_id"),
    );

pub static REPORT: Kind = Kind::new("phonographic-report", reports::READ)
    .of("phonographic_reports", "true", Owner::Nobody)
    .called("phonographic");

pub static DOMAIN: Domain = Domain {
    routes: || {
        Routes::new()
            .merge(products::routes())
            .merge(reports::routes())
    },
    shared: &["phonographic"],
    kinds: &[&PRODUCT, &REPORT],
    jobs: JOBS,
    schedules: &[Schedule::of::<Hourly>(|_| Ok(vec![Hourly::crontab()?]))],
    sweeps: &[life::sweep::<AuditProduct>],
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
