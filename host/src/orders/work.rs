//! Something happens to many orders at once: they are sent again, cancelled, or a plugin does one of its actions with each. One
//! job ([`jobs::each`]).

use std::collections::HashSet;

use axum::http::StatusCode;
use comptoir_sandbox::Entity;
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, Postgres, Transaction};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use validator::Validate;

use super::list::ORDERS;
use super::manual;
use super::model::OrderDetail;
use super::routes::READ;
use super::sql;
use crate::access::{Access, Scope};
use crate::app::App;
use crate::http::error::{Conflict, Error, Resource, Result};
use crate::http::request::ids_of;
use crate::jobs::{self, Each, Job, JobContext, JobResult};
use crate::list::WORK;
use crate::plugins::{self, Performed};
use crate::records::live::{self, Signal};
use crate::records::visible::Visible;
use crate::words::codes::codes;
use crate::words::language::Language;
use crate::words::said::said;

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

/// Which orders work is to be offered of.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OfferQuery {
    /// These, with commas between them; at most a thousand.
    ids: Option<String>,
    /// Those that match the search and filters of a cursor of `GET /order`.
    cursor: Option<String>,
}

/// Work that can succeed with some of the orders.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderWorkOffer)]
pub struct Offer {
    pub action: OrderAction,
    /// Of a plugin's action: which.
    pub by: Option<OrderPluginAction>,
    /// With these.
    pub ids: Vec<Uuid>,
}

impl OfferQuery {
    /// What of all that the caller may have done can succeed, and with which of the orders.
    ///
    /// # Errors
    /// As for the work itself ([`crate::list::List::work`]).
    pub async fn offers(self, app: &App, scope: &Scope) -> Result<Vec<Offer>> {
        let ids = self.ids.map(|ids| ids_of(&ids, "ids", WORK));
        let cursor = self.cursor.as_deref();
        let ids = ORDERS
            .work(&app.db, scope, ids.transpose()?, cursor)
            .await?;
        let mut db = app.db.acquire().await?;
        let mut offers = Vec::new();
        if manual::WRITE.check(Some(scope)).is_ok() {
            let unsent = manual::unsent(&mut db, scope, &ids).await?;
            for (action, can) in [
                (
                    OrderAction::Push,
                    (|one| one.can_push) as fn(&manual::Unsent) -> bool,
                ),
                (OrderAction::Cancel, |one| one.is_open),
            ] {
                let ids = unsent.iter().filter(|one| can(one)).map(|one| one.id);
                offers.push(Offer {
                    action,
                    by: None,
                    ids: ids.collect(),
                });
            }
        }
        let theirs = plugins::bulk_offers(app, &mut db, scope, Entity::Order, &ids).await?;
        let waiting = match theirs.iter().any(|offer| offer.destructive) {
            true => sql::waiting(&mut db, scope, &ids).await?,
            false => HashSet::new(),
        };
        offers.extend(theirs.into_iter().map(|mut offer| {
            offer
                .ids
                .retain(|id| !offer.destructive || waiting.contains(id));
            Offer {
                action: OrderAction::Plugin,
                by: Some(OrderPluginAction {
                    plugin: offer.plugin,
                    name: offer.action,
                }),
                ids: offer.ids,
            }
        }));
        offers.retain(|offer| !offer.ids.is_empty());
        Ok(offers)
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
        // Whoever may no longer do it does it no longer.
        let asker = (self.user, self.within);
        let may = |scope: &Scope| self.action.access().check(Some(scope));
        let scope = context.asker(asker, may).await?;
        jobs::each(context, &scope, self, &self.ids).await
    }
}

impl Each for WorkOrders {
    type Item = Uuid;
    type Outcome = Outcome;

    async fn one(
        &self,
        app: &App,
        scope: &Scope,
        id: &Uuid,
    ) -> Result<Transaction<'static, Postgres>> {
        // The provider may take its time: nothing is held meanwhile.
        let performed = match &self.by {
            Some(by) => Some(self.ask(app, scope, by, *id).await?),
            None => None,
        };
        let mut tx = app.begin().await?;
        match performed {
            Some(performed) => performed.keep(app, &mut tx, scope).await?,
            None => self.act(&mut tx, scope, *id).await?,
        }
        live::notify(&mut tx, &Signal::changed(&super::ORDER)).await?;
        Ok(tx)
    }

    fn done(outcome: &mut Outcome) {
        outcome.done += 1;
    }

    async fn refused(
        &self,
        db: &mut PgConnection,
        scope: &Scope,
        id: &Uuid,
        error: Error,
        outcome: &mut Outcome,
    ) -> Result<()> {
        let reference = reference(db, scope, *id).await?;
        let (message, quoted) = match error {
            Error::Plugin { text, .. } => (said(&text, self.language).into_owned(), true),
            error => (error.message(self.language), false),
        };
        outcome.refused.push(Refused {
            id: *id,
            reference,
            message,
            quoted,
        });
        Ok(())
    }
}

impl WorkOrders {
    async fn act(&self, db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<()> {
        let done = match self.action {
            OrderAction::Push => manual::push_again(&mut *db, scope, id).await.map(drop),
            OrderAction::Cancel => manual::cancel_unsent(&mut *db, scope, id).await,
            OrderAction::Plugin => Err(Error::field("by", "required")),
        };
        match done {
            // One that was not made here came from its provider.
            Err(Error::NotFound(Resource::Other("Order")))
                if reference(db, scope, id).await?.is_some() =>
            {
                Err(Error::Conflict(&manual::HANDED_OVER))
            }
            done => done,
        }
    }

    /// What the plugin did with the order.
    async fn ask(
        &self,
        app: &App,
        scope: &Scope,
        by: &OrderPluginAction,
        id: Uuid,
    ) -> Result<Performed> {
        let action = (&*by.plugin, &*by.name);
        let mut performed = plugins::perform(app, scope, self.language, action, &[id]).await?;
        match performed.failed.pop() {
            Some(failed) => Err(Error::Plugin {
                plugin: by.plugin.clone(),
                status: StatusCode::BAD_GATEWAY,
                text: failed.message,
                retry_after: None,
            }),
            None if performed.skipped > 0 => Err(Error::Conflict(&ELSEWHERE)),
            None => Ok(performed),
        }
    }
}

async fn reference(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<String>> {
    let order = Visible::<OrderDetail>::seek(db, scope, id).await?;
    Ok(order.map(|order| order.order.reference.clone()))
}
