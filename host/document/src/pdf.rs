//! The document as pages: what stands on them, in the order in which the layout (`templates/invoice.typ`) takes it.

use std::sync::LazyLock;

use chrono::Datelike;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use typst::foundations::{Bytes, Datetime, Smart};
use typst::syntax::Source;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards, Timestamp};

use crate::numbers::{day, money, number, percent};
use crate::words::{self, NOTICES, say};
use crate::{Address, Document, Error, Kind, Language, Picture, VatCategory, typeset, xml, xmp};

static LAYOUT: LazyLock<Source> =
    LazyLock::new(|| Source::detached(include_str!("../templates/invoice.typ")));

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
    let pages = match &stated.seller.logo {
        Some(logo) => with(Some(logo)).or_else(|_| with(None)),
        None => with(None),
    };
    typeset::forget();
    match data {
        Some(_) => xmp::marked(pages?),
        None => pages,
    }
}

fn pages(
    document: &Document,
    data: Option<&str>,
    logo: Option<&Picture>,
) -> Result<Vec<u8>, Error> {
    let content = content(document, logo.and_then(Picture::format));
    let files = [
        data.map(|data| ("factur-x.xml", data.as_bytes().to_vec())),
        logo.map(|logo| ("logo", logo.bytes.clone())),
    ];
    let files = files.into_iter().flatten();
    let files = files.map(|(name, bytes)| (name.to_owned(), Bytes::new(bytes)));
    let pages = typeset::pages(&LAYOUT, content, files)?;
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
    typeset::written(&pages, &options)
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
    let lacking = NOTICES
        .iter()
        .filter(|notice| notice.find_in(legal).is_none());
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
