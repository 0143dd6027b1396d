//! The HTTP server of a simulator.

use crate::line::{self, Caller, Lines};
use axum::{Router, middleware};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::timeout;

/// A running server. Dropping it stops it too, without waiting.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    task: JoinHandle<()>,
    /// The server stops when this is dropped.
    stop: oneshot::Sender<()>,
    beside: JoinSet<()>,
}

/// How long calls under way may take at the end.
const LAST_CALLS: Duration = Duration::from_secs(1);

impl Server {
    /// Listens on the port of 127.0.0.1 (0: any free one) and serves the app, whose handlers may ask for the caller's
    /// address (`ConnectInfo<SocketAddr>`); fails when the port is taken. `name` stands before what goes wrong later.
    pub async fn start(name: &'static str, port: u16, app: Router) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let address = listener.local_addr()?;
        let app = app.layer(middleware::from_fn(line::answer));
        let app = app.into_make_service_with_connect_info::<Caller>();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let stopped = async move { stopped.await.unwrap_or_default() };
            if let Err(error) = axum::serve(Lines(listener), app)
                .with_graceful_shutdown(stopped)
                .await
            {
                eprintln!("{name} simulator: {error}");
            }
        });
        Ok(Self {
            address,
            task,
            stop,
            beside: JoinSet::new(),
        })
    }

    /// `http://127.0.0.1:<port>`, without a slash at its end.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Lets something run beside it, until it stops.
    pub fn keep(&mut self, beside: JoinSet<()>) {
        self.beside = beside;
    }

    /// Stops listening, lets calls under way finish within a second and closes what is open.
    pub async fn shutdown(self) {
        let Self {
            task, stop, beside, ..
        } = self;
        drop((beside, stop));
        let abort = task.abort_handle();
        if timeout(LAST_CALLS, task).await.is_err() {
            abort.abort();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;
    use axum::response::IntoResponse;
    use std::io::{Read, Write};

    #[test]
    fn whoever_is_hung_up_on_gets_no_byte_and_the_next_one_an_answer() {
        let hung_up = std::sync::atomic::AtomicBool::new(false);
        let hung_up = std::sync::Arc::new(hung_up);
        let app = Router::new().fallback(async move || {
            if hung_up.swap(true, std::sync::atomic::Ordering::Relaxed) {
                "here".into_response()
            } else {
                line::hang_up()
            }
        });
        let (_runtime, server) = testing::start(Server::start("test", 0, app));
        let address = server.address;
        let answer = || {
            let mut stream = std::net::TcpStream::connect(address).unwrap();
            let request = b"GET / HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n";
            stream.write_all(request).unwrap();
            let mut answer = Vec::new();
            let end = stream.read_to_end(&mut answer);
            (
                String::from_utf8(answer).unwrap(),
                end.map_err(|error| error.kind()),
            )
        };
        let reset = Err(io::ErrorKind::ConnectionReset);
        assert_eq!(answer(), (String::new(), reset));
        assert!(answer().0.ends_with("here"));
    }

    #[test]
    fn a_server_that_is_shut_down_or_dropped_answers_no_more() {
        let agent = testing::agent();
        let start = || testing::start(Server::start("test", 0, Router::new()));

        let (runtime, server) = start();
        let url = server.base_url();
        assert!(agent.get(&url).call().is_ok());
        runtime.block_on(server.shutdown());
        assert!(agent.get(&url).call().is_err());

        let (_runtime, server) = start();
        let url = server.base_url();
        assert!(agent.get(&url).call().is_ok());
        drop(server);
        let gone = (0..100).any(|_| {
            std::thread::sleep(Duration::from_millis(20));
            agent.get(&url).call().is_err()
        });
        assert!(gone);
    }
}
