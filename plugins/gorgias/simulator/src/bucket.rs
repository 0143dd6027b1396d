//! The provider's limit: a leaky bucket an account, which takes 40 calls at once and loses two a second.

use std::collections::HashMap;
use std::time::Instant;

/// How full the accounts' buckets are.
#[derive(Debug)]
pub struct Buckets {
    burst: Option<u32>,
    levels: HashMap<String, (f64, Instant)>,
}

/// One call's place in its account's bucket: the header `X-Gorgias-Account-Api-Call-Limit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    /// Calls in the bucket, this one included.
    pub used: u32,
    /// Calls that it takes.
    pub burst: u32,
}

impl Buckets {
    /// Buckets that take `burst` calls at once; none: no limit.
    pub fn new(burst: Option<u32>) -> Self {
        Self {
            burst,
            levels: HashMap::new(),
        }
    }

    /// Counts a call at `now`, or says how many whole seconds to wait before the next one may pass.
    pub fn take(&mut self, account: &str, now: Instant) -> Result<Option<Fill>, u64> {
        let Some(burst) = self.burst else {
            return Ok(None);
        };
        // Empties in 20 seconds, whatever its size.
        let leak = f64::from(burst) / 20.0;
        let (level, since) = self.levels.entry(account.to_owned()).or_insert((0.0, now));
        *level = (*level - now.duration_since(*since).as_secs_f64() * leak).max(0.0);
        *since = now;
        let over = *level + 1.0 - f64::from(burst);
        if over > 0.0 {
            return Err((over / leak).ceil() as u64);
        }
        *level += 1.0;
        Ok(Some(Fill {
            used: level.ceil() as u32,
            burst,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_passes_and_then_two_a_second() {
        let mut buckets = Buckets::new(Some(40));
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs_f64(seconds);
        for used in 1..=40 {
            assert_eq!(
                buckets.take("a", at(0.0)),
                Ok(Some(Fill { used, burst: 40 }))
            );
        }
        assert_eq!(buckets.take("a", at(0.0)), Err(1));
        assert!(buckets.take("b", at(0.0)).is_ok());
        assert!(buckets.take("a", at(1.0)).is_ok());
        assert!(buckets.take("a", at(1.0)).is_ok());
        assert_eq!(buckets.take("a", at(1.0)), Err(1));
        assert_eq!(Buckets::new(None).take("a", at(0.0)), Ok(None));
    }
}
