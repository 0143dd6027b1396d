//! Delivery profiles: zones of countries, each with rates by weight.

use super::{Shop, amount, cents, user_error};
use serde_json::{Value, json};

/// At most so many zones in one request.
const MOST_ZONES: usize = 5;
/// And location groups.
const MOST_GROUPS: usize = 5;

/// What the merchant set up: one profile with rates of their own for New Zealand, one of them for large orders alone.
pub(super) fn first(shop: &mut Shop) -> Vec<Value> {
    let zone = json!({
        "name": "Nouvelle-Zélande",
        "countries": [{"code": "NZ", "includeAllProvinces": true}],
        "methodDefinitionsToCreate": [
            {"name": "Courrier", "active": true,
                "rateDefinition": {"price": {"amount": "32.00", "currencyCode": "EUR"}}},
            {"name": "Courrier offert", "active": true,
                "rateDefinition": {"price": {"amount": "0.00", "currencyCode": "EUR"}},
                "priceConditionsToCreate": [{"operator": "GREATER_THAN_OR_EQUAL_TO",
                    "criteria": {"amount": "250.00", "currencyCode": "EUR"}}]},
        ],
    });
    let zone = shop.new_zone(&zone);
    vec![json!({
        "id": shop.new_id("DeliveryProfile"),
        "name": "General profile",
        "default": true,
        "profileLocationGroups": [{
            "locationGroup": {"id": shop.new_id("DeliveryLocationGroup")},
            "locationGroupZones": [zone],
        }],
    })]
}

impl Shop {
    fn new_zone(&mut self, input: &Value) -> Value {
        let countries = input["countries"].as_array().into_iter().flatten();
        let countries: Value = countries
            .map(|country| {
                let rest = country["restOfWorld"] == true;
                let code = country["code"].as_str().unwrap_or("*");
                json!({
                    "id": format!("gid://shopify/DeliveryCountry/{code}"), "name": code,
                    "code": {"countryCode": country["code"], "restOfWorld": rest},
                })
            })
            .collect();
        let id = self.new_id("DeliveryZone");
        let methods = input["methodDefinitionsToCreate"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let methods: Vec<Value> = methods
            .iter()
            .map(|method| self.new_method(method))
            .collect();
        json!({
            "zone": {"id": id, "name": input["name"], "countries": countries},
            "methodDefinitions": methods,
        })
    }

    fn new_method(&mut self, input: &Value) -> Value {
        let conditions = [
            ("weightConditionsToCreate", "TOTAL_WEIGHT", "Weight"),
            ("priceConditionsToCreate", "TOTAL_PRICE", "MoneyV2"),
        ];
        let conditions: Vec<Value> = conditions
            .into_iter()
            .flat_map(|(name, field, criteria)| {
                let given = input[name].as_array().cloned().unwrap_or_default();
                given.into_iter().map(move |one| (field, criteria, one))
            })
            .map(|(field, type_name, condition)| {
                let mut criteria = condition["criteria"].clone();
                criteria["__typename"] = json!(type_name);
                json!({
                    "id": self.new_id("DeliveryCondition"), "field": field,
                    "operator": condition["operator"], "conditionCriteria": criteria,
                })
            })
            .collect();
        let price = &input["rateDefinition"]["price"];
        let provider = match price.is_null() {
            // Somebody's service tells the price at the checkout.
            true => json!({
                "__typename": "DeliveryParticipant", "id": self.new_id("DeliveryParticipant"),
            }),
            false => json!({
                "__typename": "DeliveryRateDefinition",
                "id": self.new_id("DeliveryRateDefinition"),
                "price": {"amount": amount(cents(&price["amount"])), "currencyCode": price["currencyCode"]},
            }),
        };
        json!({
            "id": self.new_id("DeliveryMethodDefinition"),
            "name": input["name"],
            "active": input["active"] != false,
            "description": input["description"],
            "rateProvider": provider,
            "methodConditions": conditions,
        })
    }

    /// The merchant makes a zone by hand, as `DeliveryLocationGroupZoneInput` describes it.
    pub fn make_zone(&mut self, input: &Value) {
        let zone = self.new_zone(input);
        self.zones().push(zone);
    }

    /// The zones of the default profile's first location group.
    pub fn zones(&mut self) -> &mut Vec<Value> {
        let zones = &mut self.profiles[0]["profileLocationGroups"][0]["locationGroupZones"];
        match zones {
            Value::Array(zones) => zones,
            other => panic!("zones are a list: {other}"),
        }
    }

    /// `deliveryProfileUpdate`: new zones, and zones or rates taken away.
    pub(super) fn update_profile(&mut self, arguments: &Value) -> Value {
        let Some(at) = self
            .profiles
            .iter()
            .position(|known| known["id"] == arguments["id"])
        else {
            return user_error("The profile could not be found.", "NOT_FOUND", &["id"]);
        };
        let mut profile = self.profiles[at].clone();
        let input = &arguments["profile"];
        let deleted = input["zonesToDelete"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let groups = input["locationGroupsToUpdate"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let created = groups
            .iter()
            .filter_map(|group| group["zonesToCreate"].as_array());
        if deleted.len().max(created.map(Vec::len).sum()) > MOST_ZONES {
            let message = "A request can hold at most 5 zones.";
            return user_error(message, "TOO_MANY_ZONES", &["profile"]);
        }
        if groups.len() > MOST_GROUPS {
            let message = "A request can hold at most 5 location groups.";
            return user_error(message, "TOO_MANY_LOCATION_GROUPS", &["profile"]);
        }
        for group in profile["profileLocationGroups"]
            .as_array_mut()
            .into_iter()
            .flatten()
        {
            let Some(zones) = group["locationGroupZones"].as_array_mut() else {
                continue;
            };
            zones.retain(|zone| !deleted.contains(&zone["zone"]["id"]));
        }
        for group in &groups {
            let current = profile["profileLocationGroups"]
                .as_array_mut()
                .into_iter()
                .flatten();
            let mut current =
                current.filter(|current| current["locationGroup"]["id"] == group["id"]);
            let Some(current) = current.next() else {
                return user_error(
                    "The location group could not be found.",
                    "NOT_FOUND",
                    &["profile"],
                );
            };
            for zone in group["zonesToCreate"].as_array().into_iter().flatten() {
                let taken: Vec<Value> = countries(&current["locationGroupZones"]);
                let wanted = zone["countries"].as_array().into_iter().flatten();
                let twice = wanted
                    .map(|country| &country["code"])
                    .find(|code| taken.contains(code));
                if let Some(code) = twice {
                    let message = format!("Zones has already been taken: {code}");
                    return user_error(&message, "TAKEN", &["profile", "zonesToCreate"]);
                }
                let zone = self.new_zone(zone);
                if let Some(zones) = current["locationGroupZones"].as_array_mut() {
                    zones.push(zone);
                }
            }
        }
        self.profiles[at] = profile.clone();
        json!({"profile": profile, "userErrors": []})
    }
}

fn countries(zones: &Value) -> Vec<Value> {
    let zones = zones.as_array().into_iter().flatten();
    let countries = zones.filter_map(|zone| zone["zone"]["countries"].as_array());
    countries
        .flatten()
        .map(|country| country["code"]["countryCode"].clone())
        .collect()
}
