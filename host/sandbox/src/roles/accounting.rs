//! `wit/accounting.wit`: the company's books.

use std::sync::Arc;

use super::{call, check_push, page};
pub use crate::bindings::exports::comptoir::plugin::accounting::{
    Booked, ChangePage, Customer, InvoiceDraft, InvoiceLine, InvoiceState, LedgerAccount, Payment,
    VatCode,
};
use crate::call::Call;
use crate::error::CallError;
use crate::plugin::Plugin;

page! {
    /// The ids of invoices that changed since the cursor.
    accounting_changes, accounting.call_changes, ChangePage
}

impl Plugin {
    /// The codes of VAT that the service's books know.
    pub async fn vat_codes(self: &Arc<Self>, call: Call) -> Result<Vec<VatCode>, CallError> {
        call!(self, call, accounting.call_vat_codes(connector))
    }

    /// Those of the accounts with these numbers, at most [`super::PUSH_ITEMS`], that the service's books have.
    pub async fn ledger_accounts(
        self: &Arc<Self>,
        call: Call,
        numbers: Vec<String>,
    ) -> Result<Vec<LedgerAccount>, CallError> {
        check_push(numbers.len())?;
        call!(
            self,
            call,
            accounting.call_ledger_accounts(connector, &numbers)
        )
    }

    /// Creates a customer, or brings it up to date; the service's id of it.
    pub async fn push_customer(
        self: &Arc<Self>,
        call: Call,
        customer: Customer,
    ) -> Result<String, CallError> {
        call!(
            self,
            call,
            accounting.call_push_customer(connector, &customer)
        )
    }

    /// Books an invoice or credit note with its document.
    pub async fn push_invoice(
        self: &Arc<Self>,
        call: Call,
        draft: InvoiceDraft,
    ) -> Result<Booked, CallError> {
        call!(self, call, accounting.call_push_invoice(connector, &draft))
    }

    /// The present state of at most [`super::PUSH_ITEMS`] invoices. Those that the service has no more are left out.
    pub async fn invoice_states(
        self: &Arc<Self>,
        call: Call,
        ids: Vec<String>,
    ) -> Result<Vec<InvoiceState>, CallError> {
        check_push(ids.len())?;
        call!(self, call, accounting.call_invoice_states(connector, &ids))
    }
}
