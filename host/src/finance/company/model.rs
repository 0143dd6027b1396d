//! What the company is, and what its codes of VAT mean.

use chrono::{DateTime, Utc};
use iban::Iban;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::{Validate, ValidationError};

use crate::files::FileInfo;
use crate::http::error::{Error, Result};
use crate::http::request::trimmed;
use crate::money;
use crate::words::address::Address;
use crate::words::codes::codes;

codes! {
    /// Which VAT an invoice has (specification, document 1, section 5; decision 13): Pennylane's names.
    VatCode schema() {
        Fr200 = "FR_200",
        Fr100Construction = "FR_100_construction",
        Fr200Construction = "FR_200_construction",
        Intracom21 = "intracom_21",
        Intracom55 = "intracom_55",
        Intracom85 = "intracom_85",
        Intracom100 = "intracom_100",
        Crossborder = "crossborder",
        Extracom = "extracom",
        Exempt = "exempt",
    }
}

codes! {
    /// A category of VAT (EN 16931, UNTDID 5305).
    VatCategory schema() {
        Standard = "S",
        Exempt = "E",
        ReverseCharge = "AE",
        IntraCommunity = "K",
        Export = "G",
        OutOfScope = "O",
        Zero = "Z",
    }
}

impl VatCategory {
    /// Whether an invoice names the buyer's VAT number (EN 16931, BR-AE-02 and BR-IC-02).
    pub fn names_buyer(self) -> bool {
        matches!(self, Self::ReverseCharge | Self::IntraCommunity)
    }

    /// Whether an invoice may add this rate, in percent: where VAT is due it is one that France knows (BR-FR-16).
    pub fn takes(self, percent: Decimal) -> bool {
        self != Self::Standard || comptoir_document::is_french_rate(percent)
    }
}

/// Legal data of who invoices. What an invoice cannot be issued without may be empty until somebody fills it in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = InvoiceSeller)]
pub struct Seller {
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(max = 255))]
    pub name: String,
    /// Nine digits.
    #[serde(deserialize_with = "trimmed")]
    #[validate(custom(function = "siren"))]
    pub siren: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(max = 50))]
    pub vat_number: String,
    #[validate(nested)]
    pub address: Option<Address>,
    #[serde(deserialize_with = "trimmed")]
    #[validate(custom(function = "email"))]
    pub email: String,
    /// Without spaces.
    #[serde(deserialize_with = "compact")]
    #[validate(custom(function = "iban"))]
    pub iban: String,
    #[serde(deserialize_with = "compact")]
    #[validate(length(max = 11))]
    pub bic: String,
    /// What stands below each invoice, by language: register and capital, penalties for late payment, early payment.
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(max = 2000))]
    pub legal_fr: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(max = 2000))]
    pub legal_en: String,
}

/// What people paste in groups of four, in one.
fn compact<'de, D: serde::Deserializer<'de>>(input: D) -> Result<String, D::Error> {
    let text = String::deserialize(input)?;
    Ok(text.split_whitespace().collect::<String>().to_uppercase())
}

fn siren(text: &str) -> Result<(), ValidationError> {
    let is_number = text.len() == 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.is_empty() || is_number {
        true => Ok(()),
        false => Err(ValidationError::new("siren")),
    }
}

/// Country, length and check digits (ISO 13616).
fn iban(text: &str) -> Result<(), ValidationError> {
    match text.is_empty() || text.parse::<Iban>().is_ok() {
        true => Ok(()),
        false => Err(ValidationError::new("iban")),
    }
}

fn email(text: &str) -> Result<(), ValidationError> {
    use validator::ValidateEmail;
    match text.is_empty() || (text.len() <= 255 && text.validate_email()) {
        true => Ok(()),
        false => Err(ValidationError::new("email")),
    }
}

impl Seller {
    /// Fields without which no invoice is legal (French tax code, annex II, article 242 nonies A; commercial code, L441-9), or
    /// cannot be paid.
    pub fn missing(&self) -> Vec<&'static str> {
        let fields = [
            ("name", self.name.is_empty()),
            ("siren", self.siren.is_empty()),
            ("vatNumber", self.vat_number.is_empty()),
            ("address", self.address.is_none()),
            ("iban", self.iban.is_empty()),
            ("legalFr", self.legal_fr.is_empty()),
        ];
        let missing = fields.into_iter().filter(|(_, is_missing)| *is_missing);
        missing.map(|(field, _)| field).collect()
    }
}

/// What a code of VAT means.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VatRule {
    pub code: VatCode,
    /// Null: each invoice says it itself.
    #[validate(custom(function = "money::rate"))]
    pub percent: Option<Decimal>,
    pub category: VatCategory,
    /// What the invoice says about it, by language.
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(max = 500))]
    pub mention_fr: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(max = 500))]
    pub mention_en: String,
}

/// Where amounts of invoices stand in the accountant's books.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BookAccount)]
pub struct Account {
    /// `CUSTOMERS` (what they owe), `VAT`, `COMMISSIONS`, or a category of fees.
    #[validate(length(max = 50))]
    pub key: String,
    /// Of the chart of accounts: `706000`.
    #[serde(deserialize_with = "compact")]
    #[validate(custom(function = "account"))]
    pub account: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub label: String,
}

fn account(text: &str) -> Result<(), ValidationError> {
    let is_account = (3..=20).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
    match is_account {
        true => Ok(()),
        false => Err(ValidationError::new("account")),
    }
}

/// Who invoices, and how.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvoicingCompany)]
pub struct Company {
    pub seller: Seller,
    /// Every code, always in the same order.
    pub vat_codes: Vec<VatRule>,
    /// Every account, always in the same order.
    pub accounts: Vec<Account>,
    /// What stands above its documents: PNG, JPEG or SVG.
    pub logo: Option<FileInfo>,
    /// Fields of the seller without which no invoice can be issued.
    pub missing: Vec<&'static str>,
    pub updated_at: DateTime<Utc>,
}

/// What one fills in of it.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = InvoicingCompanyInput)]
pub struct CompanyInput {
    #[validate(nested)]
    pub seller: Seller,
    /// Those that change; the others stay.
    #[serde(default)]
    #[validate(length(max = 10), nested)]
    pub vat_codes: Vec<VatRule>,
    /// Those that change; the others stay.
    #[serde(default)]
    #[validate(length(max = 20), nested)]
    pub accounts: Vec<Account>,
}

impl CompanyInput {
    /// # Errors
    /// [`Error::Invalid`]: a code is there twice, or has a rate where its category has none; an account is there twice.
    pub fn check(&self) -> Result<()> {
        for (at, account) in self.accounts.iter().enumerate() {
            let before = &self.accounts[..at];
            if before.iter().any(|other| other.key == account.key) {
                return Err(Error::field(format!("accounts[{at}].key"), "unique"));
            }
        }
        for (at, rule) in self.vat_codes.iter().enumerate() {
            if self.vat_codes[..at]
                .iter()
                .any(|other| other.code == rule.code)
            {
                return Err(Error::field(format!("vatCodes[{at}].code"), "unique"));
            }
            let is_taxed = rule.percent.is_some_and(|percent| !percent.is_zero());
            if is_taxed && rule.category != VatCategory::Standard {
                return Err(Error::field(
                    format!("vatCodes[{at}].percent"),
                    "vatCategory",
                ));
            }
        }
        Ok(())
    }
}
