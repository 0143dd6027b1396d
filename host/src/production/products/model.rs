//! What a product of a project is.

use std::collections::HashSet;
use std::fmt::{self, Display, Formatter};

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use crate::access::{Role, Scope};
use crate::http::error::{Error, Result};
use crate::http::request::{trimmed, trimmed_if_given};
use crate::money;
use crate::production::Named;
use crate::production::states::{Next, ProductStatus, Stage};
use crate::production::tags::{self, TagName};
use crate::products::is_ean;
use crate::words::codes::codes;

/// The most pieces that somebody means.
const MOST_PIECES: i32 = 9_999_999;

codes! {
    /// How many pieces of each variant there are to be.
    QuantityMode schema(rename_all = "lowercase") {
        /// As many as the variant says.
        Normal = "normal",
        /// Its share of all pieces: 500 at 1:2:2:1 (F15).
        Split = "split",
    }
}

codes! {
    /// What a fabric's weight is counted in.
    FabricUnit schema(rename_all = "lowercase") {
        Grams = "g/m²",
        Kilograms = "kg/m²",
    }
}

/// What a product is made of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Fabric {
    pub weight: Decimal,
    pub unit: FabricUnit,
}

impl Display for Fabric {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.weight.normalize(), self.unit.as_str())
    }
}

/// A product as its list shows it.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProjectProduct)]
pub struct Product {
    pub id: Uuid,
    #[sqlx(json(nullable))]
    pub project: Option<Named>,
    /// Whose it is; null for factories.
    #[sqlx(json(nullable))]
    pub organization: Option<Named>,
    /// Where it is to be sold; null for factories.
    #[sqlx(json(nullable))]
    pub store: Option<Named>,
    /// What that store sells of it, from when it is ready; null for factories.
    #[sqlx(json(nullable))]
    pub store_product: Option<Named>,
    pub name: String,
    pub status: ProductStatus,
    /// Why it was put there, where that was asked.
    pub reason: Option<String>,
    pub color: Option<String>,
    #[sqlx(json(nullable))]
    pub fabric: Option<Fabric>,
    pub fit: Option<String>,
    pub quantity_mode: QuantityMode,
    /// Pieces that the variants share, in mode split.
    pub quantity: Option<i32>,
    /// Pieces of all variants.
    pub pieces: i64,
    pub variant_count: i64,
    #[sqlx(json)]
    pub tags: Vec<TagName>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// A product with its variants.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ProjectProductDetail)]
pub struct ProductDetail {
    #[serde(flatten)]
    pub product: Product,
    /// In their order.
    pub variants: Vec<Variant>,
    /// Where it may go from where it stands.
    pub next: Vec<Next<ProductStatus>>,
}

/// A size of a product, or whatever else its pieces differ by.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ProjectProductVariant)]
pub struct Variant {
    pub id: Uuid,
    pub name: String,
    pub sku: String,
    pub ean: Option<String>,
    /// Pieces; in mode split its share of them.
    pub quantity: i32,
    /// Grams.
    pub weight: Option<i32>,
    /// Pieces, whatever the mode (F15).
    pub units: i32,
}

/// F15: how many pieces each variant gets of so many, by its share; the largest remainders get what is left. Where no variant has a
/// share, none gets any.
pub fn split(quantity: i32, shares: &[i32]) -> Vec<i32> {
    let weights: Vec<Decimal> = shares.iter().map(|share| (*share).into()).collect();
    let parts = money::split(quantity.into(), &weights, 0);
    let parts = parts.unwrap_or_else(|| vec![Decimal::ZERO; shares.len()]);
    parts
        .into_iter()
        .map(|part| part.try_into().unwrap_or_default())
        .collect()
}

impl Product {
    /// What a consumer reads of it: what it is made of, and how.
    pub fn description(&self) -> String {
        let fabric = self.fabric.as_ref().map(ToString::to_string);
        let tags = self.tags.iter().map(|tag| tag.display_name.as_str());
        let described = [
            self.color.as_deref(),
            fabric.as_deref(),
            self.fit.as_deref(),
        ];
        let words: Vec<&str> = tags.chain(described.into_iter().flatten()).collect();
        words.join(" · ")
    }

    /// Leaves out what a factory is not to know of the customer.
    pub fn conceal(&mut self, scope: &Scope) {
        if scope.actor.role == Role::Factory {
            (self.organization, self.store, self.store_product) = (None, None, None);
        }
    }
}

impl ProductDetail {
    /// A product with these variants, whose pieces are as its mode has them.
    pub fn new(product: Product, mut variants: Vec<Variant>) -> Self {
        if let Some(quantity) = product.quantity {
            let shares: Vec<i32> = variants.iter().map(|variant| variant.quantity).collect();
            for (variant, units) in variants.iter_mut().zip(split(quantity, &shares)) {
                variant.units = units;
            }
        }
        Self {
            next: product.status.next(),
            product,
            variants,
        }
    }

    /// As one would fill it in.
    pub fn input(&self) -> ProductInput {
        let id = |of: &Option<Named>| of.as_ref().map(|of| of.id);
        let product = &self.product;
        ProductInput {
            project_id: id(&product.project),
            organization_id: id(&product.organization),
            store_id: id(&product.store),
            name: product.name.clone(),
            color: product.color.clone(),
            fabric: product.fabric.clone(),
            fit: product.fit.clone(),
            quantity_mode: product.quantity_mode,
            quantity: product.quantity,
            tags: product.tags.iter().map(|tag| tag.id).collect(),
            variants: self.variants.iter().map(Variant::input).collect(),
            status: product.status,
            reason: None,
        }
    }
}

impl Variant {
    fn input(&self) -> VariantInput {
        VariantInput {
            id: Some(self.id),
            name: self.name.clone(),
            sku: self.sku.clone(),
            ean: self.ean.clone(),
            quantity: self.quantity,
            weight: self.weight,
        }
    }
}

/// What one fills in of a product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ProjectProductInput)]
pub struct ProductInput {
    /// The project that it is of. It stays with it.
    #[serde(default)]
    pub project_id: Option<Uuid>,
    /// Whose it is, where no project tells.
    #[serde(default)]
    pub organization_id: Option<Uuid>,
    /// Where it is to be sold: a store of the organization's.
    #[serde(default)]
    pub store_id: Option<Uuid>,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 2, max = 255))]
    pub name: String,
    #[serde(default, deserialize_with = "trimmed_if_given")]
    #[validate(length(max = 255))]
    pub color: Option<String>,
    #[serde(default)]
    #[validate(custom(function = "check_fabric"))]
    pub fabric: Option<Fabric>,
    #[serde(default, deserialize_with = "trimmed_if_given")]
    #[validate(length(max = 1000))]
    pub fit: Option<String>,
    #[serde(default = "split_by_default")]
    pub quantity_mode: QuantityMode,
    /// In mode split, and there only.
    #[serde(default)]
    #[validate(range(min = 1, max = 9_999_999))]
    pub quantity: Option<i32>,
    /// At most one of them of the type `entity`.
    #[serde(default)]
    #[validate(length(max = 100), custom(function = "tags::distinct"))]
    pub tags: Vec<Uuid>,
    #[validate(nested, length(min = 1, max = 100), custom(function = "distinct_skus"))]
    pub variants: Vec<VariantInput>,
    /// Where it goes; a new one is a draft.
    #[serde(default = "draft")]
    pub status: ProductStatus,
    /// Why it goes there: asked of what is opened again or canceled.
    #[serde(default, deserialize_with = "trimmed_if_given")]
    #[validate(length(max = 2000))]
    pub reason: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ProjectProductVariantInput)]
pub struct VariantInput {
    /// Of one that is there.
    #[serde(default)]
    pub id: Option<Uuid>,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub name: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 2, max = 255))]
    pub sku: String,
    /// 12 to 14 digits; empty is none (decision 18).
    #[serde(default, deserialize_with = "trimmed_if_given")]
    #[validate(custom(function = "check_ean"))]
    pub ean: Option<String>,
    /// Pieces; in mode split its share of them.
    #[validate(range(min = 0, max = 9_999_999))]
    pub quantity: i32,
    /// Grams.
    #[serde(default)]
    #[validate(range(min = 0, max = 9_999_999))]
    pub weight: Option<i32>,
}

fn split_by_default() -> QuantityMode {
    QuantityMode::Split
}

fn draft() -> ProductStatus {
    ProductStatus::Draft
}

fn check_fabric(fabric: &Fabric) -> Result<(), ValidationError> {
    match fabric.weight {
        weight if weight.is_sign_negative() => Err(ValidationError::new("min")),
        weight if weight > MOST_PIECES.into() => Err(ValidationError::new("max")),
        _ => Ok(()),
    }
}

fn check_ean(ean: &str) -> Result<(), ValidationError> {
    match is_ean(ean) {
        true => Ok(()),
        false => Err(ValidationError::new("ean")),
    }
}

fn distinct_skus(variants: &[VariantInput]) -> Result<(), ValidationError> {
    let mut seen = HashSet::new();
    match variants.iter().all(|each| seen.insert(&each.sku)) {
        true => Ok(()),
        false => Err(ValidationError::new("unique")),
    }
}

impl ProductInput {
    /// # Errors
    /// [`Error::Invalid`]: neither project nor organization, or a quantity that does not go with the mode.
    pub fn check(&self) -> Result<()> {
        if self.project_id.or(self.organization_id).is_none() {
            return Err(Error::field("organizationId", "required"));
        }
        match (self.quantity_mode, self.quantity) {
            (QuantityMode::Split, None) => Err(Error::field("quantity", "required")),
            (QuantityMode::Normal, Some(_)) => Err(Error::field("quantity", "unknown")),
            (QuantityMode::Split, Some(_))
                if self.variants.iter().all(|each| each.quantity == 0) =>
            {
                Err(Error::field("variants[0].quantity", "min"))
            }
            _ => Ok(()),
        }
    }

    /// Whether it says the same of the product itself, wherever it puts it.
    pub fn describes_the_same(&self, other: &Self) -> bool {
        let described = |input: &Self| Self {
            status: ProductStatus::Draft,
            reason: None,
            ..input.clone()
        };
        described(self) == described(other)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::split;

    #[test]
    fn pieces_are_split_as_the_decision_has_it() {
        assert_eq!(split(500, &[1, 2, 2, 1]), [83, 167, 167, 83]);
        assert_eq!(split(500, &[0, 0]), [0, 0]);
    }

    proptest! {
        /// Nothing is lost or made up, and each gets its share but for one piece.
        #[test]
        fn all_pieces_are_split(
            quantity in 1..=9_999_999_i32,
            shares in proptest::collection::vec(0..=9_999_999_i32, 1..100)
                .prop_filter("somebody gets them", |shares| shares.iter().any(|share| *share > 0)),
        ) {
            let parts = split(quantity, &shares);
            prop_assert_eq!(parts.iter().map(|part| i64::from(*part)).sum::<i64>(), i64::from(quantity));
            let total: f64 = shares.iter().map(|share| f64::from(*share)).sum();
            for (part, share) in parts.iter().zip(&shares) {
                prop_assert!((f64::from(*part) - f64::from(quantity) * f64::from(*share) / total).abs() <= 1.0);
            }
        }
    }
}
