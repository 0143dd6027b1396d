//! Edit conflicts: a change says which edition of the record it was made on, and is refused when somebody else has
//! changed the record meanwhile. A deletion can be undone for a while.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgConnection;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::http::error::{Error, Refusal, Result};
use crate::records::{Kind, audit};

/// A deletion can be undone for an hour.
pub static TOO_LATE: Refusal = Refusal::new(
    "Il est trop tard pour annuler cette suppression.",
    "It is too late to undo this deletion.",
);

/// A deletion can be undone within this time; people are offered it for ten seconds.
const UNDO: TimeDelta = TimeDelta::hours(1);
/// A deleted record goes for good after this time.
pub const KEPT: TimeDelta = TimeDelta::days(1);

/// The header, for the API's description.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "only describes")]
pub struct EditionHeader {
    /// The record's `updatedAt` as the caller read it. When it has changed since, the answer is 409 with who did it and
    /// when. Absent: the change is made whatever happened.
    #[param(rename = "If-Match")]
    edition: Option<DateTime<Utc>>,
}

/// What `If-Match` says.
#[derive(Debug, Clone, Copy)]
pub struct Edition(Option<DateTime<Utc>>);

impl Edition {
    /// Whatever happened since.
    pub const ANY: Self = Self(None);

    /// Compares with the record as it is, which the caller has locked.
    ///
    /// # Errors
    /// [`Error::Edited`], with whoever made the last change.
    pub async fn check(
        self,
        db: &mut PgConnection,
        kind: &Kind,
        id: Uuid,
        updated_at: DateTime<Utc>,
    ) -> Result<()> {
        match self.0 {
            Some(read) if read != updated_at => Err(Error::Edited {
                by: audit::latest_author(db, kind, id)
                    .await?
                    .unwrap_or_default(),
                at: updated_at,
            }),
            _ => Ok(()),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Edition {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let Some(header) = parts.headers.get("if-match") else {
            return Ok(Self(None));
        };
        let read = header
            .to_str()
            .ok()
            .and_then(|text| DateTime::parse_from_rfc3339(text.trim_matches('"')).ok())
            .ok_or_else(|| Error::field("If-Match", "date"))?;
        Ok(Self(Some(read.to_utc())))
    }
}

/// Whether what was deleted then may come back now.
///
/// # Errors
/// [`TOO_LATE`]
pub fn restorable(deleted_at: DateTime<Utc>, now: DateTime<Utc>) -> Result<()> {
    if now - deleted_at > UNDO {
        return Err(Error::Refused(&TOO_LATE));
    }
    Ok(())
}
