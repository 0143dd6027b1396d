//! The statements of a list. Names come from its declaration; whatever a caller sent is bound.

use sqlx::{Postgres, QueryBuilder};
use uuid::Uuid;

use super::column::Link;
use super::request::{End, Owned, Request, Set, Start};
use super::value::{Type, push_all};
use super::{Declaration, Key, Whole};

/// Walks of an index merged into one page, at most; a larger number of sets' values is filtered instead.
const MAX_WALKS: usize = 100;

/// The keys of the page and of one row more, in the direction of the walk: `id` and `key`, the sorted value.
///
/// They are found on the table alone and best in an index alone; [`rows`] then reads what belongs to them by a statement that is the
/// same for every page, so that its joins are planned once.
pub fn keys(list: &Declaration, request: &Request<'_>) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("with page as (");
    push_keys(&mut query, list, request);
    push_page(&mut query, request, "");
    query
}

/// The same by gathering all that match, once, for the page and its count: `list_count` beside the keys. More rows than
/// `limit` are not gathered: then it is `limit`, and the page means nothing.
pub fn gathered(
    list: &Declaration,
    request: &Request<'_>,
    limit: Option<u32>,
) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("with gathered as materialized (");
    let key = format!(" id, {} as key", request.sort.sql);
    push_matching(&mut query, list, request, &key);
    if let Some(limit) = limit {
        push_limit(&mut query, limit, 0);
    }
    query.push("), page as (");
    let nothing = |_: &mut QueryBuilder<Postgres>| {};
    let (limit, skip) = (request.take + 1, request.skip);
    let from = ("gathered", "key");
    push_branches(&mut query, request, from, &nothing, limit, skip);
    let count = ", (select count(*) from gathered) as list_count";
    push_page(&mut query, request, count);
    query
}

/// The page, if it lies among the first `walked` rows beyond the position; fewer rows than the page and one more mean that it
/// may not. For conditions that many rows meet: the planner takes a search for rare and gathers all that it finds.
///
/// None where the walk has two stretches, and for whole words: the planner knows how many rows have one.
pub fn among_first(
    list: &Declaration,
    request: &Request<'_>,
    walked: u32,
) -> Option<QueryBuilder<Postgres>> {
    let branches = Branch::of(request);
    let [branch] = branches.as_slice() else {
        return None;
    };
    let mut words = request.words.iter();
    if words.any(|word| whole(list, word).is_some()) {
        return None;
    }
    let (table, column) = (list.table, request.sort.sql);
    let by_index = |set: &&Set| set.values.len() == 1 && is_indexed_below(request, set);
    let led = request.sets.iter().find(by_index);
    let order = order(request, column, "id");
    let mut query = QueryBuilder::new("with page as (");
    query.push(format_args!(
        "select id, {column} as key from (select * from {table} where true"
    ));
    if let Some(set) = led {
        push_set(&mut query, set);
    }
    branch.push(&mut query, request, column);
    query.push(format_args!(
        " order by {order} limit {walked}) {table} where true"
    ));
    push_conditions(&mut query, list, request);
    for set in &request.sets {
        push_set(&mut query, set);
    }
    query.push(format_args!(" order by {order}"));
    push_limit(&mut query, request.take + 1, request.skip);
    push_page(&mut query, request, "");
    Some(query)
}

/// Ends `page`, and gives its keys in the order of the walk.
fn push_page(query: &mut QueryBuilder<Postgres>, request: &Request<'_>, more: &str) {
    let (kind, order) = (request.sort.kind.sql(), order(request, "key", "id"));
    query.push(format_args!(
        ") select id, key::{kind} as list_key{more} from page order by {order}"
    ));
}

/// The rows of these keys, in their order. Their owner is asked for again: between two statements a row can go to somebody else.
pub fn rows(list: &Declaration, owned: &Owned, keys: &[Key]) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select r.* from unnest(");
    let ids: Vec<_> = keys.iter().map(|(_, id)| *id).collect();
    query.push_bind(ids).push(format_args!(
        ") with ordinality asked (id, place) join ({}) r on r.id = asked.id",
        list.rows
    ));
    if !matches!(owned, Owned::Everybodys) {
        query.push(format_args!(
            " where exists (select from {table} where {table}.id = asked.id",
            table = list.table
        ));
        push_owned(&mut query, owned);
        query.push(")");
    }
    query.push(" order by asked.place");
    query
}

/// How many rows there are, up to `limit`.
pub fn count(list: &Declaration, request: &Request<'_>, limit: u32) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select count(*) from (");
    push_matching(&mut query, list, request, "");
    query.push(format_args!(" limit {limit}) counted"));
    query
}

/// The ids of all rows that match, up to `limit`.
pub fn ids(list: &Declaration, request: &Request<'_>, limit: u32) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("");
    push_matching(&mut query, list, request, " id");
    query.push(format_args!(" order by id limit {limit}"));
    query
}

/// What meets every condition, in no order.
pub fn push_matching(
    query: &mut QueryBuilder<Postgres>,
    list: &Declaration,
    request: &Request<'_>,
    columns: &str,
) {
    query.push(format_args!(
        "select{columns} from {} where true",
        list.table
    ));
    push_conditions(query, list, request);
    for set in &request.sets {
        push_set(query, set);
    }
}

/// The keys of the page and of one row more, in order.
pub fn push_keys(query: &mut QueryBuilder<Postgres>, list: &Declaration, request: &Request<'_>) {
    let (walked, filtered): (Vec<&Set>, Vec<&Set>) =
        request.sets.iter().partition(|set| is_walked(request, set));
    let walks: usize = walked.iter().map(|set| set.values.len()).product();
    if walked.is_empty() || walks > MAX_WALKS {
        return push_walk(
            query,
            list,
            request,
            &request.sets.iter().collect::<Vec<_>>(),
            &[],
        );
    }
    query.push("select walk.id, walk.key from ");
    for (index, set) in walked.iter().enumerate() {
        query.push("unnest(");
        push_all(&set.values, set.kind, query);
        query.push(format_args!(") w{index} (value) cross join "));
    }
    query.push("lateral (");
    push_walk(query, list, request, &filtered, &walked);
    query.push(format_args!(
        ") walk order by {}",
        order(request, "walk.key", "walk.id")
    ));
    push_limit(query, request.take + 1, request.skip);
}

fn is_walked(request: &Request<'_>, set: &Set) -> bool {
    // A search finds its rows by another index, once.
    request.words.is_empty() && set.values.len() > 1 && is_indexed_below(request, set)
}

/// Whether an index holds the order of the sort below each of the set's values.
fn is_indexed_below(request: &Request<'_>, set: &Set) -> bool {
    request.sort.indexed_below.contains(&set.sql)
}

/// The keys that meet every condition, in order; `walked` sets are compared with the value of the walk.
fn push_walk(
    query: &mut QueryBuilder<Postgres>,
    list: &Declaration,
    request: &Request<'_>,
    filtered: &[&Set],
    walked: &[&Set],
) {
    // Passed-over rows are passed over once, after the merge.
    let (skip, limit) = if walked.is_empty() {
        (request.skip, request.take + 1)
    } else {
        (0, (request.take + 1).saturating_add(request.skip))
    };
    let conditions = |query: &mut QueryBuilder<Postgres>| {
        push_conditions(query, list, request);
        for (index, set) in walked.iter().enumerate() {
            query.push(format_args!(" and {} = w{index}.value", set.sql));
        }
        for set in filtered {
            push_set(query, set);
        }
    };
    let from = (list.table, request.sort.sql);
    push_branches(query, request, from, &conditions, limit, skip);
}

/// The keys of a table beyond the position, in order, by its column that holds the sorted value.
fn push_branches(
    query: &mut QueryBuilder<Postgres>,
    request: &Request<'_>,
    (table, column): (&str, &str),
    conditions: &dyn Fn(&mut QueryBuilder<Postgres>),
    limit: u32,
    skip: u32,
) {
    let branches = Branch::of(request);
    for (index, branch) in branches.iter().enumerate() {
        query.push(match (branches.len(), index) {
            (1, _) => "",
            (_, 0) => "select id, key from ((",
            _ => ") union all (",
        });
        query.push(format_args!(
            "select id, {column} as key from {table} where true"
        ));
        conditions(query);
        branch.push(query, request, column);
        query.push(format_args!(" order by {}", order(request, column, "id")));
        push_limit(query, limit, skip);
    }
    if branches.len() > 1 {
        query.push(format_args!(
            ")) branches order by {}",
            order(request, "key", "id")
        ));
        push_limit(query, limit, skip);
    }
}

/// The rows beyond a position, as conditions that each stay on one stretch of the index `(column, id)`. Nulls count as
/// greater than everything, so a walk that passes between them and values has two stretches.
enum Branch<'a> {
    Everything,
    Beyond(&'a Start),
    Null,
    NotNull,
}

impl<'a> Branch<'a> {
    fn of(request: &'a Request<'_>) -> Vec<Self> {
        let Some(start) = &request.start else {
            return vec![Branch::Everything];
        };
        match (&start.key, request.sort.nullable, is_descending(request)) {
            (Some(_), true, false) => vec![Branch::Beyond(start), Branch::Null],
            (None, _, true) => vec![Branch::Beyond(start), Branch::NotNull],
            _ => vec![Branch::Beyond(start)],
        }
    }

    fn push(&self, query: &mut QueryBuilder<Postgres>, request: &Request<'_>, column: &str) {
        let operator = if is_descending(request) { '<' } else { '>' };
        match self {
            Branch::Everything => {}
            Branch::Null => {
                query.push(format_args!(" and {column} is null"));
            }
            Branch::NotNull => {
                query.push(format_args!(" and {column} is not null"));
            }
            Branch::Beyond(Start { key: None, id, .. }) => {
                query
                    .push(format_args!(" and {column} is null and id {operator} "))
                    .push_bind(*id);
            }
            Branch::Beyond(Start {
                key: Some(key), id, ..
            }) => {
                query.push(format_args!(" and ({column}, id) {operator} ("));
                key.push(query);
                query.push(", ").push_bind(*id);
                query.push(")");
            }
        }
    }
}

/// What holds for every row, but for the sets.
fn push_conditions(query: &mut QueryBuilder<Postgres>, list: &Declaration, request: &Request<'_>) {
    if let Some(only) = list.only {
        query.push(format_args!(" and ({only})"));
    }
    for (link, owners) in &request.linked {
        push_linked(query, link, owners);
    }
    if let Some(column) = list.search {
        for word in &request.words {
            if let Some(whole) = whole(list, word) {
                query
                    .push(format_args!(" and {} @> array[", whole.array))
                    .push_bind(word.to_uppercase());
                query.push("]");
                continue;
            }
            let mut like = |value: &str, word: &str| {
                query
                    .push(format_args!(" and {value} like search_pattern("))
                    .push_bind(word.to_owned());
                query.push(")");
            };
            match telling(word) {
                Some(part) => {
                    like(column, part);
                    // Not in the form that the index knows.
                    like(&format!("({column} || '')"), word);
                }
                None => like(column, word),
            }
        }
    }
    for range in &request.ranges {
        if let Some(from) = &range.from {
            query.push(format_args!(" and {} >= ", range.sql));
            from.push(query);
        }
        let (operator, to) = match &range.to {
            Some(End::Included(value)) => ("<=", value),
            Some(End::Excluded(value)) => ("<", value),
            None => continue,
        };
        query.push(format_args!(" and {} {operator} ", range.sql));
        to.push(query);
    }
}

/// Where a word is looked up as a whole.
fn whole(list: &Declaration, word: &str) -> Option<Whole> {
    list.whole.filter(|whole| (whole.is_one)(word))
}

/// The part of a word that the index is asked for: every further trigram makes it read thousands of entries more. Of a long
/// number the last six digits in a row, which hardly two rows have in common; of letters with a number behind them the number
/// and one letter; of letters alone the first six; of an e-mail address what stands before its domain, which half of all have
/// in common.
fn telling(word: &str) -> Option<&str> {
    const ENOUGH: usize = 6;
    if let Some((name, domain)) = word.split_once('@')
        && name.len() >= ENOUGH / 2
    {
        return telling(name).or_else(|| (!domain.is_empty()).then_some(name));
    }
    if word.len() <= ENOUGH + 1 {
        return None;
    }
    let bytes = word.as_bytes();
    let digits = |from: usize| {
        bytes[from..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    };
    // Of runs of one length the last.
    let (from, length) = (0..bytes.len())
        .map(|from| (from, digits(from)))
        .max_by_key(|run| run.1)?;
    if length >= ENOUGH {
        let end = from + length;
        return Some(&word[end - ENOUGH..end]);
    }
    let are_letters = |letters: &[u8]| letters.iter().all(u8::is_ascii_alphabetic);
    if length >= ENOUGH / 2 && from >= 1 && are_letters(&bytes[from - 1..from]) {
        return Some(&word[from - 1..from + length]);
    }
    let is_plain = word.chars().all(char::is_alphabetic);
    (is_plain && are_letters(&bytes[..ENOUGH])).then(|| &word[..ENOUGH])
}

fn push_owned(query: &mut QueryBuilder<Postgres>, owned: &Owned) {
    match owned {
        Owned::Everybodys => {}
        Owned::Set(set) => push_set(query, set),
        Owned::Linked(link, owners) => push_linked(query, link, owners),
    }
}

fn push_linked(
    query: &mut QueryBuilder<Postgres>,
    Link { table, row, owner }: &Link,
    owners: &[Uuid],
) {
    query
        .push(format_args!(
            " and id in (select {row} from {table} where {owner} = any("
        ))
        .push_bind(owners.to_vec());
    query.push("))");
}

/// One value is compared directly: only then does an index led by the column keep the order of what follows.
fn push_set(query: &mut QueryBuilder<Postgres>, set: &Set) {
    if matches!(set.kind, Type::Words) {
        query.push(format_args!(" and {} && ", set.sql));
        return push_all(&set.values, set.kind, query);
    }
    query.push(format_args!(" and {} = ", set.sql));
    match set.values.as_slice() {
        [value] => value.push(query),
        values => {
            query.push("any(");
            push_all(values, set.kind, query);
            query.push(")");
        }
    }
}

/// A limit is written out, as the planner must know it to prefer the walk of an index over sorting everything.
fn push_limit(query: &mut QueryBuilder<Postgres>, limit: u32, skip: u32) {
    query.push(format_args!(" limit {limit}"));
    if skip > 0 {
        query.push(format_args!(" offset {skip}"));
    }
}

/// Whether the walk goes down, be it forward in a descending order or back in an ascending one.
fn is_descending(request: &Request<'_>) -> bool {
    request.descending != request.is_backward()
}

fn order(request: &Request<'_>, key: &str, id: &str) -> String {
    let direction = if is_descending(request) {
        "desc"
    } else {
        "asc"
    };
    format!("{key} {direction}, {id} {direction}")
}
