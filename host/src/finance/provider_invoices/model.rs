//! What a provider's invoice is (specification, document 1, sections 3, 4 and 5).

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::finance::FeeCategory;
use crate::http::request::{emptied_if_null, trimmed, trimmed_if_given};
use crate::money;
use crate::shipping::quote::Explanation;
use crate::stores::StoreName;
use crate::words::codes::codes;
use crate::words::said;

codes! {
    /// How far an invoice is, in this order (decision 11).
    #[derive(PartialOrd, Ord)]
    Step schema(as = ProviderInvoiceStep, rename_all = "SCREAMING_SNAKE_CASE") {
        /// Orders of which nobody knows whose they are.
        OrderMapping = "ORDER_MAPPING",
        /// Products of which nobody knows whose they are.
        ProductMapping = "PRODUCT_MAPPING",
        /// What parcels cost, beside what was agreed (F14).
        ShippingFeeControl = "SHIPPING_FEE_CONTROL",
        /// Parcels that a person has to look at.
        ShippingExceptionsFeeControl = "SHIPPING_EXCEPTIONS_FEE_CONTROL",
        /// Lines of neither order nor product, and services that were never seen before.
        OtherServices = "OTHER_SERVICES",
        /// Every fee that comes of it.
        Summary = "SUMMARY",
        /// Its fees are there.
        Validated = "VALIDATED",
    }
}

codes! {
    /// What a line belongs to.
    Subject schema(as = ProviderLineSubject, rename_all = "SCREAMING_SNAKE_CASE") {
        Order = "ORDER",
        Product = "PRODUCT",
        General = "GENERAL",
    }
}

codes! {
    /// What a line is for.
    Nature schema(as = ProviderLineNature, rename_all = "SCREAMING_SNAKE_CASE") {
        /// An order's way to its consumer, fuel included.
        Way = "WAY",
        /// What its carrier asked beyond that.
        Extra = "EXTRA",
        Service = "SERVICE",
    }
}

codes! {
    /// Why a person has to look at a parcel.
    ParcelException schema(rename_all = "SCREAMING_SNAKE_CASE") {
        /// The grid has no price for it, or nobody knows its order or carrier: its store is charged what the provider charged.
        NoTariff = "NO_TARIFF",
        /// The provider charged something beyond the way.
        ExtraFee = "EXTRA_FEE",
        /// Another price than the grid's was agreed with the store.
        AgreedPrice = "AGREED_PRICE",
        /// The consumer paid in another currency than euros, which counts as nothing: no rate of exchange is known.
        ForeignCurrency = "FOREIGN_CURRENCY",
        /// Not every article's weight is known, so that the tariff may be another.
        UnknownWeight = "UNKNOWN_WEIGHT",
    }
}

codes! {
    /// Why a store is proposed.
    ProposalReason schema(as = MappingReason, rename_all = "SCREAMING_SNAKE_CASE") {
        /// An order of the store has it as its reference.
        Reference = "REFERENCE",
        /// An order of the store has this id at another provider, or through several connections.
        OtherId = "OTHER_ID",
        /// The store has a product of this SKU, as others have.
        KnownSku = "KNOWN_SKU",
        /// Most products whose SKU begins alike are the store's.
        SkuPrefix = "SKU_PREFIX",
        /// Most orders of this invoice whose id begins alike are the store's.
        OrderPrefix = "ORDER_PREFIX",
    }
}

/// A provider's invoice in the list. Amounts are in euros without VAT.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderInvoiceRow {
    pub id: Uuid,
    /// A plugin's id.
    pub provider: String,
    pub label: String,
    pub start_at: NaiveDate,
    pub end_at: NaiveDate,
    pub status: Step,
    pub file_name: String,
    /// The job that reads its file.
    pub job_id: Option<Uuid>,
    /// When its lines were there; null: they are being read, or `problem` says why not.
    pub read_at: Option<DateTime<Utc>>,
    /// Why its file could not be read.
    #[serde(serialize_with = "said::maybe")]
    pub problem: Option<String>,
    pub line_count: i32,
    pub rejected_count: i32,
    /// Σ of the lines' prices.
    pub amount: Decimal,
    /// What stores are charged of it, and what their consumers paid (F13); null before the summary.
    pub amount_charged: Option<Decimal>,
    pub amount_paid_by_customer: Option<Decimal>,
    /// charged + paid by customers − amount; null before the summary.
    pub margin: Option<Decimal>,
    pub author: String,
    pub validated_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// A provider's invoice with what is to be done.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderInvoice {
    #[serde(flatten)]
    pub row: ProviderInvoiceRow,
    /// What the rejected lines come to, as a person read them.
    pub rejected_amount: Option<Decimal>,
    /// What the provider's own document says is due.
    pub stated_amount: Option<Decimal>,
    /// Other invoices of the provider whose days overlap (decision 14).
    pub overlapping: Vec<ProviderInvoiceName>,
    /// All steps, in their order.
    pub steps: Vec<StepState>,
    /// The first hundred lines that could not be read.
    pub rejected: Vec<RejectedRow>,
    /// The first two hundred ids of orders of which nobody knows whose they are, the dearest first.
    pub unmapped_orders: Vec<UnmappedOrder>,
    /// What was decided of orders that the portal does not know: the last five hundred.
    pub order_mappings: Vec<OrderMapping>,
    /// Products whose store was decided by a person, or is to be: the first five hundred, those to be decided first.
    pub product_mappings: Vec<ProductMapping>,
    /// Every service but an order's way.
    pub services: Vec<ServiceState>,
    /// What it comes to by store and service; empty before the summary.
    pub lines: Vec<SummaryLine>,
}

/// Another invoice of the provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderInvoiceName {
    pub id: Uuid,
    pub label: String,
    pub start_at: NaiveDate,
    pub end_at: NaiveDate,
}

/// How far a step is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ProviderInvoiceStepState)]
pub struct StepState {
    pub step: Step,
    /// What there is to look at: ids, parcels, services. 0: the step is skipped.
    pub total: i64,
    /// What of it keeps the next step from beginning.
    pub open: i64,
}

impl StepState {
    /// Nothing to look at.
    pub const fn none(step: Step) -> Self {
        Self {
            step,
            total: 0,
            open: 0,
        }
    }
}

/// What of a line could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ProviderInvoiceReject)]
pub struct RejectedRow {
    pub line: i32,
    /// From 1; null: the line as a whole.
    pub column: Option<i32>,
    pub heading: String,
    /// In the reader's language where the plugin's code is known.
    pub reason: String,
}

/// A store that something may belong to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MappingProposal {
    pub store: StoreName,
    pub reason: ProposalReason,
    /// In percent.
    pub certainty: i32,
}

/// An order of which nobody knows whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnmappedOrder {
    pub fulfillment_id: String,
    /// Its services, and what they cost together.
    pub services: Vec<String>,
    pub amount: Decimal,
    /// The most certain first.
    pub proposals: Vec<MappingProposal>,
}

/// Whose an order is that the portal does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderOrderMapping)]
pub struct OrderMapping {
    pub fulfillment_id: String,
    /// Null: the company's.
    pub store_id: Option<Uuid>,
    pub store_name: Option<String>,
    pub amount: Decimal,
}

/// Whose a product is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderProductMapping)]
pub struct ProductMapping {
    /// The SKU, as the row's id.
    pub id: String,
    pub sku: String,
    pub store_id: Option<Uuid>,
    pub store_name: Option<String>,
    /// Without a store: the company's.
    pub is_decided: bool,
    pub amount: Decimal,
    pub proposals: Vec<MappingProposal>,
}

/// What a service of the invoice is billed on with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderServiceState)]
pub struct ServiceState {
    pub service: String,
    pub line_count: i64,
    pub amount: Decimal,
    /// Whether stores are charged for it; null: to be decided.
    pub is_billed: Option<bool>,
    /// Percent.
    pub margin: Decimal,
}

/// What a store owes for a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderSummaryLine)]
pub struct SummaryLine {
    pub id: Uuid,
    /// The service; of orders' ways `Shipping`.
    pub label: String,
    /// Null: the company's.
    pub store: Option<StoreName>,
    /// Of its fee.
    pub description: String,
    /// Lines of the file.
    pub quantity: i64,
    pub amount: Decimal,
    pub amount_charged: Decimal,
    pub amount_paid_by_customer: Decimal,
    /// charged + paid by customers − amount (F13).
    pub margin: Decimal,
    /// What the provider's invoice before charged the store for the service; null: nothing.
    pub last_charged: Option<Decimal>,
    /// Whether it becomes a fee.
    pub is_selected: bool,
    pub category: FeeCategory,
    /// The fee that came of it.
    pub fee: Option<SummaryFee>,
}

/// A fee of a validated invoice, or one that stayed when it was reopened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderSummaryFee)]
pub struct SummaryFee {
    pub id: Uuid,
    pub amount: Decimal,
    /// A merchant's invoice has it: reopening leaves it.
    pub is_invoiced: bool,
}

/// A line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderInvoiceLine {
    pub id: Uuid,
    /// In the file, from 1.
    pub line: i32,
    pub subject: Subject,
    pub nature: Nature,
    /// The provider's id of the order or a product's SKU; empty: neither.
    pub fulfillment_id: String,
    pub service: String,
    pub description: String,
    pub quantity: Option<Decimal>,
    pub unit_price: Option<Decimal>,
    pub price: Decimal,
    pub country_code: String,
    pub order_id: Option<Uuid>,
    /// Null: the company's, if it is decided.
    pub store_id: Option<Uuid>,
    pub store_name: Option<String>,
    pub is_decided: bool,
}

/// What an order's way cost.
#[derive(Debug, Clone, PartialEq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderParcel {
    pub id: Uuid,
    pub fulfillment_id: String,
    pub order_id: Option<Uuid>,
    pub reference: String,
    pub store_id: Uuid,
    pub store_name: String,
    pub country_code: String,
    pub carrier: String,
    /// The day that its tariff is of: when it left.
    pub day: Option<NaiveDate>,
    #[sqlx(flatten)]
    pub price: ParcelPrice,
    /// What the provider charged, and what of it is beyond the way.
    pub amount: Decimal,
    pub extra: Decimal,
    /// What was agreed with the provider: the grid's price with fuel and supplement; null: nothing was.
    pub agreed: Option<Decimal>,
    /// What the provider charged beyond that.
    pub beyond: Option<Decimal>,
    /// How the tariff came about (F2).
    #[schema(value_type = Option<Explanation>)]
    pub explanation: Option<sqlx::types::Json<Explanation>>,
    pub exception: Option<ParcelException>,
    /// Whether the exception's amount is charged.
    pub is_selected: bool,
    /// What the store is charged, or credited below zero.
    pub charged: Decimal,
}

/// F14.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = ProviderParcelPrice)]
pub struct ParcelPrice {
    /// What the consumer paid for the way.
    pub consumer: Decimal,
    /// Our tariff for the store; null: there is none.
    pub business: Option<Decimal>,
    /// business − consumer; without a tariff what the provider charged − consumer.
    pub difference: Decimal,
}

codes! {
    /// What parcels are summed up by.
    SumBy schema(as = ProviderParcelSumBy, rename_all = "SCREAMING_SNAKE_CASE") {
        Store = "STORE",
        Carrier = "CARRIER",
        Country = "COUNTRY",
    }
}

/// What the ways of a store's, a carrier's or a country's orders come to. Amounts are as those of a parcel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderParcelSum)]
pub struct ParcelSum {
    /// The store's id, the carrier's name or the country's code; empty: nobody knows it.
    pub key: String,
    /// What people call it: the store's name, the carrier's, the country's code.
    pub name: String,
    pub parcels: i64,
    /// Those that a person has to look at.
    pub exceptions: i64,
    pub amount: Decimal,
    pub extra: Decimal,
    pub consumer: Decimal,
    /// Of those that have a tariff.
    pub business: Decimal,
    pub difference: Decimal,
    pub charged: Decimal,
    /// Σ of what was charged above the agreed price; what was below it does not make up for that.
    pub overcharged: Decimal,
    pub overcharges: i64,
}

/// What is left to the company of a month or a service (F13), in euros without VAT.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderMargin)]
pub struct Margin {
    pub amount: Decimal,
    pub amount_charged: Decimal,
    pub amount_paid_by_customer: Decimal,
    /// charged + paid by customers − amount.
    pub margin: Decimal,
}

/// The margin of a month: of the validated invoices that end in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderMonthMargin)]
pub struct MonthMargin {
    /// Its first day.
    pub month: NaiveDate,
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub margin: Margin,
}

/// The margin of a service, over all months.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderServiceMargin)]
pub struct ServiceMargin {
    /// Of orders' ways `Shipping`.
    pub service: String,
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub margin: Margin,
}

/// What the running month may come to: an estimate by the validated invoices of the last month that a provider billed. What is
/// asked by order is theirs for an order, times the orders of the month that left and those that wait; the rest is as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderForecast)]
pub struct Forecast {
    /// Its first day.
    pub month: NaiveDate,
    /// Orders that left this month, and those that wait.
    pub shipped_orders: i64,
    pub open_orders: i64,
    /// The orders that those invoices billed.
    pub billed_orders: i64,
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub margin: Margin,
}

/// What providers' invoices left to the company.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ProviderMargins)]
pub struct Margins {
    /// Oldest first; a month without an invoice is left out.
    pub months: Vec<MonthMargin>,
    /// The dearest first.
    pub services: Vec<ServiceMargin>,
    /// Null: no invoice was validated lately, or the running month's is.
    pub forecast: Option<Forecast>,
}

/// Whose ids are that begin so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MappingRule {
    pub id: Uuid,
    pub provider: String,
    pub subject: Subject,
    pub prefix: String,
    /// The whole id.
    pub is_exact: bool,
    /// Null: the company's.
    pub store: Option<StoreName>,
    pub author: String,
    pub created_at: DateTime<Utc>,
}

/// Whose something is.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MappingInput {
    /// The provider's id of an order, or a product's SKU; the beginning of several with `isPrefix`.
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub fulfillment_id: String,
    /// Null: the company's.
    pub store_id: Option<Uuid>,
    #[serde(default)]
    pub is_prefix: bool,
    /// Whether the provider's next invoices are mapped so too.
    #[serde(default)]
    pub is_kept: bool,
}

/// Which parcels are charged as they stand: of the exceptions those that match everything that is given, or all.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ParcelSelection {
    #[validate(length(max = 1000))]
    pub ids: Option<Vec<Uuid>>,
    /// Of these exceptions only.
    #[serde(default)]
    #[validate(length(max = 10))]
    pub exceptions: Vec<ParcelException>,
    /// Of these stores, carriers, countries only.
    #[serde(default)]
    #[validate(length(max = 1000))]
    pub store_ids: Vec<Uuid>,
    #[serde(default)]
    #[validate(length(max = 1000))]
    pub carriers: Vec<String>,
    #[serde(default)]
    #[validate(length(max = 300))]
    pub country_codes: Vec<String>,
    /// Words that all stand in reference or provider's id.
    #[serde(default)]
    #[validate(length(max = 255))]
    pub search: String,
    pub is_selected: bool,
}

/// What a service is billed on with.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ServiceInput {
    #[validate(length(min = 1, max = 255))]
    pub service: String,
    /// Whether stores are charged for it.
    #[serde(default = "billed")]
    pub is_billed: bool,
    /// Percent.
    #[serde(default)]
    #[validate(custom(function = "money::rate"))]
    pub margin: Decimal,
}

const fn billed() -> bool {
    true
}

/// Whose lines of neither order nor product are.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GeneralInput {
    /// Absent: all of the service, or all that are not decided.
    #[validate(length(max = 1000))]
    pub ids: Option<Vec<Uuid>>,
    #[validate(length(min = 1, max = 255))]
    pub service: Option<String>,
    /// Null: the company's.
    pub store_id: Option<Uuid>,
}

/// The data of the present step, and where to go.
#[derive(Debug, Clone, Default, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ProviderInvoicePatch {
    /// The step that the data are of: the present one.
    pub status: Option<Step>,
    /// Where to go: later steps one after the other, as far as the next that has something to do; an earlier one; from
    /// VALIDATED back to SUMMARY.
    pub to: Option<Step>,
    #[serde(deserialize_with = "trimmed_if_given")]
    #[validate(length(min = 1, max = 255))]
    pub label: Option<String>,
    /// Null: nothing is said of it any more.
    #[serde(deserialize_with = "emptied_if_null")]
    #[validate(custom(function = "money::sales"))]
    #[schema(value_type = Option<Decimal>)]
    pub rejected_amount: Option<Option<Decimal>>,
    /// Null: the provider states nothing.
    #[serde(deserialize_with = "emptied_if_null")]
    #[validate(custom(function = "money::sales"))]
    #[schema(value_type = Option<Decimal>)]
    pub stated_amount: Option<Option<Decimal>>,
    #[validate(nested, length(max = 1000))]
    pub order_mappings: Vec<MappingInput>,
    #[validate(nested, length(max = 1000))]
    pub product_mappings: Vec<MappingInput>,
    /// Takes the most certain proposal of everything that is not decided, where it is at least so certain, in percent.
    #[validate(range(min = 1, max = 100))]
    pub accept_above: Option<i32>,
    #[validate(nested, length(max = 100))]
    pub shipping_exceptions: Vec<ParcelSelection>,
    #[validate(nested, length(max = 1000))]
    pub other_services: Vec<GeneralInput>,
    /// In OTHER_SERVICES and SUMMARY.
    #[validate(nested, length(max = 1000))]
    pub service_margin: Vec<ServiceInput>,
    /// The lines of the summary that become fees; absent: as they are.
    #[validate(length(max = 10000))]
    pub selected_lines: Option<Vec<Uuid>>,
}

/// The form of a new invoice, for the API's description.
#[derive(Debug, ToSchema)]
#[allow(dead_code, reason = "only described")]
pub struct ProviderInvoiceForm {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// The period that it bills.
    start: NaiveDate,
    end: NaiveDate,
    /// A plugin's id: `bigblue`.
    provider: String,
    /// Absent: the file's name.
    label: Option<String>,
}
