//! What shows that nobody rewrote the audit trail. The database chains each record's entries by their hashes
//! (`audit_streams` knows the last of each), and every night the entries of the days before get an anchor, whose value
//! stands for all until then. Here the anchors are made, and all of it is reckoned again: [`verify`].

use std::fmt;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use futures::TryStreamExt;
use futures::future::BoxFuture;
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use uuid::Uuid;

use crate::app::App;
use crate::http::error::Result;

/// What is wrong with the trail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// An entry's hash does not follow from what it says and the entry before.
    Changed(Place),
    /// Entries are gone, from this one up to that number.
    Missing(Place, i64),
    /// An entry that the trail never took: beyond its end, or a second one of its number.
    Forged(Place),
    /// The stream's end is gone, or tells of another last entry than this one.
    End(Place),
    /// The entries of an anchored day, or its anchor, are not what they were that night.
    Day(NaiveDate),
    /// So many entries more than anchors know of stand on days that are over, or fewer.
    Days(i64),
    /// No anchor has this value, which was kept elsewhere.
    Anchor(String),
}

/// Where an entry stands: its record, and its number in the record's trail, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub entity: String,
    pub entity_id: Uuid,
    pub sequence: i64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} #{}", self.entity, self.entity_id, self.sequence)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Changed(place) => write!(f, "{place}: changed, or the entry before it"),
            Fault::Missing(place, last) if place.sequence == *last => write!(f, "{place}: missing"),
            Fault::Missing(place, last) => write!(f, "{place} to #{last}: missing"),
            Fault::Forged(place) => write!(f, "{place}: forged, the trail never took it"),
            Fault::End(place) => write!(f, "{place}: forged end, the trail ended otherwise"),
            Fault::Day(day) => write!(f, "{day}: its entries are not those of its anchor"),
            Fault::Days(more) => write!(f, "{more:+} entries on days that have their anchors"),
            Fault::Anchor(value) => write!(f, "{value}: no anchor has this value"),
        }
    }
}

/// The entries of a day (UTC), in one value with those of all days before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor {
    pub day: NaiveDate,
    pub entries: i64,
    /// SHA-256.
    pub value: Vec<u8>,
}

/// What was looked at.
#[derive(Debug, Default)]
pub struct Report {
    pub entries: u64,
    pub streams: u64,
    pub faults: u64,
    /// The last one.
    pub anchor: Option<Anchor>,
}

/// Anchors the entries of the first day that is over and has none; tells how many. Each value goes to the log, which is kept
/// elsewhere. A day waits for transactions that began before its end: they could still write on it.
pub fn anchor(app: &App, _: i64) -> BoxFuture<'_, Result<u64>> {
    Box::pin(async move {
        let row = sqlx::query_as!(
            Anchor,
            r#"with last as (
                select coalesce(max(day), '-infinity') as day, (array_agg(value order by day desc))[1] as value from audit_anchors
            ), next as (
                select (min(at) at time zone 'UTC')::date as day from audit_entries, last
                where at >= (last.day + 1)::timestamp at time zone 'UTC'
            )
            insert into audit_anchors (day, entries, value)
            select next.day, count(*), sha256(coalesce(last.value, '') || string_agg(hash, '' order by id))
            from last, next join audit_entries
                on at >= next.day::timestamp at time zone 'UTC' and at < (next.day + 1)::timestamp at time zone 'UTC'
            where not exists (
                select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
                    and xact_start < (next.day + 1)::timestamp at time zone 'UTC')
            group by next.day, last.value
            on conflict do nothing
            returning day, entries, value"#
        )
        .fetch_optional(&app.db)
        .await?;
        let Some(Anchor {
            day,
            entries,
            value,
        }) = row
        else {
            return Ok(0);
        };
        tracing::info!(%day, entries, value = hex::encode(value), "audit anchor");
        Ok(entries.unsigned_abs())
    })
}

/// Which part of the trail is looked at.
#[derive(Debug, Clone, Default)]
pub struct Extent {
    /// Only records with an entry since that day (UTC), each from its first entry on; anchors of that day and later ones.
    pub since: Option<NaiveDate>,
    /// The value of an anchor that was kept elsewhere, in hexadecimal: one must have it.
    pub anchor: Option<String>,
}

/// Reads the trail as it is at one moment and tells each fault, one record's after the other's; needs no more memory for a
/// longer trail. `progress` hears how many entries were read, now and then.
pub async fn verify(
    db: &mut PgConnection,
    extent: &Extent,
    mut progress: impl FnMut(u64),
    mut found: impl FnMut(Fault),
) -> Result<Report> {
    let mut tx = db
        .begin_with("begin isolation level repeatable read, read only")
        .await?;
    sqlx::query("set local statement_timeout = 0")
        .execute(&mut *tx)
        .await?;
    let mut report = Report::default();
    let mut faults = 0;
    let mut found = |fault| {
        faults += 1;
        found(fault);
    };
    let since = extent.since.map(midnight);
    entries(&mut tx, since, &mut report, &mut progress, &mut found).await?;
    ends(&mut tx, &mut found).await?;
    report.anchor = anchors(&mut tx, extent, &mut found).await?;
    report.faults = faults;
    Ok(report)
}

/// An entry, and where its stream ends.
#[derive(sqlx::FromRow)]
struct Row {
    entity: String,
    entity_id: Uuid,
    sequence: i64,
    hash: Vec<u8>,
    content: String,
    end_sequence: Option<i64>,
    end_hash: Option<Vec<u8>>,
}

impl Row {
    fn place(&self, sequence: i64) -> Place {
        Place {
            entity: self.entity.clone(),
            entity_id: self.entity_id,
            sequence,
        }
    }

    fn same_stream(&self, other: &Self) -> bool {
        (self.entity_id, &self.entity) == (other.entity_id, &other.entity)
    }

    /// What is wrong with an entry that follows `before` in its stream; none: it is the first.
    fn check(&self, before: Option<&Self>) -> Option<Fault> {
        let expected = before.map_or(1, |row| row.sequence + 1);
        match self.sequence {
            sequence if sequence > expected => {
                Some(Fault::Missing(self.place(expected), sequence - 1))
            }
            sequence if sequence < expected => Some(Fault::Forged(self.place(sequence))),
            sequence => {
                let hash = Sha256::new()
                    .chain_update(before.map_or(&[][..], |row| &row.hash))
                    .chain_update(&self.content)
                    .finalize();
                (hash[..] != self.hash).then(|| Fault::Changed(self.place(sequence)))
            }
        }
    }

    /// The same of the last one of a stream. That the stream went on is told by [`ends`].
    fn check_end(&self) -> Option<Fault> {
        match (self.end_sequence, &self.end_hash) {
            (Some(end), _) if self.sequence > end => Some(Fault::Forged(self.place(self.sequence))),
            (Some(end), _) if self.sequence < end => None,
            (Some(_), Some(hash)) if *hash == self.hash => None,
            _ => Some(Fault::End(self.place(self.sequence))),
        }
    }
}

/// How often progress is told, in entries.
const STRIDE: u64 = 500_000;

/// Each entry in its stream.
async fn entries(
    db: &mut PgConnection,
    since: Option<DateTime<Utc>>,
    report: &mut Report,
    progress: &mut impl FnMut(u64),
    found: &mut impl FnMut(Fault),
) -> Result<()> {
    let some = match since {
        Some(_) => {
            "where (entity, entity_id) in (select entity, entity_id from audit_entries where at >= $1)"
        }
        None => "",
    };
    // The content as the trigger `audit_entries_chained` has it.
    let read = format!(
        "select entity, entity_id, e.sequence, e.hash, s.sequence as end_sequence, s.hash as end_hash,
            json_build_array(id, extract(epoch from at), actor_id, actor_name, entity, entity_id, action, changes,
                request_id)::text as content
         from audit_entries e left join audit_streams s using (entity, entity_id) {some}
         order by entity, entity_id, e.sequence"
    );
    let mut read = sqlx::query_as::<_, Row>(AssertSqlSafe(read));
    if let Some(since) = since {
        read = read.bind(since);
    }
    let mut rows = read.fetch(db);
    let mut last: Option<Row> = None;
    while let Some(row) = rows.try_next().await? {
        let ended = last.take_if(|last| !last.same_stream(&row));
        ended
            .iter()
            .filter_map(Row::check_end)
            .for_each(&mut *found);
        row.check(last.as_ref()).into_iter().for_each(&mut *found);
        report.streams += u64::from(last.is_none());
        report.entries += 1;
        if report.entries.is_multiple_of(STRIDE) {
            progress(report.entries);
        }
        last = Some(row);
    }
    last.iter().filter_map(Row::check_end).for_each(found);
    Ok(())
}

/// Streams whose last entries are not there, or none of them.
async fn ends(db: &mut PgConnection, found: &mut impl FnMut(Fault)) -> Result<()> {
    let mut rows = sqlx::query!(
        r#"select entity, entity_id, sequence,
            (select coalesce(max(e.sequence), 0) from audit_entries e
             where (e.entity, e.entity_id) = (s.entity, s.entity_id)) as "left!"
           from audit_streams s
           where not exists (select from audit_entries e
             where (e.entity, e.entity_id) = (s.entity, s.entity_id) and e.sequence >= s.sequence)
           order by entity, entity_id"#
    )
    .fetch(db);
    while let Some(row) = rows.try_next().await? {
        let first = Place {
            entity: row.entity,
            entity_id: row.entity_id,
            sequence: row.left + 1,
        };
        found(Fault::Missing(first, row.sequence));
    }
    Ok(())
}

/// The anchors, and what they know of; gives the last one.
async fn anchors(
    db: &mut PgConnection,
    extent: &Extent,
    found: &mut impl FnMut(Fault),
) -> Result<Option<Anchor>> {
    let anchors = sqlx::query_as!(
        Anchor,
        "select day, entries, value from audit_anchors order by day"
    )
    .fetch_all(&mut *db)
    .await?;
    let mut before: &[u8] = &[];
    for anchor in &anchors {
        if extent.since.is_none_or(|since| anchor.day >= since) {
            let (start, end) = (midnight(anchor.day), midnight(anchor.day + Days::new(1)));
            let now = sqlx::query!(
                r#"select count(*) as "entries!", sha256($3 || coalesce(string_agg(hash, '' order by id), '')) as "value!"
                   from audit_entries where at >= $1 and at < $2"#,
                start,
                end,
                before,
            )
            .fetch_one(&mut *db)
            .await?;
            if (now.entries, &now.value) != (anchor.entries, &anchor.value) {
                found(Fault::Day(anchor.day));
            }
        }
        before = &anchor.value;
    }
    if let Some(last) = anchors.last() {
        let end = midnight(last.day + Days::new(1));
        let there = sqlx::query_scalar!(
            r#"select count(*) as "count!" from audit_entries where at < $1"#,
            end
        );
        let known: i64 = anchors.iter().map(|anchor| anchor.entries).sum();
        let more = there.fetch_one(db).await? - known;
        if more != 0 {
            found(Fault::Days(more));
        }
    }
    if let Some(kept) = &extent.anchor {
        let has = |anchor: &Anchor| hex::encode(&anchor.value).eq_ignore_ascii_case(kept);
        if !anchors.iter().any(has) {
            found(Fault::Anchor(kept.clone()));
        }
    }
    Ok(anchors.into_iter().next_back())
}

/// When a day begins (UTC).
fn midnight(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}
