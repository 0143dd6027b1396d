//! What people and programs find in the documents.

mod common;

use std::process::Command;

use common::*;
use comptoir_document::*;
use lopdf::{Dictionary, Object};
use proptest::prelude::*;
use roxmltree::Node;
use rust_decimal::Decimal;

/// The same for a company abroad, in English and without VAT.
fn english() -> Document {
    let mut document = with_vat(
        invoice(),
        VatCategory::ReverseCharge,
        Decimal::ZERO,
        "Reverse charge, article 283-2 of the French tax code",
    );
    document.language = Language::English;
    document.title = "Invoice Mondlicht – November 2026".into();
    document.store = "Mondlicht".into();
    document.buyer = Buyer {
        name: "Mondlicht Vertriebs GmbH".into(),
        identifier_number: "HRB 123456".into(),
        vat_number: "DE811569869".into(),
        address: Address {
            lines: vec!["Torstraße 1".into()],
            zip: "10119".into(),
            city: "Berlin".into(),
            country_code: "DE".into(),
            country: "Germany".into(),
        },
        email: Some("rechnung@mondlicht.example".into()),
    };
    document.seller.legal = "Comptoir SAS, capital €50,000 – Paris register 732 829 320".into();
    document.special_mention = "Internal shipping: €800.00".into();
    document
}

/// It takes back two lines of the invoice, one of them in part, as the host keeps them: with negative prices.
fn credit_note() -> Document {
    let mut document = invoice();
    document.kind = Kind::CreditNote;
    document.number = Some("F-2026-0043".into());
    document.credits = Some(Credited {
        number: "F-2026-0042".into(),
        issued_on: day(2026, 12, 1),
    });
    document.issued_on = day(2026, 12, 8);
    document.title = "Avoir sur la facture F-2026-0042".into();
    document.special_mention = "Colis livrés en retard".into();
    document.groups = vec![
        group(
            "Logistique",
            vec![line(
                "Retours",
                "14 retours contrôlés et remis en stock",
                14,
                -260,
            )],
        ),
        group(
            "Transport",
            vec![
                line("Colissimo France", "Part reprise", 1, -50_000),
                line("Avoir transporteur", "Deux colis perdus", 2, 669),
            ],
        ),
    ];
    document.sales = None;
    with_vat(document, VatCategory::Standard, Decimal::from(20), "")
}

fn draft() -> Document {
    Document {
        number: None,
        ..invoice()
    }
}

/// A PDF as its readers see it.
struct Pages(lopdf::Document);

impl Pages {
    fn of(document: &Document) -> Self {
        let bytes = pdf(document).expect("a PDF");
        Self(lopdf::Document::load_mem(&bytes).expect("a PDF that can be read"))
    }

    /// The text of each page, any space a plain one.
    fn texts(&self) -> Vec<String> {
        let pages = self.0.get_pages().into_keys();
        let text = |page| {
            let text = self.0.extract_text(&[page]).expect("text");
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        pages.map(text).collect()
    }

    fn text(&self) -> String {
        self.texts().join(" ")
    }

    fn metadata(&self) -> (&Dictionary, String) {
        let metadata = self
            .0
            .catalog()
            .and_then(|catalog| catalog.get_deref(b"Metadata", &self.0));
        let metadata = metadata.and_then(Object::as_stream).expect("metadata");
        (
            &metadata.dict,
            String::from_utf8(metadata.content.clone()).expect("text"),
        )
    }

    /// Files that belong to the whole document: their names, how they relate to it and what they hold.
    fn attachments(&self) -> Vec<(String, String, String)> {
        let Ok(files) = self
            .0
            .catalog()
            .expect("a catalog")
            .get_deref(b"AF", &self.0)
        else {
            return Vec::new();
        };
        let files = files.as_array().expect("files").iter();
        let file = |file: &Object| -> lopdf::Result<_> {
            let file = self.0.dereference(file)?.1.as_dict()?;
            let stream = file
                .get_deref(b"EF", &self.0)?
                .as_dict()?
                .get_deref(b"F", &self.0)?;
            let text = |key| {
                Ok::<_, lopdf::Error>(
                    String::from_utf8_lossy(file.get_deref(key, &self.0)?.as_str()?).into_owned(),
                )
            };
            let relation =
                String::from_utf8_lossy(file.get(b"AFRelationship")?.as_name()?).into_owned();
            let content = stream.as_stream()?.get_plain_content()?;
            Ok((
                text(b"F")?,
                relation,
                String::from_utf8_lossy(&content).into_owned(),
            ))
        };
        files.map(|of| file(of).expect("a file")).collect()
    }
}

/// The texts of all elements of a name, whatever their place.
fn all<'a>(xml: &'a roxmltree::Document<'_>, name: &str) -> Vec<&'a str> {
    let named = xml
        .descendants()
        .filter(|node| node.tag_name().name() == name);
    named.map(|node| node.text().unwrap_or_default()).collect()
}

fn decimals(xml: &roxmltree::Document<'_>, name: &str) -> Vec<Decimal> {
    let texts = all(xml, name).into_iter();
    texts.map(|text| text.parse().expect("a number")).collect()
}

#[test]
fn a_french_invoice_fits_on_a_page_and_says_what_it_is_about() {
    let pages = Pages::of(&invoice());
    let text = pages.text();
    assert_eq!(pages.texts().len(), 1);
    for said in [
        "Facture F-2026-0042",
        "01/12/2026",
        "Lune Productions SARL",
        "SIRET 55208131766522",
        "Préparation de commandes",
        "Boutique : Maison Lune · Période du 01/11/2026 au 30/11/2026",
        "Total TTC 8 115,52 €",
        "Ventes totales 18 600,00 €",
        "Différence 10 484,48 €",
        "Livraison interne : 800,00 €",
        "FR76 3000 6000 0112 3456 7890 189",
        "40 €",
        "Pas d’escompte pour paiement anticipé.",
        "Page 1 sur 1",
    ] {
        assert!(text.contains(said), "{said} in {text}");
    }
    // The seller's own words about late payment are enough.
    assert!(!text.contains("Banque centrale"), "{text}");
}

#[test]
fn an_english_invoice_is_english() {
    let text = Pages::of(&english()).text();
    for said in [
        "Invoice F-2026-0042",
        "Germany",
        "Reverse charge (AE) €6,762.93 €0.00",
        "Reverse charge, article 283-2 of the French tax code",
        "Total incl. VAT €6,762.93",
        "compensation of €40",
        "Page 1 of 1",
    ] {
        assert!(text.contains(said), "{said} in {text}");
    }
}

#[test]
fn a_credit_note_says_what_it_takes_back_in_positive_amounts_and_asks_for_no_payment() {
    let document = credit_note();
    let text = Pages::of(&document).text();
    for said in [
        "Avoir F-2026-0043",
        "Avoir sur la facture F-2026-0042 du 01/12/2026",
        "Colissimo France Part reprise 1 500,00 € 500,00 €",
        "Total TTC de l’avoir 627,62 €",
        "Colis livrés en retard",
    ] {
        assert!(text.contains(said), "{said} in {text}");
    }
    assert!(!text.contains("IBAN"), "{text}");
    let xml = xml(&document).expect("data");
    let xml = roxmltree::Document::parse(&xml).expect("XML");
    assert_eq!(all(&xml, "TypeCode")[0], "381");
    assert_eq!(all(&xml, "DuePayableAmount"), ["627.62"]);
    assert_eq!(all(&xml, "BilledQuantity"), ["14", "1", "-2"]);
    assert_eq!(all(&xml, "IssuerAssignedID"), ["F-2026-0042"]);
}

#[test]
fn a_draft_says_so_and_is_no_data() {
    let pages = Pages::of(&draft());
    assert!(pages.text().contains("BROUILLON"));
    assert!(pages.attachments().is_empty());
    assert!(matches!(xml(&draft()), Err(Error::Draft)));
}

#[test]
fn the_data_lie_inside_and_readers_are_told_so() {
    for document in [invoice(), english(), credit_note()] {
        let pages = Pages::of(&document);
        let data = xml(&document).expect("data");
        assert_eq!(
            pages.attachments(),
            [("factur-x.xml".into(), "Alternative".into(), data)]
        );
        let (dictionary, metadata) = pages.metadata();
        assert!(!dictionary.has(b"Filter"), "metadata are packed");
        let metadata = roxmltree::Document::parse(&metadata).expect("XMP");
        assert_eq!(all(&metadata, "ConformanceLevel"), ["EN 16931"]);
        assert_eq!(all(&metadata, "DocumentFileName"), ["factur-x.xml"]);
        assert_eq!(all(&metadata, "part"), ["3"]);
        assert_eq!(all(&metadata, "conformance"), ["B"]);
        assert_eq!(all(&metadata, "schemas").len(), 1);
        let described = all(&metadata, "name");
        for property in [
            "DocumentFileName",
            "DocumentType",
            "Version",
            "ConformanceLevel",
        ] {
            assert!(described.contains(&property), "{property} in {described:?}");
        }
    }
}

#[test]
fn the_same_document_gives_the_same_bytes() {
    assert!(pdf(&invoice()).expect("a PDF") == pdf(&invoice()).expect("a PDF"));
}

#[test]
fn each_page_of_many_has_the_heads_of_its_columns_and_no_title_stands_alone() {
    let mut document = long(500);
    let lines = document.groups.iter().flat_map(|group| group.lines.clone());
    let lines: Vec<Line> = lines.collect();
    let groups = lines.chunks(7).enumerate();
    document.groups = groups
        .map(|(at, lines)| group(&format!("Groupe {at}"), lines.to_vec()))
        .collect();
    let texts = Pages::of(&document).texts();
    assert!(texts.len() > 10);
    let tables = texts.iter().filter(|text| text.contains("Prestation "));
    for text in tables {
        assert!(text.contains("Désignation Quantité"), "{text}");
        let last = text.rsplit("Groupe ").next().expect("a title");
        assert!(last.contains("Prestation "), "{text}");
    }
    let all = texts.join(" ");
    assert!((1..=500).all(|at| all.contains(&format!("Prestation {at} "))));
}

#[test]
fn each_category_of_vat_is_valid_and_gives_its_reason() {
    for (category, percent, code) in [
        (VatCategory::Standard, Decimal::new(550, 2), None),
        (VatCategory::Zero, Decimal::ZERO, None),
        (VatCategory::Exempt, Decimal::ZERO, None),
        (
            VatCategory::ReverseCharge,
            Decimal::ZERO,
            Some("VATEX-EU-AE"),
        ),
        (
            VatCategory::IntraCommunity,
            Decimal::ZERO,
            Some("VATEX-EU-IC"),
        ),
        (VatCategory::Export, Decimal::ZERO, Some("VATEX-EU-G")),
        (VatCategory::OutOfScope, Decimal::ZERO, Some("VATEX-EU-O")),
    ] {
        let document = with_vat(english(), category, percent, "");
        assert_eq!(violations(&document), []);
        let data = xml(&document).expect("data");
        let data = roxmltree::Document::parse(&data).expect("XML");
        assert_eq!(all(&data, "ExemptionReasonCode"), Vec::from_iter(code));
        let is_taxed = matches!(category, VatCategory::Standard | VatCategory::Zero);
        assert_eq!(all(&data, "ExemptionReason").is_empty(), is_taxed);
        assert!(Pages::of(&document).text().contains("Total incl. VAT"));
    }
}

#[test]
fn texts_are_data_whatever_they_look_like() {
    let mut document = invoice();
    document.title = "#panic(\"x\") *gras* _i_ $x^2$ \\ @ref `raw` // fin".into();
    document.buyer.name = "株式会社 😀 A\u{202e}B\u{0} & Ｃ <b>".into();
    document.groups[0].lines[0].label = "W".repeat(255);
    document.groups[0].lines[1].description = "mot ".repeat(125);
    document.groups[1].lines[0].description = "une\nautre\u{7}\t\u{b}ligne".into();
    assert_eq!(violations(&document), []);
    let text = Pages::of(&document).text();
    for said in [
        "#panic(\"x\") *gras* _i_ $x^2$ \\ @ref `raw` // fin",
        "□□□□ □ AB",
        "& C <b>",
        "une autre ligne",
    ] {
        assert!(text.contains(said), "{said} in {text}");
    }
    let data = xml(&document).expect("data");
    let data = roxmltree::Document::parse(&data).expect("XML");
    let names = all(&data, "Name");
    assert!(
        names.contains(&"株式会社 😀 A\u{202e}B & Ｃ <b>"),
        "{names:?}"
    );
}

#[test]
fn a_logo_stands_for_the_name_and_a_broken_one_does_not_matter() {
    let with = |mime: &str, bytes: &[u8]| {
        let mut document = invoice();
        let (bytes, mime) = (bytes.to_vec(), mime.into());
        document.seller.logo = Some(Picture { bytes, mime });
        pdf(&document).expect("a PDF")
    };
    const SVG: &str = "image/svg+xml";
    let without = pdf(&invoice()).expect("a PDF");
    let drawn = br#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="4" height="1" fill="blue"/></svg>"#;
    assert!(with(SVG, drawn) != without);
    let elsewhere = br#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><image href="/etc/hostname" width="4" height="1"/></svg>"#;
    with(SVG, elsewhere);
    for (mime, broken) in [
        (SVG, &b""[..]),
        (SVG, b"<svg"),
        (SVG, &[0xff; 64]),
        ("image/png", b"\x89PNG\r\n\x1a\nxxxx"),
        ("image/png", drawn),
        ("image/jpeg", b"\xff\xd8\xff"),
        ("image/gif", b"GIF89a"),
    ] {
        assert!(with(mime, broken) == without, "{mime} {broken:?}");
    }
}

#[test]
fn what_keeps_an_invoice_from_being_accepted_is_named() {
    type Break = fn(&mut Document);
    let breaks: [(&str, Break); 20] = [
        ("BR-FR-01", |document| {
            document.number = Some("F".repeat(36))
        }),
        ("BR-FR-02", |document| document.number = Some("F 42".into())),
        ("BR-FR-03", |document| document.start_on = day(1999, 1, 1)),
        ("BR-FR-CO-07", |document| document.due_on = day(2026, 11, 1)),
        ("BR-29", |document| document.end_on = day(2026, 10, 1)),
        ("BR-06", |document| document.seller.name.clear()),
        ("BR-07", |document| document.buyer.name.clear()),
        ("BR-FR-09", |document| {
            document.seller.siren = "12345678".into()
        }),
        ("BR-FR-10", |document| {
            document.buyer.identifier_number = "W123".into()
        }),
        ("BR-FR-12", |document| {
            document.buyer.address.country_code = "DE".into();
            document.buyer.email = None;
        }),
        ("BR-11", |document| {
            document.buyer.address.country_code.clear()
        }),
        ("BR-S-02", |document| document.seller.vat_number.clear()),
        ("BR-CO-09", |document| {
            document.buyer.vat_number = "123".into()
        }),
        ("BR-16", |document| {
            document.groups.clear();
            *document = with_vat(
                document.clone(),
                VatCategory::Standard,
                Decimal::from(20),
                "",
            );
        }),
        ("BR-25", |document| {
            document.groups[0].title.clear();
            document.groups[0].lines[0].label = " \u{0}".into();
        }),
        ("BT-131", |document| {
            document.groups[0].lines[0].quantity += Decimal::ONE
        }),
        ("BR-CO-10", |document| {
            document.totals = totals(&[], Decimal::ZERO, Decimal::ZERO, None)
        }),
        ("BR-CO-15", |document| document.totals.gross += cents(1)),
        ("BR-CO-17", |document| document.totals.tax += cents(1)),
        ("BR-FR-16", |document| {
            *document = with_vat(
                document.clone(),
                VatCategory::Standard,
                Decimal::from(19),
                "",
            )
        }),
    ];
    for (rule, break_it) in breaks {
        let mut document = invoice();
        assert_eq!(violations(&document), []);
        break_it(&mut document);
        let found = violations(&document);
        assert!(
            found.iter().any(|violation| violation.rule == rule),
            "{rule} in {found:?}"
        );
    }
    let exact = |document: &mut Document| document.groups[0].lines[0].price = Decimal::new(1, 7);
    let mut document = invoice();
    exact(&mut document);
    assert!(
        violations(&document)
            .iter()
            .any(|violation| violation.field == "groups[0].lines[0].price")
    );
    assert_eq!(
        violations(&Document {
            credits: None,
            ..credit_note()
        })[0]
            .rule,
        "BR-FR-CO-05"
    );
}

#[test]
fn the_last_credit_note_may_take_back_a_cent_of_tax_that_was_rounded_before() {
    let mut document = credit_note();
    document.totals.tax -= cents(1);
    document.totals.gross -= cents(1);
    assert_eq!(violations(&document), []);
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zé '-]{1,40}",
        ".{1,60}",
        "[\\x00-\\x1f#*$<&@\\\\]{0,20}"
    ]
    .prop_map(|text| format!("x{text}"))
}

prop_compose! {
    fn any_line()(label in texts(), description in texts(), quantity in -99_999_i64..99_999, scale in 0..5_u32, price in -999_999_i64..999_999, cents in 0..7_u32) -> Line {
        let (quantity, price) = (Decimal::new(quantity, scale), Decimal::new(price, cents));
        Line { label, description, quantity, price, total: round(quantity * price) }
    }
}

prop_compose! {
    fn any_document()(
        groups in prop::collection::vec((texts(), prop::collection::vec(any_line(), 1..6)), 1..5),
        (category, percent) in prop::sample::select(vec![
            (VatCategory::Standard, 2000), (VatCategory::Standard, 550), (VatCategory::Standard, 210),
            (VatCategory::Exempt, 0), (VatCategory::Export, 0), (VatCategory::OutOfScope, 0), (VatCategory::ReverseCharge, 0),
        ]),
        name in texts(),
        mention in texts(),
        is_invoice: bool,
        is_french: bool,
    ) -> Document {
        let base = if is_invoice { invoice() } else { credit_note() };
        let language = if is_french { Language::French } else { Language::English };
        let groups = groups.iter().map(|(title, lines)| group(title, lines.clone()));
        let mut document = Document { language, groups: groups.collect(), special_mention: mention.clone(), ..base };
        document.buyer.name = name;
        with_vat(document, category, Decimal::new(percent, 2), &mention)
    }
}

/// The texts of the children of a name, of the nodes of another.
fn within<'a>(xml: &'a roxmltree::Document<'_>, parent: &str, name: &str) -> Vec<&'a str> {
    let parents = xml
        .descendants()
        .filter(|node| node.tag_name().name() == parent);
    let children = parents.flat_map(|parent| parent.descendants());
    let named = children.filter(|node| node.tag_name().name() == name);
    named.filter_map(|node: Node<'_, '_>| node.text()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Whatever is billed, the data are XML, sums hold in it and the notes that France wants are there once.
    #[test]
    fn the_data_hold(document in any_document()) {
        prop_assert_eq!(violations(&document), []);
        let text = xml(&document).expect("data");
        let data = roxmltree::Document::parse(&text).expect("XML");
        let sign = if document.kind == Kind::Invoice { Decimal::ONE } else { Decimal::NEGATIVE_ONE };
        let summation = "SpecifiedTradeSettlementLineMonetarySummation";
        let lines: Vec<Decimal> = within(&data, summation, "LineTotalAmount").iter().map(|text| text.parse().expect("a number")).collect();
        let (prices, quantities) = (decimals(&data, "ChargeAmount"), decimals(&data, "BilledQuantity"));
        prop_assert_eq!(lines.len(), document.groups.iter().map(|group| group.lines.len()).sum::<usize>());
        for ((line, price), quantity) in lines.iter().zip(&prices).zip(&quantities) {
            prop_assert!(*price >= Decimal::ZERO);
            prop_assert_eq!(round(price * quantity), *line);
        }
        let net = lines.iter().sum::<Decimal>();
        prop_assert_eq!(net, document.totals.net * sign);
        prop_assert_eq!(decimals(&data, "TaxBasisTotalAmount"), [net]);
        prop_assert_eq!(decimals(&data, "BasisAmount"), [net]);
        let tax = round(net * document.vat.percent / Decimal::ONE_HUNDRED);
        prop_assert_eq!(decimals(&data, "CalculatedAmount"), [tax]);
        prop_assert_eq!(decimals(&data, "DuePayableAmount"), [net + tax]);
        let mut subjects = all(&data, "SubjectCode");
        subjects.sort_unstable();
        prop_assert_eq!(subjects, ["AAB", "BAR", "PMD", "PMT", "REG"]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// No text keeps a document from being one, nor its data from lying inside.
    #[test]
    fn whatever_is_billed_is_a_pdf(document in any_document()) {
        let pages = Pages::of(&document);
        prop_assert_eq!(&pages.attachments()[0].2, &xml(&document).expect("data"));
    }
}

/// The field's own checks: the schema, and the rules of EN 16931 and of France as Factur-X ships them.
#[test]
fn others_accept_them() {
    let python = std::env::var_os("FACTURX_PYTHON")
        .expect("FACTURX_PYTHON: a Python with what tests/requirements.txt names");
    let folder = tempfile::tempdir().expect("a folder");
    let categories = [
        VatCategory::Zero,
        VatCategory::Exempt,
        VatCategory::IntraCommunity,
        VatCategory::Export,
        VatCategory::OutOfScope,
    ];
    let foreign = categories.map(|category| with_vat(english(), category, Decimal::ZERO, ""));
    let mut cent = credit_note();
    cent.totals.tax -= cents(1);
    cent.totals.gross -= cents(1);
    let documents = [invoice(), english(), credit_note(), cent, long(500)]
        .into_iter()
        .chain(foreign);
    let files = documents.enumerate().map(|(at, document)| {
        let file = folder.path().join(format!("{at}.pdf"));
        std::fs::write(&file, pdf(&document).expect("a PDF")).expect("a file");
        file
    });
    let files: Vec<_> = files.collect();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/check.py");
    let output = Command::new(python)
        .arg(script)
        .args(&files)
        .output()
        .expect("Python");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(
        said.lines()
            .filter(|line| line.ends_with("en16931"))
            .count(),
        files.len(),
        "{said}"
    );
}
