//! What can be put right in an order, and what is asked for. No I/O.

use std::collections::{BTreeSet, HashSet};

use chrono::{DateTime, Utc};
use comptoir_sandbox::Correction;
use comptoir_sandbox::fulfilment::CorrectedLine;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::http::error::{Error, Issue, Result};
use crate::http::request::trimmed;
use crate::orders::OrderStatus;
use crate::orders::model::OrderDetail;
use crate::words::codes::codes;

codes! {
    /// A part of an order that can be put right.
    Correctable schema(rename_all = "SCREAMING_SNAKE_CASE") {
        /// To whom and where it goes.
        Address = "ADDRESS",
        /// Which articles, and how many of each.
        Articles = "ARTICLES",
    }
}

impl From<Correction> for Correctable {
    fn from(correction: Correction) -> Self {
        match correction {
            Correction::Address => Self::Address,
            Correction::Articles => Self::Articles,
        }
    }
}

/// Whether an order that its provider has stands still there, its goods not gone yet.
pub const fn stands_still(status: OrderStatus, shipped_at: Option<DateTime<Utc>>) -> bool {
    use OrderStatus::{ActionRequired, Backorder, Exception, Pending};
    matches!(status, Pending | Backorder | ActionRequired | Exception) && shipped_at.is_none()
}

/// What can be put right now: here, or by what its provider's plugin says that it `corrects`.
pub fn offered(order: &OrderDetail, corrects: &BTreeSet<Correction>) -> Vec<Correctable> {
    let (status, shipped_at) = (order.order.status, order.order.shipped_at);
    match &order.manual {
        // What the company buys has its price.
        Some(manual) if manual.is_open && manual.is_company_purchase => vec![Correctable::Address],
        Some(manual) if manual.is_open => Correctable::ALL.to_vec(),
        _ if order.order.provider_id.is_some() && stands_still(status, shipped_at) => {
            corrects.iter().map(|one| (*one).into()).collect()
        }
        _ => Vec::new(),
    }
}

/// All the articles of an order, as they should be.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderArticles {
    /// Each SKU once.
    #[validate(nested, length(min = 1, max = 100))]
    pub articles: Vec<CorrectedArticle>,
}

/// So many of one article.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CorrectedArticle {
    /// One of the order's, or of the store's articles.
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub sku: String,
    #[validate(range(min = 1, max = 10_000))]
    pub quantity: i32,
    /// The SKU of the order's whose place it takes, at its price; null: it takes none's.
    pub instead_of: Option<String>,
}

/// So many pieces of a SKU.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces {
    pub sku: String,
    pub quantity: i32,
}

/// What is shipped of an order whose articles were put right at its provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = OrderShippedArticle)]
pub struct ShippedArticle {
    pub sku: String,
    /// What the store calls it; empty: it sells no such article.
    pub name: String,
    pub quantity: i32,
}

/// What the history tells of an order's articles.
#[derive(Debug, Serialize)]
pub struct Listed {
    articles: String,
}

impl Listed {
    pub fn of<'a>(pieces: impl Iterator<Item = (&'a str, i32)>) -> Self {
        let pieces = pieces.map(|(sku, quantity)| format!("{quantity} × {sku}"));
        Self {
            articles: pieces.collect::<Vec<_>>().join(", "),
        }
    }
}

impl OrderArticles {
    pub fn listed(&self) -> Listed {
        let articles = self.articles.iter();
        Listed::of(articles.map(|one| (&*one.sku, one.quantity)))
    }

    /// Whether they fit an order that holds these; `sold` are those SKUs that the store sells.
    ///
    /// # Errors
    /// An issue for each that does not.
    pub fn check(&self, locked: &[Pieces], sold: &HashSet<String>) -> Result<()> {
        let holds = |sku: &str| locked.iter().any(|one| one.sku == sku);
        let stays = |sku: &str| self.articles.iter().any(|one| one.sku == sku);
        let (mut seen, mut replaced) = (HashSet::new(), HashSet::new());
        let mut issues = Vec::new();
        for (at, one) in self.articles.iter().enumerate() {
            let mut tell = |field: &str, code: &str| {
                issues.push(Issue::new(format!("articles[{at}].{field}"), code));
            };
            if !seen.insert(&one.sku) {
                tell("sku", "unique");
            } else if !holds(&one.sku) && !sold.contains(&one.sku) {
                tell("sku", "option");
            }
            match &one.instead_of {
                Some(was) if !holds(was) || stays(was) => tell("insteadOf", "option"),
                Some(was) if !replaced.insert(was) => tell("insteadOf", "unique"),
                _ => {}
            }
        }
        Error::refuse(issues)
    }

    /// Whether the order holds exactly these.
    pub fn are(&self, locked: &[Pieces]) -> bool {
        let same = |one: &CorrectedArticle, locked: &Pieces| {
            one.sku == locked.sku && one.quantity == locked.quantity
        };
        self.articles.len() == locked.len()
            && self
                .articles
                .iter()
                .all(|one| locked.iter().any(|locked| same(one, locked)))
    }

    /// As the plugin is told them.
    pub fn lines(&self) -> Vec<CorrectedLine> {
        let articles = self.articles.iter().map(|one| CorrectedLine {
            sku: one.sku.clone(),
            quantity: one.quantity.unsigned_abs(),
            instead_of: one.instead_of.clone(),
        });
        articles.collect()
    }
}
