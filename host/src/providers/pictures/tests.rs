use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Query};
use axum::http::{StatusCode, header};
use axum::routing::get;
use sqlx::PgPool;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

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
    serve(routes).await
}

/// Serves them at an address of their own.
async fn serve(routes: Router) -> String {
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

/// What begins so is shown as this, or not at all.
const KINDS: [(&[u8], Option<&str>); 10] = [
    (PNG, Some("image/png")),
    (b"\xff\xd8\xff\xe0\0\x10JFIF", Some("image/jpeg")),
    (b"GIF89a<script>alert(1)</script>", Some("image/gif")),
    (b"RIFF\x24\0\0\0WEBPVP8 ", Some("image/webp")),
    (b"", None),
    (b"\x89PN", None),
    (b"BM\x36\0\0\0\0\0\0\0\x36\0\0\0", None),
    (b"II*\0\x08\0\0\0", None),
    (b"%PDF-1.7", None),
    (b"<?xml version=\"1.0\"?><svg/>", None),
];

#[tokio::test]
async fn a_picture_is_what_its_first_bytes_say() {
    provide_tls();
    let content = |Path(place): Path<usize>| async move { KINDS[place].0 };
    let host = serve(Router::new().route("/{place}", get(content))).await;
    for (place, (begin, kind)) in KINDS.into_iter().enumerate() {
        let answer = reqwest::get(format!("{host}/{place}")).await.unwrap();
        let picture = read(answer).await;
        match kind {
            Some(kind) => {
                let picture = picture.unwrap();
                assert_eq!(
                    (picture.media_type, picture.content.as_ref()),
                    (kind, begin)
                );
            }
            None => assert!(matches!(picture, Err(Refusal::Kind)), "{place}"),
        }
    }
}

#[tokio::test]
async fn a_picture_is_read_to_its_bound_and_no_byte_further() {
    provide_tls();
    // Without a word on its size: piece after piece.
    let sized = |Path(size): Path<usize>| async move {
        let content = [PNG, &vec![0; size - PNG.len()]].concat();
        let pieces: Vec<_> = content.chunks(64 << 10).map(<[u8]>::to_vec).collect();
        let pieces = pieces.into_iter().map(Ok::<_, std::io::Error>);
        Body::from_stream(futures::stream::iter(pieces))
    };
    let endless = || async {
        let piece = || Ok::<_, std::io::Error>(PNG.repeat(1_000));
        Body::from_stream(futures::stream::repeat_with(piece))
    };
    let routes = Router::new()
        .route("/sized/{size}", get(sized))
        .route("/endless", get(endless));
    let host = serve(routes).await;
    let read = async |path: &str| read(reqwest::get(format!("{host}{path}")).await.unwrap()).await;
    let largest = read(&format!("/sized/{LARGEST}")).await.unwrap();
    assert_eq!(largest.content.len(), LARGEST);
    let larger = read(&format!("/sized/{}", LARGEST + 1)).await;
    assert!(matches!(larger, Err(Refusal::Size)));
    assert!(matches!(read("/endless").await, Err(Refusal::Size)));

    // Half a picture is none.
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut asked, _) = listener.accept().await.unwrap();
        let mut request = [0; 4_096];
        let _ = asked.read(&mut request).await;
        let begin = [b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n", PNG].concat();
        asked.write_all(&begin).await.unwrap();
    });
    let cut = super::fetch::read(reqwest::get(format!("http://{address}/")).await.unwrap()).await;
    assert!(matches!(cut, Err(Refusal::Http(_))), "{cut:?}");
}

#[tokio::test]
async fn a_redirect_leads_to_no_place_that_could_not_be_asked_for() {
    provide_tls();
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let inside = move || {
        counted.fetch_add(1, Ordering::SeqCst);
        std::future::ready(PNG)
    };
    let away = |Query(to): Query<HashMap<String, String>>| async move {
        (StatusCode::FOUND, [(header::LOCATION, to["to"].clone())])
    };
    let routes = Router::new()
        .route("/inside", get(inside))
        .route("/away", get(away));
    let host = serve(routes).await;
    let client = client().unwrap();
    for to in [
        "/inside",
        &format!("{host}/inside"),
        &format!("{}/inside", host.replace("http:", "https:")),
        "http://169.254.169.254/latest/meta-data",
        "https://[::1]/inside",
        "//localhost:8080/inside",
        "file:///etc/passwd",
        "data:image/png;base64,iVBORw0KGgo=",
    ] {
        let mut address: url::Url = format!("{host}/away").parse().unwrap();
        address.query_pairs_mut().append_pair("to", to);
        let refused = read(client.get(address).send().await.unwrap()).await;
        assert!(
            matches!(refused, Err(Refusal::Status(StatusCode::FOUND))),
            "{to}: {refused:?}"
        );
    }
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn whatever_stands_in_a_link_is_answered_without_a_word_of_it(db: PgPool) {
    let test = TestApp::new(db).await;
    let anybody = test.nobody();
    // Signed by us, yet nothing that is fetched.
    for address in [
        "http://cdn.example/a.png",
        "https://user:password@localhost/a.png",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https://cdn.example:22/a.png",
        "https://0x7f000001/a.png",
    ] {
        let link = link_to(&test.app.keys, address);
        assert_eq!(link, link_to(&test.app.keys, address), "browsers keep it");
        let shown = anybody.get(&link).await;
        assert_eq!(shown.summary(), "204", "{address}");
        assert!(shown.headers.get("location").is_none());
    }
    let good = link_to(&test.app.keys, "https://cdn.example/a.png");
    let (claim, signature) = good.rsplit_once('.').unwrap();
    let other = crate::program::keys::Keys::from_master(&[8; 32]);
    let mut links = vec![
        link_to(&other, "https://cdn.example/a.png"),
        format!("{claim}."),
        format!("{claim}=.{signature}"),
        format!("{claim}.{}", signature.to_uppercase()),
        format!("{claim}.{signature}.{signature}"),
        // No address, and no text.
        link_to(&test.app.keys, "a.png"),
    ];
    let bytes = "_____w";
    let signed = test.app.keys.sign(&format!("picture {bytes}"));
    links.push(format!("/api/picture/{bytes}.{signed}"));
    for link in links {
        let refused = anybody.get(&link).await;
        assert_eq!(refused.summary(), "404 NotFoundFileException", "{link}");
    }
}
