//! What a store is (specification, document 1, sections 3 and 5).

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use crate::access::{Permission, Role, Scope};
use crate::http::request::trimmed;
use crate::money;
use crate::words::codes::codes;

codes! {
    /// What answering a ticket is charged by (F6).
    TicketBasis schema(rename_all = "SCREAMING_SNAKE_CASE") {
        /// Each message by an agent that the consumer can read.
        Message = "MESSAGE",
        /// A ticket once, however many messages it took.
        Ticket = "TICKET",
    }
}

/// A store as its list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoreRow {
    pub id: Uuid,
    pub name: String,
    /// Whose it is, the largest share first; for a customer only those of their own.
    #[sqlx(json)]
    pub organizations: Vec<StoreOrganization>,
    /// The plugins of its connectors.
    pub connectors: Vec<String>,
    /// What its connections hear of by themselves; null for those who may not read connectors.
    #[sqlx(json(nullable))]
    pub webhooks: Option<StoreWebhooks>,
    pub archived_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// What is known of the events of a store's connections.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoreWebhooks {
    /// How many of its connections to shop platforms and support desks were asked to send events.
    pub registered: i64,
    /// Of how many.
    pub of: i64,
    pub last_event_at: Option<DateTime<Utc>>,
    /// How many events could not be read and wait for a person; 1,000 a connection at most.
    pub failed: i64,
}

/// An organization that owns a store or a share of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StoreOrganization {
    pub id: Uuid,
    pub name: String,
}

/// A store that is shared does not tell one owner who the others are.
pub fn conceal_others(scope: &Scope, owners: &mut Vec<StoreOrganization>) {
    if let Some(own) = scope.organizations() {
        owners.retain(|owner| own.contains(&owner.id));
    }
}

/// Whether stores tell the caller whose they are: customers of themselves, staff who may read organizations.
pub fn tells_owners(scope: &Scope) -> bool {
    scope.actor.role != Role::Admin || scope.actor.may(Permission::ReadOrganization)
}

/// Whether the caller may know how a store's connections fare.
pub fn tells_connections(scope: &Scope) -> bool {
    scope.actor.role == Role::Admin && scope.actor.may(Permission::ReadConnector)
}

/// What the owners are called, for an export's cell.
pub fn names(owners: &[StoreOrganization]) -> String {
    let names: Vec<&str> = owners.iter().map(|owner| owner.name.as_str()).collect();
    names.join(", ")
}

/// A store, whole. Costs are in euros without VAT.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Store {
    pub id: Uuid,
    pub name: String,
    pub seeding_cost: Decimal,
    pub ticket_cost: Decimal,
    pub ticket_basis: TicketBasis,
    pub return_cost: Decimal,
    /// Percent on what shipping costs; null for customers, as it is the company's own.
    pub shipping_margin: Option<Decimal>,
    /// On top of each parcel; null for customers.
    pub shipping_additional_cost: Option<Decimal>,
    /// Whose it is; for a customer only those of their own.
    pub organizations: Vec<Share>,
    #[schema(value_type = Vec<StoreLink>)]
    pub links: Json<Vec<StoreLink>>,
    #[schema(value_type = Vec<Charge>)]
    pub charges: Json<Vec<Charge>>,
    pub archived_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl Store {
    /// Takes what is none of a customer's business: the company's margins, and who else owns the store.
    pub fn conceal(mut self, scope: &Scope) -> Self {
        if scope.actor.role != Role::Admin {
            self.shipping_margin = None;
            self.shipping_additional_cost = None;
        }
        if let Some(own) = scope.organizations() {
            self.organizations
                .retain(|share| own.contains(&share.organization_id));
        }
        if !tells_owners(scope) {
            self.organizations.clear();
        }
        self
    }
}

/// An organization's share of a store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Share {
    pub organization_id: Uuid,
    pub name: String,
    pub ownership_percentage: Decimal,
}

/// Where a store is found: its shop, its support desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StoreLink)]
pub struct StoreLink {
    #[serde(rename = "type", deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 50))]
    pub kind: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(max = 500), custom(function = "web_address"))]
    pub url: String,
}

/// What a store is charged for, as its terms tell it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Charge {
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub name: String,
    #[validate(custom(function = "money::cost"))]
    pub price: Decimal,
    /// `order`, `month` …
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 50))]
    pub unit: String,
}

/// An organization's share, as it is filled in.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShareInput {
    pub organization_id: Uuid,
    #[serde(default = "whole")]
    #[validate(custom(function = "money::percentage"))]
    pub ownership_percentage: Decimal,
}

/// What one fills in of a store. Costs left out have the specification's defaults.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StoreInput {
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub name: String,
    #[serde(default = "five")]
    #[validate(custom(function = "money::cost"))]
    pub seeding_cost: Decimal,
    #[serde(default = "two_sixty")]
    #[validate(custom(function = "money::cost"))]
    pub ticket_cost: Decimal,
    #[serde(default = "message")]
    pub ticket_basis: TicketBasis,
    #[serde(default = "two_sixty")]
    #[validate(custom(function = "money::cost"))]
    pub return_cost: Decimal,
    /// Percent.
    #[serde(default = "five")]
    #[validate(custom(function = "money::percentage"))]
    pub shipping_margin: Decimal,
    #[serde(default = "sixty_five_cents")]
    #[validate(custom(function = "money::cost"))]
    pub shipping_additional_cost: Decimal,
    /// Their shares sum to 100.
    #[validate(nested, custom(function = "shares"))]
    pub organizations: Vec<ShareInput>,
    #[serde(default)]
    #[validate(nested, length(max = 20))]
    pub links: Vec<StoreLink>,
    #[serde(default)]
    #[validate(nested, length(max = 100))]
    pub charges: Vec<Charge>,
}

fn whole() -> Decimal {
    Decimal::ONE_HUNDRED
}

fn five() -> Decimal {
    Decimal::from(5)
}

fn two_sixty() -> Decimal {
    Decimal::new(260, 2)
}

const fn message() -> TicketBasis {
    TicketBasis::Message
}

fn sixty_five_cents() -> Decimal {
    Decimal::new(65, 2)
}

fn shares(shares: &[ShareInput]) -> Result<(), ValidationError> {
    if shares.is_empty() {
        return Err(ValidationError::new("required"));
    }
    if shares.len() > 100 {
        return Err(ValidationError::new("max"));
    }
    let twice = |(index, share): (usize, &ShareInput)| {
        let before = &shares[..index];
        before
            .iter()
            .any(|other| other.organization_id == share.organization_id)
    };
    if shares.iter().enumerate().any(twice) {
        return Err(ValidationError::new("unique"));
    }
    let sum: Decimal = shares.iter().map(|share| share.ownership_percentage).sum();
    if sum != Decimal::ONE_HUNDRED {
        return Err(ValidationError::new("sum"));
    }
    Ok(())
}

fn web_address(text: &str) -> Result<(), ValidationError> {
    let fits = url::Url::parse(text)
        .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.host().is_some());
    fits.then_some(())
        .ok_or_else(|| ValidationError::new("url"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn input(json: serde_json::Value) -> StoreInput {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn costs_have_the_specifications_defaults() {
        let store =
            input(json!({ "name": "A", "organizations": [{ "organizationId": Uuid::nil() }] }));
        assert!(store.validate().is_ok());
        let costs = [
            store.seeding_cost,
            store.ticket_cost,
            store.return_cost,
            store.shipping_margin,
            store.shipping_additional_cost,
            store.organizations[0].ownership_percentage,
        ];
        assert_eq!(
            costs.map(|cost| cost.to_string()),
            ["5", "2.60", "2.60", "5", "0.65", "100"]
        );
    }

    proptest! {
        #[test]
        fn shares_sum_to_a_hundred_or_are_refused(parts in prop::collection::vec(0u32..10_001, 1..5)) {
            let organizations: Vec<_> = parts
                .iter()
                .map(|part| json!({ "organizationId": Uuid::now_v7(), "ownershipPercentage": Decimal::new(i64::from(*part), 2) }))
                .collect();
            let store = input(json!({ "name": "A", "organizations": organizations }));
            prop_assert_eq!(store.validate().is_ok(), parts.iter().sum::<u32>() == 10_000);
        }
    }
}
