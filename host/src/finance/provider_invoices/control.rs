//! What each order's way cost, held against what was agreed with the provider and with the store on the day it left, and what
//! its consumer paid (F14).

use std::collections::HashMap;

use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{ParcelException, ParcelSelection, ParcelSum, SumBy};
use crate::http::error::Result;
use crate::money::round;
use crate::shipping::quote::{Explanation, difference};
use crate::shipping::{self, Agreed};

/// What the provider charged for an order's way.
struct Charged {
    fulfillment_id: String,
    order: Option<Uuid>,
    store: Uuid,
    way: Decimal,
    extra: Decimal,
    country: String,
    consumer: Decimal,
    /// The consumer paid for it in another currency than euros.
    is_foreign: bool,
}

/// A parcel as it is kept.
#[derive(Serialize)]
struct Parcel<'a> {
    id: Uuid,
    fulfillment_id: String,
    order_id: Option<Uuid>,
    reference: String,
    store_id: Uuid,
    country_code: String,
    carrier: &'a str,
    day: Option<NaiveDate>,
    amount: Decimal,
    extra: Decimal,
    agreed: Option<Decimal>,
    business: Option<Decimal>,
    consumer: Decimal,
    explanation: Option<&'a Explanation>,
    exception: Option<ParcelException>,
    difference: Decimal,
}

/// Parcels that are in memory at a time.
const PAGE: i64 = 4_000;

/// Compares every parcel of an invoice with its tariff, as both are now. What a person selected stays selected.
pub async fn compare(db: &mut PgConnection, invoice: Uuid, provider: &str) -> Result<()> {
    // The last id of each page.
    let ends = sqlx::query_scalar!(
        r#"select id as "id!" from (
            select id, row_number() over (order by id) as number, count(*) over () as count from (
                select distinct fulfillment_id as id from provider_invoice_lines
                where invoice_id = $1 and subject = 'ORDER' and nature <> 'SERVICE' and store_id is not null) ids) numbered
           where number % $2 = 0 or number = count order by number"#,
        invoice,
        PAGE,
    )
    .fetch_all(&mut *db)
    .await?;
    let mut after = String::new();
    for end in ends {
        compare_page(&mut *db, (invoice, provider), (&after, &end)).await?;
        after = end;
    }
    // Those behind the last that are none any more.
    sqlx::query!(
        "delete from provider_invoice_parcels where invoice_id = $1 and fulfillment_id > $2",
        invoice,
        after,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Compares those with ids behind `after`, up to `end`.
async fn compare_page(
    db: &mut PgConnection,
    (invoice, provider): (Uuid, &str),
    (after, end): (&str, &str),
) -> Result<()> {
    // Of shipping, the price is with VAT where no tax was recorded, as an order's total is (decision 19); what is made in the
    // portal or given away, nobody paid for.
    let rows = sqlx::query!(
        r#"select l.fulfillment_id, l.order_id, l.store_id as "store_id!", l.way as "way!", l.extra as "extra!",
            coalesce(o.country_code, l.country) as "country!", coalesce(o.shipped_at, o.submitted_at) as "at?",
            coalesce(o.currency <> 'EUR' and o.shipping_price <> 0 and o.source <> 'seeding', false) as "is_foreign!",
            case when o.id is null or o.currency <> 'EUR' or o.source = 'seeding' or exists (select from manual_orders m where m.order_id = o.id) then 0
                else total_ex_vat(o.shipping_price, 0, o.country_code, o.tax <> 0) end as "consumer!"
           from (select fulfillment_id, order_id, store_id, coalesce(sum(price) filter (where nature = 'WAY'), 0) as way,
                    coalesce(sum(price) filter (where nature = 'EXTRA'), 0) as extra, max(country_code) as country
                 from provider_invoice_lines
                 where invoice_id = $1 and subject = 'ORDER' and nature <> 'SERVICE' and store_id is not null
                    and fulfillment_id > $2 and fulfillment_id <= $3
                 group by fulfillment_id, order_id, store_id) l
           left join orders o on o.id = l.order_id"#,
        invoice,
        after,
        end,
    )
    .fetch_all(&mut *db)
    .await?;
    let orders: Vec<_> = rows
        .iter()
        .filter_map(|row| row.order_id.zip(row.at))
        .collect();
    let agreed = shipping::agreed(&mut *db, provider, &orders).await?;
    let agreed: HashMap<Uuid, Agreed> = agreed.into_iter().map(|of| (of.order, of)).collect();
    let parcels = rows.into_iter().map(|row| {
        let charged = Charged {
            fulfillment_id: row.fulfillment_id,
            order: row.order_id,
            store: row.store_id,
            way: row.way,
            extra: row.extra,
            country: row.country,
            consumer: row.consumer,
            is_foreign: row.is_foreign,
        };
        let agreed = charged.order.and_then(|order| agreed.get(&order));
        parcel(charged, agreed)
    });
    let parcels: Vec<_> = parcels.collect();
    sqlx::query!(
        "with held as (
            insert into provider_invoice_parcels (id, invoice_id, fulfillment_id, order_id, reference, store_id, country_code, carrier,
                day, amount, extra, agreed, business, consumer, explanation, exception, difference)
            select id, $1, fulfillment_id, order_id, reference, store_id, country_code, carrier, day, amount, extra, agreed, business,
                consumer, explanation, exception, difference
            from jsonb_to_recordset($2) as r (id uuid, fulfillment_id text, order_id uuid, reference text, store_id uuid,
                country_code text, carrier text, day date, amount numeric, extra numeric, agreed numeric, business numeric,
                consumer numeric, explanation jsonb, exception text, difference numeric)
            on conflict on constraint provider_invoice_parcels_key do update set order_id = excluded.order_id,
                reference = excluded.reference, store_id = excluded.store_id, country_code = excluded.country_code,
                carrier = excluded.carrier, day = excluded.day, amount = excluded.amount, extra = excluded.extra,
                agreed = excluded.agreed, business = excluded.business, consumer = excluded.consumer,
                explanation = excluded.explanation, exception = excluded.exception, difference = excluded.difference
            returning id)
         delete from provider_invoice_parcels
         where invoice_id = $1 and fulfillment_id > $3 and fulfillment_id <= $4 and id not in (select id from held)",
        invoice,
        Json(parcels) as _,
        after,
        end,
    )
    .execute(db)
    .await?;
    Ok(())
}

fn parcel(charged: Charged, agreed: Option<&Agreed>) -> Parcel<'_> {
    let price = agreed.and_then(|agreed| agreed.price.as_ref());
    let (exception, difference) = judged(
        charged.way,
        charged.extra,
        charged.consumer,
        price,
        charged.is_foreign,
        agreed.is_some_and(|agreed| agreed.is_weighed),
    );
    let carrier = agreed.and_then(|agreed| agreed.carrier.as_ref());
    let reference = agreed.map(|agreed| agreed.reference.clone());
    Parcel {
        id: Uuid::now_v7(),
        reference: reference.unwrap_or_else(|| charged.fulfillment_id.clone()),
        fulfillment_id: charged.fulfillment_id,
        order_id: charged.order,
        store_id: charged.store,
        country_code: charged.country,
        carrier: carrier.map_or("", |(_, name)| name.as_str()),
        day: agreed.map(|agreed| agreed.day),
        amount: charged.way + charged.extra,
        extra: charged.extra,
        agreed: price.and_then(|price| price.cost),
        business: price.map(|price| price.price_ex_vat),
        consumer: charged.consumer,
        explanation: price,
        exception,
        difference,
    }
}

/// Whether a person has to look at a parcel, and what its store is charged (F14), what is beyond the way left out. Without a tariff
/// it is what the provider charged that the consumer did not pay.
fn judged(
    way: Decimal,
    extra: Decimal,
    consumer: Decimal,
    price: Option<&Explanation>,
    is_foreign: bool,
    is_weighed: bool,
) -> (Option<ParcelException>, Decimal) {
    let Some(price) = price else {
        let exception = Some(ParcelException::NoTariff);
        return (exception, difference(way + extra, consumer));
    };
    let exception = match () {
        () if !extra.is_zero() => Some(ParcelException::ExtraFee),
        () if is_foreign => Some(ParcelException::ForeignCurrency),
        () if price.exception.is_some() => Some(ParcelException::AgreedPrice),
        () if !is_weighed => Some(ParcelException::UnknownWeight),
        () => None,
    };
    (exception, difference(price.price_ex_vat, round(consumer)))
}

/// How many parcels there are, and how many of them a person has to look at.
pub async fn count(db: &mut PgConnection, invoice: Uuid) -> Result<(i64, i64)> {
    let row = sqlx::query!(
        r#"select count(*) as "parcels!", count(*) filter (where exception is not null) as "exceptions!"
           from provider_invoice_parcels where invoice_id = $1"#,
        invoice,
    )
    .fetch_one(db)
    .await?;
    Ok((row.parcels, row.exceptions))
}

/// Says which exceptions are charged.
pub async fn select(
    db: &mut PgConnection,
    invoice: Uuid,
    selections: &[ParcelSelection],
) -> Result<()> {
    for selection in selections {
        let exceptions = selection.exceptions.iter().map(|code| code.as_str());
        let exceptions: Vec<String> = exceptions.map(str::to_owned).collect();
        let words = selection.search.split_whitespace().map(str::to_owned);
        sqlx::query!(
            "update provider_invoice_parcels set is_selected = $8
             where invoice_id = $1 and exception is not null and ($2::uuid[] is null or id = any($2))
                and ($3::text[] = '{}' or exception = any($3)) and ($4::uuid[] = '{}' or store_id = any($4))
                and ($5::text[] = '{}' or carrier = any($5)) and ($6::text[] = '{}' or country_code = any($6))
                and search like all (select search_pattern(word) from unnest($7::text[]) as word)",
            invoice,
            selection.ids.as_deref(),
            &exceptions,
            &selection.store_ids,
            &selection.carriers,
            &selection.country_codes,
            &words.collect::<Vec<_>>(),
            selection.is_selected,
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// What the parcels of an invoice come to, the most charged first; at most a thousand.
pub async fn sums(db: impl PgExecutor<'_>, invoice: Uuid, by: SumBy) -> Result<Vec<ParcelSum>> {
    Ok(sqlx::query_as!(
        ParcelSum,
        r#"select p.key as "key!", coalesce(s.name, p.key) as "name!", p.parcels as "parcels!", p.exceptions as "exceptions!",
            p.amount as "amount!", p.extra as "extra!", p.consumer as "consumer!", p.business as "business!",
            p.difference as "difference!", p.charged as "charged!", p.overcharged as "overcharged!", p.overcharges as "overcharges!"
           from (select case $2 when 'STORE' then store_id::text when 'CARRIER' then carrier else country_code end as key,
                    count(*) as parcels, count(exception) as exceptions, sum(amount) as amount, sum(extra) as extra,
                    sum(consumer) as consumer, coalesce(sum(business), 0) as business, sum(difference) as difference,
                    sum(charged) as charged, coalesce(sum(beyond) filter (where beyond > 0), 0) as overcharged,
                    count(*) filter (where beyond > 0) as overcharges
                 from provider_invoice_parcels where invoice_id = $1 group by 1) p
           left join stores s on $2 = 'STORE' and s.id::text = p.key
           order by p.amount desc, p.key limit 1000"#,
        invoice,
        by.as_str(),
    )
    .fetch_all(db)
    .await?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::shipping::quote::Terms;

    fn cents(amount: i64) -> Decimal {
        Decimal::new(amount, 2)
    }

    proptest! {
        /// Whatever the provider charged, a store pays its tariff for the way: what its consumers paid and the difference sum to it.
        #[test]
        fn the_difference_makes_up_what_consumers_paid(
            way in 0..10_000_i64, extra in 0..1_000_i64, paid in 0..10_000_i64, grid in prop::option::of(1..10_000_i64),
            agreed in prop::option::of(0..10_000_i64), is_foreign in any::<bool>(), is_weighed in any::<bool>(),
        ) {
            let terms = Terms {
                fuel_percent: Decimal::TEN, supplement_percent: Decimal::ZERO, margin_percent: Decimal::TEN,
                additional_cost: Decimal::ONE, discount_percent: Decimal::ZERO,
            };
            let price = grid.and_then(|grid| Explanation::new(Some(cents(grid)), agreed.map(cents), &terms));
            let (exception, difference) = judged(cents(way), cents(extra), cents(paid), price.as_ref(), is_foreign, is_weighed);
            let tariff = price.as_ref().map_or(cents(way + extra), |price| price.price_ex_vat);
            prop_assert_eq!(cents(paid) + difference, tariff);
            let is_plain = price.is_some() && extra == 0 && agreed.is_none() && !is_foreign && is_weighed;
            prop_assert_eq!(exception.is_none(), is_plain);
        }
    }
}
