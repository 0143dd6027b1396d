//! Every query on saved views.

use sqlx::PgExecutor;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{SavedView, ViewInput, ViewQuery};
use crate::access::{Actor, Role};
use crate::http::error::Result;

/// Views one may make of a list.
pub const MOST: i64 = 50;

/// The views of a list that this actor may use: their own, then those shared with their role.
pub async fn list(db: impl PgExecutor<'_>, actor: &Actor, list: &str) -> Result<Vec<SavedView>> {
    Ok(sqlx::query_as!(
        SavedView,
        r#"select id, list, name, query as "query: Json<ViewQuery>", shared_with, owner_id = $1 as "own!", updated_at
           from list_views where list = $3 and (owner_id = $1 or shared_with = $2)
           order by owner_id = $1 desc, created_at, id limit 100"#,
        actor.id,
        actor.role.as_str(),
        list,
    )
    .fetch_all(db)
    .await?)
}

/// How many views of a list the actor has.
pub async fn count(db: impl PgExecutor<'_>, actor: &Actor, list: &str) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        r#"select count(*) as "count!" from list_views where owner_id = $1 and list = $2"#,
        actor.id,
        list,
    )
    .fetch_one(db)
    .await?)
}

/// Saves a view: a new one, or (`id`) another state of one of the actor's own. `None`: they have none of this id.
pub async fn save(
    db: impl PgExecutor<'_>,
    actor: &Actor,
    id: Option<Uuid>,
    view: &ViewInput,
) -> Result<Option<SavedView>> {
    let is_new = id.is_none();
    let (query, shared) = (
        serde_json::json!(view.query),
        view.shared_with.map(Role::as_str),
    );
    Ok(sqlx::query_as!(
        SavedView,
        r#"with made as (
               insert into list_views (id, owner_id, list, name, query, shared_with)
               select $1, $2, $3, $4, $5, $6 where $7 returning *
           ), changed as (
               update list_views set list = $3, name = $4, query = $5, shared_with = $6, updated_at = now()
               where id = $1 and owner_id = $2 and not $7 returning *
           )
           select id as "id!", list as "list!", name as "name!", query as "query!: Json<ViewQuery>", shared_with,
               true as "own!", updated_at as "updated_at!"
           from (select * from made union all select * from changed) saved"#,
        id.unwrap_or_else(Uuid::now_v7),
        actor.id,
        view.list,
        view.name,
        query,
        shared,
        is_new,
    )
    .fetch_optional(db)
    .await?)
}

/// Deletes one of the actor's own views. False: they have none of this id.
pub async fn delete(db: impl PgExecutor<'_>, actor: &Actor, id: Uuid) -> Result<bool> {
    let gone = sqlx::query!(
        "delete from list_views where id = $1 and owner_id = $2",
        id,
        actor.id
    )
    .execute(db)
    .await?;
    Ok(gone.rows_affected() > 0)
}
