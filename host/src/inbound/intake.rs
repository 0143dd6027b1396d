//! From a plugin's answer to what is kept: checked, in the portal's terms. No I/O.

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce as reported;
use comptoir_sandbox::{Entity, PluginColumn};
use serde::Serialize;

use super::model::InboundStatus;
use crate::plugins::Values;
use crate::providers::sync::intake::{clean, columns, count, name, time};
use crate::providers::sync::{Fault, FaultCode, Item, Row};

/// SKUs of one shipment, at most.
const UNITS: usize = 5000;

/// What people follow of a shipment, and its history tells.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct History {
    pub status: InboundStatus,
    pub expected_at: Option<DateTime<Utc>>,
    pub expected_units: i64,
    pub offloaded_units: i64,
    pub damaged_units: i64,
}

/// A shipment as a row of `inbound_shipments`. The fields' names are the columns'.
#[derive(Debug, Clone, Serialize)]
pub struct Intake {
    pub name: String,
    pub reference: String,
    pub carrier: String,
    pub warehouse: String,
    pub provider_status: String,
    pub status: InboundStatus,
    pub expected_at: Option<DateTime<Utc>>,
    pub expected_units: i64,
    pub offloaded_units: i64,
    pub damaged_units: i64,
    /// What the plugin's manifest names of the rest.
    pub extra: Values,
    #[serde(skip)]
    pub units: Vec<Unit>,
}

/// A row of `inbound_units`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unit {
    pub sku: String,
    pub expected: i32,
    pub offloaded: i32,
    pub damaged: i32,
}

impl Intake {
    /// Takes a shipment, or says what is wrong with it.
    pub fn of(
        shipment: &reported::InboundShipment,
        known: &[PluginColumn],
    ) -> Result<Item<Self>, Fault> {
        if shipment.units.len() > UNITS {
            return Err(Fault::max("units", shipment.units.len(), UNITS));
        }
        let mut units = Vec::with_capacity(shipment.units.len());
        for unit in &shipment.units {
            name("units.sku", &unit.sku)?;
            units.push(Unit {
                sku: unit.sku.clone(),
                expected: count("units.expected", unit.expected)?,
                offloaded: count("units.offloaded", unit.offloaded)?,
                damaged: count("units.damaged", unit.damaged)?,
            });
        }
        units.sort_by(|a, b| a.sku.cmp(&b.sku));
        if let Some(twice) = units.windows(2).find(|pair| pair[0].sku == pair[1].sku) {
            return Err(Fault::new("units.sku", FaultCode::Unique, &*twice[0].sku));
        }
        let sum = |part: fn(&Unit) -> i32| units.iter().map(|unit| i64::from(part(unit))).sum();
        let (status, provider_status) = status(&shipment.status);
        let expected_at = shipment.expected_at.as_deref();
        let intake = Self {
            name: clean(&shipment.name),
            reference: clean(&shipment.reference),
            carrier: clean(&shipment.carrier),
            warehouse: clean(&shipment.warehouse),
            provider_status,
            status,
            expected_at: expected_at.map(|at| time("expectedAt", at)).transpose()?,
            expected_units: sum(|unit| unit.expected),
            offloaded_units: sum(|unit| unit.offloaded),
            damaged_units: sum(|unit| unit.damaged),
            extra: columns(known, Entity::InboundShipment, &shipment.extra)?,
            units,
        };
        Item::of(&shipment.id, &shipment.as_of, intake)
    }
}

impl Row for Intake {
    type History = History;

    fn history(&self) -> History {
        History {
            status: self.status,
            expected_at: self.expected_at,
            expected_units: self.expected_units,
            offloaded_units: self.offloaded_units,
            damaged_units: self.damaged_units,
        }
    }

    fn parts(&self) -> impl Serialize {
        &self.units
    }
}

/// Our status, and the provider's own word where we know none like it.
fn status(status: &reported::InboundStatus) -> (InboundStatus, String) {
    use reported::InboundStatus as Reported;
    let known = match status {
        Reported::Draft => InboundStatus::Draft,
        Reported::Transmitted => InboundStatus::Transmitted,
        Reported::Offloading => InboundStatus::Offloading,
        Reported::Complete => InboundStatus::Complete,
        Reported::Archived => InboundStatus::Archived,
        Reported::Cancelled => InboundStatus::Cancelled,
        Reported::Other(words) => return (InboundStatus::CodeUnspecified, clean(words)),
    };
    (known, String::new())
}
