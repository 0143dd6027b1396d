//! What providers do, as far as this one does it: a page of orders. Everything else is there to be misused (`acts`).

use crate::bindings::comptoir::plugin::commerce::{
    Bundle, BundlePage, InboundPage, InventoryPage, OrderPage, OrderState, Outcome, Product,
    ProductPage, TicketPage,
};
use crate::bindings::comptoir::plugin::types::{Connector, Error, ErrorKind};
use crate::bindings::exports::comptoir::plugin::{fulfilment, report, shop, support};
use crate::{Hostile, acts, network, orders, refusal};

/// Obeys; without an order there is nothing that this plugin does.
fn nothing<T>(text: &str) -> Result<T, Error> {
    acts::obey(text)?;
    Err(refusal(ErrorKind::Unsupported))
}

impl fulfilment::Guest for Hostile {
    /// One page from the connector's `url`; a `cursor` asks for a page that breaks the contract.
    fn orders(
        connector: Connector,
        cursor: Option<String>,
        _limit: u32,
    ) -> Result<OrderPage, Error> {
        if let Some(page) = acts::page(&connector.settings) {
            return Ok(page);
        }
        acts::obey(&connector.settings)?;
        let body = network::page(&connector)?;
        let mut page = orders::page(&body).map_err(|_| refusal(ErrorKind::Internal))?;
        if cursor.is_some() {
            page.cursor = "c".repeat(2000);
        }
        Ok(page)
    }

    fn order_states(connector: Connector, _ids: Vec<String>) -> Result<Vec<OrderState>, Error> {
        match acts::page(&connector.settings) {
            // Its orders are pages, and it knows none by its id.
            Some(_) => Err(refusal(ErrorKind::Unsupported)),
            None => nothing(&connector.settings),
        }
    }

    fn products(
        connector: Connector,
        _cursor: Option<String>,
        _limit: u32,
    ) -> Result<ProductPage, Error> {
        nothing(&connector.settings)
    }

    fn inventories(
        connector: Connector,
        _cursor: Option<String>,
        _limit: u32,
    ) -> Result<InventoryPage, Error> {
        nothing(&connector.settings)
    }

    fn bundles(connector: Connector, _: Option<String>, _: u32) -> Result<BundlePage, Error> {
        nothing(&connector.settings)
    }

    fn inbound_shipments(
        connector: Connector,
        _: Option<String>,
        _: u32,
    ) -> Result<InboundPage, Error> {
        nothing(&connector.settings)
    }

    fn push_orders(
        connector: Connector,
        _: Vec<fulfilment::OrderDraft>,
    ) -> Result<Vec<Outcome>, Error> {
        match acts::outcomes(&connector.settings) {
            Some(outcomes) => Ok(outcomes),
            None => nothing(&connector.settings),
        }
    }

    fn cancel_order(connector: Connector, _: String) -> Result<OrderState, Error> {
        nothing(&connector.settings)
    }

    fn correct_order(
        connector: Connector,
        _: String,
        _: fulfilment::OrderCorrection,
    ) -> Result<fulfilment::Corrected, Error> {
        nothing(&connector.settings)
    }

    fn push_products(
        connector: Connector,
        _: Vec<fulfilment::ProductDraft>,
    ) -> Result<Vec<Outcome>, Error> {
        nothing(&connector.settings)
    }

    fn push_bundles(connector: Connector, _: Vec<Bundle>) -> Result<Vec<Outcome>, Error> {
        nothing(&connector.settings)
    }

    fn trackings(connector: Connector, _: String) -> Result<Vec<fulfilment::Parcel>, Error> {
        nothing(&connector.settings)
    }

    fn carriers(connector: Connector) -> Result<Vec<fulfilment::Carrier>, Error> {
        nothing(&connector.settings)
    }

    fn read_invoice(file: String) -> Result<fulfilment::InvoiceSummary, Error> {
        nothing(&file)
    }
}

impl shop::Guest for Hostile {
    fn orders(connector: Connector, _: Option<String>, _: u32) -> Result<OrderPage, Error> {
        nothing(&connector.settings)
    }

    fn products(connector: Connector, _: Option<String>, _: u32) -> Result<ProductPage, Error> {
        nothing(&connector.settings)
    }

    fn inventories(
        connector: Connector,
        _: Option<String>,
        _: u32,
    ) -> Result<InventoryPage, Error> {
        nothing(&connector.settings)
    }

    fn export_products(
        connector: Connector,
        _: Vec<Product>,
        _: shop::ExportMode,
    ) -> Result<Vec<Outcome>, Error> {
        nothing(&connector.settings)
    }

    fn markets(connector: Connector) -> Result<Vec<shop::Market>, Error> {
        nothing(&connector.settings)
    }

    fn rates(connector: Connector) -> Result<Vec<shop::ShopZone>, Error> {
        nothing(&connector.settings)
    }

    fn set_rates(connector: Connector, _: Vec<shop::Zone>) -> Result<(), Error> {
        nothing(&connector.settings)
    }

    fn clear_rates(connector: Connector) -> Result<(), Error> {
        nothing(&connector.settings)
    }

    fn set_markets(connector: Connector, _: Vec<String>) -> Result<Vec<shop::Market>, Error> {
        nothing(&connector.settings)
    }

    fn sales_report(
        connector: Connector,
        _: String,
        _: String,
    ) -> Result<Vec<shop::SalesMonth>, Error> {
        nothing(&connector.settings)
    }

    fn read_sales_report(file: String, _: String) -> Result<Vec<shop::SalesMonth>, Error> {
        nothing(&file)
    }
}

impl support::Guest for Hostile {
    fn tickets(connector: Connector, _: Option<String>, _: u32) -> Result<TicketPage, Error> {
        nothing(&connector.settings)
    }

    fn messages(
        connector: Connector,
        _: String,
        _: Option<String>,
        _: u32,
    ) -> Result<support::MessagePage, Error> {
        nothing(&connector.settings)
    }
}

impl report::Guest for Hostile {
    fn build(request: report::Request) -> Result<Vec<report::ReportFile>, Error> {
        nothing(&request.layout)
    }

    fn deliver(
        channel: String,
        _: Vec<report::ReportFile>,
        _: bool,
    ) -> Result<Vec<report::Receipt>, Error> {
        nothing(&channel)
    }
}
