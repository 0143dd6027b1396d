//! A product as people write it.

use super::{Form, Issues, NamedValue, check_letters, check_line, check_options, options_message};
use crate::writing::{Kind, Message, message};
use comptoir_plugin_sdk::Money;
use serde::Deserialize;
use serde_json::json;

const LONGEST_NAME: usize = 255;
const LONGEST_DESCRIPTION: usize = 1_280;
/// A T-shirt from Turkey, as most are (specification, document 2, section 9).
const TARIFF: &str = "6109.90.90";
const ORIGIN: &str = "TR";
const CURRENCY: &str = "EUR";

/// The body of POST and PUT `/product`. What is left out is empty; weight and size are the warehouse's to tell.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct ProductInput {
    pub sku: String,
    pub name: String,
    pub description: String,
    /// EAN or UPC.
    pub barcode: String,
    /// The customs value: a decimal amount.
    pub price: Option<String>,
    /// Of the value, ISO 4217; euros where nothing is said.
    pub currency: Option<String>,
    /// HS code. A new product's, where nothing is said, is [`TARIFF`].
    pub hs_tariff_code: Option<String>,
    /// ISO 3166-1 alpha-2. A new product's, where nothing is said, is [`ORIGIN`].
    pub country_of_origin: Option<String>,
    pub customs_description: String,
    pub options: Vec<NamedValue>,
}

impl Form for ProductInput {
    const KIND: Kind = Kind::Product;

    fn sku(&self) -> &str {
        &self.sku
    }

    fn set_sku(&mut self, sku: String) {
        self.sku = sku;
    }

    fn complete(&mut self) {
        self.hs_tariff_code.get_or_insert_with(|| TARIFF.into());
        self.country_of_origin.get_or_insert_with(|| ORIGIN.into());
    }

    fn check(&self, issues: &mut Issues) {
        if self.name.trim().is_empty() {
            issues.add("name", "required");
        }
        for (field, text, most) in [
            ("name", self.name.as_str(), LONGEST_NAME),
            (
                "customsDescription",
                self.customs_description.as_str(),
                LONGEST_NAME,
            ),
            ("hsTariffCode", self.tariff(), 20),
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
            if Money::new(0, self.currency()).is_err() {
                issues.add("currency", "currency");
            } else if price.is_empty()
                || !Money::parse(price, self.currency()).is_ok_and(|money| money.minor >= 0)
            {
                issues.add("price", "amount");
            }
        }
        let country = self.country_of_origin.as_deref().unwrap_or_default();
        if !country.is_empty()
            && (country.len() != 2 || !country.bytes().all(|byte| byte.is_ascii_uppercase()))
        {
            issues.add("countryOfOrigin", "country");
        }
        check_options(&self.options, issues);
    }

    fn message(&self) -> Message {
        let value = self
            .price
            .as_ref()
            .map(|price| json!({ "amount": price, "currency": self.currency() }));
        message(json!({
            "id": self.sku, "name": self.name.trim(), "description": self.description.trim(),
            "barcode": self.barcode, "value": value, "tariff_number": self.tariff(),
            "origin_country": self.country_of_origin.as_deref().unwrap_or_default(), "customs_description": self.customs_description.trim(),
            "options": options_message(&self.options),
        }))
    }
}

impl ProductInput {
    fn currency(&self) -> &str {
        self.currency.as_deref().unwrap_or(CURRENCY)
    }

    fn tariff(&self) -> &str {
        self.hs_tariff_code.as_deref().unwrap_or_default()
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
            r#"{"name":" ","barcode":"12","countryOfOrigin":"fr","price":"9,99",
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
                ("price", "amount"),
                ("countryOfOrigin", "country"),
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
