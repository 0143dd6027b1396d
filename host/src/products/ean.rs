//! EANs (specification, document 1, section 5; decision 18): optional; 14 digits pass as they are; 12 or 13 digits, with
//! zeros in front up to 14, end in their check digit.

use validator::ValidationError;

/// Whether a text is an EAN that the portal takes. The empty one, none at all, is.
pub fn is_valid(ean: &str) -> bool {
    let digits: Option<Vec<u32>> = ean.chars().map(|letter| letter.to_digit(10)).collect();
    match digits {
        None => false,
        Some(digits) => match digits.as_slice() {
            [] => true,
            digits if digits.len() == 14 => true,
            [first @ .., check] if matches!(first.len(), 11 | 12) => check_digit(first) == *check,
            _ => false,
        },
    }
}

/// The check digit that follows these: from the right, weights 3 and 1 in turn, modulo 10 (GS1 General Specifications,
/// section 7.9). Zeros in front change nothing.
fn check_digit(digits: &[u32]) -> u32 {
    let weights = [3, 1].into_iter().cycle();
    let sum: u32 = digits
        .iter()
        .rev()
        .zip(weights)
        .map(|(digit, weight)| digit * weight)
        .sum();
    (10 - sum % 10) % 10
}

/// For a form's field: the code `ean`.
pub fn check(ean: &str) -> Result<(), ValidationError> {
    match is_valid(ean) {
        true => Ok(()),
        false => Err(ValidationError::new("ean")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn known_codes() {
        for good in [
            "",
            "4006381333931",
            "036000291452",
            "00000000000000",
            "12345678901231",
        ] {
            assert!(is_valid(good), "{good}");
        }
        for bad in [
            "4006381333930",
            "036000291453",
            "40063813339",
            "400638133393X",
            "123456789012345",
            "٤٠٠٦٣٨١٣٣٣٩٣١",
        ] {
            assert!(!is_valid(bad), "{bad}");
        }
    }

    proptest! {
        /// Of the ten codes that differ in their last digit alone, one is valid.
        #[test]
        fn one_check_digit_fits(first in "[0-9]{11,12}") {
            let fitting = (0..10).filter(|digit| is_valid(&format!("{first}{digit}"))).count();
            prop_assert_eq!(fitting, 1);
        }

        /// A digit read wrong is noticed, wherever it stands.
        #[test]
        fn a_wrong_digit_is_noticed(first in "[0-9]{12}", place in 0..13_usize, by in 1..10_u8) {
            let valid = (0..10).map(|digit| format!("{first}{digit}")).find(|code| is_valid(code)).expect("one fits");
            let mut wrong = valid.into_bytes();
            wrong[place] = b'0' + (wrong[place] - b'0' + by) % 10;
            prop_assert!(!is_valid(std::str::from_utf8(&wrong).expect("digits")));
        }

        /// A UPC and the EAN that it is with a zero in front are both valid or both not.
        #[test]
        fn a_zero_in_front_changes_nothing(upc in "[0-9]{12}") {
            prop_assert_eq!(is_valid(&upc), is_valid(&format!("0{upc}")));
        }
    }
}
