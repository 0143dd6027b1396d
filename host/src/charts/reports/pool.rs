//! The pool of sales: what of a period's orders counts and no report holds yet, given to a plugin page by page.
//!
//! In: normal orders that were paid for and not cancelled, of articles that are a store's audit products. A returned order
//! counts once more, negatively, on the day it came back, if its sale is in a report or would be in this one.
//!
//! Providers correct orders after they were reported. What a report says of an article of an order is all that is said of it,
//! whatever lines it has later; and no more of it comes back than was reported.

use std::path::Path;

use async_trait::async_trait;
use chrono::{DateTime, SecondsFormat, Utc};
use comptoir_sandbox::{Reported, Rows, Sale, SalesPage};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use tokio::io::AsyncWriteExt;
use tokio::sync::Mutex;
use uuid::Uuid;

use super::model::{Basis, Report};
use crate::money;

/// One sale: a line of an order, told by its SKU and its place among the order's lines of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaleId {
    pub order_id: Uuid,
    pub returned: bool,
    pub nth: i16,
    pub sku: String,
}

impl SaleId {
    /// `<order>.<nth>.<s or r>.<sku>`
    fn text(&self) -> String {
        let kind = if self.returned { 'r' } else { 's' };
        format!(
            "{}.{}.{kind}.{}",
            self.order_id.simple(),
            self.nth,
            self.sku
        )
    }

    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, '.');
        Some(Self {
            order_id: Uuid::try_parse(parts.next()?).ok()?,
            nth: parts.next()?.parse().ok()?,
            returned: match parts.next()? {
                "s" => false,
                "r" => true,
                _ => return None,
            },
            sku: parts.next()?.to_owned(),
        })
    }
}

/// A sale that a file holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedSale {
    #[serde(flatten)]
    pub sale: SaleId,
    pub file: String,
    pub units: i32,
}

/// Where the next page goes on.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Position {
    at: DateTime<Utc>,
    order_id: Uuid,
    returned: bool,
    /// The last sale of that order that was given; none: all of them.
    after: Option<(String, i16)>,
}

/// An order that counts, or that came back.
struct Event {
    order_id: Uuid,
    at: DateTime<Utc>,
    returned: bool,
}

/// The rows of one report's call. What the plugin reports is kept in a file until the report is committed.
#[derive(Debug)]
pub struct Pool {
    db: PgPool,
    report: Report,
    period: [DateTime<Utc>; 2],
    reported: Mutex<tokio::fs::File>,
}

impl Pool {
    /// `reported`: a new file for what the plugin reports, a line of JSON a sale.
    pub async fn new(db: PgPool, report: Report, reported: &Path) -> std::io::Result<Self> {
        Ok(Self {
            db,
            period: report.period(),
            report,
            reported: Mutex::new(tokio::fs::File::create(reported).await?),
        })
    }

    /// Writes what is still on its way.
    pub async fn flush(&self) -> std::io::Result<()> {
        self.reported.lock().await.flush().await
    }

    /// Orders from `place` on, by time.
    async fn events(&self, position: Option<&Position>, limit: i64) -> sqlx::Result<Vec<Event>> {
        let [from, to] = self.period;
        let (at, order, returned) = position.map_or((from, Uuid::nil(), false), |position| {
            (position.at.max(from), position.order_id, position.returned)
        });
        // Each part walks an index in time's order and stops at the limit.
        sqlx::query_as!(
            Event,
            r#"with counted as not materialized (
                select o.id, o.store_id, o.shipped_at, o.returned_at, o.submitted_at from orders o
                where ($6::uuid is null or o.store_id = $6)
                    and o.source = 'normal' and o.status <> 'CANCELLED'
                    and o.total > 0 and o.subtotal + o.tax - o.discount > 0
                    and exists (
                        select from order_lines l
                        join phonographic_products p on p.store_id = o.store_id and p.sku = l.sku
                        where l.order_id = o.id and p.deleted_at is null and p.reportable)
            )
            select id as "order_id!", at as "at!", returned as "returned!" from (
                (select id, shipped_at as at, false as returned from counted
                    where $1 = 'shipped' and shipped_at >= $3 and shipped_at < $2
                        and (shipped_at, id, false) >= ($3, $4, $5::boolean)
                    order by shipped_at, id limit $7)
                union all
                (select id, submitted_at, false from counted
                    where $1 = 'sold' and submitted_at >= $3 and submitted_at < $2
                        and (submitted_at, id, false) >= ($3, $4, $5::boolean)
                    order by submitted_at, id limit $7)
                union all
                (select id, returned_at, true from counted
                    where returned_at >= $3 and returned_at < $2
                        and (returned_at, id, true) >= ($3, $4, $5::boolean)
                    order by returned_at, id limit $7)
            ) events order by at, id, returned limit $7"#,
            self.report.basis as Basis,
            to,
            at,
            order,
            returned,
            self.report.store_id,
            limit,
        )
        .fetch_all(&self.db)
        .await
    }

    /// The sales of these orders, in their order.
    async fn sales_of(&self, events: &[Event]) -> sqlx::Result<Vec<(Position, Sale)>> {
        let [from, to] = self.period;
        let ids: Vec<Uuid> = events.iter().map(|event| event.order_id).collect();
        let times: Vec<DateTime<Utc>> = events.iter().map(|event| event.at).collect();
        let returned: Vec<bool> = events.iter().map(|event| event.returned).collect();
        let rows = sqlx::query!(
            r#"select e.order_id as "order_id!", e.at as "at!", e.returned as "returned!", o.reference, o.country_code,
                coalesce(o.shipping_address ->> 'zip', '') as "postcode!", o.currency, l.sku as "sku!", l.nth as "nth!",
                l.quantity as "quantity!", least(l.quantity, case when e.returned then sale.units - l.before end) as "units!",
                l.discount as "discount!",
                l.unit_price + case when $6 then l.unit_tax else 0 end as "unit_price!",
                p.barcode, coalesce(nullif(p.title, ''), p.name) as "title!", p.artist, p.label, p.format,
                p.released_on, p.barcodes
            from unnest($1::uuid[], $2::timestamptz[], $3::boolean[])
                with ordinality as e (order_id, at, returned, position)
            join orders o on o.id = e.order_id
            cross join lateral (
                select sku, quantity, unit_price, unit_tax, discount,
                    (row_number() over of_sku)::smallint as nth, sum(quantity) over of_sku - quantity as before
                from order_lines
                where order_id = o.id and quantity > 0 and unit_price * quantity > discount
                window of_sku as (partition by sku order by position)) l
            join phonographic_products p on p.store_id = o.store_id and p.sku = l.sku
                and p.deleted_at is null and p.reportable
            cross join lateral (
                select sum(r.units) filter (where not r.returned) as units, count(*) filter (where r.returned) as returns
                from phonographic_reported r
                where r.layout = $4 and r.territory = $5 and r.order_id = o.id and r.sku = l.sku) sale
            where case when e.returned
                    then sale.returns = 0 and case when sale.units is not null then sale.units > l.before
                        when $7 = 'sold' then o.submitted_at >= $8 and o.submitted_at < $9
                        else o.shipped_at >= $8 and o.shipped_at < $9 end
                    else sale.units is null end
            order by e.position, l.sku, l.nth"#,
            &ids,
            &times,
            &returned,
            self.report.layout,
            self.report.territory,
            self.report.with_tax,
            self.report.basis as Basis,
            from,
            to,
        )
        .fetch_all(&self.db)
        .await?;
        let sales = rows.into_iter().map(|row| {
            let id = SaleId {
                order_id: row.order_id,
                returned: row.returned,
                nth: row.nth,
                sku: row.sku.clone(),
            };
            let position = Position {
                at: row.at,
                order_id: row.order_id,
                returned: row.returned,
                after: Some((row.sku.clone(), row.nth)),
            };
            let price = row.unit_price - row.discount / Decimal::from(row.quantity);
            let price = money::round_to(price, 4).normalize().to_string();
            let at = self.report.shipped_at.unwrap_or(row.at);
            // At most the line's own.
            let units = i32::try_from(row.units).unwrap_or(row.quantity);
            let sale = Sale {
                id: id.text(),
                order: row.order_id.to_string(),
                reference: row.reference,
                at: at.to_rfc3339_opts(SecondsFormat::AutoSi, true),
                sku: row.sku,
                barcode: row.barcode,
                title: row.title,
                artist: row.artist,
                label: row.label,
                format: row.format,
                released: row
                    .released_on
                    .map(|day| day.to_string())
                    .unwrap_or_default(),
                country: row.country_code,
                postcode: row.postcode,
                quantity: if row.returned { -units } else { units },
                // No source of rates: only what is in EUR has a price in EUR.
                unit_price_eur: match row.currency.as_str() {
                    "EUR" => price.clone(),
                    _ => String::new(),
                },
                unit_price: price,
                currency: row.currency,
                barcodes: row.barcodes,
            };
            (position, sale)
        });
        Ok(sales.collect())
    }

    async fn page(&self, cursor: Option<&str>, limit: u32) -> anyhow::Result<SalesPage> {
        let position: Option<Position> = cursor.map(serde_json::from_str).transpose()?;
        let most = limit as usize;
        // The cursor's own order comes again, beside as many as the page may need and one that tells of more.
        let mut events = self.events(position.as_ref(), i64::from(limit) + 2).await?;
        let mut more = events.len() > most + 1;
        events.truncate(most + 1);
        let last = events.last().map(|event| Position {
            at: event.at,
            order_id: event.order_id,
            returned: event.returned,
            after: None,
        });
        let mut sales = self.sales_of(&events).await?;
        if let Some(position) = &position {
            // Its order comes again; what of it was given does not.
            sales.retain(|(at, _)| {
                let same = at.order_id == position.order_id && at.returned == position.returned;
                !same
                    || position
                        .after
                        .as_ref()
                        .is_some_and(|after| at.after.as_ref() > Some(after))
            });
        }
        more |= sales.len() > most;
        sales.truncate(most);
        let next = match sales.last() {
            Some((at, _)) if sales.len() == most => Some(at.clone()),
            _ => last.or(position),
        };
        Ok(SalesPage {
            items: sales.into_iter().map(|(_, sale)| sale).collect(),
            cursor: next
                .map(|next| serde_json::to_string(&next))
                .transpose()?
                .unwrap_or_default(),
            more,
        })
    }
}

#[async_trait]
impl Rows for Pool {
    async fn sales(&self, cursor: Option<&str>, limit: u32) -> anyhow::Result<Option<SalesPage>> {
        let cursor = cursor.filter(|cursor| !cursor.is_empty());
        self.page(cursor, limit).await.map(Some)
    }

    async fn reported(&self, sales: Vec<Reported>) -> anyhow::Result<Option<()>> {
        let mut lines = Vec::new();
        for reported in sales {
            let sale = SaleId::parse(&reported.sale)
                .ok_or_else(|| anyhow::anyhow!("{:?} is no sale's id", reported.sale))?;
            let sale = ReportedSale {
                sale,
                file: reported.file,
                units: reported.units,
            };
            serde_json::to_writer(&mut lines, &sale)?;
            lines.push(b'\n');
        }
        self.reported.lock().await.write_all(&lines).await?;
        Ok(Some(()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// A plugin tells of a sale by the id that it was given, whatever a shop calls its articles.
        #[test]
        fn a_sale_is_known_again_by_its_id(
            order in any::<u128>(), returned in any::<bool>(), nth in 1..i16::MAX, sku in "\\PC{1,40}",
        ) {
            let sale = SaleId { order_id: Uuid::from_u128(order), returned, nth, sku };
            prop_assert_eq!(SaleId::parse(&sale.text()), Some(sale));
        }

        /// Whatever else it says is no sale's id, and nothing to fall over.
        #[test]
        fn what_is_no_id_is_none(text in "[0-9a-f.sr]{0,50}") {
            prop_assume!(text.split('.').next().is_none_or(|id| id.len() != 32));
            prop_assert_eq!(SaleId::parse(&text), None);
        }
    }

    #[test]
    fn each_part_of_a_sales_id_counts() {
        let order = Uuid::from_u128(7).simple();
        assert!(SaleId::parse(&format!("{order}.1.s.A.B")).is_some_and(|sale| sale.sku == "A.B"));
        for wrong in [
            format!("{order}.1.s"),
            format!("{order}.1.x.A"),
            format!("{order}.99999.s.A"),
            format!("{order}..s.A"),
            format!("{order}x.1.s.A"),
        ] {
            assert_eq!(SaleId::parse(&wrong), None, "{wrong}");
        }
    }
}
