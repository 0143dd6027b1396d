//! Who may be named in a note, and what tells them that they were.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use sqlx::PgConnection;
use uuid::Uuid;

use super::mail::Mentioned;
use super::model::{LogEntry, LogMention, LogPerson, NewLog};
use super::{LOG, sql};
use crate::access::{self, Role, Scope};
use crate::app::App;
use crate::http::error::{Error, Result};
use crate::mail;
use crate::records::visible::Reference;
use crate::register::Register;

/// People that are offered at once.
const OFFERED: usize = 8;
/// How many are looked through for them at a time, and how often: whoever is not among these is found by more letters.
const AT_ONCE: i64 = 50;
const TIMES: i64 = 4;
/// Mails that somebody is sent within an hour who looks at none of what names them: whatever others write, no more.
const MAILS_AN_HOUR: i64 = 10;

/// Whether somebody reads the notes on a record that these factories see. Staff see every record whose kind they may read.
fn reads(scope: &Scope, record: Reference, factories: &[Uuid]) -> bool {
    let may = [LOG.read, record.kind.read].map(|access| access.check(Some(scope)).is_ok());
    let takes_part = may == [true, true] && record.kind.is_discussed_with(scope);
    let is_at_one = || {
        scope
            .factories()
            .is_some_and(|theirs| theirs.iter().any(|id| factories.contains(id)))
    };
    takes_part && (scope.actor.role == Role::Admin || is_at_one())
}

/// The first who read the notes on a record, by name, besides the caller.
pub async fn people(
    db: &mut PgConnection,
    scope: &Scope,
    record: Reference,
    search: &str,
) -> Result<Vec<LogPerson>> {
    let factories = record.kind.factories(db, record.id).await?;
    let mut people = Vec::new();
    for time in 0..TIMES {
        let next = sql::candidates(db, scope, &factories, search, AT_ONCE, time * AT_ONCE).await?;
        let ids: Vec<Uuid> = next.iter().map(|each| each.id).collect();
        let scopes = access::scopes_of(db, &ids).await?;
        let mut scopes: BTreeMap<Uuid, Scope> = scopes
            .into_iter()
            .map(|each| (each.actor.id, each))
            .collect();
        for candidate in next {
            let Some(theirs) = scopes.remove(&candidate.id) else {
                continue;
            };
            if reads(&theirs, record, &factories) {
                people.push(LogPerson {
                    id: candidate.id,
                    display_name: candidate.display_name,
                    role: theirs.actor.role,
                });
            }
            if people.len() == OFFERED {
                return Ok(people);
            }
        }
        if ids.len() < usize::try_from(AT_ONCE).unwrap_or_default() {
            break;
        }
    }
    Ok(people)
}

/// Passes when all whom a note names read the notes on its record.
///
/// # Errors
/// [`Error::Invalid`] at `data.mentions`.
pub async fn check(db: &mut PgConnection, record: Reference, new: &NewLog) -> Result<()> {
    let ids: Vec<Uuid> = new.mentions.iter().copied().collect();
    let factories = record.kind.factories(db, record.id).await?;
    let scopes = access::scopes_of(db, &ids).await?.into_iter();
    let readers = scopes.filter(|theirs| reads(theirs, record, &factories));
    let readers: BTreeSet<Uuid> = readers.map(|theirs| theirs.actor.id).collect();
    match readers == new.mentions {
        true => Ok(()),
        false => Err(Error::field("data.mentions", "option")),
    }
}

/// Writes to all whom a note names, but to its author and to who has enough of such mails to read.
pub async fn tell(app: &App, db: &mut PgConnection, scope: &Scope, log: &LogEntry) -> Result<()> {
    let named = log.data.mentions.iter().map(|each| each.id);
    let others: Vec<Uuid> = named.filter(|id| *id != scope.actor.id).collect();
    let since = log.created_at - TimeDelta::hours(1);
    for person in sql::mail_recipients(db, &others, since, MAILS_AN_HOUR).await? {
        let mut link = app.origin.clone();
        link.set_path(&format!("/note/{}", log.id));
        let mail = Mentioned {
            name: person.display_name,
            by: scope.actor.name.clone(),
            message: log.data.message.clone(),
            link,
        };
        let language = person.locale.parse().unwrap_or_default();
        mail::send(app, db, &person.email, language, &mail, None).await?;
    }
    Ok(())
}

/// The latest notes that name the caller and that they may still read, newest first.
pub async fn of_caller(
    register: Register,
    db: &mut PgConnection,
    scope: &Scope,
) -> Result<Vec<LogMention>> {
    let mentions = sql::mentions(db, scope).await?;
    let mut records: BTreeMap<&str, Vec<Uuid>> = BTreeMap::new();
    for mention in &mentions {
        records
            .entry(&mention.entity)
            .or_default()
            .push(mention.relation_id);
    }
    let mut within = BTreeSet::new();
    for (name, ids) in records {
        let kind = register
            .kind(name)
            .filter(|kind| kind.read.check(Some(scope)).is_ok() && kind.is_discussed_with(scope));
        if let Some(kind) = kind {
            within.extend(kind.within(db, scope, &ids).await?);
        }
    }
    let seen: BTreeMap<Uuid, bool> = mentions
        .iter()
        .filter(|mention| within.contains(&mention.relation_id))
        .map(|mention| (mention.log_id, mention.seen))
        .collect();
    let ids: Vec<Uuid> = mentions.iter().map(|mention| mention.log_id).collect();
    let logs = sql::by_id(db, &ids).await?.into_iter();
    let readable = logs.filter_map(|log| {
        let seen = *seen.get(&log.id)?;
        Some(LogMention { log, seen })
    });
    Ok(readable.collect())
}
