//! A mailed report is sent once the outbox has it. What the mail server then refuses for good has not arrived.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::jobs::announce;
use super::model::ReportState;
use super::sql;
use crate::http::error::Result;
use crate::jobs::{Job, JobContext, JobError, JobResult, Reason, Wish};
use crate::mail;
use crate::records::audit::Author;

/// How long the work that put the mail into the outbox may take to write that down.
const SOON: Duration = Duration::from_secs(5);

/// A delivery of a report, as its mails name it. Its tries, and those of a person who sends it again, are one: what is there
/// is not mailed a second time. To replace what the receiver has is another each time.
#[derive(Debug, Clone, Copy)]
pub struct Delivery {
    pub report: Uuid,
    /// The job of a replacement.
    pub replacement: Option<Uuid>,
}

impl std::fmt::Display for Delivery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.report)?;
        self.replacement.map_or(Ok(()), |job| write!(f, "/{job}"))
    }
}

impl Delivery {
    /// For the channels, with what is to be done when a mail does not go out.
    ///
    /// # Errors
    /// Never for what serialises.
    pub fn named(self) -> Result<comptoir_sandbox::Delivery> {
        let id = self.to_string();
        let job = Undelivered {
            delivery: id.clone(),
        };
        let on_failure = serde_json::to_value(Wish::of(&job)?).map_err(anyhow::Error::from)?;
        Ok(comptoir_sandbox::Delivery { id, on_failure })
    }
}

/// Writes down that a report's mail did not go out.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Undelivered {
    /// As its mails name it.
    pub delivery: String,
}

impl Job for Undelivered {
    const NAME: &'static str = "charts.undelivered";

    fn consumer(&self) -> String {
        "charts".into()
    }

    fn identifier(&self) -> String {
        self.delivery.clone()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let report = self.delivery.split('/').next().unwrap_or_default();
        let Ok(report) = report.parse::<Uuid>() else {
            return Err(JobError::GiveUp(Reason::new(
                format!("{report} : ce n’est pas l’identifiant d’un rapport"),
                format!("{report}: no report's id"),
            )));
        };
        let mut tx = context.app.begin().await?;
        let wish = sql::lock(&mut tx, report).await?;
        if wish.as_ref().is_some_and(|wish| wish.send) {
            let text = "the report is still being handed over";
            return Err(JobError::RetryAfter(SOON, anyhow::anyhow!(text)));
        }
        let sent = wish.is_some_and(|wish| wish.state == ReportState::Sent);
        // Somebody may have sent it again meanwhile.
        let failure = mail::failure(&mut *tx, &self.delivery).await?;
        if let Some(error) = failure.filter(|_| sent) {
            sql::failed(&mut tx, &Author::system("mail"), report, &error).await?;
            announce(&mut tx).await?;
        }
        Ok(tx.commit().await?)
    }
}
