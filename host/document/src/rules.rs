//! What EN 16931 (BR-…) and France (BR-FR-…, flow 2 of the reform) want of an invoice and what could be wrong with ours. That
//! which [`crate::xml`] writes in one way only, such as codes and notes, its tests check.

use std::fmt;

use chrono::{Datelike, NaiveDate};
use rust_decimal::Decimal;

use crate::numbers::cents;
use crate::{Document, Kind, Line, VatCategory};

/// A rule that a document breaks, and by what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// As the norm calls it.
    pub rule: &'static str,
    /// Its place in [`Document`]: `groups[0].lines[3].price`.
    pub field: String,
    /// What is wanted, for a log.
    pub wanted: &'static str,
}

impl fmt::Display for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}: {}", self.rule, self.field, self.wanted)
    }
}

/// The rates that France knows (BR-FR-16), in hundredths of a percent.
const RATES: [i64; 14] = [
    2000, 1000, 550, 210, 850, 1300, 1960, 2060, 700, 105, 90, 175, 920, 960,
];

/// Whether France knows this rate of VAT, in percent (BR-FR-16).
pub fn is_french_rate(percent: Decimal) -> bool {
    let hundredths = (percent * Decimal::ONE_HUNDRED).normalize();
    RATES.iter().any(|rate| Decimal::from(*rate) == hundredths)
}

/// What keeps it from being an invoice that others accept; empty: nothing. A draft's missing number is none of it.
pub fn violations(document: &Document) -> Vec<Violation> {
    let stated = document.stated();
    let mut found = Found::default();
    heading(&stated, &mut found);
    parties(&stated, &mut found);
    lines(&stated, &mut found);
    tax(&stated, &mut found);
    totals(&stated, &mut found);
    found.0
}

#[derive(Default)]
struct Found(Vec<Violation>);

impl Found {
    fn unless(
        &mut self,
        holds: bool,
        rule: &'static str,
        field: impl Into<String>,
        wanted: &'static str,
    ) {
        if !holds {
            let field = field.into();
            self.0.push(Violation {
                rule,
                field,
                wanted,
            });
        }
    }
}

fn heading(document: &Document, found: &mut Found) {
    if let Some(number) = &document.number {
        let is_short = (1..=35).contains(&number.chars().count());
        found.unless(is_short, "BR-FR-01", "number", "1 to 35 characters");
        let is_plain = number
            .chars()
            .all(|sign| sign.is_ascii_alphanumeric() || "+-_/".contains(sign));
        found.unless(is_plain, "BR-FR-02", "number", "letters, digits, + - _ /");
    }
    let dates = [
        ("issued_on", document.issued_on),
        ("due_on", document.due_on),
        ("start_on", document.start_on),
        ("end_on", document.end_on),
    ];
    let is_known = |date: NaiveDate| (2000..=2099).contains(&date.year());
    for (field, date) in dates {
        found.unless(
            is_known(date),
            "BR-FR-03",
            field,
            "a year from 2000 to 2099",
        );
    }
    let is_period = document.start_on <= document.end_on;
    found.unless(is_period, "BR-29", "end_on", "not before start_on");
    let is_later = document.issued_on <= document.due_on;
    found.unless(is_later, "BR-FR-CO-07", "due_on", "not before issued_on");
    let is_named = document.kind == Kind::Invoice || document.credits.is_some();
    found.unless(
        is_named,
        "BR-FR-CO-05",
        "credits",
        "the invoice that a credit note takes back",
    );
}

fn parties(document: &Document, found: &mut Found) {
    let (seller, buyer) = (&document.seller, &document.buyer);
    found.unless(!seller.name.is_empty(), "BR-06", "seller.name", "a name");
    found.unless(!buyer.name.is_empty(), "BR-07", "buyer.name", "a name");
    let siren = &seller.siren;
    let is_siren = siren.len() == 9 && siren.bytes().all(|byte| byte.is_ascii_digit());
    found.unless(is_siren, "BR-FR-09", "seller.siren", "nine digits");
    let is_registered = buyer.address.country_code != "FR" || buyer.siren().is_some();
    found.unless(
        is_registered,
        "BR-FR-10",
        "buyer.identifier_number",
        "a French company's SIREN or SIRET",
    );
    found.unless(
        buyer.endpoint().is_some(),
        "BR-FR-12",
        "buyer.email",
        "a foreign buyer's address of mail",
    );
    let countries = [
        (
            "BR-09",
            "seller.address.country_code",
            &seller.address.country_code,
        ),
        (
            "BR-11",
            "buyer.address.country_code",
            &buyer.address.country_code,
        ),
    ];
    for (rule, field, code) in countries {
        let is_code = code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase());
        found.unless(is_code, rule, field, "a country of ISO 3166-1");
    }
    let category = document.vat.category;
    let numbers = [
        (
            "BR-S-02",
            "seller.vat_number",
            &seller.vat_number,
            category != VatCategory::OutOfScope,
        ),
        (
            "BR-AE-02",
            "buyer.vat_number",
            &buyer.vat_number,
            matches!(
                category,
                VatCategory::ReverseCharge | VatCategory::IntraCommunity
            ),
        ),
    ];
    for (rule, field, number, is_wanted) in numbers {
        found.unless(
            !is_wanted || !number.is_empty(),
            rule,
            field,
            "a VAT number, for this category of VAT",
        );
        let begins = number.bytes().take(2).all(|byte| byte.is_ascii_uppercase());
        found.unless(
            begins,
            "BR-CO-09",
            field,
            "a VAT number that begins with its country",
        );
    }
}

fn lines(document: &Document, found: &mut Found) {
    found.unless(
        document.lines().next().is_some(),
        "BR-16",
        "groups",
        "a line",
    );
    for (at, group) in document.groups.iter().enumerate() {
        for (of, line) in group.lines.iter().enumerate() {
            let field = |name| format!("groups[{at}].lines[{of}].{name}");
            let Line {
                quantity,
                price,
                total,
                ..
            } = line;
            found.unless(
                !line.name(group).is_empty(),
                "BR-25",
                field("label"),
                "a name, or the group's title",
            );
            found.unless(
                has_decimals(*quantity, 4),
                "BR-FR-DEC-02",
                field("quantity"),
                "at most 4 decimals",
            );
            found.unless(
                has_decimals(*price, 6),
                "BR-FR-DEC-03",
                field("price"),
                "at most 6 decimals",
            );
            found.unless(
                has_decimals(*total, 2),
                "BR-DEC-23",
                field("total"),
                "whole cents",
            );
            let product = quantity.checked_mul(*price).map(cents);
            found.unless(
                product == Some(*total),
                "BT-131",
                field("total"),
                "quantity × price, in whole cents",
            );
        }
    }
}

fn tax(document: &Document, found: &mut Found) {
    let vat = &document.vat;
    let is_known = match vat.category {
        VatCategory::Standard => is_french_rate(vat.percent),
        _ => vat.percent.is_zero(),
    };
    found.unless(
        is_known,
        "BR-FR-16",
        "vat.percent",
        "a French rate, 0 where the category has none",
    );
}

fn totals(document: &Document, found: &mut Found) {
    let totals = &document.totals;
    let amounts = [
        ("totals.net", totals.net),
        ("totals.tax", totals.tax),
        ("totals.gross", totals.gross),
    ];
    for (field, amount) in amounts {
        found.unless(has_decimals(amount, 2), "BR-DEC-12", field, "whole cents");
    }
    let sum: Decimal = document.lines().map(|(_, line)| line.total).sum();
    found.unless(
        sum == totals.net,
        "BR-CO-10",
        "totals.net",
        "the sum of the lines",
    );
    found.unless(
        totals.net + totals.tax == totals.gross,
        "BR-CO-15",
        "totals.gross",
        "net + tax",
    );
    let off = (totals.tax - cents(totals.net * document.vat.percent / Decimal::ONE_HUNDRED)).abs();
    // The last of several credit notes takes back what tax is left, whatever rounding those before it did. The norm's own check
    // lets a tax be off by less than a euro.
    let is_tax = match document.kind {
        Kind::Invoice => off.is_zero(),
        Kind::CreditNote => off < Decimal::ONE,
    };
    found.unless(
        is_tax,
        "BR-CO-17",
        "totals.tax",
        "net × rate, in whole cents",
    );
}

fn has_decimals(number: Decimal, most: u32) -> bool {
    number.normalize().scale() <= most
}
