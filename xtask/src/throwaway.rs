//! A PostgreSQL for one command: private, without durability, gone with it.

use crate::{project::root, setup};
use anyhow::{Context, Result};
use comptoir_postgres::{Cluster, Settings};
use std::{
    env,
    fs::{self, DirBuilder},
    os::unix::fs::DirBuilderExt,
    path::PathBuf,
};

/// The server and its folder, both removed on drop.
#[derive(Debug)]
pub struct Throwaway {
    cluster: Option<Cluster>,
    folder: PathBuf,
}

impl Throwaway {
    /// Starts one with an empty database.
    pub fn start(database: &str) -> Result<Self> {
        setup::npm_packages()?;
        let folder = env::temp_dir().join(format!("comptoir-throwaway-{}", std::process::id()));
        // Open for the account PostgreSQL runs under when we are root.
        DirBuilder::new()
            .mode(0o755)
            .create(&folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        let mut throwaway = Self {
            cluster: None,
            folder,
        };
        let settings = Settings {
            search: vec![root()],
            durable: false,
            ..Settings::new(&throwaway.folder)
        };
        throwaway
            .cluster
            .insert(Cluster::start(&settings)?)
            .create_database(database)?;
        Ok(throwaway)
    }

    /// The running server.
    pub fn cluster(&self) -> Result<&Cluster> {
        self.cluster.as_ref().context("the server is not started")
    }
}

impl Drop for Throwaway {
    fn drop(&mut self) {
        drop(self.cluster.take());
        fs::remove_dir_all(&self.folder)
            .unwrap_or_else(|error| eprintln!("cannot remove {}: {error}", self.folder.display()));
    }
}
