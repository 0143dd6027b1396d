//! What pulls have in common.

use comptoir_sandbox::{Manifest, Phrase, PluginColumn};
use uuid::Uuid;

use crate::providers::connectors::{Connector, ConnectorRole};

/// What became of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Taken {
    pub added: usize,
    pub changed: usize,
    pub set_aside: usize,
}

/// The going over everything that a page belongs to.
#[derive(Debug, Clone, Copy)]
pub struct Pass<'a> {
    /// Rows that the page names bear it.
    pub number: i64,
    /// Whether the page is its last one: of a pass over everything, what was not named is gone.
    pub ends: bool,
    pub glossary: Glossary<'a>,
}

/// How a plugin's manifest has its records read; of one that is not loaded, nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Glossary<'a> {
    /// What it names of their `extra`.
    pub columns: &'a [PluginColumn],
    /// What its provider's words on a status mean.
    pub phrases: &'a [Phrase],
}

impl<'a> From<&'a Manifest> for Glossary<'a> {
    fn from(manifest: &'a Manifest) -> Self {
        Self {
            columns: &manifest.columns,
            phrases: &manifest.phrases,
        }
    }
}

impl Pass<'_> {
    /// Its number when it named, as `whole` says, everything that the provider holds, and has come to its end.
    pub fn names_all(&self, whole: bool) -> Option<i64> {
        (whole && self.ends).then_some(self.number)
    }
}

/// Which connections a synchronisation is asked for.
#[derive(Debug, Clone, Copy)]
pub enum Which<'a> {
    All,
    Connector(Uuid),
    Plugin(&'a str),
    Store(Uuid),
    /// Those to fulfilment providers, of one store or all.
    Fulfilment(Option<Uuid>),
}

impl Which<'_> {
    /// Whether it is asked of this one.
    pub fn has(self, connector: &Connector) -> bool {
        match self {
            Which::All => true,
            Which::Connector(id) => connector.id == id,
            Which::Plugin(plugin) => connector.plugin == plugin,
            Which::Store(store) => connector.store_id == store,
            Which::Fulfilment(store) => {
                connector.role == ConnectorRole::Fulfillment
                    && store.is_none_or(|store| connector.store_id == store)
            }
        }
    }
}
