//! Pasted orders are made, one after the other.

use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, Postgres, Transaction};
use utoipa::ToSchema;
use uuid::Uuid;

use super::super::jobs::hand_over;
use super::super::routes::WRITE;
use super::super::sql as manual;
use super::model::PastedRow;
use super::sql;
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Error, Issue, Result};
use crate::jobs::{self, Each, Job, JobContext, JobResult};
use crate::orders::ORDER;
use crate::records::audit::Author;
use crate::records::live::{self, Signal};
use crate::records::visible::Visible;
use crate::shipping::Reader;
use crate::stores::StoreName;
use crate::words::language::Language;

/// What came of a paste so far, as an import tells it: the result of its job.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PastedOrdersResult)]
pub struct Outcome {
    /// Orders that were made and handed over.
    pub created: usize,
    /// Never any.
    pub updated: usize,
    /// Never any.
    pub unchanged: usize,
    pub failed: Vec<Failed>,
    pub failed_count: usize,
}

/// A row of which no order came.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = PastedOrderFailure)]
pub struct Failed {
    pub line: u32,
    /// The order's reference.
    pub label: String,
    /// Why, in the asker's language.
    pub message: String,
}

/// Makes each row's order and asks for it to be handed over ([`jobs::each`]).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PasteOrders {
    /// The paste's.
    pub id: Uuid,
    pub user: Uuid,
    /// The organization whose area they asked in.
    pub within: Option<Uuid>,
    pub store: Uuid,
    pub is_free: bool,
    pub rows: Vec<PastedRow>,
    pub language: Language,
}

impl Job for PasteOrders {
    const NAME: &'static str = "orders.paste";

    fn consumer(&self) -> String {
        "orders".into()
    }

    fn identifier(&self) -> String {
        self.id.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        // Whoever may no longer do it does it no longer.
        let asker = (self.user, self.within);
        let may = |scope: &Scope| WRITE.check(Some(scope));
        let scope = context.asker(asker, may).await?;
        jobs::each(context, &scope, self, &self.rows).await
    }
}

impl Each for PasteOrders {
    type Item = PastedRow;
    type Outcome = Outcome;

    async fn one(
        &self,
        app: &App,
        scope: &Scope,
        row: &PastedRow,
    ) -> Result<Transaction<'static, Postgres>> {
        let mut tx = app.begin().await?;
        self.make(app, &mut tx, scope, row).await?;
        live::notify(&mut tx, &Signal::changed(&ORDER)).await?;
        Ok(tx)
    }

    fn done(outcome: &mut Outcome) {
        outcome.created += 1;
    }

    async fn refused(
        &self,
        _: &mut PgConnection,
        _: &Scope,
        row: &PastedRow,
        error: Error,
        outcome: &mut Outcome,
    ) -> Result<()> {
        outcome.failed_count += 1;
        outcome.failed.push(Failed {
            line: row.line,
            label: row.reference.clone(),
            message: words(&error, self.language),
        });
        Ok(())
    }
}

impl PasteOrders {
    async fn make(
        &self,
        app: &App,
        db: &mut PgConnection,
        scope: &Scope,
        row: &PastedRow,
    ) -> Result<()> {
        let store = Visible::<StoreName>::find(&mut *db, scope, self.store).await?;
        let rows = std::slice::from_ref(row);
        let known = sql::known(&mut *db, (self.store, self.is_free), rows).await?;
        let mut order = known.read(row).map_err(Error::Invalid)?;
        let reader = Reader {
            scope,
            language: self.language,
        };
        let way = sql::way(&mut *db, reader, &store, &order, app.now()).await?;
        let way = way.ok_or(Error::field("shippingAddress.country", "option"))?;
        order.carrier_id = way.carrier;
        let id = manual::add(&mut *db, scope, &order, app.now()).await?;
        hand_over(db, &Author::from(scope), id, self.store).await?;
        Ok(())
    }
}

/// Why an order was not made: what is wrong with it, where that is known.
fn words(error: &Error, language: Language) -> String {
    match error {
        Error::Invalid(issues) => {
            let words: Vec<String> = issues
                .iter()
                .map(|issue: &Issue| issue.words(language))
                .collect();
            words.join(" ")
        }
        error => error.message(language),
    }
}
