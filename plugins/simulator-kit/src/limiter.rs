//! The limit of a provider: so many requests in any window of time, for each caller.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::time::{Duration, Instant};

/// Remembers when each caller's last requests came. A window that slides, unlike a bucket that refills, never lets more
/// than the limit through in any window's time, which is what providers promise to enforce.
#[derive(Debug)]
pub struct Limiter<Caller> {
    limit: Option<u32>,
    window: Duration,
    taken: HashMap<Caller, VecDeque<Instant>>,
}

impl<Caller: Eq + Hash> Limiter<Caller> {
    /// At most `limit` requests a caller in the window's time; none: no limit.
    pub fn new(limit: Option<u32>, window: Duration) -> Self {
        Self {
            limit,
            window,
            taken: HashMap::new(),
        }
    }

    /// Counts a request at `now`, or says how many whole seconds to wait before the next one may pass.
    pub fn take(&mut self, caller: Caller, now: Instant) -> Result<(), u64> {
        let Some(limit) = self.limit else {
            return Ok(());
        };
        let window = self.window;
        let taken = self.taken.entry(caller).or_default();
        while taken
            .front()
            .is_some_and(|first| now.duration_since(*first) >= window)
        {
            taken.pop_front();
        }
        if taken.len() < limit as usize {
            taken.push_back(now);
            return Ok(());
        }
        let wait = taken
            .front()
            .map_or(window, |first| window - now.duration_since(*first));
        Err(wait.as_secs_f64().ceil() as u64)
    }
}

/// The provider's refusal with `Retry-After`.
pub fn retry_after(seconds: u64, refusal: impl IntoResponse) -> Response {
    let header = (header::RETRY_AFTER, HeaderValue::from(seconds));
    ([header], refusal).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_slides_and_each_caller_has_its_own() {
        let mut limiter = Limiter::new(Some(2), Duration::from_secs(60));
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs_f64(seconds);
        assert_eq!(limiter.take("a", at(0.0)), Ok(()));
        assert_eq!(limiter.take("a", at(30.0)), Ok(()));
        assert_eq!(limiter.take("a", at(45.0)), Err(15));
        assert_eq!(limiter.take("a", at(59.9)), Err(1));
        assert_eq!(limiter.take("b", at(59.9)), Ok(()));
        assert_eq!(limiter.take("a", at(60.0)), Ok(()));
        assert_eq!(limiter.take("a", at(61.0)), Err(29));
    }

    #[test]
    fn without_a_limit_everything_passes() {
        let mut limiter = Limiter::new(None, Duration::from_secs(1));
        assert!((0..1_000).all(|_| limiter.take("a", Instant::now()).is_ok()));
    }
}
