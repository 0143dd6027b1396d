//! The SSH server: one account, and nothing but its folder behind it.

use crate::sftp::Session as Sftp;
use crate::shared::Shared;
use russh::keys::ssh_key::private::Ed25519Keypair;
use russh::keys::{PrivateKey, PublicKey};
use russh::server::{self, Auth, ChannelOpenHandle, Msg, Server as _, Session, VerifiedPublicKey};
use russh::{Channel, ChannelId};
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// The listening server. Dropping it closes what is open.
pub(crate) struct SshServer {
    pub address: SocketAddr,
    task: JoinHandle<()>,
    clients: server::RunningServerHandle,
}

impl fmt::Debug for SshServer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "SshServer({})", self.address)
    }
}

impl Drop for SshServer {
    fn drop(&mut self) {
        self.clients.shutdown("the simulator stops".into());
        self.task.abort();
    }
}

/// The same seed gives the same key, so that it can be pinned.
pub(crate) fn host_key(seed: u64) -> PrivateKey {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_be_bytes());
    Ed25519Keypair::from_seed(&bytes).into()
}

/// Listens on the port of 127.0.0.1; 0: any free one.
pub(crate) async fn start(port: u16, key: PrivateKey, shared: Shared) -> io::Result<SshServer> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    let address = listener.local_addr()?;
    let config = server::Config {
        keys: vec![key],
        auth_rejection_time: Duration::ZERO,
        nodelay: true,
        ..server::Config::default()
    };
    let (tell, told) = tokio::sync::oneshot::channel();
    let task = tokio::spawn(async move {
        let mut clients = Clients(shared);
        let running = clients.run_on_socket(Arc::new(config), &listener);
        if tell.send(running.handle()).is_ok()
            && let Err(error) = running.await
        {
            eprintln!("phonographic simulator: {error}");
        }
    });
    let clients = told.await.map_err(io::Error::other)?;
    Ok(SshServer {
        address,
        task,
        clients,
    })
}

struct Clients(Shared);

impl server::Server for Clients {
    type Handler = Client;

    fn new_client(&mut self, _: Option<SocketAddr>) -> Client {
        Client {
            shared: self.0.clone(),
            channels: HashMap::new(),
        }
    }
}

struct Client {
    shared: Shared,
    channels: HashMap<ChannelId, Channel<Msg>>,
}

fn answer(welcome: bool) -> Auth {
    if welcome {
        Auth::Accept
    } else {
        Auth::reject()
    }
}

impl server::Handler for Client {
    type Error = russh::Error;

    async fn auth_password(&mut self, user: &str, password: &str) -> Result<Auth, russh::Error> {
        let right = |known: &String| known == password;
        let welcome = self
            .shared
            .log_in(user, |account| account.password.as_ref().is_some_and(right));
        Ok(answer(welcome))
    }

    async fn auth_publickey(
        &mut self,
        user: &str,
        key: VerifiedPublicKey<'_>,
    ) -> Result<Auth, russh::Error> {
        let right = |known: &PublicKey| known.key_data() == key.public_key.key_data();
        let welcome = self
            .shared
            .log_in(user, |account| account.key.as_ref().is_some_and(right));
        Ok(answer(welcome))
    }

    async fn channel_open_session(
        &mut self,
        channel: Channel<Msg>,
        reply: ChannelOpenHandle,
        _: &mut Session,
    ) -> Result<(), russh::Error> {
        self.channels.insert(channel.id(), channel);
        reply.accept().await;
        Ok(())
    }

    async fn channel_eof(
        &mut self,
        channel: ChannelId,
        session: &mut Session,
    ) -> Result<(), russh::Error> {
        session.close(channel)
    }

    async fn subsystem_request(
        &mut self,
        channel: ChannelId,
        name: &str,
        session: &mut Session,
    ) -> Result<(), russh::Error> {
        match self.channels.remove(&channel).filter(|_| name == "sftp") {
            Some(stream) => {
                session.channel_success(channel)?;
                russh_sftp::server::run(stream.into_stream(), Sftp::new(self.shared.clone())).await;
                Ok(())
            }
            None => session.channel_failure(channel),
        }
    }
}
