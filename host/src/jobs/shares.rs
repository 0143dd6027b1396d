//! Whose jobs run: no user and no plugin has more than half of a worker's places, however much they ask for.

use std::time::Duration;

use uuid::Uuid;

use crate::http::limits::{Place, Places};

/// The places that jobs of one worker have taken, by whom they are for.
pub type Shares = Places<Holder>;

/// Whose job it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Holder {
    /// Who asked for it.
    User(Uuid),
    /// Which of them does it.
    Plugin(String),
}

/// Of a worker that runs so many jobs at once.
pub fn of(concurrency: usize) -> Shares {
    Places::new(concurrency.div_ceil(2))
}

/// A place of each of these holders; none while one of them has as many as they may.
pub fn take(
    shares: &Shares,
    holders: impl IntoIterator<Item = Holder>,
) -> Option<Vec<Place<Holder>>> {
    let places = holders.into_iter().map(|holder| shares.take(holder));
    places.collect::<Result<_, _>>().ok()
}

/// When a job that found no place looks again: the later the more of its holders' jobs stand before it, so that a backlog
/// costs the queue the same few looks a second however long it is.
pub fn pause(before: i64) -> Duration {
    let quarters = u64::try_from(before).unwrap_or(0).clamp(4, 240);
    Duration::from_millis(250 * quarters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_has_more_than_half_and_who_leaves_makes_room() {
        let shares = of(4);
        let user = |number: u128| vec![Holder::User(Uuid::from_u128(number))];
        let plugin = |number: u128| {
            let plugin = Holder::Plugin("bigblue".into());
            vec![Holder::User(Uuid::from_u128(number)), plugin]
        };
        let first = take(&shares, user(1)).expect("a place");
        let _second = take(&shares, plugin(1)).expect("a place");
        assert!(take(&shares, user(1)).is_none());
        let _other = take(&shares, plugin(2)).expect("another's place");
        assert!(take(&shares, plugin(3)).is_none(), "the plugin has its two");
        drop(first);
        assert!(take(&shares, plugin(1)).is_none());
        let again = take(&shares, user(1)).expect("the place that was left");
        assert!(take(&shares, user(1)).is_none(), "a refusal took nothing");
        drop((again, _second, _other));
        assert!(shares.is_empty(), "nothing is kept of who is gone");
        assert!(take(&of(1), user(1)).is_some());
    }

    #[test]
    fn the_longer_the_backlog_the_longer_the_pause() {
        assert_eq!(pause(0), Duration::from_secs(1));
        assert_eq!(pause(40), Duration::from_secs(10));
        assert_eq!(pause(i64::MAX), Duration::from_secs(60));
    }
}
