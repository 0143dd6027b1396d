//! Typed calls, one file a role. Each role's exports are looked up by themselves, so that a component needs only
//! those that its manifest names.

mod check;
mod routes;

use std::collections::BTreeSet;

use wasmtime::component::InstancePre;

use crate::bindings::exports::comptoir::plugin as exports;
use crate::manifest::Role;
use crate::state::State;

pub mod fulfilment;

pub use check::Account;
pub use routes::{RouteRequest, RouteResponse};

/// Where a component's exports are.
pub(crate) struct Roles {
    check: exports::check::GuestIndices,
    fulfilment: Option<exports::fulfilment::GuestIndices>,
    routes: Option<exports::routes::GuestIndices>,
}

/// A role of the manifest that the component does not play.
pub(crate) struct MissingExport {
    pub(crate) role: &'static str,
    pub(crate) reason: anyhow::Error,
}

impl Roles {
    pub(crate) fn find(
        instance: &InstancePre<State>,
        roles: &BTreeSet<Role>,
    ) -> Result<Self, MissingExport> {
        Ok(Self {
            check: export("check", exports::check::GuestIndices::new(instance))?,
            fulfilment: match roles.contains(&Role::Fulfilment) {
                false => None,
                true => {
                    let found = exports::fulfilment::GuestIndices::new(instance);
                    Some(export("fulfilment", found)?)
                }
            },
            routes: match roles.contains(&Role::Routes) {
                false => None,
                true => {
                    let found = exports::routes::GuestIndices::new(instance);
                    Some(export("routes", found)?)
                }
            },
        })
    }
}

fn export<T>(role: &'static str, found: wasmtime::Result<T>) -> Result<T, MissingExport> {
    found.map_err(|reason| MissingExport {
        role,
        reason: reason.into(),
    })
}
