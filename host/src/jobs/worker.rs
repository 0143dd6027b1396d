//! What a job is to its author, and the worker that runs them.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::time::Duration;

use futures::FutureExt;
use futures::future::join_all;
use graphile_worker::{
    Crontab, IntoTaskHandlerResult, TaskHandler, WorkerContext, WorkerOptions, WorkerRecoveryConfig,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::model::Progress;
use super::reason::Reason;
use super::shares::{Shares, Taken, pause};
use super::sql;
use crate::access::{self, Scope};
use crate::app::App;
use crate::http::error::{Error, Result};
use crate::program::database::JOBS_SCHEMA;

/// A work to be done later: ids, not data. It is safe to run twice, as a host may die at any point of it. It stands in
/// `table.rs`: what does not cannot be asked for.
pub trait Job: Serialize + DeserializeOwned + Debug + Send + Sync + 'static {
    /// What is done: `orders.synchronize`.
    const NAME: &'static str;
    /// How often it is tried, with growing pauses.
    const ATTEMPTS: i16 = 8;
    /// What it never waits behind, nor keeps waiting, is in another lane.
    const LANE: Lane = Lane::Work;

    /// Who does it, for people: the plugin's id, or the domain.
    fn consumer(&self) -> String;

    /// On what. Two of the same name and identifier never run at once.
    fn identifier(&self) -> String;

    /// Does the work, or a step of it: what left a checkpoint ([`super::set_step`]) is run again from there, once the
    /// other jobs that are due have had their turn.
    fn run(&self, context: &JobContext) -> impl Future<Output = JobResult> + Send;
}

/// Each has workers of its own on every host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// As many at once as the operator says, and all schedules.
    Work,
    /// For what somebody waits for at a closed door: short, and as rare as sign-in.
    Door,
}

impl Lane {
    const ALL: [Self; 2] = [Self::Work, Self::Door];

    /// How many of its jobs run at once on a host.
    fn concurrency(self, app: &App) -> usize {
        match self {
            Lane::Work => app.config.jobs.concurrency,
            Lane::Door => 4,
        }
    }
}

pub type JobResult = std::result::Result<(), JobError>;

/// Why a job did not do its work.
#[derive(Debug)]
pub enum JobError {
    /// Worth another try, after the queue's growing pauses.
    Retry(anyhow::Error),
    /// Worth another try, but not before this has passed: whom we asked said so. Within the job's first day that uses up
    /// none of its tries: a shop takes its time over a large list, and a busy hour at the provider is no failure.
    RetryAfter(Duration, anyhow::Error),
    /// Trying again changes nothing.
    GiveUp(Reason),
}

impl JobError {
    /// Whether there will be no other try; `left`: those that are.
    pub fn is_final(&self, left: i16) -> bool {
        left == 0 || matches!(self, JobError::GiveUp(_))
    }

    /// What people read of it.
    pub fn reason(&self) -> Reason {
        match self {
            JobError::GiveUp(reason) => reason.clone(),
            JobError::Retry(cause) | JobError::RetryAfter(_, cause) => Reason::of(cause),
        }
    }
}

impl From<Error> for JobError {
    fn from(error: Error) -> Self {
        JobError::Retry(error.into())
    }
}

impl From<sqlx::Error> for JobError {
    fn from(error: sqlx::Error) -> Self {
        JobError::Retry(error.into())
    }
}

/// What a running job gets.
#[derive(Debug)]
pub struct JobContext {
    pub app: App,
    /// Of its record.
    pub id: Uuid,
    /// How many tries are left after this one.
    pub left: i16,
}

impl JobContext {
    /// The user who asked for the job, in the area that they asked in, as far as they reach by now.
    ///
    /// # Errors
    /// [`JobError::GiveUp`]: they are gone, or may no longer what `may` asks for.
    pub async fn asker(
        &self,
        (user, within): (Uuid, Option<Uuid>),
        may: impl FnOnce(&Scope) -> Result<()>,
    ) -> Result<Scope, JobError> {
        let scope = access::scope_of(&self.app.db, user, within).await?;
        let gone = || {
            Reason::new(
                "la personne qui l’a demandée n’est plus là",
                "whoever asked for it is gone",
            )
        };
        let scope = scope.ok_or_else(|| JobError::GiveUp(gone()))?;
        may(&scope).map_err(|error| JobError::GiveUp(Reason::from(&error)))?;
        Ok(scope)
    }

    /// Tells those who watch how far the job is.
    ///
    /// # Errors
    /// [`JobError::GiveUp`] when somebody has ended the job meanwhile.
    pub async fn progress(
        &self,
        done: i64,
        total: Option<i64>,
        note: Option<String>,
    ) -> Result<(), JobError> {
        let mut db = self.app.db.acquire().await?;
        match sql::report(&mut db, self.id, &Progress { done, total, note }).await? {
            true => Ok(()),
            false => Err(JobError::GiveUp(sql::canceled())),
        }
    }

    /// Where the last finished step left off, as [`super::set_step`] kept it; none in the first.
    pub async fn checkpoint<C: DeserializeOwned>(&self) -> Result<Option<C>, JobError> {
        let kept = sql::checkpoint(&self.app.db, self.id).await?;
        let read = kept.map(serde_json::from_value).transpose();
        read.map_err(|error| {
            JobError::GiveUp(Reason::new(
                format!("sa dernière étape est illisible : {error}"),
                format!("its last step cannot be read: {error}"),
            ))
        })
    }

    /// Whether the job was asked for less than that long ago.
    pub async fn is_younger(&self, age: Duration) -> Result<bool, JobError> {
        let mut db = self.app.db.acquire().await?;
        Ok(sql::is_younger(&mut db, self.id, age).await?)
    }
}

/// A job as the queue holds it. What is asked for is read once its record can tell that it cannot be: another release may
/// have asked.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Queued<J> {
    record: Uuid,
    job: Value,
    #[serde(skip)]
    of: PhantomData<fn() -> J>,
}

impl<J: Job> TaskHandler for Queued<J> {
    const IDENTIFIER: &'static str = J::NAME;

    async fn run(self, queue: WorkerContext) -> impl IntoTaskHandlerResult {
        let Some(app) = queue.get_ext::<App>().cloned() else {
            return Err("no application".to_owned());
        };
        let left = queue.job().max_attempts() - queue.job().attempts();
        let context = JobContext {
            app,
            id: self.record,
            left,
        };
        let shares = queue.get_ext::<Shares>();
        let _places = match self.places(&context, shares).await {
            Ok(Some(places)) => places,
            Ok(None) => return Ok(()),
            Err(error) => return Err(format!("{error:#}")),
        };
        self.attempt(context)
            .await
            .map_err(|error| format!("{error:#}"))
    }
}

impl<J: Job> Queued<J> {
    /// Its places among this worker's. `None`: those whose job it is have their share; it stands further back again.
    async fn places(
        &self,
        context: &JobContext,
        shares: Option<&Shares>,
    ) -> anyhow::Result<Option<Taken>> {
        let Some(shares) = shares else {
            return Ok(Some(Taken::default()));
        };
        let (app, id) = (&context.app, context.id);
        let mut db = app.db.acquire().await?;
        let Some((user, consumer)) = sql::holders(&mut db, id).await? else {
            return Ok(Some(Taken::default()));
        };
        let plugin = app
            .plugins
            .all()
            .contains_key(&consumer)
            .then_some(consumer);
        if let Some(taken) = shares.take(user, plugin.clone()) {
            return Ok(Some(taken));
        }
        let before = sql::before(&mut db, id, user, plugin.as_deref()).await?;
        // To come and find no place is no try.
        sql::stand_back(&mut db, id, context.left + 1, pause(before)).await?;
        Ok(None)
    }

    /// One try, with its record. An error goes to the queue, which tries again.
    async fn attempt(&self, context: JobContext) -> anyhow::Result<()> {
        let (id, left) = (self.record, context.left);
        let mut db = context.app.db.acquire().await?;
        if !sql::start(&mut db, id).await? {
            return Ok(());
        }
        // A worker had it in hand already when somebody wished its end.
        if sql::is_unwanted(&mut db, id).await? {
            return Ok(sql::finish(&mut db, id, Some(&sql::canceled())).await?);
        }
        drop(db);
        let outcome = match J::deserialize(&self.job) {
            Ok(job) => job.run(&context).await,
            Err(error) => {
                let error = anyhow::anyhow!("this release cannot read what was asked for: {error}");
                Err(JobError::Retry(error))
            }
        };
        let (delay, error) = match outcome {
            Ok(()) => {
                let mut tx = context.app.begin().await?;
                if !sql::has_next_step(&mut tx, id).await? {
                    ended(J::NAME, "completed");
                    sql::finish(&mut tx, id, None).await?;
                } else if sql::is_unwanted(&mut tx, id).await? {
                    sql::finish(&mut tx, id, Some(&sql::canceled())).await?;
                } else {
                    sql::requeue(&mut tx, id, J::ATTEMPTS).await?;
                }
                return Ok(tx.commit().await?);
            }
            Err(JobError::GiveUp(reason)) => {
                tracing::warn!(job = J::NAME, record = %id, text = %reason, "gave up");
                ended(J::NAME, "failed");
                let mut db = context.app.db.acquire().await?;
                return Ok(sql::finish(&mut db, id, Some(&reason)).await?);
            }
            Err(JobError::Retry(error)) => (None, error),
            Err(JobError::RetryAfter(delay, error)) => (Some(delay), error),
        };
        tracing::warn!(job = J::NAME, record = %id, error = format!("{error:#}"), left, "failed");
        let reason = Reason::of(&error);
        let mut tx = context.app.begin().await?;
        let is_patient = delay.is_some() && sql::is_younger(&mut tx, id, PATIENCE).await?;
        let left = if is_patient { left + 1 } else { left };
        ended(J::NAME, if left == 0 { "failed" } else { "retried" });
        let outcome = match delay {
            // Somebody wished its end while it ran: then it is not tried again.
            _ if sql::is_unwanted(&mut tx, id).await? => {
                sql::finish(&mut tx, id, Some(&sql::canceled()))
                    .await
                    .map(|()| Ok(()))
            }
            _ if left == 0 => sql::finish(&mut tx, id, Some(&reason))
                .await
                .map(|()| Err(error)),
            None => sql::record_failure(&mut tx, id, &reason)
                .await
                .map(|()| Err(error)),
            // The queue knows one kind of pause: this try ends well, and another begins later.
            Some(delay) => sql::postpone(&mut tx, id, left, delay, &reason)
                .await
                .map(|()| Ok(())),
        }?;
        tx.commit().await?;
        outcome
    }
}

/// How long a job goes on waiting as often as it is told to.
const PATIENCE: Duration = Duration::from_secs(24 * 60 * 60);

/// Counts a try by how it ended.
fn ended(job: &'static str, outcome: &'static str) {
    metrics::counter!("comptoir_jobs_total", "job" => job, "outcome" => outcome).increment(1);
}

/// For one worker of these lanes.
fn options(app: &App, lanes: &[Lane]) -> WorkerOptions {
    let takeover = Duration::from_secs(app.config.jobs.takeover_seconds);
    let recovery = WorkerRecoveryConfig::default()
        .enabled(true)
        .heartbeat_interval(takeover / 4)
        .sweep_interval(takeover / 2)
        .sweep_threshold(takeover)
        .recovery_delay(Duration::ZERO);
    let options = WorkerOptions::default()
        .pg_pool(app.db.clone())
        .schema(JOBS_SCHEMA)
        .concurrency(lanes.iter().map(|lane| lane.concurrency(app)).sum())
        .listen_os_shutdown_signals(false)
        .shutdown_grace_period(Duration::from_secs(2))
        .shutdown_interrupted_job_retry_delay(Duration::ZERO)
        .worker_recovery(recovery)
        .add_extension(app.clone());
    let jobs = app.register.jobs().filter(|job| lanes.contains(&job.lane));
    let options = jobs.fold(options, |options, job| (job.define)(options));
    let moments = app
        .register
        .schedules()
        .filter(|_| lanes.contains(&Lane::Work));
    moments.fold(options, |options, moment| (moment.define)(options))
}

/// Does everything that is due in the queue, what comes of it too, then returns: for tests.
#[cfg(test)]
pub async fn run_due(app: &App) {
    run_all(app, options(app, &Lane::ALL)).await;
}

/// The same by a worker that knows a job of a test's own too.
#[cfg(test)]
pub(super) async fn run_due_with<J: Job>(app: &App) {
    run_all(app, options(app, &Lane::ALL).define_job::<Queued<J>>()).await;
}

/// A worker of the first lane that knows a job of a test's own too.
#[cfg(test)]
pub(super) async fn worker_with<J: Job>(app: &App) -> graphile_worker::Worker {
    let options = options(app, &[Lane::Work]).define_job::<Queued<J>>();
    let shares = Shares::of(Lane::Work.concurrency(app));
    let worker = options.add_extension(shares).init().await;
    worker.expect("a worker")
}

#[cfg(test)]
async fn run_all(app: &App, options: WorkerOptions) {
    let worker = options.init().await.expect("a worker");
    let due = "select exists (select from graphile_worker._private_jobs
        where run_at <= now() and locked_at is null and attempts < max_attempts)";
    loop {
        worker.run_once().await.expect("the queue");
        let more: bool = sqlx::query_scalar(due)
            .fetch_one(&app.db)
            .await
            .expect("the queue");
        if !more {
            return;
        }
    }
}

/// Runs jobs on this host.
#[derive(Debug)]
pub struct Worker {
    stop: watch::Sender<bool>,
    running: JoinHandle<()>,
}

/// How long after the queue was lost (its PostgreSQL restarts) it is looked for again.
const RETURN: Duration = Duration::from_secs(1);

impl Worker {
    /// Starts taking jobs. Those of a host that died are taken over after `jobs.takeover_seconds`.
    pub async fn start(app: &App) -> anyhow::Result<Self> {
        let (stop, stopped) = watch::channel(false);
        let mut lanes = Vec::new();
        for lane in Lane::ALL {
            let first = init(app, lane).await?;
            lanes.push(work(app.clone(), lane, first, stopped.clone()));
        }
        let running = tokio::spawn(join_all(lanes).map(drop));
        Ok(Self { stop, running })
    }

    /// Takes no more jobs and lets running ones finish, for at most `grace`; others go back to the queue.
    pub async fn stop(self, grace: Duration) {
        self.stop.send_replace(true);
        if tokio::time::timeout(grace, self.running).await.is_err() {
            tracing::warn!("some jobs did not finish in time; another start takes them up");
        }
    }
}

/// When the queue asks for what, as of now.
fn crontabs(app: &App) -> anyhow::Result<Vec<Crontab>> {
    let mut all = Vec::new();
    for schedule in app.register.schedules() {
        all.extend((schedule.crontabs)(app)?);
    }
    Ok(all)
}

async fn init(app: &App, lane: Lane) -> anyhow::Result<graphile_worker::Worker> {
    let mut options = options(app, &[lane]).add_extension(Shares::of(lane.concurrency(app)));
    if app.config.jobs.schedules && lane == Lane::Work {
        options = options.with_crons(crontabs(app)?);
    }
    Ok(options.init().await?)
}

/// Works until told to stop. The library's worker ends when its database does: another takes its place.
async fn work(
    app: App,
    lane: Lane,
    first: graphile_worker::Worker,
    mut stopped: watch::Receiver<bool>,
) {
    let mut loads = app.plugins.loads();
    let mut schedules = format!("{:?}", app.plugins.schedules());
    let mut worker = Some(first);
    loop {
        let mut pause = Duration::ZERO;
        if let Some(worker) = worker.take() {
            let mut run = std::pin::pin!(worker.run());
            let ended = tokio::select! {
                ended = &mut run => Some(ended),
                () = rescheduled(&app, &mut loads, &schedules) => None,
                () = stop_requested(&mut stopped) => None,
            };
            let ended = match ended {
                Some(ended) => {
                    pause = RETURN;
                    ended
                }
                None => {
                    worker.request_shutdown();
                    run.await
                }
            };
            if let Err(error) = ended {
                tracing::error!(%error, "the job worker ended");
            }
        } else {
            schedules = format!("{:?}", app.plugins.schedules());
            match init(&app, lane).await {
                Ok(another) => worker = Some(another),
                Err(error) => {
                    pause = RETURN;
                    tracing::error!(error = format!("{error:#}"), "no job worker");
                }
            }
        }
        tokio::select! {
            biased;
            () = stop_requested(&mut stopped), if worker.is_none() => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// Returns once the plugins' schedules are others than `known`: only another worker runs by them.
async fn rescheduled(app: &App, loads: &mut watch::Receiver<u64>, known: &str) {
    while format!("{:?}", app.plugins.schedules()) == known {
        if loads.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Returns once it is time to stop.
async fn stop_requested(stopped: &mut watch::Receiver<bool>) {
    drop(stopped.wait_for(|stopped| *stopped).await);
}
