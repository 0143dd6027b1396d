//! The registry's limit: so many searches in any second from one address.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

const WINDOW: Duration = Duration::from_secs(1);

/// Remembers when each address's last searches came. A window that slides, unlike a bucket that refills, never lets
/// more than the limit through in any second.
#[derive(Debug)]
pub struct Limiter {
    limit: Option<u32>,
    taken: HashMap<IpAddr, VecDeque<Instant>>,
}

impl Limiter {
    /// At most `limit` searches an address in a second; none: no limit.
    pub fn new(limit: Option<u32>) -> Self {
        Self {
            limit,
            taken: HashMap::new(),
        }
    }

    /// Counts a search at `now`, or says how many whole seconds to wait before the next one may pass.
    pub fn take(&mut self, address: IpAddr, now: Instant) -> Result<(), u64> {
        let Some(limit) = self.limit else {
            return Ok(());
        };
        let taken = self.taken.entry(address).or_default();
        while taken
            .front()
            .is_some_and(|first| now.duration_since(*first) >= WINDOW)
        {
            taken.pop_front();
        }
        if taken.len() < limit as usize {
            taken.push_back(now);
            return Ok(());
        }
        let wait = taken
            .front()
            .map_or(WINDOW, |first| WINDOW - now.duration_since(*first));
        Err(wait.as_secs_f64().ceil() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_slides_and_each_address_has_its_own() {
        let mut limiter = Limiter::new(Some(2));
        let (one, two) = (IpAddr::from([127, 0, 0, 1]), IpAddr::from([127, 0, 0, 2]));
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        assert_eq!(limiter.take(one, at(0)), Ok(()));
        assert_eq!(limiter.take(one, at(500)), Ok(()));
        assert_eq!(limiter.take(one, at(900)), Err(1));
        assert_eq!(limiter.take(two, at(900)), Ok(()));
        assert_eq!(limiter.take(one, at(1_000)), Ok(()));
        assert_eq!(limiter.take(one, at(1_400)), Err(1));
    }

    #[test]
    fn without_a_limit_everything_passes() {
        let mut limiter = Limiter::new(None);
        let address = IpAddr::from([127, 0, 0, 1]);
        assert!((0..1_000).all(|_| limiter.take(address, Instant::now()).is_ok()));
    }
}
