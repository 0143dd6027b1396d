//! What is asked of an export.

use std::convert::Infallible;

use axum::extract::OptionalFromRequestParts;
use axum::http::request::Parts;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::http::error::{Error, Result};
use crate::list::{Cursor, Filter};

/// Which rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportScope {
    /// The page that the cursor names.
    Page,
    /// All that match the cursor's search and filters, and those of the body.
    #[default]
    All,
    /// Those of `ids`.
    Selection,
}

/// What is asked of an export; which list, the call says.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    #[serde(default)]
    pub scope: ExportScope,
    /// Of the list; also taken from the query string.
    #[serde(default)]
    pub cursor: Option<String>,
    /// As the cursor's; one takes the place of the cursor's of its field.
    #[serde(default)]
    pub filters: Vec<Filter>,
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
        if !self.filters.is_empty() {
            let own = |filter: &Filter| self.filters.iter().any(|each| each.field == filter.field);
            cursor.filters.retain(|filter| !own(filter));
            cursor.filters.extend_from_slice(&self.filters);
            // A position of other filters stands nowhere.
            cursor.position = None;
        }
        match self.scope {
            ExportScope::Page => {}
            ExportScope::All | ExportScope::Selection => {
                cursor.position = None;
                cursor.skip = 0;
            }
        }
        if self.scope == ExportScope::Selection || self.ids.is_some() {
            let ids = self.ids.clone().filter(|ids| !ids.is_empty());
            cursor.ids = Some(ids.ok_or_else(|| Error::field("ids", "required"))?);
        }
        Ok(cursor)
    }
}
