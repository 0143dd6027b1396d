//! What is written alike in every table of what providers hold. A table's name is the code's own, never a caller's.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::{Aside, author};
use crate::http::error::Result;
use crate::providers::connectors::Connector;
use crate::records::Kind;
use crate::records::audit::{self, Change, Entry};

/// These rows were reported again without a change: as of when, and in which pass, where rows bear its number.
pub async fn renew(
    db: &mut PgConnection,
    table: &'static str,
    rows: impl Iterator<Item = &(Uuid, DateTime<Utc>)>,
    pass: Option<i64>,
) -> Result<()> {
    let (ids, times): (Vec<Uuid>, Vec<DateTime<Utc>>) = rows.copied().unzip();
    let (set, unless) = match pass {
        Some(_) => (", pass = $3", ""),
        None => ("", " and t.as_of <> r.as_of"),
    };
    let query = format!(
        "update {table} t set as_of = r.as_of{set}
         from unnest($1::uuid[], $2::timestamptz[]) as r (id, as_of) where t.id = r.id{unless}"
    );
    let query = sqlx::query(AssertSqlSafe(query));
    query.bind(ids).bind(times).bind(pass).execute(db).await?;
    Ok(())
}

/// What is set aside was named all the same: it stays as it is kept, and is not gone. `key`: the column of the
/// provider's id.
pub async fn name_aside(
    db: &mut PgConnection,
    (table, key): (&'static str, &'static str),
    connector: Uuid,
    aside: &[Aside],
    pass: i64,
) -> Result<()> {
    let ids: Vec<&str> = aside.iter().map(|each| &*each.provider_id).collect();
    let query = format!("update {table} set pass = $3 where connector_id = $1 and {key} = any($2)");
    let query = sqlx::query(AssertSqlSafe(query)).bind(connector);
    query.bind(ids).bind(pass).execute(db).await?;
    Ok(())
}

/// Marks as gone what the provider says it has no more and, after a pass over everything, what that pass did not name;
/// with their history.
pub async fn forget(
    db: &mut PgConnection,
    connector: &Connector,
    kind: &'static Kind,
    gone: &[String],
    pass: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Vec<Uuid>> {
    let table = kind.table();
    let query = format!(
        "update {table} set gone_at = $4, digest = '', updated_at = now(),
            as_of = case when provider_id = any($2) then $4 else as_of end
         where connector_id = $1 and gone_at is null and (provider_id = any($2) or pass < $3) returning id"
    );
    let query = sqlx::query_scalar(AssertSqlSafe(query)).bind(connector.id);
    let query = query.bind(gone).bind(pass).bind(now);
    let gone: Vec<Uuid> = query.fetch_all(&mut *db).await?;
    tell_gone(db, connector, kind, &gone).await?;
    Ok(gone)
}

/// Tells the history of what a provider has no more.
pub async fn tell_gone(
    db: &mut PgConnection,
    connector: &Connector,
    kind: &'static Kind,
    gone: &[Uuid],
) -> Result<()> {
    let entries = gone.iter().map(|id| Entry {
        kind,
        id: *id,
        action: "delete",
        changes: vec![Change {
            field: "gone".into(),
            before: Value::Null,
            after: json!(true),
        }],
    });
    Ok(audit::record(db, &author(connector), &entries.collect::<Vec<_>>()).await?)
}
