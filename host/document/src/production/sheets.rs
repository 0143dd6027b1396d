//! The sheet of a product: what a factory has to know to make it.

use std::sync::LazyLock;

use rust_decimal::Decimal;
use serde_json::{Map, Value, json};
use typst::foundations::Bytes;
use typst::syntax::Source;

use super::colors::look_of;
use super::symbol::{Dots, Printed, Room};
use crate::numbers::number;
use crate::words::say;
use crate::{Error, Language, Picture, typeset};

static LAYOUT: LazyLock<Source> =
    LazyLock::new(|| Source::detached(include_str!("../../templates/sheets.typ")));

/// What the code of a product's page has of its sheet.
const CODE: Room = Room {
    width: 30.0,
    height: 30.0,
};

/// Words of the pages by their keys.
const WORDS: &[(&str, &str, &str)] = &[
    ("title", "Fiche technique", "Technical sheet"),
    ("code", "Page du produit", "Product page"),
    ("variant", "Variante", "Variant"),
    ("sku", "SKU", "SKU"),
    ("ean", "EAN", "EAN"),
    ("pieces", "Pièces", "Pieces"),
    ("total", "Total", "Total"),
    ("pages", "Pages du dossier technique", "Technical pages"),
    ("page", "Page", "Page"),
    ("of", "sur", "of"),
];

/// What the sheet of a product says. What is not known is empty.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    pub name: String,
    pub project: String,
    /// One that cannot be drawn is left out.
    pub picture: Option<Picture>,
    /// As it is named. Where it is known how that looks, it is shown.
    pub color: String,
    pub fabric: Option<Fabric>,
    pub fit: String,
    pub tags: Vec<TagGroup>,
    pub variants: Vec<Variant>,
    /// What the pages of its technical file show.
    pub pages: Vec<PageLabel>,
    /// Its page in the portal, which a QR code leads to.
    pub address: String,
}

#[derive(Debug, Clone)]
pub struct Fabric {
    pub weight: Decimal,
    /// `g/m²`
    pub unit: String,
}

/// Tags of one kind.
#[derive(Debug, Clone)]
pub struct TagGroup {
    pub title: String,
    pub tags: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct Variant {
    pub name: String,
    pub sku: String,
    pub ean: String,
    pub pieces: u32,
}

#[derive(Debug, Clone)]
pub struct PageLabel {
    pub page: u32,
    pub label: String,
}

/// The sheets of products, each from a new page on, as a PDF.
///
/// # Errors
/// [`Error::Layout`]: a mistake in here, no text or picture that it is given.
pub fn sheets(sheets: &[Sheet], language: Language) -> Result<Vec<u8>, Error> {
    let pdf = laid_out(sheets, language).or_else(|_| {
        // A picture is broken: only drawing it tells which.
        let mut sheets = sheets.to_vec();
        for sheet in &mut sheets {
            if laid_out(std::slice::from_ref(sheet), language).is_err() {
                sheet.picture = None;
            }
        }
        laid_out(&sheets, language)
    });
    typeset::forget();
    pdf
}

fn laid_out(sheets: &[Sheet], language: Language) -> Result<Vec<u8>, Error> {
    let mut files = Vec::new();
    let mut file = |name: &str, bytes| {
        let name = format!("{name}-{}", files.len());
        files.push((name.clone(), bytes));
        name
    };
    let sheets: Vec<Value> = sheets
        .iter()
        .map(|sheet| {
            let picture = sheet.picture.as_ref().and_then(|picture| {
                let format = picture.format()?;
                let file = file("picture", Bytes::new(picture.bytes.clone()));
                Some(json!({ "file": file, "format": format }))
            });
            let code = Printed::qr(&sheet.address, CODE, Dots::FINE);
            let code = code.map(|Printed { svg, size, .. }| {
                json!({ "file": file("code", svg), "size": size.width })
            });
            said(sheet, language, picture, code)
        })
        .collect();
    let words = WORDS
        .iter()
        .map(|(key, french, english)| ((*key).to_owned(), say(language, french, english).into()));
    let content = json!({
        "language": say(language, "fr", "en"),
        "words": words.collect::<Map<String, Value>>(),
        "sheets": sheets,
    });
    let pages = typeset::pages(&LAYOUT, content, files)?;
    typeset::written(&pages, &super::options())
}

fn said(sheet: &Sheet, language: Language, picture: Option<Value>, code: Option<Value>) -> Value {
    let fabric = sheet.fabric.as_ref().map(|fabric| {
        let weight = number(fabric.weight, language);
        format!("{weight}\u{a0}{}", fabric.unit)
    });
    let fact = |french, english, value: &str| match value.trim().is_empty() {
        true => None,
        false => Some([say(language, french, english).to_owned(), value.to_owned()]),
    };
    let facts = [
        fact("Grammage", "Fabric weight", &fabric.unwrap_or_default()),
        fact("Coupe", "Fit", &sheet.fit),
    ];
    let groups = sheet.tags.iter().filter(|group| !group.tags.is_empty());
    let groups = groups.map(|group| [group.title.clone(), group.tags.join(", ")]);
    let variants = sheet.variants.iter().map(|variant| {
        let pieces = number(variant.pieces.into(), language);
        [&variant.name, &variant.sku, &variant.ean, &pieces].map(ToOwned::to_owned)
    });
    let total: u64 = sheet
        .variants
        .iter()
        .map(|variant| u64::from(variant.pieces))
        .sum();
    let pages = sheet.pages.iter();
    let pages = pages.map(|page| [page.page.to_string(), page.label.clone()]);
    json!({
        "name": sheet.name,
        "project": sheet.project,
        "picture": picture,
        "code": code,
        "color": fact("Couleur", "Colour", &sheet.color),
        "look": look_of(&sheet.color),
        "facts": facts.into_iter().flatten().chain(groups).collect::<Vec<_>>(),
        "variants": variants.collect::<Vec<_>>(),
        "total": number(total.into(), language),
        "pages": pages.collect::<Vec<_>>(),
    })
}
