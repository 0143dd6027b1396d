//! Sending.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::server::SendError;
use super::sql::{self, Outcome, Queued};
use crate::jobs::{self, Job, JobContext, JobError, JobResult, Lane, Reason};
use crate::records::audit::Author;

/// Hands one mail of the outbox to the mail server.
#[derive(Debug, Serialize, Deserialize)]
pub struct Deliver {
    pub mail: Uuid,
}

impl Job for Deliver {
    const NAME: &'static str = "mail.deliver";

    fn consumer(&self) -> String {
        "mail".into()
    }

    fn identifier(&self) -> String {
        self.mail.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        deliver(context, self.mail).await
    }
}

/// The same with a mail whose link somebody waits for: it is of use for minutes.
#[derive(Debug, Serialize, Deserialize)]
pub struct DeliverLink {
    pub mail: Uuid,
}

impl Job for DeliverLink {
    const NAME: &'static str = "mail.deliverLink";
    const LANE: Lane = Lane::Door;

    fn consumer(&self) -> String {
        "mail".into()
    }

    fn identifier(&self) -> String {
        self.mail.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        deliver(context, self.mail).await
    }
}

async fn deliver(context: &JobContext, id: Uuid) -> JobResult {
    let (db, now) = (&context.app.db, context.app.now());
    let Some(mail) = sql::queued(db, id).await? else {
        return Ok(());
    };
    if mail.expires_at.is_some_and(|end| end <= now) {
        return fail(context, &mail, "what it says no longer holds".into()).await;
    }
    let Some(server) = &context.app.mail else {
        return Err(JobError::GiveUp(Reason::new(
            "ce portail n’a pas de serveur de messagerie",
            "this host has no mail server",
        )));
    };
    let files = sql::attached(db, mail.id).await?;
    match server.send(&mail, files).await {
        Ok(()) => Ok(sql::tried(db, mail.id, Outcome::Sent, now).await?),
        Err(SendError::Later(text)) if context.left > 0 => {
            sql::tried(db, mail.id, Outcome::Waits(&text), now).await?;
            Err(JobError::Retry(anyhow::anyhow!(text)))
        }
        Err(error) => fail(context, &mail, error.to_string()).await,
    }
}

/// Writes down that a mail does not go out, and asks for what is then to be done.
async fn fail(context: &JobContext, mail: &Queued, text: String) -> JobResult {
    let mut tx = context.app.begin().await?;
    let now = context.app.now();
    sql::tried(&mut *tx, mail.id, Outcome::Failed(&text), now).await?;
    if let Some(wish) = &mail.on_failure {
        jobs::ask(&mut tx, &Author::system("mail"), wish).await?;
    }
    tx.commit().await?;
    Err(JobError::GiveUp(text.into()))
}
