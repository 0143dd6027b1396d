//! What a call that asks for a pull takes and answers, whatever is pulled.

use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::{Pull, PullKind, Which, synchronize};
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Error, Resource, Result};
use crate::http::idempotency::Once;
use crate::jobs::JobRecord;
use crate::providers::{connectors, plugin};
use crate::records::audit::Author;

/// A pull that is asked for.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Synchronization {
    /// Only this connection. Default: all.
    pub connector_id: Option<Uuid>,
}

/// The jobs that were asked for, one a connection; a pending one is given back as it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Synchronizing {
    pub jobs: Vec<JobRecord>,
}

/// Answers a call for a pull.
///
/// # Errors
/// Not found: the connection that is named is not one to pull this from.
pub async fn answer<P: Pull>(
    app: &App,
    scope: &Scope,
    once: Once,
    asked: Synchronization,
) -> Result<Response> {
    let which = asked.connector_id.map_or(Which::All, Which::Connector);
    once.run(app, async |tx| {
        let author = Author::from(scope);
        let jobs = synchronize(app, tx, &author, Some(scope), &PullKind::of::<P>(), which).await?;
        if let (Some(id), true) = (asked.connector_id, jobs.is_empty()) {
            // One whose plugin was removed or fails says so; it is there all the same.
            let own = connectors::active(&mut *tx, Some(scope), None).await?;
            if let Some(own) = own.iter().find(|connector| connector.id == id) {
                plugin(app, &own.plugin)?;
            }
            return Err(Error::NotFound(Resource::Connector));
        }
        Ok((StatusCode::ACCEPTED, Synchronizing { jobs }))
    })
    .await
}
