//! The engine on a table of its own: many rows alike, nulls, every type. What the lists of the domains say of HTTP is
//! tested there.

mod fuzz;
mod indexes;
mod walk;

use chrono::{DateTime, Utc};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestCaseResult, TestRunner};
use rust_decimal::Decimal;
use sqlx::PgPool;
use uuid::Uuid;

use super::{Column, Cursor, Declaration, Direction, Filters, List, OrderBy, Owner, Page, Type};
use crate::access::{Actor, Role, Scope};
use crate::http::error::Result;
use crate::words::language::Language;

#[derive(Debug, Clone, PartialEq, serde::Serialize, sqlx::FromRow)]
struct Thing {
    id: Uuid,
    store_id: Uuid,
    name: String,
    state: String,
    size: Option<i32>,
    price: Decimal,
    made_at: DateTime<Utc>,
}

static THINGS: List<Thing> = List::new(Declaration {
    name: "things",
    summary: "",
    table: "things",
    rows: "select * from things",
    owner: Owner::Store("store_id"),
    search: Some("search"),
    columns: &[
        Column::new("name", "name", Type::Text)
            .sortable()
            .filtered(Filters::OneOf),
        Column::new("state", "state", Type::Choice(|| vec!["a", "b", "c"]))
            .sortable()
            .filtered(Filters::OneOf)
            .indexed_below(&["store_id"]),
        Column::new("size", "size", Type::Integer)
            .sortable()
            .nullable()
            .filtered(Filters::Range)
            .indexed_below(&["store_id", "state"]),
        Column::new("price", "price", Type::Decimal)
            .sortable()
            .filtered(Filters::Range)
            .spread_over(&["size"]),
        Column::new("madeAt", "made_at", Type::Time)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["store_id", "state"]),
    ],
    sort: ("madeAt", Direction::Desc),
    ..Declaration::DEFAULT
});

const STORES: [Uuid; 3] = [Uuid::from_u128(1), Uuid::from_u128(2), Uuid::from_u128(3)];

async fn create_table(db: &PgPool) {
    sqlx::query(
        "create table things (
            id uuid primary key, store_id uuid not null, name text not null, state text not null, size int4,
            price numeric not null, made_at timestamptz not null,
            search text not null generated always as (search_text(name)) stored)",
    )
    .execute(db)
    .await
    .unwrap();
}

async fn replace(db: &PgPool, things: &[Thing]) {
    sqlx::query("truncate things").execute(db).await.unwrap();
    for thing in things {
        insert(db, thing).await;
    }
}

async fn insert(db: &PgPool, thing: &Thing) {
    sqlx::query(
        "insert into things (id, store_id, name, state, size, price, made_at) values ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(thing.id)
    .bind(thing.store_id)
    .bind(&thing.name)
    .bind(&thing.state)
    .bind(thing.size)
    .bind(thing.price)
    .bind(thing.made_at)
    .execute(db)
    .await
    .unwrap();
}

/// Few values a column, so that most rows share theirs with others.
fn thing() -> impl Strategy<Value = Thing> {
    let columns = (
        any::<u128>(),
        0..3usize,
        "[ab]{1,2}",
        0..3usize,
        proptest::option::of(-2..2i32),
        0..3i64,
        0..3i64,
    );
    columns.prop_map(|(id, store, name, state, size, price, day)| Thing {
        id: Uuid::from_u128(id),
        store_id: STORES[store],
        name,
        state: ["a", "b", "c"][state].into(),
        size,
        price: Decimal::new(price * 5, 1),
        made_at: DateTime::from_timestamp(1_795_003_200 + day * 43_200, 0).unwrap(),
    })
}

fn things() -> impl Strategy<Value = Vec<Thing>> {
    proptest::collection::vec(thing(), 0..30)
}

/// The same few things in every run.
fn some_things(count: usize) -> Vec<Thing> {
    let mut runner = TestRunner::deterministic();
    proptest::collection::vec(thing(), count)
        .new_tree(&mut runner)
        .unwrap()
        .current()
}

fn admin() -> Scope {
    scope(Role::Admin, &[])
}

fn scope(role: Role, stores: &[Uuid]) -> Scope {
    let actor = Actor {
        id: Uuid::nil(),
        session: Uuid::nil(),
        name: String::new(),
        role,
        permissions: Vec::new(),
        owner: false,
        language: Language::En,
        signed_in_recently: false,
    };
    Scope::new(
        actor,
        Vec::new(),
        stores.to_vec(),
        Vec::new(),
        String::new(),
    )
}

fn sorted_by(field: &str, direction: Direction) -> Cursor {
    Cursor {
        order_by: vec![OrderBy {
            field: field.into(),
            direction,
        }],
        ..Cursor::default()
    }
}

/// Runs a property on the database, on the same cases every time; failing ones are made smaller as usual.
async fn check<S>(
    cases: u32,
    strategy: S,
    property: impl AsyncFn(S::Value) -> TestCaseResult + Send + 'static,
) where
    S: Strategy + Send + 'static,
{
    let run = move || {
        let runtime = tokio::runtime::Handle::current();
        let config = Config {
            failure_persistence: None,
            rng_seed: RngSeed::Fixed(1),
            ..Config::with_cases(cases)
        };
        let outcome =
            TestRunner::new(config).run(&strategy, |case| runtime.block_on(property(case)));
        outcome.map_err(|failure| failure.to_string())
    };
    if let Err(failure) = tokio::task::spawn_blocking(run).await.unwrap() {
        panic!("{failure}");
    }
}

async fn page(db: &PgPool, scope: &Scope, cursor: Cursor) -> Page<Thing> {
    THINGS.read(db, scope, cursor).await.expect("a good cursor")
}

fn follow(cursor: &str) -> Result<Cursor> {
    Cursor::decode(cursor)
}
