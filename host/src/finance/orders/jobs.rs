//! Follows what becomes of orders: every hour those of the last days, every night all, so that nothing is missed that a
//! provider told of late.

use chrono::{DateTime, TimeDelta, Utc};
use graphile_worker::{Cron, Crontab, IntoTaskHandlerResult, TaskHandler, WorkerContext};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::sql::{self, Chargeable};
use crate::app::App;
use crate::finance::FeeCategory;
use crate::finance::fees::{self, Cause, Effect, NewFee};
use crate::http::error::Result;
use crate::jobs::{self, Job, JobContext, JobResult};
use crate::list::{day_of, start_of_day};
use crate::records::audit::Author;
use crate::words;
use crate::words::language::Language;

/// Fees brought in one transaction.
const BATCH: i64 = 1_000;
/// How far back an hour looks.
const LATELY: TimeDelta = TimeDelta::days(7);

/// Makes the fees of orders that were sent for promotion or came back.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ChargeOrders {
    /// All orders, not only those that moved lately.
    pub whole: bool,
}

impl Job for ChargeOrders {
    const NAME: &'static str = "finance.charge-orders";

    fn consumer(&self) -> String {
        "finance".into()
    }

    fn identifier(&self) -> String {
        if self.whole { "nightly" } else { "hourly" }.into()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let since = self.since(app).await?;
        let mut count = 0;
        for what in [What::Sent, What::Bought, What::Returned] {
            loop {
                let brought = charge(app, what, since).await?;
                if brought == 0 {
                    break;
                }
                count += brought;
                context.progress(count, None, None).await?;
            }
        }
        Ok(())
    }
}

impl ChargeOrders {
    /// Never before the day that the operator set, else before such fees came to this installation: what its providers tell
    /// of years ago was charged elsewhere.
    async fn since(&self, app: &App) -> Result<DateTime<Utc>> {
        let first = match app.config.finance.orders_since {
            Some(day) => start_of_day(day),
            None => sql::charged_since(&app.db).await?,
        };
        Ok(match self.whole {
            true => first,
            false => first.max(app.now() - LATELY),
        })
    }
}

/// What an order brings.
#[derive(Debug, Clone, Copy)]
enum What {
    /// It left for promotion (F4).
    Sent,
    /// The company bought its articles of the merchant, who gets their price (F3).
    Bought,
    /// It came back (F5).
    Returned,
}

/// Charges one batch; gives how many fees it brought, 0 when nothing is left to charge.
async fn charge(app: &App, what: What, since: DateTime<Utc>) -> Result<i64> {
    let mut tx = app.begin().await?;
    let orders = match what {
        What::Sent => sql::sent(&mut tx, since, BATCH).await?,
        What::Bought => sql::bought(&mut tx, since, BATCH).await?,
        What::Returned => sql::returned(&mut tx, since, BATCH).await?,
    };
    let fees: Vec<NewFee> = orders.iter().map(|order| fee(what, order)).collect();
    let author = Author::system("orders");
    let brought = fees::bring(&mut tx, &author, &fees, app.now()).await?;
    tx.commit().await?;
    Ok(i64::try_from(brought.len()).unwrap_or(i64::MAX))
}

fn fee(what: What, order: &Chargeable) -> NewFee {
    let (cause, part, category, kind) = match what {
        What::Sent => (
            Cause::Seeding,
            0,
            FeeCategory::Seeding,
            Cause::Seeding.as_str(),
        ),
        What::Bought => (Cause::Seeding, 1, FeeCategory::Other, "COMPANY_PURCHASE"),
        What::Returned => (
            Cause::Return,
            0,
            FeeCategory::Return,
            Cause::Return.as_str(),
        ),
    };
    NewFee {
        effect: Effect {
            cause,
            of: order.id,
            part,
        },
        store: order.store,
        initiated_at: day_of(order.at),
        ends_at: None,
        // Kept with the fee as it is invoiced: in French.
        kind: words::fee_cause(kind, Language::Fr),
        category,
        description: format!("Commande {}", order.reference),
        // What it cost the company stands on the providers' invoices.
        internal_amount: Decimal::ZERO,
        customer_amount: order.cost,
    }
}

/// A moment: asks for the job, which has its record like any other.
#[derive(Debug, Serialize, Deserialize)]
pub struct Moment {
    whole: bool,
}

impl Moment {
    /// Every hour, and at 03:35 UTC for everything.
    pub fn crontabs(_: &App) -> anyhow::Result<Vec<Crontab>> {
        let hourly = Cron::hourly_at::<Self>(10)?;
        let nightly = Cron::daily_at::<Self>(3, 35)?;
        Ok(vec![
            hourly.payload(Self { whole: false })?.build(),
            nightly.payload(Self { whole: true })?.build(),
        ])
    }

    async fn ask(&self, app: &App) -> Result<()> {
        let mut tx = app.begin().await?;
        let job = ChargeOrders { whole: self.whole };
        jobs::enqueue(&mut tx, &Author::system("schedule"), &job).await?;
        Ok(tx.commit().await?)
    }
}

impl TaskHandler for Moment {
    const IDENTIFIER: &'static str = "finance.orders";

    async fn run(self, queue: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = queue.get_ext::<App>().ok_or("no application")?;
        self.ask(app).await.map_err(|error| format!("{error:#}"))
    }
}
