//! Simulations are made by a job: it reads the shipped orders page by page, and quotes one while the database looks for the
//! next. What it knows lies in memory; a host that dies leaves nothing, and whoever takes the job up begins again.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::sql::{self, Shipped, Wish};
use super::tally::{Grids, Tally};
use crate::http::error::{Error, Result};
use crate::jobs::{Job, JobContext, JobError, JobResult, Reason};
use crate::shipping::tariffs::{Order, Tariffs};

/// How many orders are in memory at a time, twice.
const PAGE: i64 = 5_000;

/// Makes a simulation.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Simulate {
    pub simulation: Uuid,
}

impl Job for Simulate {
    const NAME: &'static str = "shipping.simulation";
    const ATTEMPTS: i16 = 4;

    fn consumer(&self) -> String {
        "shipping".into()
    }

    fn identifier(&self) -> String {
        self.simulation.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let mut tx = app.begin().await?;
        let asked = sql::find(&mut *tx, self.simulation).await?;
        let asked = asked.ok_or_else(|| {
            JobError::GiveUp(Reason::new(
                "la simulation n’existe plus",
                "the simulation is gone",
            ))
        })?;
        if asked.result.is_some() {
            return Ok(());
        }
        // Asked for again, it is another job's.
        sql::set_job(&mut tx, self.simulation, context.id).await?;
        let wish = Wish {
            provider: asked.provider,
            changes: asked.changes,
            valid_from: asked.valid_from,
            from: asked.from,
            to: asked.to,
            store_ids: asked.store_ids,
        };
        let tariffs = sql::tariffs(&mut tx, &wish)
            .await
            .map_err(|error| match error {
                Error::Invalid(_) => JobError::GiveUp(Reason::new(
                    "les prix ont changé entre-temps",
                    "the prices have changed meanwhile",
                )),
                error => error.into(),
            })?;
        tx.commit().await?;

        let tariffs = Arc::new(tariffs);
        let tally = quote(context, &Shipped::of(&wish), &tariffs).await?;
        let result = tally.result(&tariffs.0);
        sql::finish(&app.db, self.simulation, &result, app.now()).await?;
        Ok(())
    }
}

async fn quote(
    context: &JobContext,
    shipped: &Shipped,
    tariffs: &Arc<(Tariffs, Grids)>,
) -> Result<Tally, JobError> {
    let db = &context.app.db;
    let total = shipped.count(db).await?;
    context.progress(0, Some(total), None).await?;
    let (mut tally, mut done) = (Tally::default(), 0);
    let (mut orders, mut next) = shipped.page(&mut *db.acquire().await?, None, PAGE).await?;
    while !orders.is_empty() {
        done += i64::try_from(orders.len()).unwrap_or_default();
        let added = add(tally, orders, Arc::clone(tariffs));
        let following = async {
            match next {
                Some(position) => {
                    shipped
                        .page(&mut *db.acquire().await?, Some(position), PAGE)
                        .await
                }
                None => Ok((Vec::new(), None)),
            }
        };
        let (added, following) = tokio::join!(added, following);
        tally = added?;
        (orders, next) = following?;
        context.progress(done, Some(total.max(done)), None).await?;
    }
    Ok(tally)
}

/// Adds a page to the sums, beside what waits for the network.
async fn add(
    mut tally: Tally,
    orders: Vec<Order>,
    tariffs: Arc<(Tariffs, Grids)>,
) -> Result<Tally, JobError> {
    let added = tokio::task::spawn_blocking(move || {
        for order in &orders {
            tally.add(&tariffs.0, &tariffs.1, order);
        }
        tally
    });
    added.await.map_err(|error| JobError::Retry(error.into()))
}
