//! The messages of the API as they stand on the wire: snake case, amounts as decimal strings, zero values left out.

use serde::{Deserialize, Serialize};

fn is_zero<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Structs as proto3 JSON has them: each field may be missing, and is left out when it holds its zero value.
macro_rules! messages {
    ($($(#[$about:meta])* $name:ident { $($field:ident: $kind:ty,)* })*) => {$(
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default)]
        #[allow(missing_docs)]
        pub struct $name {
            $(#[serde(skip_serializing_if = "is_zero")] pub $field: $kind,)*
        }
    )*};
}

messages! {
    /// A status code with its words; the code is empty for the zero value `CODE_UNSPECIFIED`.
    StatusMessage { code: String, message: String, }

    /// A decimal amount and its ISO 4217 currency.
    Value { amount: String, currency: String, }
    ProductOption { name: String, value: String, }
    NameTranslation { language: String, name: String, }
    /// Millimetres.
    Dimensions { length_mm: u32, width_mm: u32, height_mm: u32, }
    Product {
        id: String, name: String, description: String, barcode: String, value: Option<Value>, tariff_number: String,
        origin_country: String, customs_description: String, options: Vec<ProductOption>,
        name_translations: Vec<NameTranslation>, track_lots: bool, weight_grams: u32, dimensions: Option<Dimensions>,
    }
    BundleItem { product: String, quantity: u32, }
    /// A sellable reference made of products (assumed: the provider's own form is not public).
    Bundle {
        id: String, name: String, options: Vec<ProductOption>, bundle_items: Vec<BundleItem>,
        variants: Vec<BundleVariant>,
    }
    /// One way to buy a bundle (assumed too).
    BundleVariant { title: String, bundle_items: Vec<BundleItem>, }
    /// Stock of one product in one warehouse.
    Inventory { product: String, warehouse: String, available: u32, in_warehouse: u32, reserved: u32, }

    Address {
        first_name: String, last_name: String, company: String, phone: String, email: String, line1: String,
        line2: String, city: String, postal: String, state: String, country: String,
    }
    PickupPoint {
        id: String, display_name: String, postal: String, state: String, country: String, carrier_service: String,
    }
    LineItem { product: String, quantity: u32, unit_price: String, unit_tax: String, discount: String, }
    Order {
        id: String, external_id: String, store: String, submit_time: String, language: String, currency: String,
        line_items: Vec<LineItem>, shipping_price: String, shipping_tax: String, additional_tax: String,
        additional_discount: String, total: String, shipping_method: String, b2b: bool,
        shipping_address: Option<Address>, billing_address: Option<Address>, pickup_point: Option<PickupPoint>,
        b2b_fulfillment_instructions_template: String, auto_fulfill_schedule_time: String,
        auto_fulfill_reservation_priority: String, auto_fulfill_warehouse: String, external_order_url: String,
        customer_order_id: String, status: Option<StatusMessage>, tracking_number: String, tracking_url: String,
    }
    /// Inner fields assumed: the provider's own are not public.
    TrackingEvent { time: String, code: String, message: String, location: String, }
    Tracking {
        carrier_service: String, tracking_number: String, tracking_url: String, status: Option<StatusMessage>,
        events: Vec<TrackingEvent>,
    }

    InboundLine { product: String, supplier_sku: String, quantity: u32, }
    LineProgress { product: String, offloaded_count: u32, damaged_count: u32, }
    InboundStatus { code: String, line_progresses: Vec<LineProgress>, }
    InboundShipment {
        id: String, warehouse: String, supplier_name: String, supplier_shipment_id: String, carrier_name: String,
        expected_arrival_time: String, finalize: bool, line_items: Vec<InboundLine>, status: Option<InboundStatus>,
    }

    DateRange { from: String, to: String, }
    /// The bodies of all calls in one: a method reads the fields that it knows.
    Request {
        id: String, order_id: String, page_size: u32, page_token: String, date_range: Option<DateRange>,
        product: Option<ProductOrId>, bundle: Option<Bundle>, order: Option<Order>,
        inbound_shipment: Option<InboundShipment>,
    }
    /// The answers of all calls in one.
    Answer {
        product: Option<Product>, products: Vec<Product>, bundle: Option<Bundle>, bundles: Vec<Bundle>,
        inventories: Vec<Inventory>, order: Option<Order>, orders: Vec<Order>, trackings: Vec<Tracking>,
        inbound_shipment: Option<InboundShipment>, inbound_shipments: Vec<InboundShipment>, next_page_token: String,
    }
}

/// `product` is an id in ListInventories and the whole product in CreateProduct and UpdateProduct.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ProductOrId {
    /// The id alone.
    Id(String),
    /// The whole message.
    Product(Box<Product>),
}
