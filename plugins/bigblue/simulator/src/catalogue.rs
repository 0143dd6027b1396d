//! The goods: records and clothes of artists that do not exist.

use crate::wire::{Dimensions, NameTranslation, Product, ProductOption, Value};
use rand::RngExt;
use rand::rngs::StdRng;

/// What an artist sells: name, French name, price without tax in cents, HS code, grams, millimetres, sizes.
struct Kind {
    name: &'static str,
    french: &'static str,
    cents: i64,
    tariff: &'static str,
    customs: &'static str,
    grams: u32,
    millimetres: [u32; 3],
    sizes: &'static [&'static str],
}

const SIZES: &[&str] = &["S", "M", "L", "XL"];

#[rustfmt::skip]
const KINDS: &[Kind] = &[
    Kind { name: "LP", french: "vinyle", cents: 2075, tariff: "8523809000", customs: "Vinyl record", grams: 310, millimetres: [315, 315, 6], sizes: &[] },
    Kind { name: "CD", french: "CD", cents: 1166, tariff: "8523809000", customs: "Compact disc", grams: 95, millimetres: [142, 125, 10], sizes: &[] },
    Kind { name: "T-shirt", french: "T-shirt", cents: 2083, tariff: "6109100010", customs: "Cotton T-shirt", grams: 190, millimetres: [300, 250, 20], sizes: SIZES },
    Kind { name: "Hoodie", french: "sweat à capuche", cents: 4575, tariff: "6110209100", customs: "Cotton hooded sweatshirt", grams: 550, millimetres: [300, 250, 60], sizes: SIZES },
    Kind { name: "Cap", french: "casquette", cents: 1908, tariff: "6505009090", customs: "Cotton cap", grams: 90, millimetres: [240, 180, 110], sizes: &[] },
    Kind { name: "Tote bag", french: "sac en toile", cents: 1241, tariff: "4202929890", customs: "Cotton bag", grams: 130, millimetres: [260, 200, 15], sizes: &[] },
    Kind { name: "Poster", french: "affiche", cents: 991, tariff: "4911100000", customs: "Printed poster", grams: 160, millimetres: [620, 60, 60], sizes: &[] },
    Kind { name: "Mug", french: "mug", cents: 1075, tariff: "6912002300", customs: "Stoneware mug", grams: 340, millimetres: [120, 110, 100], sizes: &[] },
];

/// An invented artist and their album.
type Artist = (&'static str, &'static str);

/// The artists that each merchant sells, one row a merchant.
pub const ARTISTS: [&[Artist]; 3] = [
    &[
        ("Clara Vidal-Noé", "Aube"),
        ("Les Marées", "Estuaire"),
        ("Octave Brume", "Phare éteint"),
        ("Sœurs Lagarde", "Été froid"),
    ],
    &[
        ("Néon Verlaine", "Périphérique"),
        ("KIMAÏ", "Zone 4"),
        ("Tramway 9", "Dernier métro"),
        ("Ada Fontclair", "Satellite"),
    ],
    &[
        ("Lune Caron", "Île d'Yeu"),
        ("Grand Hôtel Atlas", "Minuit pile"),
        ("Bleu Cobalt", "Façade"),
        ("Marguerite & l'Orage", "Éclaircies"),
    ],
];

/// All products of the merchant with this id prefix: per artist one of each kind and size, so about sixty.
pub fn products(rng: &mut StdRng, prefix: &str, artists: &[Artist]) -> Vec<Product> {
    let mut products = Vec::new();
    for (artist_number, artist) in artists.iter().enumerate() {
        for (kind_number, kind) in KINDS.iter().enumerate() {
            let group = (artist_number + 1) * 100 + kind_number + 1;
            if kind.sizes.is_empty() {
                products.push(product(
                    rng,
                    format!("{prefix}-{group:06}-0001"),
                    *artist,
                    kind,
                    None,
                ));
            }
            for size in kind.sizes {
                products.push(product(
                    rng,
                    format!("{prefix}-{group:06}-{size:0>4}"),
                    *artist,
                    kind,
                    Some(size),
                ));
            }
        }
    }
    products
}

fn product(
    rng: &mut StdRng,
    id: String,
    (artist, album): Artist,
    kind: &Kind,
    size: Option<&str>,
) -> Product {
    let suffix = size.map(|size| format!(" {size}")).unwrap_or_default();
    // A few references never got a barcode or were not measured yet: clients meet left-out fields.
    let has_barcode = rng.random_bool(0.93);
    let measured = rng.random_bool(0.9);
    let [length_mm, width_mm, height_mm] = kind.millimetres;
    Product {
        name: format!("{artist} – {album} ({}){suffix}", kind.name),
        description: format!("{} by {artist}", kind.name),
        barcode: if has_barcode {
            ean13(rng)
        } else {
            String::new()
        },
        value: Some(Value {
            amount: amount(kind.cents * 2 / 5),
            currency: "EUR".into(),
        }),
        tariff_number: kind.tariff.into(),
        origin_country: if kind.sizes.is_empty() { "FR" } else { "PT" }.into(),
        customs_description: kind.customs.into(),
        options: size
            .map(|size| ProductOption {
                name: "Size".into(),
                value: size.into(),
            })
            .into_iter()
            .collect(),
        name_translations: vec![NameTranslation {
            language: "fr".into(),
            name: format!("{artist} – {album} ({}){suffix}", kind.french),
        }],
        weight_grams: if measured { kind.grams } else { 0 },
        dimensions: measured.then_some(Dimensions {
            length_mm,
            width_mm,
            height_mm,
        }),
        track_lots: false,
        id,
    }
}

/// The shop's price without tax in cents, told from the customs value (two fifths of it).
pub fn price_cents(product: &Product) -> i64 {
    let kind = KINDS
        .iter()
        .find(|kind| kind.customs == product.customs_description);
    kind.map_or(1_500, |kind| kind.cents)
}

/// Cents as a decimal string: 1290 is `12.90`.
pub fn amount(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

fn ean13(rng: &mut StdRng) -> String {
    let digits = format!("376{:09}", rng.random_range(0..1_000_000_000_u64));
    let check = check_digit(&digits);
    format!("{digits}{check}")
}

/// The thirteenth digit of an EAN from the twelve before it (GS1: weights 1 and 3 in turn).
pub fn check_digit(twelve: &str) -> u32 {
    let sum: u32 = twelve
        .bytes()
        .zip([1, 3].into_iter().cycle())
        .map(|(digit, weight)| u32::from(digit - b'0') * weight)
        .sum();
    (10 - sum % 10) % 10
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use std::collections::HashSet;

    #[test]
    fn ids_have_sixteen_characters_and_are_unique() {
        let products = products(&mut StdRng::seed_from_u64(1), "MUSI", ARTISTS[0]);
        assert_eq!(products.len(), 56);
        let ids: HashSet<_> = products.iter().map(|product| product.id.as_str()).collect();
        assert_eq!(ids.len(), products.len());
        assert!(ids.iter().all(|id| id.len() == 16), "{ids:?}");
    }

    #[test]
    fn barcodes_end_with_their_check_digit() {
        assert_eq!(check_digit("400638133393"), 1);
        for product in products(&mut StdRng::seed_from_u64(1), "MUSI", ARTISTS[0]) {
            if let Some((twelve, last)) = product.barcode.split_at_checked(12) {
                assert_eq!(last, check_digit(twelve).to_string());
            }
        }
    }
}
