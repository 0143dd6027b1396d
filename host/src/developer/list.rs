//! The list of mails.

use super::routes::Mail;
use crate::list::{Column, Declaration, Direction, List, Owner, Type};

pub static MAILS: List<Mail> = List::new(Declaration {
    name: "mails",
    summary: "The outbox, newest first. Searches recipient and subject.",
    tag: "developer",
    table: "mails",
    rows: "select id, recipient as \"to\", subject, template, status, created_at, sent_at, attempts, error from mails",
    owner: Owner::Nobody,
    search: Some("search"),
    columns: &[Column::new("createdAt", "created_at", Type::Time).sortable()],
    sort: ("createdAt", Direction::Desc),
    ..Declaration::DEFAULT
});
