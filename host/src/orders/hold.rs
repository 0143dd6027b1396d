//! Why an order does not go on: what the portal and its plugin know of it, and else its provider's words.

use comptoir_sandbox::{Meaning, Phrase};
use serde::Serialize;
use sqlx::PgExecutor;
use utoipa::ToSchema;
use uuid::Uuid;

use super::manual::{ManualOrder, PushState};
use super::model::Order;
use crate::http::error::Result;
use crate::words::codes::codes;
use crate::words::said;

codes! {
    /// Why an order does not go on.
    HoldReason schema(rename_all = "SCREAMING_SNAKE_CASE") {
        /// Its store has no fulfilment provider.
        Unconnected = "UNCONNECTED",
        /// The provider did not take it, and nothing more is tried.
        Refused = "REFUSED",
        /// The provider did not take it yet; another try follows.
        Retrying = "RETRYING",
        /// No parcel reaches its address.
        Address = "ADDRESS",
        /// The provider wants its address to be confirmed.
        AddressUnconfirmed = "ADDRESS_UNCONFIRMED",
        /// Articles are missing in the warehouse.
        Stock = "STOCK",
        /// Something happened to the parcel on its way.
        Transit = "TRANSIT",
        /// The provider waits for somebody, or tells of trouble, in words of its own.
        Other = "OTHER",
    }
}

/// Why an order does not go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderHold {
    pub reason: HoldReason,
    /// The provider's words, to be quoted; empty where the reason says the same.
    #[serde(serialize_with = "said::text")]
    pub words: String,
}

impl From<Meaning> for HoldReason {
    fn from(meaning: Meaning) -> Self {
        match meaning {
            Meaning::Address => Self::Address,
            Meaning::AddressUnconfirmed => Self::AddressUnconfirmed,
            Meaning::Stock => Self::Stock,
            Meaning::Transit => Self::Transit,
        }
    }
}

/// What its row alone says of an order: `order_hold`, and the provider's words unless a phrase says what they mean.
#[derive(Debug, Clone, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Held {
    pub hold_reason: Option<HoldReason>,
    pub hold_words: String,
}

impl HoldReason {
    /// What `order_hold` gives, and lists are filtered by.
    pub fn of_rows() -> Vec<&'static str> {
        let of_manual = [Self::Unconnected, Self::Retrying];
        let all = Self::ALL
            .iter()
            .filter(|reason| !of_manual.contains(reason));
        all.map(|reason| reason.as_str()).collect()
    }
}

/// Has an order say whether it waits, and why it does not go on; of one that was made in the portal, `manual` is where its
/// hand-over stands.
pub fn tell(order: &mut Order, manual: Option<&ManualOrder>) {
    order.is_waiting = order.status.is_waiting() && order.shipped_at.is_none();
    order.hold = of(order, manual);
}

fn of(order: &Order, manual: Option<&ManualOrder>) -> Option<OrderHold> {
    let quoted = |reason, words: &str| OrderHold {
        reason,
        words: words.into(),
    };
    let manual = manual.filter(|manual| manual.state != PushState::Pushed);
    let Some(manual) = manual.filter(|_| !order.status.is_terminal()) else {
        let Held {
            hold_reason,
            hold_words,
        } = &order.held;
        return hold_reason.map(|reason| quoted(reason, hold_words));
    };
    match manual.state {
        PushState::Unconnected => Some(quoted(HoldReason::Unconnected, "")),
        PushState::Failed => Some(quoted(HoldReason::Refused, &manual.problem)),
        _ if manual.problem.is_empty() => None,
        _ => Some(quoted(HoldReason::Retrying, &manual.problem)),
    }
}

/// Keeps what the provider's words mean on orders of this connection that do not go on, of these ids of the provider's or of all,
/// by the phrases that its plugin names.
pub async fn keep_meanings(
    db: impl PgExecutor<'_>,
    connector: Uuid,
    phrases: &[Phrase],
    ids: Option<&[String]>,
) -> Result<()> {
    let says: Vec<String> = phrases.iter().map(Phrase::plain).collect();
    let means = phrases.iter().map(|phrase| HoldReason::from(phrase.means));
    let means: Vec<&str> = means.map(HoldReason::as_str).collect();
    sqlx::query!(
        "with stuck as (
            select id, (select means from unnest($2::text[], $3::text[]) as phrase (says, means)
                where says = lower(rtrim(trim(status_message), '.')) limit 1) as means
            from orders where connector_id = $1 and status in ('BACKORDER', 'ACTION_REQUIRED', 'EXCEPTION')
                and ($4::text[] is null or provider_id = any($4)))
         update orders o set meaning = stuck.means from stuck
         where o.id = stuck.id and o.meaning is distinct from stuck.means",
        connector,
        &says,
        &means as &[&str],
        ids,
    )
    .execute(db)
    .await?;
    Ok(())
}
