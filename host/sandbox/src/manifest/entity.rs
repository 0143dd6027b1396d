//! What plugins add to the portal's own lists and pages without code, and to which records.

use serde::{Deserialize, Serialize};

use super::Text;

/// A record of the portal that a plugin brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entity {
    Order,
    /// A product of a store.
    Product,
    Bundle,
    InboundShipment,
    Ticket,
}

impl Entity {
    /// As the manifest spells it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Product => "product",
            Self::Bundle => "bundle",
            Self::InboundShipment => "inbound-shipment",
            Self::Ticket => "ticket",
        }
    }
}

/// What is wrong with the parts that contributions have in common, and at which key.
pub(super) fn problem(label: &Text, permission: Option<&str>) -> Option<(&'static str, String)> {
    if permission == Some("") {
        return Some(("permission", "must not be empty".into()));
    }
    label
        .is_empty()
        .then(|| ("label", "must not be empty".into()))
}
