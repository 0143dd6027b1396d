//! The HTTP surface: all routes, and what every request passes on its way in and every answer on its way out.

use std::net::IpAddr;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tracing::Instrument;
use uuid::Uuid;

use crate::access;
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Pending, Problem, Refusal};
use crate::http::request::{Peer, RequestId};
use crate::http::{health, idempotency, limits, web};
use crate::plugins;
use crate::words::language::Language;
use crate::words::said;

/// The request comes from another site.
static FOREIGN_ORIGIN: Refusal = Refusal::new(
    "La demande ne vient pas de ce site.",
    "The request does not come from this site.",
);

/// The whole server: API, plugins' own calls, health, metrics, the portal.
pub fn router(app: App) -> Router {
    let routes = app.register.routes().into_router();
    let api = routes
        .merge(plugins::own_routes())
        .fallback(async || Error::NoSuchRoute)
        .method_not_allowed_fallback(async || Error::MethodNotAllowed)
        .layer(DefaultBodyLimit::max(1024 * 1024))
        .layer(CatchPanicLayer::custom(|_| {
            Error::Internal(anyhow::anyhow!("a handler panicked")).into_response()
        }))
        .layer(from_fn(idempotency::read_key))
        .layer(from_fn_with_state(app.clone(), plugins::confine))
        .layer(from_fn_with_state(app.clone(), limits::apply))
        .layer(from_fn_with_state(app.clone(), access::authenticate))
        .layer(from_fn_with_state(app.clone(), same_origin));
    let compressible =
        DefaultPredicate::new().and(NotForContentType::const_new("text/event-stream"));
    Router::new()
        .nest("/api", api)
        // What is nested answers for `/api/…` alone.
        .route("/api/", axum::routing::any(async || Error::NoSuchRoute))
        .merge(health::routes())
        .fallback(web::serve)
        .layer(CompressionLayer::new().compress_when(compressible))
        .layer(from_fn(finish))
        .layer(from_fn_with_state(app.clone(), begin))
        .with_state(app)
}

/// First in, last out: the request's id, log span, duration and the security headers of its answer.
async fn begin(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let id = Uuid::now_v7().simple().to_string();
    let peer = peer(&app, &request);
    request.extensions_mut().insert(RequestId(id.clone()));
    request.extensions_mut().insert(Peer(peer));
    let span = tracing::info_span!("request", id = %id, method = %request.method(), path = request.uri().path());
    let method = request.method().clone();
    let started = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    let elapsed = started.elapsed();
    let route = response
        .extensions()
        .get::<Route>()
        .map_or("-", |route| route.0.as_str())
        .to_owned();
    let status = response.status().as_u16();
    span.in_scope(|| {
        tracing::debug!(
            status,
            milliseconds = elapsed.as_secs_f64() * 1e3,
            "answered"
        )
    });
    let labels = [
        ("method", method.to_string()),
        ("route", route),
        ("status", status.to_string()),
    ];
    metrics::histogram!("comptoir_http_seconds", &labels).record(elapsed.as_secs_f64());
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::from_str(&id) {
        headers.insert("x-request-id", value);
    }
    for (name, value) in SECURITY_HEADERS.iter() {
        headers.entry(name).or_insert_with(|| value.clone());
    }
    if app.origin.scheme() == "https" {
        headers.insert(
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=31536000; includeSubDomains"),
        );
    }
    response
}

static SECURITY_HEADERS: LazyLock<Vec<(HeaderName, HeaderValue)>> = LazyLock::new(|| {
    [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        (
            "permissions-policy",
            "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        ),
        // Pages bring a policy of their own (see web.rs); nothing else is meant to be shown as one.
        (
            "content-security-policy",
            "default-src 'none'; frame-ancestors 'none'",
        ),
    ]
    .map(|(name, value)| {
        (
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        )
    })
    .to_vec()
});

/// The route's pattern, for metrics: never the path itself, which would be a label a request.
#[derive(Debug, Clone)]
struct Route(String);

/// Renders errors in the caller's language, with the request's id, and logs what is a fault of ours.
async fn finish(request: Request, next: Next) -> Response {
    let language = language_of(request.headers());
    let request_id = request
        .extensions()
        .get::<RequestId>()
        .map(|id| id.0.clone())
        .unwrap_or_default();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map(|path| Route(path.as_str().to_owned()));
    let mut response = said::read_in(language, next.run(request)).await;
    if let Some(route) = route {
        response.extensions_mut().insert(route);
    }
    let Some(Pending(error)) = response.extensions().get::<Pending>().cloned() else {
        return response;
    };
    match &*error {
        Error::Internal(cause) => tracing::error!(error = format!("{cause:#}"), "unexpected"),
        other => tracing::debug!(error = %other, name = other.name(), "refused"),
    }
    let problem = Problem {
        name: error.name(),
        code: error.status().as_u16(),
        message: error.message(language),
        payload: error.payload(language),
        request_id,
    };
    let mut rendered = (error.status(), axum::Json(ErrorBody { error: problem })).into_response();
    for (name, value) in response.headers() {
        if name != header::CONTENT_LENGTH && name != header::CONTENT_TYPE {
            rendered.headers_mut().append(name, value.clone());
        }
    }
    rendered
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    rendered
}

fn language_of(headers: &HeaderMap) -> Language {
    Language::of_header(
        headers
            .get(header::ACCEPT_LANGUAGE)
            .and_then(|value| value.to_str().ok()),
    )
}

/// Refuses what a browser sends from another site: the session cookie is SameSite=Strict, this is the second wall. A
/// caller that is no browser sends no `Origin`.
async fn same_origin(State(app): State<App>, request: Request, next: Next) -> Response {
    let safe = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    let foreign = request.headers().get(header::ORIGIN).is_some_and(|origin| {
        origin.as_bytes() != app.origin.origin().ascii_serialization().as_bytes()
    });
    if !safe && foreign {
        return Error::Refused(&FOREIGN_ORIGIN).into_response();
    }
    let mut response = next.run(request).await;
    response
        .headers_mut()
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

fn peer(app: &App, request: &Request) -> Option<IpAddr> {
    let direct = request
        .extensions()
        .get::<ConnectInfo<std::net::SocketAddr>>()
        .map(|info| info.0.ip());
    if !app.config.security.trust_forwarded_for {
        return direct;
    }
    // The last entry is the one our own proxy appended, if need be on a line of its own; those before it are the caller's
    // claim.
    let forwarded = request
        .headers()
        .get_all("x-forwarded-for")
        .iter()
        .next_back()
        .and_then(|value| value.to_str().ok());
    forwarded
        .and_then(|list| list.rsplit(',').next()?.trim().parse().ok())
        .or(direct)
}

/// Serves until `stop` resolves, then lets running requests finish for at most `grace`. Whoever opens more connections
/// than an address may have is closed at once; beyond what the host holds, callers wait to be let in.
pub async fn serve(
    app: App,
    listener: tokio::net::TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
    grace: Duration,
) -> anyhow::Result<()> {
    let limits = &app.config.limits;
    // Of HTTP/1 alone: to tell another version by its first bytes means to wait for them, however long.
    let mut http = auto::Builder::new(TokioExecutor::new()).http1_only();
    http.http1()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(limits.header_seconds));
    let (open, running) = (
        Arc::new(Semaphore::new(limits.connections)),
        GracefulShutdown::new(),
    );
    let service = router(app.clone());
    let mut stop = std::pin::pin!(stop);
    loop {
        let place = Arc::clone(&open).acquire_owned();
        let accepted = tokio::select! {
            accepted = async { (place.await, listener.accept().await) } => accepted,
            () = &mut stop => break,
        };
        let (place, (stream, address)) = match accepted {
            (place, Ok(accepted)) => (place?, accepted),
            // No more files may be open, or the caller is gone already.
            (_, Err(error)) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(ACCEPT_AGAIN).await;
                continue;
            }
        };
        // Behind a proxy all come from its address.
        let own = match app.config.security.trust_forwarded_for {
            true => None,
            false => match app.limits.connections.take(limits::network(address.ip())) {
                Ok(own) => Some(own),
                Err(_) => continue,
            },
        };
        let service = service.clone().layer(Extension(ConnectInfo(address)));
        let service = TowerToHyperService::new(service);
        let connection = http.serve_connection(TokioIo::new(stream), service);
        let connection = running.watch(connection.into_owned());
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
            }
            drop((place, own));
        });
    }
    drop(listener);
    // Live streams never end by themselves.
    app.live.close();
    if tokio::time::timeout(grace, running.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("some requests did not finish in time");
    }
    Ok(())
}

/// How long the host waits when it could not accept a connection.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);
