//! The numbers of French companies: SIREN, SIRET and VAT number.

/// Whether the digits pass Luhn's check: every second one from the right counts twice.
pub fn luhn(digits: &str) -> bool {
    luhn_sum(digits).is_some_and(|sum| sum.is_multiple_of(10))
}

/// Nine digits that pass Luhn's check.
pub fn is_siren(text: &str) -> bool {
    text.len() == 9 && luhn(text)
}

/// Fourteen digits that pass Luhn's check; for La Poste it is enough that they add up to a multiple of five.
pub fn is_siret(text: &str) -> bool {
    if text.len() != 14 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let sum: u32 = text.bytes().map(|byte| u32::from(byte - b'0')).sum();
    luhn(text) || (text.starts_with(LA_POSTE) && sum.is_multiple_of(5))
}

/// The two digits before a SIREN in its usual VAT number; none when it is no number of nine digits.
pub fn vat_key(siren: &str) -> Option<u32> {
    let number: u32 = siren.parse().ok().filter(|_| siren.len() == 9)?;
    Some((12 + 3 * (number % 97)) % 97)
}

/// The usual VAT number: `FR`, key, SIREN.
///
/// # Panics
/// When the SIREN is no number of nine digits.
pub fn vat_number(siren: &str) -> String {
    match vat_key(siren) {
        Some(key) => format!("FR{key:02}{siren}"),
        None => panic!("{siren} is no SIREN"),
    }
}

/// The digits with the one after them that makes them pass Luhn's check.
pub(crate) fn with_check_digit(digits: &str) -> String {
    let sum = luhn_sum(&format!("{digits}0")).unwrap_or_default();
    format!("{digits}{}", (10 - sum % 10) % 10)
}

/// The SIREN whose SIRETs follow a rule of their own.
const LA_POSTE: &str = "356000000";

fn luhn_sum(digits: &str) -> Option<u32> {
    let mut sum = 0;
    for (place, letter) in digits.chars().rev().enumerate() {
        let digit = letter.to_digit(10)?;
        let value = if place % 2 == 1 { digit * 2 } else { digit };
        sum += value / 10 + value % 10;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn siren_and_siret_pass_their_checks() {
        assert!(is_siren("123456782") && is_siren("552032534"));
        assert!(!is_siren("123456789") && !is_siren("12345678") && !is_siren("12345678a"));
        assert!(is_siret("12345678200010") && !is_siret("12345678200011"));
        assert_eq!(with_check_digit("1234567820001"), "12345678200010");
    }

    #[test]
    fn la_poste_has_a_rule_of_its_own() {
        assert!(!luhn("35600000049837") && is_siret("35600000049837"));
        assert!(!is_siret("35600000049838"));
    }

    #[test]
    fn the_vat_key_follows_from_the_siren() {
        assert_eq!(vat_number("552032534"), "FR27552032534");
        assert_eq!(vat_number("123456782"), "FR11123456782");
        assert_eq!(vat_number("130025265"), "FR07130025265");
        assert_eq!(vat_key("12345678"), None);
    }
}
