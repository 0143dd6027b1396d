//! The portal's own report: CSV with semicolons, one line for each barcode, country and price.

use super::Content;
use super::fields::{amount, at_line, barcode, day, filled, lines, same, units};
use chrono::NaiveDate;
use rust_decimal::Decimal;

const HEADING: &str = "week_start;week_end;barcode;artist;title;label;format;country;quantity;unit_price_ex_vat;amount_ex_vat;currency";
const HEADING_WITH_TAX: &str = "week_start;week_end;barcode;artist;title;label;format;country;quantity;unit_price_inc_vat;amount_inc_vat;currency";

pub(super) fn read(text: &str, first: NaiveDate, last: NaiveDate) -> Result<Content, String> {
    let text = text
        .strip_prefix('\u{feff}')
        .ok_or("it does not begin with a byte order mark")?;
    let heading = lines(text, "\r\n")?[0];
    if heading != HEADING_WITH_TAX {
        same("heading", heading, HEADING)?;
    }
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(b';')
        .from_reader(text.as_bytes());
    let mut content = Content {
        layout: "generic",
        lines: 0,
        units: 0,
    };
    for (number, record) in reader.records().enumerate() {
        let record = record.map_err(|error| error.to_string())?;
        let cells: Vec<&str> = record.iter().collect();
        content.units += at_line(number + 1, line(&cells, first, last))?;
        content.lines += 1;
    }
    Ok(content)
}

fn line(cells: &[&str], first: NaiveDate, last: NaiveDate) -> Result<i64, String> {
    let [
        start,
        end,
        ean,
        _,
        title,
        _,
        format,
        country,
        quantity,
        price,
        total,
        currency,
    ] = cells
    else {
        return Err(format!("it has {} cells instead of 12", cells.len()));
    };
    if day("week_start", start, "%Y-%m-%d")? != first || day("week_end", end, "%Y-%m-%d")? != last {
        return Err("its week is not the one in the name".into());
    }
    barcode(ean)?;
    filled("title", title)?;
    if !["cd", "vinyl", "cassette"].contains(format) {
        return Err(format!("format: {format:?} is unknown"));
    }
    let capitals = |text: &str, length| {
        text.len() == length && text.bytes().all(|byte| byte.is_ascii_uppercase())
    };
    if !capitals(country, 2) || !capitals(currency, 3) {
        return Err("country or currency is not a code".into());
    }
    let units = units(quantity)?;
    let price = amount("unit price", price, '.')?;
    if amount("amount", total, '.')? != price * Decimal::from(units) {
        return Err(format!("amount: {total} is not {units} times {price}"));
    }
    Ok(units)
}
