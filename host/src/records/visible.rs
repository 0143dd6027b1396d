//! Proof that a record lies within its caller's scope.

use std::ops::Deref;

use sqlx::PgConnection;
use uuid::Uuid;

use super::Kind;
use crate::access::Scope;
use crate::http::error::Result;

/// A record that is found within a scope only.
pub trait Scoped: Sized + Send {
    /// Of which it is.
    const KIND: &'static Kind;
    /// What it is found by; mostly its id alone.
    type Key: Copy + Send + Into<Uuid>;

    /// The record, if it is there and this scope reaches it.
    fn find(
        db: &mut PgConnection,
        scope: &Scope,
        key: Self::Key,
    ) -> impl Future<Output = Result<Option<Self>>> + Send;

    fn key(&self) -> Self::Key;
}

/// A record that its caller may know of. Nothing but a query within their [`Scope`] makes one, so that what asks for it (a
/// history, the parts of a record) cannot be given what nobody checked.
#[derive(Debug)]
pub struct Visible<R>(pub(super) R);

impl<R: Scoped> Visible<R> {
    /// # Errors
    /// [`Kind::missing`]
    pub async fn find(db: &mut PgConnection, scope: &Scope, key: R::Key) -> Result<Self> {
        Self::seek(db, scope, key).await?.ok_or(R::KIND.missing())
    }

    /// The same where its absence is no error.
    pub async fn seek(db: &mut PgConnection, scope: &Scope, key: R::Key) -> Result<Option<Self>> {
        Ok(R::find(db, scope, key).await?.map(Self))
    }

    pub fn id(&self) -> Uuid {
        self.0.key().into()
    }

    pub fn reference(&self) -> Reference {
        Reference {
            kind: R::KIND,
            id: self.id(),
        }
    }

    pub fn into_inner(self) -> R {
        self.0
    }
}

/// Which record is [`Visible`], of whatever kind.
#[derive(Debug, Clone, Copy)]
pub struct Reference {
    pub(in crate::records) kind: &'static Kind,
    pub(in crate::records) id: Uuid,
}

impl<R> Deref for Visible<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.0
    }
}
