//! What invoices of some months come to (specification, document 1, section 3: Finance analysis data). Only what was issued
//! counts, credit notes with it; sales count by the organization's share of the store, so that owners together have all of them. The database
//! sums what is issued as it is issued (`invoice_sums`), so that an answer adds up days, not lines.

use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, FromRow, PgConnection};
use utoipa::ToSchema;
use uuid::Uuid;

use super::model::{InvoiceKind, OrganizationName, Section};
use super::sql::LISTED;
use crate::access::Scope;
use crate::finance::FeeCategory;
use crate::http::error::Result;

use crate::stores::StoreName;

/// Which invoices.
#[derive(Debug, Clone, Copy)]
pub struct Which {
    /// Those whose first day lies between these, both included.
    pub first: NaiveDate,
    pub last: NaiveDate,
    pub organization: Option<Uuid>,
    pub store: Option<Uuid>,
}

/// Euros, without VAT unless something else is said.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FinanceAnalysis)]
pub struct Analysis {
    pub net_sales: Decimal,
    /// What consumers paid for shipping.
    pub shipping: Decimal,
    /// On the sales.
    pub taxes: Decimal,
    pub internal_shipping: Decimal,
    /// Largest first.
    pub fees: Vec<CategoryFees>,
    pub commissions: Vec<StoreCommission>,
    /// What is left to the organizations of their share of the sales, with VAT and without.
    pub difference: Decimal,
    pub difference_ex_vat: Decimal,
    /// How many invoices and credit notes.
    pub invoices: i64,
    /// Every month in which an invoice begins.
    pub chart: Vec<AnalysisMonth>,
}

#[derive(Debug, Clone, Serialize, FromRow, ToSchema)]
pub struct CategoryFees {
    pub category: FeeCategory,
    pub amount: Decimal,
}

/// What a tier of a store's commission brought. The thresholds are spelt as the specification does.
#[derive(Debug, Serialize, FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoreCommission {
    #[sqlx(flatten)]
    pub store: StoreName,
    /// Null: the line was typed in.
    pub percentage: Option<Decimal>,
    pub min_treshold: Option<Decimal>,
    pub max_treshold: Option<Decimal>,
    pub value: Decimal,
}

#[derive(Debug, Serialize, FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisMonth {
    /// Its first day.
    pub month: NaiveDate,
    pub difference_ex_vat: Decimal,
    /// With VAT.
    pub difference_vat: Decimal,
    pub net_sales: Decimal,
    pub gross_sales: Decimal,
    pub discounts: Decimal,
    pub returns: Decimal,
    pub taxes: Decimal,
    pub shipping: Decimal,
    pub fees: Decimal,
    /// The same by category, those without any left out.
    #[sqlx(skip)]
    pub fees_by_category: Vec<CategoryFees>,
    pub commissions: Decimal,
    pub internal_shipping: Decimal,
    #[serde(skip)]
    invoices: i64,
}

/// A line of what was issued: what a figure is the sum of.
#[derive(Debug, Serialize, FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisLine {
    pub id: Uuid,
    pub invoice_id: Uuid,
    pub number: String,
    pub kind: InvoiceKind,
    #[sqlx(flatten)]
    pub organization: OrganizationName,
    #[sqlx(flatten)]
    pub store: StoreName,
    /// The first day of its invoice, by whose month it counts.
    pub start_at: NaiveDate,
    /// What it stands below on the invoice.
    pub title: String,
    pub label: String,
    /// Null: it is of a commission.
    pub category: Option<FeeCategory>,
    /// Euros without VAT; a credit note's is negative.
    pub total: Decimal,
    /// How many fees it is made of; they are read by `GET /invoice/{id}/line/{line}/fee`.
    pub fee_count: i64,
}

/// Which lines of the invoices.
#[derive(Debug, Clone, Copy)]
pub struct WhichLines {
    pub section: Option<Section>,
    pub category: Option<FeeCategory>,
    /// The last that was read.
    pub after: Option<Uuid>,
}

/// The lines behind figures by [`of`], by first day; a hundred at a time.
pub async fn lines(
    db: &mut PgConnection,
    scope: &Scope,
    which: Which,
    lines: WhichLines,
) -> Result<Vec<AnalysisLine>> {
    let select = format!(
        "select l.id, i.id as invoice_id, i.number, i.kind, o.id as organization_id, o.name as organization_name,
            s.id as store_id, s.name as store_name, i.start_at, l.title, l.label,
            case l.section when 'FEES' then coalesce(l.category, 'OTHER') end as category, l.total,
            (select count(*) from invoice_fees f where f.line_id = l.id) as fee_count
         from invoices i join invoice_lines l on l.invoice_id = i.id join organizations o on o.id = i.organization_id
         join stores s on s.id = i.store_id
         where i.number is not null and i.start_at between $1 and $2 and ($3::uuid is null or i.organization_id = $3)
            and ($4::uuid is null or i.store_id = $4) and in_scope(i.reader_id, $5) and ($6::text is null or l.section = $6)
            and ($7::text is null or (l.section = 'FEES' and coalesce(l.category, 'OTHER') = $7))
            and ($8::uuid is null or (i.start_at, i.id, l.position) > (
                select a.start_at, a.id, b.position from invoice_lines b join invoices a on a.id = b.invoice_id where b.id = $8))
         order by i.start_at, i.id, l.position limit {LISTED}"
    );
    let rows = sqlx::query_as(AssertSqlSafe(select))
        .bind(which.first)
        .bind(which.last)
        .bind(which.organization)
        .bind(which.store)
        .bind(scope.organizations())
        .bind(lines.section.map(Section::as_str))
        .bind(lines.category.map(FeeCategory::as_str))
        .bind(lines.after);
    Ok(rows.fetch_all(db).await?)
}

pub async fn of(db: &mut PgConnection, scope: &Scope, which: Which) -> Result<Analysis> {
    let mut chart = months(db, scope, &which).await?;
    let mut fees: Vec<CategoryFees> = Vec::new();
    for MonthFees { month, fees: of } in self::fees(db, scope, &which).await? {
        match fees.iter_mut().find(|known| known.category == of.category) {
            Some(known) => known.amount += of.amount,
            None => fees.push(of.clone()),
        }
        if let Some(row) = chart.iter_mut().find(|row| row.month == month) {
            row.fees_by_category.push(of);
        }
    }
    fees.sort_by_key(|fees| std::cmp::Reverse(fees.amount));
    let sum = |of: fn(&AnalysisMonth) -> Decimal| chart.iter().map(of).sum::<Decimal>();
    Ok(Analysis {
        net_sales: sum(|month| month.net_sales),
        shipping: sum(|month| month.shipping),
        taxes: sum(|month| month.taxes),
        internal_shipping: sum(|month| month.internal_shipping),
        difference: sum(|month| month.difference_vat),
        difference_ex_vat: sum(|month| month.difference_ex_vat),
        invoices: chart.iter().map(|month| month.invoices).sum(),
        fees,
        commissions: commissions(db, scope, &which).await?,
        chart,
    })
}

fn is_of_all(scope: &Scope, which: &Which) -> bool {
    which.organization.is_none() && which.store.is_none() && scope.organizations().is_none()
}

/// The sums that an answer adds up: of all together, or by store and organization.
fn sums(scope: &Scope, which: &Which) -> &'static str {
    match is_of_all(scope, which) {
        true => "day between $1 and $2 and organization_id is null and store_id is null
            and $3::uuid is null and $4::uuid is null and $5::uuid[] is null",
        false => {
            "day between $1 and $2 and organization_id is not null and ($3::uuid is null or organization_id = $3)
            and ($4::uuid is null or store_id = $4) and in_scope(organization_id, $5)"
        }
    }
}

async fn rows<T>(
    db: &mut PgConnection,
    scope: &Scope,
    which: &Which,
    select: String,
) -> Result<Vec<T>>
where
    T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
{
    let rows = sqlx::query_as(AssertSqlSafe(select))
        .bind(which.first)
        .bind(which.last)
        .bind(which.organization)
        .bind(which.store)
        .bind(scope.organizations());
    Ok(rows.fetch_all(db).await?)
}

async fn months(db: &mut PgConnection, scope: &Scope, which: &Which) -> Result<Vec<AnalysisMonth>> {
    let sums = sums(scope, which);
    let select = format!(
        "select date_trunc('month', day)::date as month, sum(invoices)::bigint as invoices, sum(fees) as fees,
            sum(difference_ex_vat) as difference_ex_vat, sum(difference_amount) as difference_vat,
            round(sum(net_sales), 2) as net_sales, round(sum(gross_sales), 2) as gross_sales,
            round(sum(discounts), 2) as discounts, round(sum(returns), 2) as returns, round(sum(taxes), 2) as taxes,
            round(sum(shipping), 2) as shipping, sum(commissions) as commissions,
            round(sum(internal_shipping), 2) as internal_shipping
         from invoice_sums where {sums} group by 1 order by 1"
    );
    rows(db, scope, which, select).await
}

/// A month's fees of a category.
#[derive(Debug, FromRow)]
struct MonthFees {
    month: NaiveDate,
    #[sqlx(flatten)]
    fees: CategoryFees,
}

async fn fees(db: &mut PgConnection, scope: &Scope, which: &Which) -> Result<Vec<MonthFees>> {
    let sums = sums(scope, which);
    let select = format!(
        "select date_trunc('month', day)::date as month, category, sum(total) as amount from invoice_part_sums
         where section = 'FEES' and {sums} group by 1, 2 order by 1, 2"
    );
    rows(db, scope, which, select).await
}

/// As many tiers as an answer names, those that brought the most.
const MOST: i64 = 1_000;

async fn commissions(
    db: &mut PgConnection,
    scope: &Scope,
    which: &Which,
) -> Result<Vec<StoreCommission>> {
    let sums = match is_of_all(scope, which) {
        true => whole_years(),
        false => format!(
            "select * from invoice_part_sums where section = 'COMMISSIONS' and {}",
            sums(scope, which)
        ),
    };
    let select = format!(
        "select s.id as store_id, s.name as store_name, c.rate as percentage, c.min as min_treshold, c.max as max_treshold, c.value
         from (select store_id, rate, min, max, sum(total) as value from ({sums}) sums group by 1, 2, 3, 4) c
         join stores s on s.id = c.store_id order by c.value desc, s.name, c.min limit {MOST}"
    );
    rows(db, scope, which, select).await
}

/// The commissions of all stores: sums of the whole years that lie between, and the days around them.
fn whole_years() -> String {
    let first = "(date_trunc('year', $1::timestamp - interval '1 day') + interval '1 year')::date";
    let after =
        format!("greatest({first}, date_trunc('year', $2::timestamp + interval '1 day')::date)");
    let days = |days: &str, of: &str| {
        format!(
            "select * from invoice_part_sums
             where section = 'COMMISSIONS' and organization_id is {of} and {days}
                and $3::uuid is null and $4::uuid is null and $5::uuid[] is null"
        )
    };
    [
        days(&format!("day >= {first} and day < {after}"), "null"),
        days(
            &format!("day >= $1 and day < least({first}, $2 + 1)"),
            "not null",
        ),
        days(&format!("day >= {after} and day <= $2"), "not null"),
    ]
    .join(" union all ")
}
