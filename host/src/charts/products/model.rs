//! What an audit product is (specification, document 1, section 3; `providers/snep.md`, section 9).

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use crate::http::request::trimmed;
use crate::products::is_ean;
use crate::words::codes::codes;

codes! {
    /// On what a recording is sold.
    #[derive(Default)]
    Format schema(rename_all = "lowercase") {
        Cd = "cd",
        Vinyl = "vinyl",
        Cassette = "cassette",
        #[default]
        Other = "other",
    }
}

/// A record of a store's audit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditProduct {
    pub id: Uuid,
    pub store_id: Uuid,
    pub name: String,
    pub sku: String,
    /// Thirteen digits, the check digit verified.
    pub barcode: String,
    pub format: Format,
    pub artist: String,
    /// Of the recording; empty: the name stands for it.
    pub title: String,
    pub label: String,
    /// When it is or was released: it is reported from that day on.
    pub released_on: Option<NaiveDate>,
    /// Whether its sales go into reports.
    pub reportable: bool,
    /// Of the records in a box, when it is one.
    pub barcodes: Vec<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// What one fills in of a record. Barcodes have thirteen digits; the twelve of a UPC get a zero in front.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AuditProductInput {
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub name: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 200))]
    pub sku: String,
    #[serde(deserialize_with = "barcode")]
    #[validate(custom(function = "is_barcode"))]
    pub barcode: String,
    #[serde(default)]
    pub format: Format,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 255))]
    pub artist: String,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 255))]
    pub title: String,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 255))]
    pub label: String,
    #[serde(default)]
    pub released_on: Option<NaiveDate>,
    #[serde(default = "yes")]
    pub reportable: bool,
    #[serde(default, deserialize_with = "barcodes")]
    #[validate(length(max = 50), custom(function = "are_barcodes"))]
    pub barcodes: Vec<String>,
}

fn yes() -> bool {
    true
}

fn barcode<'de, D: Deserializer<'de>>(input: D) -> Result<String, D::Error> {
    Ok(padded(&String::deserialize(input)?))
}

fn barcodes<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<String>, D::Error> {
    let all = Vec::<String>::deserialize(input)?;
    Ok(all.iter().map(|code| padded(code)).collect())
}

/// A UPC is the EAN that begins with zero.
fn padded(code: &str) -> String {
    let code = code.trim();
    match code.len() {
        12 => format!("0{code}"),
        _ => code.to_owned(),
    }
}

fn is_barcode(code: &str) -> Result<(), ValidationError> {
    if code.is_empty() {
        return Err(ValidationError::new("required"));
    }
    // An EAN-13, with its check digit.
    (code.len() == 13 && is_ean(code))
        .then_some(())
        .ok_or_else(|| ValidationError::new("barcode"))
}

fn are_barcodes(codes: &[String]) -> Result<(), ValidationError> {
    codes.iter().try_for_each(|code| is_barcode(code))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_barcode_is_thirteen_digits_with_their_check_digit() {
        for good in ["3760000000017", "0036000291452", "4006381333931"] {
            assert!(is_barcode(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "3760000000018",
            "376000000001",
            "37600000000170",
            "376000000001x",
            "３７６００",
        ] {
            assert!(is_barcode(bad).is_err(), "{bad}");
        }
        assert_eq!(padded(" 036000291452 "), "0036000291452");
    }

    proptest! {
        #[test]
        fn one_wrong_digit_is_always_found(
            digits in prop::collection::vec(0u8..10, 12), place in 0usize..13, other in 1u8..10,
        ) {
            let body: String = digits.iter().map(|digit| char::from(b'0' + digit)).collect();
            let fits: Vec<String> = (0..10)
                .map(|check| format!("{body}{check}"))
                .filter(|code| is_barcode(code).is_ok())
                .collect();
            prop_assert_eq!(fits.len(), 1);
            let mut wrong = fits[0].clone().into_bytes();
            wrong[place] = b'0' + (wrong[place] - b'0' + other) % 10;
            prop_assert!(is_barcode(std::str::from_utf8(&wrong).unwrap()).is_err());
        }
    }
}
