//! The leaky bucket of query cost, one for each app and shop.

/// How many points may be asked for in one request.
pub const MOST_A_REQUEST: f64 = 1_000.0;

/// What a plan gives: points at once, and points a second.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    pub maximum: f64,
    pub restore: f64,
}

impl Rate {
    /// The standard plan's.
    pub const STANDARD: Self = Self {
        maximum: 2_000.0,
        restore: 100.0,
    };
}

/// Points that are left.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    rate: Rate,
    available: f64,
    filled_at: f64,
}

impl Bucket {
    /// A full one.
    pub fn new(rate: Rate, now: f64) -> Self {
        Self {
            rate,
            available: rate.maximum,
            filled_at: now,
        }
    }

    /// Whether there are as many points now.
    pub fn holds(&mut self, points: f64, now: f64) -> bool {
        let passed = (now - self.filled_at).max(0.0);
        self.available = (self.available + passed * self.rate.restore).min(self.rate.maximum);
        self.filled_at = now;
        points <= self.available
    }

    /// Takes what a request really cost.
    pub fn take(&mut self, points: f64) {
        self.available -= points;
    }

    /// `throttleStatus`.
    pub fn status(&self) -> serde_json::Value {
        serde_json::json!({
            "maximumAvailable": self.rate.maximum,
            "currentlyAvailable": self.available.floor(),
            "restoreRate": self.rate.restore,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_leaks_and_refills_but_never_runs_over() {
        let mut bucket = Bucket::new(Rate::STANDARD, 0.0);
        assert!(bucket.holds(2_000.0, 0.0));
        bucket.take(1_990.0);
        assert!(!bucket.holds(500.0, 4.0));
        assert!(bucket.holds(500.0, 4.9));
        assert!(bucket.holds(2_000.0, 1_000.0) && !bucket.holds(2_001.0, 1_000.0));
    }
}
