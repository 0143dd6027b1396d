//! What the operator set: shops, and for each territory the layout, the channel, the rhythm and the rules.

use crate::layouts::Layout;
use chrono::NaiveDate;
use chrono_tz::Tz;
use comptoir_plugin_sdk::report::ReportBasis;
use comptoir_plugin_sdk::schemars::{self, JsonSchema, Schema, SchemaGenerator, json_schema};
use comptoir_plugin_sdk::{Connector, Error, Host, Result, settings};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// `[plugins.phonographic.configuration]`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Configuration {
    /// The sellers, as receivers know them.
    #[serde(default)]
    pub shops: Vec<Shop>,
    /// What is sent by itself: one for each layout, shop and territory.
    #[serde(default)]
    pub reports: Vec<Plan>,
    /// How much of a currency one euro is (GBP = "0.84"), for layouts whose currency is neither the sale's nor the euro.
    #[serde(default)]
    #[schemars(schema_with = "rates")]
    pub rates: BTreeMap<String, Decimal>,
}

/// A seller.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Shop {
    /// Stands in file names.
    #[schemars(regex(pattern = "^[A-Za-z0-9-]{1,32}$"))]
    pub code: String,
    /// Stands in files.
    #[schemars(length(min = 1, max = 100))]
    pub name: String,
    /// The host's store whose sales it reports; none: all stores.
    #[schemars(extend("format" = "uuid"))]
    pub store: Option<String>,
    /// Its number at GfK, by country.
    #[serde(default)]
    #[schemars(schema_with = "retailers")]
    pub retailers: BTreeMap<String, String>,
    /// Its five digits at Luminate.
    #[schemars(regex(pattern = "^[0-9]{5}$"))]
    pub account: Option<String>,
}

/// How often a report is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cadence {
    /// Every day, for the day before.
    Daily,
    /// Every week, for the week before.
    Weekly,
}

/// When a unit counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// When it first left the warehouse.
    #[default]
    Shipped,
    /// When it was ordered.
    Sold,
}

impl From<Basis> for ReportBasis {
    fn from(basis: Basis) -> Self {
        match basis {
            Basis::Shipped => Self::Shipped,
            Basis::Sold => Self::Sold,
        }
    }
}

/// What happens to a box of several records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Bundles {
    /// Each record counts, for its part of the price.
    Split,
    /// The box counts, once.
    Whole,
}

/// The least price for one that counts, by format; none: any price above nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Minimum {
    /// For a CD.
    #[schemars(with = "Option<String>", regex(pattern = DECIMAL))]
    pub cd: Option<Decimal>,
    /// For a vinyl record.
    #[schemars(with = "Option<String>", regex(pattern = DECIMAL))]
    pub vinyl: Option<Decimal>,
    /// For a cassette.
    #[schemars(with = "Option<String>", regex(pattern = DECIMAL))]
    pub cassette: Option<Decimal>,
}

/// One report of one territory.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Plan {
    /// How its files look.
    pub layout: Layout,
    /// A shop's code.
    pub shop: String,
    /// ISO 3166-1 alpha-2; empty: everywhere.
    #[serde(default)]
    #[schemars(regex(pattern = "^([A-Z]{2})?$"))]
    pub territory: String,
    /// The channel in `plugins.toml` that its files go to; none: they are built only.
    pub channel: Option<String>,
    /// How often.
    pub cadence: Cadence,
    /// When a unit counts.
    #[serde(default)]
    pub basis: Basis,
    /// Amounts with tax.
    #[serde(default)]
    pub with_tax: bool,
    /// Whose days are meant.
    #[serde(default = "paris")]
    #[schemars(with = "String")]
    pub time_zone: Tz,
    /// The hour of the day after at which it is due, on the wall.
    #[serde(default = "two")]
    #[schemars(range(max = 23))]
    pub hour: u8,
    /// Nothing is due for days before.
    pub since: Option<NaiveDate>,
    /// In place of the layout's own.
    pub minimum_price: Option<Minimum>,
    /// In place of what belongs to the territory.
    #[schemars(length(min = 1), inner(regex(pattern = "^[A-Z]{2}$")))]
    pub countries: Option<Vec<String>>,
    /// In place of the layout's own.
    pub bundles: Option<Bundles>,
    /// Whether a file is sent when nothing was sold, in place of the layout's own.
    pub empty_file: Option<bool>,
}

/// An amount as TOML has it exactly: text.
const DECIMAL: &str = "^[0-9]{1,9}([.][0-9]{1,6})?$";

/// By currency.
fn rates(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "propertyNames": { "pattern": "^[A-Z]{3}$" },
        "additionalProperties": { "type": "string", "pattern": DECIMAL },
    })
}

/// By a country that GfK counts.
fn retailers(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "propertyNames": { "enum": ["DE", "ES", "FR", "IT", "NL"] },
        "additionalProperties": { "type": "string", "pattern": "^[0-9]{1,10}$" },
    })
}

const fn paris() -> Tz {
    chrono_tz::Europe::Paris
}

const fn two() -> u8 {
    2
}

impl Configuration {
    /// Reads and checks it; `invalid-config` names the field.
    pub fn load(host: &impl Host) -> Result<Self> {
        let whole = Connector {
            id: String::new(),
            settings: host.configuration(),
        };
        let configuration: Self = settings(&whole)?;
        let shops = &configuration.shops;
        for (place, shop) in shops.iter().enumerate() {
            let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
            if shop.code.is_empty() || !shop.code.bytes().all(allowed) {
                let field = format!("shops[{place}].code");
                let why = "has letters, digits and dashes only: it stands in file names";
                return Err(Error::invalid_setting(&field, "invalid", why));
            }
            if shops[..place].iter().any(|other| other.code == shop.code) {
                let field = format!("shops[{place}].code");
                let why = format!("{} stands there twice", shop.code);
                return Err(Error::invalid_setting(&field, "invalid", why));
            }
        }
        for (place, plan) in configuration.reports.iter().enumerate() {
            let invalid = |field: &str, why: String| {
                let field = format!("reports[{place}].{field}");
                Err(Error::invalid_setting(&field, "invalid", why))
            };
            if !shops.iter().any(|shop| shop.code == plan.shop) {
                return invalid("shop", format!("{} is not the code of a shop", plan.shop));
            }
            if plan.hour > 23 {
                return invalid("hour", format!("{} is not an hour of the day", plan.hour));
            }
            if let Err(error) = plan.layout.takes(&plan.territory) {
                return invalid("territory", error.message);
            }
            let same = |other: &&Plan| {
                (other.layout, &other.shop, &other.territory)
                    == (plan.layout, &plan.shop, &plan.territory)
            };
            if configuration.reports[..place]
                .iter()
                .any(|other| same(&other))
            {
                return invalid("layout", "the same report stands there twice".into());
            }
        }
        Ok(configuration)
    }

    /// The shop of that code. One that is not configured has its code for a name.
    pub fn shop(&self, code: &str) -> Shop {
        let known = self.shops.iter().find(|shop| shop.code == code).cloned();
        known.unwrap_or_else(|| Shop {
            code: code.into(),
            name: code.into(),
            store: None,
            retailers: BTreeMap::new(),
            account: None,
        })
    }

    /// What is set for a report, if it is one that is.
    pub fn plan(&self, layout: Layout, shop: &str, territory: &str) -> Option<&Plan> {
        self.reports.iter().find(|plan| {
            (plan.layout, plan.shop.as_str(), plan.territory.as_str()) == (layout, shop, territory)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use comptoir_plugin_sdk::testing::keep_schema;

    #[test]
    fn the_operator_sets_the_configuration() {
        keep_schema::<Configuration>("plugin.toml", "configuration");
    }
}
