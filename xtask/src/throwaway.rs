//! What is there for one command and gone with it: a folder, a PostgreSQL without durability.

use crate::{project::root, setup};
use anyhow::{Context, Result};
use comptoir_postgres::{Cluster, Settings};
use nix::sys::statvfs::statvfs;
use std::{
    env,
    fs::{self, DirBuilder},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

/// Where to put what is thrown away: into memory, where there are 4 GiB for it. A database's files are made and removed with
/// it, which takes longer than most tests do.
pub fn scratch() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let free = statvfs(memory).map_or(0, |about| about.blocks_available() * about.fragment_size());
    if free < 4 << 30 {
        return env::temp_dir();
    }
    memory.to_owned()
}

/// A folder with a name of its own. Removed with what is in it on drop.
#[derive(Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Result<Self> {
        let folder = scratch().join(format!("comptoir-{name}-{}", std::process::id()));
        // Open for the account PostgreSQL runs under when we are root.
        DirBuilder::new()
            .mode(0o755)
            .create(&folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        Ok(Self(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0)
            .unwrap_or_else(|error| eprintln!("cannot remove {}: {error}", self.0.display()));
    }
}

/// The server and its folder, which goes after it.
#[derive(Debug)]
pub struct Throwaway {
    cluster: Cluster,
    _folder: Folder,
}

impl Throwaway {
    /// Starts one with an empty database.
    pub fn start(database: &str) -> Result<Self> {
        setup::npm_packages()?;
        let folder = Folder::new("throwaway")?;
        let settings = Settings {
            search: vec![root()],
            durable: false,
            ..Settings::new(&folder.0)
        };
        let cluster = Cluster::start(&settings)?;
        cluster.create_database(database)?;
        Ok(Self {
            cluster,
            _folder: folder,
        })
    }

    /// The running server.
    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }
}
