//! What becomes of a price book when some of its prices change from a day on. Pure: what is read before and written after
//! stands in `sql`.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::NaiveDate;
use rust_decimal::Decimal;
use uuid::Uuid;

use super::model::{PriceChange, ShippingPrice};
use crate::http::error::{Error, Issue, Result};

/// What is written, in this order.
#[derive(Debug, Default, PartialEq)]
pub struct Plan {
    /// Prices that held since that day only, and go.
    pub removed: Vec<Uuid>,
    /// Prices that end on the day.
    pub ended: Vec<Uuid>,
    /// Prices that held since that day only, and are others now.
    pub repriced: Vec<(Uuid, Decimal)>,
    pub added: Vec<NewBand>,
    /// Which of the changes differ from what is there, by their place.
    pub effective: Vec<usize>,
}

/// A price that begins on the day.
#[derive(Debug, Clone, PartialEq)]
pub struct NewBand {
    pub carrier_id: Uuid,
    pub country_code: String,
    pub min_weight: i32,
    pub max_weight: i32,
    pub price: Decimal,
    /// Where a tariff that was entered ahead takes over.
    pub valid_until: Option<NaiveDate>,
}

/// A band of a carrier and country.
type Cell<'a> = (Uuid, &'a str, i32, i32);

fn cell_of(price: &ShippingPrice) -> Cell<'_> {
    (
        price.carrier_id,
        &price.country_code,
        price.min_weight,
        price.max_weight,
    )
}

fn asked(change: &PriceChange) -> Cell<'_> {
    (
        change.carrier_id,
        &change.country_code,
        change.min_weight,
        change.max_weight,
    )
}

fn overlap(one: Cell<'_>, other: Cell<'_>) -> bool {
    (one.0, one.1) == (other.0, other.1) && one.2 < other.3 && other.2 < one.3
}

/// Plans the changes from `day` on. `known` are the prices of those carriers that hold on that day or later.
///
/// # Errors
/// An issue a change: `range` (a band that holds nothing), `unique` (the same band twice), `moved` (its price is another than
/// the caller saw), `overlap` (with another band on that day). `field` names the list of changes.
pub fn plan(
    known: &[ShippingPrice],
    changes: &[PriceChange],
    day: NaiveDate,
    field: &str,
) -> Result<Plan> {
    let (present, later): (Vec<&ShippingPrice>, Vec<&ShippingPrice>) =
        known.iter().partition(|price| price.valid_from <= day);
    let now: HashMap<Cell<'_>, &ShippingPrice> = present
        .iter()
        .map(|price| (cell_of(price), *price))
        .collect();
    let mut after: BTreeMap<Cell<'_>, Option<usize>> =
        now.keys().map(|cell| (*cell, None)).collect();
    let (mut plan, mut issues, mut seen) = (Plan::default(), Vec::new(), BTreeSet::new());
    for (at, change) in changes.iter().enumerate() {
        let mut refuse = |part: &str, code: &str| {
            issues.push(Issue::new(format!("{field}[{at}].{part}"), code));
        };
        let cell = asked(change);
        if change.min_weight >= change.max_weight {
            refuse("maxWeight", "range");
            continue;
        }
        if !seen.insert(cell) {
            refuse("minWeight", "unique");
            continue;
        }
        let current = now.get(&cell).copied();
        if current.map(|price| price.price) != change.was {
            refuse("was", "moved");
            continue;
        }
        if change.was == change.price {
            continue;
        }
        plan.effective.push(at);
        match change.price {
            // Of a band that is there it is not the change that takes weights from others.
            Some(_) => drop(after.insert(cell, current.is_none().then_some(at))),
            None => drop(after.remove(&cell)),
        }
        plan.take(change, current, &later, day);
    }
    issues.extend(overlaps(&after, field));
    Error::refuse(issues)?;
    Ok(plan)
}

impl Plan {
    /// A book after the plan, as the database would hold it, but for the ids of what is added: they are nil.
    pub fn applied(&self, book: &[ShippingPrice], day: NaiveDate) -> Vec<ShippingPrice> {
        let (removed, ended): (HashSet<&Uuid>, HashSet<&Uuid>) =
            (self.removed.iter().collect(), self.ended.iter().collect());
        let repriced: HashMap<Uuid, Decimal> = self.repriced.iter().copied().collect();
        let kept = book.iter().filter(|price| !removed.contains(&price.id));
        let kept = kept.map(|price| ShippingPrice {
            price: repriced.get(&price.id).copied().unwrap_or(price.price),
            valid_until: match ended.contains(&price.id) {
                true => Some(day),
                false => price.valid_until,
            },
            ..price.clone()
        });
        let added = self.added.iter().map(|band| ShippingPrice {
            id: Uuid::nil(),
            carrier_id: band.carrier_id,
            country_code: band.country_code.clone(),
            min_weight: band.min_weight,
            max_weight: band.max_weight,
            price: band.price,
            valid_from: day,
            valid_until: band.valid_until,
        });
        kept.chain(added).collect()
    }

    fn take(
        &mut self,
        change: &PriceChange,
        current: Option<&ShippingPrice>,
        later: &[&ShippingPrice],
        day: NaiveDate,
    ) {
        let next = match current {
            Some(price) if price.valid_from == day => {
                match change.price {
                    Some(price_then) => self.repriced.push((price.id, price_then)),
                    None => self.removed.push(price.id),
                }
                return;
            }
            Some(price) => {
                self.ended.push(price.id);
                price.valid_until
            }
            None => {
                let taken_over = later
                    .iter()
                    .filter(|price| overlap(cell_of(price), asked(change)));
                taken_over.map(|price| price.valid_from).min()
            }
        };
        if let Some(price) = change.price {
            self.added.push(NewBand {
                carrier_id: change.carrier_id,
                country_code: change.country_code.clone(),
                min_weight: change.min_weight,
                max_weight: change.max_weight,
                price,
                valid_until: next,
            });
        }
    }
}

/// Of the bands that hold on the day, in their order: two that share a weight are told at the changes that made them.
fn overlaps(after: &BTreeMap<Cell<'_>, Option<usize>>, field: &str) -> Vec<Issue> {
    let mut found = BTreeSet::new();
    // The one that reaches furthest of those so far, a carrier and country.
    let mut widest: Option<(Cell<'_>, Option<usize>)> = None;
    for (cell, change) in after {
        if let Some((before, its_change)) = widest {
            if overlap(before, *cell) {
                found.extend([*change, its_change].into_iter().flatten());
            }
            if (before.0, before.1) == (cell.0, cell.1) && before.3 >= cell.3 {
                continue;
            }
        }
        widest = Some((*cell, *change));
    }
    let issue = |at: usize| Issue::new(format!("{field}[{at}].minWeight"), "overlap");
    found.into_iter().map(issue).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CARRIER: Uuid = Uuid::from_u128(7);

    fn day(day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2027, 1, day).unwrap()
    }

    fn cents(amount: i64) -> Decimal {
        Decimal::new(amount, 2)
    }

    fn kept(
        id: u128,
        band: (i32, i32),
        price: i64,
        from: u32,
        until: Option<u32>,
    ) -> ShippingPrice {
        ShippingPrice {
            id: Uuid::from_u128(id),
            carrier_id: CARRIER,
            country_code: "FR".into(),
            min_weight: band.0,
            max_weight: band.1,
            price: cents(price),
            valid_from: day(from),
            valid_until: until.map(day),
        }
    }

    fn change(band: (i32, i32), was: Option<i64>, price: Option<i64>) -> PriceChange {
        PriceChange {
            carrier_id: CARRIER,
            country_code: "FR".into(),
            min_weight: band.0,
            max_weight: band.1,
            was: was.map(cents),
            price: price.map(cents),
        }
    }

    fn refused(known: &[ShippingPrice], changes: &[PriceChange]) -> Vec<String> {
        match plan(known, changes, day(10), "changes") {
            Err(Error::Invalid(issues)) => issues
                .into_iter()
                .map(|issue| format!("{} {}", issue.field, issue.code))
                .collect(),
            other => panic!("{other:?}"),
        }
    }

    fn on(book: &[ShippingPrice], day: NaiveDate, weight: i32) -> Vec<Decimal> {
        let holds = |price: &&ShippingPrice| {
            price.valid_from <= day
                && price.valid_until.is_none_or(|until| day < until)
                && price.min_weight < weight
                && weight <= price.max_weight
        };
        book.iter().filter(holds).map(|price| price.price).collect()
    }

    #[test]
    fn a_new_tariff_leaves_the_days_before_as_they_were() {
        let known = [kept(1, (0, 500), 520, 1, None)];
        let plan = plan(
            &known,
            &[change((0, 500), Some(520), Some(540))],
            day(10),
            "changes",
        )
        .unwrap();
        let book = plan.applied(&known, day(10));
        assert_eq!(on(&book, day(9), 500), [cents(520)]);
        assert_eq!(on(&book, day(10), 500), [cents(540)]);
    }

    #[test]
    fn a_price_of_today_gives_way_to_the_tariff_that_was_entered_ahead() {
        let known = [
            kept(1, (0, 500), 520, 1, Some(20)),
            kept(2, (0, 500), 600, 20, None),
        ];
        let changes = [
            change((0, 500), Some(520), Some(540)),
            change((500, 900), None, Some(700)),
        ];
        let plan = plan(&known, &changes, day(10), "changes").unwrap();
        let book = plan.applied(&known, day(10));
        assert_eq!(on(&book, day(19), 500), [cents(540)]);
        assert_eq!(on(&book, day(20), 500), [cents(600)]);
        assert_eq!(on(&book, day(25), 900), [cents(700)]);
        let ahead = [kept(1, (0, 800), 600, 20, None)];
        let plan = super::plan(
            &ahead,
            &[change((500, 900), None, Some(700))],
            day(10),
            "changes",
        )
        .unwrap();
        assert_eq!(plan.added[0].valid_until, Some(day(20)));
    }

    #[test]
    fn what_cannot_be_taken_is_named() {
        let known = [
            kept(1, (0, 500), 520, 1, None),
            kept(2, (500, 1000), 620, 1, None),
        ];
        let moved = change((0, 500), Some(510), Some(540));
        assert_eq!(refused(&known, &[moved]), ["changes[0].was moved"]);
        let gone = change((1000, 2000), Some(510), None);
        assert_eq!(refused(&known, &[gone]), ["changes[0].was moved"]);
        let across = change((400, 600), None, Some(540));
        assert_eq!(refused(&known, &[across]), ["changes[0].minWeight overlap"]);
        let around = change((0, 5000), None, Some(540));
        assert_eq!(refused(&known, &[around]), ["changes[0].minWeight overlap"]);
        let empty = change((500, 500), None, Some(540));
        assert_eq!(refused(&known, &[empty]), ["changes[0].maxWeight range"]);
        let twice = [
            change((0, 500), Some(520), Some(1)),
            change((0, 500), Some(520), Some(2)),
        ];
        assert_eq!(refused(&known, &twice), ["changes[1].minWeight unique"]);
    }

    #[test]
    fn a_band_is_split_in_one_save() {
        let known = [kept(1, (0, 500), 520, 1, None)];
        let changes = [
            change((0, 250), None, Some(420)),
            change((250, 500), None, Some(560)),
            change((0, 500), Some(520), None),
        ];
        let plan = plan(&known, &changes, day(10), "changes").unwrap();
        let book = plan.applied(&known, day(10));
        assert_eq!(on(&book, day(10), 250), [cents(420)]);
        assert_eq!(on(&book, day(10), 251), [cents(560)]);
        assert_eq!(on(&book, day(9), 251), [cents(520)]);
    }

    proptest! {
        /// Whatever is asked for, on no day has a weight two prices, no day before changes, and what was asked for holds.
        #[test]
        fn no_day_has_two_prices(
            bands in prop::collection::vec((1..12_i32, 100..900_i64, 1..20_u32), 1..8),
            asks in prop::collection::vec((0..20_i32, 1..10_i32, prop::option::of(100..900_i64)), 1..8),
            at in 1..25_u32,
        ) {
            let at = day(at);
            let mut known = Vec::new();
            let mut from_weight = 0;
            for (id, (wide, price, from)) in bands.into_iter().enumerate() {
                let band = (from_weight, from_weight + wide);
                from_weight = band.1;
                let id = id as u128 * 2;
                known.push(kept(id, band, price, from, Some(from + 5)));
                known.push(kept(id + 1, band, price + 1, from + 5, None));
            }
            let live: Vec<ShippingPrice> = known.iter().filter(|price| price.valid_until.is_none_or(|until| until > at)).cloned().collect();
            let changes: Vec<PriceChange> = asks.into_iter().map(|(min, wide, price)| {
                let seen = live.iter().find(|kept| kept.valid_from <= at && (kept.min_weight, kept.max_weight) == (min, min + wide));
                PriceChange { was: seen.map(|seen| seen.price), ..change((min, min + wide), None, price) }
            }).collect();
            let Ok(plan) = plan(&live, &changes, at, "changes") else { return Ok(()) };
            let book = plan.applied(&known, at);
            for each in 1..32 {
                for weight in 1..40 {
                    let prices = on(&book, day(each.min(31)), weight);
                    prop_assert!(prices.len() <= 1);
                    if day(each.min(31)) < at {
                        prop_assert_eq!(prices, on(&known, day(each.min(31)), weight));
                    }
                }
            }
            for change in &changes {
                let holds = on(&book, at, change.max_weight);
                if let Some(price) = change.price {
                    prop_assert_eq!(holds, vec![price]);
                }
            }
        }
    }
}
