//! Postal addresses as people fill them in (specification, document 1, sections 3 and 5).

use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::{Validate, ValidateEmail, ValidationError};

use crate::http::request::trimmed;
use crate::words::countries;

/// A company's address. What is not known is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Address {
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(max = 255))]
    pub company: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(max = 200))]
    pub first_name: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(max = 200))]
    pub last_name: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub address1: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(max = 255))]
    pub address2: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(max = 255))]
    pub extra: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 50))]
    pub city: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 50))]
    pub zip: String,
    /// ISO 3166-1 alpha-2.
    #[serde(default = "france", deserialize_with = "trimmed")]
    #[validate(custom(function = "country"))]
    pub country_code: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(custom(function = "phone"))]
    pub phone: String,
}

/// Where nothing is said (specification, document 1, section 3).
fn france() -> String {
    "FR".into()
}

/// For rules on bodies: an e-mail address. Before its sign letters of any language may stand, as providers tell them.
pub fn email(text: &str) -> Result<(), ValidationError> {
    let is_other = |letter: char| letter.is_alphabetic() && !letter.is_ascii();
    let (name, domain) = text.rsplit_once('@').unwrap_or((text, ""));
    let plain = format!("{}@{domain}", name.replace(is_other, "x"));
    match plain.validate_email() {
        true => Ok(()),
        false => Err(ValidationError::new("email")),
    }
}

/// For rules on bodies: a country that exists, by its code.
pub fn country(code: &str) -> Result<(), ValidationError> {
    match code {
        "" => Err(ValidationError::new("required")),
        code if countries::exists(code) => Ok(()),
        _ => Err(ValidationError::new("country")),
    }
}

/// French (01 23 45 67 89) or international (+33 1 23 45 67 89), with the separators that people use.
static PHONE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(0[1-9]([ .-]?\d{2}){4}|(\+|00)[1-9]([ .()-]{0,2}\d){6,14})$").ok()
});

/// For rules on bodies: a phone number, or none.
pub fn phone(text: &str) -> Result<(), ValidationError> {
    let fits = text.is_empty() || PHONE.as_ref().is_none_or(|pattern| pattern.is_match(text));
    fits.then_some(())
        .ok_or_else(|| ValidationError::new("phone"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn letters_of_any_language_stand_before_the_sign() {
        for good in ["zoe@example.test", "léa.100@example.com", "李@example.com"] {
            assert!(email(good).is_ok(), "{good}");
        }
        for bad in ["", "zoe", "@", "zoé@", "zoé @example.com", "a@b@c"] {
            assert!(email(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn phones_are_french_or_international() {
        for good in [
            "",
            "0123456789",
            "06 12 34 56 78",
            "06.12.34.56.78",
            "+33 6 12 34 56 78",
            "+33(0)612345678",
            "0090 212 555 0101",
        ] {
            assert!(phone(good).is_ok(), "{good}");
        }
        for bad in [
            "123",
            "06 12 34 56",
            "+0 612345678",
            "call me",
            "0612345678901",
        ] {
            assert!(phone(bad).is_err(), "{bad}");
        }
    }

    proptest! {
        /// However its digits are set apart, a French number is one; with a digit more or less it is none.
        #[test]
        fn a_french_number_has_ten_digits(digits in "0[1-9][0-9]{8}", mark in "[ .-]?", cut in 0..10_usize) {
            let pairs = [0, 2, 4, 6, 8].map(|at| &digits[at..at + 2]);
            prop_assert!(phone(&pairs.join(&mark)).is_ok());
            let mut short = digits.clone();
            short.remove(cut);
            prop_assert!(phone(&short).is_err() || short.starts_with("00"), "{}", short);
            let long = digits + "1";
            prop_assert!(phone(&long).is_err());
        }

        #[test]
        fn no_text_that_could_be_markup_is_a_number(text in "[<>\"'&=@a-z]{1,30}") {
            prop_assert!(phone(&text).is_err());
        }
    }

    #[test]
    fn each_part_of_an_address_has_its_length() {
        let whole = Address {
            address1: "1 rue de la Paix".into(),
            city: "Paris".into(),
            zip: "75002".into(),
            country_code: "FR".into(),
            ..Address::default()
        };
        type Part = fn(&mut Address) -> &mut String;
        let parts: [(&str, usize, Part); 8] = [
            ("company", 255, |address| &mut address.company),
            ("first_name", 200, |address| &mut address.first_name),
            ("last_name", 200, |address| &mut address.last_name),
            ("address1", 255, |address| &mut address.address1),
            ("address2", 255, |address| &mut address.address2),
            ("extra", 255, |address| &mut address.extra),
            ("city", 50, |address| &mut address.city),
            ("zip", 50, |address| &mut address.zip),
        ];
        for (name, most, part) in parts {
            let mut address = whole.clone();
            *part(&mut address) = "é".repeat(most);
            assert!(address.validate().is_ok(), "{name}");
            *part(&mut address) = "é".repeat(most + 1);
            let errors = address.validate().unwrap_err();
            assert_eq!(errors.errors().keys().collect::<Vec<_>>(), [name]);
        }
    }

    #[test]
    fn an_address_needs_a_street_a_town_and_a_country_that_exists() {
        let whole = Address {
            address1: "1 rue de la Paix".into(),
            city: "Paris".into(),
            zip: "75002".into(),
            country_code: "FR".into(),
            ..Address::default()
        };
        assert!(whole.validate().is_ok());
        let unknown = Address {
            country_code: "XX".into(),
            ..whole
        };
        assert!(unknown.validate().is_err());
        let empty = Address::default().validate().unwrap_err();
        assert_eq!(empty.errors().len(), 4);
    }
}
