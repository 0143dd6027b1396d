//! The British file of the Official Charts Company: fixed width, a block for each postal area.

use super::fields::{at_line, barcode, lines, same};
use super::{Content, digits};
use chrono::NaiveDate;

pub(super) fn read(text: &str, sold: NaiveDate) -> Result<Content, String> {
    let mut content = Content {
        layout: "uk-occ",
        lines: 0,
        units: 0,
    };
    if text.is_empty() {
        return Ok(content);
    }
    // The area that is open, and its lines so far.
    let mut block: Option<(&str, u32)> = None;
    let mut seen = Vec::new();
    for (number, line) in lines(text, "\n")?.into_iter().enumerate() {
        let outcome = match (line.split_at_checked(1), &mut block) {
            (Some(("0", rest)), None) => header(rest, sold).and_then(|area| {
                if seen.contains(&area) {
                    return Err(format!("area {area:?} has a second block"));
                }
                seen.push(area);
                block = Some((area, 0));
                Ok(())
            }),
            (Some(("1", rest)), Some((_, lines))) => sale(rest).map(|units| {
                *lines += 1;
                content.lines += 1;
                content.units += units;
            }),
            (Some(("9", rest)), Some((area, lines))) => {
                let wanted = format!("{area:5}{lines:05}");
                let lines = *lines;
                block = None;
                if lines == 0 {
                    Err("the block is empty".into())
                } else {
                    same("trailer", rest, &wanted)
                }
            }
            _ => Err(format!("{line:?} does not belong here")),
        };
        at_line(number, outcome)?;
    }
    match block {
        Some((area, _)) => Err(format!("the block of {area:?} has no trailer")),
        None => Ok(content),
    }
}

fn header(rest: &str, sold: NaiveDate) -> Result<&str, String> {
    let (area, day) = rest.split_at_checked(5).ok_or("the header is too short")?;
    same("day", day, &sold.format("%y%m%d").to_string())?;
    let area = area.trim_end();
    if (1..=2).contains(&area.len()) && area.bytes().all(|byte| byte.is_ascii_uppercase()) {
        Ok(area)
    } else {
        Err(format!("area: {area:?} is not a postal area"))
    }
}

fn sale(rest: &str) -> Result<i64, String> {
    if rest.len() != 24 || !rest.is_ascii() {
        return Err(format!("a line has 25 characters, not {}", rest.len() + 1));
    }
    barcode(&rest[..13])?;
    let (quantity, price) = (&rest[13..19], &rest[19..]);
    let units: i64 = quantity
        .parse()
        .ok()
        .filter(|units| *units != 0 && digits(&quantity[1..]))
        .ok_or_else(|| format!("quantity: {quantity:?} is not a number of units"))?;
    if !digits(price) || price == "00000" {
        return Err(format!("price: {price:?} is not a price in pence"));
    }
    Ok(units)
}
