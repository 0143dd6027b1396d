//! From a page's items to what is to be written, whatever they are: read, compared with what is kept, written into the history.
//! A newer state is taken, an older one never replaces it, the same one is no news.

use std::collections::HashMap;
use std::fmt::Debug;

use chrono::{DateTime, Utc};
use serde::Serialize;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use uuid::Uuid;

use super::intake::{bytea, name, time};
use super::{Aside, Page, Taken};
use crate::http::error::Result;
use crate::providers::connectors::Connector;
use crate::records::Kind;
use crate::records::audit::{self, Author, Entry};

/// What a function keeps of an item. Its fields' names are the columns'.
pub trait Row: Debug + Serialize {
    /// What people follow of it: what its history tells.
    type History: Debug + Serialize;

    fn history(&self) -> Self::History;

    /// What its history begins with.
    fn beginning(&self) -> Self::History {
        self.history()
    }

    /// What was reported of it beside its columns: lines, variants, components.
    fn parts(&self) -> impl Serialize {}
}

/// A reported item: what all have in common, and its own row.
#[derive(Debug, Clone, Serialize)]
pub struct Item<R> {
    pub id: Uuid,
    pub provider_id: String,
    /// When the provider's record had this state.
    pub as_of: DateTime<Utc>,
    /// SHA-256 of everything that was reported but its time.
    #[serde(serialize_with = "bytea")]
    pub digest: Vec<u8>,
    #[serde(flatten)]
    pub row: R,
}

impl<R: Row> Item<R> {
    /// With an id of its own.
    ///
    /// # Errors
    /// The provider's id or the time is none.
    pub fn of(provider_id: &str, as_of: &str, row: R) -> Result<Self, String> {
        name("id", provider_id)?;
        let reported = serde_json::to_vec(&(&row, row.parts())).unwrap_or_default();
        Ok(Self {
            id: Uuid::now_v7(),
            provider_id: provider_id.to_owned(),
            as_of: time("asOf", as_of)?,
            digest: Sha256::digest(reported).to_vec(),
            row,
        })
    }
}

/// What is kept of an item, as far as a newer state may differ.
#[derive(Debug)]
pub struct Existing<H> {
    pub id: Uuid,
    pub as_of: DateTime<Utc>,
    pub digest: Vec<u8>,
    pub history: H,
}

/// By the provider's id.
pub type AllExisting<R> = HashMap<String, Existing<<R as Row>::History>>;

/// Those of a page's items that can be taken, by their `id` at the provider (named twice, the later one is meant), and the
/// others with the reason.
pub fn read<'a, T: Debug, I>(
    page: &'a Page<T>,
    id: impl Fn(&'a T) -> &'a str,
    take: impl Fn(&'a T) -> Result<I, String>,
) -> (HashMap<String, I>, Vec<Aside>) {
    let mut aside = Aside::rejected(&page.rejected);
    let mut taken = HashMap::new();
    for item in &page.items {
        match take(item) {
            Ok(intake) => drop(taken.insert(id(item).to_owned(), intake)),
            Err(reason) => aside.push(Aside::new(id(item), &reason, &format!("{item:?}"))),
        }
    }
    (taken, aside)
}

/// The items of a page, by what is to be done with them.
#[derive(Debug)]
pub struct Batch<R: Row> {
    pub added: Vec<Item<R>>,
    pub changed: Vec<Item<R>>,
    /// Reported again without a change: whose, and as of when.
    pub same: Vec<(Uuid, DateTime<Utc>)>,
    /// Of these an older state was reported than the one that is kept: as of when that is.
    pub older: Vec<(Uuid, DateTime<Utc>)>,
    existing: AllExisting<R>,
}

impl<R: Row> Batch<R> {
    pub fn of(reported: HashMap<String, Item<R>>, existing: AllExisting<R>) -> Self {
        let mut batch = Self {
            added: Vec::new(),
            changed: Vec::new(),
            same: Vec::new(),
            older: Vec::new(),
            existing,
        };
        for (provider_id, mut item) in reported {
            match batch.existing.get(&provider_id) {
                None => batch.added.push(item),
                Some(old) if item.as_of < old.as_of => batch.older.push((old.id, old.as_of)),
                Some(old) if item.digest == old.digest => batch.same.push((old.id, item.as_of)),
                Some(old) => {
                    item.id = old.id;
                    batch.changed.push(item);
                }
            }
        }
        batch
    }

    /// What is to be written whole.
    pub fn fresh(&self) -> impl Iterator<Item = &Item<R>> {
        self.added.iter().chain(&self.changed)
    }

    /// Takes out what has a fault that shows only beside the others; they are asked about in a stable order, so that the
    /// same page always sets the same ones aside.
    pub fn refuse(&mut self, mut fault: impl FnMut(&Item<R>) -> Option<String>) -> Vec<Aside> {
        let mut fresh: Vec<Item<R>> = self.added.drain(..).chain(self.changed.drain(..)).collect();
        fresh.sort_by(|a, b| a.provider_id.cmp(&b.provider_id));
        let mut aside = Vec::new();
        for item in fresh {
            match fault(&item) {
                Some(reason) => {
                    let raw = format!("{item:?}");
                    aside.push(Aside::new(&item.provider_id, &reason, &raw));
                }
                None if self.existing.contains_key(&item.provider_id) => self.changed.push(item),
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
        kind: &'static Kind,
    ) -> Result<()> {
        let entries = self.fresh().map(|item| {
            let old = self.existing.get(&item.provider_id);
            let (action, changes) = match old {
                None => ("create", audit::changes(None, Some(&item.row.beginning()))),
                Some(old) => (
                    "update",
                    audit::changes(Some(&old.history), Some(&item.row.history())),
                ),
            };
            Entry {
                kind,
                id: item.id,
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

/// Who wrote what a plugin reported.
pub fn author(connector: &Connector) -> Author {
    Author::system(format!("plugin {}", connector.plugin))
}
