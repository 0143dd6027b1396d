//! What a carrier is (specification, document 1, sections 3 and 5).

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use crate::http::error::{Error, Result};
use crate::http::request::trimmed;
use crate::money::CENTS;
use crate::words::language::Language;

/// The highest surcharge that people could mean, in percent.
const HIGHEST_SURCHARGE: u32 = 1_000;

/// A carrier, in its list and by itself.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Carrier {
    pub id: Uuid,
    /// The plugin of the fulfilment provider that hands parcels to it.
    pub provider: String,
    /// The service at the provider, as its orders name it; empty: the provider chooses.
    pub code: String,
    pub name: String,
    /// Percent on the grid's prices, as it is today. Spelt as in the specification (decision 24).
    #[serde(rename = "fuelSurchage")]
    pub fuel_surcharge: Decimal,
    /// Its name for consumers by language, as JSON text: `{"en":"…","fr":"…"}`.
    pub translations: String,
    /// Working days that a parcel takes; null: not known.
    pub min_days: Option<i32>,
    pub max_days: Option<i32>,
    pub archived_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// A carrier's name for who reads this language.
pub fn name_in(language: Language, name: &str, translations: &Translations) -> String {
    let translated = translations.get(language.as_str());
    translated.map_or(name, String::as_str).to_owned()
}

/// Names by language.
pub type Translations = BTreeMap<String, String>;

/// What one fills in of a carrier.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CarrierInput {
    /// Of a new carrier; one that is there stays with its provider.
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 64))]
    pub provider: String,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 200))]
    pub code: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub name: String,
    /// Percent; it holds from today on, what was quoted before stays.
    #[serde(alias = "fuelSurcharge", default)]
    #[validate(custom(function = "surcharge"))]
    pub fuel_surchage: Decimal,
    #[serde(default)]
    #[validate(length(max = 4_000))]
    pub translations: String,
    #[validate(range(min = 0, max = 365))]
    pub min_days: Option<i32>,
    #[validate(range(min = 0, max = 365))]
    pub max_days: Option<i32>,
}

fn surcharge(percent: &Decimal) -> Result<(), ValidationError> {
    match *percent {
        percent if percent < Decimal::ZERO => Err(ValidationError::new("min")),
        percent if percent > HIGHEST_SURCHARGE.into() => Err(ValidationError::new("max")),
        percent if percent.normalize().scale() > CENTS => Err(ValidationError::new("decimals")),
        _ => Ok(()),
    }
}

impl CarrierInput {
    /// The translations, read.
    ///
    /// # Errors
    /// [`Error::Invalid`]: they are no JSON object of names by language, or the longest way is shorter than the shortest.
    pub fn check(&self) -> Result<Translations> {
        if let (Some(min), Some(max)) = (self.min_days, self.max_days)
            && min > max
        {
            return Err(Error::field("maxDays", "range"));
        }
        if self.translations.trim().is_empty() {
            return Ok(Translations::new());
        }
        let read: Translations = serde_json::from_str(&self.translations)
            .map_err(|_| Error::field("translations", "translations"))?;
        let fits = |(language, name): (&String, &String)| {
            let letters = language.bytes().all(|letter| letter.is_ascii_lowercase());
            language.len() == 2 && letters && (1..=255).contains(&name.trim().chars().count())
        };
        match read.iter().all(fits) {
            true => Ok(read),
            false => Err(Error::field("translations", "translations")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn input(more: serde_json::Value) -> CarrierInput {
        let mut body = json!({ "provider": "bigblue", "name": "Colissimo" });
        let fields = body.as_object_mut().expect("an object");
        fields.extend(more.as_object().expect("an object").clone());
        serde_json::from_value(body).unwrap()
    }

    #[test]
    fn both_spellings_of_the_surcharge_are_read() {
        for name in ["fuelSurchage", "fuelSurcharge"] {
            assert_eq!(
                input(json!({ name: "8.5" })).fuel_surchage,
                Decimal::new(85, 1)
            );
        }
    }

    #[test]
    fn translations_are_names_by_language_or_refused() {
        let read = |text: &str| input(json!({ "translations": text })).check();
        assert_eq!(read("").unwrap().len(), 0);
        let both = read(r#"{"fr":"À domicile","en":"At home"}"#).unwrap();
        assert_eq!(name_in(Language::En, "Colissimo", &both), "At home");
        for wrong in [
            "{",
            "[]",
            "{\"french\":\"a\"}",
            "{\"fr\":\"\"}",
            "{\"fr\":1}",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_way_is_no_shorter_than_its_shortest() {
        assert!(
            input(json!({ "minDays": 3, "maxDays": 2 }))
                .check()
                .is_err()
        );
        assert!(input(json!({ "minDays": 2, "maxDays": 2 })).check().is_ok());
        assert!(input(json!({ "maxDays": 2 })).check().is_ok());
    }
}
