//! A product as people write it.

use super::{Form, Issues, NamedValue, check_letters, check_line, check_options, options_message};
use crate::writing::{Kind, Message, message};
use comptoir_plugin_sdk::Money;
use serde::Deserialize;
use serde_json::json;

const LONGEST_NAME: usize = 255;
const LONGEST_DESCRIPTION: usize = 1_280;

/// The body of POST and PUT `/product`. What is left out is empty; weight and size are the warehouse's to tell.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct ProductInput {
    pub sku: String,
    pub name: String,
    pub description: String,
    /// EAN or UPC.
    pub barcode: String,
    /// The customs value.
    pub price: Option<Price>,
    /// HS code.
    pub tariff_number: String,
    /// ISO 3166-1 alpha-2.
    pub origin_country: String,
    pub customs_description: String,
    pub options: Vec<NamedValue>,
}

/// A decimal amount and its ISO 4217 currency.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Price {
    pub amount: String,
    pub currency: String,
}

impl Form for ProductInput {
    const KIND: Kind = Kind::Product;

    fn sku(&self) -> &str {
        &self.sku
    }

    fn set_sku(&mut self, sku: String) {
        self.sku = sku;
    }

    fn check(&self, issues: &mut Issues) {
        if self.name.trim().is_empty() {
            issues.add("name", "required");
        }
        for (field, text, most) in [
            ("name", &self.name, LONGEST_NAME),
            (
                "customsDescription",
                &self.customs_description,
                LONGEST_NAME,
            ),
            ("tariffNumber", &self.tariff_number, 20),
        ] {
            check_line(field, text, most, issues);
        }
        if self.description.chars().count() > LONGEST_DESCRIPTION {
            issues.add("description", "tooLong");
        }
        check_letters("description", &self.description, issues);
        if !is_ean(&self.barcode) {
            issues.add("barcode", "ean");
        }
        if let Some(price) = &self.price {
            if Money::new(0, &price.currency).is_err() {
                issues.add("price.currency", "currency");
            } else if price.amount.is_empty()
                || !Money::parse(&price.amount, &price.currency).is_ok_and(|money| money.minor >= 0)
            {
                issues.add("price.amount", "amount");
            }
        }
        let country = &self.origin_country;
        if !country.is_empty()
            && (country.len() != 2 || !country.bytes().all(|byte| byte.is_ascii_uppercase()))
        {
            issues.add("originCountry", "country");
        }
        check_options(&self.options, issues);
    }

    fn message(&self) -> Message {
        let value = self
            .price
            .as_ref()
            .map(|price| json!({ "amount": price.amount, "currency": price.currency }));
        message(json!({
            "id": self.sku, "name": self.name.trim(), "description": self.description.trim(),
            "barcode": self.barcode, "value": value, "tariff_number": self.tariff_number,
            "origin_country": self.origin_country, "customs_description": self.customs_description.trim(),
            "options": options_message(&self.options),
        }))
    }
}

/// Empty, 14 digits as they are, or 12 or 13 digits with the right check digit.
fn is_ean(text: &str) -> bool {
    if text.is_empty() {
        return true;
    }
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    match text.len() {
        14 => true,
        12 | 13 => {
            let digits = text.bytes().rev().map(|byte| u32::from(byte - b'0'));
            // From the right: the check digit counts once, the one before it three times, and so on.
            let sum: u32 = digits
                .zip([1, 3].into_iter().cycle())
                .map(|(digit, weight)| digit * weight)
                .sum();
            sum.is_multiple_of(10)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ean_has_a_right_check_digit() {
        for right in [
            "",
            "3760000000017",
            "036000291452",
            "00000000000000",
            "99999999999999",
        ] {
            assert!(is_ean(right), "{right}");
        }
        for wrong in [
            "3760000000018",
            "036000291453",
            "1234567",
            "37600000000１7",
            "376000000001A",
        ] {
            assert!(!is_ean(wrong), "{wrong}");
        }
    }

    fn issues(json: &str) -> Vec<(String, &'static str)> {
        let input: ProductInput = serde_json::from_str(json).expect("a form");
        let mut issues = Issues::new("fr");
        input.check(&mut issues);
        let list = issues.list.into_iter();
        list.map(|issue| (issue.field, issue.code)).collect()
    }

    #[test]
    fn what_is_wrong_is_named_field_by_field() {
        assert_eq!(issues(r#"{"name":"Aube"}"#), []);
        let wrong = issues(
            r#"{"name":" ","barcode":"12","originCountry":"fr","price":{"amount":"9,99","currency":"EUR"},
                "options":[{"name":"Colour","value":"Black"},{"name":"colour","value":""}]}"#,
        );
        let wrong: Vec<(&str, &str)> = wrong
            .iter()
            .map(|(field, code)| (field.as_str(), *code))
            .collect();
        assert_eq!(
            wrong,
            [
                ("name", "required"),
                ("barcode", "ean"),
                ("price.amount", "amount"),
                ("originCountry", "country"),
                ("options.1.name", "option"),
                ("options.1.value", "required"),
            ]
        );
        let odd = issues(r#"{"name":"A\u0000B","description":"two\nlines\u0007"}"#);
        let odd: Vec<(&str, &str)> = odd
            .iter()
            .map(|(field, code)| (field.as_str(), *code))
            .collect();
        assert_eq!(odd, [("name", "character"), ("description", "character")]);
        let long = format!(r#"{{"name":"A","description":"{}"}}"#, "é".repeat(1_281));
        assert_eq!(issues(&long), [("description".to_owned(), "tooLong")]);
    }
}
