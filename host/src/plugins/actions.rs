//! What people can have done at a provider with records of the portal. The caller names records by the portal's ids; the
//! plugin gets the provider's, of those that the caller may see and that came through its own connections.

use std::collections::{BTreeSet, HashMap};

use axum::extract::State;
use comptoir_sandbox::actions::ACTION_RECORDS;
use comptoir_sandbox::commerce::Changes;
use comptoir_sandbox::{Action, Call, Entity};
use futures::StreamExt;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::Ready;
use super::columns::is_open_to;
use super::model::call_error;
use crate::access::{Access, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::request::{Body, Data, Path};
use crate::http::routing::{Routes, routes};
use crate::providers::connectors::{self, Connector};
use crate::providers::sync;
use crate::records::audit::{self, Author, Change, Entry};
use crate::records::{AtProvider, Kind};
use crate::words::language::Language;
use crate::words::said;

/// Calls at once.
const AT_ONCE: usize = 4;

pub fn routes() -> Routes {
    // Whose it is, the plugin's manifest says.
    Routes::new().add(Access::SignedIn, routes!(act))
}

/// The records to do it with.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PluginActionInput)]
pub struct ActionInput {
    /// Of the action's kind, 50 at most; one, where it does not take several.
    #[validate(length(min = 1, max = 50))]
    pub ids: Vec<Uuid>,
}

/// What became of it.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = PluginActionOutcome)]
pub struct Outcome {
    /// With so many records it was done.
    pub done: usize,
    /// So many are not this provider's, or their connection has ended.
    pub skipped: usize,
    /// With these it was not done.
    pub failed: Vec<Failed>,
}

/// A record with which it was not done.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PluginActionFailure)]
pub struct Failed {
    pub id: Uuid,
    /// Why, as the plugin says it; in French where its manifest says how.
    #[serde(serialize_with = "said::text")]
    pub message: String,
}

/// Has a plugin do one of its actions with records, and takes what became of them. Doing it again changes nothing.
///
/// The plugin says who may: without a permission of its own the staff; and whoever cannot read such records has none.
#[utoipa::path(post, path = "/plugins/{id}/actions/{action}", tag = "plugins", operation_id = "actByPlugin",
    params(("id" = String, Path), ("action" = String, Path)), request_body = ActionInput,
    responses((status = 200, body = Data<Outcome>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "No such action, or a record that is not there"),
        (status = 503, body = ErrorBody, description = "The provider, or the plugin, cannot do it now"),
        (status = 504, body = ErrorBody, description = "The plugin took too long")))]
async fn act(
    scope: Scope,
    State(app): State<App>,
    Path((id, action)): Path<(String, String)>,
    language: Language,
    Body(input): Body<ActionInput>,
) -> Result<Data<Outcome>> {
    let performed = perform(&app, &scope, language, (&id, &action), &input.ids).await?;
    let outcome = Outcome {
        done: performed.done.len(),
        skipped: performed.skipped,
        failed: performed.failed.clone(),
    };
    let mut tx = app.begin().await?;
    performed.keep(&app, &mut tx, &scope).await?;
    tx.commit().await?;
    Ok(Data { data: outcome })
}

/// The action of a plugin that this caller may have done, and of which records.
///
/// # Errors
/// Not found: there is none; forbidden: not to them, or they cannot read such records.
fn offered<'a>(
    app: &App,
    scope: &Scope,
    ready: &'a Ready,
    name: &str,
) -> Result<(&'a Action, &'static Kind)> {
    let actions = &ready.plugin.manifest().actions;
    let action = actions.iter().find(|one| one.name == name);
    let action = action.ok_or(Error::missing("Action"))?;
    if !is_open_to(scope, action.permission.as_deref()) {
        let named = action.permission.as_ref();
        let named = named.and_then(|name| name.parse().ok());
        return Err(named.map_or(Error::ForbiddenRole, Error::ForbiddenPermission));
    }
    let kind = app.register.kind_of(action.entity);
    let kind = kind.ok_or(Error::missing("Action"))?;
    kind.read.check(Some(scope))?;
    Ok((action, kind))
}

/// Whether this caller may have a plugin do this action with many records of a kind.
///
/// # Errors
/// Not found: there is none; forbidden: not to them; [`Error::Invalid`]: it takes one at a time, or others.
pub fn check_bulk(
    app: &App,
    scope: &Scope,
    (plugin, name): (&str, &str),
    of: Entity,
) -> Result<()> {
    let ready = app.plugins.ready(plugin);
    let ready = ready.ok_or(Error::missing("Plugin"))?;
    let (action, _) = offered(app, scope, &ready, name)?;
    match action.bulk && action.entity == of {
        true => Ok(()),
        false => Err(Error::field("by", "option")),
    }
}

/// An action that a plugin offers of many records at once, and the records that it can be done with.
#[derive(Debug)]
pub struct BulkOffer {
    pub plugin: String,
    pub action: String,
    /// What it does cannot be taken back.
    pub destructive: bool,
    pub ids: Vec<Uuid>,
}

/// What plugins offer this caller of these records together: each is at the plugin's provider by a connection in use.
pub async fn bulk_offers(
    app: &App,
    db: &mut PgConnection,
    scope: &Scope,
    of: Entity,
    ids: &[Uuid],
) -> Result<Vec<BulkOffer>> {
    let ready = app.plugins.all_ready();
    let mut offers = Vec::new();
    let mut found: Option<(Vec<AtProvider>, HashMap<Uuid, String>)> = None;
    for ready in &ready {
        let actions = ready.plugin.manifest().actions.iter();
        for action in actions.filter(|action| action.bulk && action.entity == of) {
            let Ok((_, kind)) = offered(app, scope, ready, &action.name) else {
                continue;
            };
            let (at_provider, plugin_of) = match &mut found {
                Some(found) => found,
                None => {
                    let at_provider = kind.at_provider(&mut *db, scope, ids).await?;
                    let named = at_provider.iter().filter_map(|one| one.connector_id);
                    let named: BTreeSet<Uuid> = named.collect();
                    let named: Vec<Uuid> = named.into_iter().collect();
                    let connectors = connectors::in_use(&mut *db, &named).await?;
                    found.insert((at_provider, connectors.into_iter().collect()))
                }
            };
            let own = |id: Uuid| {
                plugin_of
                    .get(&id)
                    .is_some_and(|plugin| plugin == ready.plugin.id())
            };
            let reached: BTreeSet<Uuid> = at_provider
                .iter()
                .filter(|one| one.provider_id.is_some() && one.connector_id.is_some_and(own))
                .map(|one| one.id)
                .collect();
            offers.push(BulkOffer {
                plugin: ready.plugin.id().to_owned(),
                action: action.name.clone(),
                destructive: action.destructive,
                ids: reached.into_iter().collect(),
            });
        }
    }
    Ok(offers)
}

/// What a plugin did with records, not kept yet.
#[derive(Debug)]
pub struct Performed {
    /// With these it was done.
    pub done: Vec<Uuid>,
    /// So many are not this provider's, or their connection has ended.
    pub skipped: usize,
    /// With these it was not done.
    pub failed: Vec<Failed>,
    plugin: String,
    action: String,
    kind: &'static Kind,
    changed: Vec<(Connector, Changes)>,
}

/// Has a plugin do one of its actions with records. Nothing is held meanwhile; what became of them is then kept
/// ([`Performed::keep`]).
///
/// # Errors
/// As those of [`act`].
pub async fn perform(
    app: &App,
    scope: &Scope,
    language: Language,
    (plugin, name): (&str, &str),
    ids: &[Uuid],
) -> Result<Performed> {
    let ready = app.plugins.ready(plugin);
    let ready = ready.ok_or(Error::missing("Plugin"))?;
    let (action, kind) = offered(app, scope, &ready, name)?;
    if !action.bulk && ids.len() > 1 {
        return Err(Error::field("ids", "max"));
    }
    let mut db = app.db.acquire().await?;
    let at_provider = kind.at_provider(&mut db, scope, ids).await?;
    let connectors = connectors::active(&mut *db, None, Some(plugin)).await?;
    // The provider may take its time.
    drop(db);
    let (calls, skipped) = calls(at_provider, ids, &connectors)?;
    let asked = calls.into_iter().map(|call| async {
        let answer = ask(&ready, action, &call).await;
        (call, answer)
    });
    let answers: Vec<_> = futures::stream::iter(asked)
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    let mut performed = Performed {
        done: Vec::new(),
        skipped,
        failed: Vec::new(),
        plugin: plugin.to_owned(),
        action: action.name.clone(),
        kind,
        changed: Vec::new(),
    };
    let mut first = None;
    for (call, answer) in answers {
        let (refused, changes) = answer.unwrap_or_else(|error| {
            let message = error.message(language);
            first.get_or_insert(error);
            let ids = call.records.iter().map(|record| &record.provider_id);
            let refused = ids.map(|id| (id.clone(), message.clone())).collect();
            (refused, None)
        });
        let before = performed.done.len();
        for Record { id, provider_id } in call.records {
            match refused.get(&provider_id) {
                Some(message) => performed.failed.push(Failed {
                    id,
                    message: message.clone(),
                }),
                None => performed.done.push(id),
            }
        }
        if let Some(changes) = changes.filter(|_| performed.done.len() > before) {
            performed.changed.push((call.connector, changes));
        }
    }
    // Nobody answered: that is the answer.
    match first {
        Some(error) if performed.done.is_empty() => Err(error),
        _ => Ok(performed),
    }
}

/// What a plugin is asked for at once.
#[derive(Debug)]
struct ActionCall {
    connector: Connector,
    records: Vec<Record>,
}

/// A record of the portal that this connection knows.
#[derive(Debug, Clone)]
struct Record {
    id: Uuid,
    provider_id: String,
}

/// The calls to be made; and how many records belong to none of these connections.
///
/// # Errors
/// Not found: a record that the caller does not see. Nothing is done with the others then.
fn calls(
    at_provider: Vec<AtProvider>,
    ids: &[Uuid],
    connectors: &[Connector],
) -> Result<(Vec<ActionCall>, usize)> {
    let ids: BTreeSet<Uuid> = ids.iter().copied().collect();
    if ids
        .iter()
        .any(|id| at_provider.iter().all(|one| one.id != *id))
    {
        return Err(Error::missing("Resource"));
    }
    let mut of: HashMap<Uuid, Vec<Record>> = HashMap::new();
    for one in at_provider {
        if let Some((connector, provider_id)) = one.connector_id.zip(one.provider_id) {
            let id = one.id;
            of.entry(connector)
                .or_default()
                .push(Record { id, provider_id });
        }
    }
    let mut left = ids;
    let mut calls = Vec::new();
    for connector in connectors {
        let mut records = of.remove(&connector.id).unwrap_or_default();
        records.retain(|record| left.remove(&record.id));
        calls.extend(records.chunks(ACTION_RECORDS).map(|records| ActionCall {
            connector: connector.clone(),
            records: records.to_vec(),
        }));
    }
    Ok((calls, left.len()))
}

/// Has the plugin do it: what it could not do, by the provider's id, and what the records are now.
async fn ask(
    ready: &Ready,
    action: &Action,
    call: &ActionCall,
) -> Result<(HashMap<String, String>, Option<Changes>)> {
    let records = call.records.iter();
    let ids = records.map(|record| record.provider_id.clone()).collect();
    let request = Call::request(vec![call.connector.for_plugin()]);
    let acted = ready.plugin.act(request, action.name.clone(), ids).await;
    let acted = acted.map_err(|error| call_error(ready.plugin.id(), error))?;
    let failed = acted.failed.into_iter();
    let refused = failed.map(|one| (one.id, one.message)).collect();
    Ok((refused, Some(acted.changes)))
}

impl Performed {
    /// Tells the history of each record, and takes what they are now. A plugin that does not say has them pulled.
    pub async fn keep(mut self, app: &App, db: &mut PgConnection, scope: &Scope) -> Result<()> {
        let author = Author::from(scope);
        let change = || Change {
            field: "action".into(),
            before: serde_json::Value::Null,
            after: json!(format!("{}.{}", self.plugin, self.action)),
        };
        let entries: Vec<Entry<'_>> = self
            .done
            .iter()
            .map(|id| Entry {
                kind: self.kind,
                id: *id,
                action: "act",
                changes: vec![change()],
            })
            .collect();
        // Two people at once lock the connections in one order.
        self.changed.sort_by_key(|(connector, _)| connector.id);
        audit::record(&mut *db, &author, &entries).await?;
        for (connector, mut changes) in self.changed {
            if changes.is_empty() {
                let pull = self.kind.provided.map(|known| known.pull.to_owned());
                changes.pull = pull.into_iter().collect();
            }
            sync::take_changes(app, &mut *db, &author, &connector, changes).await?;
        }
        Ok(())
    }
}
