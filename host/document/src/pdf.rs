//! The document as pages: what stands on them, in the order in which the layout (`templates/invoice.typ`) takes it.

use std::sync::LazyLock;

use chrono::Datelike;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration, Smart};
use typst::syntax::{FileId, Source};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards, Timestamp};
use unicode_normalization::UnicodeNormalization;

use crate::numbers::{day, money, number, percent};
use crate::words::{self, NOTICES, say};
use crate::{Address, Document, Error, Kind, Language, Logo, VatCategory, xml, xmp};

/// The document as a PDF/A-3b, with its data inside unless it is a draft. The same document gives the same bytes. It takes
/// tens of milliseconds of one core, and more with many lines.
///
/// # Errors
/// [`Error::Layout`] and the like: a mistake in here. No text, number or logo that it is given is one.
pub fn pdf(document: &Document) -> Result<Vec<u8>, Error> {
    let data = document
        .number
        .is_some()
        .then(|| xml(document))
        .transpose()?;
    let stated = document.stated();
    let with = |logo| pages(&stated, data.as_deref(), logo);
    let logo = stated.seller.logo.as_ref().and_then(Picture::of);
    let pages = match logo {
        Some(logo) => with(Some(logo)).or_else(|_| with(None)),
        None => with(None),
    };
    // What is kept between two documents is of no use to others, and would only grow.
    typst::comemo::evict(0);
    match data {
        Some(_) => xmp::marked(pages?),
        None => pages,
    }
}

/// A logo, and what the layout calls its format.
#[derive(Clone, Copy)]
struct Picture<'a> {
    bytes: &'a [u8],
    format: &'static str,
}

impl<'a> Picture<'a> {
    /// `None`: of another type than those that are known, whatever the layout could draw.
    fn of(logo: &'a Logo) -> Option<Self> {
        let format = match logo.mime.as_str() {
            "image/png" => "png",
            "image/jpeg" => "jpg",
            "image/svg+xml" => "svg",
            _ => return None,
        };
        let bytes = &logo.bytes;
        Some(Self { bytes, format })
    }
}

fn pages(
    document: &Document,
    data: Option<&str>,
    logo: Option<Picture<'_>>,
) -> Result<Vec<u8>, Error> {
    let content = drawable(content(document, logo.map(|logo| logo.format)));
    let files = [
        Some(("content.json", content.to_string().into_bytes())),
        data.map(|data| ("factur-x.xml", data.as_bytes().to_vec())),
        logo.map(|logo| ("logo", logo.bytes.to_vec())),
    ];
    let files = files.into_iter().flatten();
    let desk = Desk {
        files: files
            .map(|(name, bytes)| (name, Bytes::new(bytes)))
            .collect(),
    };
    let pages: PagedDocument = typst::compile(&desk)
        .output
        .map_err(|errors| told(&errors))?;
    let issued_on = document.issued_on;
    let timestamp = Datetime::from_ymd_hms(
        issued_on.year(),
        u8::try_from(issued_on.month()).unwrap_or(1),
        u8::try_from(issued_on.day()).unwrap_or(1),
        0,
        0,
        0,
    );
    let standards = PdfStandards::new(&[PdfStandard::A_3b])
        .map_err(|error| Error::Layout(error.message().to_string()))?;
    let options = PdfOptions {
        ident: Smart::Custom(format!(
            "{} {}",
            document.seller.siren,
            document.number.as_deref().unwrap_or_default()
        )),
        creator: Smart::Custom(None),
        timestamp: timestamp.map(Timestamp::new_utc),
        standards,
        ..PdfOptions::default()
    };
    typst_pdf::pdf(&pages, &options).map_err(|errors| told(&errors))
}

fn told(errors: &[SourceDiagnostic]) -> Error {
    let errors: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    Error::Layout(errors.join("; "))
}

/// What stands on the pages, written out in their language.
fn content(document: &Document, logo: Option<&str>) -> Value {
    let language = document.language;
    let euros = |amount| money(amount, language);
    let is_abroad = document.seller.address.country_code != document.buyer.address.country_code;
    let groups = document.groups.iter().map(|group| {
        let lines = group.lines.iter().map(|line| {
            json!({
                "label": line.name(group),
                "description": line.description,
                "quantity": number(line.quantity, language),
                "price": price(line.price, language),
                "total": euros(line.total),
            })
        });
        let total = group.lines.iter().map(|line| line.total).sum();
        json!({ "title": group.title, "total": euros(total), "lines": lines.collect::<Vec<_>>() })
    });
    json!({
        "language": say(language, "fr", "en"),
        "words": words::page(language),
        "isDraft": document.number.is_none(),
        "logo": logo,
        "kind": words::kind(document.kind, language),
        "number": document.number,
        "credits": credits(document),
        "facts": facts(document),
        "seller": party(&document.seller.name, &document.seller.address, is_abroad, &[
            ("SIREN", &document.seller.siren),
            (say(language, "N° TVA", "VAT no."), &document.seller.vat_number),
            ("", &document.seller.email),
        ]),
        "buyer": party(&document.buyer.name, &document.buyer.address, is_abroad, &[
            (register(document), &document.buyer.identifier_number),
            (say(language, "N° TVA", "VAT no."), &document.buyer.vat_number),
            ("", document.buyer.email.as_deref().unwrap_or_default()),
        ]),
        "title": document.title,
        "about": about(document),
        "groups": groups.collect::<Vec<_>>(),
        "sales": sales(document),
        "vat": [vat(document), euros(document.totals.net), euros(document.totals.tax)],
        "totals": [
            [say(language, "Total HT", "Total excl. VAT"), euros(document.totals.net)],
            [format!("{} ({})", say(language, "TVA", "VAT"), percent(document.vat.percent, language)), euros(document.totals.tax)],
            [total(document), euros(document.totals.gross)],
        ],
        "vatMention": document.vat.mention,
        "mention": document.special_mention,
        "payment": payment(document),
        "legal": legal(document),
        "company": company(document),
    })
}

/// A price of one has more decimals than cents where it needs them.
fn price(price: Decimal, language: Language) -> String {
    let exact = price.normalize();
    if exact.scale() <= 2 {
        return money(price, language);
    }
    match language {
        Language::French => format!("{}\u{a0}€", number(exact, language)),
        Language::English => match exact < Decimal::ZERO {
            true => format!("−€{}", number(-exact, language)),
            false => format!("€{}", number(exact, language)),
        },
    }
}

fn credits(document: &Document) -> Option<String> {
    let credited = document.credits.as_ref()?;
    let (number, day) = (&credited.number, day(credited.issued_on));
    Some(match document.language {
        Language::French => format!("Avoir sur la facture {number} du {day}"),
        Language::English => format!("Credit note on invoice {number} of {day}"),
    })
}

fn facts(document: &Document) -> Vec<[String; 2]> {
    let language = document.language;
    let mut facts = vec![[
        say(language, "Date d’émission", "Issued on").to_owned(),
        day(document.issued_on),
    ]];
    if document.kind == Kind::Invoice {
        facts.push([
            say(language, "Échéance", "Due on").to_owned(),
            day(document.due_on),
        ]);
    }
    facts
}

/// Letters within a country do not name it.
fn party(name: &str, address: &Address, is_abroad: bool, facts: &[(&str, &str)]) -> Value {
    let town = format!("{} {}", address.zip, address.city);
    let country = is_abroad.then_some(address.country.as_str());
    let lines = address.lines.iter().map(String::as_str);
    let lines = lines.chain([town.trim()]).chain(country);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let facts = facts.iter().filter(|(_, fact)| !fact.is_empty());
    let facts: Vec<String> = facts
        .map(|(label, fact)| format!("{label} {fact}").trim().to_owned())
        .collect();
    json!({ "name": name, "lines": lines, "facts": facts })
}

fn register(document: &Document) -> &'static str {
    let is_siret = document.buyer.identifier_number.len() > 9;
    match document.buyer.siren() {
        Some(_) if is_siret => "SIRET",
        Some(_) => "SIREN",
        None => say(
            document.language,
            "N° d’identification",
            "Identification no.",
        ),
    }
}

/// The store, the days that are billed, and what kind of thing is (French tax code, annex II, article 242 nonies A).
fn about(document: &Document) -> Vec<String> {
    let language = document.language;
    let (from, to) = (day(document.start_on), day(document.end_on));
    let store = match document.store.is_empty() {
        true => None,
        false => Some(format!(
            "{}{}",
            say(language, "Boutique\u{a0}: ", "Store: "),
            document.store
        )),
    };
    let period = match language {
        Language::French => format!("Période du {from} au {to}"),
        Language::English => format!("Period from {from} to {to}"),
    };
    let nature = say(language, "Prestation de services", "Supply of services").to_owned();
    [store, Some(period), Some(nature)]
        .into_iter()
        .flatten()
        .collect()
}

/// What the store sold and what is left of it to the buyer.
fn sales(document: &Document) -> Option<Value> {
    let language = document.language;
    let sales = document.sales.as_ref()?;
    let euros = |amount| money(amount, language);
    let row = |french, english, amount| json!([say(language, french, english), euros(amount)]);
    Some(json!({
        "rows": [
            row("Ventes brutes", "Gross sales", sales.gross),
            row("Réductions", "Discounts", sales.discounts),
            row("Retours", "Returns", sales.returns),
            row("Ventes nettes", "Net sales", sales.net),
            row("Livraison", "Shipping", sales.shipping),
            row("Taxes", "Taxes", sales.taxes),
            row("Ventes totales", "Total sales", sales.total),
        ],
        "left": [
            [
                say(language, "Part de l’organisation", "Share of the organization"),
                &percent(document.ownership, language),
            ],
            [
                say(language, "Différence HT", "Difference excl. VAT"),
                &euros(document.totals.difference_ex_vat),
            ],
            [
                say(language, "Différence", "Difference"),
                &euros(document.totals.difference),
            ],
        ],
    }))
}

fn vat(document: &Document) -> String {
    let (vat, language) = (&document.vat, document.language);
    let rate = percent(vat.percent, language);
    match vat.category {
        VatCategory::Standard => rate,
        category => format!(
            "{} ({})",
            words::category(category, language),
            category.code()
        ),
    }
}

fn total(document: &Document) -> &'static str {
    match document.kind {
        Kind::Invoice => say(document.language, "Total TTC", "Total incl. VAT"),
        Kind::CreditNote => say(
            document.language,
            "Total TTC de l’avoir",
            "Total credited incl. VAT",
        ),
    }
}

/// How it is paid; nothing where nothing is to be paid.
fn payment(document: &Document) -> Option<Vec<[String; 2]>> {
    let (language, seller) = (document.language, &document.seller);
    let is_due = document.kind == Kind::Invoice && document.totals.gross > Decimal::ZERO;
    let rows = [
        (say(language, "Échéance", "Due on"), day(document.due_on)),
        ("IBAN", in_fours(&seller.iban)),
        ("BIC", seller.bic.clone()),
        (
            say(language, "Référence à rappeler", "Reference to quote"),
            document.number.clone().unwrap_or_default(),
        ),
    ];
    let rows = rows.into_iter().filter(|(_, value)| !value.is_empty());
    is_due.then(|| {
        rows.map(|(label, value)| [label.to_owned(), value])
            .collect()
    })
}

fn in_fours(iban: &str) -> String {
    let signs: Vec<char> = iban.chars().collect();
    let fours: Vec<String> = signs.chunks(4).map(|four| four.iter().collect()).collect();
    fours.join("\u{a0}")
}

/// The seller's own paragraphs, and one of what the law wants said where they do not say it; a credit note is not paid late.
fn legal(document: &Document) -> Vec<String> {
    let legal = document.seller.legal.as_str();
    let own = legal.lines().map(|line| line.trim().to_owned());
    let lacking = NOTICES.iter().filter(|notice| notice.told(legal).is_none());
    let lacking: Vec<&str> = match document.kind {
        Kind::Invoice => lacking
            .map(|notice| notice.standard(document.language))
            .collect(),
        Kind::CreditNote => Vec::new(),
    };
    let paragraphs = own.chain([lacking.join(" ")]);
    paragraphs
        .filter(|paragraph| !paragraph.is_empty())
        .collect()
}

/// The line at the foot of each page.
fn company(document: &Document) -> String {
    let seller = &document.seller;
    let Address {
        lines, zip, city, ..
    } = &seller.address;
    let vat = say(document.language, "TVA", "VAT");
    let parts = [
        seller.name.clone(),
        lines.first().cloned().unwrap_or_default(),
        format!("{zip} {city}").trim().to_owned(),
        labelled("SIREN", &seller.siren),
        labelled(vat, &seller.vat_number),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}

fn labelled(label: &str, text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!("{label} {text}"),
    }
}

/// What stands for a letter that the font lacks. PDF/A allows no missing glyph.
const LACKING: char = '□';
/// The longest word that any column is wide enough for, and the parts of those that are longer.
const LONGEST: usize = 32;
const PART: usize = 24;

/// All texts of it as the font can draw them.
fn drawable(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(drawable_text(&text)),
        Value::Array(values) => values.into_iter().map(drawable).collect(),
        Value::Object(values) => values
            .into_iter()
            .map(|(key, value)| (key, drawable(value)))
            .collect(),
        other => other,
    }
}

/// The letters that are known, or what they are made of, or a box; spaces for what breaks a line, nothing for what cannot be
/// seen. Overlong words may break.
fn drawable_text(text: &str) -> String {
    let signs = text.nfc().filter(|sign| !is_invisible(*sign));
    let drawn: String = signs.flat_map(known).collect();
    let words = drawn.split_inclusive(char::is_whitespace).map(|word| {
        let signs: Vec<char> = word.chars().collect();
        let part = if signs.len() > LONGEST { PART } else { LONGEST };
        let parts: Vec<String> = signs.chunks(part).map(String::from_iter).collect();
        parts.join("\u{200b}")
    });
    words.collect()
}

fn known(sign: char) -> Vec<char> {
    if sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}') {
        return vec![' '];
    }
    let parts: Vec<char> = match has_glyph(sign) {
        true => vec![sign],
        false => sign.nfkc().collect(),
    };
    match parts.iter().all(|part| has_glyph(*part)) {
        true => parts,
        false => vec![LACKING],
    }
}

fn has_glyph(sign: char) -> bool {
    let is_private = matches!(sign, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
    let mut fonts = DESK.fonts.iter();
    !is_private && fonts.all(|font| font.info().coverage.contains(sign as u32))
}

/// Marks of direction, joiners, selectors of variants and the like.
fn is_invisible(sign: char) -> bool {
    matches!(sign,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// What all documents are made with.
struct Shared {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    layout: Source,
}

static DESK: LazyLock<Shared> = LazyLock::new(|| {
    let fonts: [&'static [u8]; 3] = [
        include_bytes!("../fonts/Inter-Regular.ttf"),
        include_bytes!("../fonts/Inter-Medium.ttf"),
        include_bytes!("../fonts/Inter-SemiBold.ttf"),
    ];
    let fonts = fonts
        .into_iter()
        .flat_map(|font| Font::iter(Bytes::new(font)));
    let fonts: Vec<Font> = fonts.collect();
    Shared {
        library: LazyHash::new(Library::default()),
        book: LazyHash::new(FontBook::from_fonts(&fonts)),
        fonts,
        layout: Source::detached(include_str!("../templates/invoice.typ")),
    }
});

/// One document's files beside what all share. There is no other file, no network, no clock.
struct Desk {
    files: Vec<(&'static str, Bytes)>,
}

impl World for Desk {
    fn library(&self) -> &LazyHash<Library> {
        &DESK.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &DESK.book
    }

    fn main(&self) -> FileId {
        DESK.layout.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        match id == DESK.layout.id() {
            true => Ok(DESK.layout.clone()),
            false => Err(FileError::AccessDenied),
        }
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        let name = id.get().vpath().get_without_slash();
        let known = self.files.iter().find(|(known, _)| *known == name);
        known
            .map(|(_, bytes)| bytes.clone())
            .ok_or(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        DESK.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}
