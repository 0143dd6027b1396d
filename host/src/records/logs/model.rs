//! What a note is (specification, document 1, section 3: Log entry).

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::access::Role;
use crate::files::{FileForm, FileInfo, Form};
use crate::http::error::{Error, Result};

/// Characters of a message at most (specification, document 1, section 5).
const LONGEST: usize = 2_000;
/// People that a note names at most: each is sent a mail.
const MOST_MENTIONS: usize = 20;
/// What people write; other actions are the portal's own to tell.
pub const MESSAGE: &str = "message";

/// One entry of a record's stream.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Log)]
pub struct LogEntry {
    pub id: Uuid,
    /// The record's kind, as its history calls it: `order`.
    pub entity: String,
    /// The record.
    pub relation_id: Uuid,
    pub user: LogUser,
    pub created_at: DateTime<Utc>,
    /// `message`, or what happened.
    pub action: String,
    pub data: LogData,
}

/// Who wrote it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogUser {
    /// Null: the portal itself.
    pub id: Option<Uuid>,
    pub display_name: String,
}

/// What it says.
#[derive(Debug, Serialize, ToSchema)]
pub struct LogData {
    pub message: String,
    /// Who is meant by `@name` in the message.
    pub mentions: Vec<Mentioned>,
    pub files: Vec<FileInfo>,
}

/// Somebody who is named in a note.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mentioned {
    pub id: Uuid,
    pub display_name: String,
}

/// Somebody who reads the notes on a record.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogPerson {
    pub id: Uuid,
    pub display_name: String,
    pub role: Role,
}

/// A note that names the caller.
#[derive(Debug, Serialize, ToSchema)]
pub struct LogMention {
    pub log: LogEntry,
    pub seen: bool,
}

/// A note to be written: a form with files.
#[derive(Debug, ToSchema)]
#[schema(as = LogForm)]
#[allow(dead_code, reason = "only described")]
pub struct LogForm {
    #[schema(rename = "relationId")]
    relation_id: Uuid,
    /// `message`
    action: String,
    /// JSON: `{ "message": "… @Zoé …", "mentions": ["<a user's id>"] }`
    data: String,
    files: Vec<FileForm>,
}

/// The text fields of the form.
#[derive(Debug)]
pub struct NewLog {
    pub relation: Uuid,
    pub message: String,
    /// Whom it names, each once.
    pub mentions: BTreeSet<Uuid>,
}

#[derive(Deserialize)]
struct Text {
    #[serde(default)]
    message: String,
    #[serde(default)]
    mentions: BTreeSet<Uuid>,
}

impl NewLog {
    /// Reads a form.
    ///
    /// # Errors
    /// [`Error::Invalid`], the field named. A message may be empty where files are given.
    pub fn read(form: &Form) -> Result<Self> {
        let field = |name: &str| form.fields.get(name).map(String::as_str);
        let relation = field("relationId").ok_or_else(|| Error::field("relationId", "required"))?;
        let relation = Uuid::try_parse(relation).map_err(|_| Error::field("relationId", "type"))?;
        if field("action").is_some_and(|action| action != MESSAGE) {
            return Err(Error::field("action", "option"));
        }
        let data: Text = serde_json::from_str(field("data").unwrap_or("{}"))
            .map_err(|_| Error::field("data", "type"))?;
        let message = data.message.trim().to_owned();
        if message.contains('\0') {
            return Err(Error::field("data.message", "type"));
        }
        if message.is_empty() && form.files.is_empty() {
            return Err(Error::field("data.message", "required"));
        }
        if message.chars().count() > LONGEST {
            return Err(Error::field("data.message", "max"));
        }
        let mentions = data.mentions;
        if mentions.len() > MOST_MENTIONS {
            return Err(Error::field("data.mentions", "max"));
        }
        Ok(Self {
            relation,
            message,
            mentions,
        })
    }
}
