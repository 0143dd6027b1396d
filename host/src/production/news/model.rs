//! What a piece of news is.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::production::Named;
use crate::words::codes::codes;

codes! {
    /// What happened.
    NewsKind schema(rename_all = "lowercase") {
        /// A file of a product came.
        File = "file",
        /// Somebody wrote a note.
        Note = "note",
        /// A production was given to the factory, or went elsewhere on the board.
        Production = "production",
    }
}

/// One thing that happened to what a factory makes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct News {
    pub kind: NewsKind,
    /// The file, the note or the production.
    pub id: Uuid,
    pub at: DateTime<Utc>,
    /// Who did it.
    pub by: String,
    pub project: Named,
    /// Null: of the project as a whole.
    pub product: Option<Named>,
    pub production: Option<Named>,
    /// The file's name, what the note says (its first two hundred letters), or the production's status.
    pub text: String,
    /// Of a production that went elsewhere: the status before; null: it came to the factory.
    pub was: Option<String>,
    /// Of technical files: which version.
    pub level: Option<i32>,
    /// It came after the caller's last visit.
    pub is_new: bool,
}
