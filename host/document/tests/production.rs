//! What people and scanners find on sheets and labels: every code is read back from the printed page, by another library than
//! the one that wrote it.

#[path = "common/production.rs"]
mod common;

use std::collections::HashSet;

use common::*;
use comptoir_document::production::*;
use comptoir_document::{Language, Picture};
use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{RenderCache, RenderSettings, render};
use proptest::prelude::*;
use rust_decimal::Decimal;
use rxing::BarcodeFormat::{CODE_128, EAN_13, QR_CODE};
use rxing::helpers::detect_in_luma_with_hints;
use rxing::{BarcodeFormat, DecodeHints};

/// All that a sheet may say.
fn sheet() -> Sheet {
    let variant = |name: &str, pieces: u32| Variant {
        name: name.into(),
        sku: format!("CPSL-SHIRT1-{name}"),
        ean: ean(pieces.into()),
        pieces,
    };
    let group = |title: &str, tags: &[&str]| TagGroup {
        title: title.into(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
    };
    let page = |page, label: &str| PageLabel {
        page,
        label: label.into(),
    };
    Sheet {
        name: "T-shirt col rond".into(),
        project: "Été 2027".into(),
        picture: None,
        color: "Bleu marine".into(),
        fabric: Some(Fabric {
            weight: Decimal::from(180),
            unit: "g/m²".into(),
        }),
        fit: "Ample, épaules tombantes".into(),
        tags: vec![
            group("Type", &["T-shirt"]),
            group("Composition", &["Coton biologique", "Élasthanne"]),
            group("Personnalisation", &[]),
        ],
        variants: vec![variant("S", 83), variant("M", 1167), variant("L", 167), variant("XL", 83)],
        pages: vec![page(1, "Devant"), page(2, "Dos")],
        address: "https://portal.example/admin/project/019ab0c4-7d1e-7c3a-9d55-3f1f2b6f5d10/product/019ab0c4-8e2f-7a11-8c44-0a1b2c3d4e5f"
            .into(),
    }
}

/// A page of paper: how bright each dot of it is.
struct Paper {
    width: usize,
    height: usize,
    dots: Vec<u8>,
}

const SHEET: f32 = 600.0;
const ROLL: f32 = 406.4;

/// The pages of a PDF, at so many dots an inch.
fn printed(pdf: Vec<u8>, dpi: f32) -> Vec<Paper> {
    let pdf = Pdf::new(pdf).expect("a PDF");
    let cache = RenderCache::new();
    let settings = RenderSettings {
        x_scale: dpi / 72.0,
        y_scale: dpi / 72.0,
        bg_color: WHITE,
        ..RenderSettings::default()
    };
    let pages = pdf.pages().iter().map(|page| {
        let image = render(page, &cache, &InterpreterSettings::default(), &settings);
        Paper {
            width: image.width().into(),
            height: image.height().into(),
            // All of it is grey but for swatches.
            dots: image.data().iter().map(|dot| dot.g).collect(),
        }
    });
    pages.collect()
}

impl Paper {
    /// The labels that it is cut into.
    fn cut(&self, columns: usize, rows: usize) -> impl Iterator<Item = Self> {
        let (width, height) = (self.width / columns, self.height / rows);
        (0..columns * rows).map(move |at| {
            let (left, top) = (at % columns * width, at / columns * height);
            let rows = self.dots.chunks(self.width).skip(top).take(height);
            let dots = rows.flat_map(|row| &row[left..left + width]).copied();
            Self {
                width,
                height,
                dots: dots.collect(),
            }
        })
    }

    /// What a scanner reads on it.
    fn scanned(&self) -> Option<(BarcodeFormat, String)> {
        let (width, height) = (self.width as u32, self.height as u32);
        let mut hints = DecodeHints {
            PossibleFormats: Some(HashSet::from([EAN_13, CODE_128, QR_CODE])),
            ..DecodeHints::default()
        };
        let found = detect_in_luma_with_hints(self.dots.clone(), width, height, None, &mut hints);
        found
            .ok()
            .map(|found| (*found.getBarcodeFormat(), found.getText().to_owned()))
    }
}

fn scans(
    pdf: Vec<u8>,
    (columns, rows, dpi): (usize, usize, f32),
) -> Vec<Option<(BarcodeFormat, String)>> {
    let pages = printed(pdf, dpi);
    let labels = pages.iter().flat_map(|page| page.cut(columns, rows));
    labels.map(|label| label.scanned()).collect()
}

/// How its labels lie on a page.
fn pieces(size: Size) -> (usize, usize, f32) {
    match size {
        Size::A4 => (3, 8, SHEET),
        Size::Roll => (1, 1, ROLL),
    }
}

fn boxes(size: Size) -> (usize, usize, f32) {
    match size {
        Size::A4 => (2, 4, SHEET),
        Size::Roll => (1, 1, ROLL),
    }
}

fn text_of(pdf: &[u8]) -> String {
    let pdf = lopdf::Document::load_mem(pdf).expect("a PDF");
    let pages: Vec<u32> = pdf.get_pages().into_keys().collect();
    let text = pdf.extract_text(&pages).expect("text");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn pages_of(pdf: &[u8]) -> usize {
    lopdf::Document::load_mem(pdf)
        .expect("a PDF")
        .get_pages()
        .len()
}

fn label(sku: &str, ean: &str) -> ProductLabel {
    ProductLabel {
        name: "T-shirt".into(),
        variant: "M".into(),
        sku: sku.into(),
        ean: ean.into(),
        copies: 1,
    }
}

/// What is to be read of a label.
fn expected(label: &ProductLabel) -> String {
    match label.ean.as_str() {
        "" => label.sku.clone(),
        upc if upc.len() == 12 => format!("0{upc}"),
        ean => ean.to_owned(),
    }
}

#[test]
fn each_code_of_a_product_label_is_read_back() {
    let long = "CPSL-".repeat(51);
    let labels = [
        (label("CPSL-SHIRT1-M", "3700123456780"), EAN_13),
        (label("CPSL-SHIRT1-M", "036000291452"), EAN_13),
        (label("CPSL-SHIRT1-M", "13700123456783"), CODE_128),
        (label("CPSL-SHIRT1-XL", ""), CODE_128),
        (label("ab ~{}/\\-12", ""), CODE_128),
        (label("CHEMISE-ÉTÉ-M", ""), QR_CODE),
        (label(&long, ""), QR_CODE),
        (label(&"日本😀".repeat(85), ""), QR_CODE),
    ];
    for size in [Size::A4, Size::Roll] {
        let of: Vec<ProductLabel> = labels.iter().map(|(label, _)| label.clone()).collect();
        let pdf = product_labels(&of, size, Language::French).expect("a PDF");
        let read = scans(pdf, pieces(size));
        for ((label, format), read) in labels.iter().zip(read) {
            assert_eq!(read, Some((*format, expected(label))), "{size:?} {label:?}");
        }
    }
}

#[test]
fn each_code_of_a_box_label_is_read_back_and_says_project_box_pieces_and_sku() {
    let labels = box_labels_of(9);
    for (size, pages) in [(Size::A4, 2), (Size::Roll, 9)] {
        let pdf = box_labels(&labels, size, Language::French).expect("a PDF");
        assert_eq!(pages_of(&pdf), pages);
        let text = text_of(&pdf);
        for said in [
            "Été 2027",
            "T-shirt col rond",
            "M · CPSL-SHIRT1-00M",
            "Quantité 50",
            "Carton 9/9",
        ] {
            assert!(text.contains(said), "{said} in {text}");
        }
        let read = scans(pdf, boxes(size));
        for (number, read) in (1..=9).zip(read) {
            let code = format!("K7M2QX/{number}/50/CPSL-SHIRT1-00M");
            assert_eq!(read, Some((CODE_128, code)), "{size:?}");
        }
    }
}

#[test]
fn a_sheet_says_all_of_its_product_and_leads_to_its_page() {
    let mut other = sheet();
    other.name = "Sweat à capuche".into();
    let pdf = sheets(&[sheet(), other], Language::French).expect("a PDF");
    let text = text_of(&pdf);
    for said in [
        "Fiche technique · Été 2027",
        "T-shirt col rond",
        "Couleur Bleu marine",
        "Grammage 180 g/m²",
        "Coupe Ample, épaules tombantes",
        "Composition Coton biologique, Élasthanne",
        "Variante SKU EAN Pièces",
        "M CPSL-SHIRT1-M 3700000011675 1 167",
        "Total 1 500",
        "Pages du dossier technique 1 Devant 2 Dos",
        "Sweat à capuche",
        "Page 2 sur 2",
    ] {
        assert!(text.contains(said), "{said} in {text}");
    }
    assert!(!text.contains("Personnalisation"), "{text}");
    let read: Vec<_> = printed(pdf, 200.0).iter().map(Paper::scanned).collect();
    let address = Some((QR_CODE, sheet().address));
    assert_eq!(read, [address.clone(), address]);
    let english = text_of(&sheets(&[sheet()], Language::English).expect("a PDF"));
    for said in [
        "Technical sheet",
        "Fabric weight",
        "M CPSL-SHIRT1-M 3700000011675 1,167",
        "Page 1 of 1",
    ] {
        assert!(english.contains(said), "{said} in {english}");
    }
    assert_eq!(
        pages_of(&sheets(&[Sheet::default()], Language::French).expect("a PDF")),
        1
    );
}

#[test]
fn a_picture_is_shown_and_a_broken_one_takes_no_other_with_it() {
    let with = |pictures: &[(&str, &[u8])]| {
        let sheet = |(mime, bytes): &(&str, &[u8])| Sheet {
            picture: Some(Picture {
                bytes: bytes.to_vec(),
                mime: (*mime).into(),
            }),
            ..sheet()
        };
        let of: Vec<Sheet> = pictures.iter().map(sheet).collect();
        sheets(&of, Language::French).expect("a PDF")
    };
    let drawn = br#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="4" height="1" fill="blue"/></svg>"#;
    let none = with(&[("application/pdf", b"%PDF"), ("image/gif", b"GIF89a")]);
    let one = with(&[
        ("image/svg+xml", drawn),
        ("image/png", b"\x89PNG\r\n\x1a\nxxxx"),
    ]);
    assert!(with(&[("image/jpeg", b"\xff\xd8\xff"), ("image/webp", b"RIFF")]) == none);
    assert!(one != none);
    let blue = |pdf: Vec<u8>| {
        printed(pdf, 72.0)
            .iter()
            .map(|page| page.dots.iter().filter(|dot| **dot == 0).count() > 8000)
            .collect::<Vec<_>>()
    };
    assert_eq!(blue(one), [true, false]);
    assert_eq!(blue(none), [false, false]);
}

#[test]
fn labels_lie_as_the_sheets_of_shops_have_them() {
    let millimetres = |pdf: &[u8]| {
        let pdf = lopdf::Document::load_mem(pdf).expect("a PDF");
        let page = pdf.get_dictionary(pdf.get_pages()[&1]).expect("a page");
        let size = page
            .get(b"MediaBox")
            .and_then(|of| of.as_array())
            .expect("a size");
        [2, 3].map(|at| (size[at].as_float().expect("a number") * 25.4 / 72.0).round() as i32)
    };
    let mut labels = product_labels_of(2);
    labels[0].copies = 24;
    for (size, paper, pages) in [(Size::A4, [210, 297], 2), (Size::Roll, [100, 150], 25)] {
        let pdf = product_labels(&labels, size, Language::English).expect("a PDF");
        assert_eq!((millimetres(&pdf), pages_of(&pdf)), (paper, pages));
        assert!(pdf == product_labels(&labels, size, Language::English).expect("a PDF"));
        let empty = product_labels(&[], size, Language::English).expect("a PDF");
        assert_eq!(pages_of(&empty), 1);
    }
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[A-Z0-9-]{2,40}",
        "[ -~]{2,30}",
        "[0-9]{2,40}",
        // A mark of byte order at its beginning is no text to whoever reads it.
        ".{0,255}".prop_map(|text| text.trim_start_matches('\u{feff}').to_owned()),
        "[\\x00-\\x1f#*$<&@\\\\é]{0,20}"
    ]
}

prop_compose! {
    fn any_label()(name in texts(), variant in texts(), sku in texts(), number in 0..1_000_000_000_u64, kind in 0..3) -> ProductLabel {
        let ean = match kind {
            0 => ean(number),
            1 => format!("{number:014}"),
            _ => String::new(),
        };
        ProductLabel { name, variant, sku, ean, copies: 1 }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2, max_shrink_iters: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_label_says_is_read_back(labels in prop::collection::vec(any_label(), 24)) {
        let pdf = product_labels(&labels, Size::A4, Language::French).expect("a PDF");
        let read = scans(pdf, pieces(Size::A4));
        for (label, read) in labels.iter().zip(read) {
            let expected = Some(expected(label)).filter(|text| !text.is_empty());
            prop_assert_eq!(read.map(|(_, text)| text), expected, "{:?}", label);
        }
    }

    #[test]
    fn no_text_is_an_error(text in texts(), number in any::<u32>()) {
        let of = BoxLabel {
            project: text.clone(),
            reference: text.clone(),
            name: text.clone(),
            variant: text.clone(),
            sku: text.clone(),
            quantity: number,
            number,
            of: number,
        };
        box_labels(&[of], Size::A4, Language::English).expect("a PDF");
        let said = Sheet {
            name: text.clone(),
            project: text.clone(),
            color: text.clone(),
            fit: text.clone(),
            tags: vec![TagGroup { title: text.clone(), tags: vec![text.clone(); 3] }],
            variants: vec![Variant { name: text.clone(), sku: text.clone(), ean: text.clone(), pieces: number }],
            pages: vec![PageLabel { page: number, label: text.clone() }],
            address: text.repeat(20),
            ..sheet()
        };
        sheets(&[said], Language::French).expect("a PDF");
    }
}
