//! Every query on tickets, but for their list and what a pull writes.

use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::TICKET;
use super::list::ROWS;
use super::model::Ticket;
use crate::access::Scope;
use crate::http::error::Result;
use crate::records::Kind;
use crate::records::visible::{Scoped, Visible};

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
