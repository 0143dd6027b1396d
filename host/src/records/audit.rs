//! Who changed what and when, field by field, written in the transaction of the change. Append-only: the database
//! itself refuses anything else, and chains each record's entries by their hashes ([`super::chain`]).

use serde::Serialize;
use serde_json::{Map, Value};
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;

use super::visible::Reference;
use crate::access::Scope;
use crate::records::Kind;

/// On whose account a change is made.
#[derive(Debug, Clone)]
pub struct Author {
    pub id: Option<Uuid>,
    pub name: String,
    pub request_id: Option<String>,
}

impl Author {
    /// The system itself: a job, a command.
    pub fn system(name: impl Into<String>) -> Self {
        Self {
            id: None,
            name: name.into(),
            request_id: None,
        }
    }
}

impl From<&Scope> for Author {
    fn from(scope: &Scope) -> Self {
        Self {
            id: Some(scope.actor.id).filter(|id| !id.is_nil()),
            name: scope.actor.name.clone(),
            request_id: Some(scope.request_id.clone()).filter(|id| !id.is_empty()),
        }
    }
}

/// One field's change.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize, ToSchema)]
pub struct Change {
    pub field: String,
    pub before: Value,
    pub after: Value,
}

/// What differs between two states of a record, field by field. A state that was not or is no more is `None`.
///
/// # Panics
/// Never for what serialises to a JSON object, as every record does.
pub fn changes<T: Serialize>(before: Option<&T>, after: Option<&T>) -> Vec<Change> {
    let fields = |record: Option<&T>| match record.map(serde_json::to_value) {
        Some(Ok(Value::Object(fields))) => fields,
        _ => Map::new(),
    };
    let (mut before, after) = (fields(before), fields(after));
    let mut found: Vec<Change> = after
        .into_iter()
        .map(|(field, after)| Change {
            before: before.remove(&field).unwrap_or_default(),
            field,
            after,
        })
        .collect();
    found.extend(before.into_iter().map(|(field, before)| Change {
        field,
        before,
        after: Value::Null,
    }));
    found.retain(|change| change.before != change.after);
    found
}

/// What happened to one record.
#[derive(Debug)]
pub struct Entry<'a> {
    pub kind: &'static Kind,
    pub id: Uuid,
    /// `create`, `update`, `delete`, or the business word.
    pub action: &'a str,
    pub changes: Vec<Change>,
}

/// Writes entries, all of one author. Until the transaction ends others wait who write of the same records: in one order,
/// so that they never wait for each other.
pub async fn record(
    db: &mut PgConnection,
    author: &Author,
    entries: &[Entry<'_>],
) -> sqlx::Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = entries.iter().map(|_| Uuid::now_v7()).collect();
    let entities: Vec<String> = entries
        .iter()
        .map(|entry| entry.kind.name.to_owned())
        .collect();
    let entity_ids: Vec<Uuid> = entries.iter().map(|entry| entry.id).collect();
    let actions: Vec<String> = entries
        .iter()
        .map(|entry| entry.action.to_owned())
        .collect();
    let changes: Vec<Value> = entries
        .iter()
        .map(|entry| serde_json::to_value(&entry.changes).unwrap_or_default())
        .collect();
    sqlx::query!(
        "insert into audit_entries (id, actor_id, actor_name, request_id, entity, entity_id, action, changes)
         select e.id, $1, $2, $3, e.entity, e.entity_id, e.action, e.changes
         from unnest($4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::jsonb[]) with ordinality
             as e (id, entity, entity_id, action, changes, place)
         order by e.entity, e.entity_id, e.place",
        author.id,
        author.name,
        author.request_id,
        &ids,
        &entities,
        &entity_ids,
        &actions,
        &changes,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// One entry of a record's history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    pub at: chrono::DateTime<chrono::Utc>,
    /// The user's name, or the system part's.
    pub actor: String,
    /// The user; none of the system's parts.
    #[serde(skip)]
    pub actor_id: Option<Uuid>,
    pub action: String,
    pub changes: Vec<Change>,
}

/// An entry's row.
struct Row {
    at: chrono::DateTime<chrono::Utc>,
    actor_id: Option<Uuid>,
    actor_name: String,
    action: String,
    changes: Value,
}

impl From<Row> for HistoryEntry {
    fn from(row: Row) -> Self {
        Self {
            at: row.at,
            actor: row.actor_name,
            actor_id: row.actor_id,
            action: row.action,
            changes: serde_json::from_value(row.changes).unwrap_or_default(),
        }
    }
}

/// The latest 100 entries on a record, newest first.
pub async fn history(db: &mut PgConnection, record: Reference) -> sqlx::Result<Vec<HistoryEntry>> {
    let rows = sqlx::query_as!(
        Row,
        "select at, actor_id, actor_name, action, changes from audit_entries
         where entity = $1 and entity_id = $2 order by at desc, id desc limit 100",
        record.kind.name,
        record.id,
    );
    let rows = rows.fetch_all(db).await?;
    Ok(rows.into_iter().map(HistoryEntry::from).collect())
}

/// The same with what happened to its parts, which are of another kind.
pub async fn history_with(
    db: &mut PgConnection,
    record: Reference,
    (kind, parts): (&Kind, &[Uuid]),
) -> sqlx::Result<Vec<HistoryEntry>> {
    let entities = [record.kind.name.to_owned(), kind.name.to_owned()];
    let ids = [&[record.id], parts].concat();
    let rows = sqlx::query_as!(
        Row,
        "select at, actor_id, actor_name, action, changes from audit_entries
         where entity = any($1) and entity_id = any($2) order by at desc, id desc limit 100",
        &entities,
        &ids,
    );
    let rows = rows.fetch_all(db).await?;
    Ok(rows.into_iter().map(HistoryEntry::from).collect())
}

/// Who made the last change of a record.
pub async fn latest_author(
    db: &mut PgConnection,
    kind: &Kind,
    id: Uuid,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "select actor_name from audit_entries where entity = $1 and entity_id = $2 order by sequence desc limit 1",
        kind.name,
        id,
    )
    .fetch_optional(db)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Record {
        name: &'static str,
        count: u32,
    }

    #[test]
    fn only_what_differs_is_told() {
        let (old, new) = (
            Record {
                name: "a",
                count: 1,
            },
            Record {
                name: "a",
                count: 2,
            },
        );
        let change = |field: &str, before: Value, after: Value| Change {
            field: field.into(),
            before,
            after,
        };
        assert_eq!(
            changes(Some(&old), Some(&new)),
            [change("count", 1.into(), 2.into())]
        );
        assert_eq!(
            changes(None, Some(&old)),
            [
                change("count", Value::Null, 1.into()),
                change("name", Value::Null, "a".into())
            ]
        );
        assert_eq!(changes(Some(&old), None).len(), 2);
    }
}
