//! F7 for all charges: each period that has begun brings its fee, once.

use chrono::{DateTime, Days, NaiveDate, Utc};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{Applied, DueFee};
use super::period::Rhythm;
use super::sql;
use crate::finance::FeeCategory;
use crate::finance::fees::{self, Cause, Effect, NewFee};
use crate::http::error::{Error, Result};
use crate::records::audit::Author;
use crate::stores::StoreName;

/// As many fees as one call brings.
const MOST: usize = 20_000;
/// As many as an answer lists.
const LISTED: usize = 1_000;

/// Which charges are meant.
#[derive(Debug, Clone, Copy)]
pub struct Which<'a> {
    /// Those of these stores; `None`: of all.
    pub stores: Option<&'a [Uuid]>,
    /// What of them the caller reaches; `None`: everything.
    pub scope: Option<&'a [Uuid]>,
}

/// A charge, as far as its fees depend on it.
#[derive(Debug, Clone)]
pub struct Running {
    pub id: Uuid,
    pub store: StoreName,
    pub kind: String,
    pub category: FeeCategory,
    pub description: String,
    pub rhythm: Rhythm,
    /// The last day on which a period begins.
    pub ended_at: Option<NaiveDate>,
    /// The first period that was not charged, and none after it was.
    pub next: u32,
    /// By their days; the first from the start on.
    pub prices: Vec<Price>,
    pub pauses: Vec<Pause>,
}

/// What a period costs that begins on this day or later.
#[derive(Debug, Clone, Copy)]
pub struct Price {
    pub from: NaiveDate,
    pub internal: Decimal,
    pub customer: Decimal,
}

/// From the first day on, and before the second: periods that begin then are not charged.
#[derive(Debug, Clone, Copy)]
pub struct Pause {
    pub from: NaiveDate,
    pub until: Option<NaiveDate>,
}

impl Running {
    /// The fees of the periods that begin on a day or before it and were not charged.
    fn due(&self, day: NaiveDate) -> impl Iterator<Item = Due> {
        let last = self.ended_at.map_or(day, |end| end.min(day));
        let periods = self.rhythm.due(self.next, last);
        periods
            .filter(|period| !self.is_paused(period.first))
            .filter_map(|period| {
                let price = self.price(period.first)?;
                let fee = DueFee {
                    charge_id: self.id,
                    store: self.store.clone(),
                    kind: self.kind.clone(),
                    category: self.category,
                    description: self.description.clone(),
                    starts_at: period.first,
                    ends_at: period.next - Days::new(1),
                    internal_amount: price.internal,
                    customer_amount: price.customer,
                };
                let part = i32::try_from(period.number).ok()?;
                Some(Due { part, fee })
            })
    }

    fn is_paused(&self, day: NaiveDate) -> bool {
        let mut pauses = self.pauses.iter();
        pauses.any(|pause| pause.from <= day && pause.until.is_none_or(|until| day < until))
    }

    fn price(&self, day: NaiveDate) -> Option<&Price> {
        self.prices.iter().rev().find(|price| price.from <= day)
    }
}

/// A fee that is due, and which period of its charge it is for.
struct Due {
    part: i32,
    fee: DueFee,
}

impl Due {
    fn effect(&self) -> Effect {
        Effect {
            cause: Cause::Charge,
            of: self.fee.charge_id,
            part: self.part,
        }
    }

    fn new_fee(&self) -> NewFee {
        let fee = &self.fee;
        NewFee {
            effect: self.effect(),
            store: fee.store.id,
            initiated_at: fee.starts_at,
            ends_at: Some(fee.ends_at),
            kind: fee.kind.clone(),
            category: fee.category,
            description: fee.description.clone(),
            internal_amount: fee.internal_amount,
            customer_amount: fee.customer_amount,
        }
    }
}

/// What is due of these charges up to a day.
///
/// # Errors
/// [`Error::Invalid`]: it is more than [`MOST`].
async fn due(db: &mut PgConnection, day: NaiveDate, which: Which<'_>) -> Result<Vec<Due>> {
    let charges = sql::running(db, which).await?;
    let due = charges.iter().flat_map(|charge| charge.due(day));
    let due: Vec<Due> = due.take(MOST + 1).collect();
    match due.len() > MOST {
        true => Err(Error::field("date", "max")),
        false => Ok(due),
    }
}

fn summary(date: NaiveDate, preview: bool, fees: Vec<DueFee>) -> Applied {
    let sum = |amount: fn(&DueFee) -> Decimal| fees.iter().map(amount).sum();
    Applied {
        date,
        preview,
        count: fees.len(),
        internal_amount: sum(|fee| fee.internal_amount),
        customer_amount: sum(|fee| fee.customer_amount),
        fees: fees.into_iter().take(LISTED).collect(),
    }
}

/// What applying would bring.
///
/// # Errors
/// [`Error::Invalid`]: it is more than one call brings.
pub async fn preview(db: &mut PgConnection, day: NaiveDate, which: Which<'_>) -> Result<Applied> {
    let due = due(db, day, which).await?;
    Ok(summary(
        day,
        true,
        due.into_iter().map(|due| due.fee).collect(),
    ))
}

/// Makes the fees of all periods that begin on a day or before it. Again, or by many at once, it makes no fee twice.
///
/// # Errors
/// [`Error::Invalid`]: there are more than one call brings.
pub async fn apply(
    db: &mut PgConnection,
    author: &Author,
    day: NaiveDate,
    which: Which<'_>,
    now: DateTime<Utc>,
) -> Result<Applied> {
    // Nobody changes what they cost or when they begin until their fees are there.
    sql::lock(&mut *db, which).await?;
    let due = due(&mut *db, day, which).await?;
    let fees: Vec<NewFee> = due.iter().map(Due::new_fee).collect();
    let brought = fees::bring(db, author, &fees, now).await?;
    let due = due
        .into_iter()
        .filter(|due| brought.contains(&due.effect()));
    Ok(summary(day, false, due.map(|due| due.fee).collect()))
}
