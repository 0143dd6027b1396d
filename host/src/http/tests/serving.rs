//! Connections to a host that listens.

use std::net::SocketAddr;
use std::time::Duration;

use sqlx::PgPool;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::program::config::Limits;
use crate::testing::TestApp;

/// A host on any free port, until the handle is aborted.
async fn serve(
    db: PgPool,
    limit: impl FnOnce(&mut Limits),
) -> (SocketAddr, JoinHandle<anyhow::Result<()>>) {
    let app = TestApp::with_limits(db, limit).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let serving = async move {
        let never = std::future::pending();
        crate::http::server::serve(app.app.clone(), listener, never, Duration::ZERO).await
    };
    (address, tokio::spawn(serving))
}

const REQUEST: &[u8] = b"GET /health/live HTTP/1.1\r\nhost: comptoir.test\r\n\r\n";

/// The status line that a request on this connection is answered by; none: the connection is closed.
async fn ask(connection: &mut TcpStream) -> Option<String> {
    connection.write_all(REQUEST).await.ok()?;
    let mut answer = [0; 1024];
    let read = tokio::time::timeout(Duration::from_secs(20), connection.read(&mut answer));
    let read = read.await.expect("an answer in time").ok()?;
    let text = String::from_utf8_lossy(&answer[..read]).into_owned();
    text.lines().next().map(str::to_owned)
}

async fn connect(address: SocketAddr) -> TcpStream {
    TcpStream::connect(address).await.expect("a connection")
}

const FINE: Option<&str> = Some("HTTP/1.1 200 OK");

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn whoever_never_ends_their_headers_is_closed(db: PgPool) {
    let (address, host) = serve(db, |limits| limits.header_seconds = 1).await;
    let mut slow = connect(address).await;
    slow.write_all(b"GET /health/live HTTP/1.1\r\nhost:")
        .await
        .expect("half a head");
    let mut silent = connect(address).await;
    for connection in [&mut slow, &mut silent] {
        let mut rest = Vec::new();
        let closed = connection.read_to_end(&mut rest);
        let closed = tokio::time::timeout(Duration::from_secs(20), closed).await;
        assert!(closed.is_ok(), "still open");
    }
    assert_eq!(ask(&mut connect(address).await).await.as_deref(), FINE);
    host.abort();
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn one_address_has_so_many_connections(db: PgPool) {
    let (address, host) = serve(db, |limits| limits.connections_per_address = 2).await;
    let (mut first, mut second) = (connect(address).await, connect(address).await);
    for connection in [&mut first, &mut second] {
        assert_eq!(ask(connection).await.as_deref(), FINE);
    }
    assert_eq!(ask(&mut connect(address).await).await, None);
    assert_eq!(ask(&mut second).await.as_deref(), FINE, "it stays");
    drop(first);
    // Its end is on its way.
    let again = async { while ask(&mut connect(address).await).await.is_none() {} };
    let again = tokio::time::timeout(Duration::from_secs(20), again).await;
    assert!(again.is_ok(), "its place is free again");
    host.abort();
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn beyond_what_a_host_has_room_for_callers_wait(db: PgPool) {
    let (address, host) = serve(db, |limits| limits.connections = 1).await;
    let mut first = connect(address).await;
    assert_eq!(ask(&mut first).await.as_deref(), FINE);
    let mut next = connect(address).await;
    next.write_all(REQUEST).await.expect("a request");
    assert_eq!(ask(&mut first).await.as_deref(), FINE);
    let unanswered = next.try_read(&mut [0; 1]).expect_err("no answer");
    assert_eq!(unanswered.kind(), std::io::ErrorKind::WouldBlock);
    drop(first);
    assert_eq!(ask(&mut next).await.as_deref(), FINE);
    host.abort();
}
