//! Whose jobs run: no user and no plugin has more than half of a worker's places, however much they ask for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use uuid::Uuid;

/// The places that jobs of one worker have taken, by whom they are for.
#[derive(Debug, Clone)]
pub struct Shares {
    most: usize,
    taken: Arc<Mutex<HashMap<Holder, usize>>>,
}

/// Whose job it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Holder {
    /// Who asked for it.
    User(Uuid),
    /// Which of them does it.
    Plugin(String),
}

impl Shares {
    /// Of a worker that runs so many jobs at once.
    pub fn of(concurrency: usize) -> Self {
        Self {
            most: concurrency.div_ceil(2),
            taken: Arc::default(),
        }
    }

    /// A place for as long as it is kept; none while one of these holders has as many as they may.
    pub fn take(&self, holders: Vec<Holder>) -> Option<Place> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let is_free = |holder: &Holder| taken.get(holder).is_none_or(|places| *places < self.most);
        if !holders.iter().all(is_free) {
            return None;
        }
        for holder in &holders {
            *taken.entry(holder.clone()).or_default() += 1;
        }
        Some(Place {
            holders,
            shares: self.clone(),
        })
    }
}

/// Gives itself back.
#[derive(Debug)]
pub struct Place {
    holders: Vec<Holder>,
    shares: Shares,
}

impl Drop for Place {
    fn drop(&mut self) {
        let taken = &self.shares.taken;
        let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
        for holder in &self.holders {
            if let Some(places) = taken.get_mut(holder) {
                *places -= 1;
            }
        }
        taken.retain(|_, places| *places > 0);
    }
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
        let shares = Shares::of(4);
        let user = |number: u128| vec![Holder::User(Uuid::from_u128(number))];
        let plugin = |number: u128| {
            let plugin = Holder::Plugin("bigblue".into());
            vec![Holder::User(Uuid::from_u128(number)), plugin]
        };
        let first = shares.take(user(1)).expect("a place");
        let _second = shares.take(plugin(1)).expect("a place");
        assert!(shares.take(user(1)).is_none());
        let _other = shares.take(plugin(2)).expect("another's place");
        assert!(shares.take(plugin(3)).is_none(), "the plugin has its two");
        drop(first);
        assert!(shares.take(plugin(1)).is_none());
        let again = shares.take(user(1)).expect("the place that was left");
        assert!(shares.take(user(1)).is_none(), "a refusal took nothing");
        drop((again, _second, _other));
        assert!(
            shares.taken.lock().unwrap().is_empty(),
            "nothing is kept of who is gone"
        );
        assert!(Shares::of(1).take(user(1)).is_some());
    }

    #[test]
    fn the_longer_the_backlog_the_longer_the_pause() {
        assert_eq!(pause(0), Duration::from_secs(1));
        assert_eq!(pause(40), Duration::from_secs(10));
        assert_eq!(pause(i64::MAX), Duration::from_secs(60));
    }
}
