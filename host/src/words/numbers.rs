//! Numbers as people read them.

use rust_decimal::Decimal;

use super::language::Language;

/// An amount in euros with two digits: `1 234,56 €`, `€1,234.56`. The blanks of French do not break lines.
pub fn euros(amount: Decimal, language: Language) -> String {
    let text = format!("{:.2}", amount.abs());
    let (whole, cents) = text.split_once('.').unwrap_or((&text, "00"));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(language.pick('\u{202f}', ','));
        }
        grouped.push(digit);
    }
    let sign = if amount.is_sign_negative() && !amount.is_zero() {
        "-"
    } else {
        ""
    };
    match language {
        Language::Fr => format!("{sign}{grouped},{cents}\u{a0}€"),
        Language::En => format!("{sign}€{grouped}.{cents}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_read_as_in_each_language() {
        let read = |text: &str, language| euros(text.parse().expect("a number"), language);
        assert_eq!(
            read("1234567.5", Language::Fr),
            "1\u{202f}234\u{202f}567,50\u{a0}€"
        );
        assert_eq!(read("-1234.56", Language::En), "-€1,234.56");
        assert_eq!(read("0", Language::Fr), "0,00\u{a0}€");
        assert_eq!(read("999", Language::En), "€999.00");
    }
}
