//! Which factories suit what is to be made, and why. Pure.

use std::cmp::Reverse;

use chrono::{Days, NaiveDate};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::model::Factory;

/// What is to be made. What is not said rules nobody out.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// Pieces.
    pub quantity: Option<i32>,
    /// The day by which they are to be there.
    pub due_at: Option<NaiveDate>,
    /// What has to be carried, all of it.
    pub tags: Vec<Uuid>,
    /// The highest price range.
    pub price_range: Option<i32>,
}

/// A factory and how it suits what is to be made.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = RankedFactory)]
pub struct Ranked {
    pub factory: Factory,
    /// Whether all the reasons speak for it.
    pub fits: bool,
    /// One for each thing that was asked.
    pub reasons: Vec<Reason>,
}

/// Why a factory suits, or why not.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = RankingReason)]
pub struct Reason {
    pub fits: bool,
    #[serde(flatten)]
    pub detail: Detail,
}

/// What was compared.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "code", content = "detail", rename_all = "lowercase")]
#[schema(as = RankingDetail)]
pub enum Detail {
    /// The pieces asked lie between what it makes at least and at most.
    Quantity { asked: i32, min: i32, max: i32 },
    /// Begun today, it is ready on the day asked or before.
    Delay { asked: NaiveDate, ready: NaiveDate },
    /// It carries all tags asked: none is missing.
    Tags { missing: Vec<Uuid> },
    /// Its price range is no higher than the one asked.
    Price { asked: i32, range: i32 },
    /// With the pieces under way those asked are no more than it makes at most; else it is overbooked.
    Load { asked: i32, quantity: i64, max: i32 },
}

/// The factories by how they suit what is asked today: those first for which most reasons speak, all of them at best; of these
/// the cheapest, then the fastest, then by name.
pub fn rank(factories: Vec<Factory>, asked: &Asked, today: NaiveDate) -> Vec<Ranked> {
    let mut ranked: Vec<Ranked> = factories
        .into_iter()
        .map(|factory| {
            let reasons = reasons(&factory, asked, today);
            Ranked {
                fits: reasons.iter().all(|reason| reason.fits),
                factory,
                reasons,
            }
        })
        .collect();
    ranked.sort_by(|one, other| place(one).cmp(&place(other)));
    ranked
}

/// What a factory's place depends on.
fn place(ranked: &Ranked) -> (Reverse<usize>, Option<i32>, i32, &str, Uuid) {
    let Ranked {
        factory, reasons, ..
    } = ranked;
    (
        Reverse(reasons.iter().filter(|reason| reason.fits).count()),
        factory.price_range,
        factory.delay_in_week,
        factory.name.as_str(),
        factory.id,
    )
}

fn reasons(factory: &Factory, asked: &Asked, today: NaiveDate) -> Vec<Reason> {
    let (min, max) = (factory.quantity_min, factory.quantity_max);
    let quantity = asked.quantity.map(|asked| Reason {
        fits: (min..=max).contains(&asked),
        detail: Detail::Quantity { asked, min, max },
    });
    let delay = asked.due_at.map(|asked| {
        let ready = today + Days::new(u64::from(factory.delay_in_week.unsigned_abs()) * 7);
        Reason {
            fits: ready <= asked,
            detail: Detail::Delay { asked, ready },
        }
    });
    let tags = (!asked.tags.is_empty()).then(|| {
        let carries = |tag: &Uuid| factory.tags.iter().any(|carried| carried.id == *tag);
        let missing = asked.tags.iter().copied().filter(|tag| !carries(tag));
        let missing: Vec<Uuid> = missing.collect();
        Reason {
            fits: missing.is_empty(),
            detail: Detail::Tags { missing },
        }
    });
    let price = asked.price_range.zip(factory.price_range);
    let price = price.map(|(asked, range)| Reason {
        fits: range <= asked,
        detail: Detail::Price { asked, range },
    });
    let load = asked.quantity.map(|asked| {
        let quantity = factory.load.quantity;
        Reason {
            fits: quantity + i64::from(asked) <= i64::from(max),
            detail: Detail::Load {
                asked,
                quantity,
                max,
            },
        }
    });
    [quantity, delay, tags, price, load]
        .into_iter()
        .flatten()
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use chrono::DateTime;
    use proptest::prelude::*;

    use super::*;
    use crate::production::factories::model::Load;
    use crate::production::tags::{TagName, TagType};

    fn tag(number: u8) -> Uuid {
        Uuid::from_u128(number.into())
    }

    fn day(number: u64) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 18).unwrap() + Days::new(number)
    }

    /// A factory that makes 100 to 1,000 pieces of T-shirts in four weeks at a middling price, and has nothing to do.
    fn factory(name: &str) -> Factory {
        let display_name = "T-shirt".into();
        let kind = TagType::Entity;
        Factory {
            id: Uuid::from_u128(name.bytes().map(u128::from).sum()),
            name: name.into(),
            country_code: "TR".into(),
            quantity_min: 100,
            quantity_max: 1_000,
            delay_in_week: 4,
            price_range: Some(2),
            description: String::new(),
            tags: vec![TagName {
                id: tag(1),
                kind,
                display_name,
            }],
            load: Load {
                open: 0,
                quantity: 0,
            },
            created_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
        }
    }

    /// 500 T-shirts in four weeks at a middling price at most.
    fn asked() -> Asked {
        Asked {
            quantity: Some(500),
            due_at: Some(day(28)),
            tags: vec![tag(1)],
            price_range: Some(2),
        }
    }

    fn names(ranked: &[Ranked]) -> Vec<&str> {
        ranked.iter().map(|one| one.factory.name.as_str()).collect()
    }

    /// How many reasons speak against it.
    fn against(factory: &Factory, asked: &Asked) -> usize {
        let reasons = reasons(factory, asked, day(0));
        reasons.iter().filter(|reason| !reason.fits).count()
    }

    #[test]
    fn each_reason_speaks_up_to_its_bound_and_no_further() {
        assert_eq!(against(&factory("A"), &asked()), 0);
        type Change = fn(&mut Asked);
        let cases: [(Change, Change); 4] = [
            (
                |asked| asked.quantity = Some(100),
                |asked| asked.quantity = Some(99),
            ),
            (
                |asked| asked.due_at = Some(day(28)),
                |asked| asked.due_at = Some(day(27)),
            ),
            (
                |asked| asked.tags = vec![tag(1)],
                |asked| asked.tags = vec![tag(1), tag(2)],
            ),
            (
                |asked| asked.price_range = Some(2),
                |asked| asked.price_range = Some(1),
            ),
        ];
        for (at, (within, beyond)) in cases.iter().enumerate() {
            for (change, expected) in [(within, 0), (beyond, 1)] {
                let mut other = asked();
                change(&mut other);
                assert_eq!(against(&factory("A"), &other), expected, "{at}");
            }
        }
        // More than it makes at most is also more than it has room for.
        let most = Asked {
            quantity: Some(1_000),
            ..asked()
        };
        assert_eq!(against(&factory("A"), &most), 0);
        assert_eq!(
            against(
                &factory("A"),
                &Asked {
                    quantity: Some(1_001),
                    ..asked()
                }
            ),
            2
        );
        let mut busy = factory("A");
        for (quantity, expected) in [(500, 0), (501, 1)] {
            busy.load.quantity = quantity;
            assert_eq!(against(&busy, &asked()), expected, "{quantity} under way");
        }
        assert_eq!(reasons(&busy, &Asked::default(), day(0)), []);
    }

    #[test]
    fn more_reasons_then_a_lower_price_then_a_shorter_delay_then_the_name() {
        let with = |name: &str, change: fn(&mut Factory)| {
            let mut other = factory(name);
            change(&mut other);
            other
        };
        let factories = vec![
            with("two against", |it| {
                (it.quantity_min, it.price_range) = (501, Some(3))
            }),
            with("slow", |it| it.delay_in_week = 5),
            factory("B"),
            factory("A"),
            with("fast", |it| it.delay_in_week = 3),
            with("cheap", |it| it.price_range = Some(0)),
        ];
        let ranked = rank(factories, &asked(), day(0));
        let order = ["cheap", "fast", "A", "B", "slow", "two against"];
        assert_eq!(names(&ranked), order);
        let fits: Vec<bool> = ranked.iter().map(|one| one.fits).collect();
        assert_eq!(fits, [true, true, true, true, false, false]);
    }

    prop_compose! {
        fn any_factory()(
            id in 0..1_000_u128, name in "[A-C]{1,2}", min in 1..2_000_i32, more in 0..2_000_i32, delay in 0..53_i32, price in 0..4_i32,
            carried in prop::collection::btree_set(0..5_u8, 0..4), quantity in 0..3_000_i64,
        ) -> Factory {
            let carried = carried.into_iter().map(|number| TagName {
                id: tag(number),
                kind: TagType::Composition,
                display_name: number.to_string(),
            });
            Factory {
                id: Uuid::from_u128(id),
                quantity_min: min,
                quantity_max: min + more,
                delay_in_week: delay,
                price_range: Some(price),
                tags: carried.collect(),
                load: Load { open: 1, quantity },
                ..factory(&name)
            }
        }
    }

    prop_compose! {
        fn any_asked()(
            quantity in prop::option::of(1..3_000_i32), due in prop::option::of(0..400_u64),
            tags in prop::collection::btree_set(0..5_u8, 0..3), price_range in prop::option::of(0..4_i32),
        ) -> Asked {
            Asked { quantity, due_at: due.map(day), tags: tags.into_iter().map(tag).collect(), price_range }
        }
    }

    proptest! {
        /// All are there once, in an order that does not depend on the one they came in: nobody stands before who suits better,
        /// and whoever fits stands before whoever does not.
        #[test]
        fn the_order_is_by_reasons_and_the_same_however_they_came(
            factories in prop::collection::vec(any_factory(), 0..12), asked in any_asked(), turn in 0..12_usize,
        ) {
            let ranked = rank(factories.clone(), &asked, day(0));
            let mut turned = factories.clone();
            turned.rotate_left(turn.min(factories.len()));
            turned.reverse();
            let places = |ranked: &[Ranked]| ranked.iter().map(|one| format!("{:?}", place(one))).collect::<Vec<_>>();
            prop_assert_eq!(places(&rank(turned, &asked, day(0))), places(&ranked));
            let ids = |ids: Vec<Uuid>| ids.into_iter().collect::<BTreeSet<_>>();
            let known = ids(factories.iter().map(|factory| factory.id).collect());
            prop_assert_eq!(ids(ranked.iter().map(|one| one.factory.id).collect()), known);
            prop_assert_eq!(ranked.len(), factories.len());
            for pair in ranked.windows(2) {
                let [before, after] = [&pair[0], &pair[1]];
                prop_assert!(before.fits || !after.fits);
                let count = |one: &Ranked| against(&one.factory, &asked);
                prop_assert!(count(before) <= count(after));
                if count(before) == count(after) {
                    prop_assert!(before.factory.price_range <= after.factory.price_range);
                }
            }
            for one in &ranked {
                prop_assert_eq!(one.fits, against(&one.factory, &asked) == 0);
            }
        }

        /// Who asks for less, later, at a higher price or from a factory with less to do has nothing more said against it.
        #[test]
        fn an_easier_task_has_no_more_against_it(
            factory in any_factory(), asked in any_asked(), later in 0..100_u64, dearer in 0..4_i32, done in 0..3_000_i64,
        ) {
            let easier = Asked {
                quantity: asked.quantity,
                due_at: asked.due_at.map(|due| due + Days::new(later)),
                tags: asked.tags.iter().copied().skip(1).collect(),
                price_range: asked.price_range.map(|price| price + dearer),
            };
            let mut idler = factory.clone();
            idler.load.quantity = (idler.load.quantity - done).max(0);
            prop_assert!(against(&idler, &easier) <= against(&factory, &asked));
        }
    }
}
