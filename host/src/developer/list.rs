//! The list of mails.

use super::routes::Mail;
use crate::list::{Column, Direction, List, Owner, Type};

pub static MAILS: List<Mail> = List::new(
    "mails",
    "select id, recipient as \"to\", subject, template, status, created_at, sent_at, attempts, error from mails",
    Owner::Nobody,
    &[Column::new("createdAt", "created_at", Type::Time).sortable()],
    ("createdAt", Direction::Desc),
)
.searches("search");
