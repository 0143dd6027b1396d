//! The portal and the plugins' remotes, from disk: hashed names cached for good, precompressed files, and the page with a
//! fresh nonce under a strict Content-Security-Policy.

use std::path::Path;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tower::ServiceExt;
use tower_http::services::ServeDir;
use url::{Host, Url};

use crate::app::App;
use crate::http::error::Error;

/// What index.html holds where the nonce belongs.
const NONCE_MARK: &str = "__CSP_NONCE__";

/// Below it stand the pages that run plugins' screens apart from the portal, `/frame/<id>/<digest>`, and their scripts.
pub const FRAMES: &str = "/frame/";
const FRAME_ASSETS: &str = "/frame/assets/";

/// What answers for the factories' pages where the network is gone. What it fetches is held to the policy of its script.
const WORKER: &str = "/offline-worker.js";
const WORKER_POLICY: &str = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/// Answers whatever is no call of the API: a file of the portal or of a plugin, else the portal's page.
pub async fn serve(State(app): State<App>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Error::MethodNotAllowed.into_response();
    }
    let path = request.uri().path().to_owned();
    if let Some(rest) = path.strip_prefix("/plugins/") {
        return plugin_file(&app, rest, request.headers()).await;
    }
    if let Some(rest) = path.strip_prefix(FRAMES)
        && !path.starts_with(FRAME_ASSETS)
    {
        return frame(&app, rest).await;
    }
    // A name with an ending is a file: a missing script is 404, never the page.
    if Path::new(&path).extension().is_some() && path != "/index.html" {
        if path.starts_with(FRAME_ASSETS) {
            return for_frames(file(&app.config.web, &path, request.headers(), IMMUTABLE).await);
        }
        let cache = if path.starts_with("/assets/") {
            IMMUTABLE
        } else {
            "no-cache"
        };
        let mut answer = file(&app.config.web, &path, request.headers(), cache).await;
        if path == WORKER {
            let policy = HeaderValue::from_static(WORKER_POLICY);
            answer
                .headers_mut()
                .insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        return answer;
    }
    if let Some(address) = own_name(&app.origin, &request) {
        return Redirect::temporary(address.as_str()).into_response();
    }
    page(&app.config.web).await
}

/// The page's address by the portal's name, when a browser on this machine asks for it by another of the machine's: who
/// came in by that one could change nothing.
fn own_name(origin: &Url, request: &Request) -> Option<Url> {
    let host = request.headers().get(header::HOST)?.to_str().ok()?;
    let asked = Url::parse(&format!("http://{host}/")).ok()?;
    let is_other = is_own_machine(origin)
        && is_own_machine(&asked)
        && asked.port() == origin.port()
        && asked.host() != origin.host();
    // Not joined: a path may look like another host's address.
    let mut own = origin.clone();
    own.set_path(request.uri().path());
    own.set_query(request.uri().query());
    is_other.then_some(own)
}

fn is_own_machine(origin: &Url) -> bool {
    match origin.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// `/plugins/<id>/<digest>/<file>`: the digest in the path makes each version's files distinct.
async fn plugin_file(app: &App, rest: &str, headers: &HeaderMap) -> Response {
    let mut parts = rest.splitn(3, '/');
    let (Some(id), Some(version), Some(name)) = (parts.next(), parts.next(), parts.next()) else {
        return Error::missing("File").into_response();
    };
    let Some(folder) = app.plugins.web_folder(id, version) else {
        return Error::missing("File").into_response();
    };
    let cache = if name.starts_with("assets/") {
        IMMUTABLE
    } else {
        "no-cache"
    };
    for_frames(file(&folder, &format!("/{name}"), headers, cache).await)
}

/// What a page without an origin may load too: anybody has it, and it holds no secret.
fn for_frames(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let any = HeaderValue::from_static("*");
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, any);
    let any = HeaderValue::from_static("cross-origin");
    headers.insert("cross-origin-resource-policy", any);
    response
}

/// One file below a folder, in the best encoding that the caller takes, with ranges and revalidation.
async fn file(folder: &Path, path: &str, headers: &HeaderMap, cache: &'static str) -> Response {
    let mut request = Request::builder()
        .uri(path)
        .body(Body::empty())
        .unwrap_or_default();
    *request.headers_mut() = headers.clone();
    let service = ServeDir::new(folder)
        .precompressed_br()
        .precompressed_gzip()
        .append_index_html_on_directories(false);
    let mut response = match service.oneshot(request).await {
        Ok(found) if found.status() != StatusCode::NOT_FOUND => found.into_response(),
        _ => return Error::missing("File").into_response(),
    };
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    response
}

/// The portal's page.
async fn page(web: &Path) -> Response {
    let nonce = nonce();
    let fill = |html: &str| html.replace(NONCE_MARK, &nonce);
    html(&web.join("index.html"), fill, policy(&nonce)).await
}

/// The page that runs the screens of one build of a plugin, wherever it is opened, with an origin that is nobody's.
async fn frame(app: &App, rest: &str) -> Response {
    let known = rest.split_once('/').filter(|(id, digest)| {
        // They stand in the policy.
        let is_plain = |one: char| one.is_ascii_alphanumeric() || ".-+_".contains(one);
        rest.chars().all(|one| one == '/' || is_plain(one))
            && app.plugins.web_folder(id, digest).is_some()
    });
    let Some((id, digest)) = known else {
        return Error::missing("File").into_response();
    };
    let (styles, script) = (nonce(), nonce());
    let fill = |html: &str| {
        let begun = format!("<script nonce=\"{script}\" ");
        html.replace(NONCE_MARK, &styles)
            .replacen("<script ", &begun, 1)
    };
    let origin = app.origin.origin().ascii_serialization();
    let policy = frame_policy(&origin, id, digest, &styles, &script);
    let mut response = html(&app.config.web.join("frame/frame.html"), fill, policy).await;
    for (name, value) in [
        ("x-frame-options", "SAMEORIGIN"),
        // What a name is asked for tells its owner something.
        ("x-dns-prefetch-control", "off"),
    ] {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}

fn nonce() -> String {
    STANDARD.encode(rand::random::<[u8; 16]>())
}

/// A page under its policy. `no-store`, as a kept page would carry a used nonce.
async fn html(template: &Path, fill: impl Fn(&str) -> String, policy: String) -> Response {
    let Ok(html) = tokio::fs::read_to_string(template).await else {
        let cause = anyhow::anyhow!("the portal is not built: {} is missing", template.display());
        return Error::Internal(cause).into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    (headers, fill(&html)).into_response()
}

/// Scripts from our own origin only, none inline. Style elements need the nonce: the component library writes some.
fn policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; style-src-attr 'none'; \
         img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

/// `sandbox`: without our origin, without windows, forms, dialogs and other pages in its place, however it is opened. Scripts,
/// styles and pictures from the portal's parts and that build's own files alone; those are also all that it may fetch, as
/// module federation does. What else it wants it asks the portal for. The policy before lets run what the page's first script
/// loads, and so none in a frame that screens write into the page: it would have all that this page is without.
fn frame_policy(origin: &str, id: &str, digest: &str, styles: &str, script: &str) -> String {
    let own = format!("{origin}/plugins/{id}/{digest}/");
    let files = format!("{origin}{FRAME_ASSETS} {own}");
    format!(
        "script-src 'nonce-{script}' 'strict-dynamic', sandbox allow-scripts; default-src 'none'; script-src {files}; \
         style-src {files} 'nonce-{styles}'; style-src-attr 'none'; img-src {files} data: blob:; font-src {files}; \
         connect-src {own}; base-uri 'none'; form-action 'none'; frame-ancestors {origin}"
    )
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn a_browser_of_this_machine_is_led_to_the_portals_own_name_and_nowhere_else() {
        let led = |origin: &str, host: &str, path: &str| {
            let origin = Url::parse(origin).unwrap();
            let request = Request::builder().uri(path).header(header::HOST, host);
            own_name(&origin, &request.body(Body::empty()).unwrap()).map(String::from)
        };
        let local = "http://localhost:8080/";
        for (origin, host, path, to) in [
            (
                local,
                "127.0.0.1:8080",
                "/login?a=b",
                Some("http://localhost:8080/login?a=b"),
            ),
            (local, "[::1]:8080", "/", Some("http://localhost:8080/")),
            (
                local,
                "127.0.0.1:8080",
                "//evil.test/x",
                Some("http://localhost:8080//evil.test/x"),
            ),
            (local, "localhost:8080", "/login", None),
            (local, "127.0.0.1:9090", "/login", None),
            (local, "evil.test:8080", "/login", None),
            ("https://portal.example/", "127.0.0.1", "/login", None),
        ] {
            assert_eq!(led(origin, host, path).as_deref(), to, "{host}{path}");
        }
    }
}
