//! A store's table of prices as its shop's consumers read it. Pure.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::model::{Rate, Zone};
use crate::shipping::stores::CarrierPrices;

/// So many countries a zone's name holds.
const NAMED: usize = 4;

/// Zones of countries with equal rates, in the order of their first country. `codes` are those of the carriers.
pub fn zones(prices: &[CarrierPrices], codes: &BTreeMap<Uuid, String>) -> Vec<Zone> {
    let mut of_country: BTreeMap<&str, Vec<Rate>> = BTreeMap::new();
    for CarrierPrices { carrier, prices } in prices {
        let code = codes.get(&carrier.id).filter(|code| !code.is_empty());
        let code = code.map_or_else(|| carrier.id.to_string(), String::clone);
        for price in prices {
            let rates = of_country.entry(&price.country_code).or_default();
            rates.push(Rate {
                name: carrier.name.clone(),
                code: code.clone(),
                min_weight: price.min_weight,
                max_weight: price.max_weight,
                price: price.price,
            });
        }
    }
    let mut countries_with: BTreeMap<Vec<Rate>, Vec<String>> = BTreeMap::new();
    for (country, mut rates) in of_country {
        rates.sort();
        let countries = countries_with.entry(rates).or_default();
        countries.push(country.to_owned());
    }
    let mut zones: Vec<Zone> = countries_with
        .into_iter()
        .map(|(rates, countries)| Zone {
            name: name(&countries),
            countries,
            rates,
            done: false,
        })
        .collect();
    zones.sort_by(|one, other| one.countries.cmp(&other.countries));
    zones
}

/// What a zone of these countries is called. No two of one shop are called alike: a country stands in one of them.
pub fn name(countries: &[String]) -> String {
    let named = &countries[..countries.len().min(NAMED)];
    match countries.len() - named.len() {
        0 => named.join(", "),
        more => format!("{} +{more}", named.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use rust_decimal::Decimal;

    use super::*;
    use crate::shipping::quote::{Explanation, Terms};
    use crate::shipping::stores::{QuotedCarrier, StorePrice};

    fn price(country: &str, cents: i64) -> StorePrice {
        let terms = Terms {
            fuel_percent: Decimal::ZERO,
            supplement_percent: Decimal::ZERO,
            margin_percent: Decimal::ZERO,
            additional_cost: Decimal::ZERO,
            discount_percent: Decimal::ZERO,
        };
        let price = Decimal::new(cents, 2);
        StorePrice {
            country_code: country.into(),
            min_weight: 0,
            max_weight: 500,
            price_ex_vat: price,
            price,
            explanation: Explanation::new(Some(price), None, &terms).unwrap(),
        }
    }

    #[test]
    fn countries_with_equal_rates_share_a_zone() {
        let id = Uuid::from_u128(1);
        let carrier = QuotedCarrier {
            id,
            provider: "bigblue".into(),
            name: "Colissimo".into(),
            min_days: None,
            max_days: None,
        };
        let dear = ["AT", "BE", "DE", "ES", "IT", "LU"].map(|country| price(country, 990));
        let prices = [vec![price("FR", 490)], dear.to_vec()].concat();
        let codes = BTreeMap::from([(id, "standard".to_owned())]);
        let zones = zones(&[CarrierPrices { carrier, prices }], &codes);
        let names: Vec<&str> = zones.iter().map(|zone| zone.name.as_str()).collect();
        assert_eq!(names, ["AT, BE, DE, ES +2", "FR"]);
        assert_eq!(zones[0].countries.len(), 6);
        assert_eq!(zones[1].rates[0].code, "standard");
        assert_eq!(zones[1].rates[0].price, Decimal::new(490, 2));
    }
}
