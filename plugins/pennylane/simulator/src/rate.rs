//! The limit of calls: so many in five seconds for each token, told in the headers of every answer.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

const WINDOW: Duration = Duration::from_secs(5);

/// When each token's last calls came.
#[derive(Debug)]
pub struct Rate {
    limit: Option<u32>,
    taken: HashMap<&'static str, VecDeque<Instant>>,
}

/// What the headers tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// `ratelimit-limit`.
    pub limit: u32,
    /// `ratelimit-remaining`.
    pub remaining: u32,
    /// Whole seconds until a call more may pass: what `ratelimit-reset` tells as a time.
    pub reset: u64,
    /// Whether this call may pass.
    pub passes: bool,
}

impl Rate {
    /// At most `limit` calls of a token in the window; none: no limit.
    pub fn new(limit: Option<u32>) -> Self {
        Self {
            limit,
            taken: HashMap::new(),
        }
    }

    /// Counts a call at `now`; nothing to tell where there is no limit.
    pub fn take(&mut self, token: &'static str, now: Instant) -> Option<Left> {
        let limit = self.limit?;
        let taken = self.taken.entry(token).or_default();
        while taken
            .front()
            .is_some_and(|first| now.duration_since(*first) >= WINDOW)
        {
            taken.pop_front();
        }
        let passes = taken.len() < limit as usize;
        if passes {
            taken.push_back(now);
        }
        let wait = taken
            .front()
            .map_or(WINDOW, |first| WINDOW - now.duration_since(*first));
        Some(Left {
            limit,
            remaining: limit.saturating_sub(taken.len() as u32),
            reset: wait.as_secs_f64().ceil() as u64,
            passes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_calls_pass_in_any_five_seconds() {
        let mut rate = Rate::new(Some(2));
        let start = Instant::now();
        let mut take = |seconds| {
            let left = rate.take("a", start + Duration::from_secs_f64(seconds));
            left.map(|left| (left.passes, left.remaining, left.reset))
        };
        assert_eq!(take(0.0), Some((true, 1, 5)));
        assert_eq!(take(1.0), Some((true, 0, 4)));
        assert_eq!(take(1.5), Some((false, 0, 4)));
        assert_eq!(take(5.0), Some((true, 0, 1)));
        assert_eq!(Rate::new(None).take("a", start), None);
    }
}
