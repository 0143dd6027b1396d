//! Every query on measures of storage, but for their list.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::MeasureSource;
use crate::access::Scope;
use crate::http::error::Result;
use crate::records::audit::Author;
use crate::stores::StoreName;

/// Which of these stores there are, within the scope, by what they are called: their id, or their name in small letters.
pub async fn stores(
    db: &mut PgConnection,
    scope: &Scope,
    called: &[String],
) -> Result<HashMap<String, StoreName>> {
    let called: Vec<String> = called.iter().map(|name| name.to_lowercase()).collect();
    let rows = sqlx::query!(
        r#"select id, name, lower(name) as "lower!" from stores
           where deleted_at is null and (lower(name) = any($1) or id::text = any($1)) and in_scope(id, $2)"#,
        &called,
        scope.stores(),
    )
    .fetch_all(db)
    .await?;
    let stores = rows.into_iter().flat_map(|row| {
        let store = StoreName {
            id: row.id,
            name: row.name,
        };
        [(row.id.to_string(), store.clone()), (row.lower, store)]
    });
    Ok(stores.collect())
}

/// Which half-months of these stores were measured.
pub async fn measured(
    db: &mut PgConnection,
    stores: &[Uuid],
    days: &[NaiveDate],
) -> Result<HashSet<(Uuid, NaiveDate)>> {
    let rows = sqlx::query!(
        "select store_id, starts_at from storage_measures where (store_id, starts_at) in (select * from unnest($1::uuid[], $2::date[]))",
        stores,
        days,
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    Ok(rows.map(|row| (row.store_id, row.starts_at)).collect())
}

/// A measure that is to be kept.
#[derive(Debug, Clone, Copy)]
pub struct NewMeasure {
    pub id: Uuid,
    pub store: Uuid,
    pub starts_at: NaiveDate,
    pub volume: Decimal,
    pub price: Decimal,
}

/// Keeps those measures whose half-month was not measured yet; gives their ids. Of two who measure the same at once the second
/// waits for the first, and keeps nothing.
pub async fn add(
    db: &mut PgConnection,
    author: &Author,
    source: MeasureSource,
    measures: &[NewMeasure],
    now: DateTime<Utc>,
) -> Result<HashSet<Uuid>> {
    let rows: Vec<_> = measures
        .iter()
        .map(|measure| {
            json!({
                "id": measure.id, "store_id": measure.store, "starts_at": measure.starts_at, "volume": measure.volume,
                "price": measure.price,
            })
        })
        .collect();
    let added = sqlx::query_scalar!(
        "insert into storage_measures (id, store_id, starts_at, volume, price, source, author, created_at)
         select id, store_id, starts_at, volume, price, $2, $3, $4
         from jsonb_to_recordset($1) as r (id uuid, store_id uuid, starts_at date, volume numeric, price numeric)
         order by store_id, starts_at
         on conflict on constraint storage_measures_key do nothing returning id",
        json!(rows),
        source.as_str(),
        author.name,
        now,
    );
    Ok(added.fetch_all(db).await?.into_iter().collect())
}
