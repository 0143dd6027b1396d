//! A page of a desk's tickets becomes rows: new ones are added, changed ones updated unless what is kept is newer. What was
//! charged of a ticket is ours and stays.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce::Ticket;
use comptoir_sandbox::{Call, CallError, Plugin};
use futures::future::BoxFuture;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::TICKET;
use super::intake::{History, Intake};
use super::model::TicketStatus;
use crate::http::error::Result;
use crate::providers::connectors::{Connector, ConnectorRole};
use crate::providers::sync::Changed;
use crate::providers::sync::{self, AllExisting, Batch, Existing, Item, Page, Pass, Pull, Taken};
use crate::records::Kind;

/// The pull of tickets.
#[derive(Debug)]
pub struct Tickets;

impl Pull for Tickets {
    const NAME: &'static str = "tickets.synchronize";
    const RECONCILE: &'static str = "tickets.reconcile";
    const KIND: &'static Kind = &TICKET;
    const FUNCTION: &'static str = "tickets";
    type Reported = Ticket;

    fn serves(connector: &Connector) -> bool {
        connector.role == ConnectorRole::Support
    }

    async fn ask(
        plugin: &Arc<Plugin>,
        _: &Connector,
        call: Call,
        cursor: Option<&str>,
    ) -> Result<Page<Ticket>, CallError> {
        let page = plugin.tickets(call, cursor, Self::LIMIT).await?;
        Ok(page.into())
    }

    async fn take(
        db: &mut PgConnection,
        connector: &Connector,
        pass: Pass<'_>,
        page: Page<Ticket>,
        now: DateTime<Utc>,
    ) -> Result<Taken> {
        let (tickets, aside) = sync::read(
            &page,
            |ticket| &ticket.id,
            |ticket| Intake::of(ticket, pass.glossary.columns),
        );
        let ids: Vec<String> = tickets.keys().cloned().collect();
        let batch = Batch::of(tickets, existing(db, connector.id, &ids).await?, now);
        let fresh: Vec<&Item<Intake>> = batch.fresh().collect();
        upsert(db, connector, &fresh, now).await?;
        sync::renew(db, "tickets", batch.same.iter(), None).await?;
        sync::set_aside(db, connector.id, Self::FUNCTION, &aside, &ids, now).await?;
        batch.record(db, connector, Self::KIND).await?;
        Ok(batch.taken(&aside))
    }
}

async fn existing(
    db: &mut PgConnection,
    connector: Uuid,
    ids: &[String],
) -> Result<AllExisting<Intake>> {
    let rows = sqlx::query!(
        r#"select provider_id, id, as_of, digest, status as "status: TicketStatus", assignee, agent_messages, closed_at
           from tickets where connector_id = $1 and provider_id = any($2)"#,
        connector,
        ids,
    )
    .fetch_all(db)
    .await?;
    let existing = rows.into_iter().map(|row| {
        let existing = Existing {
            id: row.id,
            as_of: row.as_of,
            digest: row.digest,
            history: History {
                status: row.status,
                assignee: row.assignee,
                agent_messages: row.agent_messages,
                closed_at: row.closed_at,
            },
        };
        (row.provider_id, existing)
    });
    Ok(existing.collect())
}

async fn upsert(
    db: &mut PgConnection,
    connector: &Connector,
    tickets: &[&Item<Intake>],
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        r#"insert into tickets (id, store_id, connector_id, provider, provider_id, subject, status, provider_status,
            customer_name, customer_email, assignee, tags, channel, url, agent_messages, messages, opened_at, closed_at,
            extra, as_of, digest, created_at, updated_at)
         select id, $1, $2, $3, provider_id, subject, status, provider_status, customer_name, customer_email, assignee,
            array(select jsonb_array_elements_text(tags)), channel, url, agent_messages, messages, opened_at, closed_at,
            extra, as_of, digest, $5, $5
         from jsonb_to_recordset($4) as r (id uuid, provider_id text, subject text, status text,
            provider_status text, customer_name text, customer_email text, assignee text, tags jsonb, channel text,
            url text, agent_messages integer, messages integer, opened_at timestamptz, closed_at timestamptz,
            extra jsonb, as_of timestamptz, digest bytea)
         on conflict (connector_id, provider_id) do update set subject = excluded.subject, status = excluded.status,
            provider_status = excluded.provider_status, customer_name = excluded.customer_name,
            customer_email = excluded.customer_email, assignee = excluded.assignee, tags = excluded.tags,
            channel = excluded.channel, url = excluded.url, agent_messages = excluded.agent_messages,
            messages = excluded.messages, opened_at = excluded.opened_at, closed_at = excluded.closed_at,
            extra = excluded.extra, as_of = excluded.as_of, digest = excluded.digest, updated_at = excluded.updated_at"#,
        connector.store_id,
        connector.id,
        connector.plugin,
        json!(tickets),
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Takes what a plugin says has changed of tickets.
pub fn take_changes<'a>(
    db: &'a mut PgConnection,
    changed: &'a mut Changed<'_>,
) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let tickets = std::mem::take(&mut changed.changes.tickets);
        changed.take::<Tickets>(db, tickets, Vec::new()).await
    })
}
