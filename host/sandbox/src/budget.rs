//! What a plugin may use within a minute, whoever calls it and however often.

use std::num::NonZeroU32;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};

/// So many bytes a minute: all of them at once, then as they come back.
#[derive(Debug)]
pub(crate) struct Budget(DefaultDirectRateLimiter);

impl Budget {
    pub(crate) fn kib_per_minute(kib: u64) -> Self {
        let bytes = u32::try_from(kib * 1024).unwrap_or(u32::MAX);
        let bytes = NonZeroU32::new(bytes).unwrap_or(NonZeroU32::MIN);
        Self(RateLimiter::direct(Quota::per_minute(bytes)))
    }

    /// Takes so many bytes, or none when they are not left.
    pub(crate) fn take(&self, bytes: usize) -> bool {
        let bytes = NonZeroU32::new(u32::try_from(bytes).unwrap_or(u32::MAX));
        bytes.is_none_or(|bytes| matches!(self.0.check_n(bytes), Ok(Ok(()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spent_comes_back_with_time_only() {
        let budget = Budget::kib_per_minute(4);
        assert!(!budget.take(4_097), "more than there ever is");
        assert!(budget.take(4_000) && budget.take(0));
        assert!(!budget.take(1_000));
        assert!(budget.take(90));
    }
}
