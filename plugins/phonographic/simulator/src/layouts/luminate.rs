//! The three files of Luminate: totals of a store (`I3`), a line for each unit of a web shop (`M3`), and the newer one
//! with pipes. The first line is the same; the second tells which it is, and the trailer of an empty file.

use super::fields::{at_line, barcode, day, filled, lines, same};
use super::{Content, digits};
use chrono::NaiveTime;

pub(super) fn read(name: &str, text: &str) -> Result<Content, String> {
    let all = lines(text, "\n")?;
    let [header, lines @ .., trailer] = &all[..] else {
        return Err("it has no header or no trailer".into());
    };
    at_line(0, self::header(name, header))?;
    let canadian = name.starts_with('C');
    let layout = match lines.first() {
        Some(line) if line.starts_with("I3") => "luminate-i3",
        Some(line) if line.starts_with("M3") => "luminate-m3",
        Some(_) => "luminate-pipe",
        None if trailer.starts_with("94 ") && trailer.len() == 4 => "luminate-pipe",
        None => "luminate-m3",
    };
    let mut content = Content {
        layout,
        lines: 0,
        units: 0,
    };
    for (number, line) in lines.iter().enumerate() {
        let units = match layout {
            "luminate-i3" => store(line),
            "luminate-m3" => shop(line, canadian),
            _ => pipes(line, canadian),
        };
        content.units += at_line(number + 1, units)?;
        content.lines += 1;
    }
    let wanted = match layout {
        "luminate-pipe" => format!("94 {}", content.units),
        _ => format!("94{:5}{:7}", content.lines, content.units),
    };
    same("trailer", trailer, &wanted)?;
    Ok(content)
}

/// `92`, chain and account as in the name, `YYMMDD` of the day in the name.
fn header(name: &str, header: &str) -> Result<(), String> {
    let (account, rest) = name.split_at_checked(9).ok_or("the name is too short")?;
    if !account.starts_with("4030") && !account.starts_with("C400") {
        return Err(format!("chain: {account:?} begins with neither"));
    }
    let day = rest.get(3..9).unwrap_or_default();
    same("header", header, &format!("92{account}{day}"))
}

fn store(line: &str) -> Result<i64, String> {
    if line.len() != 20 || !line.is_ascii() {
        return Err(format!("it has {} characters instead of 20", line.len()));
    }
    barcode(&line[2..15])?;
    let quantity = &line[15..];
    quantity
        .parse()
        .ok()
        .filter(|units: &i64| *units != 0 && digits(&quantity[1..]))
        .ok_or_else(|| format!("quantity: {quantity:?} is not a number of units"))
}

fn shop(line: &str, canadian: bool) -> Result<i64, String> {
    let length = if canadian { 22 } else { 21 };
    if line.len() != length || !line.is_ascii() || !line.starts_with("M3") {
        return Err(format!("{line:?} is not one of {length} characters"));
    }
    barcode(&line[2..15])?;
    postcode(&line[15..length - 1], canadian)?;
    match &line[length - 1..] {
        "S" => Ok(1),
        "R" => Ok(-1),
        other => Err(format!("{other:?} is neither S nor R")),
    }
}

fn pipes(line: &str, canadian: bool) -> Result<i64, String> {
    let cells: Vec<&str> = line.split('|').collect();
    let [
        date,
        time,
        order,
        ean,
        _isrc,
        zip,
        country,
        kind,
        quantity,
        price,
        artist,
        title,
        released,
        zero,
        _label,
        bundle,
    ] = cells[..]
    else {
        return Err(format!("it has {} cells instead of 16", cells.len()));
    };
    day("date", date, "%Y%m%d")?;
    NaiveTime::parse_from_str(time, "%H%M%S").map_err(|_| format!("time: {time:?}"))?;
    filled("order", order)?;
    barcode(ean)?;
    postcode(zip, canadian)?;
    same("country", country, if canadian { "CA" } else { "US" })?;
    if !digits(price) || price.bytes().all(|digit| digit == b'0') {
        return Err(format!("price: {price:?} is not a price in cents"));
    }
    filled("artist", artist)?;
    filled("title", title)?;
    if !released.is_empty() {
        day("release date", released, "%Y%m%d")?;
    }
    same("filler", zero, "00")?;
    if !["Y", "N"].contains(&bundle) {
        return Err(format!("bundle: {bundle:?} is neither Y nor N"));
    }
    let units: i64 = Some(quantity)
        .filter(|quantity| digits(quantity) && !quantity.starts_with('0'))
        .and_then(|quantity| quantity.parse().ok())
        .ok_or_else(|| format!("quantity: {quantity:?} is not a number of units"))?;
    match kind {
        "S" => Ok(units),
        "R" => Ok(-units),
        other => Err(format!("{other:?} is neither S nor R")),
    }
}

fn postcode(text: &str, canadian: bool) -> Result<(), String> {
    let right = if canadian {
        text.len() == 6
            && text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
    } else {
        text.len() == 5 && digits(text)
    };
    right
        .then_some(())
        .ok_or_else(|| format!("{text:?} is not a postal code"))
}
