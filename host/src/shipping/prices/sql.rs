//! Every query on price books. Whoever changes one holds its carriers, or its store: of two at once the second plans with what
//! the first left.

use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{PriceBook, PriceChange, ShippingPrice};
use super::plan::{NewBand, Plan, plan};
use crate::http::error::{Error, Issue, Result};
use crate::records::audit::Change;

/// The prices of a book that hold on a day, of some carriers; at most `most` and one more.
pub async fn on(
    db: &mut PgConnection,
    book: PriceBook,
    carriers: &[Uuid],
    day: NaiveDate,
    most: i64,
) -> Result<Vec<ShippingPrice>> {
    Ok(sqlx::query_as!(
        ShippingPrice,
        "select id, carrier_id, country_code, min_weight, max_weight, price, valid_from, valid_until from shipping_prices
         where book = $1 and carrier_id = any($2)
             and valid_from <= $3 and (valid_until is null or valid_until > $3)
         order by carrier_id, country_code, max_weight limit $4::bigint + 1",
        book.id(),
        carriers,
        day,
        most,
    )
    .fetch_all(db)
    .await?)
}

/// The days after this one from which prices of these carriers hold.
pub async fn next_days(
    db: &mut PgConnection,
    book: PriceBook,
    carriers: &[Uuid],
    day: NaiveDate,
) -> Result<Vec<NaiveDate>> {
    let days = sqlx::query_scalar!(
        "select distinct valid_from from shipping_prices
         where book = $1 and carrier_id = any($2) and valid_from > $3 order by 1 limit 100",
        book.id(),
        carriers,
        day,
    );
    Ok(days.fetch_all(db).await?)
}

/// Refuses carriers that are not there, at the changes that name them; holds the others until the transaction ends, if it is
/// the grid's book.
async fn check_carriers(
    db: &mut PgConnection,
    book: PriceBook,
    changes: &[PriceChange],
    field: &str,
) -> Result<Vec<Uuid>> {
    let named: Vec<Uuid> = changes.iter().map(|change| change.carrier_id).collect();
    let mut found = match book {
        PriceBook::Grid => {
            let carriers = sqlx::query_scalar!(
                "select id from carriers where id = any($1) and deleted_at is null order by id for update",
                &named,
            );
            carriers.fetch_all(db).await?
        }
        PriceBook::Exceptions(_) => {
            let known = sqlx::query_scalar!(
                "select id from carriers where id = any($1) and deleted_at is null order by id for key share",
                &named,
            );
            known.fetch_all(db).await?
        }
    };
    found.dedup();
    let field = format!("{field}[].carrierId");
    Error::refuse(Issue::of_items(&field, "option", &named, |id| {
        found.binary_search(id).is_err()
    }))?;
    Ok(found)
}

/// The grid's prices are more than nothing; a store may agree on nothing at all.
fn check_positive(changes: &[PriceChange], field: &str) -> Result<()> {
    let field = format!("{field}[].price");
    Error::refuse(Issue::of_items(&field, "min", changes, |change| {
        change.price.is_some_and(|price| price.is_zero())
    }))
}

/// What a book would become from a day on; nothing is written. Gives the carriers that the changes name, with it.
///
/// # Errors
/// What [`plan`] refuses; prices of nothing in the grid; carriers that are not there.
pub async fn check(
    db: &mut PgConnection,
    book: PriceBook,
    changes: &[PriceChange],
    day: NaiveDate,
    field: &str,
) -> Result<(Vec<Uuid>, Plan)> {
    if book == PriceBook::Grid {
        check_positive(changes, field)?;
    }
    let carriers = check_carriers(&mut *db, book, changes, field).await?;
    let known = sqlx::query_as!(
        ShippingPrice,
        "select id, carrier_id, country_code, min_weight, max_weight, price, valid_from, valid_until from shipping_prices
         where book = $1 and carrier_id = any($2) and (valid_until is null or valid_until > $3)",
        book.id(),
        &carriers,
        day,
    )
    .fetch_all(&mut *db)
    .await?;
    let plan = plan(&known, changes, day, field)?;
    Ok((carriers, plan))
}

/// Changes a book from a day on, all or nothing; gives what changed, a carrier at a time, for histories. `field` names the list
/// of changes in the request.
///
/// # Errors
/// As [`check`]
pub async fn change(
    db: &mut PgConnection,
    book: PriceBook,
    changes: &[PriceChange],
    day: NaiveDate,
    field: &str,
) -> Result<Vec<(Uuid, Vec<Change>)>> {
    let (carriers, plan) = check(&mut *db, book, changes, day, field).await?;
    write(db, book, &plan, day).await?;
    let mut changed = Vec::new();
    for carrier in carriers {
        let effective = plan.effective.iter().map(|at| &changes[*at]);
        let of_it = effective.filter(|change| change.carrier_id == carrier);
        let of_it: Vec<Change> = of_it.map(|change| entry(change, day)).collect();
        if !of_it.is_empty() {
            changed.push((carrier, of_it));
        }
    }
    Ok(changed)
}

fn entry(change: &PriceChange, day: NaiveDate) -> Change {
    let band = (change.min_weight, change.max_weight);
    band_change(&change.country_code, band, day, change.was, change.price)
}

/// What histories tell of a price that was corrected; nothing, if it stayed.
pub fn correction(before: &ShippingPrice, price: Decimal) -> Vec<Change> {
    let band = (before.min_weight, before.max_weight);
    let day = before.valid_from;
    match before.price == price {
        true => Vec::new(),
        false => vec![band_change(
            &before.country_code,
            band,
            day,
            Some(before.price),
            Some(price),
        )],
    }
}

/// A change, as histories tell it: `FR 0–500 g (2027-01-01)`.
fn band_change(
    country: &str,
    (min, max): (i32, i32),
    day: NaiveDate,
    before: Option<Decimal>,
    after: Option<Decimal>,
) -> Change {
    Change {
        field: format!("{country} {min}–{max} g ({day})"),
        before: json!(before),
        after: json!(after),
    }
}

async fn write(db: &mut PgConnection, book: PriceBook, plan: &Plan, day: NaiveDate) -> Result<()> {
    sqlx::query!(
        "delete from shipping_prices where id = any($1)",
        &plan.removed
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update shipping_prices set valid_until = $2 where id = any($1)",
        &plan.ended,
        day,
    )
    .execute(&mut *db)
    .await?;
    let (ids, prices): (Vec<Uuid>, Vec<Decimal>) = plan.repriced.iter().copied().unzip();
    sqlx::query!(
        "update shipping_prices p set price = t.price
         from unnest($1::uuid[], $2::numeric[]) as t (id, price) where p.id = t.id",
        &ids,
        &prices,
    )
    .execute(&mut *db)
    .await?;
    insert(db, book, &plan.added, day).await
}

async fn insert(
    db: &mut PgConnection,
    book: PriceBook,
    bands: &[NewBand],
    day: NaiveDate,
) -> Result<()> {
    if bands.is_empty() {
        return Ok(());
    }
    let rows = bands.iter().map(|band| {
        json!({
            "id": Uuid::now_v7(), "carrier_id": band.carrier_id, "country_code": band.country_code,
            "min_weight": band.min_weight, "max_weight": band.max_weight, "price": band.price,
            "valid_until": band.valid_until,
        })
    });
    sqlx::query!(
        "insert into shipping_prices (id, store_id, carrier_id, country_code, min_weight, max_weight, price, valid_from,
            valid_until)
         select id, $1, carrier_id, country_code, min_weight, max_weight, price, $2, valid_until
         from jsonb_to_recordset($3) as r (id uuid, carrier_id uuid, country_code text, min_weight integer,
            max_weight integer, price numeric, valid_until date)",
        book.store(),
        day,
        rows.collect::<serde_json::Value>(),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A price of the grid, held until the transaction ends.
pub async fn find_for_update(db: &mut PgConnection, id: Uuid) -> Result<Option<ShippingPrice>> {
    Ok(sqlx::query_as!(
        ShippingPrice,
        "select p.id, p.carrier_id, p.country_code, p.min_weight, p.max_weight, p.price, p.valid_from, p.valid_until
         from shipping_prices p join carriers c on c.id = p.carrier_id
         where p.id = $1 and p.store_id is null and c.deleted_at is null for update",
        id,
    )
    .fetch_optional(db)
    .await?)
}

/// Corrects a price on all its days.
pub async fn correct(db: &mut PgConnection, id: Uuid, price: Decimal) -> Result<()> {
    sqlx::query!(
        "update shipping_prices set price = $2 where id = $1",
        id,
        price
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The carriers of a provider that are there, archived ones too.
pub async fn carriers_of(db: &mut PgConnection, provider: &str) -> Result<Vec<Uuid>> {
    let ids = sqlx::query_scalar!(
        "select id from carriers where provider = $1 and deleted_at is null order by id",
        provider,
    );
    Ok(ids.fetch_all(db).await?)
}

/// The carriers that a store agreed on anything with.
pub async fn carriers_of_store(db: &mut PgConnection, store: Uuid) -> Result<Vec<Uuid>> {
    let ids = sqlx::query_scalar!(
        "select distinct carrier_id from shipping_prices where book = $1",
        store,
    );
    Ok(ids.fetch_all(db).await?)
}

/// Prices of a store's book by their ids, or all that hold on the day; as changes that end them.
pub async fn endings(
    db: &mut PgConnection,
    store: Uuid,
    ids: Option<&[Uuid]>,
    day: NaiveDate,
) -> Result<Vec<PriceChange>> {
    let rows = sqlx::query!(
        "select p.carrier_id, p.country_code, p.min_weight, p.max_weight, p.price
         from shipping_prices p join carriers c on c.id = p.carrier_id
         where p.book = $1 and ($2::uuid[] is null or p.id = any($2)) and c.deleted_at is null
             and p.valid_from <= $3 and (p.valid_until is null or p.valid_until > $3)",
        store,
        ids,
        day,
    )
    .fetch_all(db)
    .await?;
    let endings = rows.into_iter().map(|row| PriceChange {
        carrier_id: row.carrier_id,
        country_code: row.country_code,
        min_weight: row.min_weight,
        max_weight: row.max_weight,
        was: Some(row.price),
        price: None,
    });
    Ok(endings.collect())
}
