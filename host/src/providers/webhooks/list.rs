//! The list of events.

use super::model::{EventRow, EventState};
use crate::list::{Column, Direction, Filters, List, Owner, Type};

pub static EVENTS: List<EventRow> = List::new(
    "webhook_events",
    "select e.id, e.plugin, c.store_id, s.name as store_name, e.topic, e.state, e.received_at, e.attempts, e.error, e.ended_at
     from webhook_events e join connectors c on c.id = e.connector_id join stores s on s.id = c.store_id",
    Owner::Nobody,
    &[
        Column::new("receivedAt", "received_at", Type::Time)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["state"]),
        Column::new("state", "state", Type::Choice(EventState::codes)).filtered(Filters::OneOf),
        Column::new("plugin", "plugin", Type::Text).filtered(Filters::OneOf),
    ],
    ("receivedAt", Direction::Desc),
)
.searches("search");
