//! SFTP by the library russh. The server's key is pinned; a file is written under a temporary name and renamed when it is
//! whole, where the server allows that.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use comptoir_sandbox::channels::Sftp;
use comptoir_sandbox::{Delivered, DeliveryFailure, Parcel};
use russh::client::{self, AuthResult, Handle};
use russh::keys::{HashAlg, PrivateKeyWithHashAlg, PublicKeyOrCertificate, decode_secret_key};
use russh_sftp::client::error::Error as SftpError;
use russh_sftp::client::{Config, SftpSession};
use russh_sftp::protocol::StatusCode;
use secrecy::ExposeSecret;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

use super::{PIECE, ours, secret};

/// Files that a folder's listing tells of at most.
const LISTED: usize = 10_000;

/// Takes one server's key only.
struct Pinned {
    expected: String,
    seen: Arc<OnceLock<String>>,
}

impl client::Handler for Pinned {
    type Error = russh::Error;

    async fn check_server_key(
        &mut self,
        key: &PublicKeyOrCertificate,
    ) -> Result<bool, Self::Error> {
        // A certificate is signed by somebody whom nobody pinned.
        let PublicKeyOrCertificate::PublicKey { key, .. } = key else {
            return Ok(false);
        };
        let found = key.fingerprint(HashAlg::Sha256).to_string();
        let fits = found == self.expected;
        self.seen.get_or_init(|| found);
        Ok(fits)
    }
}

/// A server that let us in. The connection ends with the handle.
struct Open {
    sftp: SftpSession,
    handle: Handle<Pinned>,
    /// For each answer.
    patience: Duration,
}

impl Open {
    async fn close(self) {
        // Everything is said: a server that is gone by now changes nothing.
        drop(self.sftp.close().await);
        let bye = self
            .handle
            .disconnect(russh::Disconnect::ByApplication, "", "en");
        drop(timeout(self.patience, bye).await);
    }
}

async fn open(server: &Sftp) -> Result<Open, DeliveryFailure> {
    let patience = Duration::from_secs(server.timeout_seconds);
    timeout(patience, enter(server, patience))
        .await
        .map_err(|_| away(server, "does not answer"))?
}

async fn enter(server: &Sftp, patience: Duration) -> Result<Open, DeliveryFailure> {
    let seen = Arc::new(OnceLock::new());
    let pinned = Pinned {
        expected: server.host_key.clone(),
        seen: Arc::clone(&seen),
    };
    let config = client::Config {
        nodelay: true,
        inactivity_timeout: Some(patience),
        ..client::Config::default()
    };
    let address = (server.host.as_str(), server.port);
    let mut handle = match client::connect(Arc::new(config), address, pinned).await {
        Ok(handle) => handle,
        Err(russh::Error::UnknownKey) => {
            let found = seen.get().map_or("a certificate", String::as_str);
            let text = format!("the server's key is {found}, not the one in plugins.toml");
            return Err(DeliveryFailure::Refused(text));
        }
        Err(error) => return Err(away(server, &error.to_string())),
    };
    if !sign_in(server, &mut handle).await?.success() {
        let text = format!("{} does not let {} in", server.host, server.user);
        return Err(DeliveryFailure::Refused(text));
    }
    let lost = |error: russh::Error| away(server, &error.to_string());
    let channel = handle.channel_open_session().await.map_err(lost)?;
    channel
        .request_subsystem(true, "sftp")
        .await
        .map_err(lost)?;
    let config = Config {
        request_timeout_secs: server.timeout_seconds,
        ..Config::default()
    };
    let sftp = SftpSession::new_with_config(channel.into_stream(), config)
        .await
        .map_err(|error| failure("SFTP", error))?;
    Ok(Open {
        sftp,
        handle,
        patience,
    })
}

async fn sign_in(
    server: &Sftp,
    handle: &mut Handle<Pinned>,
) -> Result<AuthResult, DeliveryFailure> {
    let lost = |error: russh::Error| away(server, &error.to_string());
    if let Some(place) = &server.password {
        let password = secret::read(place).await?;
        let answer = handle.authenticate_password(&server.user, password.expose_secret());
        return answer.await.map_err(lost);
    }
    let Some(place) = &server.key else {
        let text = "the channel has neither password nor key".to_owned();
        return Err(DeliveryFailure::Refused(text));
    };
    let key = secret::read(place).await?;
    let passphrase = match &server.passphrase {
        Some(place) => Some(secret::read(place).await?),
        None => None,
    };
    let passphrase = passphrase.as_ref().map(ExposeSecret::expose_secret);
    let key = decode_secret_key(key.expose_secret(), passphrase).map_err(|_| {
        DeliveryFailure::Refused("the channel's private key cannot be read".to_owned())
    })?;
    let hash = handle.best_supported_rsa_hash().await.map_err(lost)?;
    let key = PrivateKeyWithHashAlg::new(Arc::new(key), hash.flatten());
    handle
        .authenticate_publickey(&server.user, key)
        .await
        .map_err(lost)
}

/// Writes a file into the channel's folder.
pub async fn send(server: &Sftp, parcel: &Parcel, size: u64) -> Result<Delivered, DeliveryFailure> {
    let open = open(server).await?;
    let sent = put(server, &open, parcel, size).await;
    open.close().await;
    sent
}

async fn put(
    server: &Sftp,
    open: &Open,
    parcel: &Parcel,
    size: u64,
) -> Result<Delivered, DeliveryFailure> {
    let target = path(server, &parcel.name);
    let exists = match open.sftp.try_exists(target.as_str()).await {
        Ok(exists) => exists,
        Err(error) => return Err(failure("look at the folder", error)),
    };
    if exists && !parcel.replace {
        return Err(DeliveryFailure::Exists);
    }
    let written = match server.temporary {
        true => format!("{target}.part"),
        false => target.clone(),
    };
    let done = async {
        write(open, &written, parcel, size).await?;
        if server.temporary {
            if exists {
                let removed = open.sftp.remove_file(target.as_str()).await;
                removed.map_err(|error| failure("replace the file", error))?;
            }
            let renamed = open.sftp.rename(written.as_str(), target.as_str()).await;
            renamed.map_err(|error| failure("rename the file", error))?;
        }
        let found = open.sftp.metadata(target.as_str()).await;
        found.map_err(|error| failure("look at the file", error))
    }
    .await;
    let found = match done {
        Ok(found) => found,
        Err(failure) => {
            // What is not whole is not left lying there, if the server still listens.
            let removal = open.sftp.remove_file(written.as_str());
            drop(timeout(open.patience, removal).await);
            return Err(failure);
        }
    };
    match found.size {
        Some(bytes) if bytes != size => Err(DeliveryFailure::Unavailable(format!(
            "the server holds {bytes} bytes of {size}"
        ))),
        _ => Ok(Delivered {
            name: parcel.name.clone(),
            bytes: size,
            place: place(server, &target),
        }),
    }
}

async fn write(open: &Open, to: &str, parcel: &Parcel, size: u64) -> Result<(), DeliveryFailure> {
    let created = open.sftp.create(to).await;
    let mut file = created.map_err(|error| failure("create the file", error))?;
    let written = |result: std::io::Result<()>| result.map_err(|error| broken(&error));
    let mut offset = 0;
    while offset < size {
        let piece = parcel.files.read(&parcel.file, offset, PIECE).await;
        let piece = piece.map_err(ours)?.unwrap_or_default();
        if piece.is_empty() {
            return Err(ours(anyhow::anyhow!("{} ends early", parcel.file)));
        }
        offset += piece.len() as u64;
        written(file.write_all(&piece).await)?;
    }
    written(file.flush().await)?;
    written(file.close().await)
}

/// What lies in the channel's folder.
pub async fn list(server: &Sftp) -> Result<Vec<Delivered>, DeliveryFailure> {
    let open = open(server).await?;
    let folder = match server.folder.as_str() {
        "" => ".",
        folder => folder,
    };
    let listed = open.sftp.read_dir(folder).await;
    open.close().await;
    let listed = listed.map_err(|error| failure("list the folder", error))?;
    let files = listed
        .filter(|entry| entry.file_type().is_file())
        .take(LISTED);
    Ok(files
        .map(|entry| Delivered {
            bytes: entry.metadata().size.unwrap_or_default(),
            place: place(server, &path(server, &entry.file_name())),
            name: entry.file_name(),
        })
        .collect())
}

fn path(server: &Sftp, name: &str) -> String {
    match server.folder.trim_end_matches('/') {
        "" if server.folder.is_empty() => name.to_owned(),
        folder => format!("{folder}/{name}"),
    }
}

/// `sftp://host/folder/name`
fn place(server: &Sftp, path: &str) -> String {
    format!("sftp://{}/{}", server.host, path.trim_start_matches('/'))
}

fn away(server: &Sftp, words: &str) -> DeliveryFailure {
    DeliveryFailure::Unavailable(format!("{}: {words}", server.host))
}

/// What the server says for good is a refusal; the rest is worth another try.
fn failure(step: &str, error: SftpError) -> DeliveryFailure {
    match &error {
        SftpError::Status(status)
            if !matches!(
                status.status_code,
                StatusCode::NoConnection | StatusCode::ConnectionLost
            ) =>
        {
            DeliveryFailure::Refused(format!("cannot {step}: {error}"))
        }
        _ => DeliveryFailure::Unavailable(format!("cannot {step}: {error}")),
    }
}

/// A write's error: of the way there, or else the server's words, which the library hands on as a text only.
fn broken(error: &std::io::Error) -> DeliveryFailure {
    let inner = error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<SftpError>());
    match inner {
        Some(answer) => failure("write the file", answer.clone()),
        None => DeliveryFailure::Refused(format!("cannot write the file: {error}")),
    }
}
