//! Shipping rates: the zones of the shop's default delivery profile.
//!
//! Ours are the zones whose name begins with [`OURS`]; consumers read the rates' names only. The merchant's own zones
//! stay as they are, and since a country stands in one zone of a profile, one that is theirs is theirs to give up.
//!
//! Reading all rates may cost more points than the shop gives at once: a zone with thirty rates is two hundred. What was
//! read when they ran out is kept, and the next call goes on there ([`Reading`]).

use crate::products::Weight;
use crate::pull::PageInfo;
use crate::{api, memory};
use comptoir_plugin_sdk::shop::{Rate, ShopRate, ShopZone, Zone};
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Money, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What the names of our zones begin with.
pub const OURS: &str = "Comptoir · ";
/// Zones that one request may make or take away.
const MOST_ZONES: usize = 5;
/// Rates that are read of one zone.
const MOST_RATES: usize = 500;
/// Rates of one zone that the screen shows.
const MOST_SHOWN: usize = 200;
/// Rates that one request asks for, by what they cost: seven points each.
const RATES_A_REQUEST: usize = 100;
/// Where a reading is kept that the shop's points interrupted, and when rates were last changed by us.
const READING: &str = "rates.reading";
const CHANGED: &str = "rates.changed";
/// Seconds after which a reading that was interrupted begins anew: its first zones may have changed since.
const READING_HOLDS: i64 = 300;

/// A zone as the shop has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CurrentZone {
    pub zone: DeliveryZone,
    #[serde(rename = "methodDefinitions")]
    pub methods: Option<Methods>,
}

/// Its name and countries.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeliveryZone {
    id: String,
    pub name: String,
    countries: Vec<Country>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Country {
    code: Code,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Code {
    country_code: Option<String>,
    rest_of_world: bool,
}

/// Its rates.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Methods {
    pub nodes: Vec<Method>,
    page_info: PageInfo,
}

/// A rate as the shop has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Method {
    name: String,
    active: bool,
    rate_provider: Provider,
    method_conditions: Vec<Condition>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Provider {
    price: Option<Amount>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Amount {
    amount: String,
    currency_code: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Condition {
    operator: String,
    condition_criteria: Criteria,
}

/// A weight, a total of the articles, or what the shop learns to ask one day.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Criteria {
    Weight(Weight),
    Total(Amount),
    Other(Value),
}

impl DeliveryZone {
    /// Its name without the mark of ours.
    fn shown(&self) -> &str {
        self.name.strip_prefix(OURS).unwrap_or(&self.name)
    }

    /// We made it.
    pub fn is_ours(&self) -> bool {
        self.name.starts_with(OURS)
    }

    fn has(&self, country: &str) -> bool {
        self.countries
            .iter()
            .any(|listed| listed.code.country_code.as_deref() == Some(country))
    }
}

/// What the screen shows of a zone before anybody asks for its rates.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ZoneRow {
    name: String,
    ours: bool,
    /// ISO 3166-1 alpha-2.
    countries: Vec<String>,
    rest_of_world: bool,
    place: Place,
}

/// Which zone, and where it stands among those of the profile.
#[derive(Debug, Serialize)]
pub struct Place {
    pub zone: String,
    /// Which of the location groups, from 0.
    pub group: usize,
    /// The cursor of the zone before it in the group.
    pub after: Option<String>,
}

/// What the screen shows of a zone's rates.
#[derive(Debug, Default, Serialize)]
pub struct RateRows {
    rates: Vec<RateRow>,
    /// There are more than are shown.
    more: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RateRow {
    name: String,
    active: bool,
    /// None when a carrier's service tells the price.
    price: Option<Price>,
    /// Grams, both ends included; none without a limit.
    min_grams: Option<u32>,
    max_grams: Option<u32>,
    /// What the articles cost together, both ends included; none without a limit.
    min_total: Option<Price>,
    max_total: Option<Price>,
}

#[derive(Debug, Serialize)]
struct Price {
    amount: String,
    currency: String,
}

impl CurrentZone {
    /// For the host.
    pub fn zone(&self) -> ShopZone {
        let countries = self.zone.countries.iter().map(|country| &country.code);
        let methods = self.methods.as_ref();
        let rates = methods.map(|methods| methods.nodes.iter().map(Method::rate));
        ShopZone {
            name: self.zone.shown().to_owned(),
            ours: self.zone.is_ours(),
            rest_of_world: countries.clone().any(|code| code.rest_of_world),
            countries: countries
                .filter_map(|code| code.country_code.clone())
                .collect(),
            rates: rates.into_iter().flatten().collect(),
            more: methods.is_some_and(|methods| methods.page_info.has_next_page),
        }
    }

    /// It is there as it is to be: nothing is to be done for it.
    fn is(&self, wanted: &Zone) -> bool {
        let current = self.zone();
        let mut countries = [current.countries, wanted.countries.clone()];
        countries.iter_mut().for_each(|codes| codes.sort_unstable());
        let mut rates = [
            current.rates,
            wanted.rates.iter().map(expected_rate).collect(),
        ];
        rates
            .iter_mut()
            .for_each(|rates| rates.sort_by_cached_key(|rate| format!("{rate:?}")));
        current.ours
            && !current.more
            && current.name == wanted.name
            && countries[0] == countries[1]
            && rates[0] == rates[1]
    }
}

/// A rate of ours as the shop tells it once it is there.
fn expected_rate(rate: &Rate) -> ShopRate {
    ShopRate {
        name: rate.name.clone(),
        active: true,
        price: Some(rate.price.clone()),
        min_weight: Some(rate.min_weight).filter(|grams| *grams > 0),
        max_weight: Some(rate.max_weight),
        min_total: None,
        max_total: None,
    }
}

const AT_LEAST: &str = "GREATER_THAN_OR_EQUAL_TO";
const AT_MOST: &str = "LESS_THAN_OR_EQUAL_TO";

impl Amount {
    fn money(&self) -> Option<Money> {
        Money::parse(&self.amount, &self.currency_code).ok()
    }

    fn shown(&self) -> Price {
        Price {
            amount: self.amount.clone(),
            currency: self.currency_code.clone(),
        }
    }
}

impl Method {
    fn criteria(&self, operator: &str) -> impl Iterator<Item = &Criteria> {
        let conditions = self.method_conditions.iter();
        let those = conditions.filter(move |condition| condition.operator == operator);
        those.map(|condition| &condition.condition_criteria)
    }

    /// The weight that a condition names, in grams.
    fn weight(&self, operator: &str) -> Option<u32> {
        self.criteria(operator).find_map(|criteria| match criteria {
            Criteria::Weight(weight) => Some(weight.grams().unwrap_or_default()),
            _ => None,
        })
    }

    /// The total of the articles that a condition names.
    fn total(&self, operator: &str) -> Option<&Amount> {
        self.criteria(operator).find_map(|criteria| match criteria {
            Criteria::Total(total) => Some(total),
            _ => None,
        })
    }

    fn least(&self) -> Option<u32> {
        self.weight(AT_LEAST)
    }

    fn most(&self) -> Option<u32> {
        self.weight(AT_MOST)
    }

    /// The shop's band begins at its minimum, the contract's above it: a gram less.
    fn rate(&self) -> ShopRate {
        let price = self.rate_provider.price.as_ref();
        ShopRate {
            name: self.name.clone(),
            active: self.active,
            price: price.and_then(Amount::money),
            min_weight: self
                .least()
                .map(|grams| grams.saturating_sub(1))
                .filter(|grams| *grams > 0),
            max_weight: self.most(),
            min_total: self.total(AT_LEAST).and_then(Amount::money),
            max_total: self.total(AT_MOST).and_then(Amount::money),
        }
    }

    fn row(&self) -> RateRow {
        let price = self.rate_provider.price.as_ref();
        RateRow {
            min_grams: self.least(),
            max_grams: self.most(),
            name: self.name.clone(),
            active: self.active,
            price: price.map(Amount::shown),
            min_total: self.total(AT_LEAST).map(Amount::shown),
            max_total: self.total(AT_MOST).map(Amount::shown),
        }
    }
}

/// The default profile's id and those of its location groups.
#[derive(Debug, Serialize, Deserialize)]
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

/// A page of a location group's zones.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Page {
    edges: Vec<Edge>,
    page_info: PageInfo,
}

/// A zone, and where the next one begins.
#[derive(Debug, Deserialize)]
struct Edge {
    cursor: String,
    node: CurrentZone,
}

/// Zones of one location group after a cursor: so many, each with so many rates after another cursor; none: without rates.
fn page(
    host: &impl Host,
    connector: &Connector,
    place: (&Profile, usize),
    (first, after): (usize, Option<&str>),
    rates: Option<(usize, Option<&str>)>,
) -> Result<Page> {
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
    let (profile, group) = place;
    let mut variables = json!({"id": profile.id, "after": after});
    let (mut known, mut methods) = ("", String::new());
    if let Some((count, after)) = rates {
        variables["rates"] = json!(after);
        known = ", $rates: String";
        methods = format!(
            "methodDefinitions(first: {count}, after: $rates) {{ pageInfo {{ hasNextPage endCursor }} nodes {{ name active
            rateProvider {{ ... on DeliveryRateDefinition {{ price {{ amount currencyCode }} }} }}
            methodConditions {{ operator conditionCriteria {{ ... on Weight {{ value unit }}
            ... on MoneyV2 {{ amount currencyCode }} }} }} }} }}"
        );
    }
    let query = format!(
        "query Zones($id: ID!, $after: String{known}) {{ deliveryProfile(id: $id) {{ profileLocationGroups {{
        locationGroupZones(first: {first}, after: $after) {{ pageInfo {{ hasNextPage endCursor }} edges {{ cursor node {{
        zone {{ id name countries {{ code {{ countryCode restOfWorld }} }} }} {methods} }} }} }} }} }} }}"
    );
    let data: Data = api::get(host, connector, &query, variables)?;
    let groups = data
        .delivery_profile
        .map(|profile| profile.profile_location_groups);
    let found = groups.and_then(|groups| groups.into_iter().nth(group));
    found
        .map(|group| group.location_group_zones)
        .ok_or_else(|| {
            let words = "the shop's delivery profile changed while it was read";
            Error::new(ErrorKind::Unavailable, words)
        })
}

/// The zones of one location group without their rates, each after the cursor of the one before.
fn names(
    host: &impl Host,
    connector: &Connector,
    place: (&Profile, usize),
) -> Result<Vec<(Option<String>, CurrentZone)>> {
    let (mut zones, mut after) = (Vec::new(), None::<String>);
    loop {
        let page = page(host, connector, place, (100, after.as_deref()), None)?;
        for Edge { cursor, node } in page.edges {
            zones.push((after.replace(cursor), node));
        }
        if !page.page_info.has_next_page {
            return Ok(zones);
        }
    }
}

/// How far all zones and their rates are read.
#[derive(Debug, Serialize, Deserialize)]
struct Reading {
    begun: i64,
    profile: Profile,
    /// The zones of each location group; there may be more of the last, and of its last one's rates.
    groups: Vec<Vec<CurrentZone>>,
    /// The cursor before the last zone, and its own.
    before: Option<String>,
    after: Option<String>,
    /// The last group is read to its end.
    ended: bool,
    /// Nothing is left to read.
    whole: bool,
}

impl Reading {
    /// The one that was interrupted, unless much or anything of ours has happened since; else from the beginning. `known`:
    /// one that came to its end does too.
    fn begin(host: &impl Host, connector: &Connector, known: bool) -> Result<Self> {
        let kept = memory::load::<Self>(host, connector, READING);
        let changed = memory::load(host, connector, CHANGED).unwrap_or(i64::MIN);
        let now = host.now().timestamp();
        let holds = |kept: &Self| {
            let is_new = kept.begun > changed && now - kept.begun < READING_HOLDS;
            is_new && (known || !kept.whole)
        };
        if let Some(kept) = kept.filter(holds) {
            return Ok(kept);
        }
        Ok(Self {
            begun: now,
            profile: profile(host, connector)?,
            groups: Vec::new(),
            before: None,
            after: None,
            ended: true,
            whole: false,
        })
    }

    fn go_on(&mut self, host: &impl Host, connector: &Connector) -> Result<()> {
        while !self.whole {
            self.complete(host, connector)?;
            if self.ended {
                if self.groups.len() == self.profile.groups.len() {
                    self.whole = true;
                    break;
                }
                self.groups.push(Vec::new());
                (self.before, self.after, self.ended) = (None, None, false);
            }
            let place = (&self.profile, self.groups.len() - 1);
            let some = (4, self.after.as_deref());
            let page = page(host, connector, place, some, Some((30, None)))?;
            self.ended = !page.page_info.has_next_page;
            let last = page.edges.len().saturating_sub(1);
            for (at, Edge { cursor, node }) in page.edges.into_iter().enumerate() {
                let is_long = node.wants_more();
                self.before = self.after.replace(cursor);
                self.groups.last_mut().expect("a group").push(node);
                // Its other rates come before the next zone, which is read anew.
                if is_long {
                    self.ended &= at == last;
                    break;
                }
            }
        }
        Ok(())
    }

    /// Reads the other rates of the last zone.
    fn complete(&mut self, host: &impl Host, connector: &Connector) -> Result<()> {
        let Some(group) = self.groups.len().checked_sub(1) else {
            return Ok(());
        };
        let place = (&self.profile, group);
        if let Some(zone) = self.groups[group].last_mut() {
            zone.complete(host, connector, place, self.before.as_deref(), MOST_RATES)?;
        }
        Ok(())
    }
}

impl CurrentZone {
    fn wants_more(&self) -> bool {
        let methods = self.methods.as_ref();
        methods.is_some_and(|methods| methods.page_info.has_next_page)
    }

    /// Reads its other rates, up to so many; it stands after this cursor.
    fn complete(
        &mut self,
        host: &impl Host,
        connector: &Connector,
        place: (&Profile, usize),
        after: Option<&str>,
        most: usize,
    ) -> Result<()> {
        let Some(methods) = &mut self.methods else {
            return Ok(());
        };
        while methods.page_info.has_next_page && methods.nodes.len() < most {
            let rates = Some((RATES_A_REQUEST, methods.page_info.end_cursor.as_deref()));
            let page = page(host, connector, place, (1, after), rates)?;
            let zone = page.edges.into_iter().next();
            let Some(next) = zone.and_then(|edge| edge.node.methods) else {
                return Ok(());
            };
            methods.nodes.extend(next.nodes);
            methods.page_info = next.page_info;
        }
        Ok(())
    }
}

/// The default profile, and the zones of each of its location groups with their rates; `known`: what was read a moment ago
/// will do, unless we changed something since.
///
/// # Errors
/// [`ErrorKind::RateLimited`]: the points ran out; called again, it goes on.
fn read(
    host: &impl Host,
    connector: &Connector,
    known: bool,
) -> Result<(Profile, Vec<Vec<CurrentZone>>)> {
    let mut reading = Reading::begin(host, connector, known)?;
    let outcome = reading.go_on(host, connector);
    memory::save(host, connector, READING, &reading);
    outcome.map(|()| (reading.profile, reading.groups))
}

/// All zones of the default profile with their rates.
pub fn all(host: &impl Host, connector: &Connector) -> Result<Vec<CurrentZone>> {
    let (_, groups) = read(host, connector, false)?;
    Ok(groups.into_iter().flatten().collect())
}

/// All zones of the default profile for the screen, which asks for [`shown`] rates of those that somebody opens.
pub fn rows(host: &impl Host, connector: &Connector) -> Result<Vec<ZoneRow>> {
    let profile = profile(host, connector)?;
    let mut rows = Vec::new();
    for group in 0..profile.groups.len() {
        for (after, current) in names(host, connector, (&profile, group))? {
            let zone = current.zone();
            rows.push(ZoneRow {
                name: zone.name,
                ours: zone.ours,
                countries: zone.countries,
                rest_of_world: zone.rest_of_world,
                place: Place {
                    zone: current.zone.id,
                    group,
                    after,
                },
            });
        }
    }
    Ok(rows)
}

/// The rates of the zone at a place of the profile; none where another one stands by now.
pub fn shown(host: &impl Host, connector: &Connector, at: &Place) -> Result<RateRows> {
    let profile = profile(host, connector)?;
    let place = (&profile, at.group);
    let (after, rates) = (at.after.as_deref(), Some((RATES_A_REQUEST, None)));
    let found = page(host, connector, place, (1, after), rates)?.edges;
    let found = found.into_iter().find(|edge| edge.node.zone.id == at.zone);
    let Some(Edge { node: mut zone, .. }) = found else {
        return Ok(RateRows::default());
    };
    zone.complete(host, connector, place, after, MOST_SHOWN)?;
    let methods = zone.methods.iter().flat_map(|methods| &methods.nodes);
    Ok(RateRows {
        rates: methods.map(Method::row).collect(),
        more: zone.wants_more(),
    })
}

/// Replaces our zones. Those that are there as they are to be stay: what a call left half done the next one ends.
pub fn set(host: &impl Host, connector: &Connector, wanted: &[Zone]) -> Result<()> {
    check(wanted)?;
    // Where the points run out between two changes, the next call need not read all of it again.
    let (profile, current) = read(host, connector, true)?;
    // Before anything is taken away: what is the merchant's cannot be ours too.
    for theirs in current.iter().flatten().filter(|zone| !zone.zone.is_ours()) {
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
    let is_wanted = |zone: &&CurrentZone| wanted.iter().any(|wanted| zone.is(wanted));
    let stale = current.iter().flatten().filter(|zone| !is_wanted(zone));
    remove(host, connector, &profile, stale)?;
    let total = wanted.len() * profile.groups.len();
    let mut done = 0;
    for (group, current) in profile.groups.iter().zip(&current) {
        let missing: Vec<&Zone> = wanted
            .iter()
            .filter(|wanted| !current.iter().any(|zone| zone.is(wanted)))
            .collect();
        done += wanted.len() - missing.len();
        for some in missing.chunks(MOST_ZONES) {
            host.progress(done as u64, Some(total as u64), &some[0].name);
            let zones: Vec<Value> = some.iter().map(|zone| zone_input(zone)).collect();
            update(
                host,
                connector,
                &profile,
                json!({"locationGroupsToUpdate": [{"id": group, "zonesToCreate": zones}]}),
            )?;
            done += some.len();
        }
    }
    host.progress(done as u64, Some(total as u64), "");
    Ok(())
}

/// Takes our zones away.
pub fn clear(host: &impl Host, connector: &Connector) -> Result<()> {
    let profile = profile(host, connector)?;
    for group in 0..profile.groups.len() {
        let zones = names(host, connector, (&profile, group))?;
        remove(
            host,
            connector,
            &profile,
            zones.iter().map(|(_, zone)| zone),
        )?;
    }
    Ok(())
}

fn remove<'a>(
    host: &impl Host,
    connector: &Connector,
    profile: &Profile,
    zones: impl Iterator<Item = &'a CurrentZone>,
) -> Result<()> {
    let ours: Vec<&str> = zones
        .filter(|zone| zone.zone.is_ours())
        .map(|zone| zone.zone.id.as_str())
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
    // Whatever comes of it, and whether or not we live to see it: what was read before tells nothing any more.
    let note = |at: i64| memory::save(host, connector, CHANGED, &at);
    let before = memory::load(host, connector, CHANGED).unwrap_or(i64::MIN);
    note(host.now().timestamp());
    let changed = api::change::<Done>(host, connector, query, variables);
    match &changed {
        // Nothing came of it.
        Err(error) if matches!(error.kind, ErrorKind::RateLimited(_)) => note(before),
        _ => note(host.now().timestamp()),
    }
    changed.map(drop)
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
