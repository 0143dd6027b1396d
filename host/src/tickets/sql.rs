//! Every query on tickets, but for their list and what a pull writes.

use rust_decimal::Decimal;
use serde_json::json;
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::TICKET;
use super::charge::{Answered, Charge, charge};
use super::list::ROWS;
use super::model::{Ticket, TicketStatus};
use crate::access::Scope;
use crate::http::error::Result;
use crate::records::Kind;
use crate::records::audit::{self, Author, Change, Entry};
use crate::records::live::{self, Signal};
use crate::records::visible::{Scoped, Visible};
use crate::stores::{StoreName, TicketBasis};

impl Scoped for Ticket {
    const KIND: &'static Kind = &TICKET;
    type Key = Uuid;

    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let query = format!("{ROWS} where t.id = $1 and in_scope(t.store_id, $2)");
        Ok(sqlx::query_as(AssertSqlSafe(query))
            .bind(id)
            .bind(scope.stores())
            .fetch_optional(db)
            .await?)
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// The connection that a ticket came through.
pub async fn connector_of(db: &mut PgConnection, ticket: &Visible<Ticket>) -> Result<Uuid> {
    Ok(
        sqlx::query_scalar!("select connector_id from tickets where id = $1", ticket.id)
            .fetch_one(db)
            .await?,
    )
}

/// A closed ticket with answers that were not charged yet.
#[derive(Debug, Clone)]
pub struct DueTicket {
    pub id: Uuid,
    pub store: StoreName,
    pub subject: String,
    pub agent_messages: i32,
    pub invoiced_messages_count: i32,
    pub invoiced_amount: Decimal,
    pub ticket_cost: Decimal,
    pub ticket_basis: TicketBasis,
}

impl DueTicket {
    /// What is to be charged of it (F6).
    pub fn charge(&self) -> Charge {
        let answered = Answered {
            status: TicketStatus::Closed,
            agent_messages: self.agent_messages,
            invoiced_messages_count: self.invoiced_messages_count,
        };
        charge(answered, self.ticket_cost, self.ticket_basis)
    }
}

/// Lets nobody else change those tickets that something is due of, until the transaction ends.
pub async fn lock_due(
    db: &mut PgConnection,
    scope: &Scope,
    ids: Option<&[Uuid]>,
    limit: i64,
) -> Result<()> {
    sqlx::query!(
        "select id from tickets where status = 'CLOSED' and agent_messages > invoiced_messages_count
            and ($1::uuid[] is null or id = any($1)) and in_scope(store_id, $2)
         order by id limit $3 for update",
        ids,
        scope.stores(),
        limit,
    )
    .fetch_all(db)
    .await?;
    Ok(())
}

/// Of these tickets (`None`: of all) those that something is due of, by store; at most so many.
pub async fn due(
    db: &mut PgConnection,
    scope: &Scope,
    ids: Option<&[Uuid]>,
    limit: i64,
) -> Result<Vec<DueTicket>> {
    let rows = sqlx::query!(
        r#"select t.id, t.store_id, s.name as store_name, t.subject, t.agent_messages, t.invoiced_messages_count,
            t.invoiced_amount, s.ticket_cost, s.ticket_basis as "ticket_basis: TicketBasis"
           from (
                select * from tickets where status = 'CLOSED' and agent_messages > invoiced_messages_count
                    and ($1::uuid[] is null or id = any($1)) and in_scope(store_id, $2)
                order by id limit $3
           ) t join stores s on s.id = t.store_id
           order by s.name, t.store_id, t.id"#,
        ids,
        scope.stores(),
        limit,
    )
    .fetch_all(db)
    .await?;
    let due = rows.into_iter().map(|row| DueTicket {
        id: row.id,
        store: StoreName {
            id: row.store_id,
            name: row.store_name,
        },
        subject: row.subject,
        agent_messages: row.agent_messages,
        invoiced_messages_count: row.invoiced_messages_count,
        invoiced_amount: row.invoiced_amount,
        ticket_cost: row.ticket_cost,
        ticket_basis: row.ticket_basis,
    });
    Ok(due.collect())
}

/// Keeps that what was due of these tickets is charged.
pub async fn set_charged(db: &mut PgConnection, author: &Author, due: &[DueTicket]) -> Result<()> {
    if due.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = due
        .iter()
        .map(|ticket| {
            let charge = ticket.charge();
            json!({ "id": ticket.id, "messages": charge.messages, "amount": charge.amount })
        })
        .collect();
    sqlx::query!(
        "update tickets t set invoiced_messages_count = t.invoiced_messages_count + r.messages,
            invoiced_amount = t.invoiced_amount + r.amount, updated_at = now()
         from jsonb_to_recordset($1) as r (id uuid, messages integer, amount numeric) where t.id = r.id",
        json!(rows),
    )
    .execute(&mut *db)
    .await?;
    let entries = due.iter().map(|ticket| {
        let charge = ticket.charge();
        let change = |field: &str, before: serde_json::Value, after: serde_json::Value| Change {
            field: field.into(),
            before,
            after,
        };
        let (count, amount) = (ticket.invoiced_messages_count, ticket.invoiced_amount);
        Entry {
            kind: &TICKET,
            id: ticket.id,
            action: "update",
            changes: vec![
                change(
                    "invoicedMessagesCount",
                    json!(count),
                    json!(count + charge.messages),
                ),
                change(
                    "invoicedAmount",
                    json!(amount),
                    json!(amount + charge.amount),
                ),
            ],
        }
    });
    audit::record(&mut *db, author, &entries.collect::<Vec<_>>()).await?;
    live::notify(db, &Signal::changed(&TICKET)).await
}
