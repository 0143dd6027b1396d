//! What the compilers accept: names of files and every byte of them. Written apart from the plugin, from the same
//! descriptions, so that a mistake in one is found by the other.

mod aria;
mod fields;
mod generic;
mod gfk;
mod luminate;
mod occ_fr;
mod occ_uk;

use chrono::NaiveDate;
use serde::Serialize;

/// What a file that was accepted says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Content {
    /// The layout that its name and its lines belong to.
    pub layout: &'static str,
    /// Lines about sales, without headings and trailers.
    pub lines: u32,
    /// Units sold less units returned.
    pub units: i64,
}

/// The kinds of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Generic { first: NaiveDate, last: NaiveDate },
    OccFr(NaiveDate),
    OccUk(NaiveDate),
    Gfk(NaiveDate),
    Luminate,
    Aria,
}

/// Whether some compiler would take a file of that name.
pub fn knows(name: &str) -> bool {
    kind(name).is_some()
}

/// Reads a file as its receiver does; refuses it with the place and the reason.
pub fn read(name: &str, bytes: &[u8]) -> Result<Content, String> {
    let kind = kind(name).ok_or_else(|| format!("{name}: no layout has a file of that name"))?;
    let text = std::str::from_utf8(bytes).map_err(|error| format!("{name}: {error}"))?;
    let content = match kind {
        Kind::Generic { first, last } => generic::read(text, first, last),
        Kind::OccFr(day) => occ_fr::read(text, day),
        Kind::OccUk(day) => occ_uk::read(text, day),
        Kind::Gfk(day) => gfk::read(text, day),
        Kind::Luminate => luminate::read(name, text),
        Kind::Aria => aria::read(name, text),
    };
    content.map_err(|why| format!("{name}: {why}"))
}

fn kind(name: &str) -> Option<Kind> {
    let (stem, extension) = name.rsplit_once('.')?;
    match extension {
        "csv" => match stem.split('_').collect::<Vec<_>>()[..] {
            ["FR", shop, day] => code(shop).then(|| date(day, "%d%m%y"))?.map(Kind::OccFr),
            ["SNEP", shop, first, last] if code(shop) => Some(Kind::Generic {
                first: date(first, "%Y-%m-%d")?,
                last: date(last, "%Y-%m-%d")?,
            }),
            _ => None,
        },
        "asc" => {
            let (shop, day) = stem.split_at_checked(stem.len().checked_sub(6)?)?;
            code(shop).then(|| date(day, "%d%m%y"))?.map(Kind::OccUk)
        }
        "txt" => match stem.split('_').collect::<Vec<_>>()[..] {
            [retailer, country, day, "V24"]
                if digits(retailer) && ["DE", "ES", "FR", "IT", "NL"].contains(&country) =>
            {
                date(day, "%Y%m%d").map(Kind::Gfk)
            }
            [account, day] if account.len() == 9 && code(account) => {
                date(day, "%Y%m%d").map(|_| Kind::Luminate)
            }
            _ => None,
        },
        "xml" => {
            let (provider, day) = stem.rsplit_once('_')?;
            let (day, number) = day.split_at_checked(8)?;
            let known = code(provider) && number.len() == 2 && digits(number);
            known.then(|| date(day, "%Y%m%d"))?.map(|_| Kind::Aria)
        }
        _ => None,
    }
}

fn code(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    !text.is_empty() && text.bytes().all(allowed)
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A date of exactly that form: chrono alone would take fewer digits.
fn date(text: &str, form: &str) -> Option<NaiveDate> {
    let date = NaiveDate::parse_from_str(text, form).ok()?;
    (date.format(form).to_string() == text).then_some(date)
}

#[cfg(test)]
mod tests;
