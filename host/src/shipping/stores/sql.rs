//! What quotes, tables and settings of a store are made of.

use std::collections::HashSet;

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{DestinationVat, QuotedCarrier, ShippingProvider, ShippingSettings};
use crate::http::error::Result;
use crate::records::visible::Visible;
use crate::shipping::carriers::{Translations, name_in};
use crate::shipping::quote::Packed;
use crate::stores::StoreName;
use crate::words::language::Language;

/// What a store's quotes depend on.
#[derive(Debug)]
pub struct StoreTerms {
    pub settings: ShippingSettings,
    /// The plugin that its orders are handed to.
    pub connected: Option<String>,
}

/// A store's terms, with all providers that have carriers. What it does not say itself: it ships with the provider that it is
/// connected to, before it is with any.
pub async fn terms(db: &mut PgConnection, store: &Visible<StoreName>) -> Result<StoreTerms> {
    let rows = sqlx::query!(
        r#"with connected as (
                select plugin from connectors where store_id = $1 and role = 'fulfillment' and disconnected_at is null
           )
           select t.shipping_margin, t.shipping_additional_cost, t.shipping_discount,
            (select plugin from connected) as connected, p.id as "provider?",
            coalesce(s.supplement_percent, 0) as "supplement!",
            coalesce(s.enabled, not exists (select from connected) or p.id in (select plugin from connected)) as "enabled?"
           from stores t
           left join (select distinct provider as id from carriers where deleted_at is null
                union select plugin from connected
                union select provider from store_shipping_providers where store_id = $1) p on true
           left join store_shipping_providers s on s.store_id = $1 and s.provider = p.id
           where t.id = $1 order by p.id"#,
        store.id,
    )
    .fetch_all(db)
    .await?;
    let first = rows.first().ok_or(sqlx::Error::RowNotFound)?;
    let providers = rows.iter().filter_map(|row| {
        Some(ShippingProvider {
            id: row.provider.clone()?,
            supplement_fee_percent: row.supplement,
            enable: row.enabled.unwrap_or_default(),
        })
    });
    Ok(StoreTerms {
        connected: first.connected.clone(),
        settings: ShippingSettings {
            margin_percent: first.shipping_margin,
            additional_cost: first.shipping_additional_cost,
            discount_percent: first.shipping_discount,
            providers: providers.collect(),
        },
    })
}

/// Keeps a store's terms.
pub async fn keep_settings(
    db: &mut PgConnection,
    store: Uuid,
    settings: &ShippingSettings,
) -> Result<()> {
    sqlx::query!(
        "update stores set shipping_margin = $2, shipping_additional_cost = $3, shipping_discount = $4 where id = $1",
        store,
        settings.margin_percent,
        settings.additional_cost,
        settings.discount_percent,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "delete from store_shipping_providers where store_id = $1",
        store
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into store_shipping_providers (store_id, provider, supplement_percent, enabled)
         select $1, p.id, p.\"supplementFeePercent\", p.enable
         from jsonb_to_recordset($2) as p (id text, \"supplementFeePercent\" numeric, enable boolean)",
        store,
        Json(&settings.providers) as _,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A carrier with its prices for one parcel.
#[derive(Debug)]
pub struct Found {
    pub carrier: QuotedCarrier,
    /// The service at the provider; empty: the provider chooses.
    pub code: String,
    pub fuel_percent: Decimal,
    pub grid: Option<Decimal>,
    pub exception: Option<Decimal>,
    /// Whether it goes to the country at all.
    pub serves: bool,
}

/// What a parcel's price depends on.
#[derive(Debug)]
pub struct Lookup<'a> {
    pub store: Uuid,
    pub providers: &'a [String],
    /// This one alone.
    pub carrier: Option<Uuid>,
    pub country: &'a str,
    /// Grams.
    pub weight: i32,
    pub day: NaiveDate,
}

/// The carriers that are offered, with their prices for a parcel: those of the grid and of the store.
pub async fn prices_of(
    db: &mut PgConnection,
    lookup: &Lookup<'_>,
    language: Language,
) -> Result<Vec<Found>> {
    let rows = sqlx::query!(
        r#"select c.id, c.provider, c.code, c.name, c.translations as "translations: Json<Translations>", c.min_days,
            c.max_days, coalesce(f.percent, c.fuel_surcharge) as "fuel_percent!", g.price as "grid?", e.price as "exception?",
            g.price is not null or e.price is not null or exists (
                select from shipping_prices p
                where p.book in ($1, '00000000-0000-0000-0000-000000000000') and p.carrier_id = c.id and p.country_code = $4
                    and p.valid_from <= $6 and (p.valid_until is null or p.valid_until > $6)
            ) as "serves!"
           from carriers c
           left join lateral (
                select percent from carrier_fuel where carrier_id = c.id and valid_from <= $6
                order by valid_from desc limit 1
           ) f on true
           left join lateral (
                select price from shipping_prices p
                where p.book = '00000000-0000-0000-0000-000000000000' and p.carrier_id = c.id and p.country_code = $4 and p.max_weight >= $5
                    and p.min_weight < $5 and p.valid_from <= $6 and (p.valid_until is null or p.valid_until > $6)
                order by p.max_weight limit 1
           ) g on true
           left join lateral (
                select price from shipping_prices p
                where p.book = $1 and p.carrier_id = c.id and p.country_code = $4 and p.max_weight >= $5
                    and p.min_weight < $5 and p.valid_from <= $6 and (p.valid_until is null or p.valid_until > $6)
                order by p.max_weight limit 1
           ) e on true
           where c.provider = any($2) and ($3::uuid is null or c.id = $3) and c.deleted_at is null
                and (c.archived_at is null or $6 < (c.archived_at at time zone 'Europe/Paris')::date)
           order by c.name, c.id"#,
        lookup.store,
        lookup.providers,
        lookup.carrier,
        lookup.country,
        lookup.weight,
        lookup.day,
    )
    .fetch_all(db)
    .await?;
    let found = rows.into_iter().map(|row| Found {
        carrier: QuotedCarrier {
            id: row.id,
            provider: row.provider,
            name: name_in(language, &row.name, &row.translations),
            min_days: row.min_days,
            max_days: row.max_days,
        },
        code: row.code,
        fuel_percent: row.fuel_percent,
        grid: row.grid,
        exception: row.exception,
        serves: row.serves,
    });
    Ok(found.collect())
}

/// The carriers of these providers that are offered, each with its surcharge on that day.
pub async fn carriers(
    db: &mut PgConnection,
    providers: &[String],
    day: NaiveDate,
    language: Language,
) -> Result<Vec<(QuotedCarrier, Decimal)>> {
    let rows = sqlx::query!(
        r#"select c.id, c.provider, c.name, c.translations as "translations: Json<Translations>", c.min_days, c.max_days,
            coalesce((select percent from carrier_fuel where carrier_id = c.id and valid_from <= $2
                order by valid_from desc limit 1), c.fuel_surcharge) as "fuel_percent!"
           from carriers c where c.provider = any($1) and c.deleted_at is null and c.archived_at is null
           order by c.name, c.id"#,
        providers,
        day,
    )
    .fetch_all(db)
    .await?;
    let carriers = rows.into_iter().map(|row| {
        let carrier = QuotedCarrier {
            id: row.id,
            provider: row.provider,
            name: name_in(language, &row.name, &row.translations),
            min_days: row.min_days,
            max_days: row.max_days,
        };
        (carrier, row.fuel_percent)
    });
    Ok(carriers.collect())
}

/// Those of these carriers that have a price on a day, of the grid or of the store.
pub async fn priced(
    db: &mut PgConnection,
    store: Uuid,
    carriers: &[Uuid],
    day: NaiveDate,
) -> Result<HashSet<Uuid>> {
    let found = sqlx::query_scalar!(
        r#"select c.id as "id!" from unnest($2::uuid[]) c (id) where exists (
                select from shipping_prices p
                where p.book in ($1, '00000000-0000-0000-0000-000000000000') and p.carrier_id = c.id
                    and p.valid_from <= $3 and (p.valid_until is null or p.valid_until > $3))"#,
        store,
        carriers,
        day,
    );
    Ok(found.fetch_all(db).await?.into_iter().collect())
}

/// An article of a store, as it is called and packed.
#[derive(Debug)]
pub struct Article {
    pub id: Uuid,
    pub sku: String,
    pub name: String,
    pub weight: Option<i32>,
    pub size: Option<[i32; 3]>,
}

impl Article {
    pub fn packed(&self, quantity: u32) -> Packed {
        Packed {
            quantity,
            weight: self.weight.unwrap_or_default(),
            size: self.size,
        }
    }
}

/// The articles of a store among these.
pub async fn articles(db: &mut PgConnection, store: Uuid, ids: &[Uuid]) -> Result<Vec<Article>> {
    let rows = sqlx::query!(
        r#"select id as "id!", sku as "sku!", case when title in ('', 'Default Title') then name else name || ' ' || title end
            as "name!", weight_grams, length_mm, width_mm, height_mm from shown_variants
           where store_id = $1 and id = any($2)"#,
        store,
        ids,
    )
    .fetch_all(db)
    .await?;
    let articles = rows.into_iter().map(|row| {
        let size = row.length_mm.zip(row.width_mm).zip(row.height_mm);
        Article {
            id: row.id,
            sku: row.sku,
            name: row.name,
            weight: row.weight_grams,
            size: size.map(|((length, width), height)| [length, width, height]),
        }
    });
    Ok(articles.collect())
}

/// Percent of VAT where the table names no country, France among them: its standard rate.
const FRANCE: Decimal = Decimal::from_parts(20, 0, 0, false, 0);

/// The table of VAT rates, by country.
pub async fn vat(db: &mut PgConnection) -> Result<Vec<DestinationVat>> {
    Ok(sqlx::query_as!(
        DestinationVat,
        "select country_code, percent from destination_vat order by country_code",
    )
    .fetch_all(db)
    .await?)
}

/// The rate of a country: its own, or France's (decision 32).
pub fn rate(table: &[DestinationVat], country: &str) -> Decimal {
    let of = |code: &str| table.iter().find(|row| row.country_code == code);
    of(country)
        .or_else(|| of("FR"))
        .map_or(FRANCE, |row| row.percent)
}

/// When the table of VAT rates was changed last.
pub async fn vat_version(db: &mut PgConnection) -> Result<DateTime<Utc>> {
    let version = sqlx::query_scalar!("select updated_at from destination_vat_version");
    Ok(version.fetch_one(db).await?)
}

/// The same, and locks the table until the transaction ends: of two who replace it, the second finds what the first left.
pub async fn lock_vat(db: &mut PgConnection) -> Result<DateTime<Utc>> {
    let version = sqlx::query_scalar!("select updated_at from destination_vat_version for update");
    Ok(version.fetch_one(db).await?)
}

/// The table of VAT rates was changed. Later than before in any case: hosts' clocks may differ.
pub async fn touch_vat(db: &mut PgConnection, now: DateTime<Utc>) -> Result<DateTime<Utc>> {
    let version = sqlx::query_scalar!(
        "update destination_vat_version set updated_at = greatest($1, updated_at + interval '1 microsecond')
         returning updated_at",
        now,
    );
    Ok(version.fetch_one(db).await?)
}

/// Replaces the table of VAT rates.
pub async fn keep_vat(db: &mut PgConnection, table: &[DestinationVat]) -> Result<()> {
    sqlx::query!("delete from destination_vat")
        .execute(&mut *db)
        .await?;
    let countries: Vec<String> = table.iter().map(|row| row.country_code.clone()).collect();
    let percents: Vec<Decimal> = table.iter().map(|row| row.percent).collect();
    sqlx::query!(
        "insert into destination_vat (country_code, percent) select * from unnest($1::text[], $2::numeric[])",
        &countries,
        &percents,
    )
    .execute(db)
    .await?;
    Ok(())
}
