//! Documents worth sending. The merchant invoice: a PDF that people read, and inside of it the same as data that programs read
//! (Factur-X 1.0, profile EN 16931, in PDF/A-3b). What apparel is made by: [`production`]. What they are given they print: they
//! reckon, number and keep nothing, and know neither the host nor the network.

mod numbers;
mod pdf;
pub mod production;
mod rules;
mod typeset;
mod words;
mod xml;
mod xmp;

use std::borrow::Cow;

use chrono::NaiveDate;
use rust_decimal::Decimal;

pub use numbers::{money, number, percent};
pub use pdf::pdf;
pub use rules::{Violation, is_french_rate, violations};
pub use xml::xml;

/// The language of what the document says itself; the texts it is given are of that language already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    French,
    English,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Invoice,
    /// It takes back an invoice, or a part of it.
    CreditNote,
}

/// An invoice or a credit note. Amounts are euros, without VAT unless something else stands beside them; a credit note's are
/// those of what it takes back with the other sign, so mostly negative, and are shown and sent as positive ones.
#[derive(Debug, Clone)]
pub struct Document {
    pub language: Language,
    pub kind: Kind,
    /// `None`: a draft, which says so on each page and has no data inside.
    pub number: Option<String>,
    pub issued_on: NaiveDate,
    pub due_on: NaiveDate,
    /// The days that are billed, both included.
    pub start_on: NaiveDate,
    pub end_on: NaiveDate,
    pub title: String,
    /// The store that it is about; empty: none.
    pub store: String,
    pub seller: Seller,
    pub buyer: Buyer,
    pub groups: Vec<Group>,
    /// What the store sold in these days; a credit note shows none.
    pub sales: Option<Sales>,
    /// The buyer's share of the store, in percent.
    pub ownership: Decimal,
    /// What else is to be said; of a credit note why there is one. Empty: nothing.
    pub special_mention: String,
    pub vat: Vat,
    pub totals: Totals,
    /// Of a credit note: the invoice that it takes back.
    pub credits: Option<Credited>,
}

/// Who invoices. What is not known is empty.
#[derive(Debug, Clone, Default)]
pub struct Seller {
    pub name: String,
    /// Nine digits.
    pub siren: String,
    pub vat_number: String,
    pub address: Address,
    pub email: String,
    /// Without spaces.
    pub iban: String,
    pub bic: String,
    /// Register, capital, what late and early payment mean; a paragraph a line.
    pub legal: String,
    /// To stand for its name. One that cannot be drawn is left out, and the name stands there.
    pub logo: Option<Picture>,
}

#[derive(Debug, Clone)]
pub struct Picture {
    pub bytes: Vec<u8>,
    /// `image/png`, `image/jpeg`, `image/svg+xml` or `image/webp`; no other is drawn.
    pub mime: String,
}

/// Who is billed. What is not known is empty.
#[derive(Debug, Clone, Default)]
pub struct Buyer {
    pub name: String,
    /// In the register of its country: of a French company its SIREN or SIRET.
    pub identifier_number: String,
    pub vat_number: String,
    pub address: Address,
    pub email: Option<String>,
}

/// The French register of companies (ISO 6523); the schemes of addresses in the French directory of invoicing and of mail (EAS).
const SIRENE: &str = "0002";
const DIRECTORY: &str = "0225";
const MAIL: &str = "EM";

/// The SIREN that a number in the French register is, or as a SIRET begins with; blanks do not count.
pub fn siren(number: &str) -> Option<String> {
    let digits: String = number
        .chars()
        .filter(|sign| !sign.is_whitespace())
        .collect();
    let is_number =
        matches!(digits.len(), 9 | 14) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits[..9].to_owned())
}

impl Buyer {
    /// Of a French company.
    fn siren(&self) -> Option<String> {
        let is_french = self.address.country_code == "FR";
        is_french.then(|| siren(&self.identifier_number)).flatten()
    }

    /// Its number in its country's register, and the register's code where it is the French one.
    fn register(&self) -> (String, Option<&'static str>) {
        match self.siren() {
            Some(siren) => (siren, Some(SIRENE)),
            None => (self.identifier_number.clone(), None),
        }
    }

    /// Where programs reach it, and the address's scheme: a French company by its SIREN (BR-FR-12), another by mail.
    fn endpoint(&self) -> Option<(String, &'static str)> {
        let mail = self.email.clone().filter(|email| !email.is_empty());
        let siren = self.siren().map(|siren| (siren, DIRECTORY));
        siren.or_else(|| mail.map(|email| (email, MAIL)))
    }
}

#[derive(Debug, Clone, Default)]
pub struct Address {
    /// Street and what else stands above the town.
    pub lines: Vec<String>,
    pub zip: String,
    pub city: String,
    /// ISO 3166-1 alpha-2.
    pub country_code: String,
    /// The country's name.
    pub country: String,
}

/// Lines below one title, which may be empty.
#[derive(Debug, Clone)]
pub struct Group {
    pub title: String,
    pub lines: Vec<Line>,
}

#[derive(Debug, Clone)]
pub struct Line {
    pub label: String,
    pub description: String,
    pub quantity: Decimal,
    /// Of one.
    pub price: Decimal,
    /// Of all, in whole cents.
    pub total: Decimal,
}

impl Line {
    /// What it is called; one without a label is called as its group.
    fn name<'a>(&'a self, group: &'a Group) -> &'a str {
        let is_blank = |sign: char| sign.is_whitespace() || sign.is_control();
        match self.label.chars().all(is_blank) {
            true => &group.title,
            false => &self.label,
        }
    }
}

/// Sales of a period, as the shop reports them: discounts and returns are negative.
#[derive(Debug, Clone, Copy)]
pub struct Sales {
    pub gross: Decimal,
    pub discounts: Decimal,
    pub returns: Decimal,
    pub net: Decimal,
    pub shipping: Decimal,
    pub taxes: Decimal,
    /// With all taxes.
    pub total: Decimal,
}

/// The one VAT of the whole document.
#[derive(Debug, Clone)]
pub struct Vat {
    pub percent: Decimal,
    pub category: VatCategory,
    /// The article of law that it follows from; empty: none.
    pub mention: String,
}

/// UNTDID 5305, those that EN 16931 takes and France knows (BR-FR-15).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VatCategory {
    Standard,
    Exempt,
    ReverseCharge,
    IntraCommunity,
    Export,
    OutOfScope,
    Zero,
}

impl VatCategory {
    /// Its code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Standard => "S",
            Self::Exempt => "E",
            Self::ReverseCharge => "AE",
            Self::IntraCommunity => "K",
            Self::Export => "G",
            Self::OutOfScope => "O",
            Self::Zero => "Z",
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Totals {
    pub net: Decimal,
    pub tax: Decimal,
    /// With VAT.
    pub gross: Decimal,
    /// What is left to the buyer of its share of the sales, without VAT and with (decision F11).
    pub difference_ex_vat: Decimal,
    pub difference: Decimal,
}

/// An invoice that is taken back.
#[derive(Debug, Clone)]
pub struct Credited {
    pub number: String,
    pub issued_on: NaiveDate,
}

impl Document {
    /// As it is shown and sent: a credit note says by its type that it takes back, so its amounts turn round (EN 16931, type
    /// 381), and no price turns negative by that.
    fn stated(&self) -> Cow<'_, Self> {
        if self.kind == Kind::Invoice {
            return Cow::Borrowed(self);
        }
        let mut stated = self.clone();
        for line in stated.groups.iter_mut().flat_map(|group| &mut group.lines) {
            line.total = -line.total;
            match line.price.is_sign_negative() {
                true => line.price = -line.price,
                false => line.quantity = -line.quantity,
            }
        }
        let totals = &mut stated.totals;
        (totals.net, totals.tax, totals.gross) = (-totals.net, -totals.tax, -totals.gross);
        Cow::Owned(stated)
    }

    fn lines(&self) -> impl Iterator<Item = (&Group, &Line)> {
        let of = |group| move |line| (group, line);
        self.groups
            .iter()
            .flat_map(move |group| group.lines.iter().map(of(group)))
    }
}

/// Why there is no document.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("a draft has no number yet, and no data of an invoice")]
    Draft,
    #[error("the data could not be written")]
    Data(#[from] askama::Error),
    /// A mistake in the template, not in what it was given.
    #[error("the pages could not be laid out: {0}")]
    Layout(String),
    #[error("the PDF could not be marked as Factur-X")]
    Mark(#[from] lopdf::Error),
    #[error("the PDF's metadata are not those of PDF/A")]
    Metadata,
    #[error("the PDF could not be written")]
    Write(#[from] std::io::Error),
}
