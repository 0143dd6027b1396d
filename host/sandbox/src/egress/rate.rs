//! What a provider allows an account, kept by the host before the provider has to.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use tokio::time::Instant;
use uuid::Uuid;

use super::pattern::BasePattern;
use crate::grants::Grant;
use crate::manifest::{Manifest, RateLimit};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Caller {
    /// Somebody waits before a screen: the whole limit is theirs.
    Screen,
    /// Background work: never takes more than three quarters of a limit, however long it goes on.
    Job,
}

impl Caller {
    /// How long it waits for one turn. All the while it has a place of its owner's, and its memory: beyond this who asks from a
    /// screen is told when to come back, and has none meanwhile. A job would begin its page anew each time, and with more
    /// requests than its patience has turns for come to no end.
    pub(super) fn patience(self) -> Duration {
        match self {
            Caller::Screen => Duration::from_secs(10),
            Caller::Job => Duration::MAX,
        }
    }
}

/// A bucket for each connector.
type Limiter = RateLimiter<Uuid, DefaultKeyedStateStore<Uuid>, TokioClock, NoOpMiddleware<Nanos>>;

/// The runtime's time, which waiting for a turn goes by too.
#[derive(Clone, Debug)]
struct TokioClock(Instant);

impl Clock for TokioClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        self.0.elapsed().into()
    }
}

/// Both buckets of one base. A job needs its turn in both.
struct Shared {
    all: Limiter,
    jobs: Limiter,
}

/// Rate limits by base.
pub(super) struct RateLimits {
    limiters: HashMap<BasePattern, Shared>,
    /// Providers' own words (`Retry-After`), until when.
    pauses: Mutex<HashMap<(BasePattern, Uuid), Instant>>,
}

impl RateLimits {
    pub(super) fn new(manifest: &Manifest, grant: &Grant) -> Self {
        let limit = |base: &BasePattern, asked: Option<RateLimit>| {
            let limit = grant.rate_limits.get(base).copied().or(asked)?;
            let limiter = |limit| {
                let clock = TokioClock(Instant::now());
                Some(RateLimiter::dashmap_with_clock(quota(limit)?, clock))
            };
            let shared = Shared {
                all: limiter(limit)?,
                jobs: limiter(of_jobs(limit))?,
            };
            Some((base.clone(), shared))
        };
        let limiters = manifest.hosts.iter();
        Self {
            limiters: limiters
                .filter_map(|host| limit(&host.base, host.rate_limit))
                .collect(),
            pauses: Mutex::default(),
        }
    }

    /// A request's way to this connector's turn, which it goes within the caller's patience and not past `until`.
    pub(super) fn turn<'a>(
        &'a self,
        base: &'a BasePattern,
        connector: Uuid,
        caller: Caller,
        until: Instant,
    ) -> Queue<'a> {
        let limiters = self.limiters.get(base);
        let patience = Instant::now().checked_add(caller.patience());
        // A job's own bucket first: waiting there it holds nothing that a screen could have.
        let own = limiters
            .filter(|_| caller == Caller::Job)
            .map(|both| &both.jobs);
        Queue {
            rates: self,
            base,
            connector,
            until: patience.map_or(until, |end| until.min(end)),
            before: vec![limiters.map(|both| &both.all), own],
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

/// What stands between a request and its turn.
pub(super) struct Queue<'a> {
    rates: &'a RateLimits,
    base: &'a BasePattern,
    connector: Uuid,
    until: Instant,
    /// Buckets to take from, the next one last.
    before: Vec<Option<&'a Limiter>>,
}

/// Whether it is a request's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Come,
    /// To be asked for again then.
    After(Duration),
    /// So long from now that nobody waits for it.
    TooLate(Duration),
}

impl Queue<'_> {
    /// Takes from each bucket in its turn.
    pub(super) fn take(&mut self) -> Turn {
        while let Some(limiter) = self.before.last() {
            let wait = match self.rates.pause_left(self.base, self.connector) {
                Some(wait) => wait,
                None => {
                    match limiter.map(|limiter| (limiter, limiter.check_key(&self.connector))) {
                        None | Some((_, Ok(()))) => {
                            self.before.pop();
                            continue;
                        }
                        Some((limiter, Err(not_yet))) => {
                            not_yet.wait_time_from(limiter.clock().now())
                        }
                    }
                }
            };
            return match Instant::now() + wait < self.until {
                true => Turn::After(wait),
                false => Turn::TooLate(wait),
            };
        }
        Turn::Come
    }
}

/// A quarter is kept for screens; of a limit of one request nothing can be.
fn of_jobs(limit: RateLimit) -> RateLimit {
    let requests = limit.requests.get();
    let kept = requests.div_ceil(4);
    RateLimit {
        requests: NonZeroU32::new(requests - kept).unwrap_or(NonZeroU32::MIN),
        ..limit
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

    use std::path::Path;

    use tokio::time::sleep;

    fn limit(requests: u32, seconds: u32) -> RateLimit {
        RateLimit {
            requests: NonZeroU32::new(requests).expect("not zero"),
            seconds: NonZeroU32::new(seconds).expect("not zero"),
        }
    }

    /// Limits of one base, and that base.
    fn limits(requests: u32, seconds: u32) -> (RateLimits, BasePattern) {
        let text = include_str!("../../tests/sandbox/plugin.toml");
        let mut manifest = Manifest::parse(Path::new("plugin.toml"), text).expect("a manifest");
        manifest.hosts.truncate(1);
        manifest.hosts[0].rate_limit = Some(limit(requests, seconds));
        let base = manifest.hosts[0].base.clone();
        let text = "[plugins.hostile]\nsource = \".\"";
        let mut grants = Grant::parse(Path::new("plugins.toml"), text).expect("grants");
        let grant = grants.remove("hostile").expect("the grant");
        (RateLimits::new(&manifest, &grant), base)
    }

    /// Waits for a turn; false: it would be too late.
    async fn comes(
        limits: &RateLimits,
        base: &BasePattern,
        caller: Caller,
        until: Instant,
    ) -> bool {
        let mut queue = limits.turn(base, Uuid::nil(), caller, until);
        loop {
            match queue.take() {
                Turn::Come => return true,
                Turn::After(wait) => sleep(wait).await,
                Turn::TooLate(_) => return false,
            }
        }
    }

    /// How many turns a caller gets within a minute, asking without a pause.
    async fn turns(limits: &RateLimits, base: &BasePattern, caller: Caller) -> u32 {
        let until = Instant::now() + Duration::from_secs(60);
        let mut turns = 0;
        while comes(limits, base, caller, until).await {
            turns += 1;
        }
        turns
    }

    #[tokio::test(start_paused = true)]
    async fn jobs_leave_a_quarter_to_screens() {
        let (limits, base) = limits(200, 60);
        let jobs = turns(&limits, &base, Caller::Job).await;
        assert!((140..=150).contains(&jobs), "{jobs}");
        // The job still asks for all that it can get.
        let (busy, screens) = tokio::join!(
            turns(&limits, &base, Caller::Job),
            turns(&limits, &base, Caller::Screen)
        );
        assert!(screens >= 50, "{screens} of screens, {busy} of the job");
        assert!(busy + screens <= 200, "{busy} and {screens}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_screen_is_answered_at_once_while_a_job_waits() {
        let (limits, base) = limits(200, 60);
        turns(&limits, &base, Caller::Job).await;
        for _ in 0..10 {
            let now = Instant::now();
            let mut queue = limits.turn(
                &base,
                Uuid::nil(),
                Caller::Screen,
                now + Duration::from_secs(1),
            );
            assert_eq!(queue.take(), Turn::Come);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn screens_alone_have_the_whole_limit() {
        let (limits, base) = limits(200, 60);
        let screens = turns(&limits, &base, Caller::Screen).await;
        assert!((190..=200).contains(&screens), "{screens}");
    }

    #[test]
    fn a_span_never_holds_more_than_the_limit() {
        for (requests, seconds) in [(200, 60), (150, 60), (1, 1), (2, 1), (5, 10)] {
            let quota = quota(limit(requests, seconds)).expect("a period");
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
