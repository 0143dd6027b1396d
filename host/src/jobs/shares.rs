//! Whose jobs run: no user and no plugin has more than half of a worker's places, however much they ask for, and all plugins
//! together leave one: providers may keep them all waiting.

use std::time::Duration;

use uuid::Uuid;

use crate::http::limits::{Place, Places};

/// The places that jobs of one worker have taken.
#[derive(Debug, Clone)]
pub struct Shares {
    users: Places<Uuid>,
    each_plugin: Places<String>,
    plugins: Places<()>,
}

/// A job's places.
#[derive(Debug, Default)]
pub struct Taken {
    _user: Option<Place<Uuid>>,
    _plugin: Option<(Place<String>, Place<()>)>,
}

impl Shares {
    /// Of a worker that runs so many jobs at once.
    pub fn of(concurrency: usize) -> Self {
        let half = concurrency.div_ceil(2);
        Self {
            users: Places::new(half),
            each_plugin: Places::new(half),
            plugins: Places::new(concurrency.saturating_sub(1).max(1)),
        }
    }

    /// Places for who asked for a job and for the plugin that does it; none while one of them has as many as they may.
    pub fn take(&self, user: Option<Uuid>, plugin: Option<String>) -> Option<Taken> {
        let user = user.map(|user| self.users.take(user)).transpose().ok()?;
        let plugin = match plugin {
            Some(plugin) => Some((
                self.each_plugin.take(plugin).ok()?,
                self.plugins.take(()).ok()?,
            )),
            None => None,
        };
        Some(Taken {
            _user: user,
            _plugin: plugin,
        })
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

    const USERS: [Option<Uuid>; 3] = [
        Some(Uuid::from_u128(1)),
        Some(Uuid::from_u128(2)),
        Some(Uuid::from_u128(3)),
    ];

    fn plugin(name: &str) -> Option<String> {
        Some(name.to_owned())
    }

    #[test]
    fn nobody_has_more_than_half_and_who_leaves_makes_room() {
        let shares = Shares::of(4);
        let first = shares.take(USERS[0], None).expect("a place");
        let second = shares.take(USERS[0], plugin("bigblue")).expect("a place");
        assert!(shares.take(USERS[0], None).is_none());
        let other = shares.take(USERS[1], plugin("bigblue"));
        let other = other.expect("another's place");
        let none = shares.take(USERS[2], plugin("bigblue"));
        assert!(none.is_none(), "the plugin has its two");
        drop(first);
        assert!(shares.take(USERS[0], plugin("bigblue")).is_none());
        let again = shares
            .take(USERS[0], None)
            .expect("the place that was left");
        assert!(
            shares.take(USERS[0], None).is_none(),
            "a refusal took nothing"
        );
        drop((again, second, other));
        assert!(shares.users.is_empty() && shares.each_plugin.is_empty());
        assert!(shares.plugins.is_empty(), "nothing is kept of who is gone");
    }

    #[test]
    fn plugins_leave_a_place_to_people() {
        let shares = Shares::of(4);
        let taken: Vec<_> = ["bigblue", "cubyn", "bigblue", "cubyn", "shopify"]
            .into_iter()
            .filter_map(|name| shares.take(None, plugin(name)))
            .collect();
        assert_eq!(taken.len(), 3);
        assert!(shares.take(USERS[0], None).is_some());
        drop(taken);
        assert!(shares.take(None, plugin("shopify")).is_some());
        // Who has one place only has it for whoever comes.
        assert!(Shares::of(1).take(USERS[0], plugin("bigblue")).is_some());
    }

    #[test]
    fn the_longer_the_backlog_the_longer_the_pause() {
        assert_eq!(pause(0), Duration::from_secs(1));
        assert_eq!(pause(40), Duration::from_secs(10));
        assert_eq!(pause(i64::MAX), Duration::from_secs(60));
    }
}
