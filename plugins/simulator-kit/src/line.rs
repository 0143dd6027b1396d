//! Connections that can be broken off before an answer begins.

use axum::extract::Request;
use axum::extract::connect_info::{ConnectInfo, Connected};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::serve::{IncomingStream, Listener};
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// In an answer's place: the caller's connection is reset before the first byte of one.
pub fn hang_up() -> Response {
    let mut response = StatusCode::INTERNAL_SERVER_ERROR.into_response();
    response.extensions_mut().insert(HangUp);
    response
}

/// Resets a connection.
pub fn reset(stream: TcpStream) {
    // Where it cannot be reset it is closed: to the other side the difference is a word.
    let _ = stream.set_zero_linger();
}

#[derive(Clone, Copy)]
struct HangUp;

/// Accepts [`Line`]s.
pub(crate) struct Lines(pub TcpListener);

impl Listener for Lines {
    type Io = Line;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Line, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        let cut = Arc::default();
        (Line { stream, cut }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// A connection. Once it is cut nothing more is written to it, and its end is a reset.
pub(crate) struct Line {
    stream: TcpStream,
    cut: Arc<AtomicBool>,
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.cut.load(Ordering::Relaxed) {
            self.stream.set_zero_linger()?;
            return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
        }
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Who calls, and how to cut the line.
#[derive(Clone)]
pub(crate) struct Caller {
    address: SocketAddr,
    cut: Arc<AtomicBool>,
}

impl Connected<IncomingStream<'_, Lines>> for Caller {
    fn connect_info(line: IncomingStream<'_, Lines>) -> Self {
        Self {
            address: *line.remote_addr(),
            cut: Arc::clone(&line.io().cut),
        }
    }
}

/// Tells handlers the caller's address, and cuts the line where one [hangs up](hang_up).
pub(crate) async fn answer(
    ConnectInfo(caller): ConnectInfo<Caller>,
    mut request: Request,
    next: Next,
) -> Response {
    request.extensions_mut().insert(ConnectInfo(caller.address));
    let response = next.run(request).await;
    if response.extensions().get::<HangUp>().is_some() {
        caller.cut.store(true, Ordering::Relaxed);
    }
    response
}
