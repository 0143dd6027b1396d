//! What is asked of an export.

use std::convert::Infallible;

use axum::extract::OptionalFromRequestParts;
use axum::http::request::Parts;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::http::error::{Error, Result};
use crate::list::Cursor;

/// Which rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportScope {
    /// The page that the cursor names.
    Page,
    /// All that match the cursor's search and filters.
    All,
    /// Those of `ids`.
    Selection,
}

/// What is asked of an export; which list, the call says.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    pub scope: ExportScope,
    /// Of the list; also taken from the query string.
    #[serde(default)]
    pub cursor: Option<String>,
    #[serde(default)]
    #[validate(length(max = 10000))]
    pub ids: Option<Vec<Uuid>>,
}

/// The text of a cursor in the query string, as the list's own call takes it.
#[derive(Debug)]
pub struct CursorText(String);

impl<S: Send + Sync> OptionalFromRequestParts<S> for CursorText {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, Infallible> {
        let query = parts.uri.query().unwrap_or_default();
        let mut pairs = url::form_urlencoded::parse(query.as_bytes());
        let text = pairs.find(|(name, _)| name == "cursor");
        Ok(text.map(|(_, text)| Self(text.into_owned())))
    }
}

impl ExportRequest {
    /// Takes the query string's cursor, unless the body has one.
    pub fn take_cursor(&mut self, text: Option<CursorText>) {
        self.cursor = self.cursor.take().or(text.map(|text| text.0));
    }

    /// The cursor that the export walks from.
    ///
    /// # Errors
    /// A malformed cursor; a selection without rows.
    pub fn cursor(&self) -> Result<Cursor> {
        let mut cursor = match self.cursor.as_deref() {
            Some(text) if !text.is_empty() => Cursor::decode(text)?,
            _ => Cursor::default(),
        };
        match self.scope {
            ExportScope::Page => {}
            ExportScope::All | ExportScope::Selection => {
                cursor.position = None;
                cursor.skip = 0;
            }
        }
        if self.scope == ExportScope::Selection {
            let ids = self.ids.clone().filter(|ids| !ids.is_empty());
            cursor.ids = Some(ids.ok_or_else(|| Error::field("ids", "required"))?);
        }
        Ok(cursor)
    }
}
