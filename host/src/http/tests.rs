//! What every call has in common, whatever it is about: ids, headers, languages, sizes, origins, the portal's own files.

mod contract;
mod serving;

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use sqlx::PgPool;
use tower::ServiceExt;

use crate::access::Permission::{ReadOrder, ReadOrganization, SuperAdmin, WriteOrganization};
use crate::testing::{Answer, Client, TestApp, unique};

/// A request of anything that is no call of the API.
async fn fetch(app: &TestApp, method: &str, path: &str, headers: &[(&str, &str)]) -> Fetched {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let answer = crate::http::server::router(app.app.clone())
        .oneshot(request.body(Body::empty()).expect("a request"))
        .await
        .expect("the router answers");
    let (parts, body) = answer.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.expect("a body");
    Fetched {
        status: parts.status.as_u16(),
        headers: parts.headers,
        text: String::from_utf8_lossy(&body).into_owned(),
    }
}

struct Fetched {
    status: u16,
    headers: header::HeaderMap,
    text: String,
}

impl Fetched {
    fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("a text"))
    }
}

fn header_of<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer
        .headers
        .get(name)
        .map_or("", |value| value.to_str().expect("a text"))
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn every_answer_bears_its_own_id_and_an_error_repeats_it(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[ReadOrder]).await;
    let mut ids = BTreeSet::new();
    for path in ["/order", "/order", "/nothing", "/store", "/health/live"] {
        // A caller's own id is not taken for ours.
        let answer = admin
            .send("GET", path, None, &[("x-request-id", "mine")])
            .await;
        let id = header_of(&answer, "x-request-id").to_owned();
        assert_eq!(id.len(), 32, "{path}: {id}");
        if answer.status.as_u16() >= 400 {
            assert_eq!(answer.json["error"]["requestId"], id, "{path}");
            assert_eq!(answer.json["error"]["code"], answer.status.as_u16());
        }
        ids.insert(id);
    }
    assert_eq!(ids.len(), 5);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_a_browser_must_not_do_stands_on_every_answer(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[ReadOrder]).await;
    for path in [
        "/order",
        "/user/current",
        "/nothing",
        "/store",
        "/health/ready",
        "/metrics",
    ] {
        let answer = admin.get(path).await;
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(header_of(&answer, name), value, "{path}");
        }
        let policy = header_of(&answer, "content-security-policy");
        assert!(policy.contains("default-src 'none'"), "{path}: {policy}");
        // No other origin is let in, and the portal is not behind TLS here.
        assert_eq!(header_of(&answer, "access-control-allow-origin"), "");
        assert_eq!(header_of(&answer, "strict-transport-security"), "");
        if !path.starts_with("/health") && path != "/metrics" {
            assert_eq!(header_of(&answer, "cache-control"), "no-store", "{path}");
        }
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_error_speaks_the_callers_language(db: PgPool) {
    let app = TestApp::new(db).await;
    for (language, message) in [
        ("fr", "Vous n’êtes pas connecté."),
        ("FR-ca, en;q=0.9", "Vous n’êtes pas connecté."),
        ("en", "You are not signed in."),
        ("en-GB", "You are not signed in."),
        ("de, fr;q=0.5", "You are not signed in."),
        ("*", "Vous n’êtes pas connecté."),
        ("", "Vous n’êtes pas connecté."),
    ] {
        let headers = [("accept-language", language)];
        let answer = app.nobody().send("GET", "/order", None, &headers).await;
        assert_eq!(answer.json["error"]["message"], message, "{language}");
        assert_eq!(answer.summary(), "401 UnauthorizedException");
    }
    let headers = [("accept-language", "fr")];
    let body = Some(json!({ "email": "x" }));
    let answer = app
        .nobody()
        .send("POST", "/auth/link", body, &headers)
        .await;
    let issue = &answer.json["error"]["payload"][0];
    assert_eq!(issue["message"], "Adresse e-mail incorrecte.");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn only_what_comes_from_this_portal_may_change_anything(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[]).await;
    let body = || Some(json!({ "locale": "fr" }));
    for (origin, passes) in [
        ("http://comptoir.test", true),
        ("http://comptoir.test:8080", false),
        ("https://comptoir.test", false),
        ("http://www.comptoir.test", false),
        ("http://comptoir.test.evil.example", false),
        ("null", false),
        ("", false),
    ] {
        let headers = [("origin", origin)];
        let answer = admin.send("PATCH", "/user/current", body(), &headers).await;
        let expected = match passes {
            true => "200",
            false => "403 ForbiddenResourceException",
        };
        assert_eq!(answer.summary(), expected, "{origin:?}");
        let read = admin.send("GET", "/user/current", None, &headers).await;
        assert_eq!(read.summary(), "200", "reading changes nothing: {origin:?}");
    }
    let without = admin
        .patch("/user/current", json!({ "locale": "en" }))
        .await;
    assert_eq!(without.summary(), "200", "a program that is no browser");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn methods_that_a_call_does_not_know_are_refused_in_the_usual_form(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[ReadOrder]).await;
    let head = admin.send("HEAD", "/order", None, &[]).await;
    assert_eq!((head.status.as_u16(), head.json), (200, Value::Null));
    let nobody = app.nobody().send("HEAD", "/order", None, &[]).await;
    assert_eq!(nobody.status.as_u16(), 401);
    for (method, path) in [
        ("PUT", "/order"),
        ("DELETE", "/user/current"),
        ("OPTIONS", "/order"),
        ("TRACE", "/order"),
        ("PROPFIND", "/user/current"),
    ] {
        let refused = admin.send(method, path, None, &[]).await;
        assert_eq!(refused.status.as_u16(), 405, "{method} {path}");
        assert_eq!(refused.json["error"]["name"], "NotFoundResourceException");
    }
    for path in [
        "/nothing",
        "/order/x/y/z",
        "/api/api/order",
        "/api/",
        "/api",
    ] {
        let missing = admin.get(path).await;
        assert_eq!(missing.summary(), "404 NotFoundResourceException", "{path}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_body_is_read_to_its_end_or_refused_where_it_is_wrong(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[WriteOrganization]).await;
    let send = async |body: &[u8]| {
        let kind = "application/json";
        admin.body("/organization", kind, body, &[]).await
    };
    let deep = format!("{}1{}", r#"{"address":"#.repeat(200), "}".repeat(200));
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    for (body, issue) in [
        (&b""[..], "name required"),
        (b"  ", " json"),
        (b"{", " json"),
        (b"null", " type"),
        (b"[]", " type"),
        (b"\"name\"", " type"),
        (
            br#"{"name":"A","identifierNumber":"1"} {"name":"B"}"#,
            " json",
        ),
        (br#"{"name":"A","identifierNumber":"1"}x"#, " json"),
        (br#"{"name":"A","identifierNumber":"1",}"#, " json"),
        (
            b"{\"name\":\"\xff\",\"identifierNumber\":\"1\"}",
            "name json",
        ),
        (
            b"\xef\xbb\xbf{\"name\":\"A\",\"identifierNumber\":\"1\"}",
            " json",
        ),
        (
            br#"{"name":"A","name":"B","identifierNumber":"1"}"#,
            "name unique",
        ),
        (br#"{"name":1,"identifierNumber":"1"}"#, "name type"),
        (br#"{"name":null,"identifierNumber":"1"}"#, "name type"),
        (
            br#"{"name":"A","identifierNumber":"1","address":7}"#,
            "address type",
        ),
        (br#"{"Name":"A","identifierNumber":"1"}"#, "Name unknown"),
        (deep.as_bytes(), "address.address unknown"),
    ] {
        let refused = send(body).await;
        let text = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        found.push((text.clone(), refused.issues()));
        expected.push((text, vec![issue.to_owned()]));
    }
    assert_eq!(found, expected);
    let count: i64 = sqlx::query_scalar("select count(*) from organizations")
        .fetch_one(&app.app.db)
        .await
        .unwrap();
    assert_eq!(count, 0);
    let spaced = b" \n{\"name\":\"A\",\"identifierNumber\":\"1\"}\r\n\t ";
    assert_eq!(send(spaced).await.summary(), "201");
    let large = format!(
        r#"{{"name":"A","identifierNumber":"1","taxNumber":"{}"}}"#,
        "x".repeat(1 << 20)
    );
    let refused = send(large.as_bytes()).await;
    assert_eq!(refused.summary(), "413 BadRequestSchemaException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_path_and_a_query_are_read_as_they_are_written(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let id = app.organization().await;
    for same in [
        id.to_string(),
        id.to_string().to_uppercase(),
        id.simple().to_string(),
    ] {
        let read = admin.get(&format!("/organization/{same}")).await;
        assert_eq!(read.summary(), "200", "{same}");
    }
    for other in [
        "1",
        "%00",
        "..%2f..",
        "%ff",
        "a%20b",
        "00000000-0000-0000-0000-00000000000g",
    ] {
        let read = admin.get(&format!("/organization/{other}")).await;
        assert!(read.summary().starts_with("404 NotFound"), "{other}");
    }
    for (query, issue) in [
        ("", "entity required"),
        ("?entity=organization", "id required"),
        ("?entity=organization&id=1", "id type"),
        ("?entity=%00&id=1", "entity type"),
    ] {
        let read = admin.get(&format!("/history{query}")).await;
        assert_eq!(read.issues(), [issue], "{query}");
    }
    for nothing in ["nothing", "audit_entries", "organization'--"] {
        let read = admin
            .get(&format!("/history?entity={nothing}&id={id}"))
            .await;
        assert!(read.summary().starts_with("404"), "{nothing}");
    }
    let read = admin
        .get(&format!("/history?id={id}&entity=organization&more=1"))
        .await;
    assert_eq!(read.data(), &json!([]));
}

async fn make(client: &Client, key: &str, name: &str) -> Answer {
    let body = json!({ "name": name, "identifierNumber": "1" });
    let headers = [("idempotency-key", key)];
    client
        .send("POST", "/organization", Some(body), &headers)
        .await
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_key_is_for_one_request_of_one_user_for_a_day(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let admin = app.admin(&[ReadOrganization, WriteOrganization]).await;
    let name = unique("Label");
    let key = "é".repeat(2);
    assert_eq!(
        make(&admin, &key, &name).await.issues(),
        ["Idempotency-Key max"]
    );
    assert_eq!(
        make(&admin, "", &name).await.issues(),
        ["Idempotency-Key max"]
    );
    let key = "k".repeat(200);
    let first = make(&admin, &key, &name).await;
    assert_eq!(first.summary(), "201");
    let again = make(&admin, &key, &name).await;
    assert_eq!((again.summary(), &again.json), ("201".into(), &first.json));
    assert_eq!(header_of(&again, "idempotency-replayed"), "true");
    let taken = "409 ConflictIdempotencyKeyException";
    assert_eq!(make(&admin, &key, "Other").await.summary(), taken);
    // Another call, or the same with another query, is another request.
    let headers = [("idempotency-key", key.as_str())];
    let body = json!({ "name": name, "identifierNumber": "1" });
    for path in ["/organization?again", "/organization/export"] {
        let body = match path {
            "/organization/export" => json!({ "scope": "all" }),
            _ => body.clone(),
        };
        let other = admin.send("POST", path, Some(body), &headers).await;
        assert_eq!(other.summary(), taken, "{path}");
    }
    // A change does not heed it: it is safe to repeat.
    let path = format!("/organization/{}", first.id());
    let renamed = json!({ "name": "Renamed", "identifierNumber": "1" });
    let put = admin.send("PUT", &path, Some(renamed), &headers).await;
    assert_eq!(put.data()["name"], "Renamed");
    // What was answered then is answered again, whatever became of it.
    assert_eq!(make(&admin, &key, &name).await.data()["name"], name);
    let list = admin.get("/organization").await;
    assert_eq!(list.json["meta"]["total"], 1);

    let now: chrono::DateTime<chrono::Utc> = sqlx::query_scalar("select now()")
        .fetch_one(&db)
        .await
        .unwrap();
    let tomorrow = now + chrono::TimeDelta::days(1);
    let later = tomorrow + chrono::TimeDelta::minutes(1);
    let early = tomorrow - chrono::TimeDelta::minutes(1);
    assert_eq!(super::idempotency::forget(&db, early, 10).await.unwrap(), 0);
    assert_eq!(super::idempotency::forget(&db, later, 10).await.unwrap(), 1);
    let anew = make(&admin, &key, &name).await;
    assert_eq!(header_of(&anew, "idempotency-replayed"), "");
    assert_ne!(anew.id(), first.id());
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn limits_are_a_persons_where_there_is_one_and_an_addresss_elsewhere(db: PgPool) {
    let app = TestApp::with(db, |config| {
        config.plugins.clear();
        config.security.trust_forwarded_for = true;
        config.limits.reads_per_minute = 2;
        config.limits.sign_ins_per_minute = 2;
        config.limits.uploads_per_minute = 1;
        config.limits.writes_per_minute = 0;
    })
    .await;
    let from = |address: &'static str| [("x-forwarded-for", address)];
    let limited = "429 TooManyRequestsException";
    let (ada, bob) = (app.admin(&[]).await, app.admin(&[]).await);
    // Two of one office.
    for client in [&ada, &bob] {
        for _ in 0..2 {
            let read = client
                .send("GET", "/user/current", None, &from("192.0.2.1"))
                .await;
            assert_eq!(read.summary(), "200");
        }
        let third = client
            .send("GET", "/user/current", None, &from("192.0.2.9"))
            .await;
        assert_eq!(third.summary(), limited, "wherever they go");
    }
    // Sign-ins count by address, and who is signed in is no exception.
    for client in [&app.nobody(), &ada] {
        let refresh = client
            .send("POST", "/auth/refresh", None, &from("192.0.2.3"))
            .await;
        assert_eq!(refresh.summary(), "204");
    }
    let third = bob
        .send("POST", "/auth/refresh", None, &from("192.0.2.3"))
        .await;
    assert_eq!(third.summary(), limited);
    let elsewhere = bob
        .send("POST", "/auth/refresh", None, &from("192.0.2.4"))
        .await;
    assert_eq!(elsewhere.summary(), "204");
    let file = [("file", "a.gif", b"GIF89a".as_slice())];
    assert_eq!(ada.upload("/file", &[], &file).await.summary(), "201");
    assert_eq!(ada.upload("/file", &[], &file).await.summary(), limited);
    // A file that comes as it is, is one too: bob's first is not.
    for expected in ["405 NotFoundResourceException", limited] {
        let csv = bob.body("/file/import", "text/csv", b"a;b", &[]).await;
        assert_eq!(csv.summary(), expected);
    }
    // 0: as often as they like.
    for _ in 0..20 {
        let saved = ada.patch("/user/current", json!({ "locale": "en" })).await;
        assert_eq!(saved.summary(), "200");
    }
    let metrics = app.nobody().get("/metrics").await;
    assert_eq!(
        metrics.summary(),
        "200",
        "an operator's tools are not counted"
    );
}

/// A host with a portal of a page, a script and its compressed form.
async fn portal(db: PgPool) -> (TestApp, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let web = folder.path().join("web");
    std::fs::create_dir_all(web.join("assets")).unwrap();
    for (name, content) in [
        (
            "web/index.html",
            "<html><style nonce=\"__CSP_NONCE__\"></style>",
        ),
        ("web/assets/app-1a2b.js", "let plain;"),
        ("web/assets/app-1a2b.js.br", "brotli"),
        ("web/favicon.svg", "<svg/>"),
        ("web/offline-worker.js", "let worker;"),
        ("secret.txt", "not for the web"),
    ] {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let app = TestApp::with(db, |config| {
        config.plugins.clear();
        config.web = web;
    })
    .await;
    (app, folder)
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_page_is_served_at_every_address_of_the_portal_with_a_fresh_nonce(db: PgPool) {
    let (app, folder) = portal(db).await;
    let mut nonces = BTreeSet::new();
    for path in [
        "/",
        "/admin/order",
        "/client/a/b?x=1",
        "/index.html",
        "/plugin",
    ] {
        let page = fetch(&app, "GET", path, &[]).await;
        assert_eq!(page.status, 200, "{path}");
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(page.header("cache-control"), "no-store");
        let nonce = page.text.split('"').nth(1).unwrap().to_owned();
        let policy = page.header("content-security-policy");
        assert!(policy.contains(&format!("'nonce-{nonce}'")), "{policy}");
        assert!(policy.contains("script-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert!(nonce.len() >= 22 && nonces.insert(nonce), "{path}");
    }
    let head = fetch(&app, "HEAD", "/admin/order", &[]).await;
    assert_eq!((head.status, head.text.as_str()), (200, ""));
    for method in ["POST", "DELETE", "OPTIONS"] {
        assert_eq!(fetch(&app, method, "/admin/order", &[]).await.status, 405);
    }
    std::fs::remove_file(folder.path().join("web/index.html")).unwrap();
    let broken = fetch(&app, "GET", "/", &[]).await;
    assert_eq!(broken.status, 500);
    assert!(!broken.text.contains("index.html"), "{}", broken.text);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_portals_files_are_kept_for_good_and_nothing_else_is_served(db: PgPool) {
    let (app, _folder) = portal(db).await;
    let script = "/assets/app-1a2b.js";
    let plain = fetch(&app, "GET", script, &[]).await;
    assert_eq!((plain.status, plain.text.as_str()), (200, "let plain;"));
    assert_eq!(
        plain.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    let packed = [("accept-encoding", "gzip, br")];
    let packed = fetch(&app, "GET", script, &packed).await;
    assert_eq!(
        (packed.header("content-encoding"), packed.text.as_str()),
        ("br", "brotli")
    );
    let part = fetch(&app, "GET", script, &[("range", "bytes=4-8")]).await;
    assert_eq!((part.status, part.text.as_str()), (206, "plain"));
    let icon = fetch(&app, "GET", "/favicon.svg", &[]).await;
    assert_eq!(icon.header("cache-control"), "no-cache");
    // A worker asks for what its own answer allows: that of the factories reads the portal, and runs nothing.
    let worker = fetch(&app, "GET", "/offline-worker.js", &[]).await;
    assert_eq!(worker.header("cache-control"), "no-cache");
    assert_eq!(
        worker.header("content-security-policy"),
        "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
    );
    let modified = icon.header("last-modified").to_owned();
    let again = [("if-modified-since", modified.as_str())];
    let again = fetch(&app, "GET", "/favicon.svg", &again).await;
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    for path in [
        "/assets/gone-9z.js",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2f..%2fsecret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "//etc/passwd.txt",
        "/secret.txt",
        "/plugins/bigblue/x/remoteEntry.js",
        "/plugins/../secret.txt",
        "/plugins/x",
    ] {
        let missing = fetch(&app, "GET", path, &[]).await;
        assert_eq!(missing.status, 404, "{path}: {}", missing.text);
        let body: Value = serde_json::from_str(&missing.text).expect("an error, not the page");
        assert_eq!(body["error"]["name"], "NotFoundResourceException", "{path}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_page_of_isolated_screens_has_no_origin_and_runs_one_build_of_one_plugin(db: PgPool) {
    let (folder, root) = (tempfile::tempdir().unwrap(), env!("CARGO_MANIFEST_DIR"));
    let web = folder.path().join("web");
    std::fs::create_dir_all(web.join("frame/assets")).unwrap();
    std::fs::write(
        web.join("frame/frame.html"),
        "<meta content=\"__CSP_NONCE__\"><script src>",
    )
    .unwrap();
    std::fs::write(web.join("frame/assets/a-1.js"), "let a;").unwrap();
    let app = TestApp::with(db, |config| {
        config.plugins = vec![std::path::Path::new(root).join("../plugins.toml")];
        config.web = web;
    })
    .await;
    let digest = app
        .app
        .plugins
        .ready("gorgias")
        .expect("cargo xtask build")
        .digest
        .clone();
    let page = fetch(&app, "GET", &format!("/frame/gorgias/{digest}"), &[]).await;
    assert_eq!(
        (page.status, page.header("cache-control")),
        (200, "no-store")
    );
    assert_eq!(page.header("x-frame-options"), "SAMEORIGIN");
    let nonce = page.text.split('"').nth(1).unwrap();
    let own = format!("http://comptoir.test/plugins/gorgias/{digest}/");
    let files = format!("http://comptoir.test/frame/assets/ {own}");
    let script = page.text.split('"').nth(3).unwrap();
    assert!(script.len() >= 22 && script != nonce, "{}", page.text);
    let policy = page.header("content-security-policy");
    let (first, policy) = policy.split_once(", ").unwrap();
    assert_eq!(
        first,
        format!("script-src 'nonce-{script}' 'strict-dynamic'")
    );
    let policy: BTreeSet<&str> = policy.split("; ").collect();
    let expected = [
        "sandbox allow-scripts".to_owned(),
        "default-src 'none'".to_owned(),
        format!("script-src {files}"),
        format!("style-src {files} 'nonce-{nonce}'"),
        "style-src-attr 'none'".to_owned(),
        format!("img-src {files} data: blob:"),
        format!("font-src {files}"),
        format!("connect-src {own}"),
        "base-uri 'none'".to_owned(),
        "form-action 'none'".to_owned(),
        "frame-ancestors http://comptoir.test".to_owned(),
    ];
    assert_eq!(policy, expected.iter().map(String::as_str).collect());
    // What such a page loads, it loads without an origin; the portal's own files are not for it.
    for (path, any) in [
        ("/frame/assets/a-1.js".to_owned(), "*"),
        (format!("/plugins/gorgias/{digest}/mf-manifest.json"), "*"),
        ("/admin/order".to_owned(), ""),
    ] {
        let file = fetch(&app, "GET", &path, &[("origin", "null")]).await;
        let allowed = file.header("access-control-allow-origin");
        // Without built screens there is no file, and nothing to allow.
        assert!(file.status == 404 || allowed == any, "{path}: {allowed}");
    }
    for path in [
        "/frame/gorgias/none".to_owned(),
        "/frame/gorgias".to_owned(),
        "/frame/".to_owned(),
        format!("/frame/none/{digest}"),
        format!("/frame/gorgias/{digest}/x"),
        format!("/frame/gorgias/{digest};script-src"),
        format!("/frame/gorgias/..%2f{digest}"),
    ] {
        assert_eq!(fetch(&app, "GET", &path, &[]).await.status, 404, "{path}");
    }
    // The page as a file shows nothing.
    let bare = fetch(&app, "GET", "/frame/frame.html", &[]).await;
    assert_eq!(bare.status, 404);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_plugin_that_did_not_load_is_told_to_the_operator(db: PgPool) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plugins.toml");
    std::fs::write(
        &file,
        "[plugins.absent]\nsource = \"nowhere\"\nenabled = true",
    )
    .unwrap();
    let app = TestApp::with(db, |config| {
        config.plugins = vec![file];
        config.data = folder.path().join("data");
    })
    .await;
    let ready = app.nobody().get("/health/ready").await;
    assert_eq!(ready.summary(), "200", "it works without");
    assert_eq!(
        ready.json["failed_plugins"],
        json!(["absent"]),
        "{}",
        ready.json
    );
}
