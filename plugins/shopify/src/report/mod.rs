//! Sales by month: asked of the shop, or read out of a file that a person exported from it.

mod amounts;
mod file;

pub use file::read;

use crate::api;
use comptoir_plugin_sdk::shop::SalesMonth;
use comptoir_plugin_sdk::time::{Date, Duration};
use comptoir_plugin_sdk::{Connector, Error, Host, Money, Result};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The columns that are asked for, by the names that stay the same in every language.
const COLUMNS: &str = "orders, gross_sales, discounts, returns, net_sales, shipping_charges, duties, additional_fees, taxes, total_sales";

/// Sales of the months from `first` to `last` (`2026-10`), both included.
pub fn ask(
    host: &impl Host,
    connector: &Connector,
    first: &str,
    last: &str,
) -> Result<Vec<SalesMonth>> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Data {
        shop: Shop,
        shopifyql_query: Option<Reply>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Shop {
        currency_code: String,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Reply {
        table_data: Option<Table>,
        #[serde(default)]
        parse_errors: Value,
    }
    #[derive(Deserialize)]
    struct Table {
        rows: Vec<Map<String, Value>>,
    }
    let (begin, end) = (beginning("first", first)?, end_of("last", last)?);
    if end < begin {
        return Err(Error::rejected(format!("last: {last} is before {first}")));
    }
    let question = format!(
        "FROM sales SHOW {COLUMNS} TIMESERIES month SINCE {begin} UNTIL {end} ORDER BY month ASC"
    );
    let query =
        "query Sales($query: String!) { shop { currencyCode } shopifyqlQuery(query: $query) {
        tableData { rows } parseErrors } }";
    let data: Data = api::get(host, connector, query, json!({ "query": question }))?;
    let reply = data
        .shopifyql_query
        .ok_or_else(|| Error::unavailable("the shop answered without a report"))?;
    let Some(table) = reply.table_data else {
        return Err(Error::internal(format!(
            "the shop did not understand: {}",
            reply.parse_errors
        )));
    };
    table
        .rows
        .iter()
        .map(|row| month_of(row, &data.shop.currency_code))
        .collect()
}

fn beginning(field: &str, month: &str) -> Result<Date> {
    let date = format!("{month}-01").parse();
    date.map_err(|_| Error::rejected(format!("{field}: {month:?} is not a month such as 2026-10")))
}

fn end_of(field: &str, month: &str) -> Result<Date> {
    // The day before the next month's first: 32 days on, it is the next month whatever this one's length.
    let next = beginning(field, month)? + Duration::days(32);
    let first = beginning(field, &next.format("%Y-%m").to_string())?;
    Ok(first - Duration::days(1))
}

fn month_of(row: &Map<String, Value>, currency: &str) -> Result<SalesMonth> {
    let text = |name: &str| match row.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let broken = |name: &str, why: String| Error::internal(format!("sales report: {name}: {why}"));
    let money = |name: &str| {
        Money::parse(&text(name), currency).map_err(|error| broken(name, error.to_string()))
    };
    let month = text("month");
    let month = month
        .get(..7)
        .ok_or_else(|| broken("month", format!("{month:?} is not a month")))?;
    let orders = text("orders");
    Ok(SalesMonth {
        month: month.into(),
        orders: orders
            .parse()
            .map_err(|_| broken("orders", format!("{orders:?} is not a number")))?,
        gross_sales: money("gross_sales")?,
        discounts: money("discounts")?,
        returns: money("returns")?,
        net_sales: money("net_sales")?,
        shipping: money("shipping_charges")?,
        duties: money("duties")?,
        additional_fees: money("additional_fees")?,
        taxes: money("taxes")?,
        total_sales: money("total_sales")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_ends_on_its_last_day() {
        for (month, last) in [
            ("2026-02", "2026-02-28"),
            ("2028-02", "2028-02-29"),
            ("2026-12", "2026-12-31"),
        ] {
            assert_eq!(
                end_of("last", month).map(|day| day.to_string()),
                Ok(last.to_owned())
            );
        }
        assert!(
            beginning("first", "2026-13").is_err_and(|error| error.message.starts_with("first:"))
        );
    }
}
