//! What can be pulled, by the names that schedules and webhooks use, and who is asked for it.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use super::{Pull, Synchronize, Which};
use crate::access::Scope;
use crate::app::App;
use crate::audit::Author;
use crate::error::Result;
use crate::jobs::{self, JobRecord};
use crate::stores::connectors;
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
    match function {
        Function::Orders => ask::<orders::Orders>(app, db, author, scope, which).await,
        Function::Products => ask::<products::Products>(app, db, author, scope, which).await,
        Function::Inventories => ask::<products::Inventories>(app, db, author, scope, which).await,
        Function::Bundles => ask::<bundles::Bundles>(app, db, author, scope, which).await,
        Function::InboundShipments => {
            ask::<inbound::InboundShipments>(app, db, author, scope, which).await
        }
        Function::Tickets => ask::<tickets::Tickets>(app, db, author, scope, which).await,
    }
}

async fn ask<P: Pull>(
    app: &App,
    db: &mut PgConnection,
    author: &Author,
    scope: Option<&Scope>,
    which: Which<'_>,
) -> Result<Vec<JobRecord>> {
    let mut records = Vec::new();
    for connector in connectors::active(&mut *db, scope, None).await? {
        let plays = app
            .plugins
            .ready(&connector.plugin)
            .is_some_and(|ready| connector.role.is_played_by(&ready.plugin.manifest().roles));
        if plays && P::serves(&connector) && which.has(&connector) {
            let job = Synchronize::<P>::of(connector.id, connector.plugin);
            records.push(jobs::enqueue(&mut *db, author, &job).await?);
        }
    }
    Ok(records)
}
