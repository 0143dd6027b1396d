//! What an invoice comes to by store and service (F13), and the fees that it brings.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::mapping;
use super::model::{ProviderInvoiceRow, ServiceState, SummaryFee, SummaryLine};
use crate::finance::fees::{self, Cause, Effect, NewFee};
use crate::finance::{FEE, FeeCategory};
use crate::http::error::Result;
use crate::money::{plus_percent, round};
use crate::records::audit::{self, Author, Entry};
use crate::records::live::{self, Signal};
use crate::stores::StoreName;

/// The ways of orders, whatever their lines are called.
pub const SHIPPING: &str = "Shipping";

/// What a service costs stores: r(amount × (1 + margin %)) (F13); nothing where they are not charged for it.
fn charge(amount: Decimal, is_billed: bool, margin: Decimal) -> Decimal {
    match is_billed {
        true => round(plus_percent(amount, margin)),
        false => Decimal::ZERO,
    }
}

/// F13: what is left to the company.
fn margin(charged: Decimal, paid: Decimal, amount: Decimal) -> Decimal {
    charged + paid - amount
}

/// What a fee of the service is of.
fn category(service: &str) -> FeeCategory {
    let service = service.to_lowercase();
    match () {
        () if service.contains("return") => FeeCategory::Return,
        () if service.starts_with("shipping") => FeeCategory::ShippingfeesSupplement,
        () if service.starts_with("storage") => FeeCategory::Storage,
        () => FeeCategory::Logistics,
    }
}

/// Sums an invoice up anew. A line keeps its number, by which its fee is known, and whether it is selected.
pub async fn sum(db: &mut PgConnection, invoice: Uuid) -> Result<()> {
    let services: HashMap<String, ServiceState> = mapping::services(&mut *db, invoice)
        .await?
        .into_iter()
        .map(|service| (service.service.clone(), service))
        .collect();
    let rows = sqlx::query!(
        r#"select l.store_id, l.service as "service!", l.count as "count!", l.amount as "amount!", coalesce(p.charged, 0) as "charged!",
            coalesce(p.paid, 0) as "paid!"
           from (select store_id, case nature when 'SERVICE' then service else $2 end as service, count(*), sum(price) as amount
                 from provider_invoice_lines where invoice_id = $1 group by 1, 2) l
           left join (select store_id, sum(charged) as charged, sum(consumer) as paid from provider_invoice_parcels
                      where invoice_id = $1 group by 1) p on p.store_id = l.store_id and l.service = $2
           order by l.service, l.store_id"#,
        invoice,
        SHIPPING,
    )
    .fetch_all(&mut *db)
    .await?;
    let sums = rows.into_iter().map(|row| {
        let charged = match services.get(&row.service) {
            // The company bears what is no store's.
            _ if row.store_id.is_none() => Decimal::ZERO,
            Some(service) => charge(row.amount, service.is_billed == Some(true), service.margin),
            None => row.charged,
        };
        json!({
            "id": Uuid::now_v7(), "store_id": row.store_id, "service": row.service, "line_count": row.count, "amount": row.amount,
            "charged": charged, "paid_by_customer": row.paid,
        })
    });
    let sums: Vec<_> = sums.collect();
    sqlx::query!(
        "with last as (
            select greatest(max(s.number), max(f.cause_part), 0) as number
            from (select max(number) as number from provider_invoice_sums where invoice_id = $1) s,
                (select max(cause_part) as cause_part from fees where cause = 'PROVIDER_INVOICE' and cause_id = $1) f),
         kept as (
            insert into provider_invoice_sums (id, invoice_id, number, store_id, service, line_count, amount, charged, paid_by_customer)
            select r.id, $1, last.number + row_number() over (order by r.service, r.store_id), r.store_id, r.service, r.line_count,
                r.amount, r.charged, r.paid_by_customer
            from last, jsonb_to_recordset($2) as r (id uuid, store_id uuid, service text, line_count bigint, amount numeric,
                charged numeric, paid_by_customer numeric)
            on conflict on constraint provider_invoice_sums_key do update set line_count = excluded.line_count,
                amount = excluded.amount, charged = excluded.charged, paid_by_customer = excluded.paid_by_customer
            returning id)
         delete from provider_invoice_sums where invoice_id = $1 and id not in (select id from kept)",
        invoice,
        json!(sums),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Which lines become fees.
pub async fn select(db: &mut PgConnection, invoice: Uuid, selected: &[Uuid]) -> Result<()> {
    sqlx::query!(
        "update provider_invoice_sums set is_selected = id = any($2) where invoice_id = $1",
        invoice,
        selected,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What an invoice comes to, beside what the provider's invoice before charged; stores by name, the company's share last.
pub async fn lines(
    db: &mut PgConnection,
    invoice: &ProviderInvoiceRow,
) -> Result<Vec<SummaryLine>> {
    let rows = sqlx::query!(
        r#"select s.id, s.service, s.store_id, t.name as "store_name?", s.line_count, s.amount, s.charged, s.paid_by_customer,
            s.is_selected, b.charged as "last_charged?", f.id as "fee_id?", f.customer_amount as "fee_amount?",
            exists (select from invoice_fees h where h.fee_id = f.id) as "is_invoiced!"
           from provider_invoice_sums s left join stores t on t.id = s.store_id
           left join fees f on f.cause = 'PROVIDER_INVOICE' and f.cause_id = s.invoice_id and f.cause_part = s.number
                and f.deleted_at is null
           left join lateral (
                select b.charged from provider_invoice_sums b where b.store_id = s.store_id and b.service = s.service
                    and b.is_selected and b.invoice_id = (
                        select id from provider_invoices where provider = $2 and starts_at < $3 and status = 'VALIDATED'
                            and deleted_at is null order by starts_at desc, id desc limit 1)) b on true
           where s.invoice_id = $1 order by s.store_id is null, t.name, s.store_id, s.service"#,
        invoice.id,
        invoice.provider,
        invoice.start_at,
    )
    .fetch_all(db)
    .await?;
    let lines = rows.into_iter().map(|row| SummaryLine {
        id: row.id,
        category: category(&row.service),
        description: description(&invoice.label, row.line_count),
        label: row.service,
        store: row
            .store_id
            .zip(row.store_name)
            .map(|(id, name)| StoreName { id, name }),
        quantity: row.line_count,
        amount: row.amount,
        amount_charged: row.charged,
        amount_paid_by_customer: row.paid_by_customer,
        margin: margin(row.charged, row.paid_by_customer, row.amount),
        last_charged: row.last_charged,
        is_selected: row.is_selected,
        fee: row
            .fee_id
            .zip(row.fee_amount)
            .map(|(id, amount)| SummaryFee {
                id,
                amount,
                is_invoiced: row.is_invoiced,
            }),
    });
    Ok(lines.collect())
}

/// Kept with the fee as it is invoiced: in French.
fn description(label: &str, lines: i64) -> String {
    let plural = if lines > 1 { "s" } else { "" };
    let text = format!("{label} : {lines} ligne{plural}");
    text.chars().take(255).collect()
}

/// Brings the fees of the selected lines, each once: one that stayed when the invoice was reopened is there already.
pub async fn bring(
    db: &mut PgConnection,
    author: &Author,
    invoice: &ProviderInvoiceRow,
    now: DateTime<Utc>,
) -> Result<()> {
    let rows = sqlx::query!(
        r#"select number, store_id as "store_id!", service, line_count, amount, charged from provider_invoice_sums
           where invoice_id = $1 and store_id is not null and is_selected and charged <> 0"#,
        invoice.id,
    )
    .fetch_all(&mut *db)
    .await?;
    let fees = rows.into_iter().map(|row| NewFee {
        effect: Effect {
            cause: Cause::ProviderInvoice,
            of: invoice.id,
            part: row.number,
        },
        store: row.store_id,
        initiated_at: invoice.end_at,
        ends_at: None,
        category: category(&row.service),
        description: description(&invoice.label, row.line_count),
        kind: row.service,
        internal_amount: round(row.amount),
        customer_amount: row.charged,
    });
    let fees: Vec<NewFee> = fees.collect();
    fees::bring(db, author, &fees, now).await?;
    Ok(())
}

/// Takes back the fees that no merchant's invoice took.
pub async fn take_back(db: &mut PgConnection, author: &Author, invoice: Uuid) -> Result<()> {
    let gone = sqlx::query_scalar!(
        "delete from fees f where cause = 'PROVIDER_INVOICE' and cause_id = $1 and deleted_at is null
            and not exists (select from invoice_fees h where h.fee_id = f.id) returning id",
        invoice,
    )
    .fetch_all(&mut *db)
    .await?;
    let gone: HashSet<Uuid> = gone.into_iter().collect();
    let entries = gone.iter().map(|id| Entry {
        kind: &FEE,
        id: *id,
        action: "delete",
        changes: Vec::new(),
    });
    audit::record(&mut *db, author, &entries.collect::<Vec<_>>()).await?;
    live::notify(db, &Signal::changed(&FEE)).await
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    /// The decisions' examples of F13.
    #[test]
    fn f13_as_in_the_decision() {
        assert_eq!(margin(of("700"), of("3500"), of("4000")), of("200"));
        let charged = charge(of("310"), true, of("10"));
        assert_eq!(
            (charged, margin(charged, Decimal::ZERO, of("310"))),
            (of("341"), of("31"))
        );
        assert_eq!(charge(of("310"), true, Decimal::ZERO), of("310"));
    }

    #[test]
    fn a_service_has_the_category_of_its_words() {
        for (service, expected) in [
            ("Shipping", FeeCategory::ShippingfeesSupplement),
            ("Shipping - Return", FeeCategory::Return),
            ("Return pack", FeeCategory::Return),
            ("Storage", FeeCategory::Storage),
            ("Logistics - Packaging", FeeCategory::Logistics),
            ("Fulfillment - Compensation", FeeCategory::Logistics),
        ] {
            assert_eq!(category(service), expected, "{service}");
        }
    }

    proptest! {
        /// More margin never charges less, none charges what it cost to the cent, and what is not billed costs nobody.
        #[test]
        fn a_margin_is_on_top(amount in 0..10_000_000_i64, less in 0..10_000_i64, more in 0..10_000_i64) {
            let (amount, percent) = (Decimal::new(amount, 4), |cents: i64| Decimal::new(cents, 2));
            prop_assert!(charge(amount, true, percent(less)) <= charge(amount, true, percent(less + more)));
            prop_assert_eq!(charge(amount, true, Decimal::ZERO), round(amount));
            prop_assert_eq!(charge(amount, false, percent(more)), Decimal::ZERO);
        }
    }
}
