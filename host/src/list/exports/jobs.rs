//! Writing exports.

use chrono::TimeDelta;
use object_store::buffered::BufWriter;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;
use uuid::Uuid;

use super::csv::Writer;
use super::mail::ExportReady;
use super::model::{ExportRequest, ExportScope};
use crate::access::{self, Actor, Scope};
use crate::files::{self, Stored};
use crate::http::error::Result;
use crate::jobs::{self, Job, JobContext, JobError, JobFile, JobResult};
use crate::list::{AnyList, Cursor, MAX_TAKE};
use crate::mail;
use crate::words::language::Language;

/// How long an export can be downloaded.
const KEPT: TimeDelta = TimeDelta::days(7);

/// Writes a list, as its reader may see it when the job runs, into a file of theirs.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Export {
    pub list: String,
    pub user: Uuid,
    /// The organization whose area they asked in.
    #[serde(default)]
    pub within: Option<Uuid>,
    pub request: ExportRequest,
    pub language: Language,
    /// Tells this export from another of the same list.
    pub id: Uuid,
}

impl Export {
    pub fn new(list: &str, scope: &Scope, request: ExportRequest, language: Language) -> Self {
        Self {
            list: list.to_owned(),
            user: scope.actor.id,
            within: scope.within,
            request,
            language,
            id: Uuid::now_v7(),
        }
    }
}

impl Job for Export {
    const NAME: &'static str = "lists.export";
    const ATTEMPTS: i16 = 4;

    fn consumer(&self) -> String {
        self.list.clone()
    }

    fn identifier(&self) -> String {
        self.id.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let mounted = app
            .lists
            .get(&*self.list)
            .ok_or_else(|| JobError::GiveUp(format!("there is no list {}", self.list)))?;
        let scope = access::scope_of(&app.db, self.user, self.within)
            .await?
            .ok_or_else(|| JobError::GiveUp("whoever asked for it is gone".into()))?;
        // Whoever may read it no longer gets no file of it.
        mounted
            .check(&scope)
            .map_err(|error| JobError::GiveUp(error.to_string()))?;
        let stored = self.write(context, mounted.list, &scope).await?;
        self.announce(context, &scope.actor, stored).await?;
        Ok(())
    }
}

impl Export {
    /// Writes the file. Its name in the store is the job's own, so that a second try takes the place of the first.
    async fn write(
        &self,
        context: &JobContext,
        list: &dyn AnyList,
        scope: &Scope,
    ) -> Result<Stored, JobError> {
        let app = &context.app;
        let path = format!("exports/{}/{}.csv", self.user.simple(), self.id.simple());
        let mut out = app.files.writer(&path);
        match self.write_rows(context, list, scope, &mut out).await {
            Ok((size, sha256)) => Ok(Stored {
                name: format!("{}-{}.csv", self.list, app.now().format("%Y-%m-%d-%H%M")),
                path,
                media_type: "text/csv",
                size,
                sha256,
            }),
            Err(error) => {
                if let Err(cause) = out.abort().await {
                    tracing::debug!(%cause, "nothing to abort");
                }
                Err(error)
            }
        }
    }

    async fn write_rows(
        &self,
        context: &JobContext,
        list: &dyn AnyList,
        scope: &Scope,
        out: &mut BufWriter,
    ) -> Result<(i64, Vec<u8>), JobError> {
        let app = &context.app;
        let added = list.added(app, scope);
        let headings = list.headings(scope, &added, self.language);
        let mut rows = Writer::new(&headings, self.language).map_err(JobError::Retry)?;
        let mut cursor = self.request.cursor()?;
        let one_page = self.request.scope == ExportScope::Page;
        let total = match one_page {
            true => None,
            false => Some(i64::from(list.count(app, scope, cursor.clone()).await?)),
        };
        if !one_page {
            cursor.take = MAX_TAKE;
        }
        let (mut hash, mut size, mut done) = (Sha256::new(), 0, 0);
        loop {
            let (count, next) = list
                .write_page(app, scope, cursor.clone(), &added, &mut rows)
                .await?;
            let bytes = rows.take().map_err(JobError::Retry)?;
            hash.update(&bytes);
            size += i64::try_from(bytes.len()).unwrap_or_default();
            let written = out.write_all(&bytes).await;
            written.map_err(|error| JobError::Retry(error.into()))?;
            done += i64::try_from(count).unwrap_or_default();
            context
                .progress(done, total, Some(self.list.clone()))
                .await?;
            match next {
                Some(next) if !one_page => {
                    let ids = cursor.ids.take();
                    cursor = Cursor {
                        ids,
                        ..Cursor::decode(&next)?
                    };
                }
                _ => break,
            }
        }
        out.shutdown()
            .await
            .map_err(|error| JobError::Retry(error.into()))?;
        Ok((size, hash.finalize().to_vec()))
    }

    /// The file's record, and what leads to it: the job's own record and a mail.
    async fn announce(&self, context: &JobContext, reader: &Actor, stored: Stored) -> Result<()> {
        let app = &context.app;
        let mut tx = app.begin().await?;
        let email = sqlx::query_scalar!("select email from users where id = $1", self.user)
            .fetch_one(&mut *tx)
            .await?;
        let file = files::add_for(&mut *tx, self.user, &stored, "export", app.now() + KEPT).await?;
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
        tx.commit().await?;
        Ok(())
    }
}
