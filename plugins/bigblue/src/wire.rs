//! The provider's messages. Zero values are left out on the wire, so every field has its default. Texts that go on as
//! they are are owned; those that are only parsed are borrowed from the answer.

use serde::Deserialize;
use std::borrow::Cow;

/// A status; no code at all is the provider's `CODE_UNSPECIFIED`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Status {
    pub code: String,
    pub message: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Order<'a> {
    pub id: String,
    pub external_id: String,
    pub store: String,
    #[serde(borrow)]
    pub submit_time: Cow<'a, str>,
    pub language: String,
    pub currency: String,
    #[serde(borrow)]
    pub line_items: Vec<LineItem<'a>>,
    #[serde(borrow)]
    pub shipping_price: Cow<'a, str>,
    #[serde(borrow)]
    pub shipping_tax: Cow<'a, str>,
    #[serde(borrow)]
    pub additional_tax: Cow<'a, str>,
    #[serde(borrow)]
    pub additional_discount: Cow<'a, str>,
    #[serde(borrow)]
    pub total: Cow<'a, str>,
    pub shipping_method: String,
    pub b2b: bool,
    pub shipping_address: Option<Address>,
    pub billing_address: Option<Address>,
    pub pickup_point: Option<PickupPoint>,
    pub external_order_url: String,
    pub customer_order_id: String,
    pub status: Option<Status>,
    pub tracking_number: String,
    pub tracking_url: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LineItem<'a> {
    pub product: String,
    pub quantity: u32,
    #[serde(borrow)]
    pub unit_price: Cow<'a, str>,
    #[serde(borrow)]
    pub unit_tax: Cow<'a, str>,
    #[serde(borrow)]
    pub discount: Cow<'a, str>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Address {
    pub first_name: String,
    pub last_name: String,
    pub company: String,
    pub phone: String,
    pub email: String,
    pub line1: String,
    pub line2: String,
    pub city: String,
    pub postal: String,
    pub state: String,
    pub country: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PickupPoint {
    pub id: String,
    pub display_name: String,
    pub carrier_service: String,
}

/// The answer to GetOrder, as far as an order's state goes.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct OrderAnswer {
    pub order: OrderState,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct OrderState {
    pub id: String,
    pub status: Option<Status>,
    pub tracking_number: String,
    pub tracking_url: String,
}

/// The answer to ListTrackings.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Trackings {
    pub trackings: Vec<Tracking>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Tracking {
    pub carrier_service: String,
    pub tracking_number: String,
    pub tracking_url: String,
    pub events: Vec<TrackingEvent>,
}

/// Inner fields assumed: the provider's own are not public.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TrackingEvent {
    pub time: String,
    pub code: String,
    pub message: String,
    pub location: String,
}

/// A reference made of products. Its form is assumed: the provider's own is not public.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Bundle {
    pub id: String,
    pub name: String,
    pub options: Vec<ProductOption>,
    /// In every one of it.
    pub bundle_items: Vec<BundleItem>,
    pub variants: Vec<BundleVariant>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct BundleItem {
    pub product: String,
    pub quantity: u32,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct BundleVariant {
    pub title: String,
    pub bundle_items: Vec<BundleItem>,
}

/// Goods on their way to a warehouse.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct InboundShipment {
    pub id: String,
    pub warehouse: String,
    pub supplier_name: String,
    pub supplier_shipment_id: String,
    pub carrier_name: String,
    pub expected_arrival_time: String,
    pub line_items: Vec<InboundLine>,
    pub status: Option<InboundStatus>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct InboundLine {
    pub product: String,
    pub quantity: u32,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct InboundStatus {
    pub code: String,
    pub line_progresses: Vec<LineProgress>,
}

/// What of one line has arrived. Whether it names its product is not documented; damaged pieces are assumed.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LineProgress {
    pub product: String,
    pub offloaded_count: u32,
    pub damaged_count: u32,
}

/// An event: one of its two forms.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Event {
    pub update_time: String,
    pub order_status: Option<OrderEvent>,
    pub inventories: Vec<Inventory>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct OrderEvent {
    pub id: String,
    pub carrier: String,
    pub code: String,
    pub tracking_number: String,
    pub tracking_url: String,
}

/// The answer to GetProduct.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ProductAnswer {
    pub product: Product,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Product {
    pub id: String,
    pub name: String,
    pub description: String,
    pub barcode: String,
    pub value: Option<Value>,
    pub tariff_number: String,
    pub origin_country: String,
    pub customs_description: String,
    pub options: Vec<ProductOption>,
    pub name_translations: Vec<NameTranslation>,
    pub track_lots: bool,
    pub weight_grams: u32,
    pub dimensions: Option<Dimensions>,
}

/// A decimal amount and its ISO 4217 currency.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Value {
    pub amount: String,
    pub currency: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ProductOption {
    pub name: String,
    pub value: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct NameTranslation {
    pub language: String,
    pub name: String,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Dimensions {
    pub length_mm: u32,
    pub width_mm: u32,
    pub height_mm: u32,
}

/// Stock of one product in one warehouse. The counts may be below zero where more was sold than there is.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Inventory {
    pub product: String,
    pub available: i64,
    pub in_warehouse: i64,
    pub reserved: i64,
    pub damaged: i64,
}
