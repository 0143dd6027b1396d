//! What stands in the rows of a spreadsheet, and the orders that they are.

use std::collections::{BTreeMap, HashMap, HashSet};

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::super::model::{OrderArticle, OrderCustomer, OrderDestination, OrderInput};
use crate::http::error::Issue;
use crate::http::request::{issues_of, trimmed};
use crate::money::round;
use crate::words::codes::codes;
use crate::words::language::Language;

/// What VAT a price that a consumer pays holds where nothing else is known, in percent.
const VAT: i64 = 20;

codes! {
    /// What stands in a column.
    PastedColumn schema(rename_all = "camelCase") {
        Reference = "reference",
        Name = "name",
        Company = "company",
        Address = "address",
        Zip = "zip",
        City = "city",
        Country = "country",
        Email = "email",
        Phone = "phone",
        Articles = "articles",
    }
}

impl PastedColumn {
    /// Which one holds a field of an order; none: it follows from several.
    fn of(field: &str) -> Option<Self> {
        Some(match field {
            "reference" => Self::Reference,
            "customer.firstName" | "customer.lastName" => Self::Name,
            "customer.company" => Self::Company,
            "customer.email" => Self::Email,
            "customer.phone" => Self::Phone,
            "shippingAddress.address1" => Self::Address,
            "shippingAddress.zip" => Self::Zip,
            "shippingAddress.city" => Self::City,
            "shippingAddress.country" => Self::Country,
            field if field.starts_with("products") => Self::Articles,
            _ => return None,
        })
    }
}

/// A row, each cell as it was pasted.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schema(as = PastedOrderRow)]
pub struct PastedRow {
    /// Where it stands, from 1, the headings included.
    #[schema(format = "uint32")]
    pub line: u32,
    #[serde(deserialize_with = "trimmed")]
    pub reference: String,
    /// First and last name; of one word alone the company is the rest.
    #[serde(deserialize_with = "trimmed")]
    pub name: String,
    #[serde(deserialize_with = "trimmed")]
    pub company: String,
    #[serde(deserialize_with = "trimmed")]
    pub address: String,
    #[serde(deserialize_with = "trimmed")]
    pub zip: String,
    #[serde(deserialize_with = "trimmed")]
    pub city: String,
    /// ISO 3166-1 alpha-2; empty: France.
    #[serde(deserialize_with = "trimmed")]
    pub country: String,
    #[serde(deserialize_with = "trimmed")]
    pub email: String,
    #[serde(deserialize_with = "trimmed")]
    pub phone: String,
    /// `SKU:quantity`, several with spaces or commas between them; one without a quantity is sent once.
    #[serde(deserialize_with = "trimmed")]
    pub articles: String,
    /// What the preview quoted for the way (`shippingPrice`). An order whose way costs something else by then is not made, and
    /// its failure says what it costs.
    pub shipping_price: Option<Decimal>,
}

/// Orders to be made of one store.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PastedOrdersInput)]
pub struct PasteInput {
    /// Tells this paste from others: while it is worked on, the same one is not begun again.
    pub id: Uuid,
    pub store_id: Uuid,
    /// Waives the seeding cost of all. For admins to say.
    #[serde(default)]
    pub is_free: bool,
    #[validate(length(min = 1, max = 500))]
    pub rows: Vec<PastedRow>,
}

/// What would come of a paste, and what is wrong with it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PastedOrders)]
pub struct Checked {
    pub rows: usize,
    /// What nothing is wrong with, in their order.
    pub orders: Vec<CheckedOrder>,
    /// What the store pays for all of these together, in euros without VAT.
    pub total: Decimal,
    /// By line and column.
    pub faults: Vec<Fault>,
}

/// An order as it would be made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckedPastedOrder)]
pub struct CheckedOrder {
    pub line: u32,
    pub reference: String,
    pub customer_name: String,
    pub city: String,
    /// Pieces.
    pub item_count: i32,
    /// The cheapest that takes it.
    pub carrier: String,
    /// What the way costs the store, in euros without VAT: to be given with the row.
    pub shipping_price: Decimal,
    /// What the store pays for it, in euros without VAT.
    pub total: Decimal,
}

/// A cell that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PastedOrderFault)]
pub struct Fault {
    pub line: u32,
    /// Null: the row as a whole.
    pub column: Option<PastedColumn>,
    /// As a request's fields have them: `required`, `email`, `taken`, …
    pub code: String,
    /// The same in words, in the caller's language.
    pub message: String,
}

impl Fault {
    pub fn new(line: u32, issue: &Issue, language: Language) -> Self {
        Self {
            line,
            column: PastedColumn::of(&issue.field),
            code: issue.code.clone(),
            message: issue.words(language),
        }
    }
}

/// An article of the store, as far as an order of it needs.
#[derive(Debug, Clone)]
pub struct Article {
    pub id: Uuid,
    /// What a consumer pays for one, in euros with VAT; none: unknown.
    pub price: Option<Decimal>,
}

/// What the rows are read by.
#[derive(Debug)]
pub struct Known {
    pub store: Uuid,
    pub is_free: bool,
    /// The store's articles by SKU.
    pub articles: HashMap<String, Article>,
    /// References that the store has already.
    pub taken: HashSet<String>,
}

/// So many of each SKU, each once; none: a cell that says something else.
pub fn articles(cell: &str) -> Option<BTreeMap<&str, i32>> {
    let mut articles: BTreeMap<&str, i32> = BTreeMap::new();
    let parts = cell.split(|mark: char| mark.is_whitespace() || ",;|+".contains(mark));
    for part in parts.filter(|part| !part.is_empty()) {
        let (sku, quantity) = match part.rsplit_once([':', '×']) {
            Some((sku, quantity)) => (sku, quantity.parse().ok()?),
            None => (part, 1),
        };
        let sum = articles.entry(sku).or_default();
        *sum = sum.checked_add(quantity)?;
    }
    Some(articles)
}

impl Known {
    /// The order that a row is, but for its carrier.
    ///
    /// # Errors
    /// What is wrong, by the order's fields.
    pub fn read(&self, row: &PastedRow) -> Result<OrderInput, Vec<Issue>> {
        let mut issues = Vec::new();
        let (first_name, last_name) = match row.name.split_once(char::is_whitespace) {
            Some((first, last)) => (first, last.trim()),
            None => (row.name.as_str(), row.company.as_str()),
        };
        let mut products = Vec::new();
        match articles(&row.articles) {
            None => issues.push(Issue::new("products", "format")),
            Some(articles) if articles.is_empty() => {
                issues.push(Issue::new("products", "required"));
            }
            Some(articles) => {
                for (sku, quantity) in articles {
                    match self.articles.get(sku) {
                        None => issues.push(Issue {
                            options: vec![sku.to_owned()],
                            ..Issue::new("products", "article")
                        }),
                        Some(article) => products.push(OrderArticle::of(
                            article.id,
                            sku,
                            quantity,
                            worth(article.price),
                        )),
                    }
                }
            }
        }
        if self.taken.contains(&row.reference) {
            issues.push(Issue::new("reference", "taken"));
        }
        let country = match row.country.as_str() {
            "" => "FR".to_owned(),
            code => code.to_uppercase(),
        };
        let input = OrderInput {
            store_id: self.store,
            is_free: self.is_free,
            is_company_purchase: false,
            reference: row.reference.clone(),
            customer: OrderCustomer {
                first_name: first_name.to_owned(),
                last_name: last_name.to_owned(),
                company: row.company.clone(),
                email: row.email.clone(),
                phone: row.phone.clone(),
            },
            shipping_address: OrderDestination {
                address1: row.address.clone(),
                address2: String::new(),
                city: row.city.clone(),
                country,
                zip: row.zip.clone(),
                state: String::new(),
            },
            products,
            carrier_id: Uuid::nil(),
            shipping_price: row.shipping_price,
        };
        if let Err(errors) = input.validate() {
            issues.extend(issues_of(&errors));
        }
        // Of a cell what was found first; one that is empty is told so, and no other.
        let mut seen = HashSet::new();
        issues.retain(|issue| seen.insert(PastedColumn::of(&issue.field)));
        for issue in &mut issues {
            let cell = PastedColumn::of(&issue.field).map(|column| row.cell(column));
            match cell {
                Some("") => "required".clone_into(&mut issue.code),
                Some(_) if issue.code == "required" => "min".clone_into(&mut issue.code),
                _ => {}
            }
        }
        match issues.is_empty() {
            true => Ok(input),
            false => Err(issues),
        }
    }
}

impl PastedRow {
    fn cell(&self, column: PastedColumn) -> &str {
        match column {
            PastedColumn::Reference => &self.reference,
            PastedColumn::Name => &self.name,
            PastedColumn::Company => &self.company,
            PastedColumn::Address => &self.address,
            PastedColumn::Zip => &self.zip,
            PastedColumn::City => &self.city,
            PastedColumn::Country => &self.country,
            PastedColumn::Email => &self.email,
            PastedColumn::Phone => &self.phone,
            PastedColumn::Articles => &self.articles,
        }
    }
}

/// What an article is worth without VAT; nothing where it has no price.
pub fn worth(price: Option<Decimal>) -> Decimal {
    let percent = Decimal::from(100);
    round(price.unwrap_or_default() * percent / (percent + Decimal::from(VAT)))
}
