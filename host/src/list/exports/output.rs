//! Files that jobs write for whoever asked: into the object store as they come, then announced by mail.

use chrono::TimeDelta;
use object_store::buffered::BufWriter;
use serde_json::Value;
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;
use uuid::Uuid;

use super::mail::ExportReady;
use crate::access::Actor;
use crate::app::App;
use crate::files::{self, Stored};
use crate::http::error::Result;
use crate::jobs::{self, JobContext, JobError, JobFile, JobResult};
use crate::mail;

/// How long such a file can be downloaded.
const KEPT: TimeDelta = TimeDelta::days(7);

/// A file on its way into the object store.
#[derive(Debug)]
pub struct Output {
    writer: BufWriter,
    hash: Sha256,
    size: i64,
}

impl Output {
    pub async fn write(&mut self, bytes: &[u8]) -> JobResult {
        self.hash.update(bytes);
        self.size += i64::try_from(bytes.len()).unwrap_or_default();
        let written = self.writer.write_all(bytes).await;
        written.map_err(|error| JobError::Retry(error.into()))
    }
}

/// Writes a file for somebody. Its place in the store follows from the job's own id, so that a second try takes the place of the
/// first; its type from its name.
///
/// # Errors
/// What `fill` or the store fails by; nothing of the file is left then.
pub async fn write(
    app: &App,
    user: Uuid,
    (job, name): (Uuid, String),
    fill: impl AsyncFnOnce(&mut Output) -> JobResult,
) -> Result<Stored, JobError> {
    let extension = name.rsplit('.').next().unwrap_or_default();
    let path = format!("exports/{}/{}.{extension}", user.simple(), job.simple());
    let mut out = Output {
        writer: app.files.writer(&path),
        hash: Sha256::new(),
        size: 0,
    };
    let filled = match fill(&mut out).await {
        Ok(()) => {
            let written = out.writer.shutdown().await;
            written.map_err(|error| JobError::Retry(error.into()))
        }
        Err(error) => {
            if let Err(cause) = out.writer.abort().await {
                tracing::debug!(%cause, "nothing to abort");
            }
            Err(error)
        }
    };
    filled.map(|()| Stored {
        media_type: files::media_type(&name),
        name,
        path,
        size: out.size,
        sha256: out.hash.finalize().to_vec(),
    })
}

/// Makes the record of a file that was written, and tells its reader: in the job's own record and by mail.
pub async fn announce(context: &JobContext, reader: &Actor, stored: Stored) -> Result<()> {
    let app = &context.app;
    let mut tx = app.begin().await?;
    let email = sqlx::query_scalar!("select email from users where id = $1", reader.id)
        .fetch_one(&mut *tx)
        .await?;
    let file = files::add_for(&mut *tx, reader.id, &stored, "export", app.now() + KEPT).await?;
    let written = JobFile {
        id: file,
        name: stored.name.clone(),
        size: stored.size,
    };
    jobs::set_result(&mut tx, context.id, &Value::Null, &[written]).await?;
    let mut link = app.origin.clone();
    link.set_path(&format!("/download/{file}"));
    let ready = ExportReady {
        name: reader.name.clone(),
        file: stored.name,
        days: KEPT.num_days(),
        link,
    };
    mail::send(app, &mut tx, &email, reader.language, &ready, Some(KEPT)).await?;
    Ok(tx.commit().await?)
}
