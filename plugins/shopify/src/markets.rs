//! Markets: where the shop sells. Ours is the one called [`OURS`]; the merchant's own stay as they are.

use crate::api;
use crate::pull::{PageInfo, number};
use comptoir_plugin_sdk::shop::Market;
use comptoir_plugin_sdk::{Connector, Host, Result};
use serde::Deserialize;
use serde_json::{Value, json};

/// The name of our market.
const OURS: &str = "Comptoir";

/// Whether a market of this name is the one that we made.
pub fn is_ours(name: &str) -> bool {
    name == OURS
}

#[derive(Debug, Deserialize)]
struct Wire {
    id: String,
    name: String,
    status: String,
    conditions: Option<Conditions>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Conditions {
    regions_condition: Option<Regions>,
}

#[derive(Debug, Deserialize)]
struct Regions {
    regions: Nodes,
}

#[derive(Debug, Deserialize)]
struct Nodes {
    nodes: Vec<Region>,
}

/// A region that is no country has no code.
#[derive(Debug, Deserialize)]
struct Region {
    code: Option<String>,
}

impl Wire {
    fn countries(&self) -> Vec<String> {
        let regions = self
            .conditions
            .iter()
            .filter_map(|conditions| conditions.regions_condition.as_ref());
        regions
            .flat_map(|regions| &regions.regions.nodes)
            .filter_map(|region| region.code.clone())
            .collect()
    }

    fn market(&self) -> Market {
        Market {
            id: number(&self.id).into(),
            name: self.name.clone(),
            active: self.status == "ACTIVE",
            countries: self.countries(),
        }
    }
}

fn all(host: &impl Host, connector: &Connector) -> Result<Vec<Wire>> {
    #[derive(Deserialize)]
    struct Data {
        markets: Page,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Page {
        nodes: Vec<Wire>,
        page_info: PageInfo,
    }
    // Three at a time, by what 250 regions cost.
    let query = "query Markets($after: String) { markets(first: 3, after: $after) { pageInfo { hasNextPage endCursor }
        nodes { id name status conditions { regionsCondition { regions(first: 250) {
        nodes { ... on MarketRegionCountry { code } } } } } } } }";
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let Data { markets: page } = api::get(host, connector, query, json!({ "after": after }))?;
        found.extend(page.nodes);
        after = page
            .page_info
            .end_cursor
            .filter(|_| page.page_info.has_next_page);
        if after.is_none() {
            return Ok(found);
        }
    }
}

/// Where the shop sells.
pub fn list(host: &impl Host, connector: &Connector) -> Result<Vec<Market>> {
    Ok(all(host, connector)?.iter().map(Wire::market).collect())
}

/// Our market then holds those of the countries that no other market of the shop has; a country is in one at a time.
pub fn set(host: &impl Host, connector: &Connector, countries: &[String]) -> Result<Vec<Market>> {
    let markets = all(host, connector)?;
    let ours = markets.iter().find(|market| is_ours(&market.name));
    let others = markets.iter().filter(|market| !is_ours(&market.name));
    let taken: Vec<String> = others.flat_map(Wire::countries).collect();
    let mut wanted: Vec<&String> = countries
        .iter()
        .filter(|country| !taken.contains(country))
        .collect();
    wanted.sort();
    wanted.dedup();
    let current = ours.map(Wire::countries).unwrap_or_default();
    let added: Vec<&&String> = wanted
        .iter()
        .filter(|country| !current.contains(country))
        .collect();
    let removed: Vec<&String> = current
        .iter()
        .filter(|country| !wanted.contains(country))
        .collect();
    match ours {
        None if !wanted.is_empty() => {
            let input = json!({"name": OURS, "status": "ACTIVE", "conditions": regions(&wanted)});
            let query = "mutation Create($input: MarketCreateInput!) { result: marketCreate(input: $input) {
                market { id } userErrors { field message code } } }";
            change(host, connector, query, json!({ "input": input }))?;
        }
        Some(market) if !added.is_empty() || !removed.is_empty() => {
            let mut conditions = json!({});
            if !added.is_empty() {
                conditions["conditionsToAdd"] = regions(&added);
            }
            if !removed.is_empty() {
                conditions["conditionsToDelete"] = regions(&removed);
            }
            let query = "mutation Update($id: ID!, $input: MarketUpdateInput!) {
                result: marketUpdate(id: $id, input: $input) { market { id } userErrors { field message code } } }";
            change(
                host,
                connector,
                query,
                json!({"id": market.id, "input": {"conditions": conditions}}),
            )?;
        }
        _ => return Ok(markets.iter().map(Wire::market).collect()),
    }
    list(host, connector)
}

fn regions(countries: &[impl AsRef<str>]) -> Value {
    let regions: Vec<Value> = countries
        .iter()
        .map(|code| json!({"countryCode": code.as_ref()}))
        .collect();
    json!({"regionsCondition": {"regions": regions}})
}

fn change(host: &impl Host, connector: &Connector, query: &str, variables: Value) -> Result<()> {
    #[derive(Deserialize)]
    struct Done {
        #[serde(rename = "market")]
        _market: Value,
    }
    api::change::<Done>(host, connector, query, variables).map(drop)
}
