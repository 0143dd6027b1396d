//! The log of changes of invoices, kept for four weeks.

use super::{Answer, Company, ok};
use crate::clock;
use crate::error::ApiError;
use crate::listing::{Query, cursor, limit, place};
use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};

const KEPT: Duration = Duration::weeks(4);

/// That an invoice changed.
#[derive(Debug)]
pub struct Change {
    /// Counts up; a page ends at one of them.
    number: u64,
    invoice: u64,
    operation: &'static str,
    at: DateTime<Utc>,
    /// Of the invoice.
    created: DateTime<Utc>,
}

impl Company {
    /// Notes that an invoice was made, changed or deleted.
    pub fn note(&mut self, invoice: u64, operation: &'static str, now: DateTime<Utc>) {
        let number = self.changes.last().map_or(1, |last| last.number + 1);
        let first = self.changes.iter().find(|known| known.invoice == invoice);
        let created = first.map_or(now, |first| first.created);
        self.changes.push(Change {
            number,
            invoice,
            operation,
            at: now,
            created,
        });
    }

    /// `GET /changelogs/customer_invoices`: oldest first, from a date or behind a cursor.
    pub fn list_changes(&self, query: &Query, now: DateTime<Utc>) -> Answer {
        let limit = limit(query, 1_000)?;
        let kept = self.changes.iter().filter(|change| change.at >= now - KEPT);
        let asked: Vec<&Change> = match (query.get("start_date"), query.get("cursor")) {
            (Some(_), Some(_)) => {
                return Err(ApiError::bad("start_date and cursor exclude each other"));
            }
            (Some(text), None) => {
                let start = DateTime::parse_from_rfc3339(text)
                    .map_err(|_| ApiError::bad("start_date is not a date"))?
                    .to_utc();
                if start < now - KEPT {
                    let message = "Les changements sont conservés quatre semaines";
                    return Err(ApiError::invalid("start_date", message));
                }
                kept.filter(|change| change.at >= start).collect()
            }
            (None, Some(text)) => {
                let after = place(text)?;
                let oldest = kept.clone().next().map(|change| change.number);
                if oldest.is_none_or(|oldest| after + 1 < oldest) {
                    return Err(ApiError::bad("Invalid cursor"));
                }
                kept.filter(|change| change.number > after).collect()
            }
            (None, None) => kept.collect(),
        };
        let has_more = asked.len() > limit;
        let items: Vec<Value> = asked
            .iter()
            .take(limit)
            .map(|change| show(change))
            .collect();
        let last = asked.get(limit.saturating_sub(1)).filter(|_| has_more);
        let next = last.map(|change| cursor(change.number));
        ok(json!({ "items": items, "has_more": has_more, "next_cursor": next }))
    }
}

fn show(change: &Change) -> Value {
    json!({
        "id": change.invoice, "operation": change.operation, "processed_at": clock::text(change.at),
        "updated_at": clock::text(change.at), "created_at": clock::text(change.created),
    })
}
