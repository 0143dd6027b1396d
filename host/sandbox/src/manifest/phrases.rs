//! `[[phrases]]`: what the provider says of a status in words of its own, and what the portal understands by them.

use serde::{Deserialize, Serialize};

use super::Manifest;

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
    /// Whether these words of the provider are it.
    pub fn is(&self, words: &str) -> bool {
        plain(&self.says).eq_ignore_ascii_case(plain(words))
    }

    /// What is wrong with it.
    pub(super) fn problem(&self) -> Option<String> {
        let is_none = plain(&self.says).is_empty() || self.says.len() > LONGEST;
        is_none.then(|| format!("words of 1 to {LONGEST} bytes"))
    }
}

impl Manifest {
    /// What the provider's words on a status mean; `None`: no phrase names them.
    pub fn meaning(&self, words: &str) -> Option<Meaning> {
        let phrase = self.phrases.iter().find(|phrase| phrase.is(words));
        phrase.map(|phrase| phrase.means)
    }
}

fn plain(words: &str) -> &str {
    words.trim().trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_however_they_are_written() {
        let phrase = Phrase {
            says: "Stock is missing.".into(),
            means: Meaning::Stock,
        };
        for words in ["Stock is missing", " stock is MISSING. "] {
            assert!(phrase.is(words), "{words}");
        }
        for words in ["", ".", "Stock is missing in Lille"] {
            assert!(!phrase.is(words), "{words}");
        }
    }
}
