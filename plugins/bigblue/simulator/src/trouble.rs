//! Switchable trouble: what a provider does on a bad day.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Nothing.
    None,
    /// 500 `internal`.
    Errors500,
    /// 429 with `Retry-After: 1`.
    Rate429,
    /// The right answer, late.
    Slow,
    /// 200 with a body that is not JSON.
    Garbage,
    /// 200 with the first half of the right body.
    HalfPage,
    /// A page with one order whose amount, or whose time, cannot be read.
    BadOrder,
    /// The connection is cut in the middle of the answer.
    Drop,
}

/// What goes wrong, how often and how many times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trouble {
    /// What.
    pub mode: Mode,
    /// Share of the calls that it hits, 0 to 1.
    #[serde(default = "always")]
    pub share: f64,
    /// How many calls it hits before it is over; none: until switched off.
    #[serde(default)]
    pub count: Option<u32>,
    /// How late [`Mode::Slow`] is.
    #[serde(default = "two_seconds")]
    pub slow_ms: u64,
}

fn always() -> f64 {
    1.0
}

fn two_seconds() -> u64 {
    2_000
}

impl Trouble {
    /// `mode` for every call until switched off.
    pub fn of(mode: Mode) -> Self {
        Self {
            mode,
            share: always(),
            count: None,
            slow_ms: two_seconds(),
        }
    }

    /// `mode` for the next `count` calls.
    pub fn times(mode: Mode, count: u32) -> Self {
        Self {
            count: Some(count),
            ..Self::of(mode)
        }
    }
}

/// Decides which calls are hit.
#[derive(Debug)]
pub struct Troublemaker {
    trouble: Trouble,
    rng: StdRng,
    hits: u64,
}

impl Troublemaker {
    /// No trouble yet.
    pub fn new(seed: u64) -> Self {
        Self {
            trouble: Trouble::of(Mode::None),
            rng: StdRng::seed_from_u64(seed),
            hits: 0,
        }
    }

    /// From now on this; refused with a sentence when the share is not between 0 and 1.
    pub fn set(&mut self, trouble: Trouble) -> Result<(), String> {
        if !(0.0..=1.0).contains(&trouble.share) {
            return Err(format!("share: {} is not between 0 and 1", trouble.share));
        }
        self.trouble = trouble;
        Ok(())
    }

    /// What is set, with the count that is left.
    pub fn current(&self) -> &Trouble {
        &self.trouble
    }

    /// How many calls were hit so far.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// What happens to the next call. `has_order`: whether its answer holds one that can be made unreadable.
    pub fn strike(&mut self, has_order: bool) -> Option<Mode> {
        let mode = self.trouble.mode;
        let possible = mode != Mode::None && (mode != Mode::BadOrder || has_order);
        if !possible || self.trouble.count == Some(0) || !self.rng.random_bool(self.trouble.share) {
            return None;
        }
        self.trouble.count = self.trouble.count.map(|left| left - 1);
        self.hits += 1;
        Some(mode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_hits_its_share_and_ends_after_its_count() {
        let mut maker = Troublemaker::new(1);
        assert_eq!(maker.strike(true), None);
        maker
            .set(Trouble {
                share: 0.25,
                ..Trouble::of(Mode::Errors500)
            })
            .expect("a valid share");
        let hits = (0..4_000).filter(|_| maker.strike(false).is_some()).count();
        assert!((900..1_100).contains(&hits), "{hits}");
        maker
            .set(Trouble::times(Mode::Garbage, 2))
            .expect("a valid share");
        let strikes: Vec<_> = (0..4).map(|_| maker.strike(false)).collect();
        assert_eq!(
            strikes,
            [Some(Mode::Garbage), Some(Mode::Garbage), None, None]
        );
    }

    #[test]
    fn a_bad_order_waits_for_an_answer_with_orders_and_a_bad_share_is_refused() {
        let mut maker = Troublemaker::new(1);
        maker
            .set(Trouble::times(Mode::BadOrder, 1))
            .expect("a valid share");
        assert_eq!(maker.strike(false), None);
        assert_eq!(maker.strike(true), Some(Mode::BadOrder));
        let refusal = maker.set(Trouble {
            share: 2.0,
            ..Trouble::of(Mode::Slow)
        });
        assert!(refusal.is_err_and(|message| message.starts_with("share")));
    }
}
