//! What can be pulled, by the names that schedules and webhooks use, and who is asked for it.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use super::{Pull, Reconcile, Synchronize, Which};
use crate::access::Scope;
use crate::app::App;
use crate::http::error::Result;
use crate::jobs::{self, JobRecord};
use crate::records::audit::Author;
use crate::stores::connectors::{self, Connector};
use crate::{bundles, inbound, orders, products, tickets};

/// A function of the host that pulls, by its name in `[schedules]` and in a webhook's `pull`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Function {
    Orders,
    Products,
    Inventories,
    Bundles,
    InboundShipments,
    Tickets,
}

impl Function {
    pub const ALL: &'static [Self] = &[
        Self::Orders,
        Self::Products,
        Self::Inventories,
        Self::Bundles,
        Self::InboundShipments,
        Self::Tickets,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Orders => "orders",
            Self::Products => "products",
            Self::Inventories => "inventories",
            Self::Bundles => "bundles",
            Self::InboundShipments => "inbound-shipments",
            Self::Tickets => "tickets",
        }
    }
}

impl FromStr for Function {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> anyhow::Result<Self> {
        let known = Self::ALL.iter().find(|each| each.as_str() == name);
        known
            .copied()
            .ok_or_else(|| anyhow::anyhow!("the host runs no such function: {name}"))
    }
}

/// The pull of a function, as a type.
macro_rules! pull_of {
    ($function:expr, $Pull:ident => $what:expr) => {
        match $function {
            Function::Orders => {
                type $Pull = orders::Orders;
                $what
            }
            Function::Products => {
                type $Pull = products::Products;
                $what
            }
            Function::Inventories => {
                type $Pull = products::Inventories;
                $what
            }
            Function::Bundles => {
                type $Pull = bundles::Bundles;
                $what
            }
            Function::InboundShipments => {
                type $Pull = inbound::InboundShipments;
                $what
            }
            Function::Tickets => {
                type $Pull = tickets::Tickets;
                $what
            }
        }
    };
}

/// Asks, in the caller's transaction, for a pull of the connections that the scope reaches (none: the system's own reach,
/// all), one job a connection.
pub async fn synchronize(
    app: &App,
    db: &mut PgConnection,
    author: &Author,
    scope: Option<&Scope>,
    function: Function,
    which: Which<'_>,
) -> Result<Vec<JobRecord>> {
    let mut records = Vec::new();
    for connector in playing(app, db, scope, which).await? {
        pull_of!(function, P => {
            if P::serves(&connector) {
                let job = Synchronize::<P>::of(connector.id, connector.plugin);
                records.push(jobs::enqueue(&mut *db, author, &job).await?);
            }
        });
    }
    Ok(records)
}

/// Asks for a comparison of everything that is pulled from these connections, one job each and function.
pub async fn reconcile(
    app: &App,
    db: &mut PgConnection,
    author: &Author,
    which: Which<'_>,
) -> Result<()> {
    for connector in playing(app, db, None, which).await? {
        for function in Function::ALL {
            pull_of!(function, P => {
                if P::serves(&connector) {
                    let job = Reconcile::<P>::of(connector.id, connector.plugin.clone());
                    jobs::enqueue(&mut *db, author, &job).await?;
                }
            });
        }
    }
    Ok(())
}

/// Those connections whose plugins are there and play their roles.
async fn playing(
    app: &App,
    db: &mut PgConnection,
    scope: Option<&Scope>,
    which: Which<'_>,
) -> Result<Vec<Connector>> {
    let mut connectors = connectors::active(&mut *db, scope, None).await?;
    connectors.retain(|connector| {
        let ready = app.plugins.ready(&connector.plugin);
        which.has(connector)
            && ready
                .is_some_and(|ready| connector.role.is_played_by(&ready.plugin.manifest().roles))
    });
    Ok(connectors)
}
