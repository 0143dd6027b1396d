//! `POST /customer_invoices/import`: nothing is read out of the document, all figures are given and must add up.

use super::invoices::{Invoice, Line};
use super::{Answer, Company, amount, created, ledger, read};
use crate::error::ApiError;
use chrono::{DateTime, NaiveDate, Utc};
use serde::Deserialize;
use serde_json::Number;

/// What is told of an invoice. Amounts are texts, a quantity is a number.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Import {
    file_attachment_id: u64,
    customer_id: u64,
    date: String,
    deadline: String,
    invoice_number: String,
    external_reference: Option<String>,
    label: Option<String>,
    currency: Option<String>,
    currency_amount_before_tax: String,
    currency_tax: String,
    currency_amount: String,
    tax: Option<String>,
    amount: Option<String>,
    #[serde(default)]
    import_as_incomplete: bool,
    #[serde(default)]
    convert_to_e_invoice: bool,
    invoice_lines: Vec<ImportLine>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ImportLine {
    label: String,
    quantity: Number,
    unit: String,
    raw_currency_unit_price: String,
    currency_amount: String,
    currency_tax: String,
    amount: Option<String>,
    tax: Option<String>,
    vat_rate: String,
    ledger_account_id: u64,
}

impl Company {
    /// Books an invoice, or a credit note where its amounts are below zero.
    pub fn import(&mut self, bytes: &[u8], now: DateTime<Utc>) -> Answer {
        let import: Import = read(bytes)?;
        if let Some(reference) = &import.external_reference {
            *self.attempts.entry(reference.clone()).or_default() += 1;
        }
        let document = self
            .documents
            .get(&import.file_attachment_id)
            .ok_or_else(|| ApiError::invalid("file_attachment_id", "Le fichier n'existe pas"))?;
        if document.is_taken {
            let id = import.file_attachment_id;
            let message = format!("A document with ID {id} already exists with such attachment.");
            return Err(ApiError::conflict(message));
        }
        if !self.customers.contains_key(&import.customer_id) {
            return Err(ApiError::invalid("customer_id", "Le client n'existe pas"));
        }
        if import.convert_to_e_invoice {
            let message = "Les mentions légales obligatoires sont manquantes";
            return Err(ApiError::invalid("convert_to_e_invoice", message));
        }
        let (date, deadline) = (
            day("date", &import.date)?,
            day("deadline", &import.deadline)?,
        );
        let lines = lines(&import)?;
        let (gross, tax) = totals(&import, &lines)?;
        if import.invoice_number.is_empty() {
            let message = "Le numéro de facture est obligatoire";
            return Err(ApiError::invalid("invoice_number", message));
        }
        if self.has(&import.invoice_number) {
            let message = "Le numéro de facture est déjà utilisé par une autre facture";
            return Err(ApiError::invalid("invoice_number", message));
        }
        let reference = match import.external_reference {
            Some(reference) if self.is_referred_to(&reference) => {
                return Err(ApiError::conflict("External reference is already taken"));
            }
            Some(reference) => reference,
            None => self.reference(),
        };
        let document = self.documents.get_mut(&import.file_attachment_id);
        let file_name = document.map_or_else(String::new, |document| {
            document.is_taken = true;
            document.name.clone()
        });
        let invoice = Invoice {
            id: self.id(),
            number: import.invoice_number,
            reference,
            label: import.label.unwrap_or_default(),
            customer: import.customer_id,
            document: import.file_attachment_id,
            file_name,
            date,
            deadline,
            currency: import.currency.unwrap_or_else(|| "EUR".into()),
            gross,
            tax,
            lines,
            payments: Vec::new(),
            credited: 0,
            credits: None,
            forced: import.import_as_incomplete.then(|| "incomplete".into()),
            created: now,
            updated: now,
        };
        let (id, shown) = (invoice.id, invoice.show(now));
        self.invoices.insert(id, invoice);
        self.note(id, "insert", now);
        created(shown)
    }
}

fn day(field: &str, text: &str) -> Result<NaiveDate, ApiError> {
    text.parse()
        .map_err(|_| ApiError::invalid(field, "La date est invalide"))
}

fn lines(import: &Import) -> Result<Vec<Line>, ApiError> {
    if import.invoice_lines.is_empty() {
        let message = "La facture doit avoir au moins une ligne";
        return Err(ApiError::invalid("invoice_lines", message));
    }
    import.invoice_lines.iter().map(line).collect()
}

fn line(line: &ImportLine) -> Result<Line, ApiError> {
    let price = line.raw_currency_unit_price.trim_start_matches('-');
    let decimals = price.split_once('.').map_or("", |(_, decimals)| decimals);
    let is_price = !price.is_empty()
        && decimals.len() <= 6
        && price.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    if !is_price {
        let message = format!("Le prix {} est invalide", line.raw_currency_unit_price);
        return Err(ApiError::invalid("raw_currency_unit_price", message));
    }
    if line.label.trim().is_empty() {
        return Err(ApiError::invalid("label", "Le libellé est obligatoire"));
    }
    if !is_vat_rate(&line.vat_rate) {
        let message = format!("Le taux de TVA {} est inconnu", line.vat_rate);
        return Err(ApiError::invalid("vat_rate", message));
    }
    if !ledger::has(line.ledger_account_id) {
        let message = "Le compte comptable n'existe pas";
        return Err(ApiError::invalid("ledger_account_id", message));
    }
    let (gross, tax) = (
        amount::cents("currency_amount", &line.currency_amount)?,
        amount::cents("currency_tax", &line.currency_tax)?,
    );
    same("amount", line.amount.as_deref(), gross)?;
    same("tax", line.tax.as_deref(), tax)?;
    Ok(Line {
        label: line.label.clone(),
        quantity: line.quantity.to_string(),
        unit: line.unit.clone(),
        unit_price: line.raw_currency_unit_price.clone(),
        gross,
        tax,
        vat_rate: line.vat_rate.clone(),
        account: line.ledger_account_id,
    })
}

/// The invoice's amount and VAT, to which the lines must come.
fn totals(import: &Import, lines: &[Line]) -> Result<(i64, i64), ApiError> {
    let net = amount::cents(
        "currency_amount_before_tax",
        &import.currency_amount_before_tax,
    )?;
    let tax = amount::cents("currency_tax", &import.currency_tax)?;
    let gross = amount::cents("currency_amount", &import.currency_amount)?;
    same("amount", import.amount.as_deref(), gross)?;
    same("tax", import.tax.as_deref(), tax)?;
    if net + tax != gross {
        let message = "Le montant TTC n'est pas la somme du montant HT et de la TVA";
        return Err(ApiError::invalid("currency_amount", message));
    }
    if lines.iter().map(|line| line.tax).sum::<i64>() != tax {
        let message = "La TVA des lignes ne correspond pas à celle de la facture";
        return Err(ApiError::invalid("currency_tax", message));
    }
    if lines.iter().map(|line| line.gross).sum::<i64>() != gross {
        let message = "Le montant des lignes ne correspond pas à celui de la facture";
        return Err(ApiError::invalid("currency_amount", message));
    }
    Ok((gross, tax))
}

/// That an amount in euros, where there is one, is the one in the invoice's currency.
fn same(field: &str, text: Option<&str>, expected: i64) -> Result<(), ApiError> {
    match text.map(|text| amount::cents(field, text)).transpose()? {
        Some(actual) if actual != expected => {
            let message = format!("{field}: le montant en euros est différent");
            Err(ApiError::invalid(field, message))
        }
        _ => Ok(()),
    }
}

/// Whether a code is one of Pennylane's, as far as its form tells.
fn is_vat_rate(code: &str) -> bool {
    const OTHERS: [&str; 10] = [
        "exempt",
        "extracom",
        "crossborder",
        "intracom_21",
        "intracom_55",
        "intracom_85",
        "intracom_100",
        "FR_85_construction",
        "FR_100_construction",
        "FR_200_construction",
    ];
    const FRENCH: [&str; 17] = [
        "FR_200",
        "FR_100",
        "FR_55",
        "FR_21",
        "FR_85",
        "FR_09",
        "FR_1_05",
        "FR_1_75",
        "FR_40",
        "FR_50",
        "FR_60",
        "FR_65",
        "FR_92",
        "FR_130",
        "FR_15_385",
        "FR_160",
        "FR_196",
    ];
    let is_foreign = code.split_once('_').is_some_and(|(country, rate)| {
        country != "FR"
            && country.len() == 2
            && country.bytes().all(|b| b.is_ascii_uppercase())
            && (2..=3).contains(&rate.len())
            && rate.bytes().all(|b| b.is_ascii_digit())
    });
    is_foreign || OTHERS.contains(&code) || FRENCH.contains(&code)
}
