//! The plugins as the shell needs them: what they bring to this user's part of the portal.

use std::collections::BTreeMap;

use axum::extract::State;
use comptoir_sandbox::{Action, Area, ColumnKind, Entity, Icon, PluginColumn, Screen, Screens};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::columns::is_open_to;
use super::model::{ENTRY, Ready, has_remote};
use super::{actions, operator};
use crate::access::{Access, Role, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::request::Data;
use crate::http::routing::{Routes, routes};
use crate::http::web::FRAMES;

pub fn routes() -> Routes {
    Routes::new()
        .add(Access::SignedIn, routes!(list))
        .merge(actions::routes())
        .merge(operator::routes())
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
    /// Address of the page that runs the remote apart from the portal; null: it runs in the portal's own page, as the
    /// operator's `screens = "trusted"` lets it, or there is none.
    pub frame: Option<String>,
    /// The major version of the kit that the remote was built for.
    pub kit: Option<String>,
    pub screens: Vec<ScreenBody>,
    /// What it adds to the portal's lists and pages, as far as this user may see it.
    pub columns: Vec<ColumnBody>,
    /// What this user can have it do with records.
    pub actions: Vec<ActionBody>,
    /// What its own work in the background is called, by the first word of a job's `identifier`; for admins, who read jobs.
    pub tasks: BTreeMap<String, Words>,
}

/// A text in both languages.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Text)]
pub struct Words {
    pub fr: String,
    pub en: String,
}

impl Words {
    /// A text of a manifest; where a language is missing, the other stands in.
    pub fn of(text: &BTreeMap<String, String>) -> Self {
        let say = |first: &str, then: &str| {
            let found = text.get(first).or_else(|| text.get(then));
            found.cloned().unwrap_or_default()
        };
        Self {
            fr: say("fr", "en"),
            en: say("en", "fr"),
        }
    }
}

/// A screen of this user's part of the portal, whether they may open it or not: who does not know of
/// `product/create` would take it for `product/{sku}`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginScreen)]
pub struct ScreenBody {
    pub area: Role,
    /// `/admin/bigblue/product`
    pub path: String,
    /// What it asks of who opens it.
    pub permission: String,
    /// The navigation's group.
    pub group: String,
    pub label: Words,
    /// Whether the navigation shows it.
    pub menu: bool,
    /// The picture beside its name there.
    #[schema(value_type = String, example = "product")]
    pub icon: Icon,
}

/// What a plugin tells of records beyond their own fields. A record's `extra` holds its values by plugin and key.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginColumn)]
pub struct ColumnBody {
    /// `order`, `product`, `bundle`, `inbound-shipment`, `ticket`
    #[schema(value_type = String)]
    pub entity: Entity,
    pub key: String,
    pub label: Words,
    /// `text`, `number` (a decimal with a dot), `date` (RFC 3339 or a day), `badge` (a word of a few)
    #[schema(value_type = String)]
    pub kind: ColumnKind,
    /// What single values are called; others are shown as they are.
    pub values: BTreeMap<String, Words>,
    /// Whether lists show it before a person chose their columns.
    pub shown: bool,
}

/// Something that a plugin does with records: `POST /plugins/{plugin}/actions/{name}`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginAction)]
pub struct ActionBody {
    pub name: String,
    /// As a column's.
    #[schema(value_type = String)]
    pub entity: Entity,
    pub label: Words,
    /// What is asked before; null: it is done at once.
    pub confirm: Option<Words>,
    /// Whether it takes several records at once, 50 at most.
    pub bulk: bool,
    /// Whether it cannot be taken back.
    pub destructive: bool,
}

/// The plugins, with what this user may see of theirs; screens of this part of the portal, each with the permission that
/// it asks for.
#[utoipa::path(get, path = "/plugins", tag = "plugins", operation_id = "listPlugins",
    responses((status = 200, body = Data<Vec<PluginBody>>), (status = 401, body = ErrorBody)))]
async fn list(State(app): State<App>, scope: Scope) -> Result<Data<Vec<PluginBody>>> {
    let loaded = app.plugins.all_ready();
    Ok(Data {
        data: loaded.iter().map(|ready| body(ready, &scope)).collect(),
    })
}

fn body(ready: &Ready, scope: &Scope) -> PluginBody {
    let manifest = ready.plugin.manifest();
    PluginBody {
        id: manifest.id.clone(),
        name: manifest.name.clone(),
        version: manifest.version.clone(),
        entry: has_remote(manifest)
            .then(|| format!("/plugins/{}/{}/{ENTRY}", manifest.id, ready.digest)),
        frame: is_isolated(ready).then(|| format!("{FRAMES}{}/{}", manifest.id, ready.digest)),
        kit: manifest.web.as_ref().map(|web| web.kit.clone()),
        screens: manifest
            .screens
            .iter()
            .filter(|screen| role_of(screen.area) == scope.actor.role)
            .map(|screen| screen_body(ready, screen))
            .collect(),
        columns: manifest
            .columns
            .iter()
            .filter(|column| is_open_to(scope, column.permission.as_deref()))
            .map(column_body)
            .collect(),
        actions: manifest
            .actions
            .iter()
            .filter(|action| is_open_to(scope, action.permission.as_deref()))
            .map(action_body)
            .collect(),
        tasks: manifest
            .tasks
            .iter()
            .filter(|(_, task)| scope.actor.role == Role::Admin && !task.summary.is_empty())
            .map(|(name, task)| (name.clone(), Words::of(&task.summary)))
            .collect(),
    }
}

/// Whether it brings screens that run apart from the portal.
pub fn is_isolated(ready: &Ready) -> bool {
    ready.screens == Screens::Isolated && has_remote(ready.plugin.manifest())
}

fn column_body(column: &PluginColumn) -> ColumnBody {
    ColumnBody {
        entity: column.entity,
        key: column.key.clone(),
        label: Words::of(&column.label),
        kind: column.kind,
        values: column
            .values
            .iter()
            .map(|(value, words)| (value.clone(), Words::of(words)))
            .collect(),
        shown: column.shown,
    }
}

fn action_body(action: &Action) -> ActionBody {
    ActionBody {
        name: action.name.clone(),
        entity: action.entity,
        label: Words::of(&action.label),
        confirm: (!action.confirm.is_empty()).then(|| Words::of(&action.confirm)),
        bulk: action.bulk,
        destructive: action.destructive,
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
        path: screen.address(ready.plugin.id()),
        permission: screen.permission.clone(),
        group: screen.group.clone(),
        label: Words {
            fr: label("fr"),
            en: label("en"),
        },
        menu: screen.menu,
        icon: screen.icon,
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
