//! When days are counted, and weeks mailed.

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use chrono_tz::Europe::Paris;
use graphile_worker::{Cron, Crontab, IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};
use url::Url;

use super::mail::Week;
use super::routes::READ;
use super::span::Span;
use super::{count, goals, sql};
use crate::access::{self, Role, Scope};
use crate::app::App;
use crate::http::error::Result;
use crate::jobs::{self, Job, JobContext, JobError, JobResult, Reason};
use crate::mail::{self, Stop};
use crate::records::audit::Author;

/// The moment: counts what changed. It is no job that people see: it comes every minute and has an end in milliseconds.
#[derive(Debug, Serialize, Deserialize)]
pub struct EachMinute {}

impl EachMinute {
    pub fn crontabs(_: &App) -> anyhow::Result<Vec<Crontab>> {
        Ok(vec![Cron::every_minute::<Self>().payload(Self {})?.build()])
    }
}

impl TaskHandler for EachMinute {
    const IDENTIFIER: &'static str = "analytics.count";

    async fn run(self, queue: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = queue.get_ext::<App>().ok_or("no application")?;
        let counted = count::count(&app.db, app.now()).await;
        counted.map_err(|error| format!("{error:#}"))
    }
}

/// Counts days drawn at random again. Days that were otherwise are a defect of ours: it fails with their number.
#[derive(Debug, Serialize, Deserialize)]
pub struct CheckCounts {}

impl Job for CheckCounts {
    const NAME: &'static str = "analytics.check";
    const ATTEMPTS: i16 = 1;

    fn consumer(&self) -> String {
        "analytics".into()
    }

    fn identifier(&self) -> String {
        "nightly".into()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let differences = count::check(&app.db, app.now()).await?;
        match differences.first() {
            None => Ok(()),
            Some(count::Difference { store_id, day }) => {
                let count = differences.len();
                Err(JobError::GiveUp(Reason::new(
                    format!(
                        "{count} jours étaient comptés autrement que leurs commandes, tickets et frais ne le disent, dont le {day} de la boutique {store_id} ; ils sont justes à présent"
                    ),
                    format!(
                        "{count} days were counted otherwise than their orders, tickets and fees tell, such as {day} of store {store_id}; they are right now"
                    ),
                )))
            }
        }
    }
}

/// The moment: asks for the check.
#[derive(Debug, Serialize, Deserialize)]
pub struct Nightly {}

impl Nightly {
    /// At 04:05 UTC, when the night's work is done.
    pub fn crontabs(_: &App) -> anyhow::Result<Vec<Crontab>> {
        Ok(vec![
            Cron::daily_at::<Self>(4, 5)?.payload(Self {})?.build(),
        ])
    }

    async fn ask(app: &App) -> Result<()> {
        let mut tx = app.begin().await?;
        jobs::enqueue(&mut tx, &Author::system("schedule"), &CheckCounts {}).await?;
        Ok(tx.commit().await?)
    }
}

impl TaskHandler for Nightly {
    const IDENTIFIER: &'static str = "analytics.nightly";

    async fn run(self, queue: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = queue.get_ext::<App>().ok_or("no application")?;
        Self::ask(app).await.map_err(|error| format!("{error:#}"))
    }
}

/// The Monday that the last whole week in Paris began on.
pub fn last_monday(now: DateTime<Utc>) -> NaiveDate {
    let today = now.with_timezone(&Paris).date_naive();
    let since = u64::from(today.weekday().num_days_from_monday());
    today - Days::new(since + 7)
}

/// Sends a week's figures to everybody who wants them and has not got them yet.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendWeek {
    pub monday: NaiveDate,
}

impl Job for SendWeek {
    const NAME: &'static str = "analytics.send-week";

    fn consumer(&self) -> String {
        "analytics".into()
    }

    fn identifier(&self) -> String {
        self.monday.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        // What came in on Sunday's last minute is counted too.
        count::count(&app.db, app.now()).await?;
        loop {
            let mut tx = app.begin().await?;
            let Some(reader) = sql::take_reader(&mut *tx, self.monday).await? else {
                return Ok(());
            };
            let scope = access::scope_of(&app.db, reader.id, None).await?;
            // Whoever is gone, or may not read reports any more, gets none.
            if let Some(scope) = scope.filter(|scope| READ.check(Some(scope)).is_ok()) {
                let week = week(app, &scope, self.monday, reader.stop_token).await?;
                let language = scope.actor.language;
                mail::send(app, &mut tx, &reader.email, language, &week, None).await?;
            }
            tx.commit().await?;
        }
    }
}

/// Articles that a mail names.
const BEST: i64 = 3;

async fn week(app: &App, scope: &Scope, monday: NaiveDate, stop_token: uuid::Uuid) -> Result<Week> {
    let mut db = app.db.acquire().await?;
    let sunday = monday + Days::new(6);
    let span = Span::new(monday, sunday)?;
    let stores = sql::stores(&mut db, scope, None, None).await?;
    let best = sql::best_sold(&mut *db, span, &stores, BEST).await?;
    let best = sql::products(&mut *db, &best).await?;
    let address = |path: &str, query: &[(&str, &str)]| -> Url {
        let mut address = app.origin.clone();
        address.set_path(path);
        address.query_pairs_mut().extend_pairs(query);
        address
    };
    let days = [monday, sunday].map(|day| day.to_string());
    let area = match (scope.actor.role, scope.organizations()) {
        (Role::Customer, Some([first, ..])) => format!("/customer/{first}"),
        _ => "/admin".into(),
    };
    let token = stop_token.to_string();
    Ok(Week {
        name: scope.actor.name.clone(),
        monday,
        figures: sql::figures(&mut *db, span, &stores).await?,
        before: sql::figures(&mut *db, span.before(), &stores).await?,
        goal: goals::reached(&mut *db, span, &stores).await?,
        best: best
            .into_iter()
            .map(|product| (product.name, product.quantity))
            .collect(),
        link: address(
            &format!("{area}/analytic/report"),
            &[("from", &days[0]), ("to", &days[1])],
        ),
        stop: Stop {
            page: address("/mail/stop", &[("token", &token)]),
            call: address("/api/analytic/mail/stop", &[("token", &token)]),
        },
    })
}

/// The moment: asks for last week's mails; on another day than Monday those that a host missed that was down.
#[derive(Debug, Serialize, Deserialize)]
pub struct EachMorning {}

impl EachMorning {
    /// At 05:10 UTC, before people begin in Paris.
    pub fn crontabs(_: &App) -> anyhow::Result<Vec<Crontab>> {
        Ok(vec![
            Cron::daily_at::<Self>(5, 10)?.payload(Self {})?.build(),
        ])
    }

    pub(super) async fn ask(app: &App) -> Result<()> {
        let monday = last_monday(app.now());
        let mut tx = app.begin().await?;
        if sql::is_week_due(&mut *tx, monday).await? {
            let week = SendWeek { monday };
            jobs::enqueue(&mut tx, &Author::system("schedule"), &week).await?;
        }
        Ok(tx.commit().await?)
    }
}

impl TaskHandler for EachMorning {
    const IDENTIFIER: &'static str = "analytics.morning";

    async fn run(self, queue: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = queue.get_ext::<App>().ok_or("no application")?;
        Self::ask(app).await.map_err(|error| format!("{error:#}"))
    }
}
