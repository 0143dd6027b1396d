//! Every query on tickets, but for their list and what a pull writes.

use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::list::ROWS;
use super::model::Ticket;
use crate::access::Scope;
use crate::http::error::{Error, Result};
use crate::stores::connectors::AtProvider;

/// The record's kind in the audit trail.
pub const ENTITY: &str = "ticket";

pub const MISSING: Error = Error::missing("Ticket");

/// A ticket within reach.
pub async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Ticket>> {
    let query = format!("{ROWS} where t.id = $1 and ($2::uuid[] is null or t.store_id = any($2))");
    Ok(sqlx::query_as(AssertSqlSafe(query))
        .bind(id)
        .bind(scope.stores())
        .fetch_optional(db)
        .await?)
}

/// The connection that a ticket came through. The caller has checked that the ticket is in scope.
pub async fn connector_of(db: &mut PgConnection, id: Uuid) -> Result<Uuid> {
    Ok(
        sqlx::query_scalar!("select connector_id from tickets where id = $1", id)
            .fetch_one(db)
            .await?,
    )
}

/// How providers know those of these tickets that are in scope.
pub async fn at_provider(
    db: &mut PgConnection,
    scope: &Scope,
    ids: &[Uuid],
) -> Result<Vec<AtProvider>> {
    Ok(sqlx::query_as!(
        AtProvider,
        r#"select id, connector_id, provider_id from tickets
           where id = any($1) and ($2::uuid[] is null or store_id = any($2))"#,
        ids,
        scope.stores(),
    )
    .fetch_all(db)
    .await?)
}
