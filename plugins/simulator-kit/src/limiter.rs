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

/// What a caller may still ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// Requests in the window's time.
    pub limit: u32,
    /// Those of them that may still come.
    pub remaining: u32,
    /// Whole seconds until one more may pass.
    pub reset: u64,
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
        Err(wait(taken, window, now))
    }

    /// What a caller has left at `now`, when its last request was taken or refused; none where there is no limit.
    pub fn left(&self, caller: &Caller, now: Instant) -> Option<Left> {
        let (limit, taken) = (self.limit?, self.taken.get(caller)?);
        Some(Left {
            limit,
            remaining: limit.saturating_sub(taken.len() as u32),
            reset: wait(taken, self.window, now),
        })
    }
}

/// Whole seconds until the first of the requests is out of the window.
fn wait(taken: &VecDeque<Instant>, window: Duration, now: Instant) -> u64 {
    let wait = taken
        .front()
        .map_or(window, |first| window - now.duration_since(*first));
    wait.as_secs_f64().ceil() as u64
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
    fn what_is_left_is_told_to_those_who_pass_and_to_those_who_do_not() {
        let mut limiter = Limiter::new(Some(2), Duration::from_secs(5));
        let start = Instant::now();
        let mut take = |seconds| {
            let now = start + Duration::from_secs_f64(seconds);
            let passes = limiter.take("a", now).is_ok();
            let left = limiter.left(&"a", now);
            left.map(|left| (passes, left.limit, left.remaining, left.reset))
        };
        assert_eq!(take(0.0), Some((true, 2, 1, 5)));
        assert_eq!(take(1.0), Some((true, 2, 0, 4)));
        assert_eq!(take(1.5), Some((false, 2, 0, 4)));
        assert_eq!(take(5.0), Some((true, 2, 0, 1)));
    }

    #[test]
    fn without_a_limit_everything_passes() {
        let mut limiter = Limiter::new(None, Duration::from_secs(1));
        let now = Instant::now();
        assert!((0..1_000).all(|_| limiter.take("a", now).is_ok()));
        assert_eq!(limiter.left(&"a", now), None);
    }
}
