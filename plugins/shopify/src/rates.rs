//! Shipping rates: the zones of the shop's default delivery profile.
//!
//! Ours are the zones whose name begins with [`OURS`]; consumers read the rates' names only. The merchant's own zones
//! stay as they are, and since a country stands in one zone of a profile, one that is theirs is theirs to give up.

use crate::api;
use crate::pull::PageInfo;
use comptoir_plugin_sdk::shop::{Rate, Zone};
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What the names of our zones begin with.
pub const OURS: &str = "Comptoir · ";
/// Zones that one request may make or take away.
const MOST_ZONES: usize = 5;

/// A zone as the shop has it.
#[derive(Clone, Debug, Deserialize)]
pub struct Held {
    pub zone: HeldZone,
    #[serde(rename = "methodDefinitions")]
    pub methods: Option<Methods>,
}

/// Its name and countries.
#[derive(Clone, Debug, Deserialize)]
pub struct HeldZone {
    id: String,
    pub name: String,
    countries: Vec<Country>,
}

#[derive(Clone, Debug, Deserialize)]
struct Country {
    code: Code,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Code {
    country_code: Option<String>,
    rest_of_world: bool,
}

/// Its rates.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Methods {
    pub nodes: Vec<Method>,
    page_info: PageInfo,
}

/// A rate as the shop has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Method {
    name: String,
    active: bool,
    rate_provider: Provider,
    method_conditions: Vec<Condition>,
}

#[derive(Clone, Debug, Deserialize)]
struct Provider {
    price: Option<Amount>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Amount {
    amount: String,
    #[serde(rename(serialize = "currency"))]
    currency_code: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Condition {
    operator: String,
    condition_criteria: Criteria,
}

#[derive(Clone, Debug, Deserialize)]
struct Criteria {
    value: Option<f64>,
    unit: Option<String>,
}

impl HeldZone {
    /// We made it.
    pub fn is_ours(&self) -> bool {
        self.name.starts_with(OURS)
    }

    fn has(&self, country: &str) -> bool {
        self.countries
            .iter()
            .any(|held| held.code.country_code.as_deref() == Some(country))
    }
}

/// What the screen shows of a zone.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ZoneRow {
    name: String,
    ours: bool,
    /// ISO 3166-1 alpha-2.
    countries: Vec<String>,
    rest_of_world: bool,
    rates: Vec<RateRow>,
    /// There are more rates than are shown.
    more: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RateRow {
    name: String,
    active: bool,
    /// None when a carrier's service tells the price.
    price: Option<Amount>,
    /// Grams, both ends included; none without a limit.
    min_grams: Option<u32>,
    max_grams: Option<u32>,
}

impl Held {
    /// For the screen.
    pub fn row(self) -> ZoneRow {
        let ours = self.zone.is_ours();
        let Self { zone, methods } = self;
        let more = methods
            .as_ref()
            .is_some_and(|methods| methods.page_info.has_next_page);
        let rates = methods.map(|methods| methods.nodes).unwrap_or_default();
        ZoneRow {
            name: zone
                .name
                .strip_prefix(OURS)
                .unwrap_or(&zone.name)
                .to_owned(),
            ours,
            rest_of_world: zone
                .countries
                .iter()
                .any(|country| country.code.rest_of_world),
            countries: zone
                .countries
                .into_iter()
                .filter_map(|country| country.code.country_code)
                .collect(),
            rates: rates.into_iter().map(Method::row).collect(),
            more,
        }
    }
}

impl Method {
    fn row(self) -> RateRow {
        let weight = |operator: &str| {
            let condition = self
                .method_conditions
                .iter()
                .find(|condition| condition.operator == operator)?;
            let Criteria { value, unit } = &condition.condition_criteria;
            let weight = crate::products::Weight {
                value: (*value)?,
                unit: unit.clone()?,
            };
            Some(weight.grams().unwrap_or_default())
        };
        RateRow {
            min_grams: weight("GREATER_THAN_OR_EQUAL_TO"),
            max_grams: weight("LESS_THAN_OR_EQUAL_TO"),
            name: self.name,
            active: self.active,
            price: self.rate_provider.price,
        }
    }
}

/// The default profile's id and those of its location groups.
struct Profile {
    id: String,
    groups: Vec<String>,
}

fn profile(host: &impl Host, connector: &Connector) -> Result<Profile> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Data {
        delivery_profiles: Page,
    }
    #[derive(Deserialize)]
    struct Page {
        nodes: Vec<Node>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Node {
        id: String,
        default: bool,
        profile_location_groups: Vec<Group>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Group {
        location_group: Id,
    }
    #[derive(Deserialize)]
    struct Id {
        id: String,
    }
    let query = "{ deliveryProfiles(first: 50) { nodes { id default profileLocationGroups { locationGroup { id } } } } }";
    let data: Data = api::get(host, connector, query, json!({}))?;
    let default = data
        .delivery_profiles
        .nodes
        .into_iter()
        .find(|profile| profile.default);
    let default =
        default.ok_or_else(|| Error::not_found("the shop has no default delivery profile"))?;
    let groups = default
        .profile_location_groups
        .into_iter()
        .map(|group| group.location_group.id);
    Ok(Profile {
        id: default.id,
        groups: groups.collect(),
    })
}

const METHODS: &str =
    "methodDefinitions(first: 30) { pageInfo { hasNextPage endCursor } nodes { name active
    rateProvider { ... on DeliveryRateDefinition { price { amount currencyCode } } }
    methodConditions { operator conditionCriteria { ... on Weight { value unit } } } } }";

/// The zones of one location group; with their rates where asked.
fn zones(
    host: &impl Host,
    connector: &Connector,
    profile: &Profile,
    group: usize,
    rates: bool,
) -> Result<Vec<Held>> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Data {
        delivery_profile: Option<Groups>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Groups {
        profile_location_groups: Vec<Group>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Group {
        location_group_zones: Page,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Page {
        nodes: Vec<Held>,
        page_info: PageInfo,
    }
    // By what they cost: a zone with thirty rates is two hundred points.
    let (first, methods) = if rates { (4, METHODS) } else { (100, "") };
    let query = format!(
        "query Zones($id: ID!, $after: String) {{ deliveryProfile(id: $id) {{ profileLocationGroups {{
        locationGroupZones(first: {first}, after: $after) {{ pageInfo {{ hasNextPage endCursor }} nodes {{
        zone {{ id name countries {{ code {{ countryCode restOfWorld }} }} }} {methods} }} }} }} }} }}"
    );
    let (mut zones, mut after) = (Vec::new(), None);
    loop {
        let data: Data = api::get(
            host,
            connector,
            &query,
            json!({"id": profile.id, "after": after}),
        )?;
        let groups = data
            .delivery_profile
            .map(|profile| profile.profile_location_groups);
        let Some(page) = groups.and_then(|groups| groups.into_iter().nth(group)) else {
            return Ok(zones);
        };
        let page = page.location_group_zones;
        zones.extend(page.nodes);
        after = page
            .page_info
            .end_cursor
            .filter(|_| page.page_info.has_next_page);
        if after.is_none() {
            return Ok(zones);
        }
    }
}

/// All zones of the default profile with their rates.
pub fn all(host: &impl Host, connector: &Connector) -> Result<Vec<Held>> {
    let profile = profile(host, connector)?;
    let mut found = Vec::new();
    for group in 0..profile.groups.len() {
        found.extend(zones(host, connector, &profile, group, true)?);
    }
    Ok(found)
}

/// Replaces our zones.
pub fn set(host: &impl Host, connector: &Connector, wanted: &[Zone]) -> Result<()> {
    check(wanted)?;
    let profile = profile(host, connector)?;
    let mut held = Vec::new();
    for group in 0..profile.groups.len() {
        held.push(zones(host, connector, &profile, group, false)?);
    }
    // Before anything is taken away: what is the merchant's cannot be ours too.
    for theirs in held.iter().flatten().filter(|held| !held.zone.is_ours()) {
        let countries = wanted.iter().flat_map(|zone| &zone.countries);
        if let Some(country) = countries
            .into_iter()
            .find(|country| theirs.zone.has(country))
        {
            let message = format!(
                "{country} stands in the shop's own zone {:?}: take it out of there first",
                theirs.zone.name
            );
            return Err(Error::new(ErrorKind::Conflict, message));
        }
    }
    remove(host, connector, &profile, held.iter().flatten())?;
    for group in &profile.groups {
        for some in wanted.chunks(MOST_ZONES) {
            let zones: Vec<Value> = some.iter().map(zone_input).collect();
            update(
                host,
                connector,
                &profile,
                json!({"locationGroupsToUpdate": [{"id": group, "zonesToCreate": zones}]}),
            )?;
        }
    }
    Ok(())
}

/// Takes our zones away.
pub fn clear(host: &impl Host, connector: &Connector) -> Result<()> {
    let profile = profile(host, connector)?;
    for group in 0..profile.groups.len() {
        let held = zones(host, connector, &profile, group, false)?;
        remove(host, connector, &profile, held.iter())?;
    }
    Ok(())
}

fn remove<'a>(
    host: &impl Host,
    connector: &Connector,
    profile: &Profile,
    held: impl Iterator<Item = &'a Held>,
) -> Result<()> {
    let ours: Vec<&str> = held
        .filter(|held| held.zone.is_ours())
        .map(|held| held.zone.id.as_str())
        .collect();
    for some in ours.chunks(MOST_ZONES) {
        update(host, connector, profile, json!({ "zonesToDelete": some }))?;
    }
    Ok(())
}

fn update(host: &impl Host, connector: &Connector, profile: &Profile, input: Value) -> Result<()> {
    #[derive(Deserialize)]
    struct Done {
        #[serde(rename = "profile")]
        _profile: Value,
    }
    let query = "mutation Update($id: ID!, $profile: DeliveryProfileInput!) {
        result: deliveryProfileUpdate(id: $id, profile: $profile) { profile { id } userErrors { field message } } }";
    let variables = json!({"id": profile.id, "profile": input});
    api::change::<Done>(host, connector, query, variables).map(drop)
}

fn check(zones: &[Zone]) -> Result<()> {
    let mut seen = Vec::new();
    for zone in zones {
        let refuse = |why: &str| Err(Error::rejected(format!("zone {:?}: {why}", zone.name)));
        if zone.countries.is_empty() || zone.rates.is_empty() {
            return refuse("it needs a country and a rate");
        }
        if zone
            .rates
            .iter()
            .any(|rate| rate.max_weight <= rate.min_weight)
        {
            return refuse("a rate ends below its beginning");
        }
        for country in &zone.countries {
            if seen.contains(&country) {
                return refuse(&format!("{country} stands in two zones"));
            }
            seen.push(country);
        }
    }
    Ok(())
}

fn zone_input(zone: &Zone) -> Value {
    let countries: Vec<Value> = zone
        .countries
        .iter()
        .map(|code| json!({"code": code, "includeAllProvinces": true}))
        .collect();
    let methods: Vec<Value> = zone.rates.iter().map(rate_input).collect();
    json!({"name": format!("{OURS}{}", zone.name), "countries": countries, "methodDefinitionsToCreate": methods})
}

/// The contract's band begins above its minimum, the shop's at it: a gram more.
fn rate_input(rate: &Rate) -> Value {
    let condition = |operator: &str, grams: u32| json!({"criteria": {"value": f64::from(grams), "unit": "GRAMS"}, "operator": operator});
    let mut conditions = Vec::new();
    if rate.min_weight > 0 {
        conditions.push(condition("GREATER_THAN_OR_EQUAL_TO", rate.min_weight + 1));
    }
    conditions.push(condition("LESS_THAN_OR_EQUAL_TO", rate.max_weight));
    json!({
        "name": rate.name,
        "description": rate.code,
        "active": true,
        "rateDefinition": {"price": {"amount": rate.price.decimal(), "currencyCode": rate.price.currency}},
        "weightConditionsToCreate": conditions,
    })
}
