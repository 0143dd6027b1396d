//! Logs and metrics. Log lines go to standard error, metrics to `/metrics`.

use anyhow::Context;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::EnvFilter;

use crate::program::config::{Log, LogFormat};

/// Starts writing log lines.
///
/// # Errors
/// `log.filter` cannot be read.
pub fn init_logs(log: &Log) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&log.filter).context("log.filter cannot be read")?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    match log.format {
        LogFormat::Text => lines.try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    }
    .map_err(|error| anyhow::anyhow!("cannot start logging: {error}"))
}

/// Starts counting. The handle renders what `/metrics` answers.
pub fn init_metrics() -> anyhow::Result<PrometheusHandle> {
    let recorder = PrometheusBuilder::new()
        .set_buckets(&[
            0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
        ])?
        .build_recorder();
    let handle = recorder.handle();
    metrics::set_global_recorder(recorder).context("metrics are counted already")?;
    Ok(handle)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use bigblue_simulator::{Simulator, SimulatorConfig};
    use serde_json::json;
    use sqlx::PgPool;
    use tracing_subscriber::EnvFilter;
    use tracing_subscriber::fmt::MakeWriter;

    use crate::access::Permission::{ReadConnector, ReadStore, WriteConnector, WriteOrder};
    use crate::testing::TestApp;

    /// Everything that is logged, kept.
    #[derive(Clone, Default)]
    struct Captured(Arc<Mutex<Vec<u8>>>);

    impl Write for Captured {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("the log").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl<'a> MakeWriter<'a> for Captured {
        type Writer = Self;

        fn make_writer(&'a self) -> Self {
            self.clone()
        }
    }

    /// Signs in, connects a store with a wrong and a right key and pulls its orders, everything logged that can be.
    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn no_secret_is_ever_logged(db: PgPool) {
        let captured = Captured::default();
        let subscriber = tracing_subscriber::fmt()
            .with_writer(captured.clone())
            .with_env_filter(EnvFilter::new("trace"))
            .finish();
        let _guard = tracing::subscriber::set_default(subscriber);

        let provider = Simulator::start(SimulatorConfig::default()).await.unwrap();
        let app = TestApp::with_bigblue(db, &provider).await;
        let permissions = [ReadStore, ReadConnector, WriteConnector, WriteOrder];
        let admin = app.admin(&permissions).await;
        let email = admin.get("/user/current").await.data()["email"].clone();
        let nobody = app.nobody();
        nobody.post("/auth/link", json!({ "email": email })).await;
        let mut connection = app.app.db.acquire().await.unwrap();
        let mail = crate::mail::latest_text(&mut connection, email.as_str().unwrap()).await;
        let mail = mail.unwrap().unwrap();
        let token = mail
            .split("token=")
            .nth(1)
            .unwrap()
            .split('&')
            .next()
            .unwrap()
            .to_owned();
        let opened = nobody
            .post("/auth/session", json!({ "token": token }))
            .await;
        let access = opened.data()["accessToken"].as_str().unwrap().to_owned();
        let cookie = opened.headers["set-cookie"].to_str().unwrap().to_owned();
        let refresh = cookie.split(['=', ';']).nth(1).unwrap().to_owned();
        let renewed = [("cookie", cookie.split(';').next().unwrap())];
        assert_eq!(
            nobody
                .send("POST", "/auth/refresh", None, &renewed)
                .await
                .summary(),
            "200"
        );

        let organization = app.organization().await;
        let store = app.store(organization).await;
        let path = format!("/store/{store}/connector");
        for (key, status) in [
            ("a-wrong-secret-key", "400 BadRequestSchemaException"),
            ("demo-key-nova", "201"),
        ] {
            let data = json!({ "id": "NOVA", "apiKey": key });
            let body = json!({ "role": "fulfillment", "type": "bigblue", "data": data });
            assert_eq!(admin.post(&path, body).await.summary(), status);
        }
        admin.post("/order/synchronize", json!({})).await;
        app.run_jobs().await;

        let logged = String::from_utf8_lossy(&captured.0.lock().unwrap()).into_owned();
        assert!(logged.contains("/auth/session"), "requests are logged");
        let typed = ["a-wrong-secret-key", "demo-key-nova"];
        for secret in [token.as_str(), &access, &refresh].into_iter().chain(typed) {
            let at = logged.find(secret);
            let around = at.map(|at| &logged[at.saturating_sub(400)..(at + 40).min(logged.len())]);
            assert_eq!(around, None, "a secret is in the log");
        }
    }
}
