//! From what plugins say to what is kept, for every function: texts, times and amounts, checked. No I/O.

use chrono::{DateTime, Utc};
use comptoir_sandbox::types::Money;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde::Serializer;

use crate::money::{exponent, round_to};

/// The longest id, reference or SKU that is taken.
const TEXT: usize = 200;
/// The largest amount, in minor units: sums of them stay exact.
const LARGEST: u64 = 1_000_000_000_000_000;

/// An amount in its currency's units.
pub fn amount(field: &str, money: &Money) -> Result<Decimal, String> {
    if money.minor.unsigned_abs() > LARGEST {
        return Err(format!("{field}: {} is too large", money.minor));
    }
    Ok(Decimal::new(money.minor, exponent(&money.currency)))
}

/// An amount as plugins are told it: whole minor units, half a unit away from zero. `None`: too large.
pub fn money(amount: Decimal, currency: &str) -> Option<Money> {
    let unit = Decimal::from(10_u32.pow(exponent(currency)));
    Some(Money {
        minor: round_to(amount * unit, 0).to_i64()?,
        currency: currency.to_owned(),
    })
}

/// An address that a person may safely follow, else none.
pub fn https(address: &str) -> String {
    match address.starts_with("https://") {
        true => clean(address),
        false => String::new(),
    }
}

/// As PostgreSQL reads it from JSON.
pub fn bytea<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("\\x{}", hex::encode(bytes)))
}

/// A text that names something: there, not endless, without the NUL that PostgreSQL refuses.
pub fn name(field: &str, text: &str) -> Result<(), String> {
    match text {
        "" => Err(format!("{field}: missing")),
        text if text.len() > TEXT => Err(format!("{field}: longer than {TEXT}")),
        text if text.contains('\0') => Err(format!("{field}: holds a NUL")),
        _ => Ok(()),
    }
}

/// A text for people: its NULs removed, cut to a thousand characters.
pub fn clean(text: &str) -> String {
    text.chars()
        .filter(|letter| *letter != '\0')
        .take(1000)
        .collect()
}

pub fn time(field: &str, text: &str) -> Result<DateTime<Utc>, String> {
    let time = DateTime::parse_from_rfc3339(text)
        .map_err(|_| format!("{field}: {text:?} is no RFC 3339 time"))?;
    Ok(time.with_timezone(&Utc))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_go_out_as_they_came_in() {
        for (minor, currency) in [(1_999, "EUR"), (-5, "JPY"), (1_234, "KWD"), (7, "CLF")] {
            let reported = Money {
                minor,
                currency: currency.into(),
            };
            let kept = amount("price", &reported).unwrap();
            let again = money(kept, currency).unwrap();
            assert_eq!((again.minor, again.currency.as_str()), (minor, currency));
        }
        assert_eq!(money(Decimal::new(10_005, 3), "EUR").unwrap().minor, 1_001);
    }
}
