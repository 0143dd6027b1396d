//! From a plugin's answer to what is kept: checked, in the portal's terms. No I/O.

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce as told;
use comptoir_sandbox::{Column, Entity};
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::model::InboundStatus;
use crate::plugins::{self, Values};
use crate::providers::sync::intake::{bytea, clean, name, time};

/// SKUs of one shipment, at most.
const UNITS: usize = 5000;

/// What people follow of a shipment, and its history tells.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all(serialize = "camelCase"))]
pub struct Motion {
    pub status: InboundStatus,
    pub expected_at: Option<DateTime<Utc>>,
    pub expected_units: i64,
    pub offloaded_units: i64,
    pub damaged_units: i64,
}

/// A shipment as a row of `inbound_shipments`, told by a provider.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Intake {
    pub id: Uuid,
    pub provider_id: String,
    pub name: String,
    pub reference: String,
    pub carrier: String,
    pub warehouse: String,
    pub provider_status: String,
    pub motion: Motion,
    /// What the plugin's manifest names of the rest.
    pub extra: Values,
    pub as_of: DateTime<Utc>,
    /// SHA-256 of everything that was told but its time.
    #[serde(serialize_with = "bytea")]
    pub digest: Vec<u8>,
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
    pub fn of(shipment: &told::InboundShipment, columns: &[Column]) -> Result<Self, String> {
        name("id", &shipment.id)?;
        if shipment.units.len() > UNITS {
            return Err(format!("units: {}, at most {UNITS}", shipment.units.len()));
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
            return Err(format!("units: {} is named twice", twice[0].sku));
        }
        let sum = |part: fn(&Unit) -> i32| units.iter().map(|unit| i64::from(part(unit))).sum();
        let (status, provider_status) = status(&shipment.status);
        let expected_at = shipment.expected_at.as_deref();
        let intake = Self {
            id: Uuid::nil(),
            provider_id: shipment.id.clone(),
            name: clean(&shipment.name),
            reference: clean(&shipment.reference),
            carrier: clean(&shipment.carrier),
            warehouse: clean(&shipment.warehouse),
            provider_status,
            motion: Motion {
                status,
                expected_at: expected_at.map(|at| time("expectedAt", at)).transpose()?,
                expected_units: sum(|unit| unit.expected),
                offloaded_units: sum(|unit| unit.offloaded),
                damaged_units: sum(|unit| unit.damaged),
            },
            extra: plugins::kept(columns, Entity::InboundShipment, &shipment.extra)?,
            as_of: DateTime::UNIX_EPOCH,
            digest: Vec::new(),
            units,
        };
        let told = serde_json::to_vec(&(&intake, &intake.units)).unwrap_or_default();
        Ok(Self {
            id: Uuid::now_v7(),
            as_of: time("asOf", &shipment.as_of)?,
            digest: Sha256::digest(told).to_vec(),
            ..intake
        })
    }
}

fn count(field: &str, told: u32) -> Result<i32, String> {
    i32::try_from(told).map_err(|_| format!("{field}: {told} is too many"))
}

/// Our status, and the provider's own word where we know none like it.
fn status(told: &told::InboundStatus) -> (InboundStatus, String) {
    use told::InboundStatus as Told;
    let known = match told {
        Told::Draft => InboundStatus::Draft,
        Told::Transmitted => InboundStatus::Transmitted,
        Told::Offloading => InboundStatus::Offloading,
        Told::Complete => InboundStatus::Complete,
        Told::Archived => InboundStatus::Archived,
        Told::Cancelled => InboundStatus::Cancelled,
        Told::Other(words) => return (InboundStatus::CodeUnspecified, clean(words)),
    };
    (known, String::new())
}
