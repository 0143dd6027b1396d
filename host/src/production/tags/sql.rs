//! Every query on tags, but for their list.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::TAG;
use super::list::ROWS;
use super::model::{Tag, TagInput, slug};
use crate::access::Scope;
use crate::http::error::{Conflict, Error, Issue, Result};
use crate::records::Kind;
use crate::records::life::{Meaning, Record, created, taken};
use crate::records::visible::Scoped;

/// Of two tags of one name nobody could tell which is which.
static NAME_TAKEN: Conflict = Conflict::new(
    "TagName",
    "Une étiquette de ce type porte déjà ce nom.",
    "There is a tag of this type and name already.",
)
.of("displayName");

static IN_USE: Conflict = Conflict::new(
    "TagRelation",
    "Des produits ou des ateliers portent cette étiquette : retirez-la d’abord.",
    "Products or factories carry this tag: take it off them first.",
);

impl Record for Tag {
    const UNIQUE: &'static [Meaning] = &[("tags_name_key", || Error::Conflict(&NAME_TAKEN))];

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }

    fn audited(&self) -> Value {
        json!({ "type": self.kind, "name": self.name, "displayName": self.display_name })
    }

    /// [`IN_USE`]
    async fn before_delete(&self, _: &mut PgConnection, _: &Scope, _: DateTime<Utc>) -> Result<()> {
        match self.uses {
            0 => Ok(()),
            _ => Err(Error::Conflict(&IN_USE)),
        }
    }
}

impl Scoped for Tag {
    const KIND: &'static Kind = &TAG;
    type Key = Uuid;

    async fn find(db: &mut PgConnection, _: &Scope, id: Uuid) -> Result<Option<Self>> {
        let find = format!("{ROWS} where t.id = $1 and t.deleted_at is null");
        let find = sqlx::query_as(AssertSqlSafe(find)).bind(id);
        Ok(find.fetch_optional(db).await?)
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// Makes a tag.
///
/// # Errors
/// [`NAME_TAKEN`]
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    input: &TagInput,
    now: DateTime<Utc>,
) -> Result<Tag> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into tags (id, type, name, display_name, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)",
        id,
        input.kind.as_str(),
        slug(&input.display_name),
        input.display_name,
        now,
    )
    .execute(&mut *db)
    .await
    .map_err(taken::<Tag>)?;
    created(db, scope, id).await
}

/// Whether there are these tags, as a body's field `tags` names them: none of them is deleted until the transaction ends.
///
/// # Errors
/// [`Error::Invalid`] (`tags[1] option`)
pub async fn check(db: &mut PgConnection, tags: &[Uuid]) -> Result<()> {
    let found = sqlx::query_scalar!(
        "select id from tags where id = any($1) and deleted_at is null order by id for key share",
        tags,
    )
    .fetch_all(db)
    .await?;
    Error::refuse(Issue::of_items("tags[]", "option", tags, |tag| {
        !found.contains(tag)
    }))
}
