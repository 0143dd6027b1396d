//! Every query on what is new.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::model::{News, NewsKind};
use crate::access::Scope;
use crate::http::error::Result;
use crate::production::Named;
use crate::production::factories::Factory;
use crate::production::productions::PRODUCTION;
use crate::records::visible::Visible;

/// The latest hundred things that others did to what a factory makes, newest first. Each part of the query gives its own latest
/// hundred, by an index on the time. A production came to the factory when it was said last where it is made; how it moved before
/// is no news there.
pub async fn latest(
    db: &mut PgConnection,
    scope: &Scope,
    factory: &Visible<Factory>,
) -> Result<Vec<News>> {
    let rows = sqlx::query!(
        r#"with ours as (
               select id, project_id, name, status from project_productions
               where factory_id = $1 and deleted_at is null and status <> 'CANCELED'),
           shown as (
               select j.id, jsonb_build_object('id', j.id, 'name', j.name) as project from projects j
               where j.deleted_at is null and j.id in (select project_id from ours)),
           files as (
               select 'file' as kind, f.id, f.created_at as at, coalesce(u.display_name, '') as by, s.project,
                   jsonb_build_object('id', p.id, 'name', p.name) as product, null::jsonb as production, x.name as text, null::text as was, f.level,
                   x.created_by as author
               from shown s join project_products p on p.project_id = s.id and p.deleted_at is null
                   join project_product_files f on f.product_id = p.id and f.deleted_at is null
                   join files x on x.id = f.file_id left join users u on u.id = x.created_by
               order by f.created_at desc limit 100),
           notes as (
               select 'note' as kind, n.id, n.created_at as at, n.user_name as by, s.project, null::jsonb as product,
                   jsonb_build_object('id', o.id, 'name', o.name) as production, left(n.data ->> 'message', 200) as text,
                   null::text as was, null::integer as level, n.user_id as author
               from ours o join shown s on s.id = o.project_id
                   join log_entries n on n.relation_id = o.id and n.deleted_at is null
               order by n.created_at desc limit 100),
           entries as (
               select o.id, o.name, o.project_id, o.status, e.at, e.sequence, e.actor_name, e.actor_id, c.was, c.became,
                   max(e.sequence) filter (where c.is_given) over (partition by o.id) as given
               from ours o join audit_entries e on e.entity = $3 and e.entity_id = o.id
                   cross join lateral (
                       select max(change ->> 'before') filter (where change ->> 'field' = 'status') as was,
                           max(change ->> 'after') filter (where change ->> 'field' = 'status') as became,
                           bool_or(change ->> 'field' = 'factory' and change ->> 'after' is not null) as is_given
                       from jsonb_array_elements(e.changes) as x (change)) c
               where e.action in ('create', 'update')),
           moves as (
               select 'production' as kind, o.id, o.at, o.actor_name as by, s.project, null::jsonb as product,
                   jsonb_build_object('id', o.id, 'name', o.name) as production, coalesce(o.became, o.status) as text,
                   case when o.sequence > o.given then o.was end as was, null::integer as level, o.actor_id as author
               from entries o join shown s on s.id = o.project_id
               where o.sequence = o.given or (o.became is not null and o.sequence > o.given)
               order by o.at desc limit 100)
           select n.kind as "kind!: NewsKind", n.id as "id!", n.at as "at!", n.by as "by!", n.project as "project!: Json<Named>",
               n.product as "product: Json<Named>", n.production as "production: Json<Named>", coalesce(n.text, '') as "text!", n.was, n.level,
               n.at > coalesce((select seen_at from factory_visits where user_id = $2 and factory_id = $1), '-infinity')
                   as "is_new!"
           from (select * from files union all select * from notes union all select * from moves) n
           where n.author is distinct from $2
           order by n.at desc, n.id limit 100"#,
        factory.id(),
        scope.actor.id,
        PRODUCTION.name,
    )
    .fetch_all(db)
    .await?;
    let news = rows.into_iter().map(|row| News {
        kind: row.kind,
        id: row.id,
        at: row.at,
        by: row.by,
        project: row.project.0,
        product: row.product.map(|of| of.0),
        production: row.production.map(|of| of.0),
        text: row.text,
        was: row.was,
        level: row.level,
        is_new: row.is_new,
    });
    Ok(news.collect())
}

/// Notes that the caller has seen what there was until a moment; never less than they had seen before, and not what has not
/// happened yet.
pub async fn visit(
    db: &mut PgConnection,
    scope: &Scope,
    factory: &Visible<Factory>,
    until: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into factory_visits (user_id, factory_id, seen_at) values ($1, $2, least($3, now()))
         on conflict (user_id, factory_id) do update set seen_at = greatest(factory_visits.seen_at, excluded.seen_at)",
        scope.actor.id,
        factory.id(),
        until,
    )
    .execute(db)
    .await?;
    Ok(())
}
