//! Making a plugin's type the component's exports.

/// Exports `check` and the roles named for a unit struct: `register!(Acme: fulfilment, routes);`. Only those become
/// exports of the component. Outside WebAssembly it does nothing, so that tests link.
#[macro_export]
macro_rules! register {
    ($plugin:ident $(: $($role:ident),+ $(,)?)?) => {
        #[cfg(target_arch = "wasm32")]
        #[allow(unsafe_code, reason = "the component's border is raw memory; the code is generated")]
        const _: () = {
            struct Exports;
            $crate::__export_role!(check, $plugin, Exports);
            $($($crate::__export_role!($role, $plugin, Exports);)+)?
        };
    };
}

/// One role's glue between the generated trait and the plugin's.
#[doc(hidden)]
#[macro_export]
macro_rules! __export_role {
    (check, $plugin:ident, $exports:ident) => {
        const _: () = {
            use $crate::bindings::check::exports::comptoir::plugin::check::Guest;
            impl Guest for $exports {
                fn check(connector: $crate::Connector) -> $crate::Result<$crate::Account> {
                    $crate::Check::check(&$plugin, &$crate::ComponentHost, &connector)
                }
            }
        };
        $crate::bindings::check::export!($exports with_types_in $crate::bindings::check);
    };
    (fulfilment, $plugin:ident, $exports:ident) => {
        const _: () = {
            use $crate::bindings::fulfilment::exports::comptoir::plugin::fulfilment::Guest;
            use $crate::{ComponentHost, Connector, Result, Fulfilment, commerce::*, fulfilment::*};
            impl Guest for $exports {
                fn orders(connector: Connector, cursor: Option<String>, limit: u32) -> Result<OrderPage> {
                    Fulfilment::orders(&$plugin, &ComponentHost, &connector, cursor.as_deref(), limit)
                }
                fn order_states(connector: Connector, ids: Vec<String>) -> Result<Vec<OrderState>> {
                    Fulfilment::order_states(&$plugin, &ComponentHost, &connector, &ids)
                }
                fn products(connector: Connector, cursor: Option<String>, limit: u32) -> Result<ProductPage> {
                    Fulfilment::products(&$plugin, &ComponentHost, &connector, cursor.as_deref(), limit)
                }
                fn inventories(connector: Connector, cursor: Option<String>, limit: u32) -> Result<InventoryPage> {
                    Fulfilment::inventories(&$plugin, &ComponentHost, &connector, cursor.as_deref(), limit)
                }
                fn bundles(connector: Connector, cursor: Option<String>, limit: u32) -> Result<BundlePage> {
                    Fulfilment::bundles(&$plugin, &ComponentHost, &connector, cursor.as_deref(), limit)
                }
                fn inbound_shipments(connector: Connector, cursor: Option<String>, limit: u32) -> Result<InboundPage> {
                    Fulfilment::inbound_shipments(&$plugin, &ComponentHost, &connector, cursor.as_deref(), limit)
                }
                fn push_orders(connector: Connector, drafts: Vec<OrderDraft>) -> Result<Vec<Outcome>> {
                    Fulfilment::push_orders(&$plugin, &ComponentHost, &connector, &drafts)
                }
                fn cancel_order(connector: Connector, id: String) -> Result<OrderState> {
                    Fulfilment::cancel_order(&$plugin, &ComponentHost, &connector, &id)
                }
                fn correct_order(connector: Connector, id: String, correction: OrderCorrection) -> Result<Corrected> {
                    Fulfilment::correct_order(&$plugin, &ComponentHost, &connector, &id, &correction)
                }
                fn push_products(connector: Connector, drafts: Vec<ProductDraft>) -> Result<Vec<Outcome>> {
                    Fulfilment::push_products(&$plugin, &ComponentHost, &connector, &drafts)
                }
                fn push_bundles(connector: Connector, bundles: Vec<Bundle>) -> Result<Vec<Outcome>> {
                    Fulfilment::push_bundles(&$plugin, &ComponentHost, &connector, &bundles)
                }
                fn trackings(connector: Connector, order: String) -> Result<Vec<Parcel>> {
                    Fulfilment::trackings(&$plugin, &ComponentHost, &connector, &order)
                }
                fn carriers(connector: Connector) -> Result<Vec<Carrier>> {
                    Fulfilment::carriers(&$plugin, &ComponentHost, &connector)
                }
                fn read_invoice(file: String) -> Result<InvoiceSummary> {
                    Fulfilment::read_invoice(&$plugin, &ComponentHost, &file)
                }
            }
        };
        $crate::bindings::fulfilment::export!($exports with_types_in $crate::bindings::fulfilment);
    };
    (shop, $plugin:ident, $exports:ident) => {
        const _: () = {
            use $crate::bindings::shop::exports::comptoir::plugin::shop::Guest;
            use $crate::{ComponentHost, Connector, Result, Shop, commerce::*, shop::*};
            impl Guest for $exports {
                fn orders(connector: Connector, cursor: Option<String>, limit: u32) -> Result<OrderPage> {
                    Shop::orders(&$plugin, &ComponentHost, &connector, cursor.as_deref(), limit)
                }
                fn products(connector: Connector, cursor: Option<String>, limit: u32) -> Result<ProductPage> {
                    Shop::products(&$plugin, &ComponentHost, &connector, cursor.as_deref(), limit)
                }
                fn inventories(connector: Connector, cursor: Option<String>, limit: u32) -> Result<InventoryPage> {
                    Shop::inventories(&$plugin, &ComponentHost, &connector, cursor.as_deref(), limit)
                }
                fn export_products(connector: Connector, products: Vec<Product>, mode: ExportMode) -> Result<Vec<Outcome>> {
                    Shop::export_products(&$plugin, &ComponentHost, &connector, &products, mode)
                }
                fn markets(connector: Connector) -> Result<Vec<Market>> {
                    Shop::markets(&$plugin, &ComponentHost, &connector)
                }
                fn rates(connector: Connector) -> Result<Vec<ShopZone>> {
                    Shop::rates(&$plugin, &ComponentHost, &connector)
                }
                fn set_rates(connector: Connector, zones: Vec<Zone>) -> Result<()> {
                    Shop::set_rates(&$plugin, &ComponentHost, &connector, &zones)
                }
                fn clear_rates(connector: Connector) -> Result<()> {
                    Shop::clear_rates(&$plugin, &ComponentHost, &connector)
                }
                fn set_markets(connector: Connector, countries: Vec<String>) -> Result<Vec<Market>> {
                    Shop::set_markets(&$plugin, &ComponentHost, &connector, &countries)
                }
                fn sales_report(connector: Connector, first: String, last: String) -> Result<Vec<SalesMonth>> {
                    Shop::sales_report(&$plugin, &ComponentHost, &connector, &first, &last)
                }
                fn read_sales_report(file: String, currency: String) -> Result<Vec<SalesMonth>> {
                    Shop::read_sales_report(&$plugin, &ComponentHost, &file, &currency)
                }
            }
        };
        $crate::bindings::shop::export!($exports with_types_in $crate::bindings::shop);
    };
    (support, $plugin:ident, $exports:ident) => {
        const _: () = {
            use $crate::bindings::support::exports::comptoir::plugin::support::Guest;
            use $crate::{ComponentHost, Connector, Result, Support, commerce::*, support::*};
            impl Guest for $exports {
                fn tickets(connector: Connector, cursor: Option<String>, limit: u32) -> Result<TicketPage> {
                    Support::tickets(&$plugin, &ComponentHost, &connector, cursor.as_deref(), limit)
                }
                fn messages(connector: Connector, ticket: String, cursor: Option<String>, limit: u32) -> Result<MessagePage> {
                    Support::messages(&$plugin, &ComponentHost, &connector, &ticket, cursor.as_deref(), limit)
                }
            }
        };
        $crate::bindings::support::export!($exports with_types_in $crate::bindings::support);
    };
    (accounting, $plugin:ident, $exports:ident) => {
        const _: () = {
            use $crate::bindings::accounting::exports::comptoir::plugin::accounting::Guest;
            use $crate::{Accounting, ComponentHost, Connector, Result, accounting::*};
            impl Guest for $exports {
                fn vat_codes(connector: Connector) -> Result<Vec<VatCode>> {
                    Accounting::vat_codes(&$plugin, &ComponentHost, &connector)
                }
                fn ledger_accounts(connector: Connector, numbers: Vec<String>) -> Result<Vec<LedgerAccount>> {
                    Accounting::ledger_accounts(&$plugin, &ComponentHost, &connector, &numbers)
                }
                fn push_customer(connector: Connector, customer: Customer) -> Result<String> {
                    Accounting::push_customer(&$plugin, &ComponentHost, &connector, &customer)
                }
                fn push_invoice(connector: Connector, draft: InvoiceDraft) -> Result<Booked> {
                    Accounting::push_invoice(&$plugin, &ComponentHost, &connector, &draft)
                }
                fn invoice_states(connector: Connector, ids: Vec<String>) -> Result<Vec<InvoiceState>> {
                    Accounting::invoice_states(&$plugin, &ComponentHost, &connector, &ids)
                }
                fn changes(connector: Connector, cursor: Option<String>, limit: u32) -> Result<ChangePage> {
                    Accounting::changes(&$plugin, &ComponentHost, &connector, cursor.as_deref(), limit)
                }
            }
        };
        $crate::bindings::accounting::export!($exports with_types_in $crate::bindings::accounting);
    };
    (report, $plugin:ident, $exports:ident) => {
        const _: () = {
            use $crate::bindings::report::exports::comptoir::plugin::report::Guest;
            use $crate::{ComponentHost, Report, Result, report::*};
            impl Guest for $exports {
                fn build(request: ReportRequest) -> Result<Vec<ReportFile>> {
                    Report::build(&$plugin, &ComponentHost, &request)
                }
                fn deliver(channel: String, files: Vec<ReportFile>, replace: bool) -> Result<Vec<Receipt>> {
                    Report::deliver(&$plugin, &ComponentHost, &channel, &files, replace)
                }
            }
        };
        $crate::bindings::report::export!($exports with_types_in $crate::bindings::report);
    };
    (report_plan, $plugin:ident, $exports:ident) => {
        const _: () = {
            use $crate::bindings::report_plan::exports::comptoir::plugin::report_plan::Guest;
            impl Guest for $exports {
                fn reports() -> $crate::Result<$crate::report_plan::Plan> {
                    $crate::ReportPlan::reports(&$plugin, &$crate::ComponentHost)
                }
            }
        };
        $crate::bindings::report_plan::export!($exports with_types_in $crate::bindings::report_plan);
    };
    (webhooks, $plugin:ident, $exports:ident) => {
        const _: () = {
            use $crate::bindings::webhooks::exports::comptoir::plugin::webhooks::Guest;
            use $crate::{ComponentHost, Connector, Result, Webhooks, commerce::*, webhooks::*};
            impl Guest for $exports {
                fn register(connector: Connector, address: String) -> Result<Vec<Subscription>> {
                    Webhooks::register(&$plugin, &ComponentHost, &connector, &address)
                }
                fn purge(connector: Connector, address: String) -> Result<u32> {
                    Webhooks::purge(&$plugin, &ComponentHost, &connector, &address)
                }
                fn handle(connector: Connector, event: Event) -> Result<Changes> {
                    Webhooks::handle(&$plugin, &ComponentHost, &connector, &event)
                }
            }
        };
        $crate::bindings::webhooks::export!($exports with_types_in $crate::bindings::webhooks);
    };
    (actions, $plugin:ident, $exports:ident) => {
        const _: () = {
            use $crate::bindings::actions::exports::comptoir::plugin::actions::Guest;
            impl Guest for $exports {
                fn act(connector: $crate::Connector, action: String, ids: Vec<String>) -> $crate::Result<$crate::actions::Acted> {
                    $crate::Actions::act(&$plugin, &$crate::ComponentHost, &connector, &action, &ids)
                }
            }
        };
        $crate::bindings::actions::export!($exports with_types_in $crate::bindings::actions);
    };
    (schedule, $plugin:ident, $exports:ident) => {
        const _: () = {
            use $crate::bindings::schedule::exports::comptoir::plugin::schedule::Guest;
            impl Guest for $exports {
                fn run(task: $crate::schedule::Task) -> $crate::Result<$crate::schedule::Done> {
                    $crate::Schedule::run(&$plugin, &$crate::ComponentHost, &task)
                }
            }
        };
        $crate::bindings::schedule::export!($exports with_types_in $crate::bindings::schedule);
    };
    (routes, $plugin:ident, $exports:ident) => {
        const _: () = {
            use $crate::bindings::routes::exports::comptoir::plugin::routes::Guest;
            impl Guest for $exports {
                fn handle(request: $crate::routes::Request) -> $crate::Result<$crate::routes::Response> {
                    $crate::Routes::handle(&$plugin, &$crate::ComponentHost, &request)
                }
            }
        };
        $crate::bindings::routes::export!($exports with_types_in $crate::bindings::routes);
    };
}
