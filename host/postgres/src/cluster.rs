//! Starting, watching and stopping a cluster.

use crate::{
    Settings,
    binaries::Binaries,
    initialize::{ROLE, initialize},
    launch::{START, end, launch},
    location::{Location, SHARED},
    processes::{PidFile, end_leftovers},
    server::Server,
    socket,
    wire::{self, Row},
};
use anyhow::{Context, Result, bail};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::Write,
    path::{Path, PathBuf},
    process::ExitStatus,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// A private PostgreSQL that is up, owned or joined. All methods may be called from any thread;
/// they block.
#[derive(Debug)]
pub struct Cluster {
    socket_dir: PathBuf,
    owned: Option<Owned>,
}

#[derive(Debug)]
struct Owned {
    durable: bool,
    location: Location,
    binaries: Binaries,
    /// None once stopped.
    server: Mutex<Option<Arc<Server>>>,
    /// Locked as long as we live.
    _lock: File,
}

impl Cluster {
    /// Starts the cluster, creating it first where there is none, and waits until it takes
    /// connections. Leftovers of killed owners are ended before.
    ///
    /// # Errors
    /// When another process owns it, there are no fitting programs, or the server does not start
    /// (with the end of its log).
    pub fn start(settings: &Settings) -> Result<Self> {
        let location = Location::of(&settings.data_dir)?;
        match lock(&location)? {
            Some(lock) => Self::own(settings, location, lock),
            None => bail!(
                "the data folder {} is in use by another Comptoir{}: stop it first",
                settings.data_dir.display(),
                owner(&location)
            ),
        }
    }

    /// Joins the server that another process owns, or starts one. A joined server is left alone:
    /// [`Cluster::stop`] and drop do nothing to it.
    pub fn attach_or_start(settings: &Settings) -> Result<Self> {
        let location = Location::of(&settings.data_dir)?;
        let deadline = Instant::now() + START;
        loop {
            if let Some(lock) = lock(&location)? {
                return Self::own(settings, location, lock);
            }
            if let Some(file) = PidFile::read(&location.cluster()).filter(|file| file.ready) {
                let socket = file.socket_dir.join(socket::SOCKET);
                // The file may be of a server that was killed; its owner will start another.
                if wire::query(&socket, ROLE, "postgres", "select 1").is_ok() {
                    return Ok(Self {
                        socket_dir: file.socket_dir,
                        owned: None,
                    });
                }
            }
            if Instant::now() > deadline {
                bail!(
                    "the database of {}{} does not become ready",
                    settings.data_dir.display(),
                    owner(&location)
                );
            }
            thread::sleep(Duration::from_millis(50));
        }
    }

    fn own(settings: &Settings, location: Location, lock: File) -> Result<Self> {
        end_leftovers(&location.cluster())?;
        let binaries = Binaries::find(settings, location.version()?)?
            .reachable_by(&location.account, Path::new(SHARED))?;
        initialize(&location, &binaries)?;
        let socket_dir = socket::folder_of(&location.cluster());
        let owned = Owned {
            durable: settings.durable,
            location,
            binaries,
            server: Mutex::new(None),
            _lock: lock,
        };
        let server = owned.launch(&socket_dir)?;
        *owned.slot() = Some(Arc::new(server));
        Ok(Self {
            socket_dir,
            owned: Some(owned),
        })
    }

    /// The address of a database of this cluster for sqlx and libpq.
    pub fn url(&self, database: &str) -> String {
        let database: String = database
            .bytes()
            .map(|byte| {
                if byte.is_ascii_alphanumeric() || b"_-.".contains(&byte) {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02X}")
                }
            })
            .collect();
        format!(
            "postgres://{ROLE}@localhost/{database}?host={}",
            self.socket_dir.display()
        )
    }

    /// Runs statements separated by semicolons, all in one transaction unless they say otherwise,
    /// and gives the rows of all of them. For what comes before a client library: scripts and
    /// set-up.
    pub fn query(&self, database: &str, sql: &str) -> Result<Vec<Row>> {
        wire::query(&self.socket_dir.join(socket::SOCKET), ROLE, database, sql)
    }

    /// Creates the database if it is not there.
    pub fn create_database(&self, name: &str) -> Result<()> {
        let quoted = name.replace('\'', "''");
        if self
            .query(
                "postgres",
                &format!("select 1 from pg_database where datname = '{quoted}'"),
            )?
            .is_empty()
        {
            self.query(
                "postgres",
                &format!("create database \"{}\"", name.replace('"', "\"\"")),
            )?;
        }
        Ok(())
    }

    /// The server's process; none when joined or stopped.
    pub fn pid(&self) -> Option<u32> {
        Some(self.server()?.pid.as_raw().cast_unsigned())
    }

    /// How the server ended by itself, if it did: see [`Cluster::wait`].
    pub fn try_wait(&self) -> Option<ExitStatus> {
        self.server()?.status()
    }

    /// Waits until the server ends by itself. None when it is stopped by us, or not ours. So
    /// supervision reads: `while let Some(status) = cluster.wait() { warn!(%status);
    /// cluster.restart()?; }`
    pub fn wait(&self) -> Option<ExitStatus> {
        let status = self.server()?.wait();
        self.server().map(|_| status)
    }

    /// Starts the server again after it ended by itself; nothing else is done while it runs, after
    /// a stop or when it is not ours.
    pub fn restart(&self) -> Result<()> {
        let Some(owned) = &self.owned else {
            return Ok(());
        };
        let mut slot = owned.slot();
        if slot
            .as_ref()
            .is_some_and(|server| server.status().is_some())
        {
            end_leftovers(&owned.location.cluster())?;
            *slot = Some(Arc::new(owned.launch(&self.socket_dir)?));
        }
        Ok(())
    }

    /// Shuts down within five seconds: disconnects everybody and writes everything out; if that
    /// takes longer, ends at once and recovers at the next start. Nothing committed is lost
    /// either way.
    pub fn stop(&self) -> Result<()> {
        let Some(owned) = &self.owned else {
            return Ok(());
        };
        let Some(server) = owned.slot().take() else {
            return Ok(());
        };
        end(&server);
        end_leftovers(&owned.location.cluster())?;
        // Already gone, or a stranger's file in it: both harmless.
        fs::remove_dir(&self.socket_dir).unwrap_or_default();
        Ok(())
    }

    fn server(&self) -> Option<Arc<Server>> {
        self.owned.as_ref()?.slot().clone()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Err(error) = self.stop() {
            eprintln!("PostgreSQL did not stop: {error:#}");
        }
    }
}

impl Owned {
    fn slot(&self) -> MutexGuard<'_, Option<Arc<Server>>> {
        self.server.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn launch(&self, socket_dir: &Path) -> Result<Server> {
        launch(&self.location, &self.binaries, self.durable, socket_dir)
    }
}

/// The lock of the cluster; none when another process has it. The file holds its owner's number,
/// for messages only.
fn lock(location: &Location) -> Result<Option<File>> {
    let path = location.home.join("postgres.lock");
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .with_context(|| format!("cannot write {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => {
            file.set_len(0)?;
            write!(file, "{}", std::process::id())?;
            Ok(Some(file))
        }
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock {}", path.display()))
        }
    }
}

fn owner(location: &Location) -> String {
    fs::read_to_string(location.home.join("postgres.lock"))
        .ok()
        .filter(|pid| !pid.is_empty())
        .map(|pid| format!(" (process {pid})"))
        .unwrap_or_default()
}
