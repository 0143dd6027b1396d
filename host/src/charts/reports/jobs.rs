//! Reports are made and handed over by jobs, because a person asked or because the plugin says that one is due.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use comptoir_sandbox::report::ReportFile;
use comptoir_sandbox::{Call, Files};
use graphile_worker::{Cron, Crontab, IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use uuid::Uuid;

use super::build::{Reader, media_type};
use super::model::{Due, Report, ReportState, file_names};
use super::plan;
use super::pool::Pool;
use super::sql::COVERED;
use super::sql::{self, Added, StoredFile, Wish};
use super::undelivered::Delivery;
use crate::app::App;
use crate::charts::REPORT;
use crate::files;
use crate::http::error::{Error, Refusal, Result};
use crate::jobs::{self, Job, JobContext, JobError, JobRecord, JobResult, Reason};
use crate::plugins::CallFiles;
use crate::providers;
use crate::records::audit::Author;
use crate::records::live::{self, Signal};

/// What works on it would not notice.
static UNDER_WAY: Refusal = Refusal::new(
    "Ce rapport est en cours de préparation ou d’envoi : retirez-le une fois que c’est terminé.",
    "This report is being made or sent: withdraw it once that is over.",
);

static WITHDRAWN: Refusal = Refusal::new(
    "Ce rapport a été retiré : faites-en un autre.",
    "This report was withdrawn: make another one.",
);

/// Tells screens that reports changed.
pub async fn announce(db: &mut PgConnection) -> Result<()> {
    live::notify(db, &Signal::changed(&REPORT)).await
}

/// Writes the failure down when there will be no other try.
async fn settle(context: &JobContext, report: Uuid, result: JobResult) -> JobResult {
    let text = match &result {
        Ok(()) => return result,
        Err(error) if error.is_final(context.left) => error.reason().english,
        Err(_) => return result,
    };
    let mut tx = context.app.begin().await?;
    sql::failed(&mut tx, &Author::system("charts"), report, &text).await?;
    announce(&mut tx).await?;
    tx.commit().await?;
    result
}

/// Makes a report's files.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BuildReport {
    pub report: Uuid,
}

impl Job for BuildReport {
    const NAME: &'static str = "charts.report";

    fn consumer(&self) -> String {
        "charts".into()
    }

    fn identifier(&self) -> String {
        self.report.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let built = self.build(context).await;
        settle(context, self.report, built).await
    }
}

impl BuildReport {
    async fn build(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let Some(report) = sql::find(&app.db, self.report).await? else {
            return Err(JobError::GiveUp(Reason::new(
                "le rapport n’existe plus",
                "the report is gone",
            )));
        };
        let wish = sql::lock(&mut *app.db.acquire().await?, report.id).await?;
        let Some(wish) = wish.filter(Wish::is_to_be_built) else {
            return Ok(());
        };
        let plugin = providers::plugin(app, &wish.plugin)?;
        let call_files = Arc::new(CallFiles::new(app, None).map_err(retry)?);
        let reported = call_files.path("reported");
        let pool = Pool::new(app.db.clone(), report.clone(), &reported).await;
        let pool = Arc::new(pool.map_err(retry)?);
        let call = Call::task(Vec::new())
            .with_files(Arc::clone(&call_files) as Arc<dyn Files>)
            .with_rows(Arc::clone(&pool) as _);
        let built = plugin.build_report(call, report.request()).await?;
        let names = file_names(&built).map_err(|text| JobError::GiveUp(text.into()))?;
        pool.flush().await.map_err(retry)?;

        let mut stored = Vec::new();
        for (position, file) in built.iter().enumerate() {
            // The report's own path: another try takes the place of this one.
            let path = format!("charts/{}/{position}", report.id.simple());
            let media_type = media_type(&file.media_type);
            let file = call_files.store(app, &file.name, &path).await;
            let file = file.map_err(JobError::Retry)?;
            stored.push(files::Stored { media_type, ..file });
        }
        let mut reader = Reader::open(&reported).await.map_err(retry)?;
        let mut tx = app.begin().await?;
        let Some(wish) = sql::lock(&mut tx, report.id)
            .await?
            .filter(Wish::is_to_be_built)
        else {
            return Ok(());
        };
        loop {
            let sales = reader.next().await.map_err(JobError::Retry)?;
            if sales.is_empty() {
                break;
            }
            if let Some(lost) = sales
                .iter()
                .find(|sale| !names.contains(sale.file.as_str()))
            {
                let text = format!("sales are said to be in {:?}, which is no file", lost.file);
                return Err(JobError::GiveUp(text.into()));
            }
            if sql::add_sales(&mut tx, report.id, &sales).await? != sales.len() as u64 {
                let text = "the plugin reports sales that it was not given".to_owned();
                return Err(JobError::GiveUp(text.into()));
            }
        }
        keep(&mut tx, app, &report, &built, &stored).await?;
        if wish.send && !built.is_empty() {
            let author = Author::system(wish.plugin);
            let job = SendReport { report: report.id };
            jobs::enqueue(&mut tx, &author, &job).await?;
        }
        announce(&mut tx).await?;
        Ok(tx.commit().await?)
    }
}

/// The records of the files, and the report's new state.
async fn keep(
    db: &mut PgConnection,
    app: &App,
    report: &Report,
    report_files: &[ReportFile],
    stored: &[files::Stored],
) -> Result<()> {
    let now = app.now();
    for (position, (file, stored)) in report_files.iter().zip(stored).enumerate() {
        let record = (&REPORT, report.id);
        let id = files::add_to(&mut *db, record, stored, "report", now).await?;
        let built = sql::Built {
            name: &file.name,
            media_type: stored.media_type,
            lines: i32::try_from(file.lines).unwrap_or(i32::MAX),
            units: file.units,
            file: id,
        };
        let position = i32::try_from(position).unwrap_or(i32::MAX);
        sql::add_file(&mut *db, report.id, position, &built).await?;
    }
    let state = match report_files.iter().all(|file| file.lines == 0) {
        true => ReportState::Empty,
        false => ReportState::Built,
    };
    sql::built(db, &Author::system("charts"), report.id, state, now).await
}

fn retry(error: std::io::Error) -> JobError {
    JobError::Retry(error.into())
}

/// Hands a report's files over.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SendReport {
    pub report: Uuid,
}

impl Job for SendReport {
    const NAME: &'static str = "charts.send";

    fn consumer(&self) -> String {
        "charts".into()
    }

    fn identifier(&self) -> String {
        self.report.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let sent = self.send(context).await;
        settle(context, self.report, sent).await
    }
}

impl SendReport {
    async fn send(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let Some(report) = sql::find(&app.db, self.report).await? else {
            return Err(JobError::GiveUp(Reason::new(
                "le rapport n’existe plus",
                "the report is gone",
            )));
        };
        let wish = sql::lock(&mut *app.db.acquire().await?, report.id).await?;
        let Some(wish) = wish.filter(|wish| wish.send) else {
            return Ok(());
        };
        let kept = sql::stored_files(&app.db, report.id).await?;
        // Nothing was sold, and the receiver wants no file that says so.
        if kept.is_empty() && wish.state == ReportState::Empty {
            return Ok(());
        }
        if kept.is_empty() {
            return Err(JobError::GiveUp(Reason::new(
                "le rapport n’a pas de fichier",
                "the report has no files",
            )));
        }
        let Some(channel) = report.channel else {
            return Err(JobError::GiveUp(Reason::new(
                "le rapport ne part par aucun canal",
                "the report goes over no channel",
            )));
        };
        let plugin = providers::plugin(app, &wish.plugin)?;
        let report_files: Vec<ReportFile> = kept.iter().map(report_file).collect();
        let delivery = Delivery {
            report: report.id,
            replacement: wish.replace.then_some(context.id),
        };
        let files = Arc::new(OutgoingFiles {
            app: app.clone(),
            report: report.id,
            delivery: delivery.named()?,
            files: kept,
            begun: AtomicBool::new(false),
        });
        let call = Call::task(Vec::new()).with_files(files as Arc<dyn Files>);
        // What an earlier try of this very delivery left may be replaced.
        let replace = wish.replace || wish.begun;
        let receipts = plugin
            .deliver_report(call, channel, report_files, replace)
            .await?;
        let places: Vec<(String, String)> = receipts
            .into_iter()
            .map(|receipt| (receipt.name, receipt.place))
            .collect();
        let mut tx = app.begin().await?;
        let author = Author::system(wish.plugin);
        sql::sent(&mut tx, &author, report.id, &places, app.now()).await?;
        announce(&mut tx).await?;
        Ok(tx.commit().await?)
    }
}

fn report_file(kept: &StoredFile) -> ReportFile {
    ReportFile {
        name: kept.name.clone(),
        media_type: kept.media_type.clone(),
        lines: u32::try_from(kept.lines).unwrap_or_default(),
        units: kept.units,
    }
}

/// The files of a report on their way out.
struct OutgoingFiles {
    app: App,
    report: Uuid,
    delivery: comptoir_sandbox::Delivery,
    files: Vec<StoredFile>,
    begun: AtomicBool,
}

impl OutgoingFiles {
    fn find(&self, name: &str) -> Option<&StoredFile> {
        self.files.iter().find(|file| file.name == name)
    }
}

#[async_trait]
impl Files for OutgoingFiles {
    async fn size(&self, name: &str) -> anyhow::Result<Option<u64>> {
        let size = self.find(name).map(|file| u64::try_from(file.size));
        Ok(size.transpose()?)
    }

    async fn read(&self, name: &str, offset: u64, length: u32) -> anyhow::Result<Option<Vec<u8>>> {
        let Some(file) = self.find(name) else {
            return Ok(None);
        };
        // Written down before a byte goes out.
        if !self.begun.swap(true, Ordering::SeqCst) {
            sql::begin(&self.app.db, self.report, self.app.now()).await?;
        }
        let left = u64::try_from(file.size)?.saturating_sub(offset);
        match left.min(length.into()) {
            0 => Ok(Some(Vec::new())),
            length => Ok(Some(
                self.app
                    .files
                    .read(&file.path, offset..offset + length)
                    .await?,
            )),
        }
    }

    async fn append(&self, _: &str, _: Vec<u8>) -> anyhow::Result<()> {
        anyhow::bail!("a report's files are what they are")
    }

    fn delivery(&self) -> Option<comptoir_sandbox::Delivery> {
        Some(self.delivery.clone())
    }
}

/// Makes a report unless it is there, and hands it over if that is wished. What is there is not made again.
///
/// # Errors
/// As [`sql::add`].
pub async fn ask(
    app: &App,
    db: &mut PgConnection,
    author: &Author,
    plugin: &str,
    due: &Due,
    send: bool,
) -> Result<(Uuid, Option<JobRecord>)> {
    let added = sql::add(&mut *db, author, plugin, due, app.now()).await?;
    let (Added::New(id) | Added::Existing(id)) = added;
    let wish = sql::lock(&mut *db, id)
        .await?
        .ok_or(Error::missing("Report"))?;
    let sends = send && wish.state != ReportState::Sent;
    if sends {
        sql::wish_send(&mut *db, author, id, false).await?;
    }
    let job = match (wish.built, sends) {
        (true, true) => Some(jobs::enqueue(&mut *db, author, &SendReport { report: id }).await?),
        (true, false) => None,
        (false, _) => {
            sql::pend(&mut *db, id).await?;
            Some(jobs::enqueue(&mut *db, author, &BuildReport { report: id }).await?)
        }
    };
    announce(db).await?;
    Ok((id, job))
}

/// Hands over a report that is made, from the beginning; one that is not made yet once it is.
///
/// # Errors
/// There is no such report; [`WITHDRAWN`].
pub async fn send_again(
    db: &mut PgConnection,
    author: &Author,
    report: Uuid,
    replace: bool,
) -> Result<JobRecord> {
    let wish = sql::lock(&mut *db, report)
        .await?
        .ok_or(Error::missing("Report"))?;
    if wish.state == ReportState::Withdrawn {
        return Err(Error::Refused(&WITHDRAWN));
    }
    sql::wish_send(&mut *db, author, report, replace).await?;
    let job = match wish.built {
        true => jobs::enqueue(&mut *db, author, &SendReport { report }).await?,
        false => {
            sql::pend(&mut *db, report).await?;
            jobs::enqueue(&mut *db, author, &BuildReport { report }).await?
        }
    };
    announce(db).await?;
    Ok(job)
}

/// Withdraws a report that was wrong or is empty, so that another one can be made of its days.
///
/// # Errors
/// There is no such report; [`UNDER_WAY`].
pub async fn withdraw(
    db: &mut PgConnection,
    author: &Author,
    report: Uuid,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    let wish = sql::lock(&mut *db, report)
        .await?
        .ok_or(Error::missing("Report"))?;
    if wish.state == ReportState::Withdrawn {
        return Ok(());
    }
    if wish.state == ReportState::Pending || wish.send && wish.state != ReportState::Empty {
        return Err(Error::Refused(&UNDER_WAY));
    }
    sql::withdraw(&mut *db, author, (report, wish.state), reason, now).await?;
    announce(db).await
}

/// Every hour: the plugin is asked what is due, and what is not there yet is made and handed over.
#[derive(Debug, Serialize, Deserialize)]
pub struct Hourly {}

impl Hourly {
    /// At ten past, when the day that ended is told whole.
    pub fn crontab() -> anyhow::Result<Crontab> {
        Ok(Cron::hourly_at::<Self>(10)?.payload(Self {})?.build())
    }

    /// Asks for what is due. Doing so twice changes nothing.
    ///
    /// # Errors
    /// The plugin, or the database. One report that cannot be made keeps no other from being made.
    pub async fn look(app: &App) -> anyhow::Result<()> {
        let Some(ready) = plan::reporter(app) else {
            return Ok(());
        };
        let id = ready.plugin.manifest().id.clone();
        let due = plan::due(&ready, app.now()).await?;
        let mut failed = None;
        for each in due {
            if let Err(errors) = each.check() {
                tracing::error!(plugin = id, %errors, ?each, "what is due cannot be");
                continue;
            }
            if let Err(error) = Self::make(app, &id, &each).await {
                tracing::error!(plugin = id, %error, ?each, "what is due is not made");
                failed.get_or_insert(error);
            }
        }
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Makes one report that is due, unless it is there.
    async fn make(app: &App, plugin: &str, due: &Due) -> Result<()> {
        let mut tx = app.begin().await?;
        if sql::was_withdrawn(&mut *tx, due).await? {
            return Ok(());
        }
        let author = Author::system(format!("schedule {plugin}"));
        match sql::add(&mut tx, &author, plugin, due, app.now()).await {
            Ok(Added::New(report)) => {
                if due.channel.is_some() {
                    sql::wish_send(&mut tx, &author, report, false).await?;
                }
                jobs::enqueue(&mut tx, &author, &BuildReport { report }).await?;
                announce(&mut tx).await?;
                Ok(tx.commit().await?)
            }
            // Somebody made one already, of these or other sales.
            Ok(Added::Existing(_)) => Ok(()),
            Err(Error::Conflict(conflict)) if *conflict == COVERED => Ok(()),
            Err(error) => Err(error),
        }
    }
}

impl TaskHandler for Hourly {
    const IDENTIFIER: &'static str = "charts.due";

    async fn run(self, queue: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = queue.get_ext::<App>().ok_or("no application")?;
        Self::look(app).await.map_err(|error| format!("{error:#}"))
    }
}
