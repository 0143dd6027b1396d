//! The way of an order, step by step: what its provider told of it, and what is to come. No I/O, nothing made up.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::manual::ManualOrder;
use super::model::{OrderDetail, OrderStatus};
use crate::records::audit::HistoryEntry;
use crate::words::codes::codes;

codes! {
    /// A step on an order's way.
    Milestone schema(rename_all = "SCREAMING_SNAKE_CASE") {
        Placed = "PLACED",
        /// The provider has it: of orders made in the portal.
        Received = "RECEIVED",
        Prepared = "PREPARED",
        Shipped = "SHIPPED",
        Delivered = "DELIVERED",
        Returned = "RETURNED",
        Cancelled = "CANCELLED",
    }
}

codes! {
    /// Whether a step is behind or ahead.
    StepState schema(rename_all = "SCREAMING_SNAKE_CASE") {
        Done = "DONE",
        /// What is expected now.
        Next = "NEXT",
        Later = "LATER",
    }
}

/// One step of an order's way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderStep {
    pub milestone: Milestone,
    pub state: StepState,
    /// Null: it is to come, or nobody told when it was.
    pub at: Option<DateTime<Utc>>,
    /// The order was first heard of when that was behind it: it was at the latest then.
    pub is_latest: bool,
}

/// What is known of a step that is behind.
#[derive(Debug, Clone, Copy, Default)]
struct Reached {
    at: Option<DateTime<Utc>>,
    is_latest: bool,
}

/// A status that the history tells.
struct StatusChange {
    status: OrderStatus,
    at: DateTime<Utc>,
    /// The order's beginning here; what it was before, nobody knows.
    is_beginning: bool,
}

impl StatusChange {
    fn reached(&self) -> Reached {
        Reached {
            at: Some(self.at),
            is_latest: self.is_beginning,
        }
    }
}

/// Statuses in the order they were told.
fn status_changes(history: &[HistoryEntry]) -> Vec<StatusChange> {
    let statuses = history.iter().rev().filter_map(|entry| {
        let mut changes = entry.changes.iter();
        let change = changes.find(|change| change.field == "status")?;
        Some(StatusChange {
            status: serde_json::from_value(change.after.clone()).ok()?,
            at: entry.at,
            is_beginning: change.before.is_null(),
        })
    });
    statuses.collect()
}

/// The steps of an order, the first one first. One that ended early has only those that it took.
pub fn of(
    order: &OrderDetail,
    manual: Option<&ManualOrder>,
    history: &[HistoryEntry],
) -> Vec<OrderStep> {
    let (status, changes) = (order.order.status, status_changes(history));
    let first = |is: fn(OrderStatus) -> bool| changes.iter().find(|one| is(one.status));
    // It stands so, told when or not.
    let stood = |of: OrderStatus| {
        let found = changes.iter().rev().find(|one| one.status == of);
        let known = found.map(StatusChange::reached);
        known.or((status == of).then(Reached::default))
    };
    let placed = Reached {
        at: Some(order.order.submitted_at),
        is_latest: false,
    };
    let prepared = first(|one| matches!(one, OrderStatus::InPreparation | OrderStatus::Picked))
        .map(StatusChange::reached);
    let shipped = order.order.shipped_at.map(|at| Reached {
        at: Some(at),
        is_latest: first(OrderStatus::is_shipped).is_none_or(|one| {
            one.is_beginning
                || !matches!(one.status, OrderStatus::Shipped | OrderStatus::HandedOver)
        }),
    });
    let delivered = stood(OrderStatus::Delivered);
    let mut steps = vec![(Milestone::Placed, Some(placed))];
    if let Some(manual) = manual {
        let received = manual.pushed_at.map(|at| Reached {
            at: Some(at),
            is_latest: false,
        });
        steps.push((Milestone::Received, received));
    }
    // Nothing is shipped that was not prepared.
    steps.push((
        Milestone::Prepared,
        prepared.or(shipped.map(|_| Reached::default())),
    ));
    steps.push((Milestone::Shipped, shipped));
    steps.push((Milestone::Delivered, delivered));
    match status {
        OrderStatus::Returned => {
            let back = order.order.returned_at.map(|at| Reached {
                at: Some(at),
                is_latest: stood(OrderStatus::Returned)
                    .is_none_or(|one| one.at.is_none() || one.is_latest),
            });
            steps.push((Milestone::Returned, Some(back.unwrap_or_default())));
        }
        OrderStatus::Cancelled => steps.push((Milestone::Cancelled, stood(OrderStatus::Cancelled))),
        _ => {}
    }
    let has_ended = status.is_terminal();
    // Nobody follows what is handed over untracked, and of a status that is not known nobody knows what follows.
    let mut is_known = !matches!(
        status,
        OrderStatus::HandedOver | OrderStatus::CodeUnspecified
    );
    let mut way = Vec::with_capacity(steps.len());
    for (milestone, reached) in steps {
        let (state, known) = match reached {
            Some(known) => (StepState::Done, known),
            None if has_ended => continue,
            None if std::mem::take(&mut is_known) => (StepState::Next, Reached::default()),
            None => (StepState::Later, Reached::default()),
        };
        way.push(OrderStep {
            milestone,
            state,
            at: known.at,
            is_latest: known.is_latest,
        });
    }
    way
}
