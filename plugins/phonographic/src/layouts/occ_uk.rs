//! The British file of the Official Charts Company: fixed width, a block for each postal area.

use super::{Writer, fits};
use crate::caps::Caps;
use crate::piece::Piece;
use chrono::NaiveDate;
use comptoir_plugin_sdk::{Error, Result};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What stands where a postal code names no area.
const NO_AREA: &str = "ZZ";

/// Barcode, pence, whether it came back.
type Line = (String, i64, bool);

pub(super) struct British {
    day: NaiveDate,
    areas: BTreeMap<String, BTreeMap<Line, i64>>,
}

impl British {
    pub(super) fn new(day: NaiveDate) -> Self {
        let areas = BTreeMap::new();
        Self { day, areas }
    }
}

/// The letters that a postal code begins with.
fn area(postcode: &str) -> String {
    let letters: String = postcode
        .trim()
        .chars()
        .take_while(char::is_ascii_alphabetic)
        .collect();
    match letters.len() {
        1 | 2 => letters.to_ascii_uppercase(),
        _ => NO_AREA.into(),
    }
}

impl Writer for British {
    fn begin(&mut self, _: &mut String) -> Result<()> {
        Ok(())
    }

    fn add(&mut self, piece: &Piece<'_>, units: i64, _: &mut String) -> Result<u32> {
        let pence = (piece.price * Decimal::ONE_HUNDRED).to_i64();
        let pence =
            pence.ok_or_else(|| Error::internal(format!("sale {}: price", piece.sale.id)))?;
        let lines = self.areas.entry(area(&piece.sale.postcode)).or_default();
        *lines
            .entry((piece.barcode.into(), pence, units < 0))
            .or_default() += units;
        Ok(0)
    }

    fn end(&mut self, _: &Caps, text: &mut String) -> Result<u32> {
        let mut all = 0;
        for (area, lines) in &self.areas {
            let _ = writeln!(text, "0{area:5}{}", self.day.format("%y%m%d"));
            for ((barcode, pence, _), units) in lines {
                let units = fits("quantity", format!("{units:06}"), 6)?;
                let pence = fits("price", format!("{pence:05}"), 5)?;
                let _ = writeln!(text, "1{barcode:13}{units}{pence}");
            }
            let count = fits("lines", format!("{:05}", lines.len()), 5)?;
            let _ = writeln!(text, "9{area:5}{count}");
            all += lines.len() as u32;
        }
        Ok(all)
    }
}
