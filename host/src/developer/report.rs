//! Reports of faults: what somebody saw, on its way to the operator's Sentry (or what speaks like it).

use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::APPLICATION_VERSION;
use crate::app::App;
use crate::http::request::trimmed;
use crate::jobs::{Job, JobContext, JobError, JobResult, Reason};
use crate::program::config::destination;

/// What somebody reports.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BugReport {
    #[serde(deserialize_with = "trimmed")]
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
            return Err(JobError::GiveUp(Reason::new(
                "reports.sentry_dsn n’est pas défini",
                "reports.sentry_dsn is not set",
            )));
        };
        let (address, key) = destination(dsn.expose_secret())
            .map_err(|error| JobError::GiveUp(format!("{error:#}").into()))?;
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
                Err(JobError::GiveUp(Reason::new(
                    format!("la réponse a été {status}"),
                    format!("it was answered {status}"),
                )))
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

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use axum::Router;
    use axum::extract::State;
    use axum::http::{HeaderMap, StatusCode};
    use axum::routing::post;
    use serde_json::{Value, json};
    use sqlx::PgPool;

    use crate::program::config::destination;
    use crate::testing::TestApp;

    /// What arrived: the key's header and the body.
    type Arrived = Arc<Mutex<Vec<(String, String)>>>;

    async fn take(State(arrived): State<Arrived>, headers: HeaderMap, body: String) -> StatusCode {
        let auth = headers["x-sentry-auth"]
            .to_str()
            .unwrap_or_default()
            .to_owned();
        let mut arrived = arrived.lock().unwrap();
        arrived.push((auth, body));
        // The first try meets a busy server.
        if arrived.len() == 1 {
            StatusCode::SERVICE_UNAVAILABLE
        } else {
            StatusCode::OK
        }
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn a_report_reaches_its_server_as_sentry_speaks(db: PgPool) {
        let arrived = Arrived::default();
        let server = Router::new()
            .route("/api/42/envelope/", post(take))
            .with_state(arrived.clone());
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0))
            .await
            .unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, server).await });
        let app = TestApp::with_reports(db.clone(), &format!("http://a-key@{address}/42")).await;
        let admin = app.admin(&[]).await;
        let report =
            json!({ "message": "La page est blanche", "page": "http://comptoir.test/admin" });
        assert_eq!(admin.post("/bug-report", report).await.summary(), "202");
        app.run_jobs().await;
        // Its next try is due only later: it is asked for now.
        sqlx::query("update graphile_worker._private_jobs set run_at = now()")
            .execute(&db)
            .await
            .unwrap();
        app.run_jobs().await;
        let arrived = arrived.lock().unwrap().clone();
        let [(_, first), (auth, second)] = arrived.as_slice() else {
            panic!("{arrived:?}");
        };
        assert!(auth.contains("sentry_key=a-key"), "{auth}");
        let parts = |body: &str| -> Vec<Value> {
            body.lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect()
        };
        let (head, event) = (&parts(second)[0], &parts(second)[2]);
        assert_eq!(event["message"]["formatted"], "La page est blanche");
        assert_eq!(event["event_id"], head["event_id"]);
        assert_eq!(
            event["event_id"],
            parts(first)[2]["event_id"],
            "sent twice, it is one"
        );
        let without = TestApp::new(db).await;
        let refused = admin
            .at(&without)
            .post("/bug-report", json!({ "message": "x" }))
            .await;
        assert_eq!(refused.summary(), "403 ForbiddenResourceException");
    }

    /// A server that answers every report so, and where it stands.
    async fn answering(status: StatusCode) -> String {
        let server = Router::new().fallback(async move || status);
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0))
            .await
            .unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, server).await });
        format!("http://s3cret@{address}/42")
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn a_report_that_is_refused_is_given_up_and_one_that_is_not_taken_now_waits(db: PgPool) {
        let reports = json!({ "message": " Rien ne va ", "page": "/admin" });
        for (status, expected, reason) in [
            (
                StatusCode::BAD_REQUEST,
                "FAILED",
                "it was answered 400 Bad Request",
            ),
            (
                StatusCode::UNAUTHORIZED,
                "FAILED",
                "it was answered 401 Unauthorized",
            ),
            (
                StatusCode::TOO_MANY_REQUESTS,
                "PENDING",
                "it was answered 429",
            ),
            (StatusCode::BAD_GATEWAY, "PENDING", "it was answered 502"),
        ] {
            let app = TestApp::with_reports(db.clone(), &answering(status).await).await;
            let reporter = app.admin(&[]).await;
            let asked = reporter.post("/bug-report", reports.clone()).await;
            app.run_jobs().await;
            let job = reporter.get(&format!("/job/{}", asked.id())).await;
            assert_eq!(job.data()["status"], expected, "{status}");
            let error = job.data()["error"].as_str().unwrap_or_default();
            assert!(error.starts_with(reason), "{error}");
            let text = asked.json.to_string() + &job.json.to_string();
            assert!(!text.contains("s3cret"), "{text}");
        }
        // Nobody is there.
        let app = TestApp::with_reports(db.clone(), "http://s3cret@127.0.0.1:1/42").await;
        let reporter = app.admin(&[]).await;
        let asked = reporter.post("/bug-report", reports).await;
        app.run_jobs().await;
        let job = reporter.get(&format!("/job/{}", asked.id())).await;
        let error = job.data()["error"].as_str().unwrap_or_default();
        assert_eq!(job.data()["status"], "PENDING", "{error}");
        assert!(
            !error.contains("s3cret") && !error.contains("127.0.0.1"),
            "{error}"
        );
        let kept: Vec<String> =
            sqlx::query_scalar("select distinct payload #>> '{report,message}' from jobs")
                .fetch_all(&db)
                .await
                .unwrap();
        assert_eq!(kept, ["Rien ne va"], "without the spaces around it");
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn anybody_signed_in_reports_once_and_is_told_what_is_wrong_with_it(db: PgPool) {
        let app = TestApp::with_reports(db, "http://k@127.0.0.1:1/42").await;
        let organization = app.organization().await;
        let customer = app.customer(organization, &[], &[]).await;
        for (body, issue) in [
            (json!({}), "message required"),
            (json!({ "message": "  " }), "message required"),
            (json!({ "message": "x".repeat(2_001) }), "message max"),
            (
                json!({ "message": "x", "page": "x".repeat(2_001) }),
                "page max",
            ),
            (
                json!({ "message": "x", "userAgent": "x".repeat(501) }),
                "userAgent max",
            ),
            (json!({ "message": "x", "user": "another" }), "user unknown"),
        ] {
            let refused = customer.post("/bug-report", body.clone()).await;
            assert_eq!(refused.issues(), [issue], "{body}");
        }
        let headers = [("idempotency-key", "double click")];
        let body = || Some(json!({ "message": "é".repeat(2_000) }));
        let first = customer.send("POST", "/bug-report", body(), &headers).await;
        let again = customer.send("POST", "/bug-report", body(), &headers).await;
        assert_eq!((first.summary(), first.id()), (again.summary(), again.id()));
        let nobody = app
            .nobody()
            .post("/bug-report", json!({ "message": "x" }))
            .await;
        assert_eq!(nobody.summary(), "401 UnauthorizedException");
        let without = app.nobody().get("/environment").await;
        assert_eq!(without.data()["bugReport"], true, "the shell offers it");
    }

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
