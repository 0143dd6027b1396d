//! How amounts, numbers and days are written: for people in their language, for programs as EN 16931 has them.

use chrono::NaiveDate;
use rust_decimal::{Decimal, RoundingStrategy};

use crate::Language;

/// To whole cents, half a cent away from zero.
pub fn cents(amount: Decimal) -> Decimal {
    amount.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero)
}

/// With two decimals and a point: `-1234.50`.
pub fn plain(amount: Decimal) -> String {
    let mut amount = cents(amount).normalize();
    amount.rescale(2);
    amount.to_string()
}

/// `1 234,56 €` with spaces that do not break, `€1,234.56` in English.
pub fn money(amount: Decimal, language: Language) -> String {
    let (sign, digits) = (sign(amount), grouped(&plain(amount.abs()), language));
    match language {
        Language::French => format!("{sign}{digits}\u{a0}€"),
        Language::English => format!("{sign}€{digits}"),
    }
}

/// Without zeros at its end: `1 234,5`, `1,234.5` in English.
pub fn number(number: Decimal, language: Language) -> String {
    let digits = number.abs().normalize().to_string();
    format!("{}{}", sign(number), grouped(&digits, language))
}

/// `5,5 %`, `5.5%` in English.
pub fn percent(percent: Decimal, language: Language) -> String {
    let space = match language {
        Language::French => "\u{a0}",
        Language::English => "",
    };
    format!("{}{space}%", number(percent, language))
}

/// `31/12/2026`, in either language (decision 17).
pub fn day(day: NaiveDate) -> String {
    day.format("%d/%m/%Y").to_string()
}

fn sign(number: Decimal) -> &'static str {
    match number < Decimal::ZERO {
        true => "−",
        false => "",
    }
}

/// A plain number without a sign, its thousands set apart.
fn grouped(digits: &str, language: Language) -> String {
    let (between, point) = match language {
        Language::French => ('\u{202f}', ','),
        Language::English => (',', '.'),
    };
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let mut text = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            text.push(between);
        }
        text.push(digit);
    }
    if !decimals.is_empty() {
        text.push(point);
        text.push_str(decimals);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_each_language_does() {
        let amount = Decimal::new(-12_345_675, 2);
        assert_eq!(money(amount, Language::French), "−123\u{202f}456,75\u{a0}€");
        assert_eq!(money(amount, Language::English), "−€123,456.75");
        assert_eq!(money(-Decimal::ZERO, Language::French), "0,00\u{a0}€");
        assert_eq!(
            number(Decimal::new(12_345_000, 4), Language::French),
            "1\u{202f}234,5"
        );
        assert_eq!(percent(Decimal::new(550, 2), Language::English), "5.5%");
        assert_eq!(plain(Decimal::new(-12_345, 3)), "-12.35");
        assert_eq!(plain(-Decimal::ZERO), "0.00");
    }
}
