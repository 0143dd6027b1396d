//! The plugins, for the shell (what this user may see) and for the operator (what they do).

use std::collections::BTreeMap;

use axum::extract::State;
use chrono::{DateTime, Utc};
use comptoir_sandbox::{Area, BreakerState, Grant, Manifest, Screen};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::model::{ENTRY, Ready, Slot, State as Life, has_remote};
use crate::access::{Access, Permission, Role, Scope};
use crate::app::App;
use crate::error::{ErrorBody, Result};
use crate::request::Data;
use crate::routing::Routes;

pub fn routes() -> Routes {
    Routes::new()
        .add(Access::SignedIn, routes!(list))
        .add(Access::admin(&[Permission::SuperAdmin]), routes!(status))
}

/// A plugin as the shell needs to know it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Plugin)]
pub struct PluginBody {
    pub id: String,
    pub name: String,
    pub version: String,
    /// Address of the remote's entry; null: it brings no screens of its own.
    pub entry: Option<String>,
    /// The major version of the kit that the remote was built for.
    pub kit: Option<String>,
    pub screens: Vec<ScreenBody>,
}

/// A text in both languages.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Text)]
pub struct Words {
    pub fr: String,
    pub en: String,
}

/// Whether a plugin takes calls.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PluginState {
    Ready,
    Failed,
    Disabled,
}

/// Whether calls reach the plugin: open, it rests after faults in a row; half open, one call tries it.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Breaker {
    Closed,
    Open,
    HalfOpen,
}

/// A screen that this user may open.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginScreen)]
pub struct ScreenBody {
    pub area: Role,
    /// `/admin/bigblue/product`
    pub path: String,
    pub permission: String,
    /// The navigation's group.
    pub group: String,
    pub label: Words,
    /// Whether the navigation shows it.
    pub menu: bool,
}

/// The plugins whose screens this user may open.
#[utoipa::path(get, path = "/plugins", tag = "plugins", operation_id = "listPlugins",
    responses((status = 200, body = Data<Vec<PluginBody>>), (status = 401, body = ErrorBody)))]
async fn list(State(app): State<App>, scope: Scope) -> Result<Data<Vec<PluginBody>>> {
    let loaded = app
        .plugins
        .all()
        .filter_map(|(id, _)| app.plugins.ready(id));
    Ok(Data {
        data: loaded.map(|ready| body(ready, &scope)).collect(),
    })
}

fn body(ready: &Ready, scope: &Scope) -> PluginBody {
    let manifest = ready.plugin.manifest();
    let visible = |screen: &&Screen| {
        role_of(screen.area) == scope.actor.role
            && screen
                .permission
                .parse()
                .is_ok_and(|permission| scope.actor.may(permission))
    };
    PluginBody {
        id: manifest.id.clone(),
        name: manifest.name.clone(),
        version: manifest.version.clone(),
        entry: has_remote(manifest)
            .then(|| format!("/plugins/{}/{}/{ENTRY}", manifest.id, ready.digest)),
        kit: manifest.web.as_ref().map(|web| web.kit.clone()),
        screens: manifest
            .screens
            .iter()
            .filter(visible)
            .map(|screen| screen_body(ready, screen))
            .collect(),
    }
}

fn screen_body(ready: &Ready, screen: &Screen) -> ScreenBody {
    let area = role_of(screen.area);
    let label = |language: &str| {
        let texts = ready.locales.get(language);
        let text = texts.and_then(|texts| {
            screen
                .label
                .split('.')
                .try_fold(texts, |found, key| found.get(key))
        });
        text.and_then(Value::as_str)
            .unwrap_or(&screen.label)
            .to_owned()
    };
    ScreenBody {
        area,
        path: format!("/{}/{}/{}", area.as_str(), ready.plugin.id(), screen.path),
        permission: screen.permission.clone(),
        group: screen.group.clone(),
        label: Words {
            fr: label("fr"),
            en: label("en"),
        },
        menu: screen.menu,
    }
}

/// Whose part of the portal an area is.
fn role_of(area: Area) -> Role {
    match area {
        Area::Admin => Role::Admin,
        Area::Customer => Role::Customer,
        Area::Factory => Role::Factory,
    }
}

/// A plugin as its operator sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginStatus)]
pub struct StatusBody {
    pub id: String,
    pub name: String,
    pub version: String,
    pub state: PluginState,
    /// Why it failed.
    pub error: Option<String>,
    /// Empty while it is not loaded.
    pub digest: String,
    pub roles: Vec<String>,
    pub hosts: Vec<HostBody>,
    /// By name, with its unit: `wallSeconds`.
    pub limits: BTreeMap<String, u64>,
    pub breaker: Breaker,
    pub calls: u64,
    pub failures: u64,
    pub denials: u64,
    pub requests: u64,
    pub wall_ms: f64,
    pub cpu_ms: f64,
    pub peak_memory_bytes: u64,
    pub last_error: Option<LastErrorBody>,
    pub loaded_at: Option<DateTime<Utc>>,
}

/// The last call that brought nothing.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginError)]
pub struct LastErrorBody {
    pub at: DateTime<Utc>,
    pub message: String,
}

/// A place on the network that a plugin asks for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginHost)]
pub struct HostBody {
    pub base: String,
    pub methods: Vec<String>,
    pub paths: Vec<String>,
    pub reason: Words,
    pub granted: bool,
    /// Where its requests really go, when the operator sends them elsewhere.
    pub destination: Option<String>,
}

/// Every plugin of the operator's files: its state, grants, limits and figures.
#[utoipa::path(get, path = "/plugins/status", tag = "plugins", operation_id = "listPluginStatus",
    responses((status = 200, body = Data<Vec<StatusBody>>), (status = 403, body = ErrorBody)))]
async fn status(State(app): State<App>) -> Result<Data<Vec<StatusBody>>> {
    Ok(Data {
        data: app
            .plugins
            .all()
            .map(|(id, slot)| status_body(id, slot))
            .collect(),
    })
}

fn status_body(id: &str, slot: &Slot) -> StatusBody {
    let ready = match &slot.state {
        Life::Ready(ready) => Some(ready),
        _ => None,
    };
    let (state, error) = match &slot.state {
        Life::Disabled => (PluginState::Disabled, None),
        Life::Failed(reason) => (PluginState::Failed, Some(reason.clone())),
        Life::Ready(_) => (PluginState::Ready, None),
    };
    let manifest = slot.manifest.as_ref();
    let stats = ready.map(|ready| ready.plugin.stats());
    let of = |value: fn(&comptoir_sandbox::Stats) -> u64| stats.as_ref().map_or(0, value);
    let text = |value: Value| value.as_str().map(str::to_owned);
    StatusBody {
        id: id.to_owned(),
        name: manifest.map_or(id, |manifest| &manifest.name).to_owned(),
        version: manifest
            .map(|manifest| manifest.version.clone())
            .unwrap_or_default(),
        state,
        error,
        digest: ready.map(|ready| ready.digest.clone()).unwrap_or_default(),
        roles: manifest
            .into_iter()
            .flat_map(|manifest| &manifest.roles)
            .filter_map(|role| text(json!(role)))
            .collect(),
        hosts: manifest
            .map(|manifest| hosts(manifest, &slot.grant))
            .unwrap_or_default(),
        limits: limits(&slot.grant),
        breaker: match stats.as_ref().map(|stats| stats.breaker) {
            None | Some(BreakerState::Closed) => Breaker::Closed,
            Some(BreakerState::Open) => Breaker::Open,
            Some(BreakerState::HalfOpen) => Breaker::HalfOpen,
        },
        calls: of(|stats| stats.calls),
        failures: of(|stats| stats.failures.values().sum()),
        denials: of(|stats| stats.denials),
        requests: of(|stats| stats.requests),
        wall_ms: stats.as_ref().map_or(0.0, |stats| stats.wall_seconds * 1e3),
        cpu_ms: stats.as_ref().map_or(0.0, |stats| stats.cpu_seconds * 1e3),
        peak_memory_bytes: of(|stats| stats.peak_memory_bytes),
        last_error: stats
            .and_then(|stats| stats.last_error)
            .map(|error| LastErrorBody {
                at: error.at,
                message: format!("{}: {}", error.function, error.text),
            }),
        loaded_at: ready.map(|ready| ready.loaded_at),
    }
}

fn hosts(manifest: &Manifest, grant: &Grant) -> Vec<HostBody> {
    let host = |rule: &comptoir_sandbox::HostRule| HostBody {
        base: rule.base.to_string(),
        methods: rule.methods.iter().cloned().collect(),
        paths: rule.paths.clone(),
        reason: {
            let text = |language: &str| rule.reason.get(language).cloned().unwrap_or_default();
            Words {
                fr: text("fr"),
                en: text("en"),
            }
        },
        granted: grant.hosts.contains(&rule.base),
        destination: grant.base_urls.get(&rule.base).map(ToString::to_string),
    };
    manifest.hosts.iter().map(host).collect()
}

fn limits(grant: &Grant) -> BTreeMap<String, u64> {
    let Value::Object(limits) = json!(grant.limits) else {
        return BTreeMap::new();
    };
    let camel = |name: &str| {
        let mut parts = name.split('_');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |name, part| {
            name + &part[..1].to_uppercase() + &part[1..]
        })
    };
    limits
        .iter()
        .filter_map(|(name, value)| Some((camel(name), value.as_u64()?)))
        .collect()
}
