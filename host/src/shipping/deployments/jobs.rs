//! A deployment is done at the shop, and looked at afterwards. It may die at any point: the next try finds what is there as it is
//! to be and does the rest.

use std::collections::BTreeSet;

use comptoir_sandbox::{Call, shop};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::diff::compare;
use super::model::{DeploymentKind, DeploymentState, LiveZone, Zone};
use super::sql;
use crate::app::App;
use crate::http::error::Result;
use crate::jobs::{Job, JobContext, JobError, JobResult, Reason};
use crate::plugins;
use crate::providers::{partner, sync};
use crate::records::live::{self, Signal};
use crate::shipping::CARRIER;

/// Sets at a store's shop what a deployment says.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Deploy {
    pub deployment: Uuid,
    pub connector: Uuid,
    /// The plugin, for the job's record.
    pub plugin: String,
}

impl Job for Deploy {
    const NAME: &'static str = "shipping.deploy";

    fn consumer(&self) -> String {
        self.plugin.clone()
    }

    fn identifier(&self) -> String {
        self.deployment.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let begun = sql::begin(&mut *app.db.acquire().await?, self.deployment).await?;
        let Some((kind, mut zones, is_set)) = begun else {
            return Err(JobError::GiveUp(Reason::new(
                "c’est déjà fait, ou un autre déploiement est en cours pour cette boutique",
                "it is done already, or another one is under way for this store",
            )));
        };
        let done = async {
            if !is_set {
                self.set(context, kind, &zones).await?;
            }
            self.check(app, kind, &mut zones).await
        };
        let Err(error) = done.await else {
            let state = DeploymentState::Done;
            return Ok(self.finish(app, state, "", Some(&zones)).await?);
        };
        let problem = error.reason().english;
        match &error {
            JobError::Retry(_) | JobError::RetryAfter(..) if context.left > 0 => {
                let mut db = app.db.acquire().await?;
                sql::trouble(&mut db, self.deployment, &problem).await?;
                live::notify(&mut db, &Signal::changed(&CARRIER)).await?;
            }
            _ => {
                // Where nobody can be asked nothing is known to be done.
                let seen = self.look(app, kind, &mut zones).await;
                let seen = matches!(seen, Ok(Some(_))).then_some(zones.as_slice());
                let some = seen.is_some_and(|zones| zones.iter().any(|zone| zone.done));
                let state = match some {
                    true => DeploymentState::Partial,
                    false => DeploymentState::Failed,
                };
                self.finish(app, state, &problem, seen).await?;
            }
        }
        Err(error)
    }
}

impl Deploy {
    /// Tells the shop. Looking at it afterwards may take patience of its own, after which it is not told again.
    async fn set(&self, context: &JobContext, kind: DeploymentKind, zones: &[Zone]) -> JobResult {
        let app = &context.app;
        let (connector, plugin) = partner(app, self.connector).await?;
        let call = Call::job(connector.for_plugin());
        match kind {
            DeploymentKind::Set => {
                let zones: Option<Vec<shop::Zone>> = zones.iter().map(Zone::for_plugin).collect();
                let zones = zones.ok_or_else(|| {
                    JobError::GiveUp(Reason::new(
                        "un prix ou un poids dépasse ce qu’une boutique accepte",
                        "a price or a weight is more than a shop takes",
                    ))
                })?;
                plugins::watched(context, call, |call| plugin.set_rates(call, zones)).await?;
            }
            DeploymentKind::Clear => {
                plugins::watched(context, call, |call| plugin.clear_rates(call)).await?;
            }
            DeploymentKind::Markets => {
                let countries = zones.iter().flat_map(|zone| zone.countries.clone());
                let countries: Vec<String> = countries.collect();
                let set = |call| plugin.set_markets(call, countries);
                plugins::watched(context, call, set).await?;
            }
        }
        let mut db = app.db.acquire().await?;
        Ok(sql::set(&mut db, self.deployment, app.now()).await?)
    }

    /// Sees that it is done.
    async fn check(&self, app: &App, kind: DeploymentKind, zones: &mut [Zone]) -> JobResult {
        match self.look(app, kind, zones).await? {
            Some(true) => Ok(()),
            Some(false) => Err(JobError::GiveUp(missing(zones))),
            // Its word has to do.
            None => {
                zones.iter_mut().for_each(|zone| zone.done = true);
                Ok(())
            }
        }
    }

    /// Marks what the shop has as it is to be. Whether that is all, and all there is of ours; `None`: the shop does not tell.
    async fn look(
        &self,
        app: &App,
        kind: DeploymentKind,
        zones: &mut [Zone],
    ) -> Result<Option<bool>, JobError> {
        let (connector, plugin) = partner(app, self.connector).await?;
        let call = Call::job(connector.for_plugin());
        let seen = match kind {
            DeploymentKind::Markets => {
                let markets = plugin.markets(call).await;
                markets.map(|markets| sold(zones, &markets))
            }
            DeploymentKind::Set | DeploymentKind::Clear => {
                plugin.rates(call).await.map(|live_zones| {
                    let live_zones: Vec<LiveZone> =
                        live_zones.into_iter().map(LiveZone::from).collect();
                    compare(zones, &live_zones)
                })
            }
        };
        match seen {
            Err(error) if sync::is_unsupported(&error) => Ok(None),
            seen => Ok(Some(seen?)),
        }
    }

    async fn finish(
        &self,
        app: &App,
        state: DeploymentState,
        problem: &str,
        zones: Option<&[Zone]>,
    ) -> Result<()> {
        let mut tx = app.begin().await?;
        sql::finish(&mut tx, self.deployment, state, problem, zones, app.now()).await?;
        live::notify(&mut tx, &Signal::changed(&CARRIER)).await?;
        Ok(tx.commit().await?)
    }
}

/// Marks the countries that the shop sells to. Whether it sells to all.
fn sold(zones: &mut [Zone], markets: &[shop::Market]) -> bool {
    let open = markets.iter().filter(|market| market.active);
    let open: BTreeSet<&String> = open.flat_map(|market| &market.countries).collect();
    for zone in &mut *zones {
        zone.done = zone.countries.iter().all(|country| open.contains(country));
    }
    zones.iter().all(|zone| zone.done)
}

/// What a look at the shop found, in words for people.
fn missing(zones: &[Zone]) -> Reason {
    let missing = zones.iter().filter(|zone| !zone.done);
    let names: Vec<&str> = missing.map(|zone| zone.name.as_str()).collect();
    match names.is_empty() {
        true => Reason::new(
            "la boutique annonce encore des tarifs qui devaient disparaître",
            "the shop still tells of rates that were to be gone",
        ),
        false => {
            let names = names.join("; ");
            Reason::new(
                format!("la boutique annonce autre chose pour {names}"),
                format!("the shop tells otherwise of {names}"),
            )
        }
    }
}
