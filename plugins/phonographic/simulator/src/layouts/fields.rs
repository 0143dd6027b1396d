//! Single fields, with what is wrong in words.

use chrono::NaiveDate;
use rust_decimal::Decimal;

/// A barcode of thirteen digits whose last one is right.
pub(super) fn barcode(text: &str) -> Result<(), String> {
    let digits: Vec<u32> = text
        .chars()
        .filter_map(|digit| digit.to_digit(10))
        .collect();
    let weighed = |(place, digit): (usize, &u32)| digit * if place % 2 == 0 { 1 } else { 3 };
    let right = text.len() == 13
        && digits.len() == 13
        && digits.iter().enumerate().map(weighed).sum::<u32>() % 10 == 0;
    right
        .then_some(())
        .ok_or_else(|| format!("barcode: {text:?} is not an EAN-13"))
}

/// A whole number other than 0, written as a computer writes it.
pub(super) fn units(text: &str) -> Result<i64, String> {
    let number = text.parse::<i64>().ok().filter(|number| *number != 0);
    number
        .filter(|number| number.to_string() == text)
        .ok_or_else(|| format!("quantity: {text:?} is not a number of units"))
}

/// A decimal number with exactly two decimals.
pub(super) fn amount(field: &str, text: &str, point: char) -> Result<Decimal, String> {
    let number = text
        .split_once(point)
        .filter(|(_, decimals)| decimals.len() == 2)
        .and_then(|(whole, decimals)| format!("{whole}.{decimals}").parse().ok());
    number.ok_or_else(|| format!("{field}: {text:?} is not an amount"))
}

/// A day of that form.
pub(super) fn day(field: &str, text: &str, form: &str) -> Result<NaiveDate, String> {
    super::date(text, form).ok_or_else(|| format!("{field}: {text:?} is not a date"))
}

/// Something.
pub(super) fn filled(field: &str, text: &str) -> Result<(), String> {
    if text.trim().is_empty() {
        Err(format!("{field}: is empty"))
    } else {
        Ok(())
    }
}

/// Exactly this.
pub(super) fn same(field: &str, text: &str, wanted: &str) -> Result<(), String> {
    if text == wanted {
        Ok(())
    } else {
        Err(format!("{field}: {text:?} should be {wanted:?}"))
    }
}

/// Counts the lines of a file from 1, the heading included, and puts the number before what is wrong.
pub(super) fn at_line<T>(line: usize, outcome: Result<T, String>) -> Result<T, String> {
    outcome.map_err(|why| format!("line {}, {why}", line + 1))
}

/// The lines of a text in which every line ends, and ends like this.
pub(super) fn lines<'a>(text: &'a str, end: &'a str) -> Result<Vec<&'a str>, String> {
    let body = text.strip_suffix(end).ok_or("the last line does not end")?;
    let lines: Vec<&str> = body.split(end).collect();
    match lines.iter().position(|line| line.contains(['\r', '\n'])) {
        Some(line) => at_line(line, Err("it has a line break of another kind".into())),
        None => Ok(lines),
    }
}
