//! Every query on tickets, but for their list and what a pull writes.

use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::list::ROWS;
use super::model::Ticket;
use crate::access::Scope;
use crate::http::error::{Error, Result};
use crate::records::visible::{Scoped, Visible};
use crate::stores::connectors::AtProvider;

impl Scoped for Ticket {
    const KIND: &'static str = "ticket";
    const MISSING: Error = Error::missing("Ticket");
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

/// How providers know those of these tickets that are in scope.
pub async fn at_provider(
    db: &mut PgConnection,
    scope: &Scope,
    ids: &[Uuid],
) -> Result<Vec<AtProvider>> {
    Ok(sqlx::query_as!(
        AtProvider,
        r#"select id, connector_id, provider_id from tickets
           where id = any($1) and in_scope(store_id, $2)"#,
        ids,
        scope.stores(),
    )
    .fetch_all(db)
    .await?)
}
