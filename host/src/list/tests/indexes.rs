//! Every list that is mounted, before PostgreSQL's planner: what a declaration offers must have an index that serves it.
//! The tables are empty and every other way is made expensive, so that the planner takes an index wherever one fits,
//! partial ones, those on expressions and those below a view among them.

use std::collections::BTreeSet;

use serde_json::Value as Json;
use sqlx::{PgConnection, PgPool, Postgres, QueryBuilder};

use super::admin;
use crate::domains::REGISTER;
use crate::list::column::{Column, Filters};
use crate::list::request::{Range, Request, Set};
use crate::list::value::{Type, Value};
use crate::list::{Cursor, Declaration, Direction, OrderBy, sql};

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn every_sort_filter_and_search_of_a_list_has_its_index(db: PgPool) {
    let mut db = db.acquire().await.unwrap();
    for way in [
        "seqscan",
        "sort",
        "incremental_sort",
        "hashjoin",
        "mergejoin",
    ] {
        let off = format!("set enable_{way} = off");
        sqlx::raw_sql(sqlx::AssertSqlSafe(off))
            .execute(&mut *db)
            .await
            .unwrap();
    }
    let lists = REGISTER.routes().lists();
    assert!(lists.len() > 10, "the lists are mounted");
    let mut missing = Vec::new();
    for mounted in lists.values() {
        let list = mounted.list.declaration();
        for column in list.columns {
            if column.sortable {
                missing.extend(sort(&mut db, list, column).await);
            }
            if column.filters.is_some() && !column.common {
                missing.extend(filter(&mut db, list, column).await);
            }
        }
        if list.search.is_some() {
            missing.extend(search(&mut db, list).await);
        }
    }
    assert!(missing.is_empty(), "no index: {missing:#?}");
}

/// The list's own order, or that of a column; nothing else asked.
fn request(list: &Declaration, sort: Option<&Column>) -> Request<'static> {
    let order = sort.map(|column| OrderBy {
        field: column.field.into(),
        direction: Direction::Asc,
    });
    let cursor = Cursor {
        order_by: order.into_iter().collect(),
        ..Cursor::default()
    };
    let cursor = Box::leak(Box::new(cursor));
    let mut request = Request::new(list, &admin(), cursor).unwrap();
    // What is left out unless asked for is most of the list.
    request.sets.clear();
    request.sets.extend(list.confined.map(|sql| one(list, sql)));
    request
}

/// A walk in the column's order sorts nothing: over all, and below each column that it names, and all of them together.
async fn sort(db: &mut PgConnection, list: &Declaration, column: &Column) -> Vec<String> {
    let mut below: Vec<Vec<&'static str>> = vec![vec![]];
    below.extend(column.indexed_below.iter().map(|one| vec![*one]));
    if column.indexed_below.len() > 1 {
        below.push(column.indexed_below.to_vec());
    }
    let mut missing = Vec::new();
    for below in below {
        let mut request = request(list, Some(column));
        let more = below.iter().filter(|sql| list.confined != Some(**sql));
        request.sets.extend(more.map(|sql| one(list, sql)));
        let plan = explain(db, |query| sql::push_keys(query, list, &request)).await;
        let walked = below.iter().all(|sql| conditions(&plan).contains(sql));
        if has_sort(&plan) || !walked {
            missing.push(format!("{}: {} below {below:?}", list.name, column.field));
        }
    }
    missing
}

/// The rows of a filter are found by an index, for one of its values at least: that it is rare.
async fn filter(db: &mut PgConnection, list: &Declaration, column: &Column) -> Vec<String> {
    let values = match column.kind {
        Type::Choice(options) => options()
            .into_iter()
            .map(|value| Value::Text(value.into()))
            .collect(),
        kind => vec![some(kind)],
    };
    let whole = request(list, None);
    let whole = explain(db, |query| sql::push_matching(query, list, &whole, " id")).await;
    for value in values {
        // A range is walked in its own order.
        let is_range = column.filters != Some(Filters::OneOf) && column.sortable;
        let mut request = request(list, is_range.then_some(column));
        match (column.filters, column.link) {
            (_, Some(link)) => request.linked.push((link, vec![uuid::Uuid::nil()])),
            (Some(Filters::OneOf), None) => request.sets.push(Set {
                sql: column.sql,
                kind: column.kind,
                values: vec![value],
            }),
            _ => request.ranges.push(Range {
                sql: column.sql,
                from: Some(value),
                to: None,
            }),
        }
        let plan = explain(db, |query| match is_range {
            true => sql::push_keys(query, list, &request),
            false => sql::push_matching(query, list, &request, " id"),
        })
        .await;
        let sought = column.link.map_or(column.sql, |link| link.owner);
        // The rows of a partial index need no condition.
        if conditions(&plan).contains(sought) || filters(&plan).is_subset(&filters(&whole)) {
            return Vec::new();
        }
    }
    vec![format!("{}: filter {}", list.name, column.field)]
}

/// A search over all has its index of trigrams, on the list's table or one below the list's view. The planner is not asked: over an
/// empty table any partial index is as cheap.
async fn search(db: &mut PgConnection, list: &Declaration) -> Option<String> {
    let column = list.search.filter(|_| list.confined.is_none())?;
    let found: bool = sqlx::query_scalar(
        "select exists (select from pg_indexes where indexdef like $2 and (tablename = $1 or tablename in (
            select t.relname from pg_rewrite r
            join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
            join pg_class t on t.oid = d.refobjid
            where r.ev_class = $1::regclass)))",
    )
    .bind(list.table)
    .bind(format!("% USING gin ({column} gin_trgm_ops)%"))
    .fetch_one(&mut *db)
    .await
    .unwrap();
    let whole: bool = match list.whole {
        None => true,
        Some(whole) => sqlx::query_scalar(
            "select exists (select from pg_indexes where tablename = $1 and indexdef like $2)",
        )
        .bind(list.table)
        .bind(format!("% USING gin ({})%", whole.array))
        .fetch_one(db)
        .await
        .unwrap(),
    };
    (!found || !whole).then(|| format!("{}: search", list.name))
}

/// What PostgreSQL would do for a statement.
async fn explain(db: &mut PgConnection, push: impl FnOnce(&mut QueryBuilder<Postgres>)) -> Json {
    let mut query = QueryBuilder::new("explain (format json) ");
    push(&mut query);
    let plan: Json = query
        .build_query_scalar()
        .persistent(false)
        .fetch_one(db)
        .await
        .unwrap();
    plan
}

/// Every step of a plan.
fn steps(plan: &Json) -> Vec<&Json> {
    match plan {
        Json::Array(plans) => plans.iter().flat_map(steps).collect(),
        Json::Object(step) => {
            let below = step.values().flat_map(steps);
            std::iter::once(plan).chain(below).collect()
        }
        _ => Vec::new(),
    }
}

fn has_sort(plan: &Json) -> bool {
    let sorts = |step: &&Json| {
        let kind = step["Node Type"].as_str().unwrap_or_default();
        kind.contains("Sort")
    };
    steps(plan).iter().any(sorts)
}

/// What the indexes of a plan are looked up by.
fn conditions(plan: &Json) -> String {
    let conditions = steps(plan)
        .into_iter()
        .filter_map(|step| step["Index Cond"].as_str());
    conditions.collect::<Vec<_>>().join(" and ")
}

/// What rows are looked at for, one by one.
fn filters(plan: &Json) -> BTreeSet<&str> {
    let filters = steps(plan).into_iter();
    filters.filter_map(|step| step["Filter"].as_str()).collect()
}

/// One value of a column.
fn one(list: &Declaration, sql: &'static str) -> Set {
    let column = list.columns.iter().find(|column| column.sql == sql);
    let kind = column.map_or(Type::Uuid, |column| column.kind);
    Set {
        sql,
        kind,
        values: vec![some(kind)],
    }
}

fn some(kind: Type) -> Value {
    match kind {
        Type::Text => Value::Text("x".into()),
        Type::Words => Value::Text("X".into()),
        Type::Choice(options) => Value::Text(options()[0].into()),
        Type::Uuid => Value::Uuid(uuid::Uuid::nil()),
        Type::Integer => Value::Integer(1),
        Type::Decimal => Value::Decimal(1.into()),
        Type::Day => Value::Day(chrono::NaiveDate::default()),
        Type::Time => Value::Time(chrono::DateTime::UNIX_EPOCH),
    }
}
