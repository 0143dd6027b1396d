//! The envelope of a list's answer (decision 29).

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::Key;
use super::count::Count;
use super::cursor::{Cursor, Direction, OrderBy, Position, Toward};
use super::request::Request;
use super::value::Value;

/// `{ "data": […], "meta": … }`
#[derive(Debug, Serialize, ToSchema)]
pub struct Page<R> {
    pub data: Vec<R>,
    pub meta: PageMeta,
}

/// How many rows there are and where the neighbouring pages are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Meta)]
pub struct PageMeta {
    /// Rows of the list; no more than 10,000 are counted, no more than 1,000 in a search. A walk along `next` and `previous` keeps its first page's.
    pub total: u32,
    /// False: there are more than `total`.
    pub exact: bool,
    /// The next page's cursor; null on the last page.
    pub next: Option<String>,
    /// The previous page's cursor; null on the first page.
    pub previous: Option<String>,
}

impl<R: Serialize> IntoResponse for Page<R> {
    fn into_response(self) -> Response {
        Json(self).into_response()
    }
}

/// `edges`: the keys of the page's first and last row; `more`: whether rows follow in the direction of the walk.
pub fn meta(
    cursor: &Cursor,
    request: &Request<'_>,
    edges: Option<(Key, Key)>,
    rows: usize,
    more: bool,
    count: Count,
) -> PageMeta {
    // Going back, the page we came from follows; going on, it precedes.
    let came_from = request.start.is_some() || request.skip > 0;
    let (follows, precedes) = if request.is_backward() {
        (true, more)
    } else {
        (more, came_from)
    };
    let rows = u32::try_from(rows).unwrap_or(u32::MAX);
    let neighbours = edges.map(|(first, last)| {
        let next = || {
            at(
                cursor,
                request,
                Toward::Next,
                &last,
                cursor.skip.saturating_add(rows),
                count,
            )
        };
        let previous = || {
            at(
                cursor,
                request,
                Toward::Previous,
                &first,
                cursor.skip.saturating_sub(cursor.take),
                count,
            )
        };
        (follows.then(next), precedes.then(previous))
    });
    // Every row on that side has gone since: the way out is the first page.
    let (next, previous) = neighbours.unwrap_or_else(|| {
        let lost = came_from && request.take > 0;
        let first_page = lost.then(|| {
            Cursor {
                skip: 0,
                position: None,
                ..cursor.clone()
            }
            .encode()
        });
        if request.is_backward() {
            (first_page, None)
        } else {
            (None, first_page)
        }
    });
    PageMeta {
        total: count.total,
        exact: count.exact,
        next,
        previous,
    }
}

fn at(
    cursor: &Cursor,
    request: &Request<'_>,
    toward: Toward,
    (key, id): &Key,
    skip: u32,
    count: Count,
) -> String {
    let position = Position {
        version: Position::VERSION,
        toward,
        key: key.as_ref().map(Value::to_json).unwrap_or_default(),
        id: *id,
        total: count.total,
        exact: count.exact,
    };
    // The key is a value of this column: another list, or another order of this one, must not take it for its own.
    let order = OrderBy {
        field: request.sort.field.to_owned(),
        direction: if request.descending {
            Direction::Desc
        } else {
            Direction::Asc
        },
    };
    Cursor {
        skip,
        order_by: vec![order],
        position: Some(position),
        ..cursor.clone()
    }
    .encode()
}
