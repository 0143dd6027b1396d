//! Invoices and credit notes as Pennylane has them.

mod draft;
mod push;
mod upload;

pub use push::push;

use crate::account;
use crate::api::{self, filter};
use crate::wire::Invoice;
use comptoir_plugin_sdk::accounting::{InvoiceState, Payment};
use comptoir_plugin_sdk::{Connector, Error, Host, Money, Result};
use std::collections::BTreeSet;

const PATH: &str = "/customer_invoices";

/// The present state of these; those that Pennylane has no more are left out.
pub fn states(
    host: &impl Host,
    connector: &Connector,
    ids: &[String],
) -> Result<Vec<InvoiceState>> {
    // What is no number is no id of Pennylane's.
    let wanted: BTreeSet<u64> = ids.iter().filter_map(|id| id.parse().ok()).collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let values: Vec<String> = wanted.iter().map(u64::to_string).collect();
    let found: Vec<Invoice> = api::list(host, connector, PATH, &filter("id", "in", values))?;
    // An invoice that is not there counts as deleted: that may not come from a filter that was not obeyed.
    if let Some(other) = found.iter().find(|invoice| !wanted.contains(&invoice.id)) {
        let message = format!("Pennylane told of the invoice {}, unasked", other.id);
        return Err(Error::internal(message));
    }
    let url = account::invoice_urls(host, connector);
    found.iter().map(|invoice| state(invoice, &url)).collect()
}

/// The invoice whose field is that.
fn find(
    host: &impl Host,
    connector: &Connector,
    field: &str,
    value: &str,
) -> Result<Option<Invoice>> {
    let found: Vec<Invoice> = api::list(host, connector, PATH, &filter(field, "eq", value))?;
    Ok(found.into_iter().find(|invoice| match field {
        "invoice_number" => invoice.invoice_number == value,
        _ => invoice.external_reference == value,
    }))
}

fn state(invoice: &Invoice, url: impl Fn(u64) -> String) -> Result<InvoiceState> {
    let money = |text: &str| {
        Money::parse(text, &invoice.currency).map_err(|error| {
            Error::internal(format!("the invoice {} at Pennylane: {error}", invoice.id))
        })
    };
    let total = money(&invoice.currency_amount)?;
    let nothing = Money {
        minor: 0,
        currency: total.currency.clone(),
    };
    let mut remaining = match &invoice.remaining_amount_with_tax {
        Some(text) => money(text)?,
        None if invoice.paid => nothing.clone(),
        None => total.clone(),
    };
    let payment = payment(invoice, total.minor, remaining.minor);
    // What was paid too much is not owed.
    remaining.minor = remaining.minor.max(0);
    // Nobody owes what a credit note gives back, nor what does not count.
    let is_owed = payment != Payment::Void && invoice.status != "credit_note" && total.minor > 0;
    Ok(InvoiceState {
        id: invoice.id.to_string(),
        key: Some(invoice.external_reference.clone()).filter(|key| !key.is_empty()),
        number: invoice.invoice_number.clone(),
        payment,
        remaining: if is_owed { remaining } else { nothing },
        url: url(invoice.id),
    })
}

/// How far the money is: by the status where it says so, else by what remains.
fn payment(invoice: &Invoice, total: i64, remaining: i64) -> Payment {
    if invoice.archived_at.is_some() {
        return Payment::Void;
    }
    match invoice.status.as_str() {
        "cancelled" | "archived" => Payment::Void,
        _ if invoice.paid => Payment::Paid,
        "paid" => Payment::Paid,
        "partially_paid" => Payment::Partial,
        "credit_note" => Payment::Unpaid,
        "" | "upcoming" | "late" | "draft" | "incomplete" => {
            if remaining <= 0 && total > 0 {
                Payment::Paid
            } else if remaining == total {
                Payment::Unpaid
            } else {
                Payment::Partial
            }
        }
        word => Payment::Other(word.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn state_of(fields: serde_json::Value) -> Result<InvoiceState> {
        let mut invoice = json!({
            "id": 25_465_420_529_664_u64, "invoice_number": "F-1", "currency": "EUR",
            "currency_amount": "99999999.99", "remaining_amount_with_tax": "99999999.99",
            "paid": false, "status": "upcoming", "external_reference": "k", "archived_at": null,
        });
        for (name, value) in fields.as_object().into_iter().flatten() {
            invoice[name] = value.clone();
        }
        let invoice: Invoice = serde_json::from_value(invoice).expect("an invoice");
        state(&invoice, |id| format!("/{id}"))
    }

    #[test]
    fn the_status_and_what_remains_tell_how_far_the_money_is() {
        for (fields, payment, remaining) in [
            (json!({}), Payment::Unpaid, 9_999_999_999),
            (json!({ "status": "late" }), Payment::Unpaid, 9_999_999_999),
            (
                json!({ "remaining_amount_with_tax": "0.1" }),
                Payment::Partial,
                10,
            ),
            (
                json!({ "status": "partially_paid", "remaining_amount_with_tax": "12.5" }),
                Payment::Partial,
                1_250,
            ),
            (
                json!({ "remaining_amount_with_tax": "0.0" }),
                Payment::Paid,
                0,
            ),
            (
                json!({ "paid": true, "status": "paid", "remaining_amount_with_tax": null }),
                Payment::Paid,
                0,
            ),
            (
                json!({ "remaining_amount_with_tax": "-5.0" }),
                Payment::Paid,
                0,
            ),
            (json!({ "status": "cancelled" }), Payment::Void, 0),
            (
                json!({ "status": "archived", "paid": true }),
                Payment::Void,
                0,
            ),
            (
                json!({ "archived_at": "2026-11-20T09:00:00.000000Z" }),
                Payment::Void,
                0,
            ),
            (
                json!({ "status": "credit_note", "currency_amount": "-12.0", "remaining_amount_with_tax": "-12.0" }),
                Payment::Unpaid,
                0,
            ),
            (
                json!({ "status": "partially_cancelled" }),
                Payment::Other("partially_cancelled".into()),
                9_999_999_999,
            ),
        ] {
            let state = state_of(fields.clone()).expect("a state");
            assert_eq!(
                (&state.payment, state.remaining.minor),
                (&payment, remaining),
                "{fields}"
            );
        }
    }

    #[test]
    fn what_is_not_exact_is_told_and_not_guessed() {
        for text in ["1,5", "12.345", "1e3", "NaN"] {
            let error = state_of(json!({ "remaining_amount_with_tax": text })).expect_err(text);
            assert!(error.message.contains("25465420529664"), "{error:?}");
        }
        let unknown = state_of(json!({ "external_reference": null })).expect("a state");
        assert_eq!(unknown.key, None);
    }
}
