//! The countries of the world, for addresses and prices: ISO 3166-1 codes with their names (Unicode CLDR 47).

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access::Access;
use crate::http::request::Data;
use crate::http::routing::{Routes, routes};
use crate::register::Domain;
use crate::words::language::Language;

/// A country in the table.
#[derive(Debug, Deserialize)]
struct Names {
    code: String,
    fr: String,
    en: String,
}

static COUNTRIES: LazyLock<Vec<Names>> =
    LazyLock::new(|| serde_json::from_str(include_str!("names.json")).unwrap_or_default());

/// Whether a text is the code of a country: two upper-case letters that stand for one.
pub fn exists(code: &str) -> bool {
    COUNTRIES.iter().any(|country| country.code == code)
}

/// What a country is called; its code, where there is none such.
pub fn name(code: &str, language: Language) -> String {
    let country = COUNTRIES.iter().find(|country| country.code == code);
    country.map_or_else(
        || code.to_owned(),
        |names| language.pick(&names.fr, &names.en).clone(),
    )
}

/// A country as the caller reads it.
#[derive(Debug, Serialize, ToSchema)]
struct Country {
    /// ISO 3166-1 alpha-2: `FR`.
    code: String,
    name: String,
}

pub static DOMAIN: Domain = Domain {
    routes: || Routes::new().add(Access::SignedIn, routes!(list)),
    ..Domain::NONE
};

/// Every country, by its name in the caller's language.
#[utoipa::path(get, path = "/country", tag = "other", operation_id = "listCountries",
    responses((status = 200, body = Data<Vec<Country>>)))]
async fn list(language: Language) -> Data<Vec<Country>> {
    let mut data: Vec<Country> = COUNTRIES
        .iter()
        .map(|names| Country {
            code: names.code.clone(),
            name: language.pick(&names.fr, &names.en).clone(),
        })
        .collect();
    data.sort_by_cached_key(|country| sorting_key(&country.name));
    Data { data }
}

/// Accents do not count in the order of names, as in a dictionary of either language.
fn sorting_key(name: &str) -> String {
    name.chars()
        .map(
            |letter| match letter.to_lowercase().next().unwrap_or(letter) {
                'à' | 'â' | 'å' | 'á' | 'ä' => 'a',
                'é' | 'è' | 'ê' | 'ë' => 'e',
                'î' | 'ï' | 'í' => 'i',
                'ô' | 'ö' | 'ó' => 'o',
                'ù' | 'û' | 'ü' => 'u',
                'ç' => 'c',
                other => other,
            },
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use sqlx::PgPool;

    use super::{COUNTRIES, exists};
    use crate::testing::TestApp;

    #[test]
    fn the_table_is_whole() {
        assert!(COUNTRIES.len() > 240, "{}", COUNTRIES.len());
        assert!(exists("FR") && exists("TR") && !exists("fr") && !exists("XX"));
    }

    #[test]
    fn every_country_has_a_code_and_a_name_of_its_own_in_each_language() {
        let mut seen = std::collections::HashSet::new();
        for country in COUNTRIES.iter() {
            let is_code = country.code.len() == 2;
            let is_code = is_code
                && country
                    .code
                    .bytes()
                    .all(|letter| letter.is_ascii_uppercase());
            assert!(is_code, "{}", country.code);
            for (language, name) in [
                ("", &country.code),
                ("fr", &country.fr),
                ("en", &country.en),
            ] {
                assert_eq!(name.trim(), name);
                assert!(!name.is_empty(), "{}", country.code);
                assert!(seen.insert((language, name)), "{name} twice");
            }
        }
        for code in ["GB", "RE", "GP", "MQ", "GF", "YT", "MC", "BE", "CH", "US"] {
            assert!(exists(code), "{code}: the merchants ship there");
        }
        for code in ["", "F", "FRA", "UK", "EU", "ZZ", "F\u{0}", "ＦＲ"] {
            assert!(!exists(code), "{code}");
        }
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn names_are_in_the_callers_language_and_in_its_order(db: PgPool) {
        let app = TestApp::new(db).await;
        let admin = app.admin(&[]).await;
        let names = async |language: &str| -> Vec<String> {
            let headers = [("accept-language", language)];
            let answer = admin.send("GET", "/country", None, &headers).await;
            let rows = answer.data().as_array().unwrap().clone();
            rows.iter()
                .map(|row| row["name"].as_str().unwrap().to_owned())
                .collect()
        };
        let (french, english) = (names("fr").await, names("en").await);
        assert!(french.contains(&"Allemagne".into()) && english.contains(&"Germany".into()));
        let place = |name: &str| french.iter().position(|each| each == name).unwrap();
        assert!(place("Égypte") < place("Espagne"), "accents do not count");
    }
}
