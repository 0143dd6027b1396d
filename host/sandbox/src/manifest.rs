//! `plugin.toml`: what a plugin is and what it asks for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::toml_file::{FileError, from_table, parse_table, read_table};

mod actions;
mod columns;
mod entity;
mod hosts;
mod links;
mod phrases;
mod rights;
mod route;
mod rules;
mod sentences;
mod webhooks;

pub use actions::Action;
pub use columns::{ColumnKind, PluginColumn};
pub use entity::Entity;
pub use hosts::{ClientCredentials, HostRule, RateLimit, Recipe};
pub use links::Link;
pub use phrases::{Meaning, Phrase};
pub use rights::{Right, RightKind};
pub use route::{Route, UploadRule};
pub use sentences::{Sentence, VARIES, common as common_sentences};
pub use webhooks::{Challenge, Encoding, Mac, Signature, Webhooks};

/// The version of `wit/` that this host speaks.
pub const API: &str = "1.0";
/// Whether it may still change, and plugins are then built anew (`wit/README.md`).
pub const API_IS_DRAFT: bool = true;

/// A plugin's manifest, checked: every reference in it resolves.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Lower-case letters, digits and dashes; the plugin's folder below `/api/` and `/admin/`.
    pub id: String,
    pub name: String,
    pub version: String,
    /// The version of the contract (`wit/`) it was built for.
    pub api: String,
    /// The component, relative to the manifest.
    pub component: PathBuf,
    /// What it can be, besides `check`, which every plugin exports.
    pub roles: BTreeSet<PluginRole>,
    /// What of an order that stands still its provider lets be put right: with the role `fulfilment`.
    #[serde(default)]
    pub corrects: BTreeSet<Correction>,
    #[serde(default)]
    pub hosts: Vec<HostRule>,
    #[serde(default)]
    pub credentials: BTreeMap<String, Recipe>,
    /// JSON Schema of a connector's settings. Properties with `writeOnly = true` are secrets.
    #[serde(default)]
    pub settings: serde_json::Value,
    /// JSON Schema of what the operator sets for the plugin as a whole; without one there is nothing to set.
    #[serde(default)]
    pub configuration: serde_json::Value,
    /// How the provider's events come in: with the role `webhooks`.
    pub webhooks: Option<Webhooks>,
    /// Its own work in the background by name: with the role `schedule`.
    #[serde(default)]
    pub tasks: BTreeMap<String, Task>,
    #[serde(default)]
    pub routes: Vec<Route>,
    /// JSON Schemas that those of routes refer to: `{ "$ref" = "#/schemas/<name>" }`.
    #[serde(default)]
    pub schemas: BTreeMap<String, serde_json::Value>,
    #[serde(default)]
    pub screens: Vec<Screen>,
    /// Where people see at the provider what the portal shows.
    #[serde(default)]
    pub links: Vec<Link>,
    /// What the portal's lists show beyond their own columns.
    #[serde(default)]
    pub columns: Vec<PluginColumn>,
    /// What the provider's words on a status mean.
    #[serde(default)]
    pub phrases: Vec<Phrase>,
    /// What it says in English, in French.
    #[serde(default)]
    pub sentences: Vec<Sentence>,
    /// What can be done at the provider with what the portal shows.
    #[serde(default)]
    pub actions: Vec<Action>,
    pub web: Option<Web>,
    /// Cron expressions by the function that the host may run by itself, or by task, as the plugin proposes them.
    #[serde(default)]
    pub schedules: BTreeMap<String, String>,
    /// Where the manifest was read from; everything relative counts from here.
    #[serde(skip)]
    pub folder: PathBuf,
}

/// An interface that a plugin exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PluginRole {
    Fulfilment,
    Shop,
    Support,
    Accounting,
    Report,
    ReportPlan,
    Webhooks,
    Actions,
    Schedule,
    Routes,
}

impl PluginRole {
    /// As manifests spell it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fulfilment => "fulfilment",
            Self::Shop => "shop",
            Self::Support => "support",
            Self::Accounting => "accounting",
            Self::Report => "report",
            Self::ReportPlan => "report-plan",
            Self::Webhooks => "webhooks",
            Self::Actions => "actions",
            Self::Schedule => "schedule",
            Self::Routes => "routes",
        }
    }
}

/// A part of an order that can be put right at its provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Correction {
    /// Whom it goes to and where.
    Address,
    /// Which articles, and how many of each.
    Articles,
}

/// Words for people, by language: `{ en = "…", fr = "…" }`.
pub type Text = BTreeMap<String, String>;

/// One `[tasks.<name>]`: work that goes on in the background.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// What it does, for people who look at jobs.
    #[serde(default)]
    pub summary: Text,
}

/// One `[[screens]]`: a page that the plugin's remote brings.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Screen {
    pub area: Area,
    /// Below `/<area>/<id>/`, without a slash in front.
    pub path: String,
    /// The whole address instead, where people know the screen by another: `/admin/snep/integration`.
    pub alias: Option<String>,
    pub permission: String,
    /// The group of the navigation it stands in.
    pub group: String,
    /// A key of the plugin's locales.
    pub label: String,
    /// Whether the navigation shows it.
    #[serde(default)]
    pub menu: bool,
    /// The picture beside its name there, which stands for it alone while the navigation is narrow.
    #[serde(default)]
    pub icon: Icon,
}

/// A picture of the portal's; which one that is, is its kit's business.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Icon {
    Analytics,
    Archive,
    Delivered,
    File,
    Finance,
    Image,
    #[default]
    Integrations,
    Mail,
    Orders,
    Product,
    Settings,
    Shipped,
    Store,
    Ticket,
    User,
}

/// Whose part of the portal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Area {
    Admin,
    Customer,
    Factory,
}

/// `[web]`: the built remote.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Web {
    /// The folder, relative to the manifest.
    pub path: PathBuf,
    /// The major version of `web/kit` it was built for.
    pub kit: String,
}

impl Manifest {
    /// Reads and checks a `plugin.toml`.
    pub fn read(file: &Path) -> Result<Self, FileError> {
        Self::from_parsed(file, read_table(file)?)
    }

    /// Checks a manifest's text as if it had been read from `file`.
    pub fn parse(file: &Path, text: &str) -> Result<Self, FileError> {
        Self::from_parsed(file, parse_table(file, text)?)
    }

    fn from_parsed(file: &Path, table: toml::Table) -> Result<Self, FileError> {
        let mut manifest: Self = from_table(file, "", table)?;
        manifest.folder = file.parent().unwrap_or(Path::new("")).to_owned();
        manifest.check(file)?;
        Ok(manifest)
    }

    /// Where the component lies.
    pub fn component_path(&self) -> PathBuf {
        self.folder.join(&self.component)
    }

    /// The names of the secret properties of a connector's settings.
    pub fn secrets(&self) -> BTreeSet<&str> {
        self.properties()
            .filter(|(_, schema)| schema["writeOnly"] == true)
            .map(|(name, _)| name.as_str())
            .collect()
    }

    fn properties(&self) -> impl Iterator<Item = (&String, &serde_json::Value)> {
        self.settings["properties"]
            .as_object()
            .into_iter()
            .flatten()
    }

    /// A schema of one of its routes, whole by itself: with those it may refer to.
    pub fn whole_schema(&self, schema: &serde_json::Value) -> serde_json::Value {
        serde_json::json!({ "schemas": self.schemas, "allOf": [schema] })
    }

    /// The texts for people that stand in the manifest itself, each with its key: `links[0].label`.
    pub fn texts(&self) -> Vec<(String, &Text)> {
        let hosts = self.hosts.iter().enumerate();
        let links = self.links.iter().enumerate();
        let columns = self.columns.iter().enumerate();
        let actions = self.actions.iter().enumerate();
        let confirmed = actions.clone().filter(|(_, one)| !one.confirm.is_empty());
        hosts
            .map(|(at, one)| (format!("hosts[{at}].reason"), &one.reason))
            .chain(links.map(|(at, one)| (format!("links[{at}].label"), &one.label)))
            .chain(columns.map(|(at, one)| (format!("columns[{at}].label"), &one.label)))
            .chain(actions.map(|(at, one)| (format!("actions[{at}].label"), &one.label)))
            .chain(confirmed.map(|(at, one)| (format!("actions[{at}].confirm"), &one.confirm)))
            .collect()
    }

    /// The embedder's permissions that the manifest names, each with its key: `routes[0].permission`.
    pub fn permissions(&self) -> Vec<(String, &str)> {
        let routes = self.routes.iter().map(|one| Some(&one.permission));
        let screens = self.screens.iter().map(|one| Some(&one.permission));
        let links = self.links.iter().map(|one| Some(&one.permission));
        let columns = self.columns.iter().map(|one| one.permission.as_ref());
        let actions = self.actions.iter().map(|one| one.permission.as_ref());
        keyed("routes", routes)
            .chain(keyed("screens", screens))
            .chain(keyed("links", links))
            .chain(keyed("columns", columns))
            .chain(keyed("actions", actions))
            .collect()
    }

    /// The label texts of `locales/<language>.json`, by language. A plugin without that folder has none.
    pub fn locales(&self) -> Result<BTreeMap<String, serde_json::Value>, FileError> {
        let folder = self.folder.join("locales");
        let mut locales = BTreeMap::new();
        if !folder.is_dir() {
            return Ok(locales);
        }
        let entries = std::fs::read_dir(&folder).map_err(|error| FileError::new(&folder, error))?;
        for entry in entries {
            let file = entry
                .map_err(|error| FileError::new(&folder, error))?
                .path();
            let Some(language) = file.file_stem().and_then(|stem| stem.to_str()) else {
                continue;
            };
            if file
                .extension()
                .is_some_and(|extension| extension == "json")
            {
                let text = std::fs::read(&file).map_err(|error| FileError::new(&file, error))?;
                let labels =
                    serde_json::from_slice(&text).map_err(|error| FileError::new(&file, error))?;
                locales.insert(language.to_owned(), labels);
            }
        }
        Ok(locales)
    }
}

/// Those of a list's permissions that are named, each with its key.
fn keyed<'a>(
    list: &'static str,
    permissions: impl Iterator<Item = Option<&'a String>>,
) -> impl Iterator<Item = (String, &'a str)> {
    let named = permissions.enumerate();
    named.filter_map(move |(at, name)| Some((format!("{list}[{at}].permission"), name?.as_str())))
}

impl Screen {
    /// Where the screen of plugin `id` stands: `/admin/bigblue/product`.
    pub fn address(&self, id: &str) -> String {
        let area = self.area.as_str();
        let own = || format!("/{area}/{id}/{}", self.path);
        self.alias.clone().unwrap_or_else(own)
    }
}

impl Area {
    /// As addresses spell it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Customer => "customer",
            Self::Factory => "factory",
        }
    }
}
