//! What a merchant invoice is (specification, document 1, sections 3 to 5).

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::formulas::{self, Sales};
use super::sales::{MonthWarning, SalesFigures, SalesMonth};
use super::sql::STATUS;
use crate::finance::company::{Seller, VatCode, VatRule};
use crate::finance::{Cause, FeeCategory, days};
use crate::http::error::{Error, Issue, Result};
use crate::http::request::trimmed;
use crate::money;
use crate::stores::StoreName;
use crate::words::address::Address;
use crate::words::codes::codes;
use crate::words::language::Language;

/// The most lines of one invoice, and the most fees of all its lines.
pub const LINES: usize = 500;
pub const FEES: usize = 20_000;
/// The highest total, in euros.
const HIGHEST: Decimal = Decimal::from_parts(99_999_999, 0, 0, false, 0);

codes! {
    InvoiceKind schema(rename_all = "SCREAMING_SNAKE_CASE") {
        Invoice = "INVOICE",
        /// It takes back an invoice, or some lines of it.
        CreditNote = "CREDIT_NOTE",
    }
}

codes! {
    /// Which table of an invoice a line stands in.
    Section schema(rename_all = "SCREAMING_SNAKE_CASE") {
        Commissions = "COMMISSIONS",
        Fees = "FEES",
    }
}

/// What is asked for: an owner's part of what a store owes for some days.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = InvoicePrepareInput)]
pub struct PrepareInput {
    /// Both days included, in Paris.
    pub start_at: NaiveDate,
    pub end_at: NaiveDate,
    pub store_id: Uuid,
    pub organization_id: Uuid,
    /// What the store sold, by months; what lies outside of the period counts for nothing.
    #[validate(length(min = 1, max = 120), nested)]
    pub sales_report: Vec<SalesMonth>,
    /// What counts as internal shipping in place of F8's own amount, of the store as a whole.
    #[serde(default)]
    #[validate(custom(function = "money::threshold"))]
    pub internal_shipping: Option<Decimal>,
}

/// Proposed lines, each with how it came about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreparedInvoice)]
pub struct Prepared {
    pub title: String,
    pub deadline_at: NaiveDate,
    pub vat: VatCode,
    /// Percent.
    pub organization_vat: Decimal,
    pub organization_ownership: Decimal,
    /// F8, of the store as a whole.
    pub internal_shipping: InternalShipping,
    pub special_mention: String,
    /// All months of the period together.
    pub sales_report: SalesFigures,
    pub warnings: Vec<MonthWarning>,
    pub commissions: Vec<Group>,
    pub fees: Vec<Group>,
    pub totals: InvoiceTotals,
    /// Other invoices of this store and organization for some of these days.
    pub overlapping: Vec<InvoiceName>,
    /// What each code of VAT means.
    pub vat_codes: Vec<VatRule>,
}

/// F8 and what it is made of, in euros without VAT.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InternalShipping {
    /// What the store was charged for the shipping of its orders.
    pub charged: Decimal,
    /// What its consumers paid for it.
    pub paid: Decimal,
    pub amount: Decimal,
}

/// How the amount of a line came about.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LineExplanation)]
pub struct Explanation {
    /// Of fees: how many.
    #[serde(default)]
    pub count: Option<u32>,
    /// Of a commission (F9): the part of the base that lies in its tier, and the tier's rate in percent.
    #[serde(default)]
    pub part: Option<Decimal>,
    #[serde(default)]
    pub rate: Option<Decimal>,
    /// Of a commission: from and up to which euros its tier goes; null: without an end.
    #[serde(default)]
    pub min: Option<Decimal>,
    #[serde(default)]
    pub max: Option<Decimal>,
    /// Euros without VAT, of the store as a whole.
    pub whole: Decimal,
    /// What part of it the organization bears (F10), in percent of all owners.
    pub share: Decimal,
}

/// Lines below one title.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = InvoiceGroupInput)]
pub struct Group {
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(max = 255))]
    pub title: String,
    #[validate(length(max = 500), nested)]
    pub lines: Vec<Line>,
}

/// A line as it is proposed and filled in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = InvoiceLineInput)]
pub struct Line {
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(max = 255))]
    pub label: String,
    /// Euros without VAT, each.
    #[validate(custom(function = "money::line"))]
    pub amount: Decimal,
    #[validate(custom(function = "money::quantity"))]
    pub quantity: Decimal,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 500))]
    pub description: String,
    /// Of a line of fees.
    #[serde(default)]
    pub category: Option<FeeCategory>,
    /// The fees that it is made of.
    #[serde(default)]
    #[validate(length(max = 20_000))]
    pub fee_ids: Vec<Uuid>,
    /// Null: somebody typed it.
    #[serde(default)]
    pub explanation: Option<Explanation>,
}

impl Line {
    /// Euros without VAT, of all.
    pub fn total(&self) -> Decimal {
        formulas::line_total(self.quantity, self.amount)
    }
}

/// A draft as it is filled in.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvoiceInput {
    /// Both days included, in Paris.
    pub start_at: NaiveDate,
    pub end_at: NaiveDate,
    pub store_id: Uuid,
    pub organization_id: Uuid,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub title: String,
    pub deadline_at: NaiveDate,
    pub vat: VatCode,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 255))]
    pub special_mention: String,
    /// F8, as it was proposed or changed.
    #[validate(custom(function = "money::threshold"))]
    pub internal_shipping: Decimal,
    #[validate(nested)]
    pub figures: Figures,
}

/// What the totals of an invoice follow from.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = InvoiceFigures)]
pub struct Figures {
    /// Percent.
    #[validate(custom(function = "money::rate"))]
    pub organization_vat: Decimal,
    #[validate(custom(function = "money::rate"))]
    pub organization_ownership: Decimal,
    #[validate(nested)]
    pub sales_report: SalesFigures,
    #[validate(length(max = 100), nested)]
    pub commissions: Vec<Group>,
    #[validate(length(max = 100), nested)]
    pub fees: Vec<Group>,
}

impl Figures {
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        let groups = self.commissions.iter().chain(&self.fees);
        groups.flat_map(|group| &group.lines)
    }

    pub fn totals(&self) -> InvoiceTotals {
        let sum = |groups: &[Group]| -> Decimal {
            let lines = groups.iter().flat_map(|group| &group.lines);
            lines.map(Line::total).sum()
        };
        InvoiceTotals::of(
            sum(&self.fees),
            sum(&self.commissions),
            self.organization_ownership,
            self.organization_vat,
            &self.sales_report.sales(),
        )
    }
}

impl InvoiceInput {
    /// # Errors
    /// [`Error::Invalid`]: its days make no sense, it has too many lines, or more fees, or one of them twice.
    pub fn check(&self) -> Result<()> {
        check_period(self.start_at, self.end_at)?;
        days::check("deadlineAt", self.deadline_at)?;
        let totals = self.figures.totals();
        if totals.amount.abs() > HIGHEST || totals.difference_amount.abs() > HIGHEST {
            return Err(Error::field("figures", "max"));
        }
        if self.figures.lines().count() > LINES {
            return Err(Error::field("fees", "max"));
        }
        let mut fees: Vec<Uuid> = self
            .figures
            .lines()
            .flat_map(|line| line.fee_ids.clone())
            .collect();
        let all = fees.len();
        fees.sort_unstable();
        fees.dedup();
        match fees.len() {
            count if count < all => Err(Error::field("fees", "unique")),
            count if count > FEES => Err(Error::field("fees", "max")),
            _ => Ok(()),
        }
    }
}

/// # Errors
/// [`Error::Invalid`]: it ends before it begins.
pub fn check_period(start_at: NaiveDate, end_at: NaiveDate) -> Result<()> {
    days::check_range(("startAt", start_at), ("endAt", Some(end_at)))
}

/// F11, in euros.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceTotals {
    #[sqlx(rename = "total_fees")]
    pub fees: Decimal,
    #[sqlx(rename = "total_commissions")]
    pub commissions: Decimal,
    #[sqlx(rename = "total_taxes")]
    pub taxes: Decimal,
    /// With VAT.
    #[sqlx(rename = "total_amount")]
    pub amount: Decimal,
    /// What is left to the organization of its share of the sales, without VAT and with.
    pub difference_ex_vat: Decimal,
    pub difference_amount: Decimal,
}

impl InvoiceTotals {
    pub fn of(
        fees: Decimal,
        commissions: Decimal,
        own: Decimal,
        vat: Decimal,
        sales: &Sales,
    ) -> Self {
        let totals = formulas::totals(fees, commissions, own, vat, sales);
        Self {
            fees,
            commissions,
            taxes: totals.taxes,
            amount: totals.amount,
            difference_ex_vat: totals.difference_ex_vat,
            difference_amount: totals.difference,
        }
    }

    /// The same with other taxes.
    pub fn with_taxes(self, taxes: Decimal) -> Self {
        let more = taxes - self.taxes;
        Self {
            taxes,
            amount: self.amount + more,
            difference_amount: self.difference_amount - more,
            ..self
        }
    }
}

/// The totals of what is filled in, and of each line, commissions first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReckonedInvoice)]
pub struct Reckoned {
    pub totals: InvoiceTotals,
    pub line_totals: Vec<Decimal>,
}

/// An organization where another record names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct OrganizationName {
    #[sqlx(rename = "organization_id")]
    pub id: Uuid,
    #[sqlx(rename = "organization_name")]
    pub name: String,
}

/// An invoice where another record names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceName {
    pub id: Uuid,
    /// Null: a draft.
    pub number: Option<String>,
    pub title: String,
    /// Euros with VAT.
    pub total_amount: Decimal,
}

/// An invoice in the list.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceRow {
    pub id: Uuid,
    /// Null: a draft.
    pub number: Option<String>,
    pub kind: InvoiceKind,
    pub title: String,
    #[sqlx(flatten)]
    pub organization: OrganizationName,
    #[sqlx(flatten)]
    pub store: StoreName,
    /// Both days included, in Paris.
    pub start_at: NaiveDate,
    pub end_at: NaiveDate,
    pub deadline_at: NaiveDate,
    /// Euros, without VAT but for taxes and amount.
    pub total_fees: Decimal,
    pub total_commissions: Decimal,
    pub total_taxes: Decimal,
    pub total_amount: Decimal,
    pub difference_ex_vat: Decimal,
    pub difference_amount: Decimal,
    /// DRAFT 0, INVOICE_ISSUED 1, INVOICE_SENT 2
    pub company_status: i16,
    /// INVOICE_NOT_RECEIVED 0, INVOICE_RECEIVED 1
    pub customer_status: i16,
    /// TRANSFER_TO_MAKE 0, TRANSFER_MADE 1
    pub bank_status: i16,
    pub issued_at: Option<DateTime<Utc>>,
    /// When it last went out by mail, when somebody was last reminded of it, and when it was said to be paid.
    pub sent_at: Option<DateTime<Utc>>,
    pub reminded_at: Option<DateTime<Utc>>,
    pub paid_at: Option<DateTime<Utc>>,
    /// Credit notes took the whole of it back.
    pub is_credited: bool,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// An invoice, whole.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invoice {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub row: InvoiceRow,
    /// What the store was called then.
    pub shop_name: String,
    pub vat: VatCode,
    /// Percent.
    pub organization_vat: Decimal,
    pub organization_ownership: Decimal,
    pub special_mention: String,
    pub internal_shipping: Decimal,
    /// All months together.
    #[sqlx(json)]
    pub sales_report: SalesFigures,
    /// Every line, by its place.
    #[serde(skip)]
    #[sqlx(json)]
    pub lines: Vec<InvoiceLine>,
    #[sqlx(skip)]
    pub commissions: Vec<LineGroup>,
    #[sqlx(skip)]
    pub fees: Vec<LineGroup>,
    /// Who is billed by whom, as it was when it was issued; null: a draft.
    #[schema(value_type = Option<Frozen>)]
    pub frozen: Option<Json<Frozen>>,
    /// Of a credit note: what it takes back.
    #[schema(value_type = Option<InvoiceName>)]
    pub credits: Option<Json<InvoiceName>>,
    /// What takes it back.
    #[sqlx(json)]
    pub credited_by: Vec<InvoiceName>,
    /// Who made the draft. Customers read null.
    pub author: Option<String>,
    /// Where its document is: a call of this API.
    #[sqlx(skip)]
    pub file_url: String,
}

/// Lines below one title.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvoiceLineGroup)]
pub struct LineGroup {
    pub title: String,
    pub lines: Vec<InvoiceLine>,
}

/// A line that is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceLine {
    pub id: Uuid,
    #[serde(skip_serializing)]
    pub section: Section,
    #[serde(skip_serializing)]
    pub title: String,
    pub label: String,
    pub description: String,
    pub category: Option<FeeCategory>,
    pub quantity: Decimal,
    /// Euros without VAT, of one and of all.
    pub amount: Decimal,
    pub total: Decimal,
    pub explanation: Option<Explanation>,
    /// How many fees it is made of; they are read by `GET /invoice/{id}/line/{line}/fee`.
    pub fee_count: i64,
    /// The fee, where it is a single one.
    pub link_id: Option<Uuid>,
    /// What credit notes took back of it already, zero or of its total's sign.
    pub credited: Decimal,
}

impl Invoice {
    /// With its lines below their titles.
    pub fn grouped(mut self) -> Self {
        for line in std::mem::take(&mut self.lines) {
            let groups = match line.section {
                Section::Commissions => &mut self.commissions,
                Section::Fees => &mut self.fees,
            };
            match groups.last_mut() {
                Some(group) if group.title == line.title => group.lines.push(line),
                _ => groups.push(LineGroup {
                    title: line.title.clone(),
                    lines: vec![line],
                }),
            }
        }
        self
    }

    /// Each line with its section and the title that it stands below.
    pub fn sections(&self) -> impl Iterator<Item = (Section, &str, &InvoiceLine)> {
        self.lines()
            .map(|line| (line.section, line.title.as_str(), line))
    }

    pub fn lines(&self) -> impl Iterator<Item = &InvoiceLine> {
        let groups = self.commissions.iter().chain(&self.fees);
        groups.flat_map(|group| &group.lines)
    }

    pub fn is_draft(&self) -> bool {
        self.row.number.is_none()
    }

    /// # Errors
    /// [`STATUS`]: it is a draft.
    pub fn number(&self) -> Result<&str> {
        self.row.number.as_deref().ok_or(Error::Conflict(&STATUS))
    }
}

/// What an issued invoice names, whatever changed since.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvoiceParties)]
pub struct Frozen {
    pub seller: Seller,
    pub buyer: Buyer,
    pub vat: VatRule,
    /// Of the document: the buyer's.
    #[serde(default)]
    pub language: Language,
}

/// The organization that is billed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvoiceBuyer)]
pub struct Buyer {
    pub name: String,
    /// The number in its country's company register.
    pub identifier_number: String,
    pub tax_number: String,
    pub address: Address,
    /// Who gets its invoices by mail before all others: its electronic address where the French directory has none (BR-FR-12).
    /// Null: nobody does.
    #[serde(default)]
    pub email: Option<String>,
}

/// Who reads an organization's invoices, and gets the mails on them.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = InvoiceReader)]
pub struct Reader {
    pub name: String,
    pub email: String,
    #[serde(skip)]
    pub language: Language,
}

/// The three statuses (specification, document 1, section 4; decision 10).
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = InvoiceStatusInput)]
pub struct StatusInput {
    /// INVOICE_ISSUED 1, INVOICE_SENT 2
    pub company_status: i16,
    /// INVOICE_NOT_RECEIVED 0, INVOICE_RECEIVED 1
    pub customer_status: i16,
    /// TRANSFER_TO_MAKE 0, TRANSFER_MADE 1
    pub bank_status: i16,
    /// Why one of them goes back.
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 500))]
    pub reason: String,
}

impl StatusInput {
    /// # Errors
    /// [`Error::Invalid`]: a number that is none of the status's, or one goes back without a reason.
    pub fn check(&self, before: &InvoiceRow) -> Result<()> {
        let statuses = [
            (
                "companyStatus",
                self.company_status,
                before.company_status,
                1..=2,
            ),
            (
                "customerStatus",
                self.customer_status,
                before.customer_status,
                0..=1,
            ),
            ("bankStatus", self.bank_status, before.bank_status, 0..=1),
        ];
        let unknown = statuses
            .iter()
            .filter(|(_, after, _, known)| !known.contains(after));
        let issues: Vec<Issue> = unknown
            .map(|(field, ..)| Issue::new(*field, "option"))
            .collect();
        Error::refuse(issues)?;
        let goes_back = statuses.iter().any(|(_, after, before, _)| after < before);
        match goes_back && self.reason.is_empty() {
            true => Err(Error::field("reason", "required")),
            false => Ok(()),
        }
    }
}

/// What a credit note takes back.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreditInput {
    /// Null: everything that is left.
    #[serde(default)]
    #[validate(length(min = 1, max = 500), nested)]
    pub lines: Option<Vec<CreditLine>>,
    /// Whether the fees of lines that are taken back whole can be invoiced again.
    #[serde(default)]
    pub free_fees: bool,
    /// What it says about why.
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 255))]
    pub reason: String,
}

/// A line to take back, or a part of it.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreditLine {
    pub line_id: Uuid,
    /// Euros without VAT, of the line's sign; null: what is left of it.
    #[serde(default)]
    pub amount: Option<Decimal>,
}

/// A fee that a line is made of.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineFee {
    pub id: Uuid,
    /// The day it is of, in Paris.
    pub initiated_at: NaiveDate,
    #[serde(rename = "type")]
    #[sqlx(rename = "type")]
    pub kind: String,
    pub description: String,
    /// Euros without VAT: of the store as a whole, and the organization's part.
    pub customer_amount: Decimal,
    pub amount: Decimal,
    pub cause: Cause,
    /// The order, ticket or row that it comes from; null: somebody entered it, or the caller does not hear of it.
    pub cause_id: Option<Uuid>,
    pub cause_name: Option<String>,
}

/// A store that lacks an invoice for a month (decision 25).
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MissingInvoice {
    #[sqlx(flatten)]
    pub store: StoreName,
    /// The owners that none was made for.
    #[sqlx(json)]
    pub organizations: Vec<MissingOwner>,
    /// The last day that an invoice of the store covers; null: it never had one.
    pub last_invoice_at: Option<NaiveDate>,
    /// Its orders that left in the month.
    pub orders: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct MissingOwner {
    pub id: Uuid,
    pub name: String,
}

codes! {
    /// The steps of making an invoice (specification, document 1, section 2.7).
    Step schema(as = PreparationStep, rename_all = "SCREAMING_SNAKE_CASE") {
        Prepare = "PREPARE",
        Fill = "FILL",
        Review = "REVIEW",
    }
}

/// Where the caller's wizard stands.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvoicePreparation)]
pub struct Preparation {
    pub step: Step,
    /// What the portal keeps there.
    pub state: Value,
    pub updated_at: DateTime<Utc>,
}

/// What is kept of it.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = InvoicePreparationInput)]
pub struct PreparationInput {
    pub step: Step,
    #[schema(value_type = std::collections::HashMap<String, Value>)]
    pub state: serde_json::Map<String, Value>,
}
