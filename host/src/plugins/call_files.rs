//! The files of one call: what it was given lies in the object store, what it makes in a folder of its own until it has
//! succeeded.

use std::collections::BTreeMap;
use std::io::SeekFrom;
use std::path::PathBuf;

use chrono::{DateTime, Utc};
use comptoir_sandbox::Files;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;
use tokio::fs::{File, OpenOptions};
use tokio::io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt};
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::app::App;
use crate::files::{self, Stored};
use crate::jobs::JobFile;

/// A file that a call is given.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Given {
    /// As the plugin knows it.
    pub name: String,
    /// In the object store.
    pub path: String,
    pub size: i64,
}

/// Files for [`comptoir_sandbox::Call::with_files`].
#[derive(Debug)]
pub struct CallFiles {
    store: files::Store,
    given: BTreeMap<String, Given>,
    folder: TempDir,
    /// By name, in the folder.
    written: Mutex<BTreeMap<String, PathBuf>>,
}

impl CallFiles {
    /// Those given, and room for what the call makes.
    pub fn new(app: &App, given: impl IntoIterator<Item = Given>) -> std::io::Result<Self> {
        Ok(Self {
            store: app.files.clone(),
            given: given
                .into_iter()
                .map(|file| (file.name.clone(), file))
                .collect(),
            folder: tempfile::tempdir()?,
            written: Mutex::default(),
        })
    }

    /// Where a file of the host's own may lie as long as the call's do.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Puts a file that the call made into the object store; one that it never wrote is empty.
    pub async fn store(&self, app: &App, name: &str, path: &str) -> anyhow::Result<Stored> {
        let local = match self.written.lock().await.get(name) {
            Some(local) => local.clone(),
            None => {
                let empty = self.path("empty");
                File::create(&empty).await?;
                empty
            }
        };
        files::put(app, name, path, &local).await
    }

    /// Puts what the call made into the object store, for its owner to download until it expires.
    pub async fn keep(
        &self,
        app: &App,
        owner: Uuid,
        expires_at: DateTime<Utc>,
    ) -> anyhow::Result<Vec<JobFile>> {
        let mut kept = Vec::new();
        for (name, local) in self.written.lock().await.iter() {
            let (of, this) = (owner.simple(), Uuid::now_v7().simple());
            let path = format!("tasks/{of}/{this}-{}", files::slug(name));
            let stored = files::put(app, name, &path, local).await?;
            let id = files::add_for(&app.db, owner, &stored, "task", expires_at).await?;
            let Stored { name, size, .. } = stored;
            kept.push(JobFile { id, name, size });
        }
        Ok(kept)
    }
}

#[async_trait::async_trait]
impl Files for CallFiles {
    async fn size(&self, name: &str) -> anyhow::Result<Option<u64>> {
        if let Some(given) = self.given.get(name) {
            return Ok(Some(u64::try_from(given.size)?));
        }
        match self.written.lock().await.get(name) {
            Some(path) => Ok(Some(tokio::fs::metadata(path).await?.len())),
            None => Ok(None),
        }
    }

    async fn read(&self, name: &str, offset: u64, length: u32) -> anyhow::Result<Option<Vec<u8>>> {
        if let Some(given) = self.given.get(name) {
            let end = u64::try_from(given.size)?.min(offset.saturating_add(length.into()));
            if offset >= end {
                return Ok(Some(Vec::new()));
            }
            return Ok(Some(self.store.read(&given.path, offset..end).await?));
        }
        let written = self.written.lock().await;
        let Some(path) = written.get(name) else {
            return Ok(None);
        };
        let mut file = File::open(path).await?;
        file.seek(SeekFrom::Start(offset)).await?;
        let mut bytes = Vec::new();
        file.take(length.into()).read_to_end(&mut bytes).await?;
        Ok(Some(bytes))
    }

    async fn append(&self, name: &str, bytes: Vec<u8>) -> anyhow::Result<()> {
        anyhow::ensure!(
            !self.given.contains_key(name),
            "{name} was given to the call"
        );
        let mut written = self.written.lock().await;
        let next = self.path(&written.len().to_string());
        let path = written.entry(name.to_owned()).or_insert(next);
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .await?;
        file.write_all(&bytes).await?;
        Ok(file.flush().await?)
    }
}
