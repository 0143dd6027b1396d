//! Writing the journal.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::entries::{HEADINGS, rows};
use super::routes::READ;
use super::sql;
use crate::access::Scope;
use crate::finance::company;
use crate::http::error::Error;
use crate::jobs::{Job, JobContext, JobError, JobResult};
use crate::list::exports::{Writer, output};
use crate::words::language::Language;

/// Pieces that are in memory at a time.
const PAGE: i64 = 500;

/// Writes a year's journal for whoever asked.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct WriteJournal {
    /// Tells it from others.
    pub id: Uuid,
    pub user: Uuid,
    pub year: i32,
    pub language: Language,
}

impl Job for WriteJournal {
    const NAME: &'static str = "finance.journal";
    const ATTEMPTS: i16 = 4;

    fn consumer(&self) -> String {
        "finance".into()
    }

    fn identifier(&self) -> String {
        self.id.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let asker = (self.user, None);
        let may = |scope: &Scope| READ.check(Some(scope));
        let scope = context.asker(asker, may).await?;
        let day = |month, day| NaiveDate::from_ymd_opt(self.year, month, day);
        let (Some(first), Some(last)) = (day(1, 1), day(12, 31)) else {
            return Err(Error::field("year", "date").into());
        };
        let mut db = app.db.acquire().await?;
        let accounts = company::accounts(&mut db).await.map_err(JobError::from)?;
        let siren = company::of(&mut db, &scope).await.map_err(JobError::from)?;
        let siren = siren.into_inner().seller.siren;
        let name = format!("{siren}FEC{}1231.csv", self.year);
        let stored = output::write(app, self.user, (self.id, name), async |out| {
            let headings = HEADINGS.map(str::to_owned);
            // As French law has it: semicolons and decimal commas, whoever asks.
            let mut csv = Writer::new(&headings, Language::Fr).map_err(JobError::Retry)?;
            let (mut after, mut number) = (String::new(), 0);
            loop {
                let pieces = sql::pieces(&mut db, &scope, (first, last), &after, PAGE).await?;
                for piece in &pieces {
                    number += 1;
                    for row in rows(piece, number, &accounts) {
                        csv.write(&row).map_err(JobError::Retry)?;
                    }
                }
                out.write(&csv.take().map_err(JobError::Retry)?).await?;
                let done = i64::try_from(number).unwrap_or(i64::MAX);
                context.progress(done, None, None).await?;
                match pieces.last() {
                    Some(last) => after.clone_from(&last.number),
                    None => return Ok(()),
                }
            }
        });
        Ok(output::announce(context, &scope.actor, stored.await?).await?)
    }
}
