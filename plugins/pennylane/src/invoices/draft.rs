//! An invoice as Pennylane imports it.

use comptoir_plugin_sdk::accounting::{InvoiceDraft, InvoiceLine};
use comptoir_plugin_sdk::{Error, Money, Result};
use serde::Serialize;
use serde_json::value::RawValue;

/// What `POST /customer_invoices/import` takes: figures are texts, but for quantities, which are numbers.
#[derive(Debug, Serialize)]
pub struct Import<'a> {
    pub file_attachment_id: u64,
    pub customer_id: u64,
    pub date: &'a str,
    pub deadline: &'a str,
    pub invoice_number: &'a str,
    pub external_reference: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub label: &'a str,
    pub currency: &'a str,
    pub currency_amount_before_tax: String,
    #[serde(flatten)]
    pub amounts: Amounts,
    pub import_as_incomplete: bool,
    pub invoice_lines: Vec<Line<'a>>,
}

#[derive(Debug, Serialize)]
pub struct Line<'a> {
    pub label: String,
    pub quantity: Box<RawValue>,
    pub unit: &'static str,
    pub raw_currency_unit_price: &'a str,
    #[serde(flatten)]
    pub amounts: Amounts,
    pub vat_rate: &'a str,
    pub ledger_account_id: u64,
}

/// With VAT, and the VAT in it: in the invoice's currency, and in euros where that is the same.
#[derive(Debug, Serialize)]
pub struct Amounts {
    currency_amount: String,
    currency_tax: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tax: Option<String>,
}

impl Amounts {
    fn of(gross: &Money, tax: &Money) -> Self {
        let (amount, vat) = (gross.decimal(), tax.decimal());
        let is_euro = gross.currency == "EUR";
        Self {
            amount: is_euro.then(|| amount.clone()),
            tax: is_euro.then(|| vat.clone()),
            currency_amount: amount,
            currency_tax: vat,
        }
    }
}

/// The invoice with its document, customer and accounts as Pennylane knows them. The accounts are the lines', in their order.
pub fn import<'a>(
    draft: &'a InvoiceDraft,
    document: u64,
    customer: u64,
    accounts: &[u64],
) -> Result<Import<'a>> {
    let lines = draft.lines.iter().zip(accounts);
    let lines = lines.map(|(line, account)| import_line(line, *account));
    Ok(Import {
        file_attachment_id: document,
        customer_id: customer,
        date: &draft.date,
        deadline: &draft.deadline,
        invoice_number: &draft.number,
        external_reference: &draft.key,
        label: &draft.title,
        currency: &draft.gross.currency,
        currency_amount_before_tax: draft.net.decimal(),
        amounts: Amounts::of(&draft.gross, &draft.tax),
        import_as_incomplete: false,
        invoice_lines: lines.collect::<Result<_>>()?,
    })
}

fn import_line(line: &InvoiceLine, account: u64) -> Result<Line<'_>> {
    Ok(Line {
        label: label(line),
        quantity: number(&line.quantity)?,
        unit: "piece",
        raw_currency_unit_price: &line.unit_price,
        amounts: Amounts::of(&line.gross, &line.tax),
        vat_rate: &line.vat_code,
        ledger_account_id: account,
    })
}

/// An imported line has no description of its own.
fn label(line: &InvoiceLine) -> String {
    let description = line.description.split_whitespace().collect::<Vec<_>>();
    if description.is_empty() {
        line.label.clone()
    } else {
        format!("{} — {}", line.label, description.join(" "))
    }
}

/// The number that the text is, digit by digit.
fn number(text: &str) -> Result<Box<RawValue>> {
    let is_decimal = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'-');
    RawValue::from_string(text.to_owned())
        .ok()
        .filter(|_| is_decimal)
        .ok_or_else(|| Error::internal(format!("quantity: {text:?} is not a decimal number")))
}

/// That lines and invoice come to the same, to the cent: Pennylane takes figures as they are, and lets small differences pass.
pub fn check(draft: &InvoiceDraft) -> Result<()> {
    let currency = &draft.gross.currency;
    let mut sums = [0_i128; 3];
    for line in &draft.lines {
        let amounts = [&line.net, &line.tax, &line.gross];
        for (sum, amount) in sums.iter_mut().zip(amounts) {
            *sum += i128::from(amount.minor);
        }
        if amounts.iter().any(|amount| amount.currency != *currency) {
            return Err(wrong(draft, "has amounts in several currencies"));
        }
        if !adds_up(amounts) {
            return Err(wrong(
                draft,
                "has a line whose net and VAT do not come to its total",
            ));
        }
    }
    let amounts = [&draft.net, &draft.tax, &draft.gross];
    if draft.lines.is_empty() {
        return Err(wrong(draft, "has no line"));
    }
    if amounts.iter().any(|amount| amount.currency != *currency) {
        return Err(wrong(draft, "has amounts in several currencies"));
    }
    if !adds_up(amounts) {
        return Err(wrong(draft, "has a total to which net and VAT do not come"));
    }
    if amounts.map(|amount| i128::from(amount.minor)) != sums {
        return Err(wrong(draft, "has lines that do not come to its total"));
    }
    if draft.credits.is_some() && draft.gross.minor >= 0 {
        return Err(wrong(draft, "is a credit note that gives nothing back"));
    }
    Ok(())
}

fn adds_up([net, tax, gross]: [&Money; 3]) -> bool {
    i128::from(net.minor) + i128::from(tax.minor) == i128::from(gross.minor)
}

fn wrong(draft: &InvoiceDraft, what: &str) -> Error {
    Error::rejected(format!("{} {what}: it was not sent", draft.number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantity_keeps_its_digits() {
        for text in ["1", "120.125", "-3", "0.000001", "12345678901234567890.12"] {
            assert_eq!(
                number(text).map(|raw| raw.get().to_owned()),
                Ok(text.into())
            );
        }
        for text in ["", "1,5", "1e3", "\"1\"", "1 ", "--1", "01", "1.", "."] {
            assert!(number(text).is_err(), "{text}");
        }
    }
}
