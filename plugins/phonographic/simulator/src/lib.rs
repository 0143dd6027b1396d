//! A chart compiler to deliver to: a real SFTP server with one account and one folder, kept in memory, that takes only
//! files whose names and content are right for one of the layouts, and makes trouble when told to.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! use phonographic_simulator::{Mode, Simulator, SimulatorConfig, Trouble};
//! let simulator = Simulator::start(SimulatorConfig::default()).await?;
//! println!("{} {}", simulator.address(), simulator.host_key());
//! simulator.trouble(Trouble::times(Mode::RenameDenied, 1));
//! println!("{:?}", simulator.state().files);
//! # Ok(())
//! # }
//! ```

pub mod layouts;
mod sftp;
mod shared;
mod ssh;
mod trouble;

pub use shared::{FileState, State};
pub use trouble::{Mode, Trouble};

use russh::keys::{HashAlg, PublicKey};
use shared::{Account, Shared};
use simulator_kit::{Server, control};
use ssh::SshServer;
use std::io;
use std::net::SocketAddr;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct SimulatorConfig {
    /// The SFTP port on 127.0.0.1; 0 takes any free one.
    pub port: u16,
    /// The same seed gives the same host key.
    pub seed: u64,
    /// Who may come in.
    pub user: String,
    /// With this password; none: not with one.
    pub password: Option<String>,
    /// Or with this key, as a line of `authorized_keys`.
    pub key: Option<String>,
}

impl Default for SimulatorConfig {
    /// Any port; `charts` with the password `demo-password`.
    fn default() -> Self {
        Self {
            port: 0,
            seed: 1,
            user: "charts".into(),
            password: Some("demo-password".into()),
            key: None,
        }
    }
}

/// A running simulator. Dropping it stops it.
#[derive(Debug)]
pub struct Simulator {
    shared: Shared,
    ssh: SshServer,
    control: Server,
    host_key: PublicKey,
}

impl Simulator {
    /// Listens; fails when the port is taken or the key cannot be read.
    pub async fn start(config: SimulatorConfig) -> io::Result<Self> {
        let key = config.key.as_deref().map(PublicKey::from_openssh);
        let account = Account {
            user: config.user,
            password: config.password,
            key: key.transpose().map_err(io::Error::other)?,
        };
        let shared = Shared::new(config.seed, account);
        let set_trouble = |shared: &Shared, trouble| control::done(shared.set_trouble(trouble));
        let routes = control::routes(set_trouble, Shared::state).with_state(shared.clone());
        let control = Server::start("phonographic", 0, routes).await?;
        let key = ssh::host_key(config.seed);
        let host_key = key.public_key().clone();
        let ssh = ssh::start(config.port, key, shared.clone()).await?;
        Ok(Self {
            shared,
            ssh,
            control,
            host_key,
        })
    }

    /// Where SFTP is spoken.
    pub fn address(&self) -> SocketAddr {
        self.ssh.address
    }

    /// The host key as clients pin it: `SHA256:…`.
    pub fn fingerprint(&self) -> String {
        self.host_key.fingerprint(HashAlg::Sha256).to_string()
    }

    /// The host key as a line of `known_hosts` without its host: `ssh-ed25519 AAAA…`.
    pub fn host_key(&self) -> String {
        // An Ed25519 key of 32 bytes always has a text.
        self.host_key.to_openssh().unwrap_or_default()
    }

    /// `http://127.0.0.1:<port>` of the routes below `/control`.
    pub fn control_url(&self) -> String {
        self.control.base_url()
    }

    /// What the program prints behind its name.
    pub fn describe(&self) -> String {
        format!(
            "sftp://{} host key {} control {}",
            self.address(),
            self.fingerprint(),
            self.control_url()
        )
    }

    /// Switches trouble on, or off with [`Mode::None`].
    ///
    /// # Panics
    /// When the share is not between 0 and 1.
    pub fn trouble(&self, trouble: Trouble) {
        if let Err(message) = self.shared.set_trouble(trouble) {
            panic!("{message}");
        }
    }

    /// A file of the folder.
    pub fn file(&self, name: &str) -> Option<Vec<u8>> {
        self.shared.file(name)
    }

    /// What happened so far and what there is now.
    pub fn state(&self) -> State {
        self.shared.state()
    }
}
