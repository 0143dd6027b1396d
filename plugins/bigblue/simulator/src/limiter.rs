//! The provider's limit: so many requests in any 60 seconds for a key, all methods together.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

const WINDOW: Duration = Duration::from_secs(60);

/// Remembers when each key's last requests came. A window that slides, unlike a bucket that refills, never lets more
/// than the limit through in any 60 seconds, which is what the provider promises to enforce.
#[derive(Debug)]
pub struct Limiter {
    limit: Option<u32>,
    taken: HashMap<&'static str, VecDeque<Instant>>,
}

impl Limiter {
    /// At most `limit` requests a key in 60 seconds; none: no limit.
    pub fn new(limit: Option<u32>) -> Self {
        Self {
            limit,
            taken: HashMap::new(),
        }
    }

    /// Counts a request at `now`, or says how many whole seconds to wait before the next one may pass.
    pub fn take(&mut self, key: &'static str, now: Instant) -> Result<(), u64> {
        let Some(limit) = self.limit else {
            return Ok(());
        };
        let taken = self.taken.entry(key).or_default();
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
    fn the_window_slides_and_each_key_has_its_own() {
        let mut limiter = Limiter::new(Some(2));
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(limiter.take("a", at(0)), Ok(()));
        assert_eq!(limiter.take("a", at(30)), Ok(()));
        assert_eq!(limiter.take("a", at(45)), Err(15));
        assert_eq!(limiter.take("b", at(45)), Ok(()));
        assert_eq!(limiter.take("a", at(60)), Ok(()));
        assert_eq!(limiter.take("a", at(61)), Err(29));
    }

    #[test]
    fn without_a_limit_everything_passes() {
        let mut limiter = Limiter::new(None);
        assert!((0..1_000).all(|_| limiter.take("a", Instant::now()).is_ok()));
    }
}
