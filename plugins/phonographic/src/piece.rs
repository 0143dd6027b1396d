//! A sale as a layout counts it: in the layout's currency, on the seller's wall clock, a box taken apart.

use crate::build::Job;
use crate::configuration::Bundles;
use crate::layouts::{Currency, Layout};
use chrono::{NaiveDate, NaiveDateTime};
use comptoir_plugin_sdk::rows::Sale;
use comptoir_plugin_sdk::{Error, Result, time};
use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};

/// One record of a sale.
#[derive(Debug)]
pub struct Piece<'a> {
    /// What it belongs to.
    pub sale: &'a Sale,
    /// Which one of the sale's pieces, from 0.
    pub place: usize,
    /// When it counts, on the seller's wall.
    pub at: NaiveDateTime,
    /// Thirteen digits.
    pub barcode: &'a str,
    /// Negative for what came back.
    pub quantity: i64,
    /// For one, in whole cents.
    pub price: Decimal,
    /// Of the price: ISO 4217.
    pub currency: &'a str,
    /// When the record came out; none: unknown.
    pub released: Option<NaiveDate>,
    /// Whether it was sold in a box of several.
    pub boxed: bool,
}

/// Why a sale is in no file of this report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Left {
    /// Its day is not one of the report's.
    Day,
    /// It went to another territory.
    Territory,
    /// It is no CD, vinyl record or cassette.
    Format,
    /// It has no right barcode.
    Barcode,
    /// It was free, or cheaper than counts.
    Price,
    /// It counts for no chart before its release.
    Unreleased,
}

/// The pieces of a sale, or why there are none.
pub fn pieces<'a>(sale: &'a Sale, job: &'a Job) -> Result<Result<Vec<Piece<'a>>, Left>> {
    let unreadable = |field: &str| Error::internal(format!("sale {}: {field}", sale.id));
    let at = time::parse(&sale.at).ok_or_else(|| unreadable("at"))?;
    let at = at.with_timezone(&job.zone).naive_local();
    let released: Option<NaiveDate> = match sale.released.as_str() {
        "" => None,
        day => Some(day.parse().map_err(|_| unreadable("released"))?),
    };
    if sale.quantity == 0 || !job.span.holds(at.date()) {
        return Ok(Err(Left::Day));
    }
    if !job.countries.is_empty() && !job.countries.contains(&sale.country) {
        return Ok(Err(Left::Territory));
    }
    let minimum = match sale.format.as_str() {
        "cd" => job.rules.minimum.cd,
        "vinyl" => job.rules.minimum.vinyl,
        "cassette" => job.rules.minimum.cassette,
        _ => return Ok(Err(Left::Format)),
    };
    let early = released.is_some_and(|released| at.date() < released);
    if early && job.layout != Layout::Generic {
        return Ok(Err(Left::Unreleased));
    }
    let (price, currency) = price(sale, job)?;
    let apart = job.rules.bundles == Bundles::Split && sale.barcodes.len() > 1;
    let barcodes: Vec<&str> = if apart {
        sale.barcodes.iter().map(String::as_str).collect()
    } else {
        vec![&sale.barcode]
    };
    if !barcodes.iter().all(|barcode| is_ean(barcode)) {
        return Ok(Err(Left::Barcode));
    }
    let prices = split(price, barcodes.len());
    let cheap = |price: &Decimal| {
        *price <= Decimal::ZERO || minimum.is_some_and(|minimum| *price < minimum)
    };
    if prices.iter().any(cheap) {
        return Ok(Err(Left::Price));
    }
    let pieces = barcodes.into_iter().zip(prices).enumerate();
    let pieces = pieces.map(|(place, (barcode, price))| Piece {
        sale,
        place,
        at,
        barcode,
        quantity: sale.quantity.into(),
        price,
        currency,
        released,
        boxed: sale.barcodes.len() > 1,
    });
    Ok(Ok(pieces.collect()))
}

/// The price of one in the layout's currency.
fn price<'a>(sale: &'a Sale, job: &'a Job) -> Result<(Decimal, &'a str)> {
    let read = |field: &str, text: &str| {
        let number = text.parse::<Decimal>();
        number.map_err(|_| Error::internal(format!("sale {}: {field} {text:?}", sale.id)))
    };
    let own = || read("unit-price", &sale.unit_price);
    let euros = || read("unit-price-eur", &sale.unit_price_eur);
    let (price, currency) = match job.rules.currency {
        Currency::Own => (own()?, sale.currency.as_str()),
        Currency::In(wanted) if sale.currency == wanted => (own()?, wanted),
        Currency::In("EUR") => (euros()?, "EUR"),
        Currency::In(wanted) => {
            let field = format!("rates.{wanted}");
            let rate = job.rates.get(wanted).ok_or_else(|| {
                let why = format!("sales in {} need it for this report", sale.currency);
                Error::invalid_setting(&field, "required", why)
            })?;
            (euros()? * rate, wanted)
        }
    };
    Ok((cents(price), currency))
}

/// Rounded to cents, half away from zero.
pub fn cents(amount: Decimal) -> Decimal {
    let mut cents = amount.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero);
    cents.rescale(2);
    cents
}

/// A price in equal parts of whole cents that add up to it: the first ones are a cent dearer where it must be.
fn split(price: Decimal, parts: usize) -> Vec<Decimal> {
    let whole = (price * Decimal::ONE_HUNDRED).to_i64().unwrap_or_default();
    let count = parts as i64;
    let part = |place: i64| whole / count + i64::from(place < whole % count);
    (0..count)
        .map(|place| Decimal::new(part(place), 2))
        .collect()
}

/// Thirteen digits of which the last is right.
pub fn is_ean(barcode: &str) -> bool {
    let weight = |place: usize| if place.is_multiple_of(2) { 1 } else { 3 };
    let digits = barcode
        .bytes()
        .map(|byte| u32::from(byte.wrapping_sub(b'0')));
    barcode.len() == 13
        && barcode.bytes().all(|byte| byte.is_ascii_digit())
        && digits
            .enumerate()
            .map(|(place, digit)| digit * weight(place))
            .sum::<u32>()
            % 10
            == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_price_add_up_to_it() {
        let text = |price: &str, parts| -> Vec<String> {
            let price = price.parse().expect("a price");
            split(price, parts).iter().map(Decimal::to_string).collect()
        };
        assert_eq!(text("20.00", 3), ["6.67", "6.67", "6.66"]);
        assert_eq!(text("20.75", 1), ["20.75"]);
        assert_eq!(text("0.01", 2), ["0.01", "0.00"]);
    }

    #[test]
    fn cents_are_rounded_half_away_from_zero() {
        let text = |amount: &str| cents(amount.parse().expect("an amount")).to_string();
        assert_eq!(text("2.005"), "2.01");
        assert_eq!(text("-2.005"), "-2.01");
        assert_eq!(text("7"), "7.00");
    }

    #[test]
    fn a_upc_filled_with_a_zero_is_a_barcode_and_a_mistyped_one_is_not() {
        assert!(is_ean("3760000000017"));
        assert!(is_ean("0036000291452"));
        assert!(!is_ean("3760000000018"));
        assert!(!is_ean("036000291452"));
        assert!(!is_ean("37600000000é"));
    }
}
