//! The list of events.

use super::model::{EventRow, EventState};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type};

pub static EVENTS: List<EventRow> = List::new(Declaration {
    name: "webhookEvents",
    summary: "Every event, newest first. Searches plugin, topic and error.",
    tag: "plugins",
    table: "webhook_events",
    rows: "select e.id, e.plugin, c.store_id, s.name as store_name, e.topic, e.state, e.received_at, e.attempts, e.error, e.ended_at
     from webhook_events e join connectors c on c.id = e.connector_id join stores s on s.id = c.store_id",
    owner: Owner::Nobody,
    search: Some("search"),
    columns: &[
        Column::new("receivedAt", "received_at", Type::Time)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["state"]),
        Column::new("state", "state", Type::Choice(EventState::codes)).filtered(Filters::OneOf),
        Column::new("plugin", "plugin", Type::Text).filtered(Filters::OneOf).common(),
    ],
    sort: ("receivedAt", Direction::Desc),
    ..Declaration::DEFAULT
});
