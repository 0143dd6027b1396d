//! Who orders: invented consumers with addresses in the form of their country.

use crate::wire::{Address, PickupPoint};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// A country that is shipped to, with the currency its shop sells in.
pub struct Country {
    /// ISO alpha-2.
    pub code: &'static str,
    /// ISO 4217.
    pub currency: &'static str,
    /// Of the consumer.
    pub language: &'static str,
    /// VAT in percent that the shop adds; 0 outside the Union.
    pub vat_percent: i64,
    weight: u32,
    dial: &'static str,
    streets: &'static [&'static str],
    cities: &'static [(&'static str, &'static str)],
    first_names: &'static [&'static str],
    last_names: &'static [&'static str],
}

#[rustfmt::skip]
const COUNTRIES: &[Country] = &[
    Country { code: "FR", currency: "EUR", language: "fr", vat_percent: 20, weight: 68, dial: "+336",
        streets: &["rue des Lilas", "avenue Jean-Jaurès", "rue de la République", "impasse du Moulin", "boulevard Voltaire", "chemin des Vignes"],
        cities: &[("75011", "Paris"), ("69003", "Lyon"), ("13006", "Marseille"), ("33000", "Bordeaux"), ("44000", "Nantes"), ("35000", "Rennes"), ("59000", "Lille"), ("67000", "Strasbourg"), ("31000", "Toulouse"), ("38000", "Grenoble"), ("85350", "L'Île-d'Yeu")],
        first_names: &["Camille", "Léa", "Hugo", "Inès", "Noé", "Manon", "Élodie", "Théo", "Anaïs", "Jules", "Zoé", "François", "Maëlys", "Loïc"],
        last_names: &["Lefèvre", "Moreau", "Garnier", "Rousseau", "Chevallier", "Bénard", "Le Goff", "D'Angelo", "Perrin", "Marchand", "Brunet"] },
    Country { code: "BE", currency: "EUR", language: "fr", vat_percent: 21, weight: 9, dial: "+3247",
        streets: &["rue du Marché", "chaussée de Wavre", "Kerkstraat"], cities: &[("1000", "Bruxelles"), ("4000", "Liège"), ("9000", "Gent")],
        first_names: &["Lotte", "Arthur", "Noor", "Élise"], last_names: &["Peeters", "Dubois", "Janssens"] },
    Country { code: "DE", currency: "EUR", language: "de", vat_percent: 19, weight: 7, dial: "+4915",
        streets: &["Lindenstraße", "Goethestraße", "Am Mühlbach"], cities: &[("10119", "Berlin"), ("50667", "Köln"), ("80331", "München")],
        first_names: &["Jürgen", "Hannah", "Lukas", "Mia"], last_names: &["Müller", "Schäfer", "Krüger"] },
    Country { code: "ES", currency: "EUR", language: "es", vat_percent: 21, weight: 4, dial: "+346",
        streets: &["Calle Mayor", "Calle de la Luna"], cities: &[("28013", "Madrid"), ("08002", "Barcelona")],
        first_names: &["Lucía", "Íñigo", "Begoña"], last_names: &["Núñez", "García", "Ibáñez"] },
    Country { code: "NL", currency: "EUR", language: "nl", vat_percent: 21, weight: 3, dial: "+316",
        streets: &["Herengracht", "Dorpsstraat"], cities: &[("1015 BN", "Amsterdam"), ("3511 EV", "Utrecht")],
        first_names: &["Sanne", "Daan"], last_names: &["de Vries", "van den Berg"] },
    Country { code: "CH", currency: "CHF", language: "fr", vat_percent: 0, weight: 4, dial: "+4179",
        streets: &["rue du Rhône", "Bahnhofstrasse"], cities: &[("1204", "Genève"), ("8001", "Zürich")],
        first_names: &["Chloé", "Reto"], last_names: &["Favre", "Zürcher"] },
    Country { code: "GB", currency: "GBP", language: "en", vat_percent: 0, weight: 3, dial: "+447",
        streets: &["High Street", "Church Lane"], cities: &[("N1 9GU", "London"), ("M1 1AE", "Manchester")],
        first_names: &["Olivia", "George"], last_names: &["Taylor", "O'Connor"] },
    Country { code: "US", currency: "USD", language: "en", vat_percent: 0, weight: 1, dial: "+1646",
        streets: &["Maple Avenue"], cities: &[("11201", "Brooklyn")], first_names: &["Emma", "Noah"], last_names: &["Johnson", "Nguyen"] },
    Country { code: "JP", currency: "JPY", language: "ja", vat_percent: 0, weight: 1, dial: "+8190",
        streets: &["Shibuya 2-chome"], cities: &[("150-0002", "Tokyo")], first_names: &["Haruka", "Ren"], last_names: &["Sato", "Takahashi"] },
];

/// Draws a country by its share of the orders.
pub fn country(rng: &mut StdRng) -> &'static Country {
    COUNTRIES
        .choose_weighted(rng, |country| country.weight)
        .unwrap_or(&COUNTRIES[0])
}

/// A consumer's address in that country.
pub fn address(rng: &mut StdRng, country: &Country) -> Address {
    let first_name = pick(rng, country.first_names);
    let last_name = pick(rng, country.last_names);
    let street = pick(rng, country.streets);
    let (postal, city) = pick(rng, country.cities);
    let number = rng.random_range(1..180);
    Address {
        first_name: first_name.into(),
        last_name: last_name.into(),
        company: if rng.random_bool(0.04) {
            format!("Atelier {last_name}")
        } else {
            String::new()
        },
        phone: format!("{}{:08}", country.dial, rng.random_range(0..100_000_000)),
        email: format!("{}.{number}@example.com", first_name.to_lowercase()),
        line1: if country.language == "fr" {
            format!("{number} {street}")
        } else {
            format!("{street} {number}")
        },
        line2: if rng.random_bool(0.12) {
            format!("Bât. {}", pick(rng, &["A", "B", "C"]))
        } else {
            String::new()
        },
        city: city.into(),
        postal: postal.into(),
        state: if country.code == "US" {
            "NY".into()
        } else {
            String::new()
        },
        country: country.code.into(),
    }
}

/// A shop near the consumer that keeps the parcel.
pub fn pickup_point(rng: &mut StdRng, near: &Address) -> PickupPoint {
    PickupPoint {
        id: format!("{:04}Y", rng.random_range(0..10_000)),
        display_name: pick(rng, &["Pressing", "Tabac de la Gare", "Librairie du Coin"]).into(),
        postal: near.postal.clone(),
        state: String::new(),
        country: near.country.clone(),
        carrier_service: pick(rng, &["chronopost-2shop-direct", "mondialrelay-relaisl"]).into(),
    }
}

/// One of `choices`, which must not be empty.
pub fn pick<T: Copy>(rng: &mut StdRng, choices: &[T]) -> T {
    choices[rng.random_range(0..choices.len())]
}
