//! Pulling orders, products and stock, all in one way.
//!
//! The first pull runs a bulk operation and reads its file. Later ones ask page by page what changed since the last one
//! began, by the shop's own clock and with five minutes to spare: a change that is visible late is not lost, and one
//! that comes twice does no harm. What is deleted at the shop is told by a webhook only, so once a day products and
//! stock are read as a whole again.

use crate::api;
use crate::bulk;
use crate::memory;
use crate::settings::Settings;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::time::{self, Duration, Timestamp};
use comptoir_plugin_sdk::{
    Connector, Error, ErrorKind, Host, Level, RejectedItem, Result, raw_item,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;

/// How far a pull looks back behind the last one's beginning.
const OVERLAP: Duration = Duration::minutes(5);
/// How old the last whole pass may be.
const WHOLE_EVERY: Duration = Duration::hours(24);
/// Requests of one call; the host allows 50.
const MOST_REQUESTS: usize = 12;
/// Points that one of them may need; with fewer left a call ends early rather than throttled.
const COSTLY: f64 = 1_000.0;
/// How often a bulk operation is started anew before a person has to look.
const MOST_TRIES: u32 = 3;
/// So long after the last one began it is worth a try again: what was wrong at the shop may be over.
const REST: Duration = Duration::hours(1);

/// One kind of thing that is pulled.
pub trait Source {
    /// What the host gets.
    type Item;
    /// For the memory and the log: `orders`.
    const NAME: &'static str;
    /// How many objects fit into one request of [`Source::CHANGED`] by their cost.
    const FIRST: u32;
    /// A query with `$first`, `$after`, `$query` (and `$part`) whose only field is called `page`.
    const CHANGED: &'static str;
    /// Whether that query's `page` is one level further down, in a part of its own that is called `page` too.
    const WITHIN: bool = false;
    /// A query with `$id` and `$after` for what did not fit into an object: `{ owner { part { nodes pageInfo } } }`.
    const REST: &'static str;
    /// Whether everything is read again once a day.
    const WHOLE: bool;

    /// The bulk operation's query.
    fn bulk(&self) -> String;

    /// The parts that the changed ones are asked for in; one unless said otherwise.
    fn parts(&self, _host: &impl Host, _connector: &Connector) -> Result<Vec<String>> {
        Ok(vec![String::new()])
    }

    /// The object in the contract's words, with what belongs to it beside what it holds; none when it is nothing for
    /// the host; or the field that cannot be understood and why.
    fn convert(&self, root: &str, children: &[String]) -> Result<Option<Self::Item>, String>;
}

/// A page of them.
#[derive(Debug)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub rejected: Vec<RejectedItem>,
    pub cursor: String,
    pub more: bool,
    /// The pass reads everything.
    pub whole: bool,
}

/// Where a pull goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Place {
    /// Within a bulk operation, or waiting for it.
    Bulk {
        operation: String,
        /// When the shop began: what changed since then is asked for next.
        began: String,
        offset: u64,
        tries: u32,
    },
    /// The last pull is complete.
    Rest { from: String, whole: String },
    /// Within the changed ones.
    Changed {
        from: String,
        /// When the shop answered first; empty before.
        began: String,
        whole: String,
        part: usize,
        after: Option<String>,
    },
}

impl Cursor for Place {
    const VERSION: u32 = 1;
}

/// One page.
pub fn page<S: Source>(
    source: &S,
    host: &impl Host,
    connector: &Connector,
    cursor: Option<&str>,
    limit: u32,
) -> Result<Page<S::Item>> {
    let place = match cursor.map(Place::decode).transpose()? {
        Some(Place::Rest { from, whole })
            if !S::WHOLE || host.now() - moment(&whole)? < WHOLE_EVERY =>
        {
            Place::Changed {
                from,
                began: String::new(),
                whole,
                part: 0,
                after: None,
            }
        }
        None | Some(Place::Rest { .. }) => return begin(source, host, connector, 1),
        Some(place) => place,
    };
    let page = match place {
        Place::Bulk {
            operation,
            began,
            offset,
            tries,
        } => whole(
            source, host, connector, operation, began, offset, tries, limit,
        ),
        place => changed(source, host, connector, place, limit),
    }?;
    memory::note_pull(
        host,
        connector,
        S::NAME,
        page.whole,
        page.items.len(),
        page.rejected.len(),
        page.more,
    );
    Ok(page)
}

/// Starts a bulk operation; its file is for the next call.
fn begin<S: Source>(
    source: &S,
    host: &impl Host,
    connector: &Connector,
    tries: u32,
) -> Result<Page<S::Item>> {
    Settings::of(connector)?;
    let operation = bulk::start(host, connector, &source.bulk())?;
    let place = Place::Bulk {
        operation: operation.id,
        began: operation.created_at,
        offset: 0,
        tries,
    };
    finish(Vec::new(), Vec::new(), &place, true)
}

fn finish<T>(
    items: Vec<T>,
    rejected: Vec<RejectedItem>,
    place: &Place,
    whole: bool,
) -> Result<Page<T>> {
    let more = !matches!(place, Place::Rest { .. });
    Ok(Page {
        items,
        rejected,
        cursor: place.encode()?,
        more,
        whole,
    })
}

#[allow(clippy::too_many_arguments, reason = "the fields of one case of Place")]
fn whole<S: Source>(
    source: &S,
    host: &impl Host,
    connector: &Connector,
    operation: String,
    began: String,
    offset: u64,
    tries: u32,
    limit: u32,
) -> Result<Page<S::Item>> {
    let again = |why: String| {
        let rested = host.now() - moment(&began)? >= REST;
        if tries >= MOST_TRIES && !rested {
            return Err(Error::internal(format!(
                "{} bulk operations in a row failed, at last: {why}",
                tries
            )));
        }
        host.log(
            Level::Warn,
            "the bulk operation begins again",
            &[("of", S::NAME), ("why", &why)],
        );
        begin(source, host, connector, if rested { 1 } else { tries + 1 })
    };
    let Some(state) = bulk::look(host, connector, &operation)? else {
        return again("the shop does not know it any more".into());
    };
    let done = |items, rejected| {
        let from = time::format(moment(&began)? - OVERLAP);
        let place = Place::Rest {
            from,
            whole: time::format(host.now()),
        };
        finish(items, rejected, &place, true)
    };
    let size = state.file_size.and_then(|size| size.parse().ok());
    let url = match (state.status.as_str(), state.url) {
        ("COMPLETED", Some(url)) => url,
        ("COMPLETED", None) => return done(Vec::new(), Vec::new()),
        ("CREATED" | "RUNNING", _) => {
            let waited = (host.now() - moment(&began)?).num_seconds();
            let pause = u64::try_from(waited / 4).unwrap_or_default().clamp(2, 60);
            let message = "the shop still prepares its list";
            return Err(Error::new(ErrorKind::RateLimited(Some(pause)), message));
        }
        (status, _) => {
            if state.error_code.as_deref() == Some("ACCESS_DENIED") {
                let message = "the app lacks a scope for this list";
                return Err(Error::new(ErrorKind::Unauthorized, message));
            }
            return again(format!("{status} {}", state.error_code.unwrap_or_default()));
        }
    };
    let Some(part) = bulk::read(host, &url, size, offset, limit)? else {
        return again("its file is not kept any more".into());
    };
    let (mut items, mut rejected) = (Vec::new(), Vec::new());
    for group in &part.groups {
        sort_out(
            source.convert(&group.root, &group.children),
            &group.root,
            &mut items,
            &mut rejected,
        );
    }
    if part.end {
        return done(items, rejected);
    }
    finish(
        items,
        rejected,
        &Place::Bulk {
            operation,
            began,
            offset: part.next,
            tries,
        },
        true,
    )
}

/// A page of objects, each with the place behind it.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Edges<'a> {
    #[serde(borrow)]
    edges: Vec<Edge<'a>>,
    page_info: PageInfo,
}

#[derive(Debug, Deserialize)]
struct Edge<'a> {
    cursor: String,
    #[serde(borrow)]
    node: Option<&'a RawValue>,
}

/// A page of what belongs to an object.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Nodes<'a> {
    #[serde(borrow)]
    nodes: Vec<&'a RawValue>,
    page_info: PageInfo,
}

/// What stands beside nodes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageInfo {
    pub has_next_page: bool,
    pub end_cursor: Option<String>,
}

fn changed<S: Source>(
    source: &S,
    host: &impl Host,
    connector: &Connector,
    place: Place,
    limit: u32,
) -> Result<Page<S::Item>> {
    #[derive(Deserialize)]
    struct Data<'a> {
        #[serde(borrow)]
        page: Edges<'a>,
    }
    #[derive(Deserialize)]
    struct Within<'a> {
        #[serde(borrow)]
        page: Option<Data<'a>>,
    }
    let Place::Changed {
        from,
        mut began,
        whole,
        mut part,
        mut after,
    } = place
    else {
        return Err(Error::internal("a pull of changes without a beginning"));
    };
    let parts = source.parts(host, connector)?;
    let (mut items, mut rejected) = (Vec::new(), Vec::new());
    let first = S::FIRST.min(limit.max(1));
    let (mut requests, mut points) = (0, f64::INFINITY);
    let place = 'pull: loop {
        let Some(name) = parts.get(part) else {
            let from = if began.is_empty() {
                from
            } else {
                time::format(moment(&began)? - OVERLAP)
            };
            break Place::Rest { from, whole };
        };
        let room = (limit as usize).saturating_sub(items.len() + rejected.len());
        if requests >= MOST_REQUESTS || room < first as usize || points < COSTLY {
            break Place::Changed {
                from,
                began,
                whole,
                part,
                after,
            };
        }
        let variables = json!({"first": first, "after": after, "query": format!("updated_at:>='{from}'"), "part": name});
        let answer = match api::ask(host, connector, S::CHANGED, variables) {
            // What is there already is handed over; the host comes back for the rest.
            Err(Error {
                kind: ErrorKind::RateLimited(_),
                ..
            }) if requests > 0 => {
                break Place::Changed {
                    from,
                    began,
                    whole,
                    part,
                    after,
                };
            }
            answer => answer?,
        };
        requests += 1;
        points = answer.left;
        if began.is_empty() {
            began = time::format(answer.date.unwrap_or_else(|| host.now()));
        }
        let page = if S::WITHIN {
            // A location that is gone has nothing that changed.
            answer.get::<Within>()?.page.map(|data| data.page)
        } else {
            Some(answer.get::<Data>()?.page)
        };
        let page = page.unwrap_or_default();
        for (position, edge) in page.edges.into_iter().enumerate() {
            let raw = edge.node.map_or("null", RawValue::get);
            let broken = answer.broken.iter().find(|(at, _)| *at == position);
            let converted = match broken {
                Some((_, why)) => Err(why.clone()),
                None => match rest::<S>(host, connector, raw, &mut requests) {
                    Ok(children) => source.convert(raw, &children),
                    // The next call goes on behind the last object that is whole.
                    Err(Error {
                        kind: ErrorKind::RateLimited(_),
                        ..
                    }) if position > 0 => {
                        break 'pull Place::Changed {
                            from,
                            began,
                            whole,
                            part,
                            after,
                        };
                    }
                    Err(error) => return Err(error),
                },
            };
            sort_out(converted, raw, &mut items, &mut rejected);
            after = Some(edge.cursor);
        }
        after = page
            .page_info
            .end_cursor
            .filter(|_| page.page_info.has_next_page);
        part += usize::from(after.is_none());
    };
    finish(items, rejected, &place, false)
}

/// What of an object's own page did not fit into the answer.
fn rest<S: Source>(
    host: &impl Host,
    connector: &Connector,
    raw: &str,
    requests: &mut usize,
) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Object {
        #[serde(default)]
        id: String,
        #[serde(default, alias = "lineItems", alias = "variants")]
        own: Option<Own>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Own {
        #[serde(default)]
        page_info: PageInfo,
    }
    #[derive(Deserialize)]
    struct Data<'a> {
        #[serde(borrow)]
        owner: Option<Owner<'a>>,
    }
    #[derive(Deserialize)]
    struct Owner<'a> {
        #[serde(borrow)]
        part: Nodes<'a>,
    }
    let mut children = Vec::new();
    // An object that cannot be read at all is the conversion's to refuse.
    let Ok(Object { id, own: Some(own) }) = serde_json::from_str(raw) else {
        return Ok(children);
    };
    let mut page = own.page_info;
    while page.has_next_page {
        *requests += 1;
        let answer = api::ask(
            host,
            connector,
            S::REST,
            json!({"id": id, "after": page.end_cursor}),
        )?;
        let Some(owner) = answer.get::<Data>()?.owner else {
            break;
        };
        children.extend(owner.part.nodes.iter().map(|node| node.get().to_owned()));
        page = owner.part.page_info;
    }
    Ok(children)
}

fn sort_out<T>(
    converted: Result<Option<T>, String>,
    raw: &str,
    items: &mut Vec<T>,
    rejected: &mut Vec<RejectedItem>,
) {
    match converted {
        Ok(item) => items.extend(item),
        Err(reason) => rejected.push(RejectedItem {
            id: id_of(raw),
            reason,
            raw: raw_item(raw),
        }),
    }
}

fn id_of(raw: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(raw).unwrap_or_default();
    number(value["id"].as_str().unwrap_or_default()).to_owned()
}

/// The number at the end of a global id, which webhooks and addresses use: `gid://shopify/Order/55` is `55`.
pub fn number(id: &str) -> &str {
    id.rsplit('/').next().unwrap_or_default()
}

fn moment(text: &str) -> Result<Timestamp> {
    time::parse(text).ok_or_else(|| Error::internal(format!("{text:?} is not a time")))
}
