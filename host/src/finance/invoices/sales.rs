//! What a store sold in a period, by months, and what is odd about it (decision 15).

use chrono::{Datelike, NaiveDate};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::formulas::Sales;
use crate::money;
use crate::words::codes::codes;

/// Sales of one month or of several together, in euros; discounts and returns are negative or zero, as the shop shows them
/// (specification, document 1, section 3: Sales report).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Validate, ToSchema,
)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SalesFigures {
    pub orders: u32,
    #[validate(custom(function = "money::sales"))]
    pub gross_sales: Decimal,
    #[validate(custom(function = "money::sales"))]
    pub discounts: Decimal,
    #[validate(custom(function = "money::sales"))]
    pub returns: Decimal,
    #[validate(custom(function = "money::sales"))]
    pub net_sales: Decimal,
    #[validate(custom(function = "money::sales"))]
    pub shipping: Decimal,
    #[validate(custom(function = "money::sales"))]
    pub duties: Decimal,
    #[validate(custom(function = "money::sales"))]
    pub additional_fees: Decimal,
    #[validate(custom(function = "money::sales"))]
    pub taxes: Decimal,
    #[validate(custom(function = "money::sales"))]
    pub total_sales: Decimal,
}

/// Sales of one month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SalesMonth {
    /// Its first day.
    pub month: NaiveDate,
    #[validate(nested)]
    pub sales: SalesFigures,
}

codes! {
    /// What is odd about a month's sales.
    SalesWarning schema(rename_all = "SCREAMING_SNAKE_CASE") {
        /// Gross sales, discounts and returns are not the net sales.
        NetSales = "NET_SALES",
        /// The report does not tell of a month of the period.
        Missing = "MISSING",
        /// The month lies outside of the period and counts for nothing.
        Outside = "OUTSIDE",
    }
}

/// A warning, and the month that it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MonthWarning {
    pub month: NaiveDate,
    pub warning: SalesWarning,
}

/// Difference up to which a report's own sums are right: its figures are rounded each.
const ROUNDING: Decimal = Decimal::from_parts(1, 0, 0, false, 2);

impl SalesFigures {
    fn add(self, other: Self) -> Self {
        Self {
            orders: self.orders.saturating_add(other.orders),
            gross_sales: self.gross_sales + other.gross_sales,
            discounts: self.discounts + other.discounts,
            returns: self.returns + other.returns,
            net_sales: self.net_sales + other.net_sales,
            shipping: self.shipping + other.shipping,
            duties: self.duties + other.duties,
            additional_fees: self.additional_fees + other.additional_fees,
            taxes: self.taxes + other.taxes,
            total_sales: self.total_sales + other.total_sales,
        }
    }

    fn adds_up(self) -> bool {
        (self.gross_sales + self.discounts + self.returns - self.net_sales).abs() <= ROUNDING
    }

    /// What the formulas need of them.
    pub fn sales(self) -> Sales {
        Sales {
            net: self.net_sales,
            shipping: self.shipping,
            total: self.total_sales,
        }
    }
}

/// The months of a period: the first day of each.
fn months(first: NaiveDate, last: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    let begin = first.with_day(1).unwrap_or(first);
    (0..)
        .map_while(move |number| begin.checked_add_months(chrono::Months::new(number)))
        .take_while(move |month| *month <= last)
}

/// The months of a report that lie in the period.
pub fn within(report: &[SalesMonth], first: NaiveDate, last: NaiveDate) -> Vec<SalesMonth> {
    let inside: Vec<NaiveDate> = months(first, last).collect();
    let of_it = report.iter().filter(|row| inside.contains(&row.month));
    of_it.cloned().collect()
}

/// All rows together.
pub fn sum(report: &[SalesMonth]) -> SalesFigures {
    report
        .iter()
        .fold(SalesFigures::default(), |sum, row| sum.add(row.sales))
}

/// What is odd about a report of a period, by month.
pub fn warnings(report: &[SalesMonth], first: NaiveDate, last: NaiveDate) -> Vec<MonthWarning> {
    let inside: Vec<NaiveDate> = months(first, last).collect();
    let is_reported = |month: &NaiveDate| report.iter().any(|row| row.month == *month);
    let missing = inside.iter().filter(|month| !is_reported(month));
    let missing = missing.map(|month| (*month, SalesWarning::Missing));
    let odd = report
        .iter()
        .filter_map(|row| match inside.contains(&row.month) {
            false => Some((row.month, SalesWarning::Outside)),
            true if !row.sales.adds_up() => Some((row.month, SalesWarning::NetSales)),
            true => None,
        });
    let mut all: Vec<MonthWarning> = missing
        .chain(odd)
        .map(|(month, warning)| MonthWarning { month, warning })
        .collect();
    all.sort_by_key(|warning| warning.month);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn month(first: &str, [gross, discounts, returns, net]: [i64; 4]) -> SalesMonth {
        SalesMonth {
            month: day(first),
            sales: SalesFigures {
                orders: 2,
                gross_sales: Decimal::new(gross, 2),
                discounts: Decimal::new(discounts, 2),
                returns: Decimal::new(returns, 2),
                net_sales: Decimal::new(net, 2),
                ..SalesFigures::default()
            },
        }
    }

    #[test]
    fn a_report_is_summed_within_its_period_and_told_what_is_odd() {
        let report = vec![
            month("2026-09-01", [1, 0, 0, 1]),
            month("2026-10-01", [10_000, -1_000, -500, 8_501]),
            month("2026-10-01", [100, 0, 0, 100]),
            month("2026-11-01", [10_000, -1_000, -500, 8_502]),
        ];
        let (first, last) = (day("2026-10-05"), day("2026-12-31"));
        let all = sum(&within(&report, first, last));
        assert_eq!((all.orders, all.net_sales), (6, Decimal::new(17_103, 2)));
        let odd: Vec<_> = warnings(&report, first, last)
            .into_iter()
            .map(|one| (one.month, one.warning))
            .collect();
        // A cent is rounding, two are not.
        assert_eq!(
            odd,
            [
                (day("2026-09-01"), SalesWarning::Outside),
                (day("2026-11-01"), SalesWarning::NetSales),
                (day("2026-12-01"), SalesWarning::Missing),
            ]
        );
    }
}
