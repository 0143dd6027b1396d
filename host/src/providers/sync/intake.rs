//! From what plugins say to what is kept, for every function: texts, times and amounts, checked. No I/O.

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use comptoir_sandbox::types::Money;
use comptoir_sandbox::{Entity, PluginColumn};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde::Serializer;

use super::{Fault, FaultCode};
use crate::money::{exponent, round_to};
use crate::plugins::{self, Values};

/// The longest id, reference or SKU that is taken.
const TEXT: usize = 200;
/// The largest amount, in minor units: sums of them stay exact.
const LARGEST: u64 = 1_000_000_000_000_000;

/// An amount in its currency's units.
pub fn amount(field: &str, money: &Money) -> Result<Decimal, Fault> {
    if money.minor.unsigned_abs() > LARGEST {
        return Err(Fault::max(field, money.minor, LARGEST));
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
pub fn name(field: &str, text: &str) -> Result<(), Fault> {
    match text {
        "" => Err(Fault::new(field, FaultCode::Required, "")),
        text if text.len() > TEXT => Err(Fault::max(field, text.len(), TEXT)),
        text if text.contains('\0') => Err(Fault::new(field, FaultCode::Format, "it holds a NUL")),
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

/// A moment. PostgreSQL reads no other years from JSON, and a page with one of them would be lost whole.
pub fn time(field: &str, text: &str) -> Result<DateTime<Utc>, Fault> {
    let time = DateTime::parse_from_rfc3339(text).map(|time| time.to_utc());
    time.ok()
        .filter(|time| (1..=9999).contains(&time.year()))
        .ok_or_else(|| Fault::new(field, FaultCode::Time, format!("{text:?}")))
}

/// How far ahead of ours a provider's clock may be: a state of then would keep out all that comes until then.
const AHEAD: TimeDelta = TimeDelta::minutes(15);

/// The last moment that a provider's clock can tell.
pub fn latest(now: DateTime<Utc>) -> DateTime<Utc> {
    now + AHEAD
}

/// When a state held: as it is told, or now where no clock can tell that. A record as of the year 9999 would never change
/// again otherwise.
pub fn believed(at: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
    if at > latest(now) { now } else { at }
}

/// A currency by its ISO 4217 code.
pub fn currency(field: &str, code: &str) -> Result<(), Fault> {
    match code.len() == 3 && code.bytes().all(|letter| letter.is_ascii_uppercase()) {
        true => Ok(()),
        false => Err(Fault::new(field, FaultCode::Currency, format!("{code:?}"))),
    }
}

/// How many: as many as a column holds.
pub fn count(field: &str, count: u32) -> Result<i32, Fault> {
    i32::try_from(count).map_err(|_| Fault::max(field, count, i32::MAX))
}

/// What the manifest names as columns of such records.
pub fn columns(
    columns: &[PluginColumn],
    entity: Entity,
    extra: &[(String, String)],
) -> Result<Values, Fault> {
    plugins::accepted_columns(columns, entity, extra).map_err(|long| {
        Fault::new(
            format!("extra.{}", long.key),
            FaultCode::Max,
            long.to_string(),
        )
    })
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

    #[test]
    fn a_moment_is_taken_from_any_zone_and_from_years_that_there_are() {
        let at = |text| time("asOf", text).map(|at| at.to_rfc3339());
        for (text, moment) in [
            ("2026-11-18T12:00:00Z", "2026-11-18T12:00:00+00:00"),
            ("2026-11-18T13:00:00+01:00", "2026-11-18T12:00:00+00:00"),
            ("2026-11-18 12:00:00z", "2026-11-18T12:00:00+00:00"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00+00:00"),
            ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59+00:00"),
        ] {
            assert_eq!(at(text).as_deref().ok(), Some(moment), "{text}");
        }
        for text in [
            "",
            "yesterday",
            "1795003200",
            "2026-11-18",
            "2026-11-18T12:00:00",
            "2026-11-31T12:00:00Z",
            "0000-12-31T23:59:59Z",
            "0001-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01",
            "12026-11-18T12:00:00Z",
        ] {
            let refused = at(text).unwrap_err();
            assert_eq!((&*refused.field, refused.code), ("asOf", FaultCode::Time));
        }
    }

    #[test]
    fn what_names_something_fits_and_what_is_for_people_is_cut() {
        let fits = |text: &str| name("sku", text).is_ok();
        assert!(fits("A") && fits(&"x".repeat(200)) && fits("été / n° 1"));
        assert!(!fits("") && !fits(&"x".repeat(201)) && !fits("A\0"));
        assert!(!fits(&"é".repeat(101)), "bytes are counted");
        assert_eq!(clean("a\0b\n\u{1F4E6}"), "ab\n\u{1F4E6}");
        assert_eq!(clean(&"é".repeat(2_000)), "é".repeat(1_000));
        for (address, followed) in [
            ("https://desk.example/1", "https://desk.example/1"),
            ("http://desk.example/1", ""),
            ("HTTPS://desk.example/1", ""),
            (" https://desk.example/1", ""),
            ("javascript:alert(1)//https://", ""),
            ("//desk.example/1", ""),
        ] {
            assert_eq!(https(address), followed, "{address}");
        }
    }

    #[test]
    fn an_amount_has_as_many_decimals_as_its_currency() {
        let kept = |minor: i64, currency: &str| {
            let money = Money {
                minor,
                currency: currency.into(),
            };
            amount("total", &money).map(|amount| amount.to_string())
        };
        let most = LARGEST as i64;
        for (minor, currency, amount) in [
            (1_234, "EUR", "12.34"),
            (-1, "EUR", "-0.01"),
            (1_234, "JPY", "1234"),
            (1_234, "KWD", "1.234"),
            (0, "USD", "0.00"),
            (most, "EUR", "10000000000000.00"),
        ] {
            assert_eq!(kept(minor, currency).as_deref().ok(), Some(amount));
        }
        for minor in [most + 1, -most - 1, i64::MIN, i64::MAX] {
            let refused = kept(minor, "EUR").unwrap_err();
            assert_eq!((&*refused.field, refused.code), ("total", FaultCode::Max));
        }
        // Going out: half a unit away from zero, and nothing that does not fit.
        for (amount, minor) in [
            ("0.005", 1),
            ("-0.005", -1),
            ("0.0049", 0),
            ("12.345", 1_235),
        ] {
            let amount: Decimal = amount.parse().unwrap();
            assert_eq!(money(amount, "EUR").unwrap().minor, minor);
        }
        assert!(money(Decimal::from(i64::MAX), "EUR").is_none());
    }
}
