//! The connector to Pennylane, where the company's books are kept: issued invoices and credit notes go there with their
//! documents, what was paid of them comes back.
//!
//! What Pennylane documents and what is assumed of it stands in the plugin's README. The plugin keeps nothing but the ids of
//! ledger accounts and of the company, to ask for them less often: the host keeps cursors, records and the token.

mod account;
mod api;
mod changes;
mod customers;
mod invoices;
mod ledger;
mod refusal;
mod settings;
mod vat;
mod wire;

use comptoir_plugin_sdk::accounting::{
    Booked, ChangePage, Customer, InvoiceDraft, InvoiceState, LedgerAccount, VatCode,
};
use comptoir_plugin_sdk::{Account, Accounting, Check, Connector, Host, Result, register};

/// The plugin.
#[derive(Clone, Copy, Debug)]
pub struct Pennylane;

impl Check for Pennylane {
    fn check(&self, host: &impl Host, connector: &Connector) -> Result<Account> {
        account::check(host, connector)
    }
}

impl Accounting for Pennylane {
    fn vat_codes(&self, _: &impl Host, _: &Connector) -> Result<Vec<VatCode>> {
        Ok(vat::codes())
    }

    fn ledger_accounts(
        &self,
        host: &impl Host,
        connector: &Connector,
        numbers: &[String],
    ) -> Result<Vec<LedgerAccount>> {
        ledger::accounts(host, connector, numbers)
    }

    fn push_customer(
        &self,
        host: &impl Host,
        connector: &Connector,
        customer: &Customer,
    ) -> Result<String> {
        customers::push(host, connector, customer)
    }

    fn push_invoice(
        &self,
        host: &impl Host,
        connector: &Connector,
        draft: &InvoiceDraft,
    ) -> Result<Booked> {
        invoices::push(host, connector, draft)
    }

    fn invoice_states(
        &self,
        host: &impl Host,
        connector: &Connector,
        ids: &[String],
    ) -> Result<Vec<InvoiceState>> {
        invoices::states(host, connector, ids)
    }

    fn changes(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<ChangePage> {
        changes::page(host, connector, cursor, limit)
    }
}

register!(Pennylane: accounting);
