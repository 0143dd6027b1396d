//! Amounts in cents, as texts: read with a dot and two decimals at most, written without zeros that say nothing.

use crate::error::ApiError;

/// The cents that a text is.
pub fn cents(field: &str, text: &str) -> Result<i64, ApiError> {
    let wrong = || ApiError::invalid(field, format!("{field}: le montant {text} est invalide"));
    let (negative, digits) = text
        .strip_prefix('-')
        .map_or((false, text), |digits| (true, digits));
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || decimals.len() > 2 || !plain(whole) || !plain(decimals) {
        return Err(wrong());
    }
    let cents: i64 = format!("{whole}{decimals:0<2}")
        .parse()
        .map_err(|_| wrong())?;
    Ok(if negative { -cents } else { cents })
}

/// `194.4`, `162.0`, `-0.05`.
pub fn text(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let (whole, rest) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
    let decimals = format!("{rest:02}");
    let decimals = decimals.strip_suffix('0').unwrap_or(&decimals);
    format!("{sign}{whole}.{decimals}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_pennylane_does_and_read_back() {
        for (amount, written) in [
            (19_440, "194.4"),
            (16_200, "162.0"),
            (-5, "-0.05"),
            (0, "0.0"),
            (9_999_999_999, "99999999.99"),
        ] {
            assert_eq!(text(amount), written);
            assert_eq!(cents("amount", written), Ok(amount));
        }
        for bad in ["", "1,5", "1.234", "abc", "1e3", "--1", "."] {
            assert!(cents("amount", bad).is_err(), "{bad}");
        }
    }
}
