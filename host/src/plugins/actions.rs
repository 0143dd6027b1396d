//! What people can have done at a provider with records of the portal. The caller names records by the portal's ids; the
//! plugin gets the provider's, of those that the caller may see and that came through its own connections.

use std::collections::{BTreeSet, HashMap};

use axum::extract::State;
use comptoir_sandbox::{Action, Call, RouteRequest};
use futures::StreamExt;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;
use validator::Validate;

use super::Ready;
use super::columns::is_open_to;
use super::model::{broken, call_error};
use crate::access::{Access, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::request::{Body, Data, Path};
use crate::http::routing::Routes;
use crate::providers::connectors::{self, Connector};
use crate::providers::sync::{self, Which};
use crate::records::audit::{self, Author, Change, Entry};
use crate::records::{AtProvider, Kind};
use crate::words::language::Language;

/// Records of one call: a plugin may make two requests for each.
const OF_CALL: usize = 25;
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
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginActionFailure)]
pub struct Failed {
    pub id: Uuid,
    /// Why, as the plugin says it: a sentence in English.
    pub message: String,
}

/// What a plugin is told, in a call of one connection.
#[derive(Debug, Serialize)]
struct ActionBody<'a> {
    /// The provider's.
    ids: Vec<&'a str>,
}

/// What it answers. With whatever it does not name, it was done.
#[derive(Debug, Default, Deserialize)]
struct Answer {
    #[serde(default)]
    failed: Vec<Refused>,
}

#[derive(Debug, Deserialize)]
struct Refused {
    id: String,
    message: String,
}

/// Has a plugin do one of its actions with records, and asks for what became of them. Doing it again changes nothing.
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
    let ready = app.plugins.ready(&id).ok_or(Error::missing("Plugin"))?;
    let actions = &ready.plugin.manifest().actions;
    let action = actions.iter().find(|one| one.name == action);
    let action = action.ok_or(Error::missing("Action"))?;
    if !is_open_to(&scope, action.permission.as_deref()) {
        let named = action.permission.as_ref();
        let named = named.and_then(|name| name.parse().ok());
        return Err(named.map_or(Error::ForbiddenRole, Error::ForbiddenPermission));
    }
    if !action.bulk && input.ids.len() > 1 {
        return Err(Error::field("ids", "max"));
    }
    let mut db = app.db.acquire().await?;
    let kind = app.register.kind_of(action.entity);
    let kind = kind.ok_or(Error::missing("Action"))?;
    kind.read.check(Some(&scope))?;
    let held = kind.at_provider(&mut db, &scope, &input.ids).await?;
    let connectors = connectors::active(&mut *db, None, Some(&id)).await?;
    // The provider may take its time.
    drop(db);
    let (calls, skipped) = calls(held, &input.ids, &connectors)?;
    let call = calls.into_iter().map(|call| async {
        let answer = ask(&ready, action, &call, language).await;
        (call, answer)
    });
    let answers: Vec<_> = futures::stream::iter(call)
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    let mut outcome = Outcome {
        skipped,
        ..Outcome::default()
    };
    let (mut done, mut changed, mut first) = (Vec::new(), BTreeSet::new(), None);
    for (call, answer) in answers {
        let refused = match answer {
            Ok(refused) => refused,
            Err(error) => {
                let message = error.message(language);
                first.get_or_insert(error);
                let ids = call.records.iter().map(|record| &record.provider_id);
                ids.map(|id| (id.clone(), message.clone())).collect()
            }
        };
        for Record { id, provider_id } in call.records {
            match refused.get(&provider_id) {
                Some(message) => outcome.failed.push(Failed {
                    id,
                    message: message.clone(),
                }),
                None => {
                    done.push(id);
                    changed.insert(call.connector.id);
                }
            }
        }
    }
    // Nobody answered: that is the answer.
    if done.is_empty()
        && let Some(error) = first
    {
        return Err(error);
    }
    outcome.done = done.len();
    keep(&app, &scope, (&id, action), kind, &done, changed).await?;
    Ok(Data { data: outcome })
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
    held: Vec<AtProvider>,
    ids: &[Uuid],
    connectors: &[Connector],
) -> Result<(Vec<ActionCall>, usize)> {
    let ids: BTreeSet<Uuid> = ids.iter().copied().collect();
    if ids.iter().any(|id| held.iter().all(|one| one.id != *id)) {
        return Err(Error::missing("Resource"));
    }
    let mut of: HashMap<Uuid, Vec<Record>> = HashMap::new();
    for one in held {
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
        calls.extend(records.chunks(OF_CALL).map(|records| ActionCall {
            connector: connector.clone(),
            records: records.to_vec(),
        }));
    }
    Ok((calls, left.len()))
}

/// Has the plugin do it; what it could not do, by the provider's id.
async fn ask(
    ready: &Ready,
    action: &Action,
    call: &ActionCall,
    language: Language,
) -> Result<HashMap<String, String>> {
    let body = ActionBody {
        ids: call
            .records
            .iter()
            .map(|record| &*record.provider_id)
            .collect(),
    };
    let request = RouteRequest {
        method: "POST".into(),
        path: action.path.clone(),
        query: Vec::new(),
        body: Some(json!(body).to_string().into_bytes()),
        language: language.as_str().to_owned(),
    };
    let id = ready.plugin.id();
    let call = Call::request(vec![call.connector.for_plugin()]);
    let answer = ready.plugin.handle(call, request).await;
    let answer = answer.map_err(|error| call_error(id, error))?;
    if !(200..300).contains(&answer.status) {
        return Err(broken(id, format!("it answers {}", answer.status)));
    }
    let answer: Answer = serde_json::from_str(&answer.data)
        .map_err(|error| broken(id, format!("its answer is no outcome: {error}")))?;
    let refused = answer.failed.into_iter();
    Ok(refused.map(|one| (one.id, one.message)).collect())
}

/// Tells the history of each record, and asks the providers what became of them.
async fn keep(
    app: &App,
    scope: &Scope,
    (plugin, action): (&str, &Action),
    kind: &'static Kind,
    done: &[Uuid],
    changed: BTreeSet<Uuid>,
) -> Result<()> {
    let author = Author::from(scope);
    let change = || Change {
        field: "action".into(),
        before: serde_json::Value::Null,
        after: json!(format!("{plugin}.{}", action.name)),
    };
    let entries: Vec<Entry<'_>> = done
        .iter()
        .map(|id| Entry {
            kind,
            id: *id,
            action: "act",
            changes: vec![change()],
        })
        .collect();
    let mut tx = app.begin().await?;
    audit::record(&mut tx, &author, &entries).await?;
    let pull = kind
        .provided
        .and_then(|known| app.register.pull(known.pull));
    if let Some(pull) = pull {
        for connector in changed {
            let which = Which::Connector(connector);
            sync::synchronize(app, &mut tx, &author, None, pull, which).await?;
        }
    }
    tx.commit().await?;
    Ok(())
}
