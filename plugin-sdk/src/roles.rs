//! A trait for each role, mirroring `wit/`. What a plugin leaves out answers `unsupported`.
#![allow(
    unused_variables,
    reason = "the arguments of what a plugin leaves out keep their names, for whoever writes it"
)]

use crate::accounting::{
    Booked, ChangePage, Customer, InvoiceDraft, InvoiceState, LedgerAccount, VatCode,
};
use crate::actions::Acted;
use crate::commerce::{
    Bundle, BundlePage, Changes, InboundPage, InventoryPage, OrderPage, OrderState, Outcome,
    Product, ProductPage, TicketPage,
};
use crate::fulfilment::{
    Carrier, Corrected, InvoiceSummary, OrderCorrection, OrderDraft, Parcel, ProductDraft,
};
use crate::report::{Receipt, ReportFile, ReportRequest};
use crate::report_plan::Plan;
use crate::routes::{Request, Response};
use crate::schedule::{Done, Task};
use crate::shop::{ExportMode, Market, SalesMonth, ShopZone, Zone};
use crate::support::MessagePage;
use crate::webhooks::{Event, Subscription};
use crate::{Account, Connector, Error, Host, Result};

/// Are these settings and credentials good? Every plugin says.
pub trait Check {
    /// Asks the provider, changing nothing there.
    fn check(&self, host: &impl Host, connector: &Connector) -> Result<Account>;
}

/// A provider that stores and ships goods. `limit` is at most 500, a cursor at most 1 KiB, a push at most 100 items.
pub trait Fulfilment {
    /// Orders new or changed since the cursor. Each may come again.
    fn orders(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<OrderPage> {
        Err(Error::unsupported("orders"))
    }

    /// The present state of at most 100 orders. Unknown ids are left out.
    fn order_states(
        &self,
        host: &impl Host,
        connector: &Connector,
        ids: &[String],
    ) -> Result<Vec<OrderState>> {
        Err(Error::unsupported("order-states"))
    }

    /// Products new or changed since the cursor, or all of them again (`whole`).
    fn products(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<ProductPage> {
        Err(Error::unsupported("products"))
    }

    /// Stock, each SKU once in a pass, summed over warehouses.
    fn inventories(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<InventoryPage> {
        Err(Error::unsupported("inventories"))
    }

    /// Bundles new or changed since the cursor, or all of them again (`whole`).
    fn bundles(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<BundlePage> {
        Err(Error::unsupported("bundles"))
    }

    /// Inbound shipments that are new, changed or may still change.
    fn inbound_shipments(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<InboundPage> {
        Err(Error::unsupported("inbound-shipments"))
    }

    /// Hands over orders: never twice for one key. An outcome each, in order.
    fn push_orders(
        &self,
        host: &impl Host,
        connector: &Connector,
        drafts: &[OrderDraft],
    ) -> Result<Vec<Outcome>> {
        Err(Error::unsupported("push-orders"))
    }

    /// Asks for an order not to be shipped; its state afterwards. `conflict` when it is too late.
    fn cancel_order(
        &self,
        host: &impl Host,
        connector: &Connector,
        id: &str,
    ) -> Result<OrderState> {
        Err(Error::unsupported("cancel-order"))
    }

    /// Puts right an order that stands still, before its goods leave. `conflict` when it is too late. What of it is asked for
    /// stands in the manifest: `corrects`.
    fn correct_order(
        &self,
        host: &impl Host,
        connector: &Connector,
        id: &str,
        correction: &OrderCorrection,
    ) -> Result<Corrected> {
        Err(Error::unsupported("correct-order"))
    }

    /// Creates or changes products, by SKU. An outcome each, in order.
    fn push_products(
        &self,
        host: &impl Host,
        connector: &Connector,
        drafts: &[ProductDraft],
    ) -> Result<Vec<Outcome>> {
        Err(Error::unsupported("push-products"))
    }

    /// Creates or changes bundles, by SKU. An outcome each, in order.
    fn push_bundles(
        &self,
        host: &impl Host,
        connector: &Connector,
        bundles: &[Bundle],
    ) -> Result<Vec<Outcome>> {
        Err(Error::unsupported("push-bundles"))
    }

    /// The parcels of one order.
    fn trackings(
        &self,
        host: &impl Host,
        connector: &Connector,
        order: &str,
    ) -> Result<Vec<Parcel>> {
        Err(Error::unsupported("trackings"))
    }

    /// The shipping services that an order may ask for.
    fn carriers(&self, host: &impl Host, connector: &Connector) -> Result<Vec<Carrier>> {
        Err(Error::unsupported("carriers"))
    }

    /// Reads the provider's invoice file, handing its lines to [`Host::push_invoice_lines`] as it goes, in bounded memory.
    fn read_invoice(&self, host: &impl Host, file: &str) -> Result<InvoiceSummary> {
        Err(Error::unsupported("read-invoice"))
    }
}

/// A platform that consumers buy at. `limit` is at most 500, a cursor at most 1 KiB, a push at most 100 items.
pub trait Shop {
    /// Orders new or changed since the cursor. Each may come again.
    fn orders(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<OrderPage> {
        Err(Error::unsupported("orders"))
    }

    /// Products with their variants, new or changed since the cursor, or all of them again (`whole`).
    fn products(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<ProductPage> {
        Err(Error::unsupported("products"))
    }

    /// What the shop believes to have in stock, each SKU once in a pass.
    fn inventories(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<InventoryPage> {
        Err(Error::unsupported("inventories"))
    }

    /// Creates or changes products at the shop, found again by their SKUs. An outcome each, in order.
    fn export_products(
        &self,
        host: &impl Host,
        connector: &Connector,
        products: &[Product],
        mode: ExportMode,
    ) -> Result<Vec<Outcome>> {
        Err(Error::unsupported("export-products"))
    }

    /// Where the shop sells.
    fn markets(&self, host: &impl Host, connector: &Connector) -> Result<Vec<Market>> {
        Err(Error::unsupported("markets"))
    }

    /// The rates that the shop has now, its own and ours.
    fn rates(&self, host: &impl Host, connector: &Connector) -> Result<Vec<ShopZone>> {
        Err(Error::unsupported("rates"))
    }

    /// Replaces the rates that an earlier call set; others stay. What is there as it is to be stays too.
    fn set_rates(&self, host: &impl Host, connector: &Connector, zones: &[Zone]) -> Result<()> {
        Err(Error::unsupported("set-rates"))
    }

    /// Takes away the rates that earlier calls set.
    fn clear_rates(&self, host: &impl Host, connector: &Connector) -> Result<()> {
        Err(Error::unsupported("clear-rates"))
    }

    /// Lets the shop sell to exactly these countries; the markets afterwards.
    fn set_markets(
        &self,
        host: &impl Host,
        connector: &Connector,
        countries: &[String],
    ) -> Result<Vec<Market>> {
        Err(Error::unsupported("set-markets"))
    }

    /// Sales of the months `first` to `last` (`2026-10`), both included.
    fn sales_report(
        &self,
        host: &impl Host,
        connector: &Connector,
        first: &str,
        last: &str,
    ) -> Result<Vec<SalesMonth>> {
        Err(Error::unsupported("sales-report"))
    }

    /// The same out of a file that a person exported from the shop. `rejected` names line and column.
    fn read_sales_report(
        &self,
        host: &impl Host,
        file: &str,
        currency: &str,
    ) -> Result<Vec<SalesMonth>> {
        Err(Error::unsupported("read-sales-report"))
    }
}

/// A desk that answers consumers. `limit` is at most 500, a cursor at most 1 KiB.
pub trait Support {
    /// Tickets new or changed since the cursor. Each may come again.
    fn tickets(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<TicketPage> {
        Err(Error::unsupported("tickets"))
    }

    /// The conversation of one ticket, oldest first.
    fn messages(
        &self,
        host: &impl Host,
        connector: &Connector,
        ticket: &str,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<MessagePage> {
        Err(Error::unsupported("messages"))
    }
}

/// The company's books: issued invoices go there, what was paid of them comes back. Nothing is booked twice: what is there under
/// a record's key already is taken, not made again.
pub trait Accounting {
    /// The codes of VAT that the service's books know.
    fn vat_codes(&self, host: &impl Host, connector: &Connector) -> Result<Vec<VatCode>> {
        Err(Error::unsupported("vat-codes"))
    }

    /// Those of the accounts with these numbers that the service's books have.
    fn ledger_accounts(
        &self,
        host: &impl Host,
        connector: &Connector,
        numbers: &[String],
    ) -> Result<Vec<LedgerAccount>> {
        Err(Error::unsupported("ledger-accounts"))
    }

    /// Creates a customer, or brings it up to date; the service's id of it.
    fn push_customer(
        &self,
        host: &impl Host,
        connector: &Connector,
        customer: &Customer,
    ) -> Result<String> {
        Err(Error::unsupported("push-customer"))
    }

    /// Books an issued invoice or credit note with its document ([`Host::read_file`]).
    fn push_invoice(
        &self,
        host: &impl Host,
        connector: &Connector,
        draft: &InvoiceDraft,
    ) -> Result<Booked> {
        Err(Error::unsupported("push-invoice"))
    }

    /// The present state of some invoices. Those that the service has no more are left out.
    fn invoice_states(
        &self,
        host: &impl Host,
        connector: &Connector,
        ids: &[String],
    ) -> Result<Vec<InvoiceState>> {
        Err(Error::unsupported("invoice-states"))
    }

    /// The ids of invoices that changed since the cursor. Each may come again.
    fn changes(
        &self,
        host: &impl Host,
        connector: &Connector,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<ChangePage> {
        Err(Error::unsupported("changes"))
    }
}

/// Files about what was sold, for somebody who counts.
pub trait Report {
    /// Reads the period's sales ([`Host::sales`]), writes the receiver's files ([`Host::write_file`]) and says which sales are in them ([`Host::report_sales`]).
    fn build(&self, host: &impl Host, request: &ReportRequest) -> Result<Vec<ReportFile>> {
        Err(Error::unsupported("build"))
    }

    /// Hands over files that were built, by [`Host::deliver`].
    fn deliver(
        &self,
        host: &impl Host,
        channel: &str,
        files: &[ReportFile],
        replace: bool,
    ) -> Result<Vec<Receipt>> {
        Err(Error::unsupported("deliver"))
    }
}

/// Which reports there are to be, and when, for a plugin that is a [`Report`] too.
pub trait ReportPlan {
    /// The plan as it stands now, by [`Host::now`].
    fn reports(&self, host: &impl Host) -> Result<Plan>;
}

/// Events that the provider sends. The host has checked their signature and drops doubles.
pub trait Webhooks {
    /// Asks the provider to send its events to `address`. Doing so twice leaves one subscription a topic.
    fn register(
        &self,
        host: &impl Host,
        connector: &Connector,
        address: &str,
    ) -> Result<Vec<Subscription>> {
        Err(Error::unsupported("register"))
    }

    /// Ends the subscriptions to addresses that begin with `address`; how many.
    fn purge(&self, host: &impl Host, connector: &Connector, address: &str) -> Result<u32> {
        Err(Error::unsupported("purge"))
    }

    /// What one event means. Events come at least once and in any order.
    fn handle(&self, host: &impl Host, connector: &Connector, event: &Event) -> Result<Changes> {
        Err(Error::unsupported("handle"))
    }
}

/// What people can have done at the provider with records: `[[actions]]` of the manifest.
pub trait Actions {
    /// Does an action with at most 25 records, by the provider's ids; [`Acted::each`] does it record by record. The same
    /// may come twice: doing it again is no error.
    fn act(
        &self,
        host: &impl Host,
        connector: &Connector,
        action: &str,
        ids: &[String],
    ) -> Result<Acted>;
}

/// The plugin's own work in the background: at the hours of its manifest, or because a route asked for it.
pub trait Schedule {
    /// Runs one task, or a step of it: what leaves something to do answers `next`, the arguments of the step after it.
    /// Each may come twice.
    fn run(&self, host: &impl Host, task: &Task) -> Result<Done>;
}

/// The plugin's own calls under `/api/<plugin id>/…`. [`crate::Router`] tells them apart.
pub trait Routes {
    /// Answers one call. The caller's sign-in and permission are already checked.
    fn handle(&self, host: &impl Host, request: &Request) -> Result<Response>;
}
