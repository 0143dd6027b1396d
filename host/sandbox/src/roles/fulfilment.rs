//! `wit/fulfilment.wit`: a provider that stores and ships goods.

use std::sync::Arc;

use super::{call, check_outcomes, check_push, page};
pub use crate::bindings::exports::comptoir::plugin::fulfilment::{
    Carrier, Corrected, CorrectedLine, InvoiceSummary, OrderCorrection, OrderDraft, Parcel,
    ParcelEvent, ProductDraft,
};
use crate::call::Call;
use crate::commerce::{
    Bundle, BundlePage, InboundPage, InventoryPage, OrderPage, OrderState, Outcome, ProductPage,
};
use crate::error::CallError;
use crate::plugin::Plugin;

page! {
    /// Orders new or changed since the cursor. Each may come again.
    orders, fulfilment.call_orders, OrderPage
}
page! {
    /// Products after the cursor.
    products, fulfilment.call_products, ProductPage
}
page! {
    /// Stock after the cursor.
    inventories, fulfilment.call_inventories, InventoryPage
}
page! {
    /// Bundles after the cursor.
    bundles, fulfilment.call_bundles, BundlePage
}
page! {
    /// Inbound shipments after the cursor.
    inbound_shipments, fulfilment.call_inbound_shipments, InboundPage
}

impl Plugin {
    /// The present state of at most [`super::PUSH_ITEMS`] orders. Unknown ids are left out.
    pub async fn order_states(
        self: &Arc<Self>,
        call: Call,
        ids: Vec<String>,
    ) -> Result<Vec<OrderState>, CallError> {
        check_push(ids.len())?;
        call!(self, call, fulfilment.call_order_states(connector, &ids))
    }

    /// Hands over at most [`super::PUSH_ITEMS`] orders; an outcome each, in order.
    pub async fn push_orders(
        self: &Arc<Self>,
        call: Call,
        drafts: Vec<OrderDraft>,
    ) -> Result<Vec<Outcome>, CallError> {
        let count = drafts.len();
        check_push(count)?;
        let outcomes = call!(self, call, fulfilment.call_push_orders(connector, &drafts))?;
        check_outcomes(count, outcomes)
    }

    /// Asks for an order not to be shipped; its state afterwards.
    pub async fn cancel_order(
        self: &Arc<Self>,
        call: Call,
        id: String,
    ) -> Result<OrderState, CallError> {
        call!(self, call, fulfilment.call_cancel_order(connector, &id))
    }

    /// Puts right an order that stands still.
    pub async fn correct_order(
        self: &Arc<Self>,
        call: Call,
        id: String,
        correction: OrderCorrection,
    ) -> Result<Corrected, CallError> {
        call!(
            self,
            call,
            fulfilment.call_correct_order(connector, &id, &correction)
        )
    }

    /// Creates or changes at most [`super::PUSH_ITEMS`] products, by SKU.
    pub async fn push_products(
        self: &Arc<Self>,
        call: Call,
        drafts: Vec<ProductDraft>,
    ) -> Result<Vec<Outcome>, CallError> {
        let count = drafts.len();
        check_push(count)?;
        let outcomes = call!(
            self,
            call,
            fulfilment.call_push_products(connector, &drafts)
        )?;
        check_outcomes(count, outcomes)
    }

    /// Creates or changes at most [`super::PUSH_ITEMS`] bundles, by SKU.
    pub async fn push_bundles(
        self: &Arc<Self>,
        call: Call,
        bundles: Vec<Bundle>,
    ) -> Result<Vec<Outcome>, CallError> {
        let count = bundles.len();
        check_push(count)?;
        let outcomes = call!(
            self,
            call,
            fulfilment.call_push_bundles(connector, &bundles)
        )?;
        check_outcomes(count, outcomes)
    }

    /// The parcels of one order.
    pub async fn trackings(
        self: &Arc<Self>,
        call: Call,
        order: String,
    ) -> Result<Vec<Parcel>, CallError> {
        call!(self, call, fulfilment.call_trackings(connector, &order))
    }

    /// The shipping services that an order may ask for.
    pub async fn carriers(self: &Arc<Self>, call: Call) -> Result<Vec<Carrier>, CallError> {
        call!(self, call, fulfilment.call_carriers(connector))
    }

    /// Reads the provider's invoice file; its lines go to the call's rows.
    pub async fn read_invoice(
        self: &Arc<Self>,
        call: Call,
        file: String,
    ) -> Result<InvoiceSummary, CallError> {
        call!(self, call, fulfilment.call_read_invoice(&file))
    }
}
