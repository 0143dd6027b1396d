//! What apparel is made by: the sheets of products, the labels of their pieces and of the boxes that these go into, many products
//! in one PDF. Nothing that it is given is an error: what no bar code holds becomes a QR code, what cannot be drawn is left out.

mod colors;
mod labels;
mod sheets;
mod symbol;

use typst::foundations::Smart;
use typst_pdf::PdfOptions;

pub use labels::{BoxLabel, ProductLabel, Size, box_labels, product_labels};
pub use sheets::{Fabric, PageLabel, Sheet, TagGroup, Variant, sheets};

/// The same texts give the same bytes: there is neither a time nor a program in it.
fn options() -> PdfOptions {
    PdfOptions {
        creator: Smart::Custom(None),
        ..PdfOptions::default()
    }
}
