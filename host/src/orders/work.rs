//! Something happens to many orders at once: they are sent again, cancelled, or a plugin does one of its actions with each. One
//! job; each order in a transaction of its own that also keeps how far the work is, so that each has its turn once, whenever a
//! host dies.

use axum::http::StatusCode;
use comptoir_sandbox::Entity;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::manual;
use super::model::OrderDetail;
use super::routes::READ;
use crate::access::{self, Access, Scope};
use crate::app::App;
use crate::http::error::{Conflict, Error, Resource, Result};
use crate::jobs::{self, Job, JobContext, JobError, JobResult};
use crate::plugins::{self, Performed};
use crate::records::live::{self, Signal};
use crate::records::visible::Visible;
use crate::words::codes::codes;
use crate::words::language::Language;

/// As many orders as one work takes.
pub const MOST: usize = 1_000;

codes! {
    /// What happens to each.
    OrderAction schema(rename_all = "SCREAMING_SNAKE_CASE") {
        /// One that was made here and has not arrived at its provider is handed over again.
        Push = "PUSH",
        /// One that was made here and no provider has is cancelled.
        Cancel = "CANCEL",
        /// A plugin does one of its actions with it.
        Plugin = "PLUGIN",
    }
}

impl OrderAction {
    /// Who may; of a plugin's action its manifest says the rest.
    const fn access(self) -> Access {
        match self {
            Self::Push | Self::Cancel => manual::WRITE,
            Self::Plugin => READ,
        }
    }
}

/// An action that a plugin offers.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderPluginAction {
    /// The plugin's id.
    #[validate(length(min = 1, max = 100))]
    pub plugin: String,
    /// The action's.
    #[validate(length(min = 1, max = 100))]
    pub name: String,
}

/// Which orders, and what is to happen to them.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = OrderWorkInput)]
pub struct WorkInput {
    pub action: OrderAction,
    /// Of a plugin's action: which.
    #[validate(nested)]
    pub by: Option<OrderPluginAction>,
    /// These; at most a thousand.
    pub ids: Option<Vec<Uuid>>,
    /// Those that match the search and filters of a cursor of `GET /order`.
    pub cursor: Option<String>,
}

impl WorkInput {
    /// Whether the caller may have that done.
    ///
    /// # Errors
    /// Not found or forbidden; [`Error::Invalid`]: a plugin's action that is not named, or none of orders.
    pub fn check(&self, app: &App, scope: &Scope) -> Result<()> {
        self.action.access().check(Some(scope))?;
        match (self.action, &self.by) {
            (OrderAction::Plugin, Some(by)) => {
                plugins::check_bulk(app, scope, (&by.plugin, &by.name), Entity::Order)
            }
            (OrderAction::Plugin, None) => Err(Error::field("by", "required")),
            (_, Some(_)) => Err(Error::field("by", "unknown")),
            (_, None) => Ok(()),
        }
    }
}

/// What the work has brought so far: the result of its job.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[schema(as = OrderWorkResult)]
pub struct Outcome {
    /// Orders that it happened to.
    pub done: usize,
    /// Those that it did not happen to.
    pub refused: Vec<Refused>,
}

/// An order that something did not happen to, and why.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = RefusedOrder)]
pub struct Refused {
    pub id: Uuid,
    /// What it is called; null: it is gone.
    pub reference: Option<String>,
    /// Why, in the asker's language unless a plugin said it.
    pub message: String,
    /// Whether these are the plugin's own words.
    pub quoted: bool,
}

/// The plugin that shall do it has nothing to do with the order.
static ELSEWHERE: Conflict = Conflict::new(
    "OrderProvider",
    "Cette commande n’est pas chez ce prestataire.",
    "This order is not at this provider.",
);

/// The work.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct WorkOrders {
    /// Tells it from others.
    pub id: Uuid,
    pub user: Uuid,
    /// The organization whose area they asked in.
    pub within: Option<Uuid>,
    pub action: OrderAction,
    pub by: Option<OrderPluginAction>,
    pub ids: Vec<Uuid>,
    pub language: Language,
}

/// How far it is.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Step {
    next: usize,
    outcome: Outcome,
}

/// What was tried with one order.
enum Tried {
    Done,
    Refused { message: String, quoted: bool },
}

impl Job for WorkOrders {
    const NAME: &'static str = "orders.work";

    fn consumer(&self) -> String {
        let plugin = self.by.as_ref().map(|by| by.plugin.clone());
        plugin.unwrap_or_else(|| "orders".into())
    }

    fn identifier(&self) -> String {
        self.id.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let scope = access::scope_of(&app.db, self.user, self.within).await?;
        let scope = scope.ok_or_else(|| JobError::GiveUp("whoever asked for it is gone".into()))?;
        // Whoever may no longer do it does it no longer.
        let may = self.action.access().check(Some(&scope));
        may.map_err(|error| JobError::GiveUp(error.message(self.language)))?;
        let mut step: Step = context.checkpoint().await?.unwrap_or_default();
        let total = i64::try_from(self.ids.len()).ok();
        for id in self.ids.iter().skip(step.next) {
            step.next += 1;
            // The provider may take its time: nothing is held meanwhile.
            let performed = match &self.by {
                Some(by) => Some(self.ask(app, &scope, by, *id).await),
                None => None,
            };
            let mut tx = app.begin().await?;
            let tried = match performed {
                Some(Ok(performed)) => keep(app, &mut tx, &scope, performed, self.language).await,
                Some(Err(error)) => Err(error),
                None => self.one(&mut tx, &scope, *id).await,
            };
            let tried = match tried {
                Ok(tried) => tried,
                // What may go better later is tried again, and told once that was in vain.
                Err(error) if may_pass(&error) && context.left > 0 => {
                    return Err(error.into());
                }
                Err(error) => {
                    // What it did before it was refused is undone.
                    tx.rollback().await?;
                    tx = app.begin().await?;
                    Tried::Refused {
                        message: error.message(self.language),
                        quoted: false,
                    }
                }
            };
            match tried {
                Tried::Done => step.outcome.done += 1,
                Tried::Refused { message, quoted } => step.outcome.refused.push(Refused {
                    id: *id,
                    reference: reference(&mut tx, &scope, *id).await?,
                    message,
                    quoted,
                }),
            }
            jobs::set_step(&mut tx, context.id, &json!(step.outcome), &json!(step)).await?;
            live::notify(&mut tx, &Signal::changed(&super::ORDER)).await?;
            tx.commit().await?;
            let done = i64::try_from(step.next).unwrap_or(i64::MAX);
            context.progress(done, total, None).await?;
        }
        let mut tx = app.begin().await?;
        jobs::set_result(&mut tx, context.id, &json!(step.outcome), &[]).await?;
        Ok(tx.commit().await?)
    }
}

impl WorkOrders {
    async fn one(&self, db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Tried> {
        let done = match self.action {
            OrderAction::Push => manual::push_again(&mut *db, scope, id).await.map(drop),
            OrderAction::Cancel => manual::cancel_unsent(&mut *db, scope, id).await,
            OrderAction::Plugin => Err(Error::field("by", "required")),
        };
        match done {
            Ok(()) => Ok(Tried::Done),
            // One that was not made here came from its provider.
            Err(Error::NotFound(Resource::Other("Order")))
                if reference(db, scope, id).await?.is_some() =>
            {
                Err(Error::Conflict(&manual::HANDED_OVER))
            }
            Err(error) => Err(error),
        }
    }

    async fn ask(
        &self,
        app: &App,
        scope: &Scope,
        by: &OrderPluginAction,
        id: Uuid,
    ) -> Result<Performed> {
        plugins::perform(app, scope, self.language, (&by.plugin, &by.name), &[id]).await
    }
}

/// Whether it may go better later: the provider takes its time, or the fault is ours.
fn may_pass(error: &Error) -> bool {
    matches!(
        error.status(),
        StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT
            | StatusCode::INTERNAL_SERVER_ERROR
    )
}

/// Keeps what a plugin did with an order, or tells why it did not.
async fn keep(
    app: &App,
    db: &mut PgConnection,
    scope: &Scope,
    performed: Performed,
    language: Language,
) -> Result<Tried> {
    if let Some(failed) = performed.failed.first() {
        return Ok(Tried::Refused {
            message: failed.message.clone(),
            quoted: true,
        });
    }
    if performed.skipped > 0 {
        return Ok(Tried::Refused {
            message: Error::Conflict(&ELSEWHERE).message(language),
            quoted: false,
        });
    }
    performed.keep(app, db, scope).await?;
    Ok(Tried::Done)
}

async fn reference(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<String>> {
    let order = Visible::<OrderDetail>::seek(db, scope, id).await?;
    Ok(order.map(|order| order.order.reference.clone()))
}
