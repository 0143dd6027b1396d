//! Markets: where a shop sells. A country belongs to one market at a time.

use super::{Shop, user_error};
use serde_json::{Value, json};

/// The merchant's home market.
pub(super) fn first(shop: &mut Shop) -> Vec<Value> {
    vec![json!({
        "id": shop.new_id("Market"), "name": "France", "handle": "fr", "status": "ACTIVE", "type": "REGION",
        "conditions": {"regionsCondition": {"regions": [region("FR")]}},
    })]
}

fn region(code: &str) -> Value {
    json!({
        "__typename": "MarketRegionCountry", "id": format!("gid://shopify/MarketRegionCountry/{code}"),
        "name": code, "code": code,
    })
}

fn codes(conditions: &Value) -> Vec<String> {
    let regions = conditions["regionsCondition"]["regions"].as_array();
    let codes = regions.into_iter().flatten().filter_map(|region| {
        region["countryCode"]
            .as_str()
            .or(region["code"].as_str())
            .map(str::to_owned)
    });
    codes.collect()
}

impl Shop {
    fn taken(&self, code: &str, except: &Value) -> bool {
        let others = self.markets.iter().filter(|market| market["id"] != *except);
        others.into_iter().any(|market| {
            codes(&market["conditions"])
                .iter()
                .any(|listed| listed == code)
        })
    }

    /// `marketCreate`.
    pub(super) fn create_market(&mut self, input: &Value) -> Value {
        let wanted = codes(&input["conditions"]);
        if wanted.iter().any(|code| self.taken(code, &Value::Null)) {
            let message = "A region belongs to another market";
            return user_error(message, "REGION_NOT_UNIQUE", &["input", "conditions"]);
        }
        let market = json!({
            "id": self.new_id("Market"), "name": input["name"], "handle": input["name"], "type": "REGION",
            "status": input["status"].as_str().unwrap_or("ACTIVE"),
            "conditions": {"regionsCondition": {"regions": wanted.iter().map(|code| region(code)).collect::<Vec<_>>()}},
        });
        self.markets.push(market.clone());
        json!({"market": market, "userErrors": []})
    }

    /// `marketUpdate`: regions added and taken away.
    pub(super) fn update_market(&mut self, arguments: &Value) -> Value {
        let Some(at) = self
            .markets
            .iter()
            .position(|market| market["id"] == arguments["id"])
        else {
            return user_error("The market wasn't found", "MARKET_NOT_FOUND", &["id"]);
        };
        let conditions = &arguments["input"]["conditions"];
        let added = codes(&conditions["conditionsToAdd"]);
        let removed = codes(&conditions["conditionsToDelete"]);
        if added.iter().any(|code| self.taken(code, &arguments["id"])) {
            let message = "A region belongs to another market";
            return user_error(message, "REGION_NOT_UNIQUE", &["input", "conditions"]);
        }
        let mut countries = codes(&self.markets[at]["conditions"]);
        countries.retain(|code| !removed.contains(code));
        countries.extend(added);
        countries.sort();
        countries.dedup();
        let regions: Vec<Value> = countries.iter().map(|code| region(code)).collect();
        let market = &mut self.markets[at];
        market["conditions"]["regionsCondition"]["regions"] = json!(regions);
        json!({"market": market, "userErrors": []})
    }
}
