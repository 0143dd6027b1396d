//! What the shop believes to have in stock: summed over its locations, or of the one that the connection names.
//!
//! A changed level brings its article with all levels, so that the sum is whole. SKUs are not unique at a shop: of two
//! variants with one SKU the one that comes last counts.

use crate::api;
use crate::pull::{PageInfo, Source};
use crate::settings::Settings;
use comptoir_plugin_sdk::commerce::Inventory;
use comptoir_plugin_sdk::{Connector, Host, Result, time};
use serde::Deserialize;
use serde_json::json;

/// The stock of a shop.
#[derive(Debug)]
pub struct Stock {
    settings: Settings,
}

impl Stock {
    /// Of the shop that the connection is about.
    pub fn of(connector: &Connector) -> Result<Self> {
        Ok(Self {
            settings: Settings::of(connector)?,
        })
    }
}

macro_rules! level {
    () => {
        "id updatedAt location { id } quantities(names: [\"available\", \"on_hand\", \"committed\", \"reserved\", \"damaged\"])
        { name quantity }"
    };
}

impl Source for Stock {
    type Item = Inventory;
    const NAME: &'static str = "inventories";
    const FIRST: u32 = 15;
    const CHANGED: &'static str = concat!(
        "query Levels($first: Int!, $after: String, $query: String!, $part: ID!) { page: location(id: $part) {
        page: inventoryLevels(first: $first, after: $after, query: $query) { pageInfo { hasNextPage endCursor }
        edges { cursor node { id item { id sku inventoryLevels(first: 20) { pageInfo { hasNextPage endCursor } nodes { ",
        level!(),
        " } } } } } } } }"
    );
    const WITHIN: bool = true;
    const REST: &'static str = "";
    const WHOLE: bool = true;

    fn bulk(&self) -> String {
        concat!(
            "{ page: inventoryItems { edges { node { id sku inventoryLevels { edges { node { ",
            level!(),
            " } } } } } } }"
        )
        .into()
    }

    /// The locations, whose levels are asked for one after the other.
    fn parts(&self, host: &impl Host, connector: &Connector) -> Result<Vec<String>> {
        #[derive(Deserialize)]
        struct Data {
            locations: Locations,
        }
        #[derive(Deserialize)]
        struct Locations {
            nodes: Vec<Location>,
        }
        if let Some(location) = self.settings.location_id() {
            return Ok(vec![location]);
        }
        let query = "{ locations(first: 250) { nodes { id } } }";
        let data: Data = api::get(host, connector, query, json!({}))?;
        Ok(data
            .locations
            .nodes
            .into_iter()
            .map(|location| location.id)
            .collect())
    }

    fn convert(&self, root: &str, children: &[String]) -> Result<Option<Inventory>, String> {
        let row: Row = serde_json::from_str(root).map_err(|error| error.to_string())?;
        let (sku, mut levels) = match row.item {
            Some(item) if item.inventory_levels.page_info.has_next_page => {
                return Err("inventoryLevels: at more than 20 locations".into());
            }
            Some(item) => (item.sku, item.inventory_levels.nodes),
            None => (row.sku, Vec::new()),
        };
        for child in children {
            levels.push(
                serde_json::from_str(child).map_err(|error| format!("inventoryLevels: {error}"))?,
            );
        }
        // An article without a SKU is nothing that the portal could name.
        let Some(sku) = sku
            .map(|sku| sku.trim().to_owned())
            .filter(|sku| !sku.is_empty())
        else {
            return Ok(None);
        };
        let location = self.settings.location_id();
        levels.retain(|level| {
            location
                .as_ref()
                .is_none_or(|only| *only == level.location.id)
        });
        let Some(as_of) = levels.iter().map(|level| level.updated_at.as_str()).max() else {
            return Ok(None);
        };
        let as_of =
            time::parse(as_of).ok_or_else(|| format!("updatedAt: {as_of:?} is not a time"))?;
        // Less than nothing (oversold) at one location is not taken from another.
        let sum = |name: &str| {
            let rows = levels.iter().flat_map(|level| &level.quantities);
            let rows = rows.filter(|row| row.name == name);
            rows.fold(0_u32, |sum, row| {
                sum.saturating_add(u32::try_from(row.quantity.max(0)).unwrap_or(u32::MAX))
            })
        };
        Ok(Some(Inventory {
            sku,
            available: sum("available"),
            in_warehouse: sum("on_hand"),
            reserved: sum("committed").saturating_add(sum("reserved")),
            damaged: sum("damaged"),
            as_of: time::format_millis(as_of),
            extra: Vec::new(),
        }))
    }
}

/// A changed level with its article, or (in a bulk file) the article itself.
#[derive(Deserialize)]
struct Row {
    sku: Option<String>,
    item: Option<Item>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    sku: Option<String>,
    inventory_levels: Levels,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Levels {
    nodes: Vec<Level>,
    page_info: PageInfo,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Level {
    updated_at: String,
    location: Location,
    quantities: Vec<Quantity>,
}

#[derive(Deserialize)]
struct Location {
    id: String,
}

#[derive(Deserialize)]
struct Quantity {
    name: String,
    quantity: i64,
}
