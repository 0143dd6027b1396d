//! The audit as a file.

use futures::{StreamExt, TryStreamExt};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::routes::{ExportInput, READ};
use super::span::Span;
use super::sql;
use crate::access::Scope;
use crate::http::error::Error;
use crate::jobs::{Job, JobContext, JobError, JobResult};
use crate::list::exports::output;
use crate::list::exports::{Cell, Writer};
use crate::words::language::Language;

/// Rows that are in memory at a time.
const CHUNK: usize = 2_000;

/// Writes the audit of some days for whoever asked.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct WriteAudit {
    /// Tells it from others.
    pub id: Uuid,
    pub user: Uuid,
    /// The organization in whose area they asked.
    pub within: Option<Uuid>,
    pub language: Language,
    pub input: ExportInput,
}

impl Job for WriteAudit {
    const NAME: &'static str = "analytics.export-audit";
    const ATTEMPTS: i16 = 4;

    fn consumer(&self) -> String {
        "analytics".into()
    }

    fn identifier(&self) -> String {
        self.id.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let asker = (self.user, self.within);
        let may = |scope: &Scope| READ.check(Some(scope));
        let scope = context.asker(asker, may).await?;
        let ExportInput {
            start_at,
            end_at,
            organization_id,
            store_id,
            basis,
        } = self.input;
        let span = Span::new(start_at, end_at).map_err(JobError::from)?;
        let mut tx = app.begin().await?;
        // All pages are of one moment.
        sqlx::query("set transaction isolation level repeatable read, read only")
            .execute(&mut *tx)
            .await?;
        let stores = sql::stores(&mut tx, &scope, organization_id, store_id).await?;
        let name = format!("audit-{start_at}-{end_at}.csv");
        let stored = output::write(app, self.user, (self.id, name), async |out| {
            let headings = self.language.pick(
                [
                    "Code-barres",
                    "Pays",
                    "Quantité",
                    "SKU",
                    "Produit",
                    "Ventes HT",
                    "Ventes TTC",
                ],
                [
                    "Barcode",
                    "Country",
                    "Quantity",
                    "SKU",
                    "Product",
                    "Sales excl. VAT",
                    "Sales incl. VAT",
                ],
            );
            let headings = headings.map(str::to_owned);
            let mut csv = Writer::new(&headings, self.language).map_err(JobError::Retry)?;
            let mut done = 0;
            // Summed once, however many there are.
            let mut chunks = sql::audit(&mut *tx, (span, basis), &stores, None).try_chunks(CHUNK);
            while let Some(rows) = chunks.next().await {
                let rows = rows.map_err(|stopped| Error::from(stopped.1))?;
                for row in &rows {
                    let cells = [
                        Cell::text(&row.barcode),
                        Cell::text(&row.country_code),
                        Cell::Count(row.quantity),
                        Cell::text(&row.sku),
                        Cell::text(&row.product),
                        Cell::Number(row.price_ex_vat.round_dp(2)),
                        Cell::Number(row.price.round_dp(2)),
                    ];
                    csv.write(&cells).map_err(JobError::Retry)?;
                }
                out.write(&csv.take().map_err(JobError::Retry)?).await?;
                done += i64::try_from(rows.len()).unwrap_or_default();
                context.progress(done, None, None).await?;
            }
            Ok(())
        });
        Ok(output::announce(context, &scope.actor, stored.await?).await?)
    }
}
