//! What a provider allows an account, kept by the host before the provider has to.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use governor::clock::Clock;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::pattern::BasePattern;
use crate::grants::Grant;
use crate::manifest::{Manifest, RateLimit};

/// Rate limits by base, a bucket for each connector.
pub(super) struct RateLimits {
    limiters: HashMap<BasePattern, DefaultKeyedRateLimiter<Uuid>>,
    /// Providers' own words (`Retry-After`), until when.
    pauses: Mutex<HashMap<(BasePattern, Uuid), Instant>>,
}

impl RateLimits {
    pub(super) fn new(manifest: &Manifest, grant: &Grant) -> Self {
        let limit = |base: &BasePattern, asked: Option<RateLimit>| {
            let limit = grant.rate_limits.get(base).copied().or(asked)?;
            Some((base.clone(), RateLimiter::keyed(quota(limit)?)))
        };
        let limiters = manifest.hosts.iter();
        Self {
            limiters: limiters
                .filter_map(|host| limit(&host.base, host.rate_limit))
                .collect(),
            pauses: Mutex::default(),
        }
    }

    /// Waits for this connector's turn; when that would take past `until`, tells at once how long it would be.
    pub(super) async fn turn(
        &self,
        base: &BasePattern,
        connector: Uuid,
        until: Instant,
    ) -> Result<(), Duration> {
        loop {
            let wait = match self.pause_left(base, connector) {
                Some(wait) => wait,
                None => match self.limiters.get(base) {
                    None => return Ok(()),
                    Some(limiter) => match limiter.check_key(&connector) {
                        Ok(()) => return Ok(()),
                        Err(not_yet) => not_yet.wait_time_from(limiter.clock().now()),
                    },
                },
            };
            if Instant::now() + wait >= until {
                return Err(wait);
            }
            sleep(wait).await;
        }
    }

    /// Keeps all requests of this connector back, as the provider asked.
    pub(super) fn pause(&self, base: &BasePattern, connector: Uuid, time: Duration) {
        let mut pauses = self.pauses.lock().unwrap_or_else(PoisonError::into_inner);
        pauses.insert((base.clone(), connector), Instant::now() + time);
    }

    fn pause_left(&self, base: &BasePattern, connector: Uuid) -> Option<Duration> {
        let key = (base.clone(), connector);
        let mut pauses = self.pauses.lock().unwrap_or_else(PoisonError::into_inner);
        let left = pauses.get(&key)?.saturating_duration_since(Instant::now());
        if left.is_zero() {
            pauses.remove(&key);
            return None;
        }
        Some(left)
    }
}

/// A leaky bucket that never lets more than `requests` through in any span of `seconds`: a quarter at once, the rest
/// spread over the span. A bucket of `requests` that refills all the while would let nearly twice as many through.
fn quota(limit: RateLimit) -> Option<Quota> {
    let requests = limit.requests.get();
    let burst = NonZeroU32::new(requests / 4).unwrap_or(NonZeroU32::MIN);
    let spread = (requests - burst.get()).max(1);
    let span = Duration::from_secs(limit.seconds.get().into());
    Some(Quota::with_period(span / spread)?.allow_burst(burst))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_never_holds_more_than_the_limit() {
        for (requests, seconds) in [(200, 60), (1, 1), (2, 1), (5, 10)] {
            let limit = RateLimit {
                requests: NonZeroU32::new(requests).expect("not zero"),
                seconds: NonZeroU32::new(seconds).expect("not zero"),
            };
            let quota = quota(limit).expect("a period");
            let span = Duration::from_secs(seconds.into());
            let refilled = span.as_nanos() / quota.replenish_interval().as_nanos();
            let most = u128::from(quota.burst_size().get()) + refilled;
            assert!(
                most <= u128::from(requests.max(2)),
                "{requests} in {seconds} s: {most}"
            );
        }
    }
}
