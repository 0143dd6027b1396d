//! ShopifyQL, as far as it asks for sales by month.

use super::{Shop, amount, cents};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const COLUMNS: [&str; 10] = [
    "orders",
    "gross_sales",
    "discounts",
    "returns",
    "net_sales",
    "shipping_charges",
    "duties",
    "additional_fees",
    "taxes",
    "total_sales",
];

/// Cents of one month.
#[derive(Clone, Copy, Debug, Default)]
struct Month {
    orders: i64,
    gross: i64,
    discounts: i64,
    shipping: i64,
    taxes: i64,
}

impl Shop {
    /// Answers `FROM sales SHOW … TIMESERIES month SINCE … UNTIL …`.
    pub(super) fn report(&self, query: &str) -> Value {
        let words: Vec<&str> = query.split_whitespace().collect();
        let after = |word: &str| {
            let at = words.iter().position(|known| *known == word)?;
            words.get(at + 1).copied()
        };
        let (Some("sales"), Some("month"), Some(since), Some(until)) = (
            after("FROM"),
            after("TIMESERIES"),
            after("SINCE"),
            after("UNTIL"),
        ) else {
            return refusal("Only sales by month are known here");
        };
        let shown = query
            .split("SHOW")
            .nth(1)
            .and_then(|rest| rest.split("TIMESERIES").next());
        let names: Vec<&str> = shown
            .unwrap_or_default()
            .split(',')
            .map(str::trim)
            .collect();
        if let Some(unknown) = names.iter().find(|name| !COLUMNS.contains(name)) {
            return refusal(&format!("Column '{unknown}' not found"));
        }
        let mut months: BTreeMap<String, Month> = BTreeMap::new();
        for order in &self.orders {
            let day = order["processedAt"]
                .as_str()
                .and_then(|time| time.get(..10))
                .unwrap_or_default();
            if order["cancelledAt"].is_null() && day >= since && day <= until {
                let month = months.entry(format!("{}-01", &day[..7])).or_default();
                let money = |field: &str| cents(&order[field]["shopMoney"]["amount"]);
                let (tax, discount) = (money("totalTaxSet"), money("totalDiscountsSet"));
                // Sales are without tax, whether prices hold it or not.
                let shipping = money("totalShippingPriceSet");
                month.orders += 1;
                month.gross += money("totalPriceSet") - shipping - tax + discount;
                month.discounts -= discount;
                month.shipping += shipping;
                month.taxes += tax;
            }
        }
        let rows: Vec<Value> = months
            .iter()
            .map(|(first, month)| {
                let net = month.gross + month.discounts;
                let values = json!({
                    "month": first, "orders": month.orders, "gross_sales": amount(month.gross),
                    "discounts": amount(month.discounts), "returns": "0.00", "net_sales": amount(net),
                    "shipping_charges": amount(month.shipping), "duties": "0.00", "additional_fees": "0.00",
                    "taxes": amount(month.taxes), "total_sales": amount(net + month.shipping + month.taxes),
                });
                let fields = ["month"].iter().chain(&names);
                fields.map(|name| ((*name).to_owned(), values[*name].clone())).collect()
            })
            .collect();
        let column = |name: &str| {
            let kind = match name {
                "month" => "MONTH_TIMESTAMP",
                "orders" => "INTEGER",
                _ => "MONEY",
            };
            json!({"name": name, "dataType": kind, "displayName": name, "subType": null})
        };
        let columns: Vec<Value> = ["month"]
            .iter()
            .chain(&names)
            .map(|name| column(name))
            .collect();
        json!({"tableData": {"columns": columns, "rows": rows}, "parseErrors": []})
    }
}

fn refusal(message: &str) -> Value {
    json!({"tableData": null, "parseErrors": [message]})
}
