//! Pulling orders.
//!
//! The provider lists orders by the time they were submitted, never by the time they changed, and tells no time of
//! change. So a pull lists everything submitted since some moment: the first one since the connection's `since`, each
//! later one since 45 days before the last pull began, which brings the moves of all orders young enough to move.
//! Older ones that still wait (for stock, say) are asked for one by one: that is what `order-states` is for.
//!
//! A long time is cut into windows of a year, so that a page token is never far from its beginning and an order that
//! arrives meanwhile shifts no page: the end of a pull's last window is fixed when the pull begins.

mod convert;
pub mod correct;
pub mod push;
mod status;

pub use convert::tracking_of;
pub use status::status_of;

use crate::api::{self, DateRange, LARGEST_PAGE, ListOrders};
use crate::listing::{self, Page};
use crate::settings::Settings;
use crate::wire;
use comptoir_plugin_sdk::commerce::{Order, OrderPage};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::time::{self, Date, Duration, Timestamp};
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Result};
use serde::{Deserialize, Serialize};

/// How long after its submission an order's status is still looked for by listing.
const STILL_MOVING: Duration = Duration::days(45);
/// The longest time that one listing spans.
const WINDOW: Duration = Duration::days(366);

/// Where a pull goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Place {
    /// The last pull is complete; the next lists what was submitted since then.
    Rest { from: String },
    /// Within a pull that lists everything submitted before `until`.
    Pull {
        /// The window; RFC 3339, seconds.
        from: String,
        to: String,
        until: String,
        /// The provider's, empty at the window's beginning.
        token: String,
    },
}

impl Cursor for Place {
    const VERSION: u32 = 1;
}

/// One page of orders.
pub fn pull(
    host: &impl Host,
    connector: &Connector,
    cursor: Option<&str>,
    limit: u32,
) -> Result<OrderPage> {
    let settings = Settings::of(connector)?;
    let now = host.now();
    let place = match cursor.map(Place::decode).transpose()? {
        None => begin(time::midnight(settings.since.unwrap_or(FIRST_DAY)), now),
        Some(Place::Rest { from }) => begin(moment(&from)?, now),
        Some(place) => place,
    };
    let Place::Pull {
        from,
        to,
        until,
        token,
    } = place
    else {
        return Err(Error::internal("a pull without a window"));
    };
    let page = list(host, connector, &from, &to, &token, limit)?;
    let (cursor, more) = following(from, to, until, page.next)?;
    Ok(OrderPage {
        items: page.items,
        rejected: page.rejected,
        cursor: cursor.encode()?,
        more,
        total: None,
    })
}

/// Before the provider had customers.
const FIRST_DAY: Date = match Date::from_ymd_opt(2015, 1, 1) {
    Some(day) => day,
    None => Date::MIN,
};

fn begin(from: Timestamp, now: Timestamp) -> Place {
    let from = from.min(now);
    let to = now.min(from + WINDOW);
    Place::Pull {
        from: time::format(from),
        to: time::format(to),
        until: time::format(now),
        token: String::new(),
    }
}

/// The place after a page whose successor is `token`, and whether the pull goes on.
fn following(from: String, to: String, until: String, token: String) -> Result<(Place, bool)> {
    if !token.is_empty() {
        return Ok((
            Place::Pull {
                from,
                to,
                until,
                token,
            },
            true,
        ));
    }
    let (end, last) = (moment(&to)?, moment(&until)?);
    if end < last {
        // Both windows name the second they share: whether the provider includes a range's ends is not known.
        let next = time::format(last.min(end + WINDOW));
        return Ok((
            Place::Pull {
                from: to,
                to: next,
                until,
                token,
            },
            true,
        ));
    }
    Ok((
        Place::Rest {
            from: time::format(last - STILL_MOVING),
        },
        false,
    ))
}

fn moment(text: &str) -> Result<Timestamp> {
    time::parse(text).ok_or_else(|| Error::internal(format!("cursor: {text:?} is not a time")))
}

/// The orders of one page submitted within the range.
pub(super) fn list(
    host: &impl Host,
    connector: &Connector,
    from: &str,
    to: &str,
    token: &str,
    limit: u32,
) -> Result<Page<Order>> {
    let page_size = limit.clamp(1, LARGEST_PAGE);
    let body = ListOrders {
        date_range: DateRange { from, to },
        page_size,
        page_token: token,
    };
    // The provider tells no time of change: what it answers held at least at the moment before it was asked.
    let as_of = time::format_millis(host.now());
    match host.answer(api::read(connector, "ListOrders", &body)?) {
        Ok(answer) => listing::read(&answer, |order: wire::Order| {
            convert::order_of(order, &as_of)
        }),
        // A token that the provider does not know any more, after a long break: the window begins again.
        Err(error) if !token.is_empty() && error.kind == ErrorKind::Rejected => {
            list(host, connector, from, to, "", limit)
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use comptoir_plugin_sdk::MAX_CURSOR;
    use proptest::prelude::*;

    fn at(text: &str) -> Timestamp {
        time::parse(text).expect("a valid time")
    }

    /// The windows that a pull lists when every window has one page.
    fn windows(from: &str, now: &str) -> Vec<(String, String)> {
        let mut place = begin(at(from), at(now));
        let mut windows = Vec::new();
        while let Place::Pull {
            from, to, until, ..
        } = place
        {
            windows.push((from.clone(), to.clone()));
            place = following(from, to, until, String::new())
                .expect("valid times")
                .0;
        }
        assert_eq!(
            place,
            Place::Rest {
                from: time::format(at(now) - STILL_MOVING)
            }
        );
        windows
    }

    #[test]
    fn windows_cover_the_whole_time_without_a_gap() {
        let windows = windows("2015-01-01T00:00:00Z", "2026-11-20T09:00:00Z");
        assert_eq!(
            windows.first().map(|window| window.0.as_str()),
            Some("2015-01-01T00:00:00Z")
        );
        assert_eq!(
            windows.last().map(|window| window.1.as_str()),
            Some("2026-11-20T09:00:00Z")
        );
        assert!(
            windows.windows(2).all(|pair| pair[0].1 == pair[1].0),
            "{windows:?}"
        );
        assert_eq!(windows.len(), 12);
    }

    #[test]
    fn a_beginning_in_the_future_is_now() {
        let now = "2026-11-20T09:00:00Z";
        assert_eq!(
            windows("2030-01-01T00:00:00Z", now),
            [(now.to_owned(), now.to_owned())]
        );
    }

    #[test]
    fn the_cursor_stays_small_and_comes_back() {
        let place = begin(at("2015-01-01T00:00:00Z"), at("2026-11-20T09:00:00Z"));
        let text = place.encode().expect("a small cursor");
        assert!(text.len() < MAX_CURSOR / 4, "{text}");
        assert_eq!(Place::decode(&text), Ok(place));
    }

    proptest! {
        #[test]
        fn any_pull_ends_and_leaves_no_second_out(since in 0_i64..2_000_000_000, length in 0_i64..1_000_000_000) {
            let moment = |seconds| Timestamp::from_timestamp(seconds, 0).expect("in range");
            let (from, now) = (time::format(moment(since)), time::format(moment(since + length)));
            let windows = windows(&from, &now);
            prop_assert_eq!(windows.first().map(|window| &window.0), Some(&from));
            prop_assert_eq!(windows.last().map(|window| &window.1), Some(&now));
            prop_assert!(windows.windows(2).all(|pair| pair[0].1 == pair[1].0 && pair[0].0 < pair[0].1));
        }

        #[test]
        fn any_page_token_survives_in_the_cursor(token in ".{0,200}") {
            let Place::Pull { from, to, until, .. } = begin(Timestamp::UNIX_EPOCH, at("2026-11-20T09:00:00Z")) else {
                panic!("a pull begins with a window");
            };
            let place = Place::Pull { from, to, until, token };
            match place.encode() {
                Ok(text) => prop_assert_eq!(Place::decode(&text), Ok(place)),
                Err(error) => prop_assert!(error.message.contains("more than 1024"), "{}", error.message),
            }
        }
    }
}
