//! What a project is.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::access::{Role, Scope};
use crate::files::FileInfo;
use crate::http::request::{trimmed, trimmed_if_given};
use crate::production::Named;
use crate::production::states::{Next, ProjectStatus, Stage};

/// A project as its list shows it.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Project {
    pub id: Uuid,
    pub name: String,
    pub status: ProjectStatus,
    /// Why it was put there, where that was asked.
    pub reason: Option<String>,
    /// Whose it is; null for factories.
    #[sqlx(json(nullable))]
    pub organization: Option<Named>,
    /// The day by which it is to be done.
    pub estimated_at: NaiveDate,
    #[sqlx(flatten)]
    pub product: Progress,
    /// Productions that were not given up; null for factories, who know of their own only.
    pub productions: Option<i64>,
    /// Where it may go from where it stands.
    #[sqlx(skip)]
    pub next: Vec<Next<ProjectStatus>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// How many of a project's products are ready. Those that were given up do not count.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = ProjectProgress)]
pub struct Progress {
    pub done: i64,
    pub total: i64,
}

/// A project with everything about it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProjectDetail {
    #[serde(flatten)]
    pub project: Project,
    /// Oldest first.
    pub files: Vec<ProjectFile>,
}

/// What hangs on a project.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProjectFile {
    #[serde(rename = "type")]
    pub kind: FileKind,
    pub file: FileInfo,
}

/// What a project's file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ProjectFileType)]
pub enum FileKind {
    /// What it is to look like.
    Moodboard,
    Other,
}

impl Project {
    /// As this caller is told of it: where it may go, and to factories nothing of the customer.
    pub fn prepare(&mut self, scope: &Scope) {
        self.next = self.status.next();
        if scope.actor.role == Role::Factory {
            (self.organization, self.productions) = (None, None);
        }
    }

    /// As one would fill it in.
    pub fn input(&self) -> ProjectInput {
        ProjectInput {
            name: self.name.clone(),
            organization_id: self.organization.as_ref().map_or(Uuid::nil(), |of| of.id),
            estimated_at: self.estimated_at,
            status: self.status,
            reason: None,
        }
    }
}

/// What one fills in of a project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProjectInput {
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 2, max = 255))]
    pub name: String,
    pub organization_id: Uuid,
    /// The day by which it is to be done.
    pub estimated_at: NaiveDate,
    /// Where it goes; a new one is a draft.
    #[serde(default = "draft")]
    pub status: ProjectStatus,
    /// Why it goes there: asked of what is canceled.
    #[serde(default, deserialize_with = "trimmed_if_given")]
    #[validate(length(max = 2000))]
    pub reason: Option<String>,
}

fn draft() -> ProjectStatus {
    ProjectStatus::Draft
}

impl ProjectInput {
    /// Whether it says the same of the project itself, wherever it puts it.
    pub fn describes_the_same(&self, other: &Self) -> bool {
        let described = |input: &Self| Self {
            status: ProjectStatus::Draft,
            reason: None,
            ..input.clone()
        };
        described(self) == described(other)
    }
}
