//! Booking: an invoice is imported with its document, a credit note is linked to what it credits as well.
//!
//! Pennylane repeats nothing by a key. What an earlier try left is found by the host's key, which Pennylane keeps as the
//! unique `external_reference`, before anything is sent and again when it refuses.

use super::{PATH, draft, find, state, upload};
use crate::wire::Invoice;
use crate::{account, api, ledger, refusal};
use comptoir_plugin_sdk::accounting::{Booked, InvoiceDraft};
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Result};
use serde_json::json;

/// Books it, unless it is there.
pub fn push(host: &impl Host, connector: &Connector, draft: &InvoiceDraft) -> Result<Booked> {
    let credited = draft
        .credits
        .as_deref()
        .map(|id| api::id("invoice", id))
        .transpose()?;
    let (invoice, existed) = match find(host, connector, "external_reference", &draft.key)? {
        Some(invoice) => (invoice, true),
        None => import(host, connector, draft)?,
    };
    if let Some(credited) = credited {
        link(host, connector, &invoice, credited)?;
    }
    let url = account::invoice_urls(host, connector);
    Ok(Booked {
        state: state(&invoice, url)?,
        existed,
    })
}

/// Sends the document and the invoice. The document is the last thing before it, so that what would be refused anyway leaves
/// none behind.
fn import(
    host: &impl Host,
    connector: &Connector,
    draft: &InvoiceDraft,
) -> Result<(Invoice, bool)> {
    draft::check(draft)?;
    let customer = api::id("customer", &draft.customer)?;
    let accounts = ledger::ids(host, connector, &draft.lines)?;
    let document = upload::upload(host, connector, draft)?;
    let import = draft::import(draft, document, customer, &accounts)?;
    let request = api::post(connector, &format!("{PATH}/import"), &import)?;
    match api::fetch(host, request) {
        Ok(invoice) => Ok((invoice, false)),
        Err(error) if refusal::is_of_content(&error) => {
            ledger::forget(host, connector);
            Ok((earlier(host, connector, draft, error)?, true))
        }
        Err(error) => Err(error),
    }
}

/// What another try left under this key, or the refusal: as a conflict where the number is somebody else's.
fn earlier(
    host: &impl Host,
    connector: &Connector,
    draft: &InvoiceDraft,
    refusal: Error,
) -> Result<Invoice> {
    if let Some(ours) = find(host, connector, "external_reference", &draft.key)? {
        return Ok(ours);
    }
    let Some(other) = find(host, connector, "invoice_number", &draft.number)? else {
        return Err(refusal);
    };
    if other.external_reference == draft.key {
        return Ok(other);
    }
    Err(Error {
        kind: ErrorKind::Conflict,
        message: format!(
            "Pennylane already has another invoice {} of {} {} (its reference there is {:?}): \
             one of the two has to be renumbered or removed in Pennylane before this one can be booked",
            draft.number, other.currency_amount, other.currency, other.external_reference
        ),
        status: refusal.status,
    })
}

/// Links a credit note to the invoice that it credits, unless it is.
fn link(host: &impl Host, connector: &Connector, note: &Invoice, credited: u64) -> Result<()> {
    if is_linked(note, credited)? {
        return Ok(());
    }
    let path = format!("{PATH}/{credited}/link_credit_note");
    let request = api::post(connector, &path, &json!({ "credit_note_id": note.id }))?;
    // A second time it is refused, and found to be linked.
    let Err(error) = api::answer(host, request.repeatable()) else {
        return Ok(());
    };
    if refusal::is_of_content(&error) {
        let path = format!("{PATH}/{}", note.id);
        let note: Invoice = api::fetch(host, api::get(connector, &path, &[]))?;
        if is_linked(&note, credited)? {
            return Ok(());
        }
    }
    let message = format!(
        "the credit note {} is in Pennylane, but not linked to its invoice: {}",
        note.invoice_number, error.message
    );
    Err(Error { message, ..error })
}

/// Whether it credits that one; a conflict where it credits another.
fn is_linked(note: &Invoice, credited: u64) -> Result<bool> {
    match &note.credited_invoice {
        None => Ok(false),
        Some(linked) if linked.id == credited => Ok(true),
        Some(linked) => Err(Error::new(
            ErrorKind::Conflict,
            format!(
                "the credit note {} is linked to another invoice in Pennylane, whose id is {}",
                note.invoice_number, linked.id
            ),
        )),
    }
}
