//! Switchable trouble: what a provider does on a bad day.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::time::Duration;

/// What [`Troublemaker`] reads of a simulator's own trouble. [`trouble!`](crate::trouble!) writes it.
pub trait Trouble {
    /// What can go wrong.
    type Kind: Copy;

    /// No trouble.
    fn none() -> Self;

    /// What goes wrong; none: nothing.
    fn kind(&self) -> Option<Self::Kind>;

    /// Share of the calls that it hits, 0 to 1.
    fn share(&self) -> f64;

    /// How many more calls it hits; none: until switched off.
    fn left(&mut self) -> &mut Option<u32>;

    /// How late slow answers are.
    fn pause(&self) -> Duration;
}

/// Declares `Trouble`, the body of `POST /control/trouble`: the field for what goes wrong with the simulator's own enum
/// of kinds (one of them `None`), how late its slow answers are, and, where a simulator is several services, the field
/// for the one that is hit. The simulator needs serde.
///
/// ```
/// use serde::{Deserialize, Serialize};
///
/// /// What goes wrong.
/// #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
/// #[serde(rename_all = "snake_case")]
/// pub enum Kind {
///     None,
///     Errors,
///     Slow,
/// }
/// simulator_kit::trouble!(kind: Kind, slow_ms: 2_000);
///
/// let trouble: Trouble = serde_json::from_str(r#"{"kind": "errors", "count": 3}"#)?;
/// assert_eq!(trouble, Trouble::times(Kind::Errors, 3));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! trouble {
    ($kind:ident: $Kind:ident, slow_ms: $slow_ms:literal $(, $place:ident: $Place:ty)?) => {
        /// What goes wrong, how often and how many times.
        #[derive(Clone, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Trouble {
            /// What.
            pub $kind: $Kind,
            $(
                /// Where; none: everywhere.
                #[serde(default)]
                pub $place: Option<$Place>,
            )?
            /// Share of the calls that it hits, 0 to 1.
            #[serde(default = "Trouble::always")]
            pub share: f64,
            /// How many calls it hits before it is over; none: until switched off.
            #[serde(default)]
            pub count: Option<u32>,
            /// How late slow answers are.
            #[serde(default = "Trouble::usual_delay")]
            pub slow_ms: u64,
        }

        impl Trouble {
            /// This for every call until switched off.
            pub fn of($kind: $Kind) -> Self {
                Self {
                    $kind,
                    $($place: None::<$Place>,)?
                    share: Self::always(),
                    count: None,
                    slow_ms: Self::usual_delay(),
                }
            }

            /// This for the next `count` calls.
            pub fn times($kind: $Kind, count: u32) -> Self {
                Self {
                    count: Some(count),
                    ..Self::of($kind)
                }
            }

            /// This for some of the next calls: how many, which share of them, and how late slow ones are, is drawn.
            pub fn drawn($kind: $Kind, rng: &mut $crate::StdRng) -> Self {
                let (count, share, slow_ms) = $crate::draw(rng);
                Self {
                    share,
                    slow_ms,
                    ..Self::times($kind, count)
                }
            }

            $(
                /// The same in one place only.
                pub fn only(self, $place: $Place) -> Self {
                    Self {
                        $place: Some($place),
                        ..self
                    }
                }
            )?

            fn always() -> f64 {
                1.0
            }

            fn usual_delay() -> u64 {
                $slow_ms
            }
        }

        impl $crate::Trouble for Trouble {
            type Kind = $Kind;

            fn none() -> Self {
                Self::of($Kind::None)
            }

            fn kind(&self) -> Option<$Kind> {
                (self.$kind != $Kind::None).then_some(self.$kind)
            }

            fn share(&self) -> f64 {
                self.share
            }

            fn left(&mut self) -> &mut Option<u32> {
                &mut self.count
            }

            fn pause(&self) -> ::std::time::Duration {
                ::std::time::Duration::from_millis(self.slow_ms)
            }
        }
    };
}

/// How many calls a trouble hits, its share and its delay in milliseconds. For [`trouble!`](crate::trouble!).
pub fn draw(rng: &mut StdRng) -> (u32, f64, u64) {
    (
        rng.random_range(1..8),
        rng.random_range(0.3..1.0),
        rng.random_range(50..1_000),
    )
}

/// Decides which calls are hit.
#[derive(Debug)]
pub struct Troublemaker<T> {
    trouble: T,
    rng: StdRng,
    hits: u64,
}

impl<T: Trouble> Troublemaker<T> {
    /// No trouble yet.
    pub fn new(seed: u64) -> Self {
        Self {
            trouble: T::none(),
            rng: StdRng::seed_from_u64(seed),
            hits: 0,
        }
    }

    /// From now on this; refused with a sentence when the share is not between 0 and 1.
    pub fn set(&mut self, trouble: T) -> Result<(), String> {
        let share = trouble.share();
        if !(0.0..=1.0).contains(&share) {
            return Err(format!("share: {share} is not between 0 and 1"));
        }
        self.trouble = trouble;
        Ok(())
    }

    /// What is set, with the count that is left.
    pub fn current(&self) -> &T {
        &self.trouble
    }

    /// How late slow answers are.
    pub fn pause(&self) -> Duration {
        self.trouble.pause()
    }

    /// How many calls were hit so far.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// What happens to the next call, if it is one that the trouble `can_hit`.
    pub fn strike(&mut self, can_hit: impl FnOnce(&T) -> bool) -> Option<T::Kind> {
        let kind = self.trouble.kind().filter(|_| can_hit(&self.trouble))?;
        let share = self.trouble.share();
        let left = self.trouble.left();
        if *left == Some(0) || !self.rng.random_bool(share) {
            return None;
        }
        *left = left.map(|left| left - 1);
        self.hits += 1;
        Some(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::Troublemaker;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use serde::{Deserialize, Serialize};

    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    pub enum Kind {
        None,
        Errors,
        Slow,
    }

    crate::trouble!(kind: Kind, slow_ms: 300, floor: u8);

    #[test]
    fn trouble_hits_its_share_and_ends_after_its_count() {
        let mut maker = Troublemaker::new(1);
        assert_eq!(maker.strike(|_| true), None);
        maker
            .set(Trouble {
                share: 0.25,
                ..Trouble::of(Kind::Errors)
            })
            .expect("a valid share");
        let hits = (0..4_000).filter(|_| maker.strike(|_| true).is_some());
        let hits = hits.count();
        assert!((900..1_100).contains(&hits), "{hits}");
        assert_eq!(maker.hits(), hits as u64);
        maker
            .set(Trouble::times(Kind::Errors, 2))
            .expect("a valid share");
        let strikes = [(); 3].map(|()| maker.strike(|_| true));
        assert_eq!(strikes, [Some(Kind::Errors), Some(Kind::Errors), None]);
    }

    #[test]
    fn what_is_drawn_is_the_seeds() {
        let drawn = |seed| Trouble::drawn(Kind::Slow, &mut StdRng::seed_from_u64(seed));
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        let mut maker = Troublemaker::new(1);
        maker.set(drawn(1)).expect("a valid share");
        let hits = (0..1_000).filter(|_| maker.strike(|_| true).is_some());
        assert_eq!(hits.count(), drawn(1).count.expect("a count") as usize);
    }

    #[test]
    fn what_cannot_be_hit_is_spared_and_a_bad_share_is_refused() {
        let mut maker = Troublemaker::new(1);
        maker
            .set(Trouble::times(Kind::Slow, 1).only(2))
            .expect("a valid share");
        assert_eq!(maker.strike(|trouble| trouble.floor == Some(1)), None);
        assert_eq!(
            maker.strike(|trouble| trouble.floor == Some(2)),
            Some(Kind::Slow)
        );
        let refusal = maker.set(Trouble {
            share: 2.0,
            ..Trouble::of(Kind::Slow)
        });
        assert!(refusal.is_err_and(|message| message.starts_with("share")));
    }
}
