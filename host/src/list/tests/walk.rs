//! Walking a list there and back.

use std::cmp::Ordering;
use std::collections::HashSet;

use proptest::prelude::*;
use serde_json::json;
use sqlx::{AssertSqlSafe, PgPool};
use uuid::Uuid;

use super::*;
use crate::list::count::Crowd;
use crate::list::request::{Owned, Request};
use crate::list::{Filter, Value, sql};

#[derive(Debug, Clone)]
struct Question {
    things: Vec<Thing>,
    field: &'static str,
    direction: Direction,
    take: u32,
    states: Vec<&'static str>,
    /// How many of the stores the caller sees; none: all, as an admin.
    stores: Option<usize>,
    sizes: Option<(i32, i32)>,
    search: &'static str,
}

fn question() -> impl Strategy<Value = Question> {
    let fields = prop_oneof![
        Just("name"),
        Just("state"),
        Just("size"),
        Just("price"),
        Just("madeAt")
    ];
    let direction = prop_oneof![Just(Direction::Asc), Just(Direction::Desc)];
    let states = proptest::sample::subsequence(vec!["a", "b", "c"], 0..=3);
    let filters = (
        states,
        proptest::option::of(0..4usize),
        proptest::option::of((-2..1, 0..2)),
    );
    let search = prop_oneof![3 => Just(""), 1 => Just("ab"), 1 => Just("B a"), 1 => Just("b")];
    (things(), fields, direction, 1..8u32, filters, search).prop_map(
        |(things, field, direction, take, (states, stores, sizes), search)| Question {
            things,
            field,
            direction,
            take,
            states,
            stores,
            sizes,
            search,
        },
    )
}

impl Question {
    fn scope(&self) -> Scope {
        self.stores
            .map_or_else(admin, |count| scope(Role::Customer, &STORES[..count]))
    }

    fn cursor(&self) -> Cursor {
        let mut filters = Vec::new();
        if !self.states.is_empty() {
            // A value given twice changes nothing.
            let values = self
                .states
                .iter()
                .chain(self.states.first())
                .map(|state| json!(state))
                .collect();
            filters.push(Filter {
                field: "state".into(),
                values: Some(values),
                from: None,
                to: None,
            });
        }
        if let Some((from, to)) = self.sizes {
            filters.push(Filter {
                field: "size".into(),
                values: None,
                from: Some(json!(from)),
                to: Some(json!(to)),
            });
        }
        let search = self.search.into();
        Cursor {
            take: self.take,
            filters,
            search,
            ..sorted_by(self.field, self.direction)
        }
    }

    /// What the list must give, found in the simplest way.
    fn answer(&self) -> Vec<Uuid> {
        let words: Vec<String> = match self.search.len() {
            0 | 1 => Vec::new(),
            _ => self.search.split(' ').map(str::to_lowercase).collect(),
        };
        let mut found: Vec<&Thing> = self
            .things
            .iter()
            .filter(|thing| self.states.is_empty() || self.states.contains(&thing.state.as_str()))
            .filter(|thing| {
                self.stores
                    .is_none_or(|count| STORES[..count].contains(&thing.store_id))
            })
            .filter(|thing| {
                self.sizes.is_none_or(|(from, to)| {
                    thing.size.is_some_and(|size| (from..=to).contains(&size))
                })
            })
            .filter(|thing| words.iter().all(|word| thing.name.contains(word)))
            .collect();
        found.sort_by(|a, b| {
            let order = match self.field {
                "name" => a.name.cmp(&b.name),
                "state" => a.state.cmp(&b.state),
                "size" => match (a.size, b.size) {
                    (None, None) => Ordering::Equal,
                    (None, _) => Ordering::Greater,
                    (_, None) => Ordering::Less,
                    (a, b) => a.cmp(&b),
                },
                "price" => a.price.cmp(&b.price),
                _ => a.made_at.cmp(&b.made_at),
            };
            let order = order.then(a.id.cmp(&b.id));
            if self.direction == Direction::Desc {
                order.reverse()
            } else {
                order
            }
        });
        found.into_iter().map(|thing| thing.id).collect()
    }
}

fn ids(page: &Page<Thing>) -> Vec<Uuid> {
    page.data.iter().map(|thing| thing.id).collect()
}

/// All pages from the first by `meta.next`, then again from the last by `meta.previous`.
async fn walk(db: &PgPool, scope: &Scope, cursor: Cursor) -> (Vec<Page<Thing>>, Vec<Page<Thing>>) {
    let mut there = vec![page(db, scope, cursor).await];
    while let Some(next) = there.last().and_then(|page| page.meta.next.clone()) {
        there.push(page(db, scope, follow(&next).unwrap()).await);
    }
    let mut back = Vec::new();
    let mut previous = there.last().and_then(|page| page.meta.previous.clone());
    while let Some(cursor) = previous {
        back.push(page(db, scope, follow(&cursor).unwrap()).await);
        previous = back.last().and_then(|page| page.meta.previous.clone());
    }
    (there, back)
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_walk_meets_every_row_once_in_order_and_returns_by_the_same_pages(db: PgPool) {
    create_table(&db).await;
    check(400, question(), async move |question| {
        replace(&db, &question.things).await;
        let expected = question.answer();
        let (there, back) = walk(&db, &question.scope(), question.cursor()).await;
        let seen: Vec<Uuid> = there.iter().flat_map(ids).collect();
        prop_assert_eq!(&seen, &expected);
        for page in &there {
            prop_assert_eq!(
                (page.meta.total as usize, page.meta.exact),
                (expected.len(), true)
            );
        }
        let returned: Vec<Vec<Uuid>> = back.iter().map(ids).collect();
        let pages: Vec<Vec<Uuid>> = there.iter().map(ids).rev().skip(1).collect();
        prop_assert_eq!(returned, pages);
        // A page returned to leads on again as it did.
        for (back, there) in back.iter().zip(there.iter().rev().skip(1)) {
            prop_assert_eq!(&back.meta, &there.meta);
        }
        Ok(())
    })
    .await;
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn passing_over_rows_gives_the_same_as_walking(db: PgPool) {
    create_table(&db).await;
    check(
        100,
        (question(), 0..40u32),
        async move |(question, skip)| {
            replace(&db, &question.things).await;
            let expected = question.answer();
            let found = page(
                &db,
                &question.scope(),
                Cursor {
                    skip,
                    ..question.cursor()
                },
            )
            .await;
            let rest: Vec<Uuid> = expected
                .iter()
                .copied()
                .skip(skip as usize)
                .take(question.take as usize)
                .collect();
            prop_assert_eq!(ids(&found), rest);
            prop_assert_eq!(found.meta.total as usize, expected.len());
            Ok(())
        },
    )
    .await;
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn rows_that_arrive_during_a_walk_repeat_none(db: PgPool) {
    create_table(&db).await;
    let arrivals = proptest::collection::vec(thing(), 30);
    check(
        100,
        (question(), arrivals),
        async move |(question, arrivals)| {
            replace(&db, &question.things).await;
            let mut arrivals = arrivals.iter();
            let mut seen = HashSet::new();
            let mut cursor = Some(question.cursor());
            while let Some(current) = cursor {
                let page = page(&db, &question.scope(), current).await;
                for id in ids(&page) {
                    prop_assert!(seen.insert(id), "{id} came twice");
                }
                if let Some(arrival) = arrivals.next() {
                    insert(&db, arrival).await;
                }
                cursor = page.meta.next.as_deref().map(|next| follow(next).unwrap());
            }
            for id in question.answer() {
                prop_assert!(seen.contains(&id), "{id} was passed by");
            }
            Ok(())
        },
    )
    .await;
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_page_whose_rows_have_gone_leads_back_to_the_first(db: PgPool) {
    create_table(&db).await;
    let things = some_things(5);
    replace(&db, &things).await;
    let first = page(
        &db,
        &admin(),
        Cursor {
            take: 2,
            ..Cursor::default()
        },
    )
    .await;
    let second = page(&db, &admin(), follow(&first.meta.next.unwrap()).unwrap()).await;
    let third = second.meta.next.unwrap();
    replace(
        &db,
        &things
            .iter()
            .filter(|thing| thing.id == first.data[0].id)
            .cloned()
            .collect::<Vec<_>>(),
    )
    .await;
    let lost = page(&db, &admin(), follow(&third).unwrap()).await;
    assert_eq!((ids(&lost), &lost.meta.next), (vec![], &None));
    let found = page(&db, &admin(), follow(&lost.meta.previous.unwrap()).unwrap()).await;
    assert_eq!(ids(&found), [first.data[0].id]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn more_rows_than_are_counted_are_told_as_such(db: PgPool) {
    create_table(&db).await;
    sqlx::query(
        "insert into things (id, store_id, name, state, price, made_at)
         select gen_random_uuid(), $1, 'x', case when n = 1 then 'b' else 'a' end, 0, now()
         from generate_series(1, 10001) n",
    )
    .bind(STORES[0])
    .execute(&db)
    .await
    .unwrap();
    let all = page(&db, &admin(), Cursor::default()).await;
    assert_eq!((all.meta.total, all.meta.exact), (10_000, false));
    let next = page(&db, &admin(), follow(&all.meta.next.unwrap()).unwrap()).await;
    assert_eq!((next.meta.total, next.meta.exact), (10_000, false));
    let only_a = Filter {
        field: "state".into(),
        values: Some(vec![json!("a")]),
        from: None,
        to: None,
    };
    let counted = page(
        &db,
        &admin(),
        Cursor {
            take: 0,
            filters: vec![only_a],
            ..Cursor::default()
        },
    )
    .await;
    assert_eq!(
        (counted.meta.total, counted.meta.exact, counted.data.len()),
        (10_000, true, 0)
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_range_is_walked_in_the_same_order_however_many_it_has(db: PgPool) {
    create_table(&db).await;
    sqlx::query(
        "insert into things (id, store_id, name, state, size, price, made_at)
         select gen_random_uuid(), $1, 'a', 'a', case when n <= 3000 then 1 when n <= 3100 then 2 else 3 end, n,
            now() + (case when n <= 3100 then n * 7 % 3100 else n end) * interval '1 s'
         from generate_series(1, 15600) n",
    )
    .bind(STORES[0])
    .execute(&db)
    .await
    .unwrap();
    // Many among the first rows; as many behind more rows than are looked at; few; more than are counted.
    for (size, direction, total, exact) in [
        (1, Direction::Asc, 3_000, true),
        (1, Direction::Desc, 3_000, true),
        (2, Direction::Desc, 100, true),
        (3, Direction::Asc, 10_000, false),
    ] {
        let order = match direction {
            Direction::Asc => "",
            Direction::Desc => "desc",
        };
        let expected: Vec<Uuid> = sqlx::query_scalar(AssertSqlSafe(format!(
            "select id from things where size = {size} order by made_at {order}, id {order} limit 40"
        )))
        .fetch_all(&db)
        .await
        .unwrap();
        let cursor = Cursor {
            filters: vec![Filter {
                field: "size".into(),
                values: None,
                from: Some(json!(size)),
                to: Some(json!(size)),
            }],
            ..sorted_by("madeAt", direction)
        };
        let first = page(&db, &admin(), cursor).await;
        assert_eq!(ids(&first), expected[..20], "{size} {direction:?}");
        assert_eq!((first.meta.total, first.meta.exact), (total, exact));
        let second = page(&db, &admin(), follow(&first.meta.next.unwrap()).unwrap()).await;
        assert_eq!(ids(&second), expected[20..]);
        assert_eq!((second.meta.total, second.meta.exact), (total, exact));
        let back = follow(&second.meta.previous.unwrap()).unwrap();
        assert_eq!(ids(&page(&db, &admin(), back).await), expected[..20]);
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_row_that_goes_to_somebody_else_after_its_key_was_found_is_not_shown(db: PgPool) {
    create_table(&db).await;
    replace(&db, &some_things(2)).await;
    let keys: Vec<(Option<Value>, Uuid)> = sqlx::query_scalar("select id from things order by id")
        .fetch_all(&db)
        .await
        .unwrap()
        .into_iter()
        .map(|id| (None, id))
        .collect();
    let (kept, gone) = (keys[0].1, keys[1].1);
    sqlx::query("update things set store_id = case when id = $1 then $2 else $3 end")
        .bind(kept)
        .bind(STORES[0])
        .bind(STORES[1])
        .execute(&db)
        .await
        .unwrap();
    for (stores, expected) in [
        (&STORES[..1], vec![kept]),
        (&STORES[1..2], vec![gone]),
        (&STORES[..2], vec![kept, gone]),
        (&[], vec![]),
    ] {
        let owned = Owned::by(THINGS.declaration.owner, &scope(Role::Customer, stores));
        let mut rows = sql::rows(&THINGS.declaration, &owned, &keys);
        let found: Vec<Thing> = rows.build_query_as().fetch_all(&db).await.unwrap();
        let found: Vec<Uuid> = found.iter().map(|thing| thing.id).collect();
        assert_eq!(found, expected);
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn more_hits_than_are_counted_are_gathered(db: PgPool) {
    show_a_crowd(&db, 1_001, 0).await;
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn more_hits_than_are_gathered_are_walked_in_the_same_order(db: PgPool) {
    show_a_crowd(&db, 3_401, 0).await;
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_crowd_behind_more_rows_than_a_walk_looks_at_is_found(db: PgPool) {
    show_a_crowd(&db, 3_401, 12_500).await;
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_page_behind_all_that_are_gathered_is_found(db: PgPool) {
    let expected = insert_a_crowd(&db, 3_450, 0).await;
    let search = |take, skip| Cursor {
        search: "found".into(),
        take,
        skip,
        ..Cursor::default()
    };
    for (take, skip) in [(20, 3_410), (0, 0), (20, 3_410), (20, 3_450), (20, 0)] {
        let found = page(&db, &admin(), search(take, skip)).await;
        let rows = expected.iter().skip(skip as usize).take(take as usize);
        assert!(ids(&found).iter().eq(rows), "{take} {skip}");
        assert_eq!((found.meta.total, found.meta.exact), (1_000, false));
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_count_alone_does_not_tell_that_all_may_be_gathered(db: PgPool) {
    insert_a_crowd(&db, 1_001, 0).await;
    let options = db.connect_options();
    let database = options.get_database().unwrap();
    for (take, crowd) in [(0, Crowd::Counted), (20, Crowd::Small)] {
        let cursor = Cursor {
            search: "found".into(),
            take,
            ..Cursor::default()
        };
        page(&db, &admin(), cursor.clone()).await;
        let request = Request::new(&THINGS.declaration, &admin(), &cursor);
        let known = THINGS.crowded.known(database, &request.unwrap());
        assert_eq!(known, Some(crowd));
    }
}

/// Rows that a search finds behind newer ones that it does not: their ids, as a list begins with them.
async fn insert_a_crowd(db: &PgPool, many: i32, newer: i32) -> Vec<Uuid> {
    create_table(db).await;
    // The rows stand in the table the other way round than the list shows them.
    sqlx::query(
        "insert into things (id, store_id, name, state, price, made_at)
         select gen_random_uuid(), $1, 'found', case when n = 1 then 'b' else 'a' end, n,
            now() - interval '1 day' + n * interval '1 s'
         from generate_series(1, $2) n",
    )
    .bind(STORES[0])
    .bind(many)
    .execute(db)
    .await
    .unwrap();
    sqlx::query(
        "insert into things (id, store_id, name, state, price, made_at)
         select gen_random_uuid(), $1, 'other', 'a', n, now() + n * interval '1 s' from generate_series(1, $2) n",
    )
    .bind(STORES[0])
    .bind(newer)
    .execute(db)
    .await
    .unwrap();
    sqlx::query_scalar("select id from things where name = 'found' order by made_at desc")
        .fetch_all(db)
        .await
        .unwrap()
}

/// A search that more rows meet than are counted, behind newer ones that do not meet it.
async fn show_a_crowd(db: &PgPool, many: i32, newer: i32) {
    let expected = insert_a_crowd(db, many, newer).await;
    let search = |states: &[&str]| Cursor {
        search: "found".into(),
        filters: vec![Filter {
            field: "state".into(),
            values: Some(states.iter().map(|state| json!(state)).collect()),
            from: None,
            to: None,
        }],
        ..Cursor::default()
    };
    // All: found to be many at first, then remembered to be. Only the a: one fewer.
    for (states, exact) in [
        (&["a", "b"][..], false),
        (&["a", "b"], false),
        (&["a"], many == 1_001),
    ] {
        let first = page(db, &admin(), search(states)).await;
        assert_eq!(ids(&first), expected[..20]);
        assert_eq!((first.meta.total, first.meta.exact), (1_000, exact));
        let second = page(db, &admin(), follow(&first.meta.next.unwrap()).unwrap()).await;
        assert_eq!(ids(&second), expected[20..40]);
        assert_eq!((second.meta.total, second.meta.exact), (1_000, exact));
        let back = second.meta.previous.unwrap();
        let back = page(db, &admin(), follow(&back).unwrap()).await;
        assert_eq!(ids(&back), expected[..20]);
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_the_index_knows_by_a_part_is_found_by_the_whole_of_it(db: PgPool) {
    create_table(&db).await;
    let names = [
        "XW100123456789FR",
        "XW200123456789FR",
        "éé1234567",
        "1234567",
        "Montréal4567",
        "real4567",
        "zoe.lesolle4567@courrier.example",
        "zoe.lesolle4567@ailleurs.example",
        "Bartholdi",
        "Bartholomé",
    ];
    let mut things = some_things(names.len());
    for (thing, name) in things.iter_mut().zip(names) {
        thing.name = name.into();
    }
    replace(&db, &things).await;
    for (search, found) in [
        ("xw100123456789fr", &names[..1]),
        ("00123456789", &names[..2]),
        ("200123456789FR", &names[1..2]),
        ("EE1234567", &names[2..3]),
        ("ÉÉ1234567", &names[2..3]),
        ("1234567", &names[..4]),
        ("montreal4567", &names[4..5]),
        ("Réal4567", &names[4..6]),
        ("zoe.lesolle4567@courrier.example", &names[6..7]),
        ("lesolle4567@ail", &names[7..8]),
        ("zoe.lesolle4567@", &names[6..8]),
        ("barthol", &names[8..]),
        ("BARTHOLOME", &names[9..]),
        ("bartholomew", &[]),
        ("zoe.lesolle4568@courrier.example", &[]),
        ("1234567890", &[]),
    ] {
        let cursor = Cursor {
            search: search.into(),
            ..Cursor::default()
        };
        let mut rows: Vec<String> = page(&db, &admin(), cursor)
            .await
            .data
            .into_iter()
            .map(|thing| thing.name)
            .collect();
        rows.sort_by_key(|name| names.iter().position(|other| other == name));
        assert_eq!(rows, found, "{search}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_total_follows_what_arrives_and_goes(db: PgPool) {
    create_table(&db).await;
    let things = some_things(30);
    for count in [25, 30, 22] {
        replace(&db, &things[..count]).await;
        let first = page(&db, &admin(), Cursor::default()).await;
        assert_eq!((first.meta.total as usize, first.meta.exact), (count, true));
    }
}
