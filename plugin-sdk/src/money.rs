//! Exact amounts: decimal text to minor units by the currency's exponent, never through a float.

use crate::Money;
use std::fmt;

/// Why an amount cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoneyError {
    /// Not three capital letters.
    Currency(String),
    /// Not a plain decimal number.
    Number(String),
    /// More decimals than the currency has.
    Precision(String),
    /// Beyond 64 bits of minor units.
    Size(String),
}

impl fmt::Display for MoneyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Currency(text) => write!(f, "{text:?} is not an ISO 4217 currency"),
            Self::Number(text) => write!(f, "{text:?} is not a decimal number"),
            Self::Precision(text) => write!(f, "{text:?} has more decimals than its currency"),
            Self::Size(text) => write!(f, "{text:?} is too large"),
        }
    }
}

impl std::error::Error for MoneyError {}

/// Decimals of a currency's minor unit (ISO 4217): 2 for most, 0 for JPY, 3 for KWD.
pub fn exponent(currency: &str) -> u32 {
    match currency {
        "BIF" | "CLP" | "DJF" | "GNF" | "ISK" | "JPY" | "KMF" | "KRW" | "PYG" | "RWF" | "UGX"
        | "UYI" | "VND" | "VUV" | "XAF" | "XOF" | "XPF" => 0,
        "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
        "CLF" | "UYW" => 4,
        _ => 2,
    }
}

impl Money {
    /// An amount of `minor` units.
    ///
    /// # Errors
    /// When `currency` is not three capital letters.
    pub fn new(minor: i64, currency: &str) -> Result<Self, MoneyError> {
        if currency.len() != 3 || !currency.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return Err(MoneyError::Currency(currency.into()));
        }
        Ok(Self {
            minor,
            currency: currency.into(),
        })
    }

    /// `12.90` in EUR is 1290, `1290` in JPY is 1290. Empty text is nothing, as providers leave out zeros. Decimals
    /// beyond the currency's must be zeros: rounding would hide that the amount means something else.
    ///
    /// # Errors
    /// When the text or the currency cannot be taken as it is.
    pub fn parse(text: &str, currency: &str) -> Result<Self, MoneyError> {
        Self::new(minor_units(text, exponent(currency))?, currency)
    }

    /// The amount as decimal text: 1290 in EUR is `12.90`.
    pub fn decimal(&self) -> String {
        let exponent = exponent(&self.currency) as usize;
        let digits = format!(
            "{:0width$}",
            self.minor.unsigned_abs(),
            width = exponent + 1
        );
        let (whole, decimals) = digits.split_at(digits.len() - exponent);
        let sign = if self.minor < 0 { "-" } else { "" };
        let point = if exponent == 0 { "" } else { "." };
        format!("{sign}{whole}{point}{decimals}")
    }
}

fn minor_units(text: &str, exponent: u32) -> Result<i64, MoneyError> {
    let number = || MoneyError::Number(text.into());
    if text.is_empty() {
        return Ok(0);
    }
    let (negative, digits) = text
        .strip_prefix('-')
        .map_or((false, text), |digits| (true, digits));
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !plain(whole) || !plain(decimals) || digits.ends_with('.') {
        return Err(number());
    }
    let (kept, beyond) = decimals.split_at(decimals.len().min(exponent as usize));
    if beyond.bytes().any(|digit| digit != b'0') {
        return Err(MoneyError::Precision(text.into()));
    }
    let size = || MoneyError::Size(text.into());
    let mut minor: i64 = 0;
    let padding = exponent as usize - kept.len();
    for digit in whole
        .bytes()
        .chain(kept.bytes())
        .chain(std::iter::repeat_n(b'0', padding))
    {
        minor = minor
            .checked_mul(10)
            .and_then(|minor| minor.checked_add(i64::from(digit - b'0')))
            .ok_or_else(size)?;
    }
    Ok(if negative { -minor } else { minor })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn minor(text: &str, currency: &str) -> Result<i64, MoneyError> {
        Money::parse(text, currency).map(|money| money.minor)
    }

    #[test]
    fn the_currency_says_how_many_decimals_count() {
        assert_eq!(minor("12.90", "EUR"), Ok(1290));
        assert_eq!(minor("12.9", "EUR"), Ok(1290));
        assert_eq!(minor("12.9000", "EUR"), Ok(1290));
        assert_eq!(minor("7", "EUR"), Ok(700));
        assert_eq!(minor("-0.05", "EUR"), Ok(-5));
        assert_eq!(minor("1290", "JPY"), Ok(1290));
        assert_eq!(minor("1.234", "KWD"), Ok(1234));
        assert_eq!(minor("", "EUR"), Ok(0));
    }

    #[test]
    fn what_is_not_exact_is_refused() {
        for bad in [
            "12,90", "12.", ".5", "1e3", " 1", "+1", "--1", "0x1", "NaN", "12.9O", "١٢", "-",
        ] {
            assert_eq!(
                minor(bad, "EUR"),
                Err(MoneyError::Number(bad.into())),
                "{bad}"
            );
        }
        assert_eq!(
            minor("12.905", "EUR"),
            Err(MoneyError::Precision("12.905".into()))
        );
        assert_eq!(
            minor("0.5", "JPY"),
            Err(MoneyError::Precision("0.5".into()))
        );
        assert_eq!(
            minor("92233720368547758.08", "EUR"),
            Err(MoneyError::Size("92233720368547758.08".into()))
        );
        assert_eq!(minor("1", "eur"), Err(MoneyError::Currency("eur".into())));
    }

    proptest! {
        #[test]
        fn every_amount_survives_being_written_and_read(
            minor in -i64::MAX..=i64::MAX,
            currency in prop::sample::select(&["EUR", "JPY", "KWD", "CLF"][..]),
        ) {
            let money = Money { minor, currency: currency.into() };
            prop_assert_eq!(Money::parse(&money.decimal(), currency), Ok(money));
        }

        #[test]
        fn no_text_panics(text in ".{0,30}") {
            prop_assume!(!text.is_empty());
            let looks_right = text.strip_prefix('-').unwrap_or(&text).bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            prop_assert!(Money::parse(&text, "EUR").is_err() || looks_right);
        }
    }
}
