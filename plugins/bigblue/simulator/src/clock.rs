//! Two times: the calendar (what `submit_time` shows) and the progress of the warehouse's work, which may run ahead.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The simulator's clock. Clones show the same time.
///
/// All times are seconds since 1970 in UTC. [`SimClock::fixed`] stands still until it is moved; [`SimClock::real`]
/// follows the machine's calendar, while orders age `speed` times as fast: nothing is ever submitted in the future of
/// those who ask.
#[derive(Clone, Debug)]
pub struct SimClock(Arc<Mutex<Inner>>);

#[derive(Debug)]
struct Inner {
    started: Instant,
    start: i64,
    /// Work seconds per calendar second; 0 for a clock that stands still.
    speed: f64,
    advanced: i64,
}

/// One look at the clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Now {
    /// The date on the wall.
    pub calendar: i64,
    /// How far the warehouse's work has come.
    pub work: i64,
    start: i64,
    speed: f64,
}

impl SimClock {
    /// Stands at `seconds` since 1970 until [`SimClock::advance`] moves it.
    pub fn fixed(seconds: i64) -> Self {
        Self::new(seconds, 0.0)
    }

    /// Follows the machine's clock, with work done `speed` times as fast as that.
    pub fn real(speed: f64) -> Self {
        let since_1970 = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Self::new(since_1970.as_secs() as i64, speed)
    }

    fn new(start: i64, speed: f64) -> Self {
        Self(Arc::new(Mutex::new(Inner {
            started: Instant::now(),
            start,
            speed,
            advanced: 0,
        })))
    }

    /// Lets `seconds` of work pass at once; the calendar of a standing clock moves along.
    pub fn advance(&self, seconds: u32) {
        self.lock().advanced += i64::from(seconds);
    }

    /// The present moment.
    pub fn now(&self) -> Now {
        let inner = self.lock();
        let standing = inner.speed == 0.0;
        let elapsed = if standing {
            0.0
        } else {
            inner.started.elapsed().as_secs_f64()
        };
        let work = inner.start + (elapsed * inner.speed) as i64 + inner.advanced;
        let calendar = if standing {
            work
        } else {
            inner.start + elapsed as i64
        };
        Now {
            calendar,
            work,
            start: inner.start,
            speed: if standing { 1.0 } else { inner.speed },
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Now {
    /// The calendar time at which the work stood at `work`; never later than now.
    pub fn calendar_of(&self, work: i64) -> i64 {
        if work <= self.start {
            return work;
        }
        let ago = ((self.work - work).max(0) as f64 / self.speed) as i64;
        (self.calendar - ago).max(self.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_clock_moves_only_when_told() {
        let clock = SimClock::fixed(1_000);
        let before = clock.now();
        assert_eq!((before.calendar, before.work), (1_000, 1_000));
        clock.clone().advance(60);
        let after = clock.now();
        assert_eq!((after.calendar, after.work), (1_060, 1_060));
        assert_eq!(after.calendar_of(1_030), 1_030);
    }

    #[test]
    fn work_runs_ahead_of_the_real_calendar_but_is_never_dated_in_the_future() {
        let clock = SimClock::real(3_600.0);
        let start = clock.now();
        clock.advance(86_400);
        let later = clock.now();
        assert!(later.work >= start.work + 86_400);
        assert!(later.calendar - start.calendar < 60);
        assert!(later.calendar_of(later.work) <= later.calendar);
        assert!(later.calendar_of(start.work + 80_000) >= start.calendar);
    }
}
