//! Server-sent events: progress of jobs and changed lists, to whoever may see them. A change notifies PostgreSQL in its
//! own transaction; one listener a host hands it to that host's streams.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgListener;
use sqlx::{PgConnection, PgPool};
use tokio::sync::{broadcast, watch};
use tokio_stream::wrappers::BroadcastStream;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::access::{self, Access, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::routing::{Routes, routes};
use crate::records::Kind;
use crate::register::Domain;

const CHANNEL: &str = "comptoir_live";
/// A stream further behind than this is ended; its page asks anew.
const BACKLOG: usize = 256;
/// How often a stream asks whether its session still stands, with the same rights.
const RECHECK: Duration = Duration::from_secs(20);

/// What happened, as hosts tell each other.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Signal {
    /// A job's record changed. Who asked for it stands here, so that others' streams need not look.
    Job {
        id: Uuid,
        requested_by: Option<Uuid>,
    },
    /// Records changed whose calls begin so: `order`. See [`Signal::changed`].
    Changed(String),
}

impl Signal {
    /// Records of this kind changed.
    pub fn changed(kind: &Kind) -> Self {
        Self::Changed(kind.calls.to_owned())
    }
}

/// This host's streams.
#[derive(Debug, Clone)]
pub struct Live {
    signals: broadcast::Sender<Signal>,
    closed: watch::Sender<bool>,
}

impl Default for Live {
    fn default() -> Self {
        Self {
            signals: broadcast::channel(BACKLOG).0,
            closed: watch::channel(false).0,
        }
    }
}

impl Live {
    /// Listens to what all hosts tell. A lost connection is made again by the listener itself.
    pub async fn start(db: PgPool) -> sqlx::Result<Self> {
        let live = Self::default();
        let mut listener = PgListener::connect_with(&db).await?;
        listener.listen(CHANNEL).await?;
        let (signals, mut closed) = (live.signals.clone(), live.closed.subscribe());
        tokio::spawn(async move {
            loop {
                let event = tokio::select! {
                    event = listener.recv() => event,
                    _ = closed.changed() => return,
                };
                match event.map(|event| serde_json::from_str(event.payload())) {
                    // Without streams there is nobody to tell.
                    Ok(Ok(signal)) => drop(signals.send(signal)),
                    Ok(Err(error)) => tracing::warn!(%error, "an unreadable notification"),
                    // Whoever closes the pool waits for this connection too.
                    Err(sqlx::Error::PoolClosed) => return,
                    Err(error) => {
                        tracing::warn!(%error, "notifications are interrupted");
                        tokio::time::sleep(Duration::from_secs(1)).await;
                    }
                }
            }
        });
        Ok(live)
    }

    /// What all hosts tell, from now on.
    pub fn heard(&self) -> broadcast::Receiver<Signal> {
        self.signals.subscribe()
    }

    /// Ends all streams.
    pub fn close(&self) {
        self.closed.send_replace(true);
    }
}

/// Tells all hosts, once the caller's transaction commits.
pub async fn notify(db: &mut PgConnection, signal: &Signal) -> Result<()> {
    let payload = serde_json::to_string(signal).map_err(anyhow::Error::from)?;
    sqlx::query!("select pg_notify($1, $2)", CHANNEL, payload)
        .execute(db)
        .await?;
    Ok(())
}

/// Runs `work` in a transaction of its own, which tells all hosts what it changed when it commits. Work that fails leaves
/// nothing.
pub async fn change<T>(
    app: &App,
    signal: &Signal,
    work: impl AsyncFnOnce(&mut PgConnection) -> Result<T>,
) -> Result<T> {
    let mut tx = app.begin().await?;
    let done = work(&mut tx).await?;
    notify(&mut tx, signal).await?;
    tx.commit().await?;
    Ok(done)
}

pub static DOMAIN: Domain = Domain {
    routes: || Routes::new().add(Access::SignedIn, routes!(events)),
    ..Domain::NONE
};

/// One event, by the fields that it is written in.
#[derive(Debug, ToSchema)]
#[allow(dead_code, reason = "only described")]
struct LiveEvent {
    event: LiveEventName,
    /// JSON: of `job` a Job, of `changed` `{"resource":"order"}`, of `ready` `{}`.
    data: String,
}

#[derive(Debug, ToSchema)]
#[schema(rename_all = "lowercase")]
#[allow(dead_code, reason = "only described")]
enum LiveEventName {
    Ready,
    Job,
    Changed,
}

/// A stream of `job`, `changed` and, first, `ready`.
#[utoipa::path(get, path = "/events", tag = "live", operation_id = "streamEvents",
    responses((status = 200, content_type = "text/event-stream", body = LiveEvent), (status = 429, body = ErrorBody)))]
async fn events(State(app): State<App>, scope: Scope) -> Result<Response> {
    let place = app.limits.streams.take(scope.actor.id)?;
    let mut closed = app.live.closed.subscribe();
    let signals = BroadcastStream::new(app.live.signals.subscribe())
        // A stream that fell behind ends: its page connects again and asks anew.
        .take_while(|signal| std::future::ready(signal.is_ok()))
        .filter_map(|signal| std::future::ready(signal.ok()));
    let (began, still) = (scope.clone(), app.clone());
    let ended = async move {
        loop {
            tokio::select! {
                _ = closed.wait_for(|closed| *closed) => return,
                () = tokio::time::sleep(RECHECK) => {}
            }
            // A stream tells what its caller might know when it began: with other rights they begin another.
            let now = access::scope(
                &still.db,
                began.actor.session,
                began.within,
                still.now(),
                began.request_id.clone(),
            );
            match now.await {
                Ok(Some(now)) if now.has_the_rights_of(&began) => {}
                Ok(_) => return,
                Err(error) => tracing::debug!(%error, "a stream's session is not known for now"),
            }
        }
    };
    let first = futures::stream::once(std::future::ready(
        Event::default().event("ready").data("{}"),
    ));
    let event = signals.filter_map(move |signal| {
        let (app, scope) = (app.clone(), scope.clone());
        async move { event(&app, &scope, signal).await }
    });
    let stream = first
        .chain(event)
        .map(Ok::<_, Infallible>)
        .take_until(Box::pin(ended))
        .inspect(move |_| _ = &place);
    Ok(Sse::new(stream)
        .keep_alive(KeepAlive::default())
        .into_response())
}

/// What one caller may hear of a signal.
async fn event(app: &App, scope: &Scope, signal: Signal) -> Option<Event> {
    match signal {
        Signal::Job { requested_by, .. } if !crate::jobs::shows(scope, requested_by) => None,
        Signal::Job { id, .. } => {
            let job = crate::jobs::find_visible(app, scope, id).await.ok()??;
            Event::default().event("job").json_data(job).ok()
        }
        Signal::Changed(resource) => {
            let mut kinds = app.register.kinds().filter(|kind| kind.calls == resource);
            let heard = kinds.any(|kind| kind.read.check(Some(scope)).is_ok());
            let data = serde_json::json!({ "resource": resource });
            heard.then(|| Event::default().event("changed").json_data(data).ok())?
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Permission;
    use crate::records::audit::Author;
    use crate::testing::{Client, TestApp};
    use futures::stream::BoxStream;

    type Events = BoxStream<'static, String>;

    /// An open stream, one event after the other, its greeting read.
    async fn listen(client: &Client) -> Events {
        let answer = client.raw("GET", "/events", None, &[]).await;
        let chunks = answer.into_body().into_data_stream();
        let mut events = chunks
            .filter_map(async |chunk| Some(String::from_utf8_lossy(&chunk.ok()?).into_owned()))
            .boxed();
        assert!(next(&mut events).await.starts_with("event: ready"));
        events
    }

    async fn next(events: &mut Events) -> String {
        tokio::time::timeout(Duration::from_secs(10), events.next())
            .await
            .expect("an event in time")
            .expect("an open stream")
    }

    async fn change(app: &TestApp, signal: Signal) {
        let mut tx = app.app.begin().await.expect("a transaction");
        notify(&mut tx, &signal).await.expect("a notification");
        tx.commit().await.expect("a commit");
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn a_stream_tells_its_user_what_they_may_know(db: PgPool) {
        let app = TestApp::new(db.clone()).await;
        // What one host commits, the streams of another tell.
        let other_host = TestApp::new(db).await;
        let asker = app.admin(&[Permission::ReadOrder]).await;
        let stranger = app.admin(&[]).await;
        let (mut theirs, mut strangers) = (listen(&asker).await, listen(&stranger).await);

        let author = Author {
            id: asker.user,
            ..Author::system("test")
        };
        let job = crate::providers::sync::Synchronize::<crate::orders::Orders>::of(
            Uuid::nil(),
            "bigblue",
        );
        let mut tx = other_host.app.begin().await.expect("a transaction");
        let record = crate::jobs::enqueue(&mut tx, &author, &job)
            .await
            .expect("a record");
        tx.commit().await.expect("a commit");
        let event = next(&mut theirs).await;
        assert!(
            event.starts_with("event: job") && event.contains(&record.id.to_string()),
            "{event}"
        );

        change(&other_host, Signal::Changed("order".into())).await;
        let event = next(&mut theirs).await;
        assert!(event.contains(r#"{"resource":"order"}"#), "{event}");

        // The stranger heard neither: the first they hear is that the host stops, and their stream ends.
        app.app.live.close();
        assert_eq!(strangers.next().await, None);
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn a_users_streams_are_so_many_and_nobody_elses_fewer(db: PgPool) {
        let app = TestApp::with_limits(db, |limits| limits.streams_per_user = 2).await;
        let (ada, bob) = (app.admin(&[]).await, app.admin(&[]).await);
        let (first, _second) = (listen(&ada).await, listen(&ada).await);
        assert_eq!(
            ada.get("/events").await.summary(),
            "429 TooManyRequestsException"
        );
        drop(listen(&bob).await);
        drop(first);
        drop(listen(&ada).await);
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn changed_records_are_told_to_those_who_read_them(db: PgPool) {
        let app = TestApp::new(db).await;
        let mut events = listen(&app.admin(&[Permission::ReadStore]).await).await;
        for resource in ["user", "organization", "order", "store"] {
            change(&app, Signal::Changed(resource.into())).await;
        }
        assert!(next(&mut events).await.contains("store"));
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn a_change_that_is_not_committed_is_not_told(db: PgPool) {
        let app = TestApp::new(db).await;
        let mut events = listen(&app.admin(&[Permission::SuperAdmin]).await).await;
        let mut tx = app.app.begin().await.expect("a transaction");
        notify(&mut tx, &Signal::Changed("order".into()))
            .await
            .expect("a notification");
        drop(tx);
        change(&app, Signal::Changed("store".into())).await;
        assert!(next(&mut events).await.contains("store"));
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn what_cannot_be_read_is_passed_over(db: PgPool) {
        let app = TestApp::new(db.clone()).await;
        let mut events = listen(&app.admin(&[Permission::SuperAdmin]).await).await;
        // Of an older host, a newer one, or somebody at the database.
        for payload in ["", "{", "null", r#"{"Moved":"order"}"#, r#"{"Job":"1"}"#] {
            let notification = sqlx::query("select pg_notify($1, $2)")
                .bind(CHANNEL)
                .bind(payload);
            notification.execute(&db).await.expect("a notification");
        }
        // What nobody knows is nobody's to hear.
        change(&app, Signal::Changed("secrets".into())).await;
        change(
            &app,
            Signal::Job {
                id: Uuid::nil(),
                requested_by: None,
            },
        )
        .await;
        change(&app, Signal::Changed("store".into())).await;
        assert!(next(&mut events).await.contains("store"));
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn a_stream_that_nobody_reads_ends_and_the_others_go_on(db: PgPool) {
        let app = TestApp::new(db).await;
        let reader = app.admin(&[Permission::SuperAdmin]).await;
        let (mut idle, mut read) = (listen(&reader).await, listen(&reader).await);
        for number in 0..=BACKLOG {
            let signal = Signal::Changed(if number % 2 == 0 { "order" } else { "store" }.into());
            app.app.live.signals.send(signal).expect("somebody listens");
            let heard = next(&mut read).await;
            assert!(
                heard.contains(if number % 2 == 0 { "order" } else { "store" }),
                "{heard}"
            );
        }
        assert_eq!(idle.next().await, None, "its page asks anew");
        let mut again = listen(&reader).await;
        change(&app, Signal::Changed("user".into())).await;
        for events in [&mut again, &mut read] {
            assert!(next(events).await.contains("user"));
        }
    }
    /// What of a signal this person hears now.
    async fn hears(app: &TestApp, client: &Client, signal: Signal) -> bool {
        let user = client.user.expect("a user");
        let scope = access::scope_of(&app.app.db, user, None).await;
        let scope = scope.expect("a query").expect("a user");
        event(&app.app, &scope, signal).await.is_some()
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn each_hears_of_the_kinds_of_record_that_they_read_and_of_no_other(db: PgPool) {
        use Permission::{ReadAudit, ReadConnector, ReadOrder, ReadProduct, ReadUser, SuperAdmin};
        let app = TestApp::new(db).await;
        let organization = app.organization().await;
        let store = app.store(organization).await;
        let customer =
            async |rights: &[Permission]| app.customer(organization, &[store], rights).await;
        let factory = app.factory().await;
        let rights = [ReadUser];
        let worker = app
            .user(access::Role::Factory, &rights, &[], &[], &[factory])
            .await;
        const KINDS: [&str; 8] = [
            "order",
            "product",
            "bundle",
            "ticket",
            "inbound-shipment",
            "user",
            "store",
            "plugin",
        ];
        for (client, expected) in [
            (app.admin(&[SuperAdmin]).await, &KINDS[..]),
            (app.admin(&[]).await, &["plugin"]),
            (
                app.admin(&[ReadOrder]).await,
                &["order", "ticket", "plugin"],
            ),
            (
                app.admin(&[ReadConnector]).await,
                &["inbound-shipment", "plugin"],
            ),
            (
                customer(&[ReadOrder]).await,
                &["order", "ticket", "inbound-shipment"],
            ),
            (customer(&[ReadProduct]).await, &["product", "bundle"]),
            // What charts know of a store's products stands below the store.
            (customer(&[ReadAudit]).await, &["ticket", "store"]),
            (customer(&[]).await, &[]),
            (worker, &["user"]),
        ] {
            let mut heard = Vec::new();
            for kind in KINDS {
                if hears(&app, &client, Signal::Changed(kind.into())).await {
                    heard.push(kind);
                }
            }
            assert_eq!(heard, expected);
            for nothing in ["", "orders", "webhook_event\0", "../order"] {
                assert!(!hears(&app, &client, Signal::Changed(nothing.into())).await);
            }
            assert!(
                !hears(
                    &app,
                    &client,
                    Signal::Job {
                        id: Uuid::nil(),
                        requested_by: None
                    }
                )
                .await
            );
        }
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn the_way_of_a_job_is_told_in_its_order_to_who_asked_for_it(db: PgPool) {
        let app = TestApp::new(db).await;
        let organization = app.organization().await;
        let store = app.store(organization).await;
        let rights = [Permission::ReadOrder];
        let asker = app.customer(organization, &[store], &rights).await;
        let colleague = app.customer(organization, &[store], &rights).await;
        let (mut theirs, mut others) = (listen(&asker).await, listen(&colleague).await);
        let body = serde_json::json!({ "scope": "all" });
        let asked = asker.post("/order/export", body).await;
        app.run_jobs().await;
        let mut progress: Vec<(String, i64, usize)> = Vec::new();
        while progress
            .last()
            .is_none_or(|(status, ..)| status == "PENDING")
        {
            let event = next(&mut theirs).await;
            let data = event.lines().find_map(|line| line.strip_prefix("data: "));
            let job: serde_json::Value = serde_json::from_str(data.expect("data")).expect("a job");
            // The mail that leads to the file has a job of the system's own.
            assert_eq!(job["id"], serde_json::json!(asked.id()), "{event}");
            let status = job["status"].as_str().expect("a status").to_owned();
            let files = job["files"].as_array().map_or(0, Vec::len);
            progress.push((status, job["attempts"].as_i64().expect("tries"), files));
        }
        assert!(
            progress.iter().map(|(_, tries, _)| tries).is_sorted(),
            "{progress:?}"
        );
        assert_eq!(progress.last(), Some(&("COMPLETED".to_owned(), 1, 1)));
        // A colleague of the same store hears the next change, and nothing of the job.
        change(&app, Signal::Changed("order".into())).await;
        let event = next(&mut others).await;
        assert_eq!(
            event.trim_end(),
            "event: changed\ndata: {\"resource\":\"order\"}"
        );
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn what_is_no_signal_of_ours_ends_no_stream(db: PgPool) {
        let app = TestApp::new(db.clone()).await;
        let mut events = listen(&app.admin(&[Permission::ReadOrder]).await).await;
        for payload in [
            "",
            "{",
            "{\"Changed\": 7}",
            "{\"Unknown\": \"x\"}",
            "\"order\"",
        ] {
            sqlx::query("select pg_notify($1, $2)")
                .bind(CHANNEL)
                .bind(payload)
                .execute(&db)
                .await
                .expect("a notification");
        }
        change(&app, Signal::Changed("order".into())).await;
        assert!(next(&mut events).await.contains("order"));
    }
}
