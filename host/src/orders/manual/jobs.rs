//! Work on manual orders that is done later: handing them over.

use comptoir_sandbox::commerce::{Outcome, Pushed};
use comptoir_sandbox::types::ErrorKind;
use comptoir_sandbox::{Call, CallError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::adopt::arrived;
use super::draft;
use super::model::PushState;
use super::tries;
use crate::app::App;
use crate::http::error::Result;
use crate::jobs::{self, Job, JobContext, JobError, JobRecord, JobResult};
use crate::orders::ORDER;
use crate::orders::sync::Orders;
use crate::orders::{OrderStatus, sale};
use crate::providers::connectors::{self, Connector, ConnectorRole};
use crate::providers::partner;
use crate::providers::sync::{self, Synchronize};
use crate::records::audit::{self, Author, Change, Entry};
use crate::records::live::{self, Signal};

/// Hands an order over to its store's fulfilment provider. The order's id is its key there: from the second try on, what an
/// earlier one left is looked for before it is sent again.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PushOrder {
    pub order: Uuid,
    pub connector: Uuid,
    /// The plugin, for the job's record.
    pub plugin: String,
}

/// Asks for an order to be handed over, unless its store has no fulfilment provider: nothing changes then. Commits nothing
/// itself.
pub async fn hand_over(
    db: &mut PgConnection,
    author: &Author,
    order: Uuid,
    store: Uuid,
) -> Result<Option<JobRecord>> {
    let found = connectors::of_stores(&mut *db, &[store], ConnectorRole::Fulfillment).await?;
    let Some((connector, plugin)) = found.into_iter().next() else {
        return Ok(None);
    };
    let job = PushOrder {
        order,
        connector,
        plugin,
    };
    let record = jobs::enqueue(&mut *db, author, &job).await?;
    move_on(&mut *db, author, order, OrderStatus::Created, "").await?;
    tries::keep(db, order, PushState::Pending, "", Some(record.id)).await?;
    Ok(Some(record))
}

impl Job for PushOrder {
    const NAME: &'static str = "orders.push";

    fn consumer(&self) -> String {
        self.plugin.clone()
    }

    fn identifier(&self) -> String {
        self.order.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let Err(error) = self.push(context).await else {
            return Ok(());
        };
        let state = match &error {
            JobError::Retry(_) | JobError::RetryAfter(..) if context.left > 0 => PushState::Pending,
            _ => PushState::Failed,
        };
        self.failed(app, state, &error.reason().english, context.id)
            .await?;
        Err(error)
    }
}

impl PushOrder {
    async fn push(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let mut db = app.db.acquire().await?;
        // None: a pull brought it meanwhile, or it was cancelled.
        if draft::find(&mut db, self.order).await?.is_none() {
            return Ok(());
        }
        let (connector, plugin) = partner(app, self.connector).await?;
        let attempt = tries::begin(&mut db, self.order, &connector, app.now()).await?;
        // From here on nobody corrects or cancels it: what is sent is what is kept.
        let Some(draft) = draft::find(&mut db, self.order).await? else {
            tries::forget_first(&mut db, self.order).await?;
            return Ok(());
        };
        drop(db);
        let call = Call::job(connector.for_plugin());
        let outcomes = plugin.push_orders(call, vec![attempt.of(draft)]).await?;
        match outcomes.into_iter().next() {
            Some(Outcome::Done(pushed)) => Ok(self.done(context, &connector, &pushed).await?),
            Some(Outcome::Failed(error)) => {
                if left_nothing(&error.kind) {
                    let mut db = app.db.acquire().await?;
                    tries::forget_first(&mut db, self.order).await?;
                }
                Err(CallError::Refused(error).into())
            }
            None => Err(JobError::Retry(anyhow::anyhow!(
                "the plugin told no outcome"
            ))),
        }
    }

    /// The provider has it: its id and what the job brought are kept together. What it says of it comes with its own pull.
    async fn done(
        &self,
        context: &JobContext,
        connector: &Connector,
        pushed: &Pushed,
    ) -> Result<()> {
        let mut tx = context.app.begin().await?;
        sale::lock(&mut tx, connector).await?;
        let now = context.app.now();
        let (orders, ids) = ([self.order], [pushed.id.clone()]);
        arrived(&mut tx, connector, &orders, &ids, now).await?;
        let brought = json!({ "providerId": pushed.id });
        jobs::set_result(&mut tx, context.id, &brought, &[]).await?;
        let pull = Synchronize::<Orders>::of(connector.id, connector.plugin.clone());
        jobs::enqueue(&mut tx, &sync::author(connector), &pull).await?;
        live::notify(&mut tx, &Signal::changed(&ORDER)).await?;
        Ok(tx.commit().await?)
    }

    /// It is not there, or nobody knows: why is shown, and when nothing more is tried the order asks for a person.
    async fn failed(&self, app: &App, state: PushState, problem: &str, job: Uuid) -> Result<()> {
        let author = Author::system(format!("plugin {}", self.plugin));
        let mut tx = app.begin().await?;
        if state == PushState::Failed {
            let status = OrderStatus::ActionRequired;
            move_on(&mut tx, &author, self.order, status, problem).await?;
        }
        tries::keep(&mut tx, self.order, state, problem, Some(job)).await?;
        live::notify(&mut tx, &Signal::changed(&ORDER)).await?;
        Ok(tx.commit().await?)
    }
}

/// Gives an order that has not arrived another status, and tells its history.
pub async fn move_on(
    db: &mut PgConnection,
    author: &Author,
    order: Uuid,
    status: OrderStatus,
    message: &str,
) -> Result<()> {
    let Some(was) = tries::move_to(&mut *db, order, status, message).await? else {
        return Ok(());
    };
    let change = |field: &str, before: Value, after: Value| Change {
        field: field.into(),
        before,
        after,
    };
    let mut changes = vec![change("status", json!(was), json!(status))];
    if !message.is_empty() {
        changes.push(change("statusMessage", json!(""), json!(message)));
    }
    let entry = Entry {
        kind: &ORDER,
        id: order,
        action: "update",
        changes,
    };
    Ok(audit::record(db, author, &[entry]).await?)
}

/// Whether the provider's answer says that it took nothing. A broken answer, or none, does not.
const fn left_nothing(kind: &ErrorKind) -> bool {
    !matches!(
        kind,
        ErrorKind::Internal | ErrorKind::Unavailable | ErrorKind::RateLimited(_)
    )
}
