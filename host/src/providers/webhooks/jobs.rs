//! Asking a plugin what an event means.

use comptoir_sandbox::types::ErrorKind;
use comptoir_sandbox::{Call, CallError, webhooks::Event};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::model::EventState;
use super::sql;
use crate::app::App;
use crate::jobs::{Job, JobContext, JobError, JobResult};
use crate::providers::{NoPartner, partner, sync};
use crate::records::audit::Author;

/// Asks about one event, and takes what it says.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct HandleEvent {
    pub event: Uuid,
    /// For the job's record.
    pub plugin: String,
}

impl Job for HandleEvent {
    const NAME: &'static str = "webhooks.handle";

    fn consumer(&self) -> String {
        self.plugin.clone()
    }

    fn identifier(&self) -> String {
        self.event.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let Some(event) = sql::pending(&app.db, self.event).await? else {
            return Ok(());
        };
        let error = match self.handle(app, event).await {
            Ok(()) => return Ok(()),
            Err(Failed::Unwanted(reason)) => {
                return self.end(app, EventState::Dropped, &reason).await;
            }
            Err(Failed::Job(error)) => error,
        };
        let state = if error.is_final(context.left) {
            EventState::Failed
        } else {
            EventState::Pending
        };
        self.end(app, state, &error.reason().english).await?;
        Err(error)
    }
}

/// Why an event brought nothing.
enum Failed {
    /// Nobody wants anything of it, now and later.
    Unwanted(String),
    Job(JobError),
}

impl<E: Into<JobError>> From<E> for Failed {
    fn from(error: E) -> Self {
        Failed::Job(error.into())
    }
}

impl HandleEvent {
    async fn handle(&self, app: &App, event: sql::Pending) -> Result<(), Failed> {
        let (connector, plugin) = match partner(app, event.connector_id).await {
            Err(NoPartner::Ended) => {
                return Err(Failed::Unwanted("the connection was ended".into()));
            }
            partner => partner?,
        };
        let event = Event {
            id: self.event.to_string(),
            topic: event.topic,
            headers: event
                .headers
                .0
                .into_iter()
                .map(|header| (header.name, header.value))
                .collect(),
            body: event.body,
            received_at: event.received_at.to_rfc3339(),
        };
        let call = Call::job(connector.for_plugin());
        let changes = match plugin.handle_event(call, event).await {
            Err(CallError::Refused(refusal)) if matches!(refusal.kind, ErrorKind::Rejected) => {
                return Err(Failed::Unwanted(refusal.message));
            }
            changes => changes?,
        };
        let mut tx = app.begin().await?;
        let author = Author::system(format!("webhook {}", connector.plugin));
        sync::take_changes(app, &mut tx, &author, &connector, changes).await?;
        sql::tried(&mut *tx, self.event, EventState::Done, None, app.now()).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn end(&self, app: &App, state: EventState, text: &str) -> JobResult {
        Ok(sql::tried(&app.db, self.event, state, Some(text), app.now()).await?)
    }
}
