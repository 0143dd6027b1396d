//! The plugins, for the shell (what this user may see) and for the operator (what they do).

use std::collections::BTreeMap;

use axum::extract::State;
use chrono::{DateTime, Utc};
use comptoir_sandbox::{Area, Grant, Manifest, Screen};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::model::{ENTRY, Ready, Slot, State as PluginState, has_remote};
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

/// A screen that this user may open.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginScreen)]
pub struct ScreenBody {
    /// `admin` or `customer`
    pub area: String,
    /// `/admin/bigblue/product`
    pub path: String,
    pub permission: String,
    /// The navigation's group.
    pub group: String,
    /// By language.
    pub label: BTreeMap<String, String>,
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
        let role = match screen.area {
            Area::Admin => Role::Admin,
            Area::Customer => Role::Customer,
            Area::Factory => Role::Factory,
        };
        role == scope.actor.role
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
    let area = match screen.area {
        Area::Admin => "admin",
        Area::Customer => "customer",
        Area::Factory => "factory",
    };
    let label = ready.locales.iter().map(|(language, texts)| {
        let text = screen
            .label
            .split('.')
            .try_fold(texts, |found, key| found.get(key));
        (
            language.clone(),
            text.and_then(Value::as_str)
                .unwrap_or(&screen.label)
                .to_owned(),
        )
    });
    ScreenBody {
        area: area.into(),
        path: format!("/{area}/{}/{}", ready.plugin.id(), screen.path),
        permission: screen.permission.clone(),
        group: screen.group.clone(),
        label: label.collect(),
        menu: screen.menu,
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
    /// `ready`, `failed`, `disabled`
    pub state: String,
    /// Why it failed.
    pub error: Option<String>,
    pub digest: Option<String>,
    pub roles: Vec<String>,
    pub hosts: Vec<HostBody>,
    /// By name, with its unit: `wallSeconds`.
    pub limits: BTreeMap<String, u64>,
    /// `closed`, `open`, `half_open`
    pub breaker: Option<String>,
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
    /// By language.
    pub reason: BTreeMap<String, String>,
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
        PluginState::Ready(ready) => Some(ready),
        _ => None,
    };
    let (state, error) = match &slot.state {
        PluginState::Disabled => ("disabled", None),
        PluginState::Failed(reason) => ("failed", Some(reason.clone())),
        PluginState::Ready(_) => ("ready", None),
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
        state: state.into(),
        error,
        digest: ready.map(|ready| ready.digest.clone()),
        roles: manifest
            .into_iter()
            .flat_map(|manifest| &manifest.roles)
            .filter_map(|role| text(json!(role)))
            .collect(),
        hosts: manifest
            .map(|manifest| hosts(manifest, &slot.grant))
            .unwrap_or_default(),
        limits: limits(&slot.grant),
        breaker: stats.as_ref().and_then(|stats| text(json!(stats.breaker))),
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
        reason: rule.reason.clone(),
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
