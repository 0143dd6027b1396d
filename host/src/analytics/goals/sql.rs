//! Every query of goals.

use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{Goal, Reached};
use crate::analytics::span::Span;
use crate::analytics::sql::Stores;
use crate::http::error::Result;

/// All of a store, the latest first.
pub async fn goals(db: impl PgExecutor<'_>, store: Uuid) -> Result<Vec<Goal>> {
    Ok(sqlx::query_as!(
        Goal,
        "select month, net_sales from store_goals where store_id = $1 order by month desc",
        store,
    )
    .fetch_all(db)
    .await?)
}

pub async fn replace(db: &mut PgConnection, store: Uuid, goals: &[Goal]) -> Result<()> {
    sqlx::query!("delete from store_goals where store_id = $1", store)
        .execute(&mut *db)
        .await?;
    let months: Vec<_> = goals.iter().map(|goal| goal.month).collect();
    let amounts: Vec<_> = goals.iter().map(|goal| goal.net_sales).collect();
    sqlx::query!(
        "insert into store_goals (store_id, month, net_sales) select $1, month, net_sales from unnest($2::date[], $3::numeric[]) g (month, net_sales)",
        store,
        &months,
        &amounts,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// How far stores came with their goals in some days; none: none of them has one.
pub async fn reached(
    db: impl PgExecutor<'_>,
    span: Span,
    stores: &Stores,
) -> Result<Option<Reached>> {
    let reached = sqlx::query_as!(
        Reached,
        r#"with goals as (
            select g.store_id, g.net_sales, greatest(g.month, $1) as first, g.after,
                lead(g.month) over (partition by g.store_id order by g.month) as next
            from (select store_id, month, net_sales, $2::date as after from store_goals
                  where month < $2 and ($3::uuid[] is null or store_id = any($3))
                    and exists (select from stores s where s.id = store_id and s.deleted_at is null)) g
        ), months as (
            select g.store_id, g.net_sales, m.day::date as month, greatest(m.day::date, $1) as first,
                least((m.day + interval '1 month')::date, $2) as after
            from goals g
            cross join lateral generate_series(date_trunc('month', g.first::timestamp),
                (least(g.next, g.after) - 1)::timestamp, interval '1 month') m (day)
            where g.net_sales > 0 and least(g.next, g.after) > g.first
        )
        select coalesce(round(sum(m.net_sales * (m.after - m.first) / ((m.month + interval '1 month')::date - m.month)), 2), 0) as "due!",
            coalesce(sum(m.net_sales), 0) as "goal!",
            coalesce(sum((select sum(d.net) from analytics_days d where d.store_id = m.store_id and d.day >= m.first and d.day < m.after)), 0)
                as "net_sales!",
            count(distinct m.store_id) as "stores!"
        from months m"#,
        span.first,
        span.after,
        stores.as_deref(),
    )
    .fetch_one(db)
    .await?;
    Ok(Some(reached).filter(|reached| reached.stores > 0))
}
