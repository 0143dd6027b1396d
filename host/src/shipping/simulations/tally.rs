//! Quotes orders by two grids and adds them up. Pure.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use rust_decimal::Decimal;
use uuid::Uuid;

use super::model::{
    SimulatedOrder, SimulatedQuote, SimulationFigures, SimulationGroup, SimulationResult,
};
use crate::shipping::quote::Explanation;
use crate::shipping::tariffs::{Band, Book, Order, Parcel, Store, Tariffs};

/// How many orders are told that change most.
const MOST_CHANGED: usize = 10;

/// The grid as it is, and as it would be.
#[derive(Debug)]
pub struct Grids {
    pub before: Book,
    pub after: Book,
}

fn simulated((explanation, band): (Explanation, Band)) -> Option<(SimulatedQuote, Band)> {
    let quote = SimulatedQuote {
        cost: explanation.cost?,
        revenue: explanation.price_ex_vat,
    };
    Some((quote, band))
}

/// Both sides of a comparison.
#[derive(Debug, Default)]
struct Sides {
    before: SimulationFigures,
    after: SimulationFigures,
}

impl Sides {
    fn add(&mut self, before: Option<&SimulatedQuote>, after: Option<&SimulatedQuote>) {
        self.before.add(before);
        self.after.add(after);
    }
}

impl SimulationFigures {
    fn add(&mut self, quote: Option<&SimulatedQuote>) {
        self.orders += 1;
        match quote {
            None => self.unquoted += 1,
            Some(SimulatedQuote { cost, revenue }) => {
                self.cost += cost;
                self.revenue += revenue;
                self.margin += revenue - cost;
            }
        }
    }
}

/// The sums so far.
#[derive(Debug, Default)]
pub struct Tally {
    whole: Sides,
    unweighed: i64,
    assumed: i64,
    carriers: HashMap<Option<Uuid>, Sides>,
    countries: HashMap<String, Sides>,
    bands: BTreeMap<Option<(i32, i32)>, Sides>,
    stores: HashMap<Uuid, Sides>,
    /// At most ten, the one that changes most first.
    most: Vec<(Decimal, SimulatedOrder)>,
}

impl Tally {
    /// Quotes an order by both grids, with one carrier: its own, or the one that it would have gone with.
    pub fn add(&mut self, tariffs: &Tariffs, grids: &Grids, order: &Order) {
        let Some(store) = tariffs.stores.get(&order.store_id) else {
            return;
        };
        let (weight, is_whole) = tariffs.weigh(order);
        let parcel = Parcel {
            country: &order.country,
            weight,
        };
        let known = tariffs.carrier_of(order);
        let carrier = known
            .or_else(|| tariffs.cheapest(&grids.before, store, parcel))
            .or_else(|| tariffs.cheapest(&grids.after, store, parcel));
        let quote = |grid| simulated(store.quote(grid, carrier?, parcel)?);
        let (before, after) = (quote(&grids.before), quote(&grids.after));
        let band = before.as_ref().or(after.as_ref()).map(|(_, band)| *band);
        let (before, after) = (
            before.as_ref().map(|(quote, _)| quote),
            after.as_ref().map(|(quote, _)| quote),
        );
        self.unweighed += i64::from(!is_whole);
        self.assumed += i64::from(known.is_none());
        self.whole.add(before, after);
        let carrier = carrier.map(|carrier| carrier.id);
        self.carriers.entry(carrier).or_default().add(before, after);
        // Not by `entry`, which would make a string an order.
        match self.countries.get_mut(&order.country) {
            Some(sides) => sides.add(before, after),
            None => {
                let sides = self.countries.entry(order.country.clone()).or_default();
                sides.add(before, after);
            }
        }
        let band = band.map(|band| (band.min_weight, band.max_weight));
        self.bands.entry(band).or_default().add(before, after);
        let sides = self.stores.entry(order.store_id).or_default();
        sides.add(before, after);
        if let (Some(before), Some(after)) = (before, after) {
            self.rank(order, store, before, after);
        }
    }

    fn rank(
        &mut self,
        order: &Order,
        store: &Store,
        before: &SimulatedQuote,
        after: &SimulatedQuote,
    ) {
        let change = (after.cost - before.cost).abs();
        let is_small = |(least, other): &(Decimal, SimulatedOrder)| {
            (change, Reverse(order.id)) <= (*least, Reverse(other.id))
        };
        if change.is_zero()
            || (self.most.len() == MOST_CHANGED && self.most.last().is_some_and(is_small))
        {
            return;
        }
        let at = self.most.partition_point(is_small);
        let simulated = SimulatedOrder {
            id: order.id,
            reference: order.reference.clone(),
            store_id: order.store_id,
            store_name: store.name.clone(),
            before: before.clone(),
            after: after.clone(),
        };
        self.most.insert(at, (change, simulated));
        self.most.truncate(MOST_CHANGED);
    }

    pub fn result(self, tariffs: &Tariffs) -> SimulationResult {
        let carriers = self.carriers.into_iter().map(|(id, sides)| {
            let carrier = id.and_then(|id| tariffs.carriers.get(&id));
            let name = carrier.map(|carrier| carrier.name.clone());
            group(text(id), name.unwrap_or_default(), sides)
        });
        let stores = self.stores.into_iter().map(|(id, sides)| {
            let store = tariffs.stores.get(&id);
            let name = store.map(|store| store.name.clone());
            group(id.to_string(), name.unwrap_or_default(), sides)
        });
        let countries = self.countries.into_iter();
        let countries = countries.map(|(code, sides)| group(code, String::new(), sides));
        // What has none comes last.
        let mut bands: Vec<_> = self.bands.into_iter().collect();
        bands.sort_by_key(|(band, _)| band.is_none());
        let bands = bands.into_iter().map(|(band, sides)| {
            let band = band.map(|(min, max)| format!("{min}-{max}"));
            group(text(band), String::new(), sides)
        });
        SimulationResult {
            before: self.whole.before,
            after: self.whole.after,
            unweighed: self.unweighed,
            assumed: self.assumed,
            carriers: dearest_first(carriers),
            countries: dearest_first(countries),
            bands: bands.collect(),
            stores: dearest_first(stores),
            orders: self.most.into_iter().map(|(_, order)| order).collect(),
        }
    }
}

fn text<T: ToString>(known: Option<T>) -> String {
    known.map(|known| known.to_string()).unwrap_or_default()
}

fn group(key: String, name: String, Sides { before, after }: Sides) -> SimulationGroup {
    SimulationGroup {
        key,
        name,
        before,
        after,
    }
}

fn dearest_first(groups: impl Iterator<Item = SimulationGroup>) -> Vec<SimulationGroup> {
    let mut groups: Vec<SimulationGroup> = groups.collect();
    groups.sort_by(|one, other| {
        let by_cost = other.before.cost.cmp(&one.before.cost);
        by_cost.then_with(|| one.key.cmp(&other.key))
    });
    groups
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::shipping::prices::ShippingPrice;
    use crate::shipping::quote::{Packed, Terms};
    use crate::shipping::tariffs::model::Carrier;

    const CARRIERS: [Uuid; 2] = [Uuid::from_u128(1), Uuid::from_u128(2)];
    const STORES: [Uuid; 2] = [Uuid::from_u128(11), Uuid::from_u128(12)];

    fn price(carrier: Uuid, (min, max): (i32, i32), cents: i64) -> ShippingPrice {
        ShippingPrice {
            id: Uuid::nil(),
            carrier_id: carrier,
            country_code: "FR".into(),
            min_weight: min,
            max_weight: max,
            price: Decimal::new(cents, 2),
            valid_from: chrono::NaiveDate::MIN,
            valid_until: None,
        }
    }

    /// Two carriers, the first of which is dearer for light parcels after the change; two stores, the second with a price of its
    /// own; an article of 100 g.
    fn tariffs() -> (Tariffs, Grids) {
        let carrier = |id: Uuid| Carrier {
            id,
            name: format!("Carrier {}", id.as_u128()),
            code: "standard".into(),
            fuel_percent: Decimal::TEN,
            offered: true,
        };
        let agreed = price(CARRIERS[0], (0, 500), 400);
        let store = |exceptions: &[ShippingPrice]| Store {
            name: String::new(),
            terms: Terms {
                fuel_percent: Decimal::ZERO,
                supplement_percent: Decimal::ZERO,
                margin_percent: Decimal::TEN,
                additional_cost: Decimal::ZERO,
                discount_percent: Decimal::ZERO,
            },
            exceptions: Book::new(exceptions),
        };
        let article = Packed {
            quantity: 1,
            weight: 100,
            size: None,
        };
        let catalogue = || HashMap::from([("A".to_owned(), vec![Some(article)])]);
        let book = |light: i64| {
            Book::new(&[
                price(CARRIERS[0], (0, 500), light),
                price(CARRIERS[0], (500, 900), 700),
                price(CARRIERS[1], (0, 700), 600),
            ])
        };
        let tariffs = Tariffs::new(
            CARRIERS.map(|id| (id, carrier(id))).into(),
            [(STORES[0], store(&[])), (STORES[1], store(&[agreed]))].into(),
            STORES.map(|id| (id, catalogue())).into(),
        );
        let grids = Grids {
            before: book(500),
            after: book(650),
        };
        (tariffs, grids)
    }

    fn orders() -> impl Strategy<Value = Vec<Order>> {
        let carrier = prop::sample::select(vec!["", "carrier 1", "CARRIER 2 ", "standard"]);
        let country = prop::sample::select(vec!["FR", "BE"]);
        let order = (0..2_usize, carrier, country, 0..12_u32, any::<bool>());
        prop::collection::vec(order, 0..40).prop_map(|orders| {
            let orders = orders.into_iter().zip(100_u128..);
            let order = |((store, carrier, country, quantity, is_known), id): (
                (usize, &str, &str, u32, bool),
                u128,
            )| Order {
                id: Uuid::from_u128(id),
                store_id: STORES[store],
                reference: id.to_string(),
                country: country.into(),
                carrier: carrier.into(),
                chosen: None,
                lines: vec![(if is_known { "A" } else { "B" }.into(), quantity)],
            };
            orders.map(order).collect()
        })
    }

    fn result_of<'a>(
        (tariffs, grids): &(Tariffs, Grids),
        orders: impl IntoIterator<Item = &'a Order>,
    ) -> SimulationResult {
        let mut tally = Tally::default();
        for order in orders {
            tally.add(tariffs, grids, order);
        }
        tally.result(tariffs)
    }

    #[test]
    fn an_order_is_quoted_with_its_own_carrier_or_the_cheapest() {
        let order = |carrier: &str| Order {
            id: Uuid::nil(),
            store_id: STORES[0],
            reference: String::new(),
            country: "FR".into(),
            carrier: carrier.into(),
            chosen: None,
            lines: vec![("A".into(), 2)],
        };
        for (carrier, before, after, assumed) in [
            ("carrier 1", 550, 715, 0),
            (" Carrier 2", 660, 660, 0),
            // Both have that code. By the present grid the first is the cheaper one, and stays it.
            ("standard", 550, 715, 1),
            ("", 550, 715, 1),
        ] {
            let result = result_of(&tariffs(), &[order(carrier)]);
            let costs = (result.before.cost, result.after.cost);
            assert_eq!(
                costs,
                (Decimal::new(before, 2), Decimal::new(after, 2)),
                "{carrier}"
            );
            assert_eq!(result.assumed, assumed, "{carrier}");
        }
    }

    proptest! {
        /// Whoever comes first, and however one looks at it, it is the same money.
        #[test]
        fn each_grouping_sums_to_the_whole(orders in orders()) {
            let tariffs = tariffs();
            let result = result_of(&tariffs, &orders);
            prop_assert_eq!(&result_of(&tariffs, orders.iter().rev()), &result);
            for groups in [&result.carriers, &result.countries, &result.bands, &result.stores] {
                for side in [|group: &SimulationGroup| group.before.clone(), |group: &SimulationGroup| group.after.clone()] {
                    let whole = SimulationGroup { before: result.before.clone(), after: result.after.clone(), ..group(String::new(), String::new(), Sides::default()) };
                    let sums: Vec<SimulationFigures> = groups.iter().map(side).collect();
                    prop_assert_eq!(sums.iter().map(|sum| sum.orders).sum::<i64>(), side(&whole).orders);
                    prop_assert_eq!(sums.iter().map(|sum| sum.unquoted).sum::<i64>(), side(&whole).unquoted);
                    prop_assert_eq!(sums.iter().map(|sum| sum.margin).sum::<Decimal>(), side(&whole).revenue - side(&whole).cost);
                }
            }
            let changes: Vec<Decimal> = result.orders.iter().map(|order| (order.after.cost - order.before.cost).abs()).collect();
            prop_assert!(changes.is_sorted_by(|one, other| one >= other) && changes.len() <= MOST_CHANGED);
        }

        /// What changes nothing tells no difference.
        #[test]
        fn the_same_grid_twice_is_no_change(orders in orders()) {
            let mut tariffs = tariffs();
            tariffs.1.after = tariffs.1.before.clone();
            let result = result_of(&tariffs, &orders);
            prop_assert_eq!(&result.before, &result.after);
            prop_assert!(result.orders.is_empty());
        }
    }
}
