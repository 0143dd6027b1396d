//! ARIA's XML: totals of each barcode in Australia.

use super::{Writer, plain};
use crate::build::Job;
use crate::calendar::Span;
use crate::caps::Caps;
use crate::piece::Piece;
use comptoir_plugin_sdk::Result;
use quick_xml::escape::escape;
use std::collections::BTreeMap;
use std::fmt::Write;

pub(super) struct Aria {
    provider: String,
    span: Span,
    products: BTreeMap<String, Product>,
}

/// The words of a product are those of the sale that sorts first, whatever order the sales came in.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Words {
    title: String,
    artist: String,
    label: String,
}

struct Product {
    words: Words,
    units: i64,
}

impl Aria {
    pub(super) fn new(job: &Job, span: Span) -> Self {
        Self {
            provider: job.shop.name.clone(),
            span,
            products: BTreeMap::new(),
        }
    }
}

fn attribute(text: &str) -> String {
    escape(plain(text)).into_owned()
}

impl Writer for Aria {
    fn begin(&mut self, text: &mut String) -> Result<()> {
        let Span { first, last } = self.span;
        let name = attribute(&self.provider);
        text.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let _ = writeln!(
            text,
            "<Provider xmlns=\"urn:aria-raps:etl-dsp-sales:1.0\" Name=\"{name}\" FromDate=\"{first}\" ToDate=\"{last}\">"
        );
        text.push_str("  <Region Name=\"Australia\">\n    <BundleSales>\n");
        Ok(())
    }

    fn add(&mut self, piece: &Piece<'_>, units: i64, _: &mut String) -> Result<u32> {
        let sale = piece.sale;
        let words = Words {
            title: attribute(&sale.title),
            artist: attribute(&sale.artist),
            label: attribute(&sale.label),
        };
        match self.products.get_mut(piece.barcode) {
            Some(product) => {
                product.units += units;
                if words < product.words {
                    product.words = words;
                }
            }
            None => {
                let product = Product { words, units };
                self.products.insert(piece.barcode.into(), product);
            }
        }
        Ok(0)
    }

    fn end(&mut self, caps: &Caps, text: &mut String) -> Result<u32> {
        for (barcode, Product { words, units }) in &self.products {
            let Words {
                title,
                artist,
                label,
            } = words;
            let customers = caps.orders(barcode);
            let _ = writeln!(
                text,
                "      <BundleSale APN=\"{barcode:0>14}\" Title=\"{title}\" Artist=\"{artist}\" Customers=\"{customers}\" Sales=\"{units}\" RecordLabel=\"{label}\"/>"
            );
        }
        text.push_str("    </BundleSales>\n  </Region>\n</Provider>\n");
        Ok(self.products.len() as u32)
    }
}
