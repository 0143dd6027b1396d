//! All drafts of a month: each owner of each store that lacks an invoice gets the one that is proposed with the sales that the
//! store's shop tells. What cannot be made so waits for a person.

use chrono::{Months, NaiveDate};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::model::{Figures, InvoiceInput, InvoiceName, MissingOwner, PrepareInput, Prepared};
use super::reports::{self, SalesReport};
use super::routes::{MOST_MISSING, PREPARE};
use super::{sql, work};
use crate::access::Scope;
use crate::http::error::{Error, Resource, Result};
use crate::jobs::{self, Job, JobContext, JobError, JobResult};
use crate::list::start_of_day;
use crate::records::visible::Visible;
use crate::stores::StoreName;
use crate::words::codes::codes;
use crate::words::language::Language;

/// The month that a day is of: its first day and its last.
pub fn month_of(day: NaiveDate) -> (NaiveDate, NaiveDate) {
    let first = chrono::Datelike::with_day(&day, 1).unwrap_or(day);
    let next = first + Months::new(1);
    (first, next.pred_opt().unwrap_or(next))
}

codes! {
    /// Why no draft was made.
    WaitingReason schema(rename_all = "SCREAMING_SNAKE_CASE") {
        /// The store has no shop that could tell its sales: a file is needed.
        NoShop = "NO_SHOP",
        /// The shop does not tell them.
        Shop = "SHOP",
        /// It tells none of the month.
        NoSales = "NO_SALES",
        /// Nothing is to be invoiced.
        Nothing = "NOTHING",
        /// The proposal cannot be kept as it is.
        Refused = "REFUSED",
    }
}

/// Which month.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = InvoiceMonthInput)]
pub struct MonthInput {
    /// A day of it.
    pub date: NaiveDate,
}

/// What has come of it so far: the result of its job.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[schema(as = PreparedMonth)]
pub struct Outcome {
    pub drafts: Vec<MonthDraft>,
    pub waiting: Vec<MonthWaiting>,
}

/// A draft that was made.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthDraft {
    pub invoice: InvoiceName,
    pub store: StoreName,
    pub organization: MissingOwner,
    /// What is odd about its sales, one a month; it is looked at before it is issued.
    pub warnings: usize,
}

/// A store and an owner that a person has to make an invoice for.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthWaiting {
    pub store: StoreName,
    pub organization: MissingOwner,
    pub reason: WaitingReason,
    /// What the shop or the portal said, in the asker's language; empty where the reason says it all.
    pub message: String,
}

/// The work. One of a month and a person goes on at a time; what somebody else makes meanwhile is not made twice.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PrepareMonth {
    /// A day of it.
    pub month: NaiveDate,
    pub user: Uuid,
    pub language: Language,
}

impl Job for PrepareMonth {
    const NAME: &'static str = "finance.prepare-month";

    fn consumer(&self) -> String {
        "finance".into()
    }

    fn identifier(&self) -> String {
        format!("{}-{}", self.month.format("%Y-%m"), self.user.simple())
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let asker = (self.user, None);
        let may = |scope: &Scope| PREPARE.check(Some(scope));
        let scope = context.asker(asker, may).await?;
        let (first, last) = month_of(self.month);
        let moments = (start_of_day(first), start_of_day(first + Months::new(1)));
        let missing = {
            let mut db = app.db.acquire().await?;
            sql::missing(&mut db, &scope, (first, last), moments, MOST_MISSING).await?
        };
        // What was made before is not missing any more; what waits is known.
        let mut outcome: Outcome = context.checkpoint().await?.unwrap_or_default();
        let known: Vec<Uuid> = outcome.waiting.iter().map(|row| row.store.id).collect();
        let missing: Vec<_> = missing
            .into_iter()
            .filter(|row| !known.contains(&row.store.id))
            .collect();
        let total = i64::try_from(missing.len()).ok();
        for (at, row) in missing.into_iter().enumerate() {
            let done = i64::try_from(at).unwrap_or(i64::MAX);
            context
                .progress(done, total, Some(row.store.name.clone()))
                .await?;
            let store = row.store;
            let mut waiting = Vec::new();
            match self
                .report(context, &scope, store.id, (first, last))
                .await?
            {
                Err((reason, message)) => {
                    waiting.extend(
                        row.organizations
                            .into_iter()
                            .map(|organization| (organization, reason, message.clone())),
                    );
                }
                Ok(report) => {
                    for owner in row.organizations {
                        let asked = PrepareInput {
                            start_at: first,
                            end_at: last,
                            store_id: store.id,
                            organization_id: owner.id,
                            sales_report: report.months.clone(),
                            internal_shipping: None,
                        };
                        let mut tx = app.begin().await?;
                        sql::lock_owner(&mut tx, store.id, owner.id).await?;
                        match self.draft(&mut tx, context, &scope, &asked).await {
                            Ok(Draft::Created(invoice)) => {
                                outcome.drafts.push(MonthDraft {
                                    invoice,
                                    store: store.clone(),
                                    organization: owner,
                                    warnings: report.warnings.len(),
                                });
                                let kept = json!(outcome);
                                jobs::set_step(&mut tx, context.id, &kept, &kept).await?;
                                tx.commit().await?;
                            }
                            Ok(Draft::Overlapping) => {}
                            Ok(Draft::Nothing) => {
                                waiting.push((owner, WaitingReason::Nothing, String::new()));
                            }
                            Err(error) if error.status().is_client_error() => {
                                let text = error.message(self.language);
                                waiting.push((owner, WaitingReason::Refused, text));
                            }
                            Err(error) => return Err(error.into()),
                        }
                    }
                }
            }
            if !waiting.is_empty() {
                let waiting = waiting.into_iter();
                outcome
                    .waiting
                    .extend(waiting.map(|(organization, reason, message)| MonthWaiting {
                        store: store.clone(),
                        organization,
                        reason,
                        message,
                    }));
                let mut tx = app.begin().await?;
                let kept = json!(outcome);
                jobs::set_step(&mut tx, context.id, &kept, &kept).await?;
                tx.commit().await?;
            }
        }
        let mut tx = app.begin().await?;
        jobs::set_result(&mut tx, context.id, &json!(outcome), &[]).await?;
        Ok(tx.commit().await?)
    }
}

impl PrepareMonth {
    /// What the store's shop sold, or why nobody knows.
    async fn report(
        &self,
        context: &JobContext,
        scope: &Scope,
        store: Uuid,
        (first, last): (NaiveDate, NaiveDate),
    ) -> Result<Result<SalesReport, (WaitingReason, String)>, JobError> {
        let app = &context.app;
        let store = {
            let mut db = app.db.acquire().await?;
            Visible::<StoreName>::find(&mut db, scope, store).await?
        };
        Ok(match reports::asked(app, &store, (first, last)).await {
            Ok(report) if report.months.is_empty() => Err((WaitingReason::NoSales, String::new())),
            Ok(report) => Ok(report),
            Err(Error::NotFound(Resource::Connector)) => {
                Err((WaitingReason::NoShop, String::new()))
            }
            Err(error @ Error::Internal(_)) => return Err(error.into()),
            Err(error) => Err((WaitingReason::Shop, error.message(self.language))),
        })
    }

    /// The draft of what is proposed.
    async fn draft(
        &self,
        db: &mut PgConnection,
        context: &JobContext,
        scope: &Scope,
        asked: &PrepareInput,
    ) -> Result<Draft> {
        let now = context.app.now();
        let proposed = work::prepare(&mut *db, scope, asked, now).await?;
        if !proposed.overlapping.is_empty() {
            return Ok(Draft::Overlapping);
        }
        if proposed.commissions.is_empty() && proposed.fees.is_empty() {
            return Ok(Draft::Nothing);
        }
        let input = input(asked, proposed);
        input.check()?;
        let invoice = work::generate(db, scope, &input, now).await?;
        Ok(Draft::Created(InvoiceName {
            id: invoice.row.id,
            number: None,
            title: invoice.row.title,
            total_amount: invoice.row.total_amount,
        }))
    }
}

/// What became of a proposal.
enum Draft {
    Created(InvoiceName),
    /// Somebody made one since the month’s missing invoices were listed.
    Overlapping,
    /// Nothing is to be invoiced.
    Nothing,
}

/// A proposal as it stands.
fn input(asked: &PrepareInput, proposed: Prepared) -> InvoiceInput {
    InvoiceInput {
        start_at: asked.start_at,
        end_at: asked.end_at,
        store_id: asked.store_id,
        organization_id: asked.organization_id,
        title: proposed.title,
        deadline_at: proposed.deadline_at,
        vat: proposed.vat,
        special_mention: proposed.special_mention,
        internal_shipping: proposed.internal_shipping.amount,
        figures: Figures {
            organization_vat: proposed.organization_vat,
            organization_ownership: proposed.organization_ownership,
            sales_report: proposed.sales_report,
            commissions: proposed.commissions,
            fees: proposed.fees,
        },
    }
}
