//! Numbers and months as people's files have them, in English and in French.

use comptoir_plugin_sdk::{Money, exponent};

/// An amount: `1,234.50`, `1 234,50`, `-12.9`, `(12,90)`, with the currency's sign or without. The reason when it is none.
pub fn amount(text: &str, currency: &str) -> Result<i64, String> {
    let plain = plain(text, exponent(currency));
    Money::parse(&plain, currency)
        .map(|money| money.minor)
        .map_err(|_| format!("{:?} is not an amount", text.trim()))
}

/// A whole number, which may have thousands separators.
pub fn count(text: &str) -> Result<u32, String> {
    let digits = plain(text, 0);
    let digits = digits
        .split_once('.')
        .filter(|(_, zeros)| zeros.bytes().all(|zero| zero == b'0'))
        .map_or(digits.as_str(), |(whole, _)| whole);
    if digits.is_empty() {
        return Ok(0);
    }
    digits
        .parse()
        .map_err(|_| format!("{:?} is not a whole number", text.trim()))
}

/// The number with a dot and nothing else.
fn plain(text: &str, exponent: u32) -> String {
    let trimmed = text.trim();
    let in_brackets = trimmed
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let spaceless = in_brackets.unwrap_or(trimmed).chars().filter(|letter| {
        !letter.is_whitespace()
            && !matches!(letter, '\u{a0}' | '\u{202f}' | '\'' | '’' | '€' | '$' | '£')
    });
    let mut number: String = spaceless.collect();
    number = number.replace('\u{2212}', "-");
    if in_brackets.is_some() {
        number.insert(0, '-');
    }
    match decimal_mark(&number, exponent) {
        Some(at) => {
            let (whole, rest) = number.split_at(at);
            format!("{}.{}", whole.replace([',', '.'], ""), &rest[1..])
        }
        None => number.replace([',', '.'], ""),
    }
}

/// Where the decimals begin. Of two kinds of marks the last one; a mark that comes twice separates thousands, and so
/// does one before exactly three digits, unless the currency has three decimals.
fn decimal_mark(number: &str, exponent: u32) -> Option<usize> {
    let last = number.rfind([',', '.'])?;
    let mark = &number[last..=last];
    let (other, decimals) = (if mark == "," { '.' } else { ',' }, number.len() - last - 1);
    if number.contains(other) {
        return Some(last);
    }
    let alone = number.matches(mark).count() == 1;
    (alone && (decimals != 3 || exponent == 3)).then_some(last)
}

/// The month of a date: `2026-10-01`, `2026-10`, `01/10/2026`, `01-10-2026`. None when it is none.
pub fn month(text: &str) -> Option<String> {
    let day = text.trim().split(['T', ' ']).next()?;
    let parts: Vec<&str> = day.split(['-', '/']).collect();
    let (year, month) = match parts[..] {
        [year, month] | [year, month, _] if year.len() == 4 => (year, month),
        [_, month, year] if year.len() == 4 => (year, month),
        _ => return None,
    };
    let digits = |part: &str| part.len() <= 4 && part.bytes().all(|digit| digit.is_ascii_digit());
    let number: u32 = month.parse().ok()?;
    ((1..=12).contains(&number) && digits(year)).then(|| format!("{year}-{number:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_both_languages_are_read() {
        for (text, cents) in [
            ("1234.5", 123_450),
            ("1,234.50", 123_450),
            ("1.234,50", 123_450),
            ("1\u{202f}234,50 €", 123_450),
            ("1 234", 123_400),
            ("1,234", 123_400),
            ("1,234,567", 123_456_700),
            ("12,9", 1_290),
            ("-12.90", -1_290),
            ("\u{2212}12,90", -1_290),
            ("(12.90)", -1_290),
            ("24.900000", 2_490),
            ("", 0),
        ] {
            assert_eq!(amount(text, "EUR"), Ok(cents), "{text}");
        }
        assert_eq!(amount("1,234", "KWD"), Ok(1_234));
        assert!(amount("12,9O", "EUR").is_err_and(|why| why.contains("12,9O")));
        assert_eq!(
            (count("1,204"), count("12.0"), count("1\u{a0}204")),
            (Ok(1_204), Ok(12), Ok(1_204))
        );
        assert!(count("many").is_err());
    }

    #[test]
    fn months_are_read_from_dates() {
        for text in [
            "2026-10-01",
            "2026-10",
            "01/10/2026",
            "01-10-2026",
            "2026-10-01T00:00:00",
        ] {
            assert_eq!(month(text).as_deref(), Some("2026-10"), "{text}");
        }
        for text in ["", "October", "2026-13", "01/10/26"] {
            assert_eq!(month(text), None, "{text}");
        }
    }
}
