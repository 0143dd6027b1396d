//! The domains of this host, a line each.

use crate::list::{exports, views};
use crate::providers::{connectors, pictures, webhooks};
use crate::records::{live, logs};
use crate::register::Register;
use crate::words::countries;
use crate::{
    bundles, charts, developer, factories, files, http, identity, inbound, jobs, mail, orders,
    organizations, plugins, products, stores, tickets, users,
};

/// In the order in which they forget: what hangs on others comes after them.
pub static REGISTER: Register = Register(&[
    &identity::DOMAIN,
    &users::DOMAIN,
    &bundles::DOMAIN,
    &products::DOMAIN,
    &orders::DOMAIN,
    &inbound::DOMAIN,
    &tickets::DOMAIN,
    &charts::DOMAIN,
    &stores::DOMAIN,
    &organizations::DOMAIN,
    &factories::DOMAIN,
    &developer::DOMAIN,
    // What domains stand on, as far as it has calls or work of its own.
    &connectors::DOMAIN,
    &webhooks::DOMAIN,
    &plugins::DOMAIN,
    &pictures::DOMAIN,
    &mail::DOMAIN,
    &jobs::DOMAIN,
    &exports::DOMAIN,
    &views::DOMAIN,
    &countries::DOMAIN,
    &live::DOMAIN,
    &http::DOMAIN,
    &logs::DOMAIN,
    &files::DOMAIN,
]);

#[cfg(test)]
mod arrows;
#[cfg(test)]
mod tests {
    use super::REGISTER;

    /// The portal calls each by its name: `web/src/jobs/useJobName.ts`.
    #[test]
    fn each_job_has_a_name_of_its_own_that_the_portal_translates() {
        let known = include_str!("../../web/src/jobs/useJobName.ts");
        let names: Vec<&str> = REGISTER.jobs().map(|job| job.name).collect();
        for (at, name) in names.iter().enumerate() {
            assert!(!names[..at].contains(name), "{name} is there twice");
            assert!(
                known.contains(&format!("\"{name}\"")),
                "{name} has no words"
            );
        }
    }
}
