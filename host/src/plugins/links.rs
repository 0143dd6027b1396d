//! Links to what a record of ours is at its provider, as the plugin's manifest describes them.

use comptoir_sandbox::Entity;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::Ready;
use super::columns::is_open_to;
use super::routes::Words;
use crate::access::Scope;

/// A link to a record at its provider.
#[derive(Debug, Serialize, ToSchema)]
pub struct PluginLink {
    pub label: Words,
    /// Always `https`.
    pub url: String,
}

/// The links that this user may follow from a record that the provider knows by `external_id`, through a connection
/// with these settings.
pub fn links_of(
    ready: &Ready,
    scope: &Scope,
    entity: Entity,
    external_id: &str,
    settings: &Value,
) -> Vec<PluginLink> {
    let links = ready.plugin.manifest().links.iter();
    links
        .filter(|link| link.entity == entity)
        .filter(|link| is_open_to(scope, Some(&link.permission)))
        .filter_map(|link| {
            Some(PluginLink {
                label: Words::of(&link.label),
                url: link.address(external_id, settings)?,
            })
        })
        .collect()
}
