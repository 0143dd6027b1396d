//! The SSH server: one account, and nothing but its folder behind it.

use crate::sftp::Session as Sftp;
use crate::shared::Shared;
use crate::trouble::Mode;
use russh::keys::ssh_key::private::Ed25519Keypair;
use russh::keys::{PrivateKey, PublicKey};
use russh::server::{self, Auth, ChannelOpenHandle, Msg, Session, VerifiedPublicKey};
use russh::{Channel, ChannelId, Disconnect};
use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The listening server. Dropping it closes what is open.
#[derive(Debug)]
pub(crate) struct SshServer {
    pub address: SocketAddr,
    /// All end when this is dropped.
    _running: watch::Sender<()>,
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
        ..server::Config::default()
    };
    let (running, ended) = watch::channel(());
    tokio::spawn(listen(listener, Arc::new(config), shared, ended));
    Ok(SshServer {
        address,
        _running: running,
    })
}

/// Serves whoever comes, until the end.
async fn listen(
    listener: TcpListener,
    config: Arc<server::Config>,
    shared: Shared,
    mut ended: watch::Receiver<()>,
) {
    loop {
        let stream = tokio::select! {
            _ = ended.changed() => return,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    eprintln!("phonographic simulator: {error}");
                    continue;
                }
            },
        };
        if shared.strikes(&[Mode::Reset]).is_some() {
            simulator_kit::reset(stream);
            continue;
        }
        let client = Client {
            shared: shared.clone(),
            channels: HashMap::new(),
        };
        tokio::spawn(converse(stream, Arc::clone(&config), client, ended.clone()));
    }
}

/// Serves one client until one of both ends.
async fn converse(
    stream: TcpStream,
    config: Arc<server::Config>,
    client: Client,
    mut ended: watch::Receiver<()>,
) -> Result<(), russh::Error> {
    stream.set_nodelay(true)?;
    let session = server::run_stream(config, stream, client).await?;
    let client = session.handle();
    tokio::select! {
        end = session => end,
        _ = ended.changed() => {
            let why = "the simulator stops".into();
            client.disconnect(Disconnect::ByApplication, why, String::new()).await
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
