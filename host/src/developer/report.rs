//! Reports of faults: what somebody saw, on its way to the operator's Sentry (or what speaks like it).

use anyhow::Context;
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::APPLICATION_VERSION;
use crate::app::App;
use crate::jobs::{Job, JobContext, JobError, JobResult};

/// What somebody reports.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BugReport {
    #[validate(length(min = 1, max = 2000))]
    pub message: String,
    /// The address of the page that it is about.
    #[validate(length(max = 2000))]
    pub page: Option<String>,
    #[validate(length(max = 500))]
    pub user_agent: Option<String>,
}

/// Hands one report over.
#[derive(Debug, Serialize, Deserialize)]
pub struct Report {
    /// Of the event at its destination: sent twice, it is one.
    pub event: Uuid,
    pub report: BugReport,
    /// Who reported it: id and name.
    pub user: (Uuid, String),
    pub at: chrono::DateTime<chrono::Utc>,
}

impl Job for Report {
    const NAME: &'static str = "developer.report";

    fn consumer(&self) -> String {
        "sentry".into()
    }

    fn identifier(&self) -> String {
        self.event.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let Some(dsn) = &app.config.reports.sentry_dsn else {
            return Err(JobError::GiveUp("reports.sentry_dsn is not set".into()));
        };
        let (address, key) = destination(dsn.expose_secret())
            .map_err(|error| JobError::GiveUp(format!("{error:#}")))?;
        let event = self.event(app);
        let id = self.event.simple().to_string();
        let body = format!(
            "{}\n{}\n{event}\n",
            json!({ "event_id": id, "sent_at": app.now() }),
            json!({ "type": "event", "content_type": "application/json", "length": event.to_string().len() }),
        );
        let auth = format!("Sentry sentry_version=7, sentry_client=comptoir/1, sentry_key={key}");
        let sent = reqwest::Client::builder()
            .timeout(std::time::Duration::from_secs(10))
            .build()
            .map_err(|error| JobError::Retry(error.into()))?
            .post(address)
            .header("content-type", "application/x-sentry-envelope")
            .header("x-sentry-auth", auth)
            .body(body)
            .send()
            .await
            // The address holds nothing secret, but an error may quote it whole.
            .map_err(|error| JobError::Retry(error.without_url().into()))?;
        match sent.status() {
            status if status.is_success() => Ok(()),
            status if status.is_client_error() && status.as_u16() != 429 => {
                Err(JobError::GiveUp(format!("it was answered {status}")))
            }
            status => Err(JobError::Retry(anyhow::anyhow!("it was answered {status}"))),
        }
    }
}

impl Report {
    fn event(&self, app: &App) -> Value {
        json!({
            "event_id": self.event.simple().to_string(),
            "timestamp": self.at,
            "platform": "javascript",
            "level": "info",
            "logger": "bug-report",
            "message": { "formatted": self.report.message },
            "release": APPLICATION_VERSION,
            "environment": app.config.environment,
            "user": { "id": self.user.0, "username": self.user.1 },
            "request": {
                "url": self.report.page,
                "headers": { "User-Agent": self.report.user_agent },
            },
        })
    }
}

/// Where a DSN's events go, and its key: `https://<key>@<host>/<project>`.
pub fn destination(dsn: &str) -> anyhow::Result<(Url, String)> {
    let mut url: Url = dsn.parse().context("reports.sentry_dsn is no address")?;
    let key = url.username().to_owned();
    let (folder, project) = url.path().rsplit_once('/').unwrap_or_default();
    anyhow::ensure!(
        matches!(url.scheme(), "http" | "https") && !key.is_empty() && !project.is_empty(),
        "reports.sentry_dsn must look like https://<key>@<host>/<project>"
    );
    let path = format!("{folder}/api/{project}/envelope/");
    url.set_path(&path);
    let _ = url.set_username("");
    let _ = url.set_password(None);
    Ok((url, key))
}

#[cfg(test)]
mod tests {
    use super::destination;

    #[test]
    fn a_dsn_names_its_project() {
        let (url, key) = destination("https://abc@errors.example/sub/42").unwrap();
        assert_eq!(url.as_str(), "https://errors.example/sub/api/42/envelope/");
        assert_eq!(key, "abc");
        for wrong in [
            "",
            "https://errors.example/42",
            "ftp://a@b/1",
            "https://a@b/",
        ] {
            assert!(destination(wrong).is_err(), "{wrong}");
        }
    }
}
