//! The columns of an export: each says its heading in both languages and what stands below it.

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;

use super::csv::Cell;
use crate::words::language::Language;

/// One column of an export of rows `R`.
#[derive(Debug)]
pub struct ExportColumn<R> {
    french: &'static str,
    english: &'static str,
    value: Value<R>,
    pub(in crate::list) staff: bool,
}

#[derive(Debug)]
enum Value<R> {
    Text(fn(&R) -> &str),
    Composed(fn(&R) -> String),
    Word(fn(&R, Language) -> String),
    Count(fn(&R) -> Option<i64>),
    Amount(fn(&R) -> Decimal),
    Day(fn(&R) -> Option<NaiveDate>),
    Time(fn(&R) -> Option<DateTime<Utc>>),
}

impl<R> ExportColumn<R> {
    const fn new(french: &'static str, english: &'static str, value: Value<R>) -> Self {
        Self {
            french,
            english,
            value,
            staff: false,
        }
    }

    /// In the staff's files only; others do not hear that there is such a thing.
    pub const fn for_staff(mut self) -> Self {
        self.staff = true;
        self
    }

    /// What it is called.
    pub const fn heading(&self, language: Language) -> &'static str {
        language.pick(self.french, self.english)
    }

    /// What stands below it for a row.
    pub fn cell(&self, row: &R, language: Language) -> Cell {
        match self.value {
            Value::Text(text) => Cell::text(text(row)),
            Value::Composed(text) => Cell::Text(text(row)),
            Value::Word(word) => Cell::Text(word(row, language)),
            Value::Count(count) => count(row).map_or_else(|| Cell::text(""), Cell::Count),
            Value::Amount(amount) => Cell::Number(amount(row)),
            Value::Day(day) => Cell::Day(day(row)),
            Value::Time(time) => Cell::Time(time(row)),
        }
    }
}

/// A text of the row.
pub const fn text<R>(
    french: &'static str,
    english: &'static str,
    value: fn(&R) -> &str,
) -> ExportColumn<R> {
    ExportColumn::new(french, english, Value::Text(value))
}

/// A text made of several.
pub const fn composed<R>(
    french: &'static str,
    english: &'static str,
    value: fn(&R) -> String,
) -> ExportColumn<R> {
    ExportColumn::new(french, english, Value::Composed(value))
}

/// A code as the reader's language says it.
pub const fn word<R>(
    french: &'static str,
    english: &'static str,
    value: fn(&R, Language) -> String,
) -> ExportColumn<R> {
    ExportColumn::new(french, english, Value::Word(value))
}

/// A whole number; `None`: nobody knows it, which is not none.
pub const fn count<R>(
    french: &'static str,
    english: &'static str,
    value: fn(&R) -> Option<i64>,
) -> ExportColumn<R> {
    ExportColumn::new(french, english, Value::Count(value))
}

/// An amount of money, whose currency stands in a column of its own.
pub const fn amount<R>(
    french: &'static str,
    english: &'static str,
    value: fn(&R) -> Decimal,
) -> ExportColumn<R> {
    ExportColumn::new(french, english, Value::Amount(value))
}

/// A day in Paris; `None`: there is none.
pub const fn day<R>(
    french: &'static str,
    english: &'static str,
    value: fn(&R) -> Option<NaiveDate>,
) -> ExportColumn<R> {
    ExportColumn::new(french, english, Value::Day(value))
}

/// A time; `None`: it has not come.
pub const fn time<R>(
    french: &'static str,
    english: &'static str,
    value: fn(&R) -> Option<DateTime<Utc>>,
) -> ExportColumn<R> {
    ExportColumn::new(french, english, Value::Time(value))
}
