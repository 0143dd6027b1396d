//! The days that amounts are of.

use chrono::NaiveDate;

use crate::http::error::{Error, Result};

/// The first day and the last that people could mean.
const FIRST: NaiveDate = NaiveDate::from_ymd_opt(2000, 1, 1).expect("a day");
const LAST: NaiveDate = NaiveDate::from_ymd_opt(2099, 12, 31).expect("a day");

/// Passes a day of this century.
///
/// # Errors
/// [`Error::Invalid`] (`date`): nobody means it.
pub fn check(field: &str, day: NaiveDate) -> Result<()> {
    match (FIRST..=LAST).contains(&day) {
        true => Ok(()),
        false => Err(Error::field(field, "date")),
    }
}

/// Passes a first day and a last one that does not lie before it.
///
/// # Errors
/// [`Error::Invalid`] (`date`, `dateOrder`)
pub fn check_range(
    (first, start): (&str, NaiveDate),
    (last, end): (&str, Option<NaiveDate>),
) -> Result<()> {
    check(first, start)?;
    let Some(end) = end else { return Ok(()) };
    check(last, end)?;
    match end < start {
        true => Err(Error::field(last, "dateOrder")),
        false => Ok(()),
    }
}
