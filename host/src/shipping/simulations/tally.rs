//! Quotes orders by two grids and adds them up. Pure; memory grows with the grid, the catalogue and the stores, not with the
//! orders.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use rust_decimal::Decimal;
use uuid::Uuid;

use super::model::{
    SimulatedOrder, SimulatedQuote, SimulationFigures, SimulationGroup, SimulationResult,
};
use crate::shipping::prices::ShippingPrice;
use crate::shipping::quote::{Explanation, Packed, Terms, Weight};

/// How many orders are told that change most.
const MOST_CHANGED: usize = 10;

/// A weight band, with its price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Band {
    pub min_weight: i32,
    pub max_weight: i32,
    pub price: Decimal,
}

/// A price book as it is on a day: by carrier and country its bands, which share no weight, by weight.
#[derive(Debug, Default)]
pub struct Book(HashMap<Uuid, HashMap<String, Vec<Band>>>);

impl Book {
    pub fn new<'a>(prices: impl IntoIterator<Item = &'a ShippingPrice>) -> Self {
        let mut book = Self::default();
        for price in prices {
            let countries = book.0.entry(price.carrier_id).or_default();
            let bands = countries.entry(price.country_code.clone()).or_default();
            bands.push(Band {
                min_weight: price.min_weight,
                max_weight: price.max_weight,
                price: price.price,
            });
        }
        for bands in book.0.values_mut().flat_map(HashMap::values_mut) {
            bands.sort_unstable_by_key(|band| band.max_weight);
        }
        book
    }

    /// The band of a parcel: min < weight ≤ max (F2).
    pub fn band(&self, carrier: Uuid, country: &str, weight: i32) -> Option<Band> {
        let bands = self.0.get(&carrier)?.get(country)?;
        let at = bands.partition_point(|band| band.max_weight < weight);
        let band = bands.get(at)?;
        (band.min_weight < weight).then_some(*band)
    }
}

/// A carrier of the provider.
#[derive(Debug)]
pub struct Carrier {
    pub id: Uuid,
    pub name: String,
    /// The service at the provider; empty: the provider chooses.
    pub code: String,
    pub fuel_percent: Decimal,
    /// Not in the archive: it could take an order whose carrier nobody knows.
    pub offered: bool,
}

/// A store with its terms at the provider; the fuel is the carrier's.
#[derive(Debug)]
pub struct Store {
    pub name: String,
    pub terms: Terms,
    pub exceptions: Book,
}

/// What articles weigh, by store and SKU; of a bundle, those in it. `None` in place of one: its weight is not known.
pub type Articles = HashMap<Uuid, HashMap<String, Vec<Option<Packed>>>>;

/// All that quotes depend on but the orders.
#[derive(Debug)]
pub struct Tariffs {
    /// By id, for those of equal price to be told apart alike each time.
    pub carriers: BTreeMap<Uuid, Carrier>,
    /// Their codes and names in small letters; none: it says nothing.
    named: HashMap<String, Option<Uuid>>,
    pub stores: HashMap<Uuid, Store>,
    pub articles: Articles,
    pub before: Book,
    pub after: Book,
}

impl Tariffs {
    pub fn new(
        carriers: BTreeMap<Uuid, Carrier>,
        stores: HashMap<Uuid, Store>,
        articles: Articles,
        before: Book,
        after: Book,
    ) -> Self {
        let mut named: HashMap<String, Option<Uuid>> = HashMap::new();
        for carrier in carriers.values().filter(|carrier| !carrier.code.is_empty()) {
            let code = named.entry(carrier.code.to_lowercase());
            // Several carriers' code tells none.
            code.and_modify(|id| *id = None).or_insert(Some(carrier.id));
        }
        let names = carriers
            .values()
            .map(|carrier| (carrier.name.to_lowercase(), Some(carrier.id)));
        named.extend(names);
        Self {
            carriers,
            named,
            stores,
            articles,
            before,
            after,
        }
    }

    /// What a parcel weighs (F1), and whether all of it is known. One of nothing known weighs a gram, as when it is quoted.
    fn weigh(&self, order: &Order) -> (i32, bool) {
        let known = self.articles.get(&order.store_id);
        let (mut packed, mut is_whole) = (Vec::with_capacity(order.lines.len()), true);
        for (sku, quantity) in &order.lines {
            let Some(articles) = known.and_then(|known| known.get(sku)) else {
                is_whole = false;
                continue;
            };
            for article in articles {
                let Some(article) = article else {
                    is_whole = false;
                    continue;
                };
                packed.push(Packed {
                    quantity: article.quantity.saturating_mul(*quantity),
                    ..*article
                });
            }
        }
        (Weight::of(&packed).billable.max(1), is_whole)
    }

    /// The carrier that an order went with, as far as it is known.
    fn carrier_of(&self, order: &Order) -> Option<&Carrier> {
        let chosen = order.chosen.and_then(|id| self.carriers.get(&id));
        chosen.or_else(|| {
            let name = order.carrier.trim().to_lowercase();
            self.carriers.get(self.named.get(&name)?.as_ref()?)
        })
    }

    /// The one that is cheapest for the company.
    fn cheapest(&self, grid: &Book, store: &Store, parcel: Parcel<'_>) -> Option<&Carrier> {
        let offered = self.carriers.values().filter(|carrier| carrier.offered);
        let priced = offered.filter_map(|carrier| {
            let (quote, _) = store.quote(grid, carrier, parcel)?;
            Some((quote.cost, carrier))
        });
        let cheapest = priced.min_by_key(|(cost, carrier)| (*cost, carrier.id));
        cheapest.map(|(_, carrier)| carrier)
    }
}

/// What is sent where.
#[derive(Debug, Clone, Copy)]
struct Parcel<'a> {
    country: &'a str,
    weight: i32,
}

impl Store {
    /// What a parcel costs the company and the store with a carrier, and its band. `None`: the grid has no price, so that
    /// nobody can tell what it costs, whatever the store agreed on.
    fn quote(
        &self,
        grid: &Book,
        carrier: &Carrier,
        Parcel { country, weight }: Parcel<'_>,
    ) -> Option<(SimulatedQuote, Band)> {
        let band = grid.band(carrier.id, country, weight)?;
        let exception = self.exceptions.band(carrier.id, country, weight);
        let terms = Terms {
            fuel_percent: carrier.fuel_percent,
            ..self.terms
        };
        let exception = exception.map(|band| band.price);
        let explanation = Explanation::new(Some(band.price), exception, &terms)?;
        let quote = SimulatedQuote {
            cost: explanation.cost?,
            revenue: explanation.price_ex_vat,
        };
        Some((quote, band))
    }
}

/// An order that left the warehouse.
#[derive(Debug)]
pub struct Order {
    pub id: Uuid,
    pub store_id: Uuid,
    pub reference: String,
    pub country: String,
    /// As the provider calls it.
    pub carrier: String,
    /// As it was chosen in the portal.
    pub chosen: Option<Uuid>,
    /// SKUs and how many of each.
    pub lines: Vec<(String, u32)>,
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
    pub fn add(&mut self, tariffs: &Tariffs, order: &Order) {
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
            .or_else(|| tariffs.cheapest(&tariffs.before, store, parcel))
            .or_else(|| tariffs.cheapest(&tariffs.after, store, parcel));
        let quote = |grid| store.quote(grid, carrier?, parcel);
        let (before, after) = (quote(&tariffs.before), quote(&tariffs.after));
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
        let told = SimulatedOrder {
            id: order.id,
            reference: order.reference.clone(),
            store_id: order.store_id,
            store_name: store.name.clone(),
            before: before.clone(),
            after: after.clone(),
        };
        self.most.insert(at, (change, told));
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
    fn tariffs() -> Tariffs {
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
        Tariffs::new(
            CARRIERS.map(|id| (id, carrier(id))).into(),
            [(STORES[0], store(&[])), (STORES[1], store(&[agreed]))].into(),
            STORES.map(|id| (id, catalogue())).into(),
            book(500),
            book(650),
        )
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

    fn told<'a>(
        tariffs: &Tariffs,
        orders: impl IntoIterator<Item = &'a Order>,
    ) -> SimulationResult {
        let mut tally = Tally::default();
        for order in orders {
            tally.add(tariffs, order);
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
            let result = told(&tariffs(), &[order(carrier)]);
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
            let result = told(&tariffs, &orders);
            prop_assert_eq!(&told(&tariffs, orders.iter().rev()), &result);
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
            tariffs.after = std::mem::take(&mut tariffs.before);
            tariffs.before = Book(tariffs.after.0.clone());
            let result = told(&tariffs, &orders);
            prop_assert_eq!(&result.before, &result.after);
            prop_assert!(result.orders.is_empty());
        }
    }
}
