//! The plugins' own work in the background (`wit/schedule.wit`).

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use comptoir_sandbox::schedule::Task;
use comptoir_sandbox::{Call, CallError, Progress};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::PgConnection;
use tokio::sync::watch;
use uuid::Uuid;

use super::call_files::{CallFiles, Given};
use crate::app::App;
use crate::jobs::{self, Job, JobContext, JobError, JobResult, Reason};
use crate::providers::connectors::{self, Connector};
use crate::providers::sync;
use crate::records::audit::Author;

/// How long what a task wrote can be downloaded, and what it was given is kept.
pub const KEPT: TimeDelta = TimeDelta::days(7);

/// How many steps a task has at most.
const MOST_STEPS: u32 = 1_000;
/// How long after it was asked for a task may begin another step.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
/// What a step hands on to the next, in bytes.
const MOST_ARGUMENTS: usize = 1 << 20;

/// Runs a task of a plugin's manifest.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RunTask {
    pub plugin: String,
    pub task: String,
    /// Of the route's query; none at a scheduled hour.
    #[serde(default)]
    pub arguments: BTreeMap<String, String>,
    /// `fr` or `en`.
    pub language: String,
    /// Who asked; none: a schedule.
    #[serde(alias = "asked")]
    pub manual: Option<ManualRun>,
}

/// What comes with a task that a person asked for.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ManualRun {
    /// Tells this wish from another of the same task.
    pub id: Uuid,
    pub by: Uuid,
    /// The connections that they may use.
    pub connectors: Vec<Uuid>,
    pub file: Option<Given>,
}

impl Job for RunTask {
    const NAME: &'static str = "plugins.task";
    const ATTEMPTS: i16 = 4;

    fn consumer(&self) -> String {
        self.plugin.clone()
    }

    fn identifier(&self) -> String {
        match &self.manual {
            Some(run) => format!("{} {}", self.task, run.id),
            None => format!("{} {}", self.task, self.plugin),
        }
    }

    /// One step of the task.
    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let ready = app.plugins.ready(&self.plugin);
        let ready = ready.filter(|ready| ready.plugin.manifest().tasks.contains_key(&self.task));
        let plugin = match ready {
            Some(ready) => Arc::clone(&ready.plugin),
            None => {
                let (plugin, task) = (&self.plugin, &self.task);
                return Err(JobError::GiveUp(Reason::new(
                    format!("l’extension {plugin} ne fait pas {task} à présent"),
                    format!("the plugin {plugin} does not do {task} now"),
                )));
            }
        };
        let mut connectors = connectors::active(&app.db, None, Some(&self.plugin)).await?;
        if let Some(run) = &self.manual {
            connectors.retain(|connector| run.connectors.contains(&connector.id));
        }
        let file = self.manual.as_ref().and_then(|run| run.file.clone());
        let files =
            CallFiles::new(app, file.clone()).map_err(|error| JobError::Retry(error.into()))?;
        let files = Arc::new(files);
        let call = Call::task(connectors.iter().map(Connector::for_plugin).collect())
            .with_files(Arc::clone(&files) as Arc<dyn comptoir_sandbox::Files>);
        let step = context.checkpoint::<Step>().await?.unwrap_or_else(|| Step {
            arguments: serde_json::json!(self.arguments).to_string(),
            before: 0,
        });
        let task = Task {
            name: self.task.clone(),
            arguments: step.arguments.clone(),
            file: file.map(|file| file.name),
            language: self.language.clone(),
        };
        let done = watched(context, call, |call| plugin.run_task(call, task)).await?;
        let result: Value = serde_json::from_str(&done.data).map_err(|error| {
            JobError::GiveUp(Reason::new(
                format!("le résultat n’est pas du JSON : {error}"),
                format!("the result is no JSON: {error}"),
            ))
        })?;
        if let Some(next) = done.next {
            let next = step.next(next).map_err(JobError::GiveUp)?;
            if !context.is_younger(LONGEST).await? {
                return Err(JobError::GiveUp(Reason::new(
                    "la tâche dure depuis plus d’un jour",
                    "the task goes on for more than a day",
                )));
            }
            let mut tx = app.begin().await?;
            jobs::set_step(&mut tx, context.id, &result, &serde_json::json!(next)).await?;
            self.pull(app, &mut tx, &connectors, &done.pull).await?;
            tx.commit().await?;
            return Ok(());
        }
        let kept = match &self.manual {
            Some(run) => {
                let kept = files.keep(app, run.by, app.now() + KEPT).await;
                kept.map_err(JobError::Retry)?
            }
            // Nobody waits for them: what a schedule makes is delivered by the plugin itself.
            None => Vec::new(),
        };
        let mut tx = app.begin().await?;
        jobs::set_result(&mut tx, context.id, &result, &kept).await?;
        self.pull(app, &mut tx, &connectors, &done.pull).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// A step of a task: what the job keeps of where it stands.
#[derive(Debug, Serialize, Deserialize)]
struct Step {
    /// JSON: of the route, or of the step before.
    arguments: String,
    /// How many steps came before.
    before: u32,
}

impl Step {
    /// The step after this one, which the plugin wishes with these arguments.
    ///
    /// # Errors
    /// The arguments are not what the contract takes, or the task would not end; in words.
    fn next(&self, arguments: String) -> Result<Self, Reason> {
        let steps = self.before + 1;
        if arguments == self.arguments {
            return Err(Reason::new(
                "la tâche ne finirait jamais : son étape mène à elle-même",
                "the task would never end: its step leads to itself",
            ));
        }
        if steps >= MOST_STEPS {
            return Err(Reason::new(
                format!("la tâche n’a pas fini après {steps} étapes"),
                format!("the task has not ended after {steps} steps"),
            ));
        }
        if arguments.len() > MOST_ARGUMENTS {
            return Err(Reason::new(
                "les arguments de l’étape suivante dépassent 1 Mio",
                "the arguments of the next step are longer than 1 MiB",
            ));
        }
        serde_json::from_str::<IgnoredAny>(&arguments).map_err(|error| {
            Reason::new(
                format!("les arguments de l’étape suivante ne sont pas du JSON : {error}"),
                format!("the arguments of the next step are no JSON: {error}"),
            )
        })?;
        Ok(Self {
            arguments,
            before: steps,
        })
    }
}

impl RunTask {
    /// Asks for what the task wishes to be pulled now. Words that the host does not know are ignored.
    async fn pull(
        &self,
        app: &App,
        db: &mut PgConnection,
        connectors: &[Connector],
        words: &[String],
    ) -> JobResult {
        let author = Author::system(format!("task {}", self.plugin));
        for connector in connectors {
            sync::synchronize_named(app, db, &author, connector, words).await?;
        }
        Ok(())
    }
}

/// Makes a job's call and tells how far it is; ends it when somebody wishes so.
pub async fn watched<T, F>(
    context: &JobContext,
    call: Call,
    make: impl FnOnce(Call) -> F,
) -> Result<T, JobError>
where
    F: Future<Output = Result<T, CallError>>,
{
    let (sender, mut news) = watch::channel(None::<Progress>);
    let call = call.with_progress(move |progress| drop(sender.send_replace(Some(progress))));
    let mut running = pin!(make(call));
    let done = loop {
        tokio::select! {
            done = &mut running => break done?,
            Ok(()) = news.changed() => {
                let progress = news.borrow_and_update().clone();
                tell(context, progress).await?;
            }
        }
    };
    // The last word may have come with the result.
    let last = news.borrow().clone();
    tell(context, last).await?;
    Ok(done)
}

async fn tell(context: &JobContext, progress: Option<Progress>) -> JobResult {
    let Some(Progress { done, total, note }) = progress else {
        return Ok(());
    };
    let done = i64::try_from(done).unwrap_or(i64::MAX);
    let total = total.and_then(|total| i64::try_from(total).ok());
    context.progress(done, total, Some(note)).await
}
