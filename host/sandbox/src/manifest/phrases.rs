//! `[[phrases]]`: what the provider says of a status in words of its own, and what the portal understands by them.

use serde::{Deserialize, Serialize};

/// The most that a plugin names.
pub(super) const PHRASES: usize = 100;
/// The longest one, in bytes.
const LONGEST: usize = 200;

/// One `[[phrases]]`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phrase {
    /// The provider's words (`order-state.status-message`), whatever their case and without the full stop.
    pub says: String,
    pub means: Meaning,
}

/// Why an order stands still. Whatever no phrase names, people read in the provider's words, as a quotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Meaning {
    /// No parcel reaches its address.
    Address,
    /// The provider wants its address to be confirmed.
    AddressUnconfirmed,
    /// Articles are missing in the warehouse.
    Stock,
    /// Something happened to the parcel on its way.
    Transit,
}

impl Phrase {
    /// The words as they are compared: in small letters, without the full stop.
    pub fn plain(&self) -> String {
        plain(&self.says).to_lowercase()
    }

    /// What is wrong with it.
    pub(super) fn problem(&self) -> Option<String> {
        let is_none = plain(&self.says).is_empty() || self.says.len() > LONGEST;
        is_none.then(|| format!("words of 1 to {LONGEST} bytes"))
    }
}

fn plain(words: &str) -> &str {
    words.trim().trim_end_matches('.')
}
