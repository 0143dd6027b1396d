//! What is to be at a shop beside what is. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{
    BlockedCountry, CURRENCY, LiveRate, LiveZone, Rate, ShopRateCounts, ShopRateDiff,
    ShopRateState, ShopZoneDiff, Zone,
};
use super::zones::name;

/// What would become of every rate of the shop, and which new ones there would be: by countries that have the same rates now
/// and then, so that what stands there is true of each of them. The shop's own zones stand last, as they are.
pub fn diff(wanted: &[Zone], live: &[LiveZone]) -> Vec<ShopZoneDiff> {
    let ours: Vec<&LiveZone> = live.iter().filter(|zone| zone.ours).collect();
    let mut places: BTreeMap<&str, (Option<usize>, Option<usize>)> = BTreeMap::new();
    for (at, zone) in wanted.iter().enumerate() {
        for country in &zone.countries {
            places.entry(country).or_default().0 = Some(at);
        }
    }
    for (at, zone) in ours.iter().enumerate() {
        for country in &zone.countries {
            places.entry(country).or_default().1 = Some(at);
        }
    }
    let mut alike: BTreeMap<(Option<usize>, Option<usize>), Vec<String>> = BTreeMap::new();
    for (country, place) in places {
        alike.entry(place).or_default().push(country.to_owned());
    }
    let mut zones: Vec<ShopZoneDiff> = alike
        .into_iter()
        .map(|((then, now), countries)| {
            let after = then.map(|at| wanted[at].rates.as_slice());
            let before = now.map(|at| ours[at].rates.as_slice());
            of_ours(name(&countries), countries, before, after)
        })
        .collect();
    // Somebody took its countries away.
    let empty = ours.iter().filter(|zone| zone.countries.is_empty());
    zones.extend(empty.map(|zone| ShopZoneDiff {
        rest_of_world: zone.rest_of_world,
        ..of_ours(zone.name.clone(), Vec::new(), Some(&zone.rates), None)
    }));
    zones.sort_by(|one, other| one.countries.cmp(&other.countries));
    let foreign = live.iter().filter(|zone| !zone.ours);
    zones.extend(foreign.map(|zone| {
        ShopZoneDiff {
            name: zone.name.clone(),
            countries: zone.countries.clone(),
            rest_of_world: zone.rest_of_world,
            state: ShopRateState::Foreign,
            rates: zone
                .rates
                .iter()
                .map(|rate| kept(rate, rate.price, ShopRateState::Foreign))
                .collect(),
        }
    }));
    zones
}

/// How many rates there are of each state.
pub fn counts(zones: &[ShopZoneDiff]) -> ShopRateCounts {
    let mut counts = ShopRateCounts::default();
    for rate in zones.iter().flat_map(|zone| &zone.rates) {
        let count = match rate.state {
            ShopRateState::Added => &mut counts.added,
            ShopRateState::Changed => &mut counts.changed,
            ShopRateState::Removed => &mut counts.removed,
            ShopRateState::Same => &mut counts.same,
            ShopRateState::Foreign => &mut counts.foreign,
        };
        *count += 1;
    }
    counts
}

/// Countries that are to have rates of ours and stand in a zone of the shop's own.
pub fn blocked(wanted: &[Zone], live: &[LiveZone]) -> Vec<BlockedCountry> {
    let countries: BTreeSet<&String> = wanted.iter().flat_map(|zone| &zone.countries).collect();
    let foreign = live.iter().filter(|zone| !zone.ours);
    let blocked = foreign.flat_map(|zone| {
        let taken = zone.countries.iter();
        let taken = taken.filter(|country| countries.contains(country));
        taken.map(|country| BlockedCountry {
            country_code: country.clone(),
            zone: zone.name.clone(),
        })
    });
    blocked.collect()
}

/// Marks which zones the shop has as they are to be. Whether there is nothing else of ours.
pub fn compare(wanted: &mut [Zone], live: &[LiveZone]) -> bool {
    let zones = diff(wanted, live);
    let same = zones
        .iter()
        .filter(|zone| zone.state == ShopRateState::Same);
    let same: BTreeSet<&String> = same.flat_map(|zone| &zone.countries).collect();
    for zone in wanted {
        zone.done = zone.countries.iter().all(|country| same.contains(country));
    }
    let is_ours = |zone: &&ShopZoneDiff| zone.state != ShopRateState::Foreign;
    zones
        .iter()
        .filter(is_ours)
        .all(|zone| zone.state == ShopRateState::Same)
}

fn of_ours(
    name: String,
    countries: Vec<String>,
    before: Option<&[LiveRate]>,
    after: Option<&[Rate]>,
) -> ShopZoneDiff {
    let rates = rates(before.unwrap_or_default(), after.unwrap_or_default());
    let is_same = rates.iter().all(|rate| rate.state == ShopRateState::Same);
    let state = match (before, after) {
        (None, _) => ShopRateState::Added,
        (_, None) => ShopRateState::Removed,
        _ if is_same => ShopRateState::Same,
        _ => ShopRateState::Changed,
    };
    ShopZoneDiff {
        name,
        countries,
        rest_of_world: false,
        state,
        rates,
    }
}

/// Each wanted rate beside the one that consumers read under the same name for the same weights; then what is left of the
/// shop's. One that consumers are not offered is none.
fn rates(before: &[LiveRate], after: &[Rate]) -> Vec<ShopRateDiff> {
    let mut left: Vec<&LiveRate> = before.iter().collect();
    let mut rates = Vec::new();
    for rate in after {
        let (min_weight, max_weight) = (
            Some(rate.min_weight).filter(|grams| *grams > 0),
            Some(rate.max_weight),
        );
        let is_it = |live: &&LiveRate| {
            live.active
                && live.name == rate.name
                && live.currency == CURRENCY
                && live.price.is_some()
                && (live.min_weight, live.max_weight) == (min_weight, max_weight)
                && (live.min_total, live.max_total) == (None, None)
        };
        let found = left.iter().position(is_it).map(|at| left.remove(at));
        let before = found.and_then(|live| live.price);
        rates.push(ShopRateDiff {
            name: rate.name.clone(),
            min_weight,
            max_weight,
            min_total: None,
            max_total: None,
            before,
            after: Some(rate.price),
            currency: CURRENCY.to_owned(),
            state: match before {
                None => ShopRateState::Added,
                Some(before) if before == rate.price => ShopRateState::Same,
                Some(_) => ShopRateState::Changed,
            },
        });
    }
    let gone = left.into_iter();
    rates.extend(gone.map(|live| kept(live, None, ShopRateState::Removed)));
    rates
}

fn kept(
    rate: &LiveRate,
    after: Option<rust_decimal::Decimal>,
    state: ShopRateState,
) -> ShopRateDiff {
    ShopRateDiff {
        name: rate.name.clone(),
        min_weight: rate.min_weight,
        max_weight: rate.max_weight,
        min_total: rate.min_total,
        max_total: rate.max_total,
        before: rate.price,
        after,
        currency: rate.currency.clone(),
        state,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rust_decimal::Decimal;

    use super::*;

    const COUNTRIES: [&str; 6] = ["AT", "BE", "DE", "ES", "FR", "IT"];

    /// Rates of one carrier: a band each, for so many cents.
    fn prices() -> impl Strategy<Value = Vec<i64>> {
        prop::collection::vec(400..404_i64, 1..4)
    }

    /// Which countries have which of some lists of rates, a country in one zone at most.
    fn zones() -> impl Strategy<Value = Vec<Zone>> {
        let of_countries = prop::collection::vec(prop::option::of(0..3_usize), COUNTRIES.len());
        (of_countries, prop::collection::vec(prices(), 3)).prop_map(|(places, lists)| {
            let zone = |(at, prices): (usize, &Vec<i64>)| {
                let countries = COUNTRIES.iter().zip(&places);
                let countries = countries.filter(|(_, place)| **place == Some(at));
                let countries: Vec<String> = countries.map(|(code, _)| (*code).into()).collect();
                let bands = prices.iter().zip(0..);
                let rates = bands.map(|(cents, band)| Rate {
                    name: "Colissimo".into(),
                    code: "standard".into(),
                    min_weight: band * 500,
                    max_weight: (band + 1) * 500,
                    price: Decimal::new(*cents, 2),
                });
                Zone {
                    name: name(&countries),
                    countries,
                    rates: rates.collect(),
                    done: false,
                }
            };
            let zones = lists.iter().enumerate().map(zone);
            zones.filter(|zone| !zone.countries.is_empty()).collect()
        })
    }

    /// A zone as the shop tells of it.
    fn live(zone: &Zone, ours: bool) -> LiveZone {
        let rates = zone.rates.iter().map(|rate| LiveRate {
            name: rate.name.clone(),
            active: true,
            min_weight: Some(rate.min_weight).filter(|grams| *grams > 0),
            max_weight: Some(rate.max_weight),
            min_total: None,
            max_total: None,
            price: Some(rate.price),
            currency: CURRENCY.into(),
        });
        LiveZone {
            name: zone.name.clone(),
            countries: zone.countries.clone(),
            rest_of_world: false,
            ours,
            rates: rates.collect(),
        }
    }

    fn all_live(zones: &[Zone], ours: bool) -> Vec<LiveZone> {
        zones.iter().map(|zone| live(zone, ours)).collect()
    }

    /// What consumers of a country read, of ours.
    fn read(zones: &[Zone], country: &str) -> Vec<Decimal> {
        let holds = |zone: &&Zone| zone.countries.iter().any(|code| code == country);
        let zone = zones.iter().find(holds);
        zone.map(|zone| zone.rates.iter().map(|rate| rate.price).collect())
            .unwrap_or_default()
    }

    proptest! {
        /// Whatever moves between zones: for each country it tells what its consumers read now, and what then.
        #[test]
        fn it_tells_the_truth_of_every_country(wanted in zones(), now in zones()) {
            let diffs = diff(&wanted, &all_live(&now, true));
            for country in COUNTRIES {
                let of_it: Vec<&ShopZoneDiff> = diffs.iter().filter(|zone| zone.countries.iter().any(|code| code == country)).collect();
                prop_assert!(of_it.len() <= 1);
                let rates = of_it.first().map(|zone| zone.rates.as_slice()).unwrap_or_default();
                let after: Vec<Decimal> = rates.iter().filter_map(|rate| rate.after).collect();
                prop_assert_eq!(after, read(&wanted, country));
                let mut before: Vec<Decimal> = rates.iter().filter_map(|rate| rate.before).collect();
                let mut expected = read(&now, country);
                before.sort_unstable();
                expected.sort_unstable();
                prop_assert_eq!(before, expected);
            }
            let counts = counts(&diffs);
            let all = counts.added + counts.changed + counts.removed + counts.same + counts.foreign;
            prop_assert_eq!(all, diffs.iter().map(|zone| zone.rates.len()).sum::<usize>());
        }

        /// Once it is done nothing is left to do, and it is seen; before, what is missing is seen.
        #[test]
        fn what_is_done_is_the_same(wanted in zones(), now in zones()) {
            let mut zones = wanted.clone();
            prop_assert!(compare(&mut zones, &all_live(&wanted, true)));
            prop_assert!(zones.iter().all(|zone| zone.done));
            let is_all = compare(&mut zones, &all_live(&now, true));
            for zone in &zones {
                let as_it_is = |country: &String| read(&now, country) == read(&wanted, country);
                prop_assert_eq!(zone.done, zone.countries.iter().all(as_it_is));
            }
            prop_assert_eq!(is_all, COUNTRIES.iter().all(|country| read(&now, country) == read(&wanted, country)));
        }

        /// What is the shop's own stays as it is, whatever is to be.
        #[test]
        fn foreign_rates_are_never_touched(wanted in zones(), foreign in zones()) {
            let foreign = all_live(&foreign, false);
            let diffs = diff(&wanted, &foreign);
            let kept: Vec<&ShopZoneDiff> = diffs.iter().filter(|zone| zone.state == ShopRateState::Foreign).collect();
            prop_assert_eq!(kept.len(), foreign.len());
            for (zone, live) in kept.iter().zip(&foreign) {
                prop_assert_eq!((&zone.name, &zone.countries), (&live.name, &live.countries));
                prop_assert!(zone.rates.iter().all(|rate| rate.state == ShopRateState::Foreign && rate.before == rate.after));
            }
            prop_assert_eq!(counts(&diffs).removed, 0);
            for blocked in blocked(&wanted, &foreign) {
                prop_assert!(!read(&wanted, &blocked.country_code).is_empty());
            }
        }
    }

    fn france() -> Zone {
        Zone {
            name: "FR".into(),
            countries: vec!["FR".into()],
            rates: vec![Rate {
                name: "Colissimo".into(),
                code: "standard".into(),
                min_weight: 0,
                max_weight: 500,
                price: Decimal::new(490, 2),
            }],
            done: false,
        }
    }

    /// What is not offered to everybody is not what is to be: it goes, and a new one comes.
    #[track_caller]
    fn is_replaced(change: fn(&mut LiveRate)) {
        let wanted = [france()];
        let mut zone = live(&wanted[0], true);
        change(&mut zone.rates[0]);
        let diffs = diff(&wanted, &[zone]);
        let states: Vec<ShopRateState> = diffs[0].rates.iter().map(|rate| rate.state).collect();
        assert_eq!(states, [ShopRateState::Added, ShopRateState::Removed]);
        assert_eq!(diffs[0].state, ShopRateState::Changed);
    }

    #[test]
    fn a_rate_that_consumers_are_not_offered_is_none() {
        is_replaced(|rate| rate.active = false);
    }

    #[test]
    fn a_rate_for_large_orders_alone_is_not_one_for_all() {
        is_replaced(|rate| rate.min_total = Some(Decimal::from(50)));
    }
}
