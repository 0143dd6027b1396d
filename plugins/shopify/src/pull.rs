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
    Changed(Changed),
}

/// How far a pull of the changed ones is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Changed {
    from: String,
    /// When the shop answered first; empty before.
    began: String,
    whole: String,
    part: usize,
    after: Option<String>,
}

impl Changed {
    /// Where the next pull begins, once this one has every part.
    fn end(self) -> Result<Place> {
        let Self {
            from, began, whole, ..
        } = self;
        let from = match began.as_str() {
            "" => from,
            began => time::format(moment(began)? - OVERLAP),
        };
        Ok(Place::Rest { from, whole })
    }
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
            Place::Changed(Changed {
                from,
                began: String::new(),
                whole,
                part: 0,
                after: None,
            })
        }
        None | Some(Place::Rest { .. }) => return begin(source, host, connector, 1),
        Some(place) => place,
    };
    let page = match place {
        Place::Changed(changed) => Walk::new(source, host, connector, changed, limit).page(),
        Place::Bulk {
            operation,
            began,
            offset,
            tries,
        } => whole(
            source, host, connector, operation, began, offset, tries, limit,
        ),
        Place::Rest { .. } => return begin(source, host, connector, 1),
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
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageInfo {
    pub has_next_page: bool,
    pub end_cursor: Option<String>,
}

/// One call's way through the changed ones, from where the last call left them.
struct Walk<'a, S: Source, H> {
    source: &'a S,
    host: &'a H,
    connector: &'a Connector,
    limit: usize,
    at: Changed,
    items: Vec<S::Item>,
    rejected: Vec<RejectedItem>,
    /// Those that were made.
    requests: usize,
    /// What the shop has left for us.
    points: f64,
}

impl<'a, S: Source, H: Host> Walk<'a, S, H> {
    fn new(source: &'a S, host: &'a H, connector: &'a Connector, at: Changed, limit: u32) -> Self {
        Self {
            source,
            host,
            connector,
            limit: limit.max(1) as usize,
            at,
            items: Vec::new(),
            rejected: Vec::new(),
            requests: 0,
            points: f64::INFINITY,
        }
    }

    fn page(mut self) -> Result<Page<S::Item>> {
        let parts = self.source.parts(self.host, self.connector)?;
        while let Some(part) = parts.get(self.at.part) {
            if !self.goes_on() || !self.step(part)? {
                return finish(self.items, self.rejected, &Place::Changed(self.at), false);
            }
        }
        finish(self.items, self.rejected, &self.at.end()?, false)
    }

    /// Objects of one request.
    fn first(&self) -> usize {
        (S::FIRST as usize).min(self.limit)
    }

    /// Whether there is room for another request's objects, and the shop has the points for it.
    fn goes_on(&self) -> bool {
        let room = self
            .limit
            .saturating_sub(self.items.len() + self.rejected.len());
        self.requests < MOST_REQUESTS && room >= self.first() && self.points >= COSTLY
    }

    /// Takes the next objects of a part. False: the shop wants a pause. What is there already is handed over, the host comes
    /// back for the rest; with nothing to hand over, the pause is the host's to make.
    fn step(&mut self, part: &str) -> Result<bool> {
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
        let query = format!("updated_at:>='{}'", self.at.from);
        let variables =
            json!({"first": self.first(), "after": self.at.after, "query": query, "part": part});
        let answer = api::ask(self.host, self.connector, S::CHANGED, variables);
        let Some(answer) = unless_busy(answer, self.requests > 0)? else {
            return Ok(false);
        };
        self.requests += 1;
        self.points = answer.left;
        if self.at.began.is_empty() {
            self.at.began = time::format(answer.date.unwrap_or_else(|| self.host.now()));
        }
        let page = if S::WITHIN {
            // A location that is gone has nothing that changed.
            answer.get::<Within>()?.page.map(|data| data.page)
        } else {
            Some(answer.get::<Data>()?.page)
        };
        let page = page.unwrap_or_default();
        for (position, edge) in page.edges.into_iter().enumerate() {
            let broken = answer.broken.iter().find(|(at, _)| *at == position);
            let broken = broken.map(|(_, why)| why.clone());
            if !self.take(edge, broken, position > 0)? {
                return Ok(false);
            }
        }
        let more = page.page_info.has_next_page;
        self.at.after = page.page_info.end_cursor.filter(|_| more);
        self.at.part += usize::from(self.at.after.is_none());
        Ok(true)
    }

    /// Takes one object, whole. False: the shop wants a pause before it tells the rest of it; the next call goes on behind
    /// the last object that is whole.
    fn take(&mut self, edge: Edge<'_>, broken: Option<String>, is_later: bool) -> Result<bool> {
        let raw = edge.node.map_or("null", RawValue::get);
        let converted = match broken {
            Some(why) => Err(why),
            None => {
                let rest = rest::<S>(self.host, self.connector, raw, &mut self.requests);
                let Some(children) = unless_busy(rest, is_later)? else {
                    return Ok(false);
                };
                self.source.convert(raw, &children)
            }
        };
        sort_out(converted, raw, &mut self.items, &mut self.rejected);
        self.at.after = Some(edge.cursor);
        Ok(true)
    }
}

/// None: the shop wants a pause, and there is something to go back with.
fn unless_busy<T>(answer: Result<T>, has_something: bool) -> Result<Option<T>> {
    match answer {
        Err(Error {
            kind: ErrorKind::RateLimited(_),
            ..
        }) if has_something => Ok(None),
        answer => answer.map(Some),
    }
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
