//! Every query on carriers, but for their list.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{Carrier, CarrierInput, Translations};
use crate::access::Scope;
use crate::http::error::{Conflict, Error, Result};
use crate::records::Kind;
use crate::records::life::{Meaning, Record, created, taken};
use crate::records::visible::Scoped;
use crate::shipping::CARRIER;

/// Of two carriers of one name at a provider nobody could tell which is which.
static NAME_TAKEN: Conflict = Conflict::new(
    "CarrierName",
    "Ce prestataire a déjà un transporteur de ce nom.",
    "This provider has a carrier of this name already.",
)
.of("name");

impl Record for Carrier {
    const ARCHIVES: bool = true;
    const SWEPT: &'static str = "not exists (select from manual_orders where carrier_id = r.id)";
    const UNIQUE: &'static [Meaning] = &[("carriers_name_key", || Error::Conflict(&NAME_TAKEN))];

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }

    fn archived_at(&self) -> Option<DateTime<Utc>> {
        self.archived_at
    }
}

impl Scoped for Carrier {
    const KIND: &'static Kind = &CARRIER;
    type Key = Uuid;

    /// Carriers are nobody's: the calls that read them let only staff in.
    async fn find(db: &mut PgConnection, _: &Scope, id: Uuid) -> Result<Option<Self>> {
        Ok(sqlx::query_as!(
            Self,
            r#"select id, provider, code, name, fuel_surcharge, translations::text as "translations!", min_days, max_days,
                archived_at, created_at, updated_at
               from carriers where id = $1 and deleted_at is null"#,
            id,
        )
        .fetch_optional(db)
        .await?)
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// Makes a carrier.
///
/// # Errors
/// [`NAME_TAKEN`]
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    input: &CarrierInput,
    translations: Translations,
    now: DateTime<Utc>,
) -> Result<Carrier> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into carriers (id, provider, code, name, fuel_surcharge, translations, min_days, max_days, created_at,
            updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)",
        id,
        input.provider,
        input.code,
        input.name,
        input.fuel_surchage,
        Json(translations) as _,
        input.min_days,
        input.max_days,
        now,
    )
    .execute(&mut *db)
    .await
    .map_err(taken::<Carrier>)?;
    // Its first surcharge is that of all days before, too.
    sqlx::query!(
        "insert into carrier_fuel (carrier_id, valid_from, percent) values ($1, '-infinity', $2)",
        id,
        input.fuel_surchage,
    )
    .execute(&mut *db)
    .await?;
    created(db, scope, id).await
}

/// Changes a carrier that is open; its surcharge from this day on.
///
/// # Errors
/// [`NAME_TAKEN`]
pub async fn update(
    db: &mut PgConnection,
    id: Uuid,
    input: &CarrierInput,
    translations: Translations,
    today: NaiveDate,
) -> Result<()> {
    sqlx::query!(
        "insert into carrier_fuel (carrier_id, valid_from, percent)
         select id, $2, $3 from carriers where id = $1 and fuel_surcharge <> $3
         on conflict (carrier_id, valid_from) do update set percent = excluded.percent",
        id,
        today,
        input.fuel_surchage,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update carriers set code = $2, name = $3, fuel_surcharge = $4, translations = $5, min_days = $6, max_days = $7
         where id = $1",
        id,
        input.code,
        input.name,
        input.fuel_surchage,
        Json(translations) as _,
        input.min_days,
        input.max_days,
    )
    .execute(db)
    .await
    .map_err(taken::<Carrier>)?;
    Ok(())
}

/// Whether an order was made with it.
pub async fn has_orders(db: &mut PgConnection, id: Uuid) -> Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select exists (select from manual_orders where carrier_id = $1) as "found!""#,
        id,
    );
    Ok(found.fetch_one(db).await?)
}

/// A connection to this provider, of any store within the scope: the first that was made.
pub async fn connection(
    db: &mut PgConnection,
    scope: &Scope,
    provider: &str,
) -> Result<Option<Uuid>> {
    let found = sqlx::query_scalar!(
        "select c.id from connectors c join stores s on s.id = c.store_id
         where c.plugin = $1 and c.role = 'fulfillment' and c.disconnected_at is null and s.archived_at is null
             and in_scope(c.store_id, $2)
         order by c.created_at limit 1",
        provider,
        scope.stores(),
    );
    Ok(found.fetch_optional(db).await?)
}
