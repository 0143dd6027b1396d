//! The HTTP server of a simulator.

use axum::Router;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// A running server. Dropping it stops it too, without waiting.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    task: JoinHandle<()>,
    /// The server stops when this is dropped.
    stop: oneshot::Sender<()>,
}

/// How long calls under way may take at the end.
const LAST_CALLS: Duration = Duration::from_secs(1);

impl Server {
    /// Listens on the port of 127.0.0.1 (0: any free one) and serves the app, whose handlers may ask for the caller's
    /// address (`ConnectInfo<SocketAddr>`); fails when the port is taken. `name` stands before what goes wrong later.
    pub async fn start(name: &'static str, port: u16, app: Router) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let address = listener.local_addr()?;
        let app = app.into_make_service_with_connect_info::<SocketAddr>();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let stopped = async move { stopped.await.unwrap_or_default() };
            if let Err(error) = axum::serve(listener, app)
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
        })
    }

    /// `http://127.0.0.1:<port>`, without a slash at its end.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Stops listening, lets calls under way finish within a second and closes what is open.
    pub async fn shutdown(self) {
        let Self { task, stop, .. } = self;
        drop(stop);
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
