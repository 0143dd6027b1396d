//! Writing exports.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::csv::Writer;
use super::model::{ExportRequest, ExportScope};
use super::output::{self, Output};
use crate::access::Scope;
use crate::files::Stored;
use crate::http::error::Result;
use crate::jobs::{Job, JobContext, JobError, JobResult, Reason};
use crate::list::{AnyList, Cursor, MAX_TAKE};
use crate::words::language::Language;

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
        let mounted = app.lists.get(&*self.list).ok_or_else(|| {
            JobError::GiveUp(Reason::new(
                format!("il n’y a pas de liste {}", self.list),
                format!("there is no list {}", self.list),
            ))
        })?;
        // Whoever may read it no longer gets no file of it.
        let asker = (self.user, self.within);
        let may = |scope: &Scope| mounted.check(scope);
        let scope = context.asker(asker, may).await?;
        let stored = self.write(context, mounted.list, &scope).await?;
        Ok(output::announce(context, &scope.actor, stored).await?)
    }
}

impl Export {
    async fn write(
        &self,
        context: &JobContext,
        list: &dyn AnyList,
        scope: &Scope,
    ) -> Result<Stored, JobError> {
        let app = &context.app;
        let name = format!("{}-{}.csv", self.list, app.now().format("%Y-%m-%d-%H%M"));
        output::write(app, self.user, (self.id, name), async |out| {
            self.write_rows(context, list, scope, out).await
        })
        .await
    }

    async fn write_rows(
        &self,
        context: &JobContext,
        list: &dyn AnyList,
        scope: &Scope,
        out: &mut Output,
    ) -> JobResult {
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
        let mut done = 0;
        loop {
            let (count, next) = list
                .write_page(app, scope, cursor.clone(), &added, &mut rows)
                .await?;
            let bytes = rows.take().map_err(JobError::Retry)?;
            out.write(&bytes).await?;
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
        Ok(())
    }
}
