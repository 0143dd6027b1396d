//! What a production is.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::access::{Role, Scope};
use crate::http::request::trimmed;
use crate::production::Named;
use crate::production::states::{Next, ProductionStatus, Stage};

/// A production, in its list, on the board and by itself.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Production {
    pub id: Uuid,
    #[sqlx(json)]
    pub project: Named,
    /// What is made; null: not told.
    #[sqlx(json(nullable))]
    pub product: Option<Named>,
    /// Where; null: not chosen.
    #[sqlx(json(nullable))]
    pub factory: Option<Named>,
    pub name: String,
    pub status: ProductionStatus,
    /// Pieces.
    pub quantity: Option<i32>,
    /// The day by which it is to be shipped.
    pub due_at: Option<NaiveDate>,
    /// That day has passed, and it has not been shipped.
    #[sqlx(skip)]
    pub is_late: bool,
    /// Where the caller may put it from where it stands.
    #[sqlx(skip)]
    pub next: Vec<Next<ProductionStatus>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl Production {
    /// As this caller is told of it today.
    pub fn prepare(&mut self, scope: &Scope, today: NaiveDate) {
        self.is_late = self.status.is_under_way() && self.due_at.is_some_and(|due| due < today);
        self.next = self.status.next();
        self.next
            .retain(|to| may_move(scope, self.status, to.status));
    }

    /// As one would fill it in.
    pub fn input(&self) -> ProductionInput {
        let id = |of: &Option<Named>| of.as_ref().map(|of| of.id);
        ProductionInput {
            project_id: self.project.id,
            product_id: id(&self.product),
            factory_id: id(&self.factory),
            name: self.name.clone(),
            quantity: self.quantity,
            due_at: self.due_at,
            status: self.status,
        }
    }
}

/// Whether this caller puts productions there from here, where the statuses allow it: a factory moves what is in its own hands.
pub fn may_move(scope: &Scope, from: ProductionStatus, to: ProductionStatus) -> bool {
    scope.actor.role != Role::Factory || (from.is_factorys() && to.is_factorys())
}

/// What one fills in of a production.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProductionInput {
    /// The project that it is of. It stays with it.
    pub project_id: Uuid,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 2, max = 255))]
    pub name: String,
    /// What is made: a product of the project.
    #[serde(default)]
    pub product_id: Option<Uuid>,
    /// Where it is made.
    #[serde(default)]
    pub factory_id: Option<Uuid>,
    /// Pieces.
    #[serde(default)]
    #[validate(range(min = 1, max = 9_999_999))]
    pub quantity: Option<i32>,
    /// The day by which it is to be shipped.
    #[serde(default)]
    pub due_at: Option<NaiveDate>,
    /// Where it goes; a new one is a draft.
    #[serde(default = "draft")]
    pub status: ProductionStatus,
}

fn draft() -> ProductionStatus {
    ProductionStatus::Draft
}
