//! F6 for many tickets: what each is due becomes a fee, once.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{ChargedTicket, TicketsCharged};
use crate::access::Scope;
use crate::finance::FeeCategory;
use crate::finance::fees::{self, Cause, Effect, NewFee};
use crate::http::error::{Error, Result};
use crate::list::day_of;
use crate::records::audit::Author;
use crate::tickets::{self, DueTicket};
use crate::words;
use crate::words::language::Language;

/// As many tickets as one call charges.
const MOST: usize = 10_000;
/// As many as an answer lists.
const LISTED: usize = 1_000;
/// As long as a fee's description is.
const LONGEST: usize = 255;

/// What charging these tickets (`None`: all) would bring.
///
/// # Errors
/// [`Error::Invalid`]: they are more than one call charges.
pub async fn preview(
    db: &mut PgConnection,
    scope: &Scope,
    ids: Option<&[Uuid]>,
) -> Result<TicketsCharged> {
    Ok(summary(true, &due(db, scope, ids).await?))
}

/// Charges these tickets (`None`: all). Again, or by many at once, no message is charged twice.
///
/// # Errors
/// [`Error::Invalid`]: they are more than one call charges.
pub async fn charge(
    db: &mut PgConnection,
    scope: &Scope,
    ids: Option<&[Uuid]>,
    now: DateTime<Utc>,
) -> Result<TicketsCharged> {
    // Whoever charges the same waits here, and then finds nothing due.
    tickets::lock_due(&mut *db, scope, ids, limit()).await?;
    let due = due(&mut *db, scope, ids).await?;
    let paid = due
        .iter()
        .filter(|ticket| !ticket.charge().amount.is_zero());
    let fees: Vec<NewFee> = paid.map(|ticket| fee(ticket, now)).collect();
    let author = Author::from(scope);
    fees::bring(&mut *db, &author, &fees, now).await?;
    tickets::set_charged(db, &author, &due).await?;
    Ok(summary(false, &due))
}

fn limit() -> i64 {
    i64::try_from(MOST + 1).unwrap_or(i64::MAX)
}

async fn due(db: &mut PgConnection, scope: &Scope, ids: Option<&[Uuid]>) -> Result<Vec<DueTicket>> {
    let due = tickets::due(db, scope, ids, limit()).await?;
    match due.len() > MOST {
        true => Err(Error::field("ids", "max")),
        false => Ok(due),
    }
}

/// It is of the day on which it is charged: an earlier one may be invoiced already.
fn fee(ticket: &DueTicket, now: DateTime<Utc>) -> NewFee {
    let charge = ticket.charge();
    let messages = match charge.messages {
        1 => "1 message".to_owned(),
        messages => format!("{messages} messages"),
    };
    let subject: String = ticket.subject.chars().take(LONGEST - 30).collect();
    NewFee {
        effect: Effect {
            cause: Cause::Ticket,
            of: ticket.id,
            part: ticket.invoiced_messages_count,
        },
        store: ticket.store.id,
        initiated_at: day_of(now),
        ends_at: None,
        // Kept with the fee as it is invoiced: in French.
        kind: words::fee_cause(Cause::Ticket.as_str(), Language::Fr),
        category: FeeCategory::Ticket,
        description: format!("{subject} ({messages})").trim().to_owned(),
        internal_amount: Decimal::ZERO,
        customer_amount: charge.amount,
    }
}

fn summary(preview: bool, due: &[DueTicket]) -> TicketsCharged {
    let tickets: Vec<ChargedTicket> = due
        .iter()
        .map(|ticket| ChargedTicket {
            id: ticket.id,
            store: ticket.store.clone(),
            subject: ticket.subject.clone(),
            messages: ticket.charge().messages,
            customer_amount: ticket.charge().amount,
        })
        .collect();
    TicketsCharged {
        preview,
        count: tickets.len(),
        messages: tickets.iter().map(|ticket| ticket.messages).sum(),
        customer_amount: tickets.iter().map(|ticket| ticket.customer_amount).sum(),
        tickets: tickets.into_iter().take(LISTED).collect(),
    }
}
