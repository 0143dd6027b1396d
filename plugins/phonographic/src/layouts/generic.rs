//! The portal's own report: a CSV that people can read, one line for each barcode, country and price.

use super::{Writer, csv_line, plain};
use crate::build::Job;
use crate::calendar::Span;
use crate::caps::Caps;
use crate::piece::Piece;
use comptoir_plugin_sdk::Result;
use csv::{Terminator, WriterBuilder};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

pub(super) struct Generic {
    span: Span,
    tax: &'static str,
    lines: BTreeMap<Key, (Words, i64)>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    barcode: String,
    country: String,
    currency: String,
    price: Decimal,
    back: bool,
}

/// The words of a line are those of the sale that sorts first, whatever order the sales came in.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Words {
    artist: String,
    title: String,
    label: String,
    format: String,
}

impl Generic {
    pub(super) fn new(job: &Job, span: Span) -> Self {
        Self {
            span,
            tax: if job.with_tax { "inc_vat" } else { "ex_vat" },
            lines: BTreeMap::new(),
        }
    }
}

fn line(cells: &[&str], text: &mut String) -> Result<()> {
    let mut form = WriterBuilder::new();
    form.delimiter(b';').terminator(Terminator::CRLF);
    csv_line(&mut form, cells, text)
}

impl Writer for Generic {
    fn begin(&mut self, text: &mut String) -> Result<()> {
        text.push('\u{feff}');
        let headings = [
            "week_start",
            "week_end",
            "barcode",
            "artist",
            "title",
            "label",
            "format",
            "country",
            "quantity",
            &format!("unit_price_{}", self.tax),
            &format!("amount_{}", self.tax),
            "currency",
        ];
        line(&headings, text)
    }

    fn add(&mut self, piece: &Piece<'_>, units: i64, _: &mut String) -> Result<u32> {
        let sale = piece.sale;
        let key = Key {
            barcode: piece.barcode.into(),
            country: sale.country.clone(),
            currency: piece.currency.into(),
            price: piece.price,
            back: units < 0,
        };
        let words = Words {
            artist: plain(&sale.artist),
            title: plain(&sale.title),
            label: plain(&sale.label),
            format: sale.format.clone(),
        };
        match self.lines.get_mut(&key) {
            Some((known, total)) => {
                *total += units;
                if words < *known {
                    *known = words;
                }
            }
            None => {
                self.lines.insert(key, (words, units));
            }
        }
        Ok(0)
    }

    fn end(&mut self, _: &Caps, text: &mut String) -> Result<u32> {
        let (first, last) = (self.span.first.to_string(), self.span.last.to_string());
        for (key, (words, units)) in &self.lines {
            let cells = [
                &first,
                &last,
                &key.barcode,
                &words.artist,
                &words.title,
                &words.label,
                &words.format,
                &key.country,
                &units.to_string(),
                &key.price.to_string(),
                &(key.price * Decimal::from(*units)).to_string(),
                &key.currency,
            ];
            line(&cells.map(String::as_str), text)?;
        }
        Ok(self.lines.len() as u32)
    }
}
