//! From a page's items to what is to be written, whatever they are: read, compared with what is kept, written into the history.
//! A newer state is taken, an older one never replaces it, the same one is no news.

use std::collections::HashMap;
use std::fmt::Debug;

use chrono::{DateTime, Utc};
use serde::Serialize;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use uuid::Uuid;

use super::intake::{believed, bytea, name, time};
use super::{Aside, Fault, Page, Taken};
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
    pub fn of(provider_id: &str, as_of: &str, row: R) -> Result<Self, Fault> {
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
pub fn read<'a, T: Serialize, I>(
    page: &'a Page<T>,
    id: impl Fn(&'a T) -> &'a str,
    take: impl Fn(&'a T) -> Result<I, Fault>,
) -> (HashMap<String, I>, Vec<Aside>) {
    let mut aside = Aside::rejected(&page.rejected);
    let mut taken = HashMap::new();
    for item in &page.items {
        match take(item) {
            Ok(intake) => drop(taken.insert(id(item).to_owned(), intake)),
            Err(fault) => aside.push(Aside::of(id(item), fault, item)),
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
    pub fn of(
        reported: HashMap<String, Item<R>>,
        mut existing: AllExisting<R>,
        now: DateTime<Utc>,
    ) -> Self {
        for old in existing.values_mut() {
            old.as_of = believed(old.as_of, now);
        }
        let mut batch = Self {
            added: Vec::new(),
            changed: Vec::new(),
            same: Vec::new(),
            older: Vec::new(),
            existing,
        };
        for (provider_id, mut item) in reported {
            item.as_of = believed(item.as_of, now);
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
    /// same page always sets the same ones aside. `reported`: an item as it came, by its id at the provider.
    pub fn refuse<'a, T: Serialize + 'a>(
        &mut self,
        reported: impl Fn(&str) -> Option<&'a T>,
        mut fault: impl FnMut(&Item<R>) -> Option<Fault>,
    ) -> Vec<Aside> {
        let mut fresh: Vec<Item<R>> = self.added.drain(..).chain(self.changed.drain(..)).collect();
        fresh.sort_by(|a, b| a.provider_id.cmp(&b.provider_id));
        let mut aside = Vec::new();
        for item in fresh {
            match fault(&item) {
                Some(fault) => {
                    let id = &item.provider_id;
                    aside.push(Aside::of(id, fault, &reported(id)));
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::providers::sync::FaultCode;

    /// A parcel, which people follow by its place.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize)]
    struct Parcel {
        place: String,
        weight: u32,
    }

    impl Row for Parcel {
        type History = String;

        fn history(&self) -> String {
            self.place.clone()
        }
    }

    /// The minute at which everything is taken.
    const NOW: i64 = 1_000;

    fn at(minute: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_795_003_200 + 60 * minute, 0).expect("a time")
    }

    fn item(id: &str, minute: i64, place: &str) -> Item<Parcel> {
        let row = Parcel {
            place: place.into(),
            weight: 1,
        };
        Item::of(id, &at(minute).to_rfc3339(), row).expect("an item")
    }

    /// What is kept, as a domain's table would.
    #[derive(Debug, Default, Clone, PartialEq, Eq)]
    struct Kept(std::collections::BTreeMap<String, (Uuid, DateTime<Utc>, Vec<u8>, String)>);

    impl Kept {
        fn existing(&self) -> AllExisting<Parcel> {
            let rows = self.0.iter().map(|(id, (row, as_of, digest, place))| {
                let existing = Existing {
                    id: *row,
                    as_of: *as_of,
                    digest: digest.clone(),
                    history: place.clone(),
                };
                (id.clone(), existing)
            });
            rows.collect()
        }

        /// Takes a page; tells how many were added and changed.
        fn take(&mut self, items: Vec<Item<Parcel>>) -> [usize; 2] {
            let items = items.into_iter();
            let reported = items.map(|item| (item.provider_id.clone(), item)).collect();
            let batch = Batch::of(reported, self.existing(), at(NOW));
            for item in batch.fresh() {
                let row = (
                    item.id,
                    item.as_of,
                    item.digest.clone(),
                    item.row.place.clone(),
                );
                self.0.insert(item.provider_id.clone(), row);
            }
            for (id, as_of) in &batch.same {
                let kept = self.0.values_mut().find(|kept| kept.0 == *id);
                kept.expect("the same row").1 = *as_of;
            }
            let taken = batch.taken(&[]);
            [taken.added, taken.changed]
        }

        fn places(&self) -> Vec<&str> {
            self.0.values().map(|kept| kept.3.as_str()).collect()
        }
    }

    #[test]
    fn a_state_is_taken_when_it_is_newer_and_another() {
        let mut kept = Kept::default();
        assert_eq!(
            kept.take(vec![item("A", 10, "Lyon"), item("B", 10, "Lille")]),
            [2, 0]
        );
        let first = kept.existing()["A"].id;
        for (minute, place, changed, now) in [
            (5, "Nice", 0, "Lyon"),
            (10, "Lyon", 0, "Lyon"),
            // Told again later: what lies between is older now.
            (20, "Lyon", 0, "Lyon"),
            (15, "Nice", 0, "Lyon"),
            // Twice in one minute: what was told last counts.
            (20, "Nice", 1, "Nice"),
            (21, "Lyon", 1, "Lyon"),
        ] {
            let taken = kept.take(vec![item("A", minute, place)]);
            assert_eq!((taken, kept.places()[0]), ([0, changed], now), "{minute}");
        }
        assert_eq!(kept.existing()["A"].id, first, "it is the same record");
        assert_eq!(kept.places()[1], "Lille");
        assert_eq!(kept.take(Vec::new()), [0, 0]);
    }

    #[test]
    fn what_no_clock_can_tell_holds_from_now_and_freezes_nothing() {
        let mut kept = Kept::default();
        let years = 60 * 24 * 365 * 7_000;
        assert_eq!(kept.take(vec![item("A", years, "Lyon")]), [1, 0]);
        assert_eq!(kept.existing()["A"].as_of, at(NOW), "as of now");
        assert_eq!(kept.take(vec![item("A", NOW + 1, "Nice")]), [0, 1]);
        // One that was kept so before thaws.
        let frozen = kept.0.values_mut().next().expect("a parcel");
        frozen.1 = at(years);
        assert_eq!(kept.take(vec![item("A", NOW + 2, "Lille")]), [0, 1]);
        // A clock that is a little ahead is believed.
        assert_eq!(kept.take(vec![item("A", NOW + 14, "Lyon")]), [0, 1]);
        assert_eq!(kept.take(vec![item("A", NOW + 3, "Nice")]), [0, 0]);
    }

    proptest! {
        /// Pages come again, late and in any order: in the end what was true last is kept.
        #[test]
        fn whatever_order_states_come_in_the_last_one_stays(
            states in prop::collection::vec((0..3_usize, 0..1_000_i64), 1..30),
            order in prop::collection::vec(any::<prop::sample::Index>(), 60),
        ) {
            // A moment has one state.
            let state = |(id, minute): (usize, i64)| item(&format!("P{id}"), minute, &format!("place {minute}"));
            let mut in_time = states.clone();
            in_time.sort_by_key(|(_, minute)| *minute);
            let mut once = Kept::default();
            for each in in_time {
                once.take(vec![state(each)]);
            }
            let mut mixed = Kept::default();
            // All of them, some more often.
            for each in order.iter().map(|at| at.get(&states)).chain(&states) {
                mixed.take(vec![state(*each)]);
            }
            prop_assert_eq!(mixed.places(), once.places());
        }
    }

    #[test]
    fn what_a_page_names_twice_is_meant_as_it_stands_last() {
        let page = Page {
            items: vec![("A", "Lyon"), ("B", ""), ("A", "Nice"), ("C", "Lille")],
            ..Page::default()
        };
        let (taken, aside) = read(
            &page,
            |item| item.0,
            |(id, place)| match *place {
                "" => Err(Fault::new("place", FaultCode::Required, "")),
                place => Ok(item(id, 1, place)),
            },
        );
        let mut places: Vec<_> = taken.values().map(|item| item.row.place.as_str()).collect();
        places.sort_unstable();
        assert_eq!(places, ["Lille", "Nice"]);
        assert_eq!(aside.len(), 1);
        assert_eq!(
            (aside[0].provider_id.as_str(), aside[0].field.as_str()),
            ("B", "place")
        );
    }

    #[test]
    fn what_fits_not_beside_the_others_is_always_the_same_one() {
        let mut kept = Kept::default();
        kept.take(vec![item("B", 1, "Lyon")]);
        for _ in 0..10 {
            let items = ["C", "A", "D", "B"].map(|id| (id.to_owned(), item(id, 2, "Nice")));
            let mut batch = Batch::of(items.into(), kept.existing(), at(0));
            let mut room = 2;
            let aside = batch.refuse(
                |_| Some(&()),
                |_| {
                    room -= 1;
                    (room < 0).then(|| Fault::new("room", FaultCode::Max, ""))
                },
            );
            let ids = |items: &[Item<Parcel>]| {
                items
                    .iter()
                    .map(|item| item.provider_id.clone())
                    .collect::<Vec<_>>()
            };
            let refused: Vec<_> = aside.iter().map(|each| each.provider_id.as_str()).collect();
            assert_eq!(refused, ["C", "D"]);
            assert_eq!(
                (ids(&batch.added), ids(&batch.changed)),
                (vec!["A".to_owned()], vec!["B".to_owned()])
            );
        }
    }

    #[test]
    fn an_item_has_an_id_and_a_time_and_is_known_by_what_was_told() {
        let row = || Parcel {
            place: "Lyon".into(),
            weight: 1,
        };
        let now = "2026-11-18T12:00:00Z";
        for (id, as_of, field) in [
            ("", now, "id"),
            ("A\0", now, "id"),
            (&"x".repeat(201), now, "id"),
            ("A", "", "asOf"),
            ("A", "0000-00-00T00:00:00Z", "asOf"),
        ] {
            let refused = Item::of(id, as_of, row()).unwrap_err();
            assert_eq!(refused.field, field);
        }
        let digest = |as_of: &str, weight: u32| {
            let row = Parcel { weight, ..row() };
            Item::of("A", as_of, row).expect("an item").digest
        };
        let later = "2026-11-19T12:00:00Z";
        assert_eq!(
            digest(now, 1),
            digest(later, 1),
            "the time alone is no news"
        );
        assert_ne!(digest(now, 1), digest(now, 2), "what nobody follows is");
    }
}
