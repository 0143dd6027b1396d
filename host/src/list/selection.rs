//! What a bulk action works on: some rows, or all that match a query.

use uuid::Uuid;

use super::cursor::Cursor;
use crate::http::error::{Error, Result};

/// Rows that one bulk action takes.
pub const MOST: u32 = 10_000;
/// Rows that a job works on one by one.
pub const WORK: usize = 1_000;

/// Rows of a list.
#[derive(Debug, Clone)]
pub struct Selection(Cursor);

impl Selection {
    /// These rows, or all that match the cursor's search and filters, or (neither) all.
    ///
    /// # Errors
    /// Both are given, there are too many ids, or the cursor is malformed.
    pub fn new(ids: Option<Vec<Uuid>>, cursor: Option<&str>) -> Result<Self> {
        if ids.is_some() && cursor.is_some() {
            return Err(Error::field("ids", "option"));
        }
        if ids.as_ref().is_some_and(|ids| ids.len() > MOST as usize) {
            return Err(Error::field("ids", "max"));
        }
        let mut cursor = match cursor {
            Some(text) => Cursor::decode(text)?,
            None => Cursor::default(),
        };
        cursor.position = None;
        cursor.skip = 0;
        cursor.ids = ids;
        Ok(Self(cursor))
    }

    pub(super) fn cursor(&self) -> &Cursor {
        &self.0
    }
}
