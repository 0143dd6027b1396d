//! Work on stores that is done later.

use comptoir_sandbox::Call;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;

use super::STORE;
use crate::http::error::Result;
use crate::jobs::{self, Job, JobContext, JobError, JobRecord, JobResult, Reason};
use crate::providers::connectors::{self, ConnectorRole};
use crate::providers::{partner, webhooks};
use crate::records::audit::Author;
use crate::records::live::{self, Signal};

/// What is done about webhooks (specification, document 1, section 4: connector sync type).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum WebhookAction {
    Register,
    Purge,
}

/// Registers or purges the webhooks of one connection to a shop platform or a support desk.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Webhooks {
    pub connector: Uuid,
    /// The plugin, for the job's record.
    pub plugin: String,
    pub action: WebhookAction,
}

impl Job for Webhooks {
    const NAME: &'static str = "stores.webhooks";

    fn consumer(&self) -> String {
        self.plugin.clone()
    }

    fn identifier(&self) -> String {
        self.connector.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let (connector, plugin) = partner(app, self.connector).await?;
        let id = plugin.id();
        let rules = plugin.manifest().webhooks.as_ref();
        let rules = rules.ok_or_else(|| {
            JobError::GiveUp(Reason::new(
                format!("l’extension {id} ne reçoit pas de webhooks"),
                format!("the plugin {id} takes no webhooks"),
            ))
        })?;
        let call = Call::job(connector.for_plugin());
        let (topics, brought) = match self.action {
            WebhookAction::Register => {
                let address = webhooks::address(&app.origin, &app.keys, rules, id, connector.id);
                let subscriptions = plugin.register_webhooks(call, address).await?;
                let topics: Vec<_> = subscriptions.into_iter().map(|each| each.topic).collect();
                let brought = json!({ "topics": topics });
                (Some(topics), brought)
            }
            WebhookAction::Purge => {
                let prefix = webhooks::address_prefix(&app.origin, id, connector.id);
                let brought = json!({ "ended": plugin.purge_webhooks(call, prefix).await? });
                (None, brought)
            }
        };
        let mut tx = app.begin().await?;
        connectors::set_webhooks(&mut *tx, connector.id, topics.as_deref(), app.now()).await?;
        live::notify(&mut tx, &Signal::changed(&STORE)).await?;
        jobs::set_result(&mut tx, context.id, &brought, &[]).await?;
        Ok(tx.commit().await?)
    }
}

/// A job for each connection of these stores to a shop platform or a support desk.
pub async fn enqueue_webhooks(
    db: &mut PgConnection,
    author: &Author,
    stores: &[Uuid],
    action: WebhookAction,
) -> Result<Vec<JobRecord>> {
    let mut enqueued = Vec::new();
    // Fulfilment providers are told the address in their own apps.
    for role in [ConnectorRole::Shop, ConnectorRole::Support] {
        for (connector, plugin) in connectors::of_stores(&mut *db, stores, role).await? {
            let job = Webhooks {
                connector,
                plugin,
                action,
            };
            enqueued.push(jobs::enqueue(&mut *db, author, &job).await?);
        }
    }
    Ok(enqueued)
}
