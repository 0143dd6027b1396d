//! A page of a desk's tickets becomes rows: new ones are added, changed ones updated unless what is kept is newer. What was
//! charged of a ticket is ours and stays.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce::TicketPage;
use comptoir_sandbox::{Call, CallError, Plugin};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::intake::{Intake, Motion};
use super::model::TicketStatus;
use super::sql::ENTITY;
use crate::http::error::Result;
use crate::providers::sync::{self, Batch, Function, Item, Kept, Next, Pass, Pull, Taken};
use crate::stores::connectors::{Connector, Role};

/// The pull of tickets.
#[derive(Debug)]
pub struct Tickets;

impl Pull for Tickets {
    const NAME: &'static str = "tickets.synchronize";
    const RECONCILE: &'static str = "tickets.reconcile";
    const ENTITY: &'static str = ENTITY;
    const FUNCTION: Function = Function::Tickets;
    type Page = TicketPage;

    fn serves(connector: &Connector) -> bool {
        connector.role == Role::Support
    }

    async fn ask(
        plugin: &Arc<Plugin>,
        _: &Connector,
        call: Call,
        cursor: Option<&str>,
    ) -> Result<TicketPage, CallError> {
        plugin.tickets(call, cursor, Self::LIMIT).await
    }

    fn next(page: &TicketPage) -> Next {
        Next {
            items: page.items.len() + page.rejected.len(),
            cursor: page.cursor.clone(),
            more: page.more,
            total: None,
        }
    }

    async fn take(
        db: &mut PgConnection,
        connector: &Connector,
        pass: Pass<'_>,
        page: TicketPage,
        now: DateTime<Utc>,
    ) -> Result<Taken> {
        let (told, aside) = sync::read(
            &page.items,
            &page.rejected,
            |ticket| &ticket.id,
            |ticket| Intake::of(ticket, pass.columns),
        );
        let ids: Vec<String> = told.keys().cloned().collect();
        let batch = Batch::of(told, kept(db, connector.id, &ids).await?);
        let fresh: Vec<&Intake> = batch.fresh().collect();
        upsert(db, connector, &fresh, now).await?;
        renew(db, &batch.same).await?;
        sync::set_aside(db, connector.id, Self::FUNCTION, &aside, &ids).await?;
        batch.record(db, connector, Self::ENTITY).await?;
        Ok(batch.taken(&aside))
    }
}

impl Item for Intake {
    type Told = Motion;

    fn id(&self) -> Uuid {
        self.id
    }

    fn set_id(&mut self, id: Uuid) {
        self.id = id;
    }

    fn provider_id(&self) -> &str {
        &self.provider_id
    }

    fn as_of(&self) -> DateTime<Utc> {
        self.as_of
    }

    fn digest(&self) -> &[u8] {
        &self.digest
    }

    fn told(&self) -> Motion {
        self.motion.clone()
    }
}

async fn kept(
    db: &mut PgConnection,
    connector: Uuid,
    ids: &[String],
) -> Result<HashMap<String, Kept<Motion>>> {
    let rows = sqlx::query!(
        r#"select provider_id, id, as_of, digest, status as "status: TicketStatus", assignee, agent_messages, closed_at
           from tickets where connector_id = $1 and provider_id = any($2)"#,
        connector,
        ids,
    )
    .fetch_all(db)
    .await?;
    let kept = rows.into_iter().map(|row| {
        let kept = Kept {
            id: row.id,
            as_of: row.as_of,
            digest: row.digest,
            told: Motion {
                status: row.status,
                assignee: row.assignee,
                agent_messages: row.agent_messages,
                closed_at: row.closed_at,
            },
        };
        (row.provider_id, kept)
    });
    Ok(kept.collect())
}

async fn upsert(
    db: &mut PgConnection,
    connector: &Connector,
    tickets: &[&Intake],
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        r#"insert into tickets (id, store_id, connector_id, provider, provider_id, subject, status, provider_status,
            customer_name, customer_email, assignee, tags, channel, url, agent_messages, messages, opened_at, closed_at,
            extra, as_of, digest, created_at, updated_at)
         select id, $1, $2, $3, provider_id, subject, m.status, provider_status, customer_name, customer_email, m.assignee,
            array(select jsonb_array_elements_text(tags)), channel, url, m."agentMessages", messages, opened_at,
            m."closedAt", extra, as_of, digest, $5, $5
         from jsonb_to_recordset($4) as r (id uuid, provider_id text, subject text, provider_status text,
            customer_name text, customer_email text, tags jsonb, channel text, url text, messages integer,
            opened_at timestamptz, motion jsonb, extra jsonb, as_of timestamptz, digest bytea),
            jsonb_to_record(r.motion) as m (status text, assignee text, "agentMessages" integer, "closedAt" timestamptz)
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

/// Told again without a change, but later.
async fn renew(db: &mut PgConnection, same: &[(Uuid, DateTime<Utc>)]) -> Result<()> {
    let (ids, times): (Vec<Uuid>, Vec<DateTime<Utc>>) = same.iter().copied().unzip();
    sqlx::query!(
        "update tickets t set as_of = r.as_of from unnest($1::uuid[], $2::timestamptz[]) as r (id, as_of)
         where t.id = r.id",
        &ids,
        &times,
    )
    .execute(db)
    .await?;
    Ok(())
}
