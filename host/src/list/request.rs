//! A cursor checked against a list's declaration: what is asked, in the declaration's own terms.

use std::borrow::Cow;

use serde_json::Value as Json;
use uuid::Uuid;

use super::Declaration;
use super::column::{Column, Filters, Link, Owner};
use super::count::{Count, LIMIT, SEARCH_GATHERED, SEARCH_LIMIT};
use super::cursor::{Cursor, Direction, Filter, Toward};
use super::value::{Type, Value, day, start_of_day};
use crate::access::{Role, Scope};
use crate::http::error::{Error, Result};

/// Shorter searches are ignored (decision 16).
const MIN_SEARCH: usize = 2;

/// What is asked of a list.
#[derive(Debug)]
pub struct Request<'a> {
    pub take: u32,
    /// Rows to pass over; 0 where a position tells the beginning.
    pub skip: u32,
    /// All must occur.
    pub words: Vec<Cow<'a, str>>,
    pub sort: &'static Column,
    pub descending: bool,
    /// Columns confined to a set of values: by the caller's scope and by filters.
    pub sets: Vec<Set>,
    /// Rows that are linked to one of these, by the caller's scope and by filters.
    pub linked: Vec<(Link, Vec<Uuid>)>,
    pub ranges: Vec<Range>,
    pub start: Option<Start>,
}

/// Whose rows the caller may see.
#[derive(Debug)]
pub enum Owned {
    Everybodys,
    Set(Set),
    Linked(Link, Vec<Uuid>),
}

/// A column's value is one of these. Sorted, without doubles.
#[derive(Debug, Clone)]
pub struct Set {
    pub sql: &'static str,
    pub kind: Type,
    pub values: Vec<Value>,
}

/// A column's value lies between these.
#[derive(Debug)]
pub struct Range {
    pub sql: &'static str,
    pub from: Option<Value>,
    pub to: Option<End>,
}

/// The end of a range.
#[derive(Debug)]
pub enum End {
    Included(Value),
    Excluded(Value),
}

/// The row that the page follows or precedes, and the count its cursor brought along.
#[derive(Debug)]
pub struct Start {
    pub toward: Toward,
    pub key: Option<Value>,
    pub id: Uuid,
    pub count: Count,
}

impl<'a> Request<'a> {
    pub fn new(list: &Declaration, scope: &Scope, cursor: &'a Cursor) -> Result<Self> {
        let (sort, descending) = sort(list, scope, cursor)?;
        let (mut sets, mut linked) = match Owned::by(list.owner, scope) {
            Owned::Everybodys => (vec![], vec![]),
            Owned::Set(set) => (vec![set], vec![]),
            Owned::Linked(link, owners) => (vec![], vec![(link, owners)]),
        };
        let mut ranges = Vec::new();
        for (index, filter) in cursor.filters.iter().enumerate() {
            let wrong = |part: &str, code: &str| {
                Error::bad_cursor(format!("filters[{index}].{part}"), code)
            };
            let known = list
                .columns
                .iter()
                .filter(|column| column.is_open_to(scope))
                .find(|column| column.field == filter.field && column.filters.is_some());
            let column = known.ok_or_else(|| wrong("field", "unknown"))?;
            if cursor.filters[..index]
                .iter()
                .any(|other| other.field == filter.field)
            {
                return Err(wrong("field", "unique"));
            }
            match (column.filters, column.link) {
                (Some(Filters::OneOf), Some(link)) => {
                    linked.push((link, ids(set(column, filter, &wrong)?)));
                }
                (Some(Filters::OneOf), None) => sets.push(set(column, filter, &wrong)?),
                (Some(between), _) => ranges.push(range(column, between, filter, &wrong)?),
                (None, _) => {}
            }
        }
        // Rows that are named are meant, archived ones too.
        if cursor.ids.is_none() {
            let presets = list.columns.iter();
            sets.extend(presets.filter_map(|column| preset(column, cursor)));
        }
        sets.extend(cursor.ids.as_ref().map(|ids| Set {
            sql: "id",
            kind: Type::Uuid,
            values: distinct(ids.iter().copied().map(Value::Uuid).collect()),
        }));
        let start = start(sort, cursor)?;
        let search = cursor.search.trim();
        let words = match list.search {
            Some(_) if search.chars().count() >= MIN_SEARCH => words(search),
            _ => Vec::new(),
        };
        let skip = if start.is_some() { 0 } else { cursor.skip };
        Ok(Self {
            take: cursor.take,
            skip,
            words,
            sort,
            descending,
            sets,
            linked,
            ranges,
            start,
        })
    }

    /// Whether the page lies before its position, so that its rows are found last first.
    pub fn is_backward(&self) -> bool {
        matches!(&self.start, Some(start) if start.toward == Toward::Previous)
    }

    /// Whether one plan serves all requests of this shape, so that the statement is worth keeping prepared. Where an
    /// index leads straight to the rows it does; elsewhere the best plan depends on what is asked (a day among years,
    /// a rare word), and the planner must see it. A number of rows to pass over stands in the text of the statement.
    pub fn has_one_plan(&self) -> bool {
        let by_index = |set: &Set| self.sort.indexed_below.contains(&set.sql);
        self.words.is_empty()
            && self.linked.is_empty()
            && self.ranges.is_empty()
            && self.skip == 0
            && self.sets.iter().all(by_index)
    }

    /// Whether the rows that match may lie anywhere in the order of the sort, so that a walk could pass by all others
    /// before it meets them: what a search or a word finds, and a range that the sorted column has to do with.
    pub fn is_scattered(&self) -> bool {
        let spread = |range: &Range| {
            range.sql == self.sort.sql || self.sort.spread_over.contains(&range.sql)
        };
        let has_words = self.sets.iter().any(|set| matches!(set.kind, Type::Words));
        !self.words.is_empty() || has_words || !self.ranges.iter().all(spread)
    }

    /// Counted to here, in rows.
    pub const fn limit(&self) -> u32 {
        match self.words.is_empty() {
            true => LIMIT,
            false => SEARCH_LIMIT,
        }
    }

    /// Gathered to here for a page, in rows; no fewer than are counted.
    pub const fn gathered(&self) -> u32 {
        match self.words.is_empty() {
            true => LIMIT,
            false => SEARCH_GATHERED,
        }
    }

    /// The count, when the cursor carries it or a first page that ends the list shows it.
    pub fn known_count(&self, rows: usize, more: bool) -> Option<Count> {
        match &self.start {
            Some(start) => Some(start.count),
            None if more || self.take == 0 || (rows == 0 && self.skip > 0) => None,
            None => Count::within(LIMIT, u64::from(self.skip) + rows as u64),
        }
    }
}

/// The words of a search. A telephone number is one, however its digits are grouped and with or without its country: it is known
/// by the last of them.
fn words(search: &str) -> Vec<Cow<'_, str>> {
    const TELLING: usize = 9;
    let is_number = search
        .chars()
        .all(|mark| mark.is_ascii_digit() || mark.is_whitespace() || "+.()/".contains(mark));
    let digits: String = search.chars().filter(char::is_ascii_digit).collect();
    let is_phone = match search.starts_with('+') {
        true => (TELLING..=15).contains(&digits.len()),
        false => digits.starts_with('0') && digits.len() == TELLING + 1,
    };
    if is_number && is_phone {
        return vec![Cow::Owned(digits[digits.len() - TELLING..].to_owned())];
    }
    search.split_whitespace().map(Cow::Borrowed).collect()
}

fn sort(list: &Declaration, scope: &Scope, cursor: &Cursor) -> Result<(&'static Column, bool)> {
    let (field, direction, named) = match cursor.order_by.first() {
        Some(order) => (order.field.as_str(), order.direction, "orderBy[0].field"),
        None => (list.sort.0, list.sort.1, "orderBy"),
    };
    let column = list
        .columns
        .iter()
        .filter(|column| column.is_open_to(scope))
        .find(|column| column.field == field && column.sortable);
    Ok((
        column.ok_or_else(|| Error::bad_cursor(named, "unknown"))?,
        direction == Direction::Desc,
    ))
}

impl Owned {
    /// What `owner` and the caller's scope leave.
    pub fn by(owner: Owner, scope: &Scope) -> Self {
        let set = |sql, ids: Option<&[Uuid]>| match ids {
            None => Self::Everybodys,
            Some(ids) => Self::Set(Set {
                sql,
                kind: Type::Uuid,
                values: distinct(ids.iter().copied().map(Value::Uuid).collect()),
            }),
        };
        match owner {
            Owner::Nobody => Self::Everybodys,
            Owner::Store(sql) => set(sql, scope.stores()),
            Owner::Organization(sql) => set(sql, scope.organizations()),
            Owner::Factory(sql) => set(sql, scope.factories()),
            Owner::Linked {
                organization,
                factory,
            } => {
                let (link, owners) = match scope.actor.role {
                    Role::Factory => (factory, scope.factories()),
                    Role::Admin | Role::Customer => (organization, scope.organizations()),
                };
                owners.map_or(Self::Everybodys, |owners| {
                    Self::Linked(link, owners.to_vec())
                })
            }
            Owner::Shared(link) => match (scope.stores(), scope.organizations()) {
                (Some(stores), Some(organizations)) => {
                    Self::Linked(link, [stores, organizations].concat())
                }
                _ => Self::Everybodys,
            },
        }
    }
}

/// The ids that a set of them holds.
fn ids(set: Set) -> Vec<Uuid> {
    let ids = set.values.into_iter().filter_map(|value| match value {
        Value::Uuid(id) => Some(id),
        _ => None,
    });
    ids.collect()
}

/// What a column is confined to as long as nobody filters by it.
fn preset(column: &'static Column, cursor: &Cursor) -> Option<Set> {
    let asked = cursor
        .filters
        .iter()
        .any(|filter| filter.field == column.field);
    let values = column.unless_asked;
    (!asked && !values.is_empty()).then(|| Set {
        sql: column.sql,
        kind: column.kind,
        values: values
            .iter()
            .map(|value| Value::Text((*value).to_owned()))
            .collect(),
    })
}

/// A value given twice must not give its rows twice.
fn distinct(mut values: Vec<Value>) -> Vec<Value> {
    values.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    values.dedup();
    values
}

fn set(column: &Column, filter: &Filter, wrong: &dyn Fn(&str, &str) -> Error) -> Result<Set> {
    let values = filter
        .values
        .as_deref()
        .filter(|values| !values.is_empty())
        .ok_or_else(|| wrong("values", "required"))?;
    for (part, bound) in [("from", &filter.from), ("to", &filter.to)] {
        if bound.is_some() {
            return Err(wrong(part, "unknown"));
        }
    }
    let values = values.iter().enumerate().map(|(index, json)| {
        Value::from_json(json, column.kind).map_err(|code| wrong(&format!("values[{index}]"), code))
    });
    Ok(Set {
        sql: column.sql,
        kind: column.kind,
        values: distinct(values.collect::<Result<_>>()?),
    })
}

fn range(
    column: &Column,
    kind: Filters,
    filter: &Filter,
    wrong: &dyn Fn(&str, &str) -> Error,
) -> Result<Range> {
    if filter.values.is_some() {
        return Err(wrong("values", "unknown"));
    }
    if filter.from.is_none() && filter.to.is_none() {
        return Err(wrong("from", "required"));
    }
    // Days are compared as they are; times with the beginning of the first and the end of the last.
    let days = kind == Filters::Between && !matches!(column.kind, Type::Day);
    let bound = |part: &str, json: &Option<Json>, later: u64| match json {
        None => Ok(None),
        Some(json) if days => {
            let day = json
                .as_str()
                .and_then(day)
                .ok_or_else(|| wrong(part, "date"))?;
            Ok(Some(Value::Time(start_of_day(
                day + chrono::Days::new(later),
            ))))
        }
        Some(json) => Value::from_json(json, column.kind)
            .map(Some)
            .map_err(|code| wrong(part, code)),
    };
    let to = bound("to", &filter.to, 1)?;
    Ok(Range {
        sql: column.sql,
        from: bound("from", &filter.from, 0)?,
        to: to.map(|value| {
            if days {
                End::Excluded(value)
            } else {
                End::Included(value)
            }
        }),
    })
}

fn start(sort: &Column, cursor: &Cursor) -> Result<Option<Start>> {
    let Some(position) = &cursor.position else {
        return Ok(None);
    };
    let wrong = |part: &str, code| Error::bad_cursor(format!("position.{part}"), code);
    let key = match &position.key {
        Json::Null if sort.nullable => None,
        // What a closed set no longer holds may still stand in a row.
        json => {
            let kind = if let Type::Choice(_) = sort.kind {
                Type::Text
            } else {
                sort.kind
            };
            Some(Value::from_json(json, kind).map_err(|code| wrong("key", code))?)
        }
    };
    let count =
        Count::carried(position.total, position.exact).ok_or_else(|| wrong("total", "max"))?;
    Ok(Some(Start {
        toward: position.toward,
        key,
        id: position.id,
        count,
    }))
}
