//! GfK Entertainment: cells in quotes with tabs between them, one line for an item of an order.

use super::{Writer, plain};
use crate::build::Job;
use crate::caps::Caps;
use crate::piece::Piece;
use comptoir_plugin_sdk::{Error, Result};

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

pub(super) struct Gfk {
    retailer: String,
}

impl Gfk {
    pub(super) fn new(job: &Job) -> Self {
        let retailer = job.shop.name.clone();
        Self { retailer }
    }
}

/// The shop's number for the report's territory.
pub(super) fn retailer(job: &Job) -> Result<&str> {
    let number = job.shop.retailers.get(&job.territory);
    number.map(String::as_str).ok_or_else(|| {
        let field = format!("shops.retailers.{}", job.territory);
        let why = format!("{} has no retailer number there", job.shop.code);
        Error::invalid_setting(&field, "required", why)
    })
}

/// Quotes inside a cell have no form of their own: they become apostrophes.
fn line(cells: &[&str; 28], text: &mut String) {
    let cells = cells.map(|cell| format!("\"{}\"", plain(cell).replace('"', "'")));
    text.push_str(&cells.join("\t"));
    text.push('\n');
}

impl Writer for Gfk {
    fn begin(&mut self, text: &mut String) -> Result<()> {
        line(&HEADINGS, text);
        Ok(())
    }

    fn add(&mut self, piece: &Piece<'_>, units: i64, text: &mut String) -> Result<u32> {
        let sale = piece.sale;
        let released = piece.released.map(|day| day.format("%Y%m%d").to_string());
        let cells = HEADINGS.map(|heading| match heading {
            "Retailer Name" => self.retailer.clone(),
            "Shop ID" => "1".into(),
            "Date Of Sale" => piece.at.format("%Y%m%d").to_string(),
            "Time Of Sale" => piece.at.format("%H%M%S").to_string(),
            "Units" => units.to_string(),
            "Sale Price" => piece.price.to_string().replace('.', ","),
            "EAN-Code" => piece.barcode.to_owned(),
            "Instore Code" => sale.sku.clone(),
            "Product Group" => "music".into(),
            "Productname" => sale.title.clone(),
            "Artistname" => sale.artist.clone(),
            // No licensor is known to be another than the label.
            "Labelname" | "Licensorname" => sale.label.clone(),
            "release_date" => released.clone().unwrap_or_default(),
            "post_code" => sale.postcode.clone(),
            "Transaction ID" => sale.id.clone(),
            _ => String::new(),
        });
        line(&std::array::from_fn(|place| cells[place].as_str()), text);
        Ok(1)
    }

    fn end(&mut self, _: &Caps, _: &mut String) -> Result<u32> {
        Ok(0)
    }
}
