//! What the record of a job holds (specification, document 1, section 3: Job record).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::words::codes::codes;

codes! {
    /// A running job is PENDING with a start (decision 12).
    JobStatus schema(rename_all = "UPPERCASE") {
        Pending = "PENDING",
        Completed = "COMPLETED",
        Failed = "FAILED",
    }
}

/// How far a job is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Progress {
    pub done: i64,
    /// Unknown: null.
    pub total: Option<i64>,
    pub note: Option<String>,
}

/// A file that a job wrote: `GET /file/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct JobFile {
    pub id: Uuid,
    pub name: String,
    /// Bytes.
    pub size: i64,
}

/// One background work.
#[derive(Debug, Clone, Serialize, FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Job)]
pub struct JobRecord {
    pub id: Uuid,
    /// What is done: `orders.synchronize`.
    pub name: String,
    /// Who does it: the plugin's id, or the domain.
    pub consumer: String,
    /// On what.
    pub identifier: String,
    /// The same in words for people, where there are some: the store of a connection, the reference of an order.
    pub subject: Option<String>,
    pub status: JobStatus,
    /// How often it was begun; of work in steps, its present one.
    pub attempts: i32,
    pub created_at: DateTime<Utc>,
    pub started_at: Option<DateTime<Utc>>,
    pub updated_at: DateTime<Utc>,
    /// Milliseconds from start to end; null while it runs.
    pub duration: Option<i64>,
    #[schema(value_type = Option<Progress>)]
    pub progress: Option<Json<Progress>>,
    /// Why it failed, or why its last try did; in English.
    pub error: Option<String>,
    /// The same in French; null: in words of somebody else's, of which no French is known.
    pub error_fr: Option<String>,
    /// What it brought, as whoever does it says: of work in steps, those that are done; null before, and in lists.
    #[sqlx(default)]
    #[schema(value_type = Option<Object>)]
    pub result: Option<Value>,
    /// Files that it wrote, for whoever asked for it to download for a week; none in lists.
    #[sqlx(default)]
    #[schema(value_type = Vec<JobFile>)]
    pub files: Json<Vec<JobFile>>,
    /// Who asked for it; they may see it.
    #[serde(skip)]
    pub requested_by: Option<Uuid>,
}
