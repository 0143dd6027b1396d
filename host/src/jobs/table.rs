//! Every job there is. What does not stand here cannot be asked for: it would wait for ever.

use graphile_worker::WorkerOptions;

use super::Job;
use super::housekeeping::{Housekeeping, Nightly};
use super::worker::Queued;
use crate::list::exports;
use crate::providers::sync::{Reconcile, Synchronize};
use crate::providers::webhooks;
use crate::{
    bundles, charts, developer, inbound, mail, orders, plugins, products, stores, tickets,
};

/// A job that workers know: the table alone says so.
pub trait Registered: Job {}

macro_rules! table {
    (moments: $($Moment:ty),+; jobs: $($Job:ty),+ $(,)?) => {
        $(impl Registered for $Job {})+

        /// Has the worker know them all, and the moments of schedules.
        pub fn define(options: WorkerOptions) -> WorkerOptions {
            options
                $(.define_job::<$Moment>())+
                $(.define_job::<Queued<$Job>>())+
        }

        /// What they are called.
        #[cfg(test)]
        const NAMES: &[&str] = &[$(<$Job as Job>::NAME),+];
    };
}

table! {
    moments: Nightly, plugins::Scheduled, charts::Hourly;
    jobs:
        Housekeeping,
        Reconcile<bundles::Bundles>,
        Reconcile<inbound::InboundShipments>,
        Reconcile<orders::Orders>,
        Reconcile<products::Inventories>,
        Reconcile<products::Products>,
        Reconcile<tickets::Tickets>,
        Synchronize<bundles::Bundles>,
        Synchronize<inbound::InboundShipments>,
        Synchronize<orders::Orders>,
        Synchronize<products::Inventories>,
        Synchronize<products::Products>,
        Synchronize<tickets::Tickets>,
        developer::Report,
        exports::Export,
        mail::Deliver,
        orders::PushOrder,
        charts::BuildReport,
        charts::SendReport,
        charts::Undelivered,
        plugins::RunTask,
        products::ExportToShop,
        stores::Webhooks,
        webhooks::HandleEvent,
}

#[cfg(test)]
mod tests {
    use super::NAMES;

    /// The portal calls each by its name: `web/src/jobs/useJobName.ts`.
    #[test]
    fn each_job_has_a_name_of_its_own_that_the_portal_translates() {
        let known = include_str!("../../../web/src/jobs/useJobName.ts");
        for (at, name) in NAMES.iter().enumerate() {
            assert!(!NAMES[..at].contains(name), "{name} is there twice");
            assert!(
                known.contains(&format!("\"{name}\"")),
                "{name} has no words"
            );
        }
    }
}
