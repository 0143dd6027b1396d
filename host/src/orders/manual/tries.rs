//! How the hand-over of a manual order goes: when a try begins, what came of it.

use chrono::{DateTime, SecondsFormat, Utc};
use comptoir_sandbox::fulfilment::OrderDraft;
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::PushState;
use crate::http::error::Result;
use crate::jobs::{JobError, Reason};
use crate::orders::OrderStatus;
use crate::providers::connectors::Connector;

/// A try to hand an order over that has begun.
#[derive(Debug)]
pub struct Try {
    /// 1: nothing can be there yet.
    pub number: i32,
    pub began_first: DateTime<Utc>,
}

impl Try {
    /// The order as this try hands it over.
    pub fn of(&self, draft: OrderDraft) -> OrderDraft {
        OrderDraft {
            attempt: u32::try_from(self.number).unwrap_or(u32::MAX),
            first_tried_at: self
                .began_first
                .to_rfc3339_opts(SecondsFormat::Millis, true),
            ..draft
        }
    }
}

/// Keeps that a try begins, before the provider hears of it: if its end is never known, the next one looks first.
///
/// # Errors
/// Given up: an earlier try may have arrived at another provider, which nobody can ask any more.
pub async fn begin(
    db: &mut PgConnection,
    order: Uuid,
    connector: &Connector,
    now: DateTime<Utc>,
) -> Result<Try, JobError> {
    let elsewhere = sqlx::query_scalar!(
        "select c.plugin from manual_orders m join connectors c on c.id = m.connector_id
         where m.order_id = $1 and m.tries > 0 and c.plugin <> $2",
        order,
        connector.plugin,
    )
    .fetch_optional(&mut *db)
    .await?;
    if let Some(plugin) = elsewhere {
        return Err(JobError::GiveUp(Reason::new(
            format!(
                "un essai précédent est peut-être arrivé chez {plugin} : cherchez-la d’abord là-bas"
            ),
            format!("an earlier try may have arrived at {plugin}: look for it there first"),
        )));
    }
    let begun = sqlx::query!(
        r#"update manual_orders set tries = tries + 1, connector_id = $2, first_tried_at = coalesce(first_tried_at, $3)
           where order_id = $1 returning tries, first_tried_at as "first_tried_at!""#,
        order,
        connector.id,
        now,
    )
    .fetch_one(db)
    .await?;
    Ok(Try {
        number: begun.tries,
        began_first: begun.first_tried_at,
    })
}

/// Forgets the first try: the provider refused, so that nothing of it is there. Later ones stay, as an earlier one may have
/// arrived.
pub async fn forget_first(db: &mut PgConnection, order: Uuid) -> Result<()> {
    sqlx::query!(
        "update manual_orders set tries = 0, connector_id = null, first_tried_at = null
         where order_id = $1 and tries = 1",
        order,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Keeps where the hand-over stands and which job is at it. An order that has arrived meanwhile stays so.
pub async fn keep(
    db: &mut PgConnection,
    order: Uuid,
    state: PushState,
    problem: &str,
    job: Option<Uuid>,
) -> Result<()> {
    sqlx::query!(
        "update manual_orders set state = $2, problem = $3, job_id = $4 where order_id = $1 and state <> 'PUSHED'",
        order,
        state.as_str(),
        problem,
        job,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Gives an order that has not arrived another status, with the words why. The status it had; `None`: it has that one, has
/// arrived, or was cancelled.
pub async fn move_to(
    db: &mut PgConnection,
    order: Uuid,
    status: OrderStatus,
    message: &str,
) -> Result<Option<OrderStatus>> {
    Ok(sqlx::query_scalar!(
        r#"update orders o set status = $2, status_message = $3, updated_at = now()
           from orders was where o.id = $1 and was.id = o.id and o.provider_id is null
               and was.status not in ($2, 'CANCELLED')
           returning was.status as "status: OrderStatus""#,
        order,
        status.as_str(),
        message,
    )
    .fetch_optional(db)
    .await?)
}
