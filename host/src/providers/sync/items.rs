//! From a page's items to what is to be written, whatever they are: read, compared with what is kept, told in the history.
//! A newer state is taken, an older one never replaces it, the same one is no news.

use std::collections::HashMap;
use std::fmt::Debug;

use chrono::{DateTime, Utc};
use comptoir_sandbox::types::RejectedItem;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Aside, Taken};
use crate::http::error::Result;
use crate::records::audit::{self, Author, Change, Entry};
use crate::stores::connectors::Connector;

/// An item as the row that it becomes.
pub trait Item: Debug {
    /// What people follow of it, and its history tells.
    type Told: Serialize;

    fn id(&self) -> Uuid;
    /// It is the row that is kept already.
    fn set_id(&mut self, id: Uuid);
    fn provider_id(&self) -> &str;
    /// When the provider's record had this state.
    fn as_of(&self) -> DateTime<Utc>;
    /// SHA-256 of everything that was told but its time.
    fn digest(&self) -> &[u8];
    fn told(&self) -> Self::Told;

    /// What its history begins with.
    fn born(&self) -> Self::Told {
        self.told()
    }
}

/// What is kept of an item, as far as a newer state may differ.
#[derive(Debug)]
pub struct Kept<T> {
    pub id: Uuid,
    pub as_of: DateTime<Utc>,
    pub digest: Vec<u8>,
    pub told: T,
}

/// Those of a page's items that can be taken, by their `id` at the provider (named twice, the later one is meant), and the
/// others with the reason.
pub fn read<'a, T: Debug, I>(
    items: &'a [T],
    rejected: &[RejectedItem],
    id: impl Fn(&'a T) -> &'a str,
    take: impl Fn(&'a T) -> Result<I, String>,
) -> (HashMap<String, I>, Vec<Aside>) {
    let mut aside = Aside::rejected(rejected);
    let mut taken = HashMap::new();
    for item in items {
        match take(item) {
            Ok(intake) => drop(taken.insert(id(item).to_owned(), intake)),
            Err(reason) => aside.push(Aside::new(id(item), &reason, &format!("{item:?}"))),
        }
    }
    (taken, aside)
}

/// The items of a page, by what is to be done with them.
#[derive(Debug)]
pub struct Batch<I: Item> {
    pub added: Vec<I>,
    pub changed: Vec<I>,
    /// Told again without a change: whose, and as of when.
    pub same: Vec<(Uuid, DateTime<Utc>)>,
    /// Of these an older state was told than the one that is kept: as of when that is.
    pub older: Vec<(Uuid, DateTime<Utc>)>,
    kept: HashMap<String, Kept<I::Told>>,
}

impl<I: Item> Batch<I> {
    pub fn of(told: HashMap<String, I>, kept: HashMap<String, Kept<I::Told>>) -> Self {
        let mut batch = Self {
            added: Vec::new(),
            changed: Vec::new(),
            same: Vec::new(),
            older: Vec::new(),
            kept,
        };
        for (provider_id, mut item) in told {
            match batch.kept.get(&provider_id) {
                None => batch.added.push(item),
                Some(old) if item.as_of() < old.as_of => batch.older.push((old.id, old.as_of)),
                Some(old) if item.digest() == old.digest => batch.same.push((old.id, item.as_of())),
                Some(old) => {
                    item.set_id(old.id);
                    batch.changed.push(item);
                }
            }
        }
        batch
    }

    /// What is to be written whole.
    pub fn fresh(&self) -> impl Iterator<Item = &I> {
        self.added.iter().chain(&self.changed)
    }

    /// Takes out what has a fault that shows only beside the others; they are asked about in a stable order, so that the
    /// same page always sets the same ones aside.
    pub fn refuse(&mut self, mut fault: impl FnMut(&I) -> Option<String>) -> Vec<Aside> {
        let mut fresh: Vec<I> = self.added.drain(..).chain(self.changed.drain(..)).collect();
        fresh.sort_by(|a, b| a.provider_id().cmp(b.provider_id()));
        let mut aside = Vec::new();
        for item in fresh {
            match fault(&item) {
                Some(reason) => {
                    let raw = format!("{item:?}");
                    aside.push(Aside::new(item.provider_id(), &reason, &raw));
                }
                None if self.kept.contains_key(item.provider_id()) => self.changed.push(item),
                None => self.added.push(item),
            }
        }
        aside
    }

    /// Tells the history of what was added and changed.
    pub async fn record(
        &self,
        db: &mut PgConnection,
        connector: &Connector,
        entity: &str,
    ) -> Result<()> {
        let entries = self.fresh().map(|item| {
            let old = self.kept.get(item.provider_id());
            let (action, changes) = match old {
                None => ("create", audit::changes(None, Some(&item.born()))),
                Some(old) => (
                    "update",
                    audit::changes(Some(&old.told), Some(&item.told())),
                ),
            };
            Entry {
                entity,
                id: item.id(),
                action,
                changes,
            }
        });
        let entries: Vec<Entry<'_>> = entries.filter(|entry| !entry.changes.is_empty()).collect();
        Ok(audit::record(db, &author(connector), &entries).await?)
    }

    pub fn taken(&self, aside: &[Aside]) -> Taken {
        Taken {
            added: self.added.len(),
            changed: self.changed.len(),
            set_aside: aside.len(),
        }
    }
}

/// Tells the history of what a provider has no more; how many that are.
pub async fn tell_gone(
    db: &mut PgConnection,
    connector: &Connector,
    entity: &str,
    gone: Vec<Uuid>,
) -> Result<usize> {
    let entries = gone.iter().map(|id| Entry {
        entity,
        id: *id,
        action: "delete",
        changes: vec![Change {
            field: "gone".into(),
            before: Value::Null,
            after: json!(true),
        }],
    });
    audit::record(db, &author(connector), &entries.collect::<Vec<_>>()).await?;
    Ok(gone.len())
}

/// Who wrote what a plugin told.
pub fn author(connector: &Connector) -> Author {
    Author::system(format!("plugin {}", connector.plugin))
}
