//! The French file of the Official Charts Company: CSV with quotes around everything, one line for a sale.

use super::Content;
use super::fields::{amount, at_line, barcode, day, filled, lines, same, units};
use chrono::NaiveDate;

const HEADING: &str = r#""date","postcode","barcode","value","quantity","title","artist_name""#;

pub(super) fn read(text: &str, sold: NaiveDate) -> Result<Content, String> {
    let lines = lines(text, "\r\n")?;
    same("heading", lines[0], HEADING)?;
    let mut content = Content {
        layout: "fr-occ",
        lines: 0,
        units: 0,
    };
    for (number, line) in lines.iter().enumerate().skip(1) {
        content.units += at_line(number, self::line(line, sold))?;
        content.lines += 1;
    }
    Ok(content)
}

fn line(line: &str, sold: NaiveDate) -> Result<i64, String> {
    let cells = quoted(line)?;
    let [date, _postcode, ean, value, quantity, title, artist] = &cells[..] else {
        return Err(format!("it has {} cells instead of 7", cells.len()));
    };
    if day("date", date, "%d/%m/%Y")? != sold {
        return Err(format!("date: {date} is not the day in the name"));
    }
    barcode(ean)?;
    let units = units(quantity)?;
    if units.abs() > 5 {
        return Err(format!("quantity: {units} is more than five"));
    }
    let value = amount("value", value, '.')?;
    if value.is_zero() || value.is_sign_negative() != (units < 0) {
        return Err(format!("value: {value} does not fit {units} units"));
    }
    filled("title", title)?;
    filled("artist_name", artist)?;
    Ok(units)
}

/// The cells of a line in which every cell stands in quotes.
fn quoted(line: &str) -> Result<Vec<String>, String> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(line.as_bytes());
    let record = reader
        .records()
        .next()
        .ok_or("it is empty")?
        .map_err(|error| error.to_string())?;
    let cells: Vec<String> = record.iter().map(str::to_owned).collect();
    let again: Vec<String> = cells
        .iter()
        .map(|cell| format!("\"{}\"", cell.replace('"', "\"\"")))
        .collect();
    same("quotes", line, &again.join(","))?;
    Ok(cells)
}
