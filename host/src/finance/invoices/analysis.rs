//! What invoices of some months come to (specification, document 1, section 3: Finance analysis data). Only what was issued
//! counts, credit notes with it; sales count by the organization's share of the store, so that owners together have all of them.

use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;

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

#[derive(Debug, Serialize, ToSchema)]
pub struct CategoryFees {
    pub category: FeeCategory,
    pub amount: Decimal,
}

/// What a tier of a store's commission brought. The thresholds are spelt as the specification does.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoreCommission {
    pub store: StoreName,
    /// Null: the line was typed in.
    pub percentage: Option<Decimal>,
    pub min_treshold: Option<Decimal>,
    pub max_treshold: Option<Decimal>,
    pub value: Decimal,
}

#[derive(Debug, Serialize, ToSchema)]
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
    pub commissions: Decimal,
    pub internal_shipping: Decimal,
    #[serde(skip)]
    invoices: i64,
}

pub async fn of(db: &mut PgConnection, scope: &Scope, which: Which) -> Result<Analysis> {
    let chart = months(db, scope, which).await?;
    let sum = |of: fn(&AnalysisMonth) -> Decimal| chart.iter().map(of).sum::<Decimal>();
    Ok(Analysis {
        net_sales: sum(|month| month.net_sales),
        shipping: sum(|month| month.shipping),
        taxes: sum(|month| month.taxes),
        internal_shipping: sum(|month| month.internal_shipping),
        difference: sum(|month| month.difference_vat),
        difference_ex_vat: sum(|month| month.difference_ex_vat),
        invoices: chart.iter().map(|month| month.invoices).sum(),
        fees: fees(db, scope, which).await?,
        commissions: commissions(db, scope, which).await?,
        chart,
    })
}

async fn months(db: &mut PgConnection, scope: &Scope, which: Which) -> Result<Vec<AnalysisMonth>> {
    let months = sqlx::query_as!(
        AnalysisMonth,
        r#"select date_trunc('month', start_at)::date as "month!", count(*) as "invoices!",
            sum(difference_ex_vat) as "difference_ex_vat!", sum(difference_amount) as "difference_vat!",
            round(sum((sales_report->>'netSales')::numeric * organization_ownership) / 100, 2) as "net_sales!",
            round(sum((sales_report->>'grossSales')::numeric * organization_ownership) / 100, 2) as "gross_sales!",
            round(sum((sales_report->>'discounts')::numeric * organization_ownership) / 100, 2) as "discounts!",
            round(sum((sales_report->>'returns')::numeric * organization_ownership) / 100, 2) as "returns!",
            round(sum((sales_report->>'taxes')::numeric * organization_ownership) / 100, 2) as "taxes!",
            round(sum((sales_report->>'shipping')::numeric * organization_ownership) / 100, 2) as "shipping!",
            sum(total_fees) as "fees!", sum(total_commissions) as "commissions!",
            round(sum(internal_shipping * organization_ownership) / 100, 2) as "internal_shipping!"
           from invoices
           where number is not null and start_at between $1 and $2 and ($3::uuid is null or organization_id = $3)
            and ($4::uuid is null or store_id = $4) and in_scope(reader_id, $5)
           group by 1 order by 1"#,
        which.first,
        which.last,
        which.organization,
        which.store,
        scope.organizations(),
    );
    Ok(months.fetch_all(db).await?)
}

async fn fees(db: &mut PgConnection, scope: &Scope, which: Which) -> Result<Vec<CategoryFees>> {
    let fees = sqlx::query_as!(
        CategoryFees,
        r#"select coalesce(l.category, 'OTHER') as "category!: FeeCategory", sum(l.total) as "amount!"
           from invoices i join invoice_lines l on l.invoice_id = i.id
           where l.section = 'FEES' and i.number is not null and i.start_at between $1 and $2
            and ($3::uuid is null or i.organization_id = $3) and ($4::uuid is null or i.store_id = $4) and in_scope(i.reader_id, $5)
           group by 1 order by 2 desc, 1"#,
        which.first,
        which.last,
        which.organization,
        which.store,
        scope.organizations(),
    );
    Ok(fees.fetch_all(db).await?)
}

/// As many tiers as an answer names, those that brought the most.
const MOST: i64 = 1_000;

async fn commissions(
    db: &mut PgConnection,
    scope: &Scope,
    which: Which,
) -> Result<Vec<StoreCommission>> {
    let rows = sqlx::query!(
        r#"select s.id, s.name, (why->>'rate')::numeric as percentage, (why->>'min')::numeric as min_threshold,
            (why->>'max')::numeric as max_threshold, sum(l.total) as "value!"
           from invoices i join invoice_lines l on l.invoice_id = i.id join stores s on s.id = i.store_id
           left join invoice_lines c on c.id = l.credits
           cross join lateral (select coalesce(c.explanation, l.explanation) as why) w
           where l.section = 'COMMISSIONS' and i.number is not null and i.start_at between $1 and $2
            and ($3::uuid is null or i.organization_id = $3) and ($4::uuid is null or i.store_id = $4) and in_scope(i.reader_id, $5)
           group by 1, 2, 3, 4, 5 order by 6 desc, 2, 4 limit $6"#,
        which.first,
        which.last,
        which.organization,
        which.store,
        scope.organizations(),
        MOST,
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    let commissions = rows.map(|row| StoreCommission {
        store: StoreName {
            id: row.id,
            name: row.name,
        },
        percentage: row.percentage,
        min_treshold: row.min_threshold,
        max_treshold: row.max_threshold,
        value: row.value,
    });
    Ok(commissions.collect())
}
