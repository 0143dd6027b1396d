//! The French file of the Official Charts Company: CSV, everything in quotes, one line for a sale.

use super::{Writer, csv_line, plain};
use crate::caps::Caps;
use crate::piece::Piece;
use comptoir_plugin_sdk::Result;
use csv::{QuoteStyle, Terminator, WriterBuilder};
use rust_decimal::Decimal;

const HEADINGS: [&str; 7] = [
    "date",
    "postcode",
    "barcode",
    "value",
    "quantity",
    "title",
    "artist_name",
];

pub(super) struct French;

fn line(cells: &[&str], text: &mut String) -> Result<()> {
    let mut form = WriterBuilder::new();
    form.quote_style(QuoteStyle::Always)
        .terminator(Terminator::CRLF);
    csv_line(&mut form, cells, text)
}

impl Writer for French {
    fn begin(&mut self, text: &mut String) -> Result<()> {
        line(&HEADINGS, text)
    }

    fn add(&mut self, piece: &Piece<'_>, units: i64, text: &mut String) -> Result<u32> {
        let cells = [
            &piece.at.format("%d/%m/%Y").to_string(),
            &plain(&piece.sale.postcode),
            piece.barcode,
            &(piece.price * Decimal::from(units)).to_string(),
            &units.to_string(),
            &plain(&piece.sale.title),
            &plain(&piece.sale.artist),
        ];
        line(&cells, text).map(|()| 1)
    }

    fn end(&mut self, _: &Caps, _: &mut String) -> Result<u32> {
        Ok(0)
    }
}
