//! GfK Entertainment: cells in quotes with tabs between them, one line for an item of an order.

use super::Content;
use super::fields::{amount, at_line, barcode, day, filled, lines, same, units};
use chrono::{NaiveDate, NaiveTime};

const HEADINGS: [&str; 28] = [
    "Retailer Name",
    "Shop ID",
    "Date Of Sale",
    "Time Of Sale",
    "Units",
    "Sale Price",
    "EAN-Code",
    "Instore Code",
    "Product Group",
    "Productname",
    "Productname 1",
    "Productname 2",
    "Productname 3",
    "Artistname",
    "Artistname 1",
    "Artistname 2",
    "Artistname 3",
    "Labelname",
    "Labelname 1",
    "Labelname 2",
    "Labelname 3",
    "Licensorname",
    "Licensorname 1",
    "Licensorname 2",
    "Licensorname 3",
    "release_date",
    "post_code",
    "Transaction ID",
];

pub(super) fn read(text: &str, sold: NaiveDate) -> Result<Content, String> {
    let lines = lines(text, "\n")?;
    let headings = at_line(0, cells(lines[0]))?;
    same("headings", &headings.join("|"), &HEADINGS.join("|"))?;
    let mut content = Content {
        layout: "gfk",
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
    let cells = cells(line)?;
    let cell = |heading: &str| {
        let place = HEADINGS.iter().position(|known| *known == heading);
        place.map_or("", |place| cells[place])
    };
    for heading in [
        "Retailer Name",
        "Shop ID",
        "Productname",
        "Artistname",
        "Transaction ID",
    ] {
        filled(heading, cell(heading))?;
    }
    if day("Date Of Sale", cell("Date Of Sale"), "%Y%m%d")? != sold {
        return Err("Date Of Sale: not the day in the name".into());
    }
    let time = cell("Time Of Sale");
    NaiveTime::parse_from_str(time, "%H%M%S")
        .ok()
        .filter(|_| time.len() == 6)
        .ok_or_else(|| format!("Time Of Sale: {time:?} is not a time"))?;
    if amount("Sale Price", cell("Sale Price"), ',')?.is_sign_negative() {
        return Err("Sale Price: is negative".into());
    }
    barcode(cell("EAN-Code"))?;
    same("Product Group", cell("Product Group"), "music")?;
    if !cell("release_date").is_empty() {
        day("release_date", cell("release_date"), "%Y%m%d")?;
    }
    units(cell("Units"))
}

fn cells(line: &str) -> Result<Vec<&str>, String> {
    let unquoted = |cell: &'_ str| -> Option<()> {
        let inner = cell.strip_prefix('"')?.strip_suffix('"')?;
        (!inner.contains('"')).then_some(())
    };
    let cells: Vec<&str> = line.split('\t').collect();
    if cells.len() != HEADINGS.len() {
        return Err(format!("it has {} cells instead of 28", cells.len()));
    }
    if let Some(cell) = cells.iter().find(|cell| unquoted(cell).is_none()) {
        return Err(format!("{cell:?} does not stand in quotes"));
    }
    Ok(cells.iter().map(|cell| cell.trim_matches('"')).collect())
}
