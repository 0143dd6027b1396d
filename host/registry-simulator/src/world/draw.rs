//! Draws plausible companies of the music and merchandise trade.

use super::company::{
    Activity, Address, Company, Director, Establishment, Form, activities, forms,
};
use super::places::{COUNTRIES, PLACES};
use crate::numbers;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;

#[rustfmt::skip]
const HEADS: &[&str] = &[
    "EDITIONS", "DISQUES", "LABEL", "STUDIO", "MAISON", "PRODUCTIONS", "MERCH", "ATELIER", "AGENCE", "DISTRIBUTION",
    "SERIGRAPHIE", "BOUTIQUE", "TOURNEES", "COMPTOIR", "FABRIQUE", "VINYLES", "RECORDS", "MANUFACTURE",
];
#[rustfmt::skip]
const TAILS: &[&str] = &[
    "DE L'ETOILE", "DU CANAL", "BELLEVILLE", "DES LILAS", "DU SOLEIL NOIR", "MISTRAL", "DE LA CROIX-ROUSSE", "AURORE",
    "DES QUAIS", "POLYPHONE", "DU GRAND LARGE", "SATURNE", "DES BUTTES", "NOCTURNE", "DU CERF-VOLANT", "ARPEGE",
    "DU FAUBOURG", "CINQ HEURES", "DE MINUIT", "MAREE HAUTE", "DES CIGALES", "ECHO", "DU VIEUX PORT", "TEMPETE",
    "DES ARENES", "OPALE", "DU MARAIS", "REVERBERE", "DES DEUX RIVES", "HIRONDELLE",
];
#[rustfmt::skip]
const STREETS: &[(&str, &str)] = &[
    ("RUE", "DES LILAS"), ("AVENUE", "JEAN JAURES"), ("RUE", "DE LA REPUBLIQUE"), ("IMPASSE", "DU MOULIN"),
    ("BOULEVARD", "VOLTAIRE"), ("CHEMIN", "DES VIGNES"), ("QUAI", "DE LA GARE"), ("PLACE", "DU MARCHE"),
    ("RUE", "VICTOR HUGO"), ("PASSAGE", "DES ARTISANS"), ("COURS", "GAMBETTA"), ("RUE", "DU FAUBOURG SAINT MARTIN"),
];
#[rustfmt::skip]
const FIRST_NAMES: &[&str] = &[
    "ANNE", "CAMILLE", "LEA", "MANON", "CHLOE", "INES", "LOUISE", "NADIA", "LUCAS", "HUGO", "NATHAN", "KARIM", "PAUL",
    "THEO", "ANTOINE", "MEHDI",
];
#[rustfmt::skip]
const LAST_NAMES: &[&str] = &[
    "MARTIN", "BERNARD", "DUBOIS", "PETIT", "ROBERT", "RICHARD", "DURAND", "LEROY", "MOREAU", "SIMON", "LAURENT",
    "LEFEVRE", "GARCIA", "DAVID", "BERTRAND", "ROUX", "BENALI", "FONTAINE",
];
#[rustfmt::skip]
const ACTIVITIES: &[&Activity] = &[
    &activities::TRADE, &activities::ONLINE_SHOP, &activities::CLOTHES, &activities::PUBLISHING,
    &activities::PUBLISHING, &activities::PRINTING, &activities::SHOWS, &activities::MANAGEMENT,
];
#[rustfmt::skip]
const FORMS: &[&Form] = &[&forms::SAS, &forms::SAS, &forms::SASU, &forms::SASU, &forms::SARL, &forms::SARL, &forms::SA];

/// Adds `count` companies to those there are, with numbers that none of them has.
pub fn add(companies: &mut Vec<Company>, seed: u64, count: usize) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut taken: HashSet<String> = companies
        .iter()
        .map(|company| company.siren.clone())
        .collect();
    for _ in 0..count {
        let siren = free_siren(&mut rng, &mut taken);
        companies.push(company(&mut rng, siren));
    }
}

fn free_siren(rng: &mut StdRng, taken: &mut HashSet<String>) -> String {
    loop {
        let siren =
            numbers::with_check_digit(&rng.random_range(40_000_000..99_000_000_u32).to_string());
        if taken.insert(siren.clone()) {
            return siren;
        }
    }
}

fn company(rng: &mut StdRng, siren: String) -> Company {
    let person = rng.random_bool(0.12);
    let association = !person && rng.random_bool(0.07);
    let abroad = !person && !association && rng.random_bool(0.02);
    let partial = !abroad && rng.random_bool(if person { 0.35 } else { 0.02 });
    let form = match () {
        () if person => &forms::SOLE_TRADER,
        () if association => &forms::ASSOCIATION,
        () if abroad => &forms::FOREIGN,
        () => one(rng, FORMS),
    };
    let (name, sigle) = names(rng, person, association);
    let created = date(rng, 1998, 2024);
    let mut company = Company {
        vat: vat_numbers(rng, &siren, person, association),
        name,
        sigle,
        form,
        activity: if person {
            &activities::ARTISTS
        } else {
            one(rng, ACTIVITIES)
        },
        establishments: establishments(rng, &siren, &created, abroad, partial),
        category: (!person && !association).then_some("PME"),
        staff: if person {
            "NN"
        } else {
            one(rng, &["00", "01", "02", "03", "11", "12"])
        },
        directors: directors(rng, form, partial),
        finances: finances(rng, person || association),
        social: association,
        closed: None,
        siren,
        created,
        partial,
    };
    if rng.random_bool(0.08) {
        let day = date(rng, 2025, 2026);
        company.close(&day);
    }
    company
}

/// The name, and initials or a trade name.
fn names(rng: &mut StdRng, person: bool, association: bool) -> (String, Option<String>) {
    let invented = format!("{} {}", one(rng, HEADS), one(rng, TAILS));
    if person {
        let own = format!("{} {}", one(rng, FIRST_NAMES), one(rng, LAST_NAMES));
        return (own, rng.random_bool(0.7).then_some(invented));
    }
    if association {
        return (format!("ASSOCIATION {}", one(rng, TAILS)), None);
    }
    let initials = invented
        .split([' ', '\'', '-'])
        .filter_map(|word| word.chars().next())
        .collect();
    (invented, rng.random_bool(0.2).then_some(initials))
}

/// Mostly the usual one; small businesses may have none, some companies several.
fn vat_numbers(rng: &mut StdRng, siren: &str, person: bool, association: bool) -> Vec<String> {
    if (person || association) && rng.random_bool(0.7) || rng.random_bool(0.02) {
        return Vec::new();
    }
    let mut numbers = vec![numbers::vat_number(siren)];
    if rng.random_bool(0.04) {
        let key = one(rng, &["1A", "2Z", "B4", "H9", "PX"]);
        numbers.push(format!("FR{key}{siren}"));
    }
    numbers
}

fn establishments(
    rng: &mut StdRng,
    siren: &str,
    created: &str,
    abroad: bool,
    hidden: bool,
) -> Vec<Establishment> {
    let count = if abroad {
        2
    } else {
        one(rng, &[1, 1, 1, 2, 2, 3])
    };
    let make = |at: usize| {
        let closed = (at > 0 && rng.random_bool(0.3)).then(|| date(rng, 2025, 2026));
        Establishment {
            nic: numbers::with_check_digit(&format!("{siren}{:04}", at + 1)).split_off(9),
            address: Address {
                hidden,
                ..address(rng, abroad && at == 0)
            },
            trade_name: rng
                .random_bool(0.15)
                .then(|| format!("LE {}", one(rng, TAILS).trim_start_matches("DU "))),
            opened: created.into(),
            closed,
        }
    };
    (0..count).map(make).collect()
}

fn address(rng: &mut StdRng, abroad: bool) -> Address {
    let number = Some(rng.random_range(1..120_u32).to_string());
    if abroad {
        let country = &COUNTRIES[rng.random_range(0..COUNTRIES.len())];
        return Address {
            number,
            street_kind: None,
            street: one(rng, country.streets).into(),
            complement: None,
            place: None,
            country: Some(country),
            hidden: false,
        };
    }
    let (kind, street) = one(rng, STREETS);
    Address {
        number,
        street_kind: Some(kind.into()),
        street: street.into(),
        complement: rng.random_bool(0.1).then(|| "BATIMENT B".into()),
        place: Some(&PLACES[rng.random_range(0..PLACES.len())]),
        country: None,
        hidden: false,
    }
}

fn directors(rng: &mut StdRng, form: &Form, partial: bool) -> Vec<Director> {
    // The directors of a company that is partly public are left out, whatever else it shows.
    if form.role.is_empty() || partial {
        return Vec::new();
    }
    vec![Director::Person {
        name: one(rng, LAST_NAMES).into(),
        first_names: one(rng, FIRST_NAMES).into(),
        born: rng.random_range(1950..2001_u32).to_string(),
        role: form.role,
    }]
}

fn finances(rng: &mut StdRng, none: bool) -> Option<(u16, i64, i64)> {
    let turnover = rng.random_range(40_000..4_000_000_i64);
    let result = turnover / 100 * rng.random_range(-8..15);
    (!none && rng.random_bool(0.4)).then_some((2024, turnover, result))
}

/// A day of one of these years, the last one included.
fn date(rng: &mut StdRng, first: u32, last: u32) -> String {
    let year = rng.random_range(first..=last);
    // No day after October 2026, the present of those who ask.
    let month = rng.random_range(1..=10_u32);
    format!("{year}-{month:02}-{:02}", rng.random_range(1..=28_u32))
}

fn one<T: Copy>(rng: &mut StdRng, choices: &[T]) -> T {
    choices[rng.random_range(0..choices.len())]
}
