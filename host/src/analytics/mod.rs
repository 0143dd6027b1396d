//! Figures of stores over any days (specification, document 1, section 2.7 and 3: Report data, Audit data; decisions 17, 19, 21
//! and 22). Days in Paris are counted from orders, tickets and fees as these change ([`count`]), so that a report of a year
//! reads days and months, not orders. A change moves the day it belongs to, however late it comes; each night days drawn at
//! random are counted again and what was otherwise is told.

pub mod count;
mod export;
mod goals;
mod jobs;
mod mail;
mod model;
mod routes;
mod span;
mod sql;
mod sums;
#[cfg(test)]
mod tests;
mod usual;

use crate::jobs::{Schedule, jobs as listed};
use crate::register::Domain;

use export::WriteAudit;
use jobs::{CheckCounts, EachMinute, EachMorning, Nightly, SendWeek};

listed!(CheckCounts, SendWeek, WriteAudit);

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    jobs: JOBS,
    schedules: &[
        Schedule::of::<EachMinute>(EachMinute::crontabs),
        Schedule::of::<Nightly>(Nightly::crontabs),
        Schedule::of::<EachMorning>(EachMorning::crontabs),
    ],
    ..Domain::NONE
};
