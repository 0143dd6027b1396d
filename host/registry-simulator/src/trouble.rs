//! Switchable trouble: what a public service does on a bad day.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Nothing.
    None,
    /// 500: `erreur` from the registry, `SERVICE_UNAVAILABLE` from VIES.
    Errors,
    /// The right answer, late.
    Slow,
    /// 200 with a body that is not JSON.
    Garbage,
    /// 429 with `Retry-After: 1` from the registry, `GLOBAL_MAX_CONCURRENT_REQ` from VIES.
    Throttle,
}

/// One of the two services.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Service {
    /// The company registry, `/search`.
    Search,
    /// The check of VAT numbers.
    Vies,
}

/// What goes wrong, where, how often and how many times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trouble {
    /// What.
    pub kind: Kind,
    /// Where; none: both.
    #[serde(default)]
    pub service: Option<Service>,
    /// Share of the calls that it hits, 0 to 1.
    #[serde(default = "always")]
    pub share: f64,
    /// How many calls it hits before it is over; none: until switched off.
    #[serde(default)]
    pub count: Option<u32>,
    /// How late [`Kind::Slow`] is.
    #[serde(default = "six_seconds")]
    pub slow_ms: u64,
}

fn always() -> f64 {
    1.0
}

/// Later than the five seconds that clients wait.
fn six_seconds() -> u64 {
    6_000
}

impl Trouble {
    /// `kind` for every call until switched off.
    pub fn of(kind: Kind) -> Self {
        Self {
            kind,
            service: None,
            share: always(),
            count: None,
            slow_ms: six_seconds(),
        }
    }

    /// `kind` for the next `count` calls.
    pub fn times(kind: Kind, count: u32) -> Self {
        Self {
            count: Some(count),
            ..Self::of(kind)
        }
    }

    /// The same for one service only.
    pub fn only(self, service: Service) -> Self {
        Self {
            service: Some(service),
            ..self
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
            trouble: Trouble::of(Kind::None),
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

    /// What happens to the next call of a service.
    pub fn strike(&mut self, service: Service) -> Kind {
        let meant = self.trouble.service.is_none_or(|only| only == service);
        let possible = meant && self.trouble.kind != Kind::None && self.trouble.count != Some(0);
        if !possible || !self.rng.random_bool(self.trouble.share) {
            return Kind::None;
        }
        self.trouble.count = self.trouble.count.map(|left| left - 1);
        self.hits += 1;
        self.trouble.kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_hits_its_share_and_ends_after_its_count() {
        let mut maker = Troublemaker::new(1);
        assert_eq!(maker.strike(Service::Search), Kind::None);
        maker
            .set(Trouble {
                share: 0.25,
                ..Trouble::of(Kind::Errors)
            })
            .expect("a valid share");
        let hits = (0..4_000)
            .filter(|_| maker.strike(Service::Vies) == Kind::Errors)
            .count();
        assert!((900..1_100).contains(&hits), "{hits}");
        maker
            .set(Trouble::times(Kind::Garbage, 1))
            .expect("a valid share");
        let strikes = [(); 2].map(|()| maker.strike(Service::Search));
        assert_eq!(strikes, [Kind::Garbage, Kind::None]);
    }

    #[test]
    fn the_other_service_is_spared_and_a_bad_share_is_refused() {
        let mut maker = Troublemaker::new(1);
        maker
            .set(Trouble::times(Kind::Slow, 1).only(Service::Vies))
            .expect("a valid share");
        assert_eq!(maker.strike(Service::Search), Kind::None);
        assert_eq!(maker.strike(Service::Vies), Kind::Slow);
        let refusal = maker.set(Trouble {
            share: 2.0,
            ..Trouble::of(Kind::Slow)
        });
        assert!(refusal.is_err_and(|message| message.starts_with("share")));
    }
}
