//! Documents that are made here: laid out off the threads that answer calls, few at once, and kept in the object store.

use comptoir_document as paper;
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;
use tokio::sync::Semaphore;

use super::content::by_name;
use super::model::Stored;
use crate::app::App;
use crate::http::error::Result;

/// Documents that are laid out at once: each takes a core, and the others' work goes on.
static LAYING_OUT: Semaphore = Semaphore::const_new(2);

/// Lays a document out.
pub async fn lay_out(
    work: impl FnOnce() -> Result<Vec<u8>, paper::Error> + Send + 'static,
) -> Result<Vec<u8>> {
    let place = LAYING_OUT.acquire().await.map_err(anyhow::Error::from)?;
    let laid_out = tokio::task::spawn_blocking(move || {
        // Until it is done, whether or not somebody still waits for it.
        let _place = place;
        work()
    });
    let laid_out = laid_out.await.map_err(anyhow::Error::from)?;
    Ok(laid_out.map_err(anyhow::Error::from)?)
}

/// Keeps a document in the object store.
pub async fn keep(app: &App, name: String, path: String, bytes: &[u8]) -> Result<Stored> {
    let mut writer = app.files.writer(&path);
    let written = async {
        writer.write_all(bytes).await?;
        writer.shutdown().await
    };
    written.await.map_err(anyhow::Error::from)?;
    Ok(Stored {
        media_type: by_name(&name),
        name,
        path,
        size: i64::try_from(bytes.len()).unwrap_or(i64::MAX),
        sha256: Sha256::digest(bytes).to_vec(),
    })
}
