//! The values that a cursor carries, typed on their way in: nothing reaches SQL that its column could not hold.

use chrono::{DateTime, NaiveDate, SecondsFormat, TimeZone, Utc};
use chrono_tz::Europe::Paris;
use rust_decimal::Decimal;
use serde_json::Value as Json;
use sqlx::postgres::PgRow;
use sqlx::{Postgres, QueryBuilder, Row};
use uuid::Uuid;

/// What a column holds.
#[derive(Debug, Clone, Copy)]
pub enum Type {
    Text,
    /// `text[]`: words in capitals, of which a filter asks for one; no column to sort by. A `gin` index finds them.
    Words,
    /// Text with a closed set of values.
    Choice(fn() -> Vec<&'static str>),
    Uuid,
    /// `int2` to `int8`.
    Integer,
    Decimal,
    /// `date`: a day in Paris.
    Day,
    Time,
}

impl Type {
    /// The name in SQL, for casts.
    pub const fn sql(self) -> &'static str {
        match self {
            Type::Text | Type::Choice(_) => "text",
            Type::Words => "text[]",
            Type::Uuid => "uuid",
            Type::Integer => "int8",
            Type::Decimal => "numeric",
            Type::Day => "date",
            Type::Time => "timestamptz",
        }
    }
}

/// One value of a [`Type`].
#[derive(Debug, Clone, PartialEq, PartialOrd)]
pub enum Value {
    Text(String),
    Uuid(Uuid),
    Integer(i64),
    Decimal(Decimal),
    Day(NaiveDate),
    Time(DateTime<Utc>),
}

impl Value {
    /// Reads a value as it travels. The error is an issue's code: `type`, or `option` outside a closed set.
    pub fn from_json(json: &Json, kind: Type) -> Result<Self, &'static str> {
        let text = json.as_str();
        let value = match kind {
            Type::Text => text
                .filter(|text| is_storable(text))
                .map(|text| Value::Text(text.to_owned())),
            Type::Words => text
                .filter(|text| is_storable(text))
                .map(|text| Value::Text(text.to_uppercase())),
            Type::Choice(options) => {
                let text = text.ok_or("type")?;
                return options()
                    .contains(&text)
                    .then(|| Value::Text(text.to_owned()))
                    .ok_or("option");
            }
            Type::Uuid => text
                .and_then(|text| Uuid::try_parse(text).ok())
                .map(Value::Uuid),
            Type::Integer => match json {
                // What somebody chose among options travels as text.
                Json::String(text) => text.parse().ok(),
                json => json.as_i64(),
            }
            .map(Value::Integer),
            // Numbers travel as strings where every digit counts, and as JSON numbers from forms.
            Type::Decimal => match json {
                Json::String(text) => text.parse().ok(),
                Json::Number(number) => number.to_string().parse().ok(),
                _ => None,
            }
            .map(Value::Decimal),
            Type::Day => text.and_then(day).map(Value::Day),
            Type::Time => text
                .and_then(|text| DateTime::parse_from_rfc3339(text).ok())
                .map(|time| time.to_utc())
                .filter(|time| *time >= first_time() && *time < last_time())
                .map(Value::Time),
        };
        value.ok_or("type")
    }

    /// The opposite of [`Value::from_json`].
    pub fn to_json(&self) -> Json {
        match self {
            Value::Text(text) => text.as_str().into(),
            Value::Uuid(id) => id.to_string().into(),
            Value::Integer(number) => (*number).into(),
            Value::Decimal(number) => number.to_string().into(),
            Value::Day(day) => day.to_string().into(),
            Value::Time(time) => time.to_rfc3339_opts(SecondsFormat::Micros, true).into(),
        }
    }

    /// Reads a column of a row; `None` for null.
    pub fn from_row(row: &PgRow, column: &str, kind: Type) -> sqlx::Result<Option<Self>> {
        Ok(match kind {
            Type::Text | Type::Words | Type::Choice(_) => {
                row.try_get::<Option<String>, _>(column)?.map(Value::Text)
            }
            Type::Uuid => row.try_get::<Option<Uuid>, _>(column)?.map(Value::Uuid),
            Type::Integer => row.try_get::<Option<i64>, _>(column)?.map(Value::Integer),
            Type::Decimal => row
                .try_get::<Option<Decimal>, _>(column)?
                .map(Value::Decimal),
            Type::Day => row.try_get::<Option<NaiveDate>, _>(column)?.map(Value::Day),
            Type::Time => row
                .try_get::<Option<DateTime<Utc>>, _>(column)?
                .map(Value::Time),
        })
    }

    /// Binds the value as the next parameter.
    pub fn push(&self, query: &mut QueryBuilder<Postgres>) {
        match self {
            Value::Text(text) => query.push_bind(text.clone()),
            Value::Uuid(id) => query.push_bind(*id),
            Value::Integer(number) => query.push_bind(*number),
            Value::Decimal(number) => query.push_bind(*number),
            Value::Day(day) => query.push_bind(*day),
            Value::Time(time) => query.push_bind(*time),
        };
    }
}

/// Binds several values of one type as an array parameter.
pub fn push_all(values: &[Value], kind: Type, query: &mut QueryBuilder<Postgres>) {
    macro_rules! push_array {
        ($variant:path) => {{
            let array: Vec<_> = values
                .iter()
                .filter_map(|value| match value {
                    $variant(value) => Some(value.clone()),
                    _ => None,
                })
                .collect();
            query.push_bind(array)
        }};
    }
    match kind {
        Type::Text | Type::Words | Type::Choice(_) => push_array!(Value::Text),
        Type::Uuid => push_array!(Value::Uuid),
        Type::Integer => push_array!(Value::Integer),
        Type::Decimal => push_array!(Value::Decimal),
        Type::Day => push_array!(Value::Day),
        Type::Time => push_array!(Value::Time),
    };
}

/// PostgreSQL's text holds every character but this one.
pub fn is_storable(text: &str) -> bool {
    !text.contains('\0')
}

/// A day as `yyyy-mm-dd`, years 1 to 9999.
pub fn day(text: &str) -> Option<NaiveDate> {
    let shaped = text.len() == 10
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'-');
    NaiveDate::parse_from_str(text, "%Y-%m-%d")
        .ok()
        .filter(|day| shaped && *day >= FIRST_DAY)
}

/// When a day begins in Paris (decision 17), also on the two a year that have 23 or 25 hours.
pub fn start_of_day(day: NaiveDate) -> DateTime<Utc> {
    let midnight = day.and_time(chrono::NaiveTime::MIN);
    // A clock put forward at midnight, as once in history, starts the day at the first time that there was.
    let times = (0..24).map(|hour| midnight + chrono::TimeDelta::hours(hour));
    times
        .filter_map(|time| Paris.from_local_datetime(&time).earliest())
        .next()
        .map_or_else(|| midnight.and_utc(), |time| time.to_utc())
}

/// Which day it is in Paris at that time (decision 17).
pub fn day_of(time: DateTime<Utc>) -> NaiveDate {
    time.with_timezone(&Paris).date_naive()
}

const FIRST_DAY: NaiveDate = NaiveDate::from_ymd_opt(1, 1, 1).expect("a day");
const LAST_DAY: NaiveDate = NaiveDate::from_ymd_opt(9999, 12, 31).expect("a day");

fn first_time() -> DateTime<Utc> {
    start_of_day(FIRST_DAY)
}

fn last_time() -> DateTime<Utc> {
    start_of_day(LAST_DAY + chrono::TimeDelta::days(1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn utc(day: &str) -> String {
        start_of_day(super::day(day).unwrap()).to_rfc3339_opts(SecondsFormat::Secs, true)
    }

    #[test]
    fn a_day_begins_at_midnight_in_paris() {
        assert_eq!(utc("2026-01-15"), "2026-01-14T23:00:00Z");
        assert_eq!(utc("2026-07-15"), "2026-07-14T22:00:00Z");
        // 29 March 2026 has 23 hours, 25 October 25.
        assert_eq!(
            (utc("2026-03-29"), utc("2026-03-30")),
            ("2026-03-28T23:00:00Z".into(), "2026-03-29T22:00:00Z".into())
        );
        assert_eq!(
            (utc("2026-10-25"), utc("2026-10-26")),
            ("2026-10-24T22:00:00Z".into(), "2026-10-25T23:00:00Z".into())
        );
    }

    #[test]
    fn a_day_is_written_in_one_way() {
        for wrong in [
            "2026-2-01",
            "2026-02-30",
            "+026-02-01",
            "0000-01-01",
            "20260201",
            "2026-02-01T00:00:00Z",
            "",
            "-026-02-01",
        ] {
            assert_eq!(day(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn values_come_back_as_they_went() {
        let time = DateTime::from_timestamp_micros(1_795_003_200_123_456).unwrap();
        for (value, kind) in [
            (Value::Text("é\"".into()), Type::Text),
            (Value::Uuid(Uuid::from_u128(7)), Type::Uuid),
            (Value::Integer(-3), Type::Integer),
            (Value::Decimal("12.340".parse().unwrap()), Type::Decimal),
            (Value::Day(time.date_naive()), Type::Day),
            (Value::Time(time), Type::Time),
        ] {
            assert_eq!(Value::from_json(&value.to_json(), kind), Ok(value));
        }
    }

    #[test]
    fn what_a_column_cannot_hold_is_refused() {
        for (json, kind, code) in [
            (Json::from("a\0b"), Type::Text, "type"),
            (
                Json::from("MAYBE"),
                Type::Choice(|| vec!["YES", "NO"]),
                "option",
            ),
            (Json::from(1), Type::Choice(|| vec!["YES", "NO"]), "type"),
            (Json::from("x"), Type::Uuid, "type"),
            (Json::from(1.5), Type::Integer, "type"),
            (Json::from("NaN"), Type::Decimal, "type"),
            (Json::from("2026-02-30"), Type::Day, "type"),
            (Json::from("+99999-01-01T00:00:00Z"), Type::Time, "type"),
        ] {
            assert_eq!(Value::from_json(&json, kind), Err(code), "{json}");
        }
    }

    proptest! {
        /// Days follow each other without a gap, each 23, 24 or 25 hours long, and no two begin at once.
        #[test]
        fn days_fill_the_calendar(number in 1..3_652_000_i32) {
            let day = NaiveDate::from_num_days_from_ce_opt(number).unwrap();
            let hours = (start_of_day(day + chrono::Days::new(1)) - start_of_day(day)).num_minutes();
            prop_assert!((22 * 60..=26 * 60).contains(&hours), "{} has {} minutes", day, hours);
            let there = start_of_day(day).with_timezone(&Paris);
            prop_assert_eq!(there.date_naive(), day);
            let before = (start_of_day(day) - chrono::TimeDelta::microseconds(1)).with_timezone(&Paris);
            prop_assert_eq!(before.date_naive(), day - chrono::Days::new(1));
        }

        #[test]
        fn a_day_is_read_as_it_is_written(number in 1..3_652_059_i32) {
            let written = NaiveDate::from_num_days_from_ce_opt(number).unwrap();
            prop_assert_eq!(day(&written.to_string()), Some(written));
        }

        /// A cursor's key leads to the row it was taken from: no digit of it is lost on the way.
        #[test]
        fn a_value_comes_back_as_it_went(
            micros in -60_000_000_000_000_000_i64..250_000_000_000_000_000,
            digits in any::<i64>(), scale in 0..28_u32, whole in any::<i64>(), text in "\\PC{0,30}",
        ) {
            for (value, kind) in [
                (Value::Time(DateTime::from_timestamp_micros(micros).unwrap()), Type::Time),
                (Value::Decimal(Decimal::new(digits, scale)), Type::Decimal),
                (Value::Integer(whole), Type::Integer),
                (Value::Text(text), Type::Text),
            ] {
                prop_assert_eq!(Value::from_json(&value.to_json(), kind), Ok(value));
            }
        }
    }
}
