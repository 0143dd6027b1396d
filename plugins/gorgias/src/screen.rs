//! What the plugin's screen shows: its connections, and the tags of an account.

use crate::api::{Desk, LARGEST_PAGE};
use crate::hooks::Integration;
use crate::listing;
use crate::wire;
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::{
    Connector, Error, ErrorKind, Host, Level, ListQuery, Result, fold, time,
};
use serde::{Deserialize, Serialize};

/// Under which the last pull is remembered.
const PULL: &str = "pull";

/// What the last complete pull brought.
#[derive(Debug, Serialize, Deserialize)]
struct Pull {
    /// When it ended, RFC 3339.
    at: String,
    tickets: u32,
}

/// Remembers a complete pull, for people. That it cannot be remembered is no reason to lose the pull.
pub fn remember_pull(host: &impl Host, connector: &Connector, tickets: u32) {
    let at = time::format(host.now());
    let kept = serde_json::to_vec(&Pull { at, tickets })
        .is_ok_and(|json| host.store_set(Some(&connector.id), PULL, &json).is_ok());
    if !kept {
        host.log(Level::Warn, "the last pull is not remembered", &[]);
    }
}

fn last_pull(host: &impl Host, connector: &Connector) -> Option<Pull> {
    let json = host.store_get(Some(&connector.id), PULL).ok()??;
    serde_json::from_slice(&json).ok()
}

/// One connection.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    connector: String,
    account: String,
    tag: String,
    last_pull: Option<Pull>,
    /// `registered`, `deactivated` by the provider, `none`; null when it could not be asked.
    webhooks: Option<&'static str>,
    /// Why it could not be asked: `credentials`, `settings`, `busy`, `unavailable`, `broken`.
    problem: Option<&'static str>,
}

/// The connections of the caller, at most twenty a page: each costs a call to the provider.
pub fn integrations(host: &impl Host, request: &Request) -> Result<Response> {
    let query = ListQuery::of(request, &[20])?;
    let found: Vec<&Connector> = request
        .connectors
        .iter()
        .filter(|connector| {
            Desk::of(connector).map_or(query.search.is_empty(), |desk| {
                query.finds(&[&desk.settings.account, &desk.settings.tag])
            })
        })
        .collect();
    let rows: Vec<Row> = query
        .slice(&found)
        .iter()
        .map(|connector| row_of(host, connector))
        .collect();
    Response::data(&rows)?.with_meta(&query.meta(found.len()))
}

fn row_of(host: &impl Host, connector: &Connector) -> Row {
    let mut row = Row {
        connector: connector.id.clone(),
        account: String::new(),
        tag: String::new(),
        last_pull: last_pull(host, connector),
        webhooks: None,
        problem: None,
    };
    let asked = Desk::of(connector).and_then(|desk| {
        row.account = desk.settings.account.clone();
        row.tag = desk.settings.tag.clone();
        crate::hooks::integrations(host, &desk)
    });
    match asked {
        Ok(integrations) => row.webhooks = Some(state_of(&integrations, &connector.id)),
        Err(error) => row.problem = Some(problem(&error)),
    }
    row
}

/// The host's addresses name the connection.
fn state_of(integrations: &[Integration], connector: &str) -> &'static str {
    let ours = integrations.iter().filter(|integration| {
        integration
            .our_address()
            .is_some_and(|address| address.contains(connector))
    });
    let mut state = "none";
    for integration in ours {
        if integration.is_active() {
            return "registered";
        }
        state = "deactivated";
    }
    state
}

fn problem(error: &Error) -> &'static str {
    match error.kind {
        ErrorKind::Unauthorized => "credentials",
        ErrorKind::InvalidConfig(_) | ErrorKind::NotFound => "settings",
        ErrorKind::RateLimited(_) => "busy",
        ErrorKind::Unavailable => "unavailable",
        _ => "broken",
    }
}

/// A tag of the account.
#[derive(Debug, Serialize)]
struct TagRow {
    name: String,
    /// It is the store's.
    chosen: bool,
}

/// The tags of one connection's account, by name.
pub fn tags(host: &impl Host, request: &Request, wanted: &str) -> Result<Response> {
    let query = ListQuery::of(request, &[20, 50, LARGEST_PAGE as usize])?;
    let connector = request
        .connectors
        .iter()
        .find(|connector| connector.id == wanted)
        .ok_or_else(|| Error::not_found("connector: no such connection"))?;
    let desk = Desk::of(connector)?;
    let mut tags: Vec<wire::Tag> = listing::all(host, &desk, "/tags")?;
    tags.retain(|tag| query.finds(&[&tag.name]));
    tags.sort_by_cached_key(|tag| fold(&tag.name));
    let rows: Vec<TagRow> = query
        .slice(&tags)
        .iter()
        .map(|tag| TagRow {
            chosen: tag.name == desk.settings.tag,
            name: tag.name.clone(),
        })
        .collect();
    Response::data(&rows)?.with_meta(&query.meta(tags.len()))
}
