//! The document as data: UN/CEFACT Cross Industry Invoice, profile EN 16931 of Factur-X 1.0.

use askama::Template;
use chrono::NaiveDate;
use rust_decimal::Decimal;

use crate::numbers::plain;
use crate::words::{NOTICES, exemption};
use crate::{DIRECTORY, Document, Error, Kind, SIRENE, Vat, VatCategory};

/// The document as data.
///
/// # Errors
/// [`Error::Draft`]: it has no number.
pub fn xml(document: &Document) -> Result<String, Error> {
    let number = document.number.as_deref().ok_or(Error::Draft)?;
    let stated = document.stated();
    let mut xml = Data {
        number,
        notes: notes(&stated),
        items: items(&stated),
        document: &stated,
    }
    .render()?;
    // The template escapes; what no XML may hold even so is dropped (XML 1.0, 2.2).
    xml.retain(is_allowed);
    Ok(xml)
}

fn is_allowed(sign: char) -> bool {
    matches!(sign, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[derive(Template)]
#[template(path = "factur-x.xml")]
struct Data<'a> {
    number: &'a str,
    document: &'a Document,
    notes: Vec<Note<'a>>,
    items: Vec<Item<'a>>,
}

struct Note<'a> {
    text: &'a str,
    /// UNTDID 4451; `None`: it is about nothing that has a code.
    subject: Option<&'static str>,
}

/// A line, whose price is not negative (BR-27): its quantity carries the sign.
struct Item<'a> {
    name: &'a str,
    description: &'a str,
    quantity: Decimal,
    price: Decimal,
    total: Decimal,
}

/// A code of [`Note`] and what it is about: who the buyer is (BR-FR-20), register and capital, payment.
fn notes(document: &Document) -> Vec<Note<'_>> {
    let bar = match document.buyer.siren() {
        Some(_) => "B2B",
        None => "B2BINT",
    };
    let legal = document.seller.legal.as_str();
    let mut notes = vec![
        Note {
            text: &document.title,
            subject: None,
        },
        Note {
            text: &document.special_mention,
            subject: None,
        },
        Note {
            text: bar,
            subject: Some("BAR"),
        },
        Note {
            text: legal,
            subject: Some("REG"),
        },
    ];
    notes.extend(NOTICES.iter().map(|notice| {
        Note {
            text: notice
                .find_in(legal)
                .unwrap_or_else(|| notice.standard(document.language)),
            subject: Some(notice.subject),
        }
    }));
    notes.retain(|note| !note.text.is_empty());
    notes
}

fn items(document: &Document) -> Vec<Item<'_>> {
    let items = document.lines().map(|(group, line)| {
        let sign = match line.price < Decimal::ZERO {
            true => Decimal::NEGATIVE_ONE,
            false => Decimal::ONE,
        };
        Item {
            name: line.name(group),
            description: &line.description,
            quantity: (line.quantity * sign).normalize(),
            price: (line.price * sign).normalize(),
            total: line.total,
        }
    });
    items.collect()
}

impl Data<'_> {
    fn type_code(&self) -> &'static str {
        match self.document.kind {
            Kind::Invoice => "380",
            Kind::CreditNote => "381",
        }
    }

    fn is_invoice(&self) -> bool {
        self.document.kind == Kind::Invoice
    }

    /// What no VAT is about names no number and no rate of VAT (BR-O-02 and BR-O-05).
    fn is_in_scope(&self) -> bool {
        self.document.vat.category != VatCategory::OutOfScope
    }

    /// Goods within the Union say where they go (BR-IC-12).
    fn is_intra_community(&self) -> bool {
        self.document.vat.category == VatCategory::IntraCommunity
    }

    fn exemption(&self) -> Option<&str> {
        let Vat {
            category, mention, ..
        } = &self.document.vat;
        let standard = exemption(*category, self.document.language)?;
        Some(if mention.is_empty() {
            standard
        } else {
            mention
        })
    }

    /// VATEX, where a category has one of its own.
    fn exemption_code(&self) -> Option<&'static str> {
        match self.document.vat.category {
            VatCategory::ReverseCharge => Some("VATEX-EU-AE"),
            VatCategory::IntraCommunity => Some("VATEX-EU-IC"),
            VatCategory::Export => Some("VATEX-EU-G"),
            VatCategory::OutOfScope => Some("VATEX-EU-O"),
            VatCategory::Standard | VatCategory::Exempt | VatCategory::Zero => None,
        }
    }
}

fn amount(amount: &Decimal) -> String {
    plain(*amount)
}

/// Format 102 (BR-FR-03).
fn day(day: &NaiveDate) -> String {
    day.format("%Y%m%d").to_string()
}
