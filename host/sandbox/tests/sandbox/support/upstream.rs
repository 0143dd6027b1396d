//! A provider with every bad habit.

use std::convert::Infallible;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use flate2::Compression;
use flate2::write::GzEncoder;

/// A request as it arrived.
#[derive(Clone, Debug)]
pub struct Seen {
    pub at: Instant,
    pub method: String,
    pub path: String,
    pub host: String,
    pub authorization: Option<String>,
}

type Log = Arc<Mutex<Vec<Seen>>>;

/// A running server; it ends with the test's runtime.
pub struct Upstream {
    pub port: u16,
    log: Log,
}

impl Upstream {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let log = Log::default();
        let router = Router::new()
            .route("/ok", any(async || "fine"))
            .route("/echo", any(echo))
            .route("/last", any(last))
            .route("/orders", any(async || page(250)))
            .route("/slow", any(slow))
            .route("/drip", any(async || Body::from_stream(drip())))
            .route("/endless", any(async || Body::from_stream(endless())))
            .route(
                "/bomb",
                any(async || ([(header::CONTENT_ENCODING, "gzip")], bomb())),
            )
            .route("/fail-twice", any(fail_twice))
            .route("/busy-once", any(busy_once))
            .route("/busy", any(async || too_many("600")))
            .route(
                "/busy-for-ever",
                any(async || too_many("18446744073709551615")),
            )
            .route("/to/{place}", any(redirect))
            .route("/same/{place}", any(redirect_same))
            .with_state(Arc::clone(&log))
            .layer(from_fn_with_state(Arc::clone(&log), record));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { port, log }
    }

    /// Every request so far, in order.
    pub fn seen(&self) -> Vec<Seen> {
        self.log.lock().expect("not poisoned").clone()
    }
}

/// A provider's page of so many orders.
pub fn page(orders: usize) -> String {
    let orders: Vec<_> = (0..orders)
        .map(|i| {
            serde_json::json!({
                "id": format!("ORDER{i:06}"), "name": format!("#{i}"), "currency": "EUR", "total": 3280,
                "submitted_at": "2026-11-20T09:00:00Z", "city": "Paris",
                "lines": [{ "sku": "MUSI-000042-0001", "quantity": 1, "price": 2490 },
                          { "sku": "MUSI-000043-0001", "quantity": 2, "price": 790 }],
            })
        })
        .collect();
    serde_json::Value::from(orders).to_string()
}

async fn record(State(log): State<Log>, request: Request, next: Next) -> Response {
    log.lock().expect("not poisoned").push(seen(&request));
    next.run(request).await
}

fn seen(request: &Request) -> Seen {
    let header = |name| {
        let value = request.headers().get(name)?;
        value.to_str().ok().map(str::to_owned)
    };
    Seen {
        at: Instant::now(),
        method: request.method().to_string(),
        path: request.uri().path().to_owned(),
        host: header(header::HOST).unwrap_or_default(),
        authorization: header(header::AUTHORIZATION),
    }
}

/// Repeats the credential that it was sent.
async fn echo(headers: HeaderMap) -> Response {
    let sent = headers.get(header::AUTHORIZATION).cloned();
    let sent = sent.unwrap_or(HeaderValue::from_static(""));
    let body = format!("no such key: {}", sent.to_str().unwrap_or_default());
    ([("x-sent", sent)], body).into_response()
}

/// Repeats the last credential that anybody sent.
async fn last(State(log): State<Log>) -> String {
    let log = log.lock().expect("not poisoned");
    let mut sent = log.iter().rev();
    sent.find_map(|seen| seen.authorization.clone())
        .unwrap_or_default()
}

fn arrivals(log: &Log, uri: &Uri) -> usize {
    let log = log.lock().expect("not poisoned");
    log.iter().filter(|seen| seen.path == uri.path()).count()
}

async fn slow() -> &'static str {
    std::future::pending().await
}

fn endless() -> impl futures::Stream<Item = Result<Bytes, Infallible>> {
    futures::stream::repeat_with(|| Ok(Bytes::from_static(&[b'x'; 16 << 10])))
}

/// A byte every fifth of a second.
fn drip() -> impl futures::Stream<Item = Result<Bytes, Infallible>> {
    futures::stream::unfold((), async |()| {
        tokio::time::sleep(Duration::from_millis(200)).await;
        Some((Ok(Bytes::from_static(b"x")), ()))
    })
}

/// 64 KiB on the wire, 64 MiB unpacked.
fn bomb() -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    for _ in 0..64 {
        packed.write_all(&vec![0; 1 << 20]).expect("memory");
    }
    packed.finish().expect("memory")
}

async fn fail_twice(State(log): State<Log>, uri: Uri) -> StatusCode {
    if arrivals(&log, &uri) <= 2 {
        StatusCode::BAD_GATEWAY
    } else {
        StatusCode::OK
    }
}

async fn busy_once(State(log): State<Log>, uri: Uri) -> Response {
    if arrivals(&log, &uri) <= 1 {
        too_many("1")
    } else {
        StatusCode::OK.into_response()
    }
}

fn too_many(seconds: &'static str) -> Response {
    let headers = [(header::RETRY_AFTER, seconds)];
    (StatusCode::TOO_MANY_REQUESTS, headers, "slow down").into_response()
}

/// `/to/other.test` sends to `http://other.test/ok`.
async fn redirect(axum::extract::Path(place): axum::extract::Path<String>) -> Response {
    let location = format!("http://{place}/ok");
    (StatusCode::FOUND, [(header::LOCATION, location)]).into_response()
}

/// `/same/ok` sends to `/ok`; `/same/same` would go on forever.
async fn redirect_same(axum::extract::Path(place): axum::extract::Path<String>) -> Response {
    let location = match place.as_str() {
        "loop" => "/same/loop".to_owned(),
        place => format!("/{place}"),
    };
    (
        StatusCode::TEMPORARY_REDIRECT,
        [(header::LOCATION, location)],
    )
        .into_response()
}
