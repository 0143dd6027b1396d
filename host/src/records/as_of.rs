//! What a record was at a moment: what it is now, with the changes of its history since then taken back, the latest first.

use chrono::{DateTime, Days, TimeDelta, Utc};
use futures::TryStreamExt;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

use super::audit::Change;
use super::life::Record;
use super::visible::Visible;
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Error, Result};
use crate::list::{day, start_of_day};

/// Which moment is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Moment {
    /// A moment (`2026-10-01T09:00:00Z`), or a day (`2026-10-01`), which stands for its end in Paris, today for now. Left
    /// out: now.
    at: Option<String>,
}

impl Moment {
    /// The latest moment that it can mean.
    ///
    /// # Errors
    /// On `at`: `date`, it is none; `future`, it has yet to come.
    fn read(&self, now: DateTime<Utc>) -> Result<DateTime<Utc>> {
        let Some(text) = &self.at else {
            return Ok(now);
        };
        let (first, last) = match (day(text), DateTime::parse_from_rfc3339(text)) {
            (Some(day), _) => {
                let next = day.checked_add_days(Days::new(1));
                let next = next.ok_or_else(|| Error::field("at", "date"))?;
                let end = start_of_day(next) - TimeDelta::microseconds(1);
                (start_of_day(day), end)
            }
            (None, Ok(moment)) => (moment.to_utc(), moment.to_utc()),
            (None, Err(_)) => return Err(Error::field("at", "date")),
        };
        match first > now {
            true => Err(Error::field("at", "future")),
            false => Ok(last.min(now)),
        }
    }
}

/// A record as it was.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AsOf {
    /// The moment that was asked for.
    pub at: DateTime<Utc>,
    /// Whether the record was there: made, and not deleted.
    pub exists: bool,
    /// Its fields, as its history names them; null: it was not there. What others are called that it names is what its
    /// history knew of them.
    #[schema(value_type = Option<std::collections::HashMap<String, Value>>)]
    pub state: Option<Map<String, Value>>,
    /// Who had made the last change until then; null: none was told.
    pub actor: Option<String>,
    /// When they had.
    pub changed_at: Option<DateTime<Utc>>,
    /// How many changes its history had.
    pub entries: i64,
}

/// What a record of the caller's was at that moment. The time is the database's, as in the history.
///
/// # Errors
/// Not found; a moment that is none or has yet to come.
pub async fn as_of<R: Record>(
    app: &App,
    scope: &Scope,
    key: R::Key,
    moment: &Moment,
) -> Result<AsOf> {
    // The record and its history at one moment.
    let mut tx = app
        .db
        .begin_with("begin isolation level repeatable read, read only")
        .await?;
    let record = Visible::<R>::find(&mut tx, scope, key).await?;
    let now = sqlx::query_scalar!(r#"select now() as "now!""#)
        .fetch_one(&mut *tx)
        .await?;
    let at = moment.read(now)?;
    let last = sqlx::query!(
        "select sequence, at, actor_name from audit_entries where entity = $1 and entity_id = $2 and at <= $3
         order by sequence desc limit 1",
        R::KIND.name,
        record.id(),
        at,
    )
    .fetch_optional(&mut *tx)
    .await?;
    let entries = last.as_ref().map_or(0, |last| last.sequence);
    let present = match record.audited() {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    let mut state = Some(present.clone());
    let mut later = sqlx::query!(
        "select action, changes from audit_entries where entity = $1 and entity_id = $2 and sequence > $3
         order by sequence desc",
        R::KIND.name,
        record.id(),
        entries,
    )
    .fetch(&mut *tx);
    while let Some(entry) = later.try_next().await? {
        let changes = serde_json::from_value(entry.changes).unwrap_or_default();
        state = before(state, &present, &entry.action, changes);
    }
    Ok(AsOf {
        at,
        exists: state.is_some(),
        state,
        actor: last.as_ref().map(|last| last.actor_name.clone()),
        changed_at: last.map(|last| last.at),
        entries,
    })
}

/// What a record was before an entry of its history. What the entry tells of things that are no field of the record (its
/// files, its connections, a reason) is left out.
fn before(
    state: Option<Map<String, Value>>,
    present: &Map<String, Value>,
    action: &str,
    changes: Vec<Change>,
) -> Option<Map<String, Value>> {
    if matches!(action, "create" | "restore") {
        return None;
    }
    // A deletion names all fields that were not null.
    let nothing = || present.keys().map(|field| (field.clone(), Value::Null));
    let mut state = state.unwrap_or_else(|| nothing().collect());
    for change in changes {
        if let Some(value) = state.get_mut(&change.field) {
            *value = change.before;
        }
    }
    Some(state)
}
