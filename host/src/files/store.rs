//! Where files lie: a folder of this machine, or a bucket.

use std::fs::Permissions;
use std::ops::Range;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use object_store::aws::AmazonS3Builder;
use object_store::buffered::BufWriter;
use object_store::local::LocalFileSystem;
use object_store::prefix::PrefixStore;
use object_store::{ObjectStore, ObjectStoreExt};
use rustix::fs::statvfs;
use secrecy::ExposeSecret;

use crate::http::error::Error;
use crate::program::config;

/// The object store.
#[derive(Debug, Clone)]
pub struct Store {
    objects: Arc<dyn ObjectStore>,
    /// Where they lie on this machine, and how much of its disk is to stay free, in bytes.
    disk: Option<(Arc<Path>, u64)>,
}

impl Store {
    /// As configured; a folder is made when it is missing.
    ///
    /// # Errors
    /// The folder cannot be made, or settings of the bucket are missing: the message names the key.
    pub fn open(settings: &config::Files, data: &Path) -> anyhow::Result<Self> {
        if let Some(bucket) = &settings.bucket {
            return Self::bucket(settings, bucket);
        }
        let folder = settings
            .folder
            .clone()
            .unwrap_or_else(|| data.join("files"));
        std::fs::create_dir_all(&folder).with_context(|| {
            format!("files.folder: cannot make the folder {}", folder.display())
        })?;
        // Whatever the process's umask says: no other user of the machine reads them.
        std::fs::set_permissions(&folder, Permissions::from_mode(0o700))
            .with_context(|| format!("files.folder: {}", folder.display()))?;
        let store = LocalFileSystem::new_with_prefix(&folder)
            .with_context(|| format!("files.folder: {}", folder.display()))?;
        Ok(Self {
            objects: Arc::new(store),
            disk: Some((folder.into(), settings.free_mib << 20)),
        })
    }

    /// Whether there is room for what people send: a full disk ends more than uploads. Of a bucket its keeper knows.
    ///
    /// # Errors
    /// [`Error::Invalid`] (`full`): there is none.
    pub fn check_room(&self, field: &str) -> Result<(), Error> {
        let Some((folder, kept)) = &self.disk else {
            return Ok(());
        };
        let disk = statvfs(&**folder).context("the disk of the files")?;
        let free = disk.f_bavail.saturating_mul(disk.f_frsize);
        match free < *kept {
            true => {
                tracing::error!(
                    free,
                    kept,
                    "no room for files is left: an upload is refused"
                );
                Err(Error::field(field, "full"))
            }
            false => Ok(()),
        }
    }

    fn bucket(settings: &config::Files, bucket: &str) -> anyhow::Result<Self> {
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(bucket)
            .with_region(settings.region.as_deref().unwrap_or("us-east-1"));
        if let Some(endpoint) = &settings.endpoint {
            builder = builder
                .with_endpoint(endpoint.as_str().trim_end_matches('/'))
                .with_allow_http(endpoint.scheme() == "http");
        }
        let id = settings.access_key_id.as_ref();
        let secret = settings.secret_access_key.as_ref();
        let id = id.context("files.access_key_id is needed for a bucket")?;
        let secret = secret.context("files.secret_access_key is needed for a bucket")?;
        let store = builder
            .with_access_key_id(id)
            .with_secret_access_key(secret.expose_secret())
            .build()
            .context("files.bucket")?;
        Ok(Self {
            objects: Arc::new(PrefixStore::new(store, "comptoir")),
            disk: None,
        })
    }

    /// Writes an object as its bytes come, a few megabytes in memory at a time. It is there once the writer is shut down.
    pub fn writer(&self, path: &str) -> BufWriter {
        BufWriter::new(
            Arc::clone(&self.objects),
            object_store::path::Path::from(path),
        )
    }

    /// A part of an object.
    pub async fn read(&self, path: &str, part: Range<u64>) -> anyhow::Result<Vec<u8>> {
        let path = object_store::path::Path::from(path);
        Ok(self.objects.get_range(&path, part).await?.to_vec())
    }

    pub(super) fn objects(&self) -> &Arc<dyn ObjectStore> {
        &self.objects
    }

    /// Removes an object; one that is gone already is no error.
    pub async fn remove(&self, path: &str) -> anyhow::Result<()> {
        match self
            .objects
            .delete(&object_store::path::Path::from(path))
            .await
        {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_others_could_read_is_closed_to_them() {
        let data = tempfile::tempdir().expect("a folder");
        let folder = data.path().join("files");
        std::fs::create_dir(&folder).expect("the folder");
        std::fs::set_permissions(&folder, Permissions::from_mode(0o777)).expect("its mode");
        Store::open(&config::Files::default(), data.path()).expect("a store");
        let mode = std::fs::metadata(&folder)
            .expect("the folder")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o700);
    }
}
