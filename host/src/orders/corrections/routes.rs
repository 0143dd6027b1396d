//! Calls that put an order right.

use axum::extract::State;
use comptoir_sandbox::Correction;
use comptoir_sandbox::commerce::Changes;
use comptoir_sandbox::fulfilment::OrderCorrection;
use sqlx::{PgConnection, Postgres, Transaction};
use uuid::Uuid;

use super::ask;
use super::model::{OrderArticles, stands_still};
use super::sql::{self, Locked};
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Conflict, Error, ErrorBody, Result};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::orders::manual::{self, OrderRecipient, PushState, WRITE};
use crate::orders::{self, ORDER, OrderDetail};
use crate::providers::sync;
use crate::records::audit::{self, Author, Change, Entry};
use crate::records::edition::{Edition, EditionHeader};
use crate::records::live::{self, Signal};

/// It is not ready there, is being prepared, or has left.
pub(super) static AS_IT_STANDS: Conflict = Conflict::new(
    "OrderStatus",
    "Dans son état actuel, le prestataire ne laisse plus corriger cette commande.",
    "As it stands, the provider does not let this order be corrected.",
);

pub fn routes() -> Routes {
    Routes::new()
        .add(WRITE, routes!(correct_address))
        .add(WRITE, routes!(correct_articles))
}

/// What is to be put right.
#[derive(Debug)]
enum Right {
    Address(Box<OrderRecipient>),
    Articles(OrderArticles),
}

/// Puts right to whom an order goes and where, within its country. Before the provider has it, what is sent is what is kept:
/// while a try to hand it over is under way, or may have arrived, nothing changes. One that stands still at its provider is put
/// right there; what the provider then says of it is kept. A field that the provider does not take is named.
#[utoipa::path(put, path = "/order/{id}/address", tag = "orders", operation_id = "correctOrderAddress",
    params(("id" = Uuid, Path), EditionHeader), request_body = OrderRecipient,
    responses((status = 200, body = Data<OrderDetail>), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "NotFoundResourceException: the order; \
            NotFoundConnectorException: its connection has ended"),
        (status = 409, body = ErrorBody, description = "ConflictOrderStatusException: it is too late, or a provider may \
            have it; ConflictOrderProviderException: its provider does not do that; ConflictEditException: it was changed \
            meanwhile"),
        (status = 503, body = ErrorBody, description = "The provider, or the plugin, cannot do it now"),
        (status = 504, body = ErrorBody, description = "The plugin took too long")))]
async fn correct_address(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    Body(recipient): Body<OrderRecipient>,
) -> Result<Data<OrderDetail>> {
    let data = correct(
        &app,
        &scope,
        edition,
        id,
        Right::Address(Box::new(recipient)),
    )
    .await?;
    Ok(Data { data })
}

/// Puts right the articles of an order: another one instead of a missing one, more or fewer of one. When and how as with its
/// address. What was quoted for its way stays, and so does what was paid: of an order that a shop sold or that was made here,
/// the provider's `ships` then differ from its lines. What the company buys keeps its articles until a provider has it.
#[utoipa::path(put, path = "/order/{id}/articles", tag = "orders", operation_id = "correctOrderArticles",
    params(("id" = Uuid, Path), EditionHeader), request_body = OrderArticles,
    responses((status = 200, body = Data<OrderDetail>), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "NotFoundResourceException: the order; \
            NotFoundConnectorException: its connection has ended"),
        (status = 409, body = ErrorBody, description = "ConflictOrderStatusException: it is too late, or a provider may \
            have it; ConflictOrderProviderException: its provider does not do that; ConflictEditException: it was changed \
            meanwhile"),
        (status = 503, body = ErrorBody, description = "The provider, or the plugin, cannot do it now"),
        (status = 504, body = ErrorBody, description = "The plugin took too long")))]
async fn correct_articles(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    Body(articles): Body<OrderArticles>,
) -> Result<Data<OrderDetail>> {
    let data = correct(&app, &scope, edition, id, Right::Articles(articles)).await?;
    Ok(Data { data })
}

async fn correct(
    app: &App,
    scope: &Scope,
    edition: Edition,
    id: Uuid,
    right: Right,
) -> Result<OrderDetail> {
    let mut tx = app.begin().await?;
    let locked = sql::lock(&mut tx, scope, id).await?;
    match locked.push {
        Some(push) if push.state != PushState::Pushed => {
            manual::check_open(push.state, locked.status, push.tries)?;
            edition
                .check(&mut tx, &ORDER, id, locked.updated_at)
                .await?;
            let changes = right.keep(app, &mut tx, &locked).await?;
            finish(app, tx, scope, id, changes).await
        }
        _ => {
            if !stands_still(locked.status, locked.shipped_at) {
                return Err(Error::Conflict(&AS_IT_STANDS));
            }
            edition
                .check(&mut tx, &ORDER, id, locked.updated_at)
                .await?;
            at_provider(app, tx, scope, locked, right).await
        }
    }
}

/// Has the provider put it right. Whoever read the order before that is told from now on that it was changed: two at once are
/// never both sent.
async fn at_provider(
    app: &App,
    mut tx: Transaction<'static, Postgres>,
    scope: &Scope,
    locked: Locked,
    right: Right,
) -> Result<OrderDetail> {
    let Some(provider_id) = locked.provider_id.clone() else {
        return Err(Error::Conflict(&AS_IT_STANDS));
    };
    let (correction, changes) = right.asked(&mut tx, &locked).await?;
    if changes.is_empty() {
        return finish(app, tx, scope, locked.id, changes).await;
    }
    let claimed = sql::claim(&mut tx, &locked, app.now(), right.part()).await?;
    tx.commit().await?;
    let asked = ask::correct(app, locked.connector, right.part(), provider_id, correction);
    match asked.await {
        Ok((connector, order)) => {
            let answer = Changes {
                orders: vec![order],
                order_states: Vec::new(),
                products: Vec::new(),
                products_gone: Vec::new(),
                inventories: Vec::new(),
                tickets: Vec::new(),
                pull: Vec::new(),
            };
            let mut tx = app.begin().await?;
            sync::take_changes(app, &mut tx, &Author::from(scope), &connector, answer).await?;
            finish(app, tx, scope, locked.id, changes).await
        }
        Err(error) => {
            let mut db = app.db.acquire().await?;
            sql::release(&mut db, &locked, claimed).await?;
            Err(error)
        }
    }
}

/// Tells the history, and shows the order as it is then.
async fn finish(
    app: &App,
    mut tx: Transaction<'static, Postgres>,
    scope: &Scope,
    id: Uuid,
    changes: Vec<Change>,
) -> Result<OrderDetail> {
    if !changes.is_empty() {
        let entry = Entry {
            kind: &ORDER,
            id,
            action: "update",
            changes,
        };
        audit::record(&mut tx, &Author::from(scope), &[entry]).await?;
        live::notify(&mut tx, &Signal::changed(&ORDER)).await?;
    }
    let order = orders::shown(app, &mut tx, scope, id).await?;
    tx.commit().await?;
    Ok(order)
}

impl Right {
    const fn part(&self) -> Correction {
        match self {
            Self::Address(_) => Correction::Address,
            Self::Articles(_) => Correction::Articles,
        }
    }

    /// Puts it right here. Gives what the history tells.
    async fn keep(&self, app: &App, db: &mut PgConnection, locked: &Locked) -> Result<Vec<Change>> {
        match self {
            Self::Address(recipient) => {
                let (to, changes) = sql::recipient(locked, recipient)?;
                if !changes.is_empty() {
                    sql::keep_recipient(db, locked, to, app.now()).await?;
                }
                Ok(changes)
            }
            Self::Articles(articles) => {
                if locked.push.is_some_and(|push| push.is_company_purchase) {
                    return Err(Error::field("articles", "fixed"));
                }
                let changes = sql::articles(&mut *db, locked, articles).await?;
                if !changes.is_empty() {
                    sql::keep_articles(db, locked, articles, app.now()).await?;
                }
                Ok(changes)
            }
        }
    }

    /// What the provider is asked for, and what the history then tells; nothing: the order is that already.
    async fn asked(
        &self,
        db: &mut PgConnection,
        locked: &Locked,
    ) -> Result<(OrderCorrection, Vec<Change>)> {
        match self {
            Self::Address(recipient) => {
                let (to, changes) = sql::recipient(locked, recipient)?;
                let correction = OrderCorrection {
                    shipping_address: Some(manual::address(to.address)),
                    lines: None,
                };
                Ok((correction, changes))
            }
            Self::Articles(articles) => {
                let correction = OrderCorrection {
                    shipping_address: None,
                    lines: Some(articles.lines()),
                };
                Ok((correction, sql::articles(db, locked, articles).await?))
            }
        }
    }
}
