//! Making a report's files: the plugin writes them into a folder of this call's own; whole, they go into the object store,
//! and with their records everything is committed at once.

use std::collections::HashMap;
use std::io::SeekFrom;
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use comptoir_sandbox::Files;
use sha2::{Digest, Sha256};
use tokio::fs;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncSeekExt, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;

use super::pool::Held;
use crate::app::App;
use crate::files::Stored;

/// Bytes in memory at a time.
const PIECE: usize = 256 << 10;

/// The files that a call makes, in a folder that goes with it.
#[derive(Debug)]
pub struct Spool {
    folder: tempfile::TempDir,
    /// Names to paths: a name is the plugin's, a path is ours.
    made: Mutex<HashMap<String, PathBuf>>,
}

impl Spool {
    pub fn new() -> std::io::Result<Self> {
        Ok(Self {
            folder: tempfile::tempdir()?,
            made: Mutex::default(),
        })
    }

    /// Where a file of the host's own may lie.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    async fn find(&self, name: &str) -> Option<PathBuf> {
        self.made.lock().await.get(name).cloned()
    }

    /// Puts a file into the object store; one that was never written is empty.
    ///
    /// # Errors
    /// The disk, or the object store.
    pub async fn store(
        &self,
        app: &App,
        name: &str,
        media_type: &'static str,
        path: String,
    ) -> anyhow::Result<Stored> {
        let (mut hash, mut size) = (Sha256::new(), 0);
        let mut out = app.files.writer(&path);
        if let Some(made) = self.find(name).await {
            let mut file = fs::File::open(made).await?;
            let mut piece = vec![0; PIECE];
            loop {
                let read = file.read(&mut piece).await?;
                if read == 0 {
                    break;
                }
                hash.update(&piece[..read]);
                out.write_all(&piece[..read]).await?;
                size += i64::try_from(read)?;
            }
        }
        out.shutdown().await?;
        Ok(Stored {
            name: name.to_owned(),
            path,
            media_type,
            size,
            sha256: hash.finalize().to_vec(),
        })
    }
}

#[async_trait]
impl Files for Spool {
    async fn size(&self, name: &str) -> anyhow::Result<Option<u64>> {
        match self.find(name).await {
            Some(path) => Ok(Some(fs::metadata(path).await?.len())),
            None => Ok(None),
        }
    }

    async fn read(&self, name: &str, offset: u64, length: u32) -> anyhow::Result<Option<Vec<u8>>> {
        let Some(path) = self.find(name).await else {
            return Ok(None);
        };
        let mut file = fs::File::open(path).await?;
        file.seek(SeekFrom::Start(offset)).await?;
        let mut bytes = Vec::new();
        file.take(length.into()).read_to_end(&mut bytes).await?;
        Ok(Some(bytes))
    }

    async fn append(&self, name: &str, bytes: Vec<u8>) -> anyhow::Result<()> {
        let mut made = self.made.lock().await;
        let path = match made.get(name) {
            Some(path) => path.clone(),
            None => {
                let path = self.path(&format!("file-{}", made.len()));
                made.insert(name.to_owned(), path.clone());
                path
            }
        };
        let mut options = fs::OpenOptions::new();
        let mut file = options.create(true).append(true).open(path).await?;
        file.write_all(&bytes).await?;
        Ok(file.flush().await?)
    }
}

/// The media types that are told of a report's file; whatever else a plugin says is not repeated to browsers.
pub fn media_type(told: &str) -> &'static str {
    match told.split(';').next().unwrap_or_default().trim() {
        "text/csv" => "text/csv",
        "text/plain" => "text/plain",
        "text/tab-separated-values" => "text/tab-separated-values",
        "text/xml" | "application/xml" => "application/xml",
        _ => "application/octet-stream",
    }
}

/// Reads what the plugin reported, some thousands of sales at a time.
#[derive(Debug)]
pub struct Reader(tokio::io::Lines<BufReader<fs::File>>);

impl Reader {
    /// Sales at a time.
    const CHUNK: usize = 5_000;

    pub async fn open(path: &Path) -> std::io::Result<Self> {
        Ok(Self(BufReader::new(fs::File::open(path).await?).lines()))
    }

    /// The next of them; empty at the end.
    ///
    /// # Errors
    /// The disk.
    pub async fn next(&mut self) -> anyhow::Result<Vec<Held>> {
        let mut chunk = Vec::new();
        while chunk.len() < Self::CHUNK {
            match self.0.next_line().await? {
                Some(line) => chunk.push(serde_json::from_str(&line)?),
                None => break,
            }
        }
        Ok(chunk)
    }
}
