//! The grid and a store's exceptions, laid over each other. Pure.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::Decimal;

use crate::shipping::prices::ShippingPrice;

/// Weights above the first up to and including the second, in grams, with the prices of both books.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Band {
    pub min_weight: i32,
    pub max_weight: i32,
    pub grid: Option<Decimal>,
    pub exception: Option<Decimal>,
}

/// The bands of one carrier, by country: as the grid cuts them, and further where an exception begins or ends inside one. None
/// is without any price.
pub fn merge<'a>(
    grid: &'a [ShippingPrice],
    exceptions: &'a [ShippingPrice],
) -> BTreeMap<&'a str, Vec<Band>> {
    let mut edges: BTreeMap<&str, BTreeSet<i32>> = BTreeMap::new();
    for price in grid.iter().chain(exceptions) {
        let of_country = edges.entry(&price.country_code).or_default();
        of_country.extend([price.min_weight, price.max_weight]);
    }
    let of_country = |book: &'a [ShippingPrice]| {
        let mut by_country: BTreeMap<&str, Vec<&ShippingPrice>> = BTreeMap::new();
        for price in book {
            by_country
                .entry(&price.country_code)
                .or_default()
                .push(price);
        }
        by_country
            .values_mut()
            .for_each(|prices| prices.sort_by_key(|price| price.max_weight));
        by_country
    };
    let (grid, exceptions) = (of_country(grid), of_country(exceptions));
    let bands = |(country, edges): (&'a str, BTreeSet<i32>)| {
        let edges: Vec<i32> = edges.into_iter().collect();
        let band = |pair: &[i32]| {
            let (min_weight, max_weight) = (pair[0], pair[1]);
            let band = Band {
                min_weight,
                max_weight,
                grid: holding(grid.get(country), max_weight),
                exception: holding(exceptions.get(country), max_weight),
            };
            (band.grid.is_some() || band.exception.is_some()).then_some(band)
        };
        (country, edges.windows(2).filter_map(band).collect())
    };
    edges.into_iter().map(bands).collect()
}

/// The price for a weight, of bands in their order.
fn holding(prices: Option<&Vec<&ShippingPrice>>, weight: i32) -> Option<Decimal> {
    let prices = prices?;
    let at = prices.partition_point(|price| price.max_weight < weight);
    let price = prices.get(at)?;
    (price.min_weight < weight).then_some(price.price)
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn book(bands: &[(i32, i32)], first: i64) -> Vec<ShippingPrice> {
        let mut from = 0;
        let mut prices = Vec::new();
        for (at, (gap, wide)) in bands.iter().enumerate() {
            let min_weight = from + gap;
            from = min_weight + wide;
            prices.push(ShippingPrice {
                id: Uuid::from_u128(at as u128),
                carrier_id: Uuid::nil(),
                country_code: "FR".into(),
                min_weight,
                max_weight: from,
                price: Decimal::new(first + at as i64, 2),
                valid_from: NaiveDate::default(),
                valid_until: None,
            });
        }
        prices
    }

    fn direct(book: &[ShippingPrice], weight: i32) -> Option<Decimal> {
        let holds =
            |price: &&ShippingPrice| price.min_weight < weight && weight <= price.max_weight;
        book.iter().find(holds).map(|price| price.price)
    }

    proptest! {
        /// Whatever the bands of both: for each weight the table tells what each book does, once.
        #[test]
        fn the_table_tells_what_the_books_do(
            grid in prop::collection::vec((0..3_i32, 1..6_i32), 0..6),
            exceptions in prop::collection::vec((0..6_i32, 1..6_i32), 0..4),
        ) {
            let (grid, exceptions) = (book(&grid, 100), book(&exceptions, 900));
            let merged = merge(&grid, &exceptions);
            let bands = merged.get("FR").cloned().unwrap_or_default();
            for weight in 1..60 {
                let of_it: Vec<&Band> = bands.iter().filter(|band| band.min_weight < weight && weight <= band.max_weight).collect();
                let prices = of_it.first().map_or((None, None), |band| (band.grid, band.exception));
                prop_assert_eq!(prices, (direct(&grid, weight), direct(&exceptions, weight)));
                prop_assert!(of_it.len() <= 1);
            }
        }
    }
}
