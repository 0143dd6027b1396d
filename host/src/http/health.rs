//! Is this host alive, is it ready for requests, and what does it count.

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Serialize;

use crate::app::App;
use crate::program::database::MIGRATOR;

/// `/health/live`, `/health/ready`, `/metrics`: for the operator's tools, outside the API.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/health/live", get(async || "alive\n"))
        .route("/health/ready", get(ready))
        .route("/metrics", get(counters))
}

#[derive(Debug, Serialize)]
struct Readiness {
    ready: bool,
    database: bool,
    migrations: bool,
    /// Plugins that the operator enabled and that did not load. They do not make the host unready: it works without.
    failed_plugins: Vec<String>,
    /// Those whose newest version did not load, while an older one runs.
    outdated_plugins: Vec<String>,
    /// `plugins.toml` could not be read the last time; what ran before still does. The plugins page says why.
    plugins_file_unread: bool,
    /// Something of these wants an operator.
    degraded: bool,
}

async fn ready(State(app): State<App>) -> Response {
    // The migrator's own table is no part of our migrations: not checked at compile time.
    let applied =
        sqlx::query_scalar::<_, i64>("select count(*) from _sqlx_migrations where success")
            .fetch_one(&app.db)
            .await;
    let expected = i64::try_from(MIGRATOR.iter().count()).unwrap_or(i64::MAX);
    let (failed, outdated) = (app.plugins.failed(), app.plugins.outdated());
    let plugins_file_unread = app.plugins.problem().is_some();
    let readiness = Readiness {
        database: applied.is_ok(),
        migrations: applied.is_ok_and(|applied| applied >= expected),
        degraded: plugins_file_unread || !failed.is_empty() || !outdated.is_empty(),
        failed_plugins: failed,
        outdated_plugins: outdated,
        plugins_file_unread,
        ready: false,
    };
    let ready = readiness.database && readiness.migrations;
    let status = if ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (status, axum::Json(Readiness { ready, ..readiness })).into_response()
}

async fn counters(State(app): State<App>) -> Response {
    metrics::gauge!("comptoir_database_connections").set(f64::from(app.db.size()));
    let body = app.metrics.render();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], body).into_response()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use sqlx::PgPool;

    use crate::testing::TestApp;

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn a_host_behind_its_database_is_alive_and_not_ready(db: PgPool) {
        let app = TestApp::new(db).await;
        let nobody = app.nobody();
        assert_eq!(nobody.get("/health/live").await.summary(), "200");
        let ready = nobody.get("/health/ready").await;
        assert_eq!(
            (ready.summary().as_str(), &ready.json["ready"]),
            ("200", &json!(true))
        );
        // A host of the next release would wait for its own migration.
        sqlx::query("delete from _sqlx_migrations where version = (select max(version) from _sqlx_migrations)")
            .execute(&app.app.db)
            .await
            .expect("a write");
        let behind = nobody.get("/health/ready").await;
        assert_eq!(
            (behind.summary().as_str(), &behind.json["migrations"]),
            ("503", &json!(false))
        );
        assert_eq!(nobody.get("/health/live").await.summary(), "200");
    }
}
