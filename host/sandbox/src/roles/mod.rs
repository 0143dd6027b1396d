//! Typed calls, one file a role. Each role's exports are looked up by themselves, so that a component needs only
//! those that its manifest names.

mod check;
mod routes;

use std::collections::BTreeSet;

use wasmtime::component::InstancePre;

use crate::bindings::exports::comptoir::plugin as exports;
use crate::error::CallError;
use crate::manifest::PluginRole;
use crate::state::State;

pub mod accounting;
pub mod actions;
pub mod fulfilment;
pub mod report;
pub mod report_plan;
pub mod schedule;
pub mod shop;
pub mod support;
pub mod webhooks;

pub use check::Account;
pub use routes::{RouteRequest, RouteResponse};

/// The most items of one page.
pub const PAGE_ITEMS: u32 = 500;
/// The most items of one push, and ids of one question.
pub const PUSH_ITEMS: usize = 100;
/// The longest cursor, in bytes.
const CURSOR_BYTES: usize = 1024;

/// A role of the manifest that the component does not play.
pub(crate) struct MissingExport {
    pub(crate) role: &'static str,
    pub(crate) reason: anyhow::Error,
}

macro_rules! roles {
    ($($name:ident: $role:ident),+ $(,)?) => {
        /// Where a component's exports are.
        pub(crate) struct Roles {
            check: exports::check::GuestIndices,
            $($name: Option<exports::$name::GuestIndices>,)+
        }

        impl Roles {
            pub(crate) fn find(
                instance: &InstancePre<State>,
                roles: &BTreeSet<PluginRole>,
            ) -> Result<Self, MissingExport> {
                Ok(Self {
                    check: export("check", exports::check::GuestIndices::new(instance))?,
                    $($name: match roles.contains(&PluginRole::$role) {
                        false => None,
                        true => {
                            let found = exports::$name::GuestIndices::new(instance);
                            Some(export(PluginRole::$role.as_str(), found)?)
                        }
                    },)+
                })
            }
        }
    };
}

roles! {
    fulfilment: Fulfilment,
    shop: Shop,
    support: Support,
    accounting: Accounting,
    report: Report,
    report_plan: ReportPlan,
    webhooks: Webhooks,
    actions: Actions,
    schedule: Schedule,
    routes: Routes,
}

fn export<T>(role: &'static str, found: wasmtime::Result<T>) -> Result<T, MissingExport> {
    found.map_err(|reason| MissingExport {
        role,
        reason: reason.into(),
    })
}

/// A typed call of one role: `call!(self, call, "name", role.export(argument, …))`. `connector`, where it is the first
/// argument, is the call's only one.
macro_rules! call {
    ($plugin:ident, $call:ident, $role:ident.$export:ident(connector $(, $argument:expr)* $(,)?)) => {{
        let connector = $call.only_connector()?;
        $crate::roles::call!($plugin, $call, $role.$export(&connector $(, $argument)*))
    }};
    ($plugin:ident, $call:ident, $role:ident.$export:ident($($argument:expr),* $(,)?)) => {{
        let role = $plugin.roles.$role.clone().ok_or(CallError::Unsupported)?;
        $plugin
            .run($call, stringify!($export).trim_start_matches("call_"), move |store, instance| {
                Box::pin(async move {
                    let guest = role.load(&mut *store, instance)?;
                    guest.$export(store, $($argument),*).await
                })
            })
            .await
    }};
}

/// A page after a cursor. `limit` is held to 1..=[`PAGE_ITEMS`]; more items, or a cursor over 1 KiB or with a NUL, is an error.
macro_rules! page {
    ($(#[$doc:meta])* $name:ident, $role:ident.$export:ident, $page:ty) => {
        $crate::roles::page!($(#[$doc])* $name, $role.$export, $page, );
    };
    ($(#[$doc:meta])* $name:ident, $role:ident.$export:ident, $page:ty, $($argument:ident: $type:ty)?) => {
        impl Plugin {
            $(#[$doc])*
            pub async fn $name(
                self: &Arc<Self>,
                call: Call,
                $($argument: $type,)?
                cursor: Option<&str>,
                limit: u32,
            ) -> Result<$page, CallError> {
                let limit = limit.clamp(1, $crate::roles::PAGE_ITEMS);
                let cursor = cursor.map(str::to_owned);
                let page = $crate::roles::call!(
                    self, call, $role.$export(connector, $(&$argument,)? cursor.as_deref(), limit)
                )?;
                $crate::roles::check_page(page.items.len(), limit, &page.cursor)?;
                Ok(page)
            }
        }
    };
}

pub(crate) use {call, page};

fn check_page(items: usize, limit: u32, cursor: &str) -> Result<(), CallError> {
    if cursor.contains('\0') {
        return Err(CallError::result_limit(
            "a cursor that holds a NUL, which no host keeps",
        ));
    }
    let bytes = cursor.len();
    if u32::try_from(items).map_or(true, |items| items > limit) {
        let text = format!("the page has {items} items, at most {limit} were asked for");
        return Err(CallError::result_limit(text));
    }
    if bytes > CURSOR_BYTES {
        let text = format!("the page's cursor has {bytes} bytes, at most {CURSOR_BYTES} are kept");
        return Err(CallError::result_limit(text));
    }
    Ok(())
}

/// Refuses a push of more than [`PUSH_ITEMS`]: ours to keep.
fn check_push(items: usize) -> Result<(), CallError> {
    if items <= PUSH_ITEMS {
        return Ok(());
    }
    let text = anyhow::anyhow!("{items} items, at most {PUSH_ITEMS} at once");
    Err(CallError::Internal(text))
}

/// An outcome for each item, or nothing can be told of any.
fn check_outcomes<T>(items: usize, outcomes: Vec<T>) -> Result<Vec<T>, CallError> {
    if outcomes.len() == items {
        return Ok(outcomes);
    }
    Err(CallError::result_limit(format!(
        "{} outcomes for {items} items",
        outcomes.len()
    )))
}
