use axum::Router;
use axum::http::{StatusCode, header};
use axum::routing::get;
use sqlx::PgPool;

use super::fetch::{LARGEST, Refusal, client, fetch, read};
use super::link_to;
use crate::testing::TestApp;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

/// As the program does at its start.
fn provide_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// A host of pictures, good and bad, at `http://127.0.0.1:…`.
async fn pictures() -> String {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    let routes = Router::new()
        .route("/good", get(|| async { PNG }))
        // What it is called does not count.
        .route(
            "/page",
            get(|| async { ([(header::CONTENT_TYPE, "image/png")], "<html>") }),
        )
        .route(
            "/svg",
            get(move || async move { ([(header::CONTENT_TYPE, "image/svg+xml")], svg) }),
        )
        .route(
            "/large",
            get(|| async { [PNG, &vec![0; LARGEST]].concat() }),
        )
        .route("/gone", get(|| async { StatusCode::GONE }));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, routes).await });
    format!("http://{address}")
}

#[tokio::test]
async fn only_small_pictures_are_shown() {
    provide_tls();
    let host = pictures().await;
    let get = async |path: &str| read(reqwest::get(format!("{host}{path}")).await.unwrap()).await;
    let good = get("/good").await.unwrap();
    assert_eq!((good.media_type, good.content.as_ref()), ("image/png", PNG));
    assert!(matches!(get("/page").await, Err(Refusal::Kind)));
    assert!(matches!(get("/svg").await, Err(Refusal::Kind)));
    assert!(matches!(get("/large").await, Err(Refusal::Size)));
    assert!(matches!(
        get("/gone").await,
        Err(Refusal::Status(StatusCode::GONE))
    ));
}

#[tokio::test]
async fn nothing_inside_the_network_is_asked() {
    provide_tls();
    let http = client().unwrap();
    for address in [
        "http://cdn.example/a.png",
        "https://127.0.0.1/a.png",
        "https://[::1]/a.png",
        "https://169.254.169.254/latest/meta-data",
        "https://cdn.example:8443/a.png",
        "file:///etc/passwd",
    ] {
        let refused = fetch(&http, &address.parse().unwrap()).await;
        assert!(
            matches!(refused, Err(Refusal::Address)),
            "{address}: {refused:?}"
        );
    }
    // A name that leads inside.
    let refused = fetch(&http, &"https://localhost/a.png".parse().unwrap()).await;
    let message = format!("{:?}", refused.unwrap_err());
    assert!(message.contains("has no public address"), "{message}");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_link_is_one_that_the_portal_made(db: PgPool) {
    let test = TestApp::new(db).await;
    let anybody = test.nobody();
    let link = link_to(&test.app.keys, "https://127.0.0.1/a.png");
    let path = link.strip_prefix("/api").unwrap();
    // Signed, yet inside the network: nothing to show.
    assert_eq!(anybody.get(path).await.status, StatusCode::NO_CONTENT);
    // Another address under the same signature.
    let (_, signature) = link.rsplit_once('.').unwrap();
    let forged = format!("/picture/aHR0cHM6Ly9ldmlsLmV4YW1wbGUv.{signature}");
    assert_eq!(anybody.get(&forged).await.status, StatusCode::NOT_FOUND);
    assert_eq!(
        anybody.get("/picture/nothing").await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(link_to(&test.app.keys, ""), "");
}
