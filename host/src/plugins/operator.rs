//! The plugins for their operator: what they do, what they may, which version runs, and deciding about it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::extract::State;
use chrono::{DateTime, Utc};
use comptoir_sandbox::{BreakerState, CallRecord, Grant, Manifest, Right, RightKind, Screens};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::model::{Newer, Slot, State as Life, has_remote};
use super::routes::Words;
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::request::{Body, Data, Path};
use crate::http::routing::{Routes, routes};
use crate::plugins::PLUGIN;
use crate::providers::connectors::{self, StoreName};
use crate::records::audit::{self, Author, Change, Entry};
use crate::records::live;

const OPERATOR: Access = Access::admin(&[Permission::SuperAdmin]);

pub fn routes() -> Routes {
    Routes::new()
        .add(OPERATOR, routes!(status))
        .add(OPERATOR, routes!(activity))
        .add(OPERATOR, routes!(reload))
        .add_recent(OPERATOR, routes!(approve))
        .add_recent(OPERATOR, routes!(roll_back))
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
    /// Everything that the version that runs may do, its hosts apart.
    pub rights: Vec<RightBody>,
    /// Whether the code of its screens runs apart from the portal, or in its page with all that the person may do who opens
    /// them; null: it brings none, or is not loaded.
    pub isolated: Option<bool>,
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
    /// What the source holds instead of what runs, when it is something else.
    pub newer: Option<NewerBody>,
    /// An administrator went back to the version that runs.
    pub pinned: bool,
    /// The versions that can be gone back to, the latest kept first.
    pub versions: Vec<VersionBody>,
    /// What `plugins.toml` grants that it does not ask for: `hosts: https://…`.
    pub idle: Vec<String>,
}

/// What the source holds while another version runs.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginNewer)]
pub struct NewerBody {
    pub reason: NewerReason,
    /// Empty when it could not be read.
    pub version: String,
    /// Why it does not load.
    pub error: Option<String>,
    /// What it may do that nobody approved: approving these lets it run.
    pub rights: Vec<RightBody>,
    /// Whether the code of its screens, where that is among these, would run apart from the portal.
    pub isolated: Option<bool>,
}

/// One thing that a plugin may do.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = PluginRight)]
pub struct RightBody {
    /// `host` (a place on the network), `request` (a method and path there), `credential` (a secret and where it goes), `role`,
    /// `route`, `script` (code in the browser), `screen`, `column`, `link`, `action`, `webhook`, `task`, `schedule`.
    #[schema(value_type = String)]
    pub kind: RightKind,
    /// As its manifest asks for it: `POST https://api.acme.example/v1/orders`.
    pub what: String,
}

impl From<Right> for RightBody {
    fn from(Right { kind, what }: Right) -> Self {
        Self { kind, what }
    }
}

/// Why the source's version does not run.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewerReason {
    Failed,
    Waiting,
    PassedOver,
}

/// A kept version.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginVersion)]
pub struct VersionBody {
    pub digest: String,
    pub version: String,
    pub kept_at: DateTime<Utc>,
    pub running: bool,
}

/// What a plugin did last, and what it was refused.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginActivity)]
pub struct ActivityBody {
    /// On the host that answers, since the version was loaded; the latest first, at most 100.
    pub calls: Vec<CallBody>,
    pub denied: Vec<DenialBody>,
}

/// A call that ended.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginCall)]
pub struct CallBody {
    pub at: DateTime<Utc>,
    pub function: String,
    /// `Ok`, else the error's name.
    pub outcome: String,
    pub wall_ms: f64,
    pub cpu_ms: f64,
    pub memory_bytes: u64,
    pub requests: u64,
    pub denials: u64,
}

/// Something that a plugin asked for and may not.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginDenial)]
pub struct DenialBody {
    pub at: DateTime<Utc>,
    /// Says which line of TOML would allow it.
    pub text: String,
    pub times: u64,
}

/// The operator's plugins.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginOverview)]
pub struct Overview {
    pub plugins: Vec<StatusBody>,
    /// Why `plugins.toml` could not be read the last time; what ran before still does.
    pub problem: Option<String>,
    /// Plugins that are named no more, and that stores are still connected to.
    pub removed: Vec<RemovedBody>,
}

/// A plugin that is gone from `plugins.toml`, with what it left: the connections rest, and keep all that they brought.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RemovedPlugin)]
pub struct RemovedBody {
    pub id: String,
    /// The stores that are connected to it.
    pub stores: Vec<StoreName>,
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

/// Every plugin of the operator's files: its state, grants, limits and figures on the host that answers.
#[utoipa::path(get, path = "/plugins/status", tag = "plugins", operation_id = "listPluginStatus",
    responses((status = 200, body = Data<Overview>), (status = 403, body = ErrorBody)))]
async fn status(State(app): State<App>) -> Result<Data<Overview>> {
    overview(&app).await
}

async fn overview(app: &App) -> Result<Data<Overview>> {
    let slots = app.plugins.all();
    let mut removed: Vec<RemovedBody> = Vec::new();
    for connector in connectors::active(&app.db, None, None).await? {
        let (id, store) = (connector.plugin, connector.store_id);
        if slots.contains_key(&id) {
            continue;
        }
        let store = StoreName {
            id: store,
            name: connector.store_name,
        };
        match removed.iter_mut().find(|known| known.id == id) {
            Some(known) => known.stores.push(store),
            None => removed.push(RemovedBody {
                id,
                stores: vec![store],
            }),
        }
    }
    Ok(Data {
        data: Overview {
            plugins: slots
                .iter()
                .map(|(id, slot)| status_body(id, slot))
                .collect(),
            problem: app.plugins.problem(),
            removed,
        },
    })
}

/// What a plugin did last and what it was refused, on the host that answers.
#[utoipa::path(get, path = "/plugins/{id}/activity", tag = "plugins", operation_id = "getPluginActivity",
    params(("id" = String, Path)),
    responses((status = 200, body = Data<ActivityBody>), (status = 404, body = ErrorBody)))]
async fn activity(State(app): State<App>, Path(id): Path<String>) -> Result<Data<ActivityBody>> {
    let slot = named(&app, &id)?;
    let stats = slot.ready().map(|ready| ready.plugin.stats());
    let (calls, denied) = stats
        .map(|stats| (stats.recent, stats.denied))
        .unwrap_or_default();
    let data = ActivityBody {
        calls: calls.into_iter().map(call_body).collect(),
        denied: denied
            .into_iter()
            .map(|denial| DenialBody {
                at: denial.at,
                text: denial.text,
                times: denial.times,
            })
            .collect(),
    };
    Ok(Data { data })
}

fn call_body(call: CallRecord) -> CallBody {
    CallBody {
        at: call.at,
        function: call.function.to_owned(),
        outcome: call.outcome.to_owned(),
        wall_ms: call.wall.as_secs_f64() * 1e3,
        cpu_ms: call.cpu.as_secs_f64() * 1e3,
        memory_bytes: call.memory_bytes,
        requests: call.requests,
        denials: call.denials,
    }
}

/// Reads the operator's files again, now and on every host, and loads what changed. Files that cannot be read change
/// nothing: the answer's `problem` says why.
#[utoipa::path(post, path = "/plugins/reload", tag = "plugins", operation_id = "reloadPlugins",
    responses((status = 200, body = Data<Overview>), (status = 403, body = ErrorBody)))]
async fn reload(State(app): State<App>) -> Result<Data<Overview>> {
    let mut tx = app.begin().await?;
    decided(&mut tx).await?;
    tx.commit().await?;
    load(&app).await
}

/// What to approve.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[schema(as = PluginApproval)]
pub struct Approval {
    /// As the manifest asks for them.
    #[validate(length(min = 1, max = 1000))]
    pub rights: Vec<RightBody>,
}

/// Approves what a plugin asks for: hosts beside those of `plugins.toml`, and what a version that waits may do more.
#[utoipa::path(post, path = "/plugins/{id}/approve", tag = "plugins", operation_id = "approvePlugin",
    params(("id" = String, Path)), request_body = Approval,
    responses((status = 200, body = Data<Overview>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn approve(
    State(app): State<App>,
    scope: Scope,
    Path(id): Path<String>,
    Body(asked): Body<Approval>,
) -> Result<Data<Overview>> {
    let slot = named(&app, &id)?;
    let wished = wished(&slot);
    let mut rights = Vec::new();
    for (at, RightBody { kind, what }) in asked.rights.into_iter().enumerate() {
        let right = Right { kind, what };
        if !wished.contains(&right) {
            return Err(Error::field(format!("rights[{at}]"), "option"));
        }
        rights.push(right);
    }
    let mut tx = app.begin().await?;
    sql::approve(&mut *tx, &id, &rights, &scope.actor.name, app.now()).await?;
    let approved = Change {
        field: "rights".into(),
        before: Value::Null,
        after: json!(rights),
    };
    record(&mut tx, &scope, &id, "approve", approved).await?;
    tx.commit().await?;
    load(&app).await
}

/// Where to go back to.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[schema(as = PluginRollback)]
pub struct Rollback {
    /// One of the kept versions; null: whatever the source holds, again.
    pub digest: Option<String>,
}

/// Runs a kept version of a plugin, on every host, until taken back.
#[utoipa::path(post, path = "/plugins/{id}/rollback", tag = "plugins", operation_id = "rollBackPlugin",
    params(("id" = String, Path)), request_body = Rollback,
    responses((status = 200, body = Data<Overview>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn roll_back(
    State(app): State<App>,
    scope: Scope,
    Path(id): Path<String>,
    Body(asked): Body<Rollback>,
) -> Result<Data<Overview>> {
    let slot = named(&app, &id)?;
    let kept = |digest: &String| {
        slot.versions
            .iter()
            .any(|version| version.digest == *digest)
    };
    if asked.digest.as_ref().is_some_and(|digest| !kept(digest)) {
        return Err(Error::field("digest", "option"));
    }
    let mut tx = app.begin().await?;
    let by = &scope.actor.name;
    let before = sql::pin(&mut tx, &id, asked.digest.as_deref(), by, app.now()).await?;
    let version = Change {
        field: "pinned".into(),
        before: json!(before),
        after: json!(asked.digest),
    };
    record(&mut tx, &scope, &id, "rollback", version).await?;
    tx.commit().await?;
    load(&app).await
}

fn named(app: &App, id: &str) -> Result<Arc<Slot>> {
    app.plugins
        .all()
        .get(id)
        .cloned()
        .ok_or(Error::missing("Resource"))
}

/// The hosts that the running version asks for, and what the one that waits may do more.
fn wished(slot: &Slot) -> BTreeSet<Right> {
    let asked = slot.manifest.iter().flat_map(|manifest| &manifest.hosts);
    let mut wished: BTreeSet<Right> = asked
        .map(|host| Right::new(RightKind::Host, host.base.to_string()))
        .collect();
    if let Some(Newer::Waiting { rights, .. }) = &slot.newer {
        wished.extend(rights.iter().cloned());
    }
    wished
}

/// Writes a decision into the history and tells every host.
async fn record(
    db: &mut PgConnection,
    scope: &Scope,
    plugin: &str,
    action: &'static str,
    change: Change,
) -> Result<()> {
    let entry = Entry {
        kind: &PLUGIN,
        // The audit trail names records by UUID: the same one for the same plugin everywhere.
        id: Uuid::new_v5(
            &Uuid::NAMESPACE_URL,
            format!("comptoir:plugin:{plugin}").as_bytes(),
        ),
        action,
        changes: vec![change],
    };
    audit::record(db, &Author::from(scope), &[entry]).await?;
    decided(db).await
}

async fn decided(db: &mut PgConnection) -> Result<()> {
    live::notify(db, &live::Signal::changed(&PLUGIN)).await
}

/// Loads here at once: whoever decided sees what came of it.
async fn load(app: &App) -> Result<Data<Overview>> {
    if let Err(error) = app.plugins.reload().await {
        tracing::error!(
            error = format!("{error:#}"),
            "the plugins were not reloaded"
        );
    }
    overview(app).await
}

fn status_body(id: &str, slot: &Slot) -> StatusBody {
    let ready = slot.ready();
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
        rights: manifest.map(rights).unwrap_or_default(),
        isolated: ready
            .filter(|ready| has_remote(ready.plugin.manifest()))
            .map(|ready| ready.screens == Screens::Isolated),
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
        newer: slot.newer.as_ref().map(newer_body),
        pinned: slot.pinned.is_some(),
        versions: slot
            .versions
            .iter()
            .map(|version| VersionBody {
                digest: version.digest.clone(),
                version: version.version.clone(),
                kept_at: version.kept_at,
                running: ready.is_some_and(|ready| ready.digest == version.digest),
            })
            .collect(),
        idle: slot.idle.clone(),
    }
}

fn newer_body(newer: &Newer) -> NewerBody {
    let body = |reason, version: &str, error, rights| NewerBody {
        reason,
        version: version.to_owned(),
        error,
        rights,
        isolated: None,
    };
    match newer {
        Newer::Failed(error) => body(NewerReason::Failed, "", Some(error.clone()), Vec::new()),
        Newer::Waiting {
            version,
            rights,
            screens,
        } => {
            let is_new = rights.iter().any(|right| right.kind == RightKind::Script);
            let rights = rights.iter().cloned().map(RightBody::from).collect();
            NewerBody {
                isolated: is_new.then_some(*screens == Screens::Isolated),
                ..body(NewerReason::Waiting, version, None, rights)
            }
        }
        Newer::PassedOver { version } => body(NewerReason::PassedOver, version, None, Vec::new()),
    }
}

/// What the version that runs may do, its hosts apart.
fn rights(manifest: &Manifest) -> Vec<RightBody> {
    let rights = manifest.rights().into_iter();
    rights
        .filter(|right| right.kind != RightKind::Host)
        .map(RightBody::from)
        .collect()
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
