//! Pulling tickets.
//!
//! The provider has no list of what changed since a moment and none by tag, but orders its list by the time of change. So
//! a pull lists from the newest back to where the last one began, takes the tickets with the store's tag, and reads each
//! of them anew for its messages. Trashed tickets are asked for in a second list, as the first leaves them out.
//!
//! What changes meanwhile moves to the list's head, behind the pull: the next one begins there. Each goes back two minutes
//! further than it must, so that tickets with equal times, and changes that became visible late, are not lost.

mod convert;
mod status;

pub use convert::read;
pub use status::set_status;

use crate::api::{Desk, LARGEST_PAGE};
use crate::listing::{self, Page};
use crate::screen;
use crate::wire::Row;
use comptoir_plugin_sdk::commerce::TicketPage;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::time::{Duration, Timestamp};
use comptoir_plugin_sdk::{Connector, Host, Result};
use serde::{Deserialize, Serialize};

/// How much further a pull goes back than to the last one's beginning.
const OVERLAP: Duration = Duration::minutes(2);
/// With the two lists that a page may need, a page costs what the provider allows at once: 40 calls.
const MOST: u32 = 38;

/// Where a pull goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Place {
    /// Goes back to here; none: to the first ticket ever.
    since: Option<Timestamp>,
    /// The newest change seen: where the next pull goes back to. None while no ticket was seen.
    newest: Option<Timestamp>,
    /// In the list of trashed tickets.
    trash: bool,
    /// The provider's; none at a list's beginning.
    token: Option<String>,
    /// Tickets that this pull brought so far.
    found: u32,
}

impl Cursor for Place {
    const VERSION: u32 = 1;
}

impl Place {
    /// The beginning of a pull that goes back to `since`.
    fn begin(since: Option<Timestamp>) -> Self {
        Self {
            since,
            newest: None,
            trash: false,
            token: None,
            found: 0,
        }
    }

    /// The place after a page whose successor is `next`, and whether the pull goes on.
    fn following(self, next: Option<String>) -> (Self, bool) {
        match next {
            Some(_) => (
                Self {
                    token: next,
                    ..self
                },
                true,
            ),
            None if !self.trash => {
                let trash = true;
                (
                    Self {
                        trash,
                        token: None,
                        ..self
                    },
                    true,
                )
            }
            None => {
                // A quiet account keeps its place.
                let since = self.newest.map(|newest| newest - OVERLAP).max(self.since);
                (Self::begin(since), false)
            }
        }
    }

    fn list(&self, host: &impl Host, desk: &Desk, limit: u32) -> Result<Page<Row>> {
        let limit = limit.to_string();
        let mut query = vec![
            ("limit", limit.as_str()),
            ("order_by", "updated_datetime:desc"),
        ];
        if self.trash {
            query.push(("trashed", "true"));
        }
        query.extend(self.token.as_deref().map(|token| ("cursor", token)));
        listing::page(host, desk.get("/tickets", &query))
    }
}

/// One page of tickets.
pub fn pull(
    host: &impl Host,
    connector: &Connector,
    cursor: Option<&str>,
    limit: u32,
) -> Result<TicketPage> {
    let desk = Desk::of(connector)?;
    let mut place = cursor
        .map(Place::decode)
        .transpose()?
        .unwrap_or_else(|| Place::begin(None));
    let most = limit.clamp(1, MOST);
    let tag = desk.settings.tag.as_str();
    let (ids, mut rejected, next) = {
        // Of a large desk few tickets are the store's: lists are long, and short only where too many are.
        let page = wanted(place.list(host, &desk, LARGEST_PAGE)?, &mut place, tag);
        if page.0.len() + page.1.len() > most as usize {
            wanted(place.list(host, &desk, most)?, &mut place, tag)
        } else {
            page
        }
    };
    let mut items = Vec::with_capacity(ids.len());
    for ticket in read(host, &desk, &ids)? {
        match ticket {
            Ok(ticket) => items.push(ticket),
            Err(item) => rejected.push(item),
        }
    }
    place.found += u32::try_from(items.len()).unwrap_or(u32::MAX);
    let found = place.found;
    let (place, more) = place.following(next);
    if !more {
        screen::remember_pull(host, connector, found);
    }
    Ok(TicketPage {
        items,
        rejected,
        cursor: place.encode()?,
        more,
    })
}

type Wanted = (
    Vec<u64>,
    Vec<comptoir_plugin_sdk::RejectedItem>,
    Option<String>,
);

/// The store's tickets of a page that changed since the place's, and the next page unless the rest is older.
fn wanted(page: Page<Row>, place: &mut Place, tag: &str) -> Wanted {
    let is_new = |row: &Row| {
        place
            .since
            .is_none_or(|since| row.updated_datetime >= since)
    };
    let ends = page.items.iter().any(|row| !is_new(row));
    let ids = page
        .items
        .iter()
        .filter(|row| is_new(row) && row.tags.iter().any(|known| known.name == tag))
        .map(|row| row.id)
        .collect();
    // The trash is listed after the rest, when more may have changed: only the first list tells how far to go back.
    if !place.trash {
        let newest = page.items.iter().map(|row| row.updated_datetime).max();
        place.newest = place.newest.max(newest);
    }
    (ids, page.rejected, page.next.filter(|_| !ends))
}

#[cfg(test)]
mod tests {
    use super::*;
    use comptoir_plugin_sdk::time;

    fn at(text: &str) -> Option<Timestamp> {
        Some(time::parse(text).expect("a valid time"))
    }

    #[test]
    fn a_pull_lists_both_lists_and_the_next_goes_back_to_its_beginning() {
        let begin = Place {
            newest: at("2026-11-20T09:00:00.5Z"),
            ..Place::begin(at("2026-11-19T09:00:00Z"))
        };
        let (second, more) = begin.following(Some("token".into()));
        assert!(more && !second.trash && second.token.as_deref() == Some("token"));
        let (trash, more) = second.following(None);
        assert!(more && trash.trash && trash.token.is_none());
        let (next, more) = trash.following(None);
        assert_eq!(next, Place::begin(at("2026-11-20T08:58:00.5Z")));
        assert!(!more);
    }

    #[test]
    fn a_quiet_or_empty_account_keeps_its_place() {
        let quiet = Place {
            newest: at("2026-11-20T09:00:00Z"),
            trash: true,
            ..Place::begin(at("2026-11-20T08:59:00Z"))
        };
        assert_eq!(quiet.following(None).0.since, at("2026-11-20T08:59:00Z"));
        let empty = Place {
            trash: true,
            ..Place::begin(None)
        };
        assert_eq!(empty.following(None).0, Place::begin(None));
    }
}
