//! Labels: of pieces, and of the boxes that these go into.

use std::sync::LazyLock;

use serde_json::{Value, json};
use typst::foundations::Bytes;
use typst::syntax::Source;
use typst_pdf::PdfOptions;

use super::symbol::{Dots, Printed, Room, Symbol};
use crate::numbers::number;
use crate::words::say;
use crate::{Error, Language, typeset};

static LAYOUT: LazyLock<Source> =
    LazyLock::new(|| Source::detached(include_str!("../../templates/labels.typ")));

/// What labels are printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// A4 sheets: of pieces 3 × 8 labels of 70 × 37 mm, of boxes 2 × 4 of 105 × 74 mm.
    A4,
    /// Labels of 100 × 150 mm from a roll, one a page.
    Roll,
}

/// Of a piece.
#[derive(Debug, Clone)]
pub struct ProductLabel {
    /// The product's.
    pub name: String,
    /// The variant's name.
    pub variant: String,
    pub sku: String,
    /// It is printed as EAN-13 where it is one or a UPC, as Code 128 where it is a longer one; empty: the SKU is printed, as
    /// Code 128.
    pub ean: String,
    /// How many such labels there are to be.
    pub copies: usize,
}

/// Of a box with pieces of one variant.
#[derive(Debug, Clone)]
pub struct BoxLabel {
    pub project: String,
    /// What stands for the project in the code: letters and digits.
    pub reference: String,
    /// The product's name.
    pub name: String,
    /// The variant's name.
    pub variant: String,
    pub sku: String,
    /// Pieces in it.
    pub quantity: u32,
    /// Which of how many.
    pub number: u32,
    pub of: u32,
}

impl BoxLabel {
    /// What is scanned of it: `K7M2QX/3/50/CPSL-SHIRT1-M`, box 3 of a project with 50 pieces of a SKU. What follows the third
    /// stroke is the SKU, whatever signs it has.
    fn code(&self) -> String {
        let Self {
            reference,
            number,
            quantity,
            sku,
            ..
        } = self;
        format!("{reference}/{number}/{quantity}/{sku}")
    }
}

/// Where things stand on a label; all in millimetres but the text.
struct Format {
    page: Room,
    label: Room,
    /// What stays empty at its sides, above and below.
    inset: (f64, f64),
    /// What the code has of it.
    code: Room,
    dots: Dots,
    /// Points.
    text: f64,
}

const A4: Room = Room {
    width: 210.0,
    height: 297.0,
};
const ROLL: Format = Format {
    page: Room {
        width: 100.0,
        height: 150.0,
    },
    label: Room {
        width: 100.0,
        height: 150.0,
    },
    inset: (4.0, 6.0),
    code: Room {
        width: 92.0,
        height: 40.0,
    },
    dots: Dots::COARSE,
    text: 14.0,
};

impl Size {
    fn of_pieces(self) -> Format {
        match self {
            Self::Roll => ROLL,
            Self::A4 => Format {
                page: A4,
                label: Room {
                    width: 70.0,
                    height: 37.0,
                },
                inset: (5.0, 2.5),
                code: Room {
                    width: 60.0,
                    height: 20.6,
                },
                dots: Dots::FINE,
                text: 7.0,
            },
        }
    }

    fn of_boxes(self) -> Format {
        match self {
            Self::Roll => ROLL,
            Self::A4 => Format {
                page: A4,
                label: Room {
                    width: 105.0,
                    height: 74.0,
                },
                inset: (5.0, 4.0),
                code: Room {
                    width: 95.0,
                    height: 28.0,
                },
                dots: Dots::FINE,
                text: 10.0,
            },
        }
    }
}

/// A label of either kind.
struct Label<'a> {
    /// Above its title; empty: nothing.
    over: &'a str,
    title: &'a str,
    below: String,
    symbol: Option<Symbol>,
    /// What the symbol says.
    code: String,
    /// Labels and values.
    facts: Vec<[String; 2]>,
    copies: usize,
}

/// Labels of pieces, as a PDF.
///
/// # Errors
/// [`Error::Layout`]: a mistake in here, no text that it is given.
pub fn product_labels(
    labels: &[ProductLabel],
    size: Size,
    language: Language,
) -> Result<Vec<u8>, Error> {
    let title = say(language, "Étiquettes de produits", "Product labels");
    let labels = labels.iter().map(|of| {
        let ean = of.ean.trim();
        let code = if ean.is_empty() { of.sku.as_str() } else { ean };
        Label {
            over: "",
            title: &of.name,
            below: joined(&of.variant, &of.sku),
            symbol: Symbol::ean13(ean).or_else(|| Symbol::code128(code)),
            code: code.to_owned(),
            facts: Vec::new(),
            copies: of.copies,
        }
    });
    laid_out(title, labels, &size.of_pieces(), language)
}

/// Labels of boxes, as a PDF.
///
/// # Errors
/// As [`product_labels`].
pub fn box_labels(labels: &[BoxLabel], size: Size, language: Language) -> Result<Vec<u8>, Error> {
    let title = say(language, "Étiquettes de cartons", "Box labels");
    let labels = labels.iter().map(|of| {
        let code = of.code();
        let fact = |french, english, value| [say(language, french, english).to_owned(), value];
        Label {
            over: &of.project,
            title: &of.name,
            below: joined(&of.variant, &of.sku),
            symbol: Symbol::code128(&code),
            code,
            facts: vec![
                fact("Quantité", "Quantity", number(of.quantity.into(), language)),
                fact("Carton", "Box", format!("{}/{}", of.number, of.of)),
            ],
            copies: 1,
        }
    });
    laid_out(title, labels, &size.of_boxes(), language)
}

fn joined(variant: &str, sku: &str) -> String {
    match variant.is_empty() {
        true => sku.to_owned(),
        false => format!("{variant} · {sku}"),
    }
}

fn laid_out<'a>(
    title: &str,
    labels: impl Iterator<Item = Label<'a>>,
    format: &Format,
    language: Language,
) -> Result<Vec<u8>, Error> {
    let mut files: Vec<(String, Bytes)> = Vec::new();
    let labels = labels.map(|label| {
        let bars = label
            .symbol
            .and_then(|symbol| symbol.printed(format.code, format.dots));
        // What bars cannot say or what would be too long so.
        let symbol = bars.or_else(|| Printed::qr(&label.code, format.code, format.dots));
        let symbol = symbol.map(|Printed { svg, size, is_bars }| {
            let file = format!("symbol-{}", files.len());
            files.push((file.clone(), svg));
            json!({ "file": file, "width": size.width, "height": size.height, "isBars": is_bars })
        });
        json!({
            "over": label.over,
            "title": label.title,
            "below": label.below,
            "symbol": symbol,
            "code": label.code,
            "facts": label.facts,
            "copies": label.copies,
        })
    });
    let labels: Vec<Value> = labels.collect();
    let Format { page, label, .. } = format;
    let content = json!({
        "language": say(language, "fr", "en"),
        "title": title,
        "page": [page.width, page.height],
        "label": [label.width, label.height],
        "columns": (page.width / label.width) as usize,
        // What the rows leave of the page lies above and below them.
        "margin": page.height % label.height / 2.0,
        "inset": format.inset,
        "text": format.text,
        "labels": labels,
    });
    // Nobody reads labels aloud.
    let options = PdfOptions {
        tagged: false,
        ..super::options()
    };
    let pages = typeset::pages(&LAYOUT, content, files);
    let pdf = pages.and_then(|pages| typeset::written(&pages, &options));
    typeset::forget();
    pdf
}
