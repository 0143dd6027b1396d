//! `plugins.toml`: what the operator gives to each plugin.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::channels::Channel;
use crate::egress::{AddressPattern, BasePattern};
use crate::limits::Limits;
use crate::manifest::{Manifest, RateLimit};
use crate::toml_file::{FileError, from_table, parse_table, read_table};

/// The plugins of an installation by id, from one or more `plugins.toml`.
pub type Grants = BTreeMap<String, Grant>;

/// One `[plugins.<id>]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    /// The plugin's folder, or its signed archive (`….tar.gz`). A relative one counts from the file that holds it.
    pub source: PathBuf,
    /// An archive may lack a signature.
    #[serde(default)]
    pub unsigned: bool,
    /// The minisign public keys that may sign this plugin's archives, by the files' `[trust."<key>"]`, and where the
    /// screens run that each answers for.
    #[serde(skip)]
    pub trusted: BTreeMap<String, Screens>,
    /// Where its screens run when no key answers for them: those of a folder, or of an archive without a signature.
    #[serde(default)]
    pub screens: Screens,
    #[serde(default)]
    pub enabled: bool,
    /// The version whose rights are approved, whatever was before: the archive or folder that is there then, and no other of
    /// that version. Or its digest; `*`: those of every version, for a plugin of one's own. Hosts are granted by `hosts` alone.
    pub approve: Option<String>,
    /// Bases of `[[hosts]]` that the plugin may really reach, as the manifest writes them.
    #[serde(default)]
    pub hosts: BTreeSet<BasePattern>,
    /// Where requests to a base go instead: a proxy, a simulator. Placeholders are filled here too.
    #[serde(default)]
    pub base_urls: BTreeMap<BasePattern, AddressPattern>,
    /// Private, loopback and link-local places that it may reach, as `name:port` or `ip:port`.
    #[serde(default)]
    pub private: BTreeSet<String>,
    /// Rate limits by base, in place of the manifest's: for an account that the provider gave more.
    #[serde(default)]
    pub rate_limits: BTreeMap<BasePattern, RateLimit>,
    #[serde(default)]
    pub limits: Limits,
    /// What the operator sets for the plugin as a whole, for `wit/configuration.wit`; checked against the manifest's schema.
    #[serde(default = "nothing")]
    pub configuration: serde_json::Value,
    /// Where it may hand files to, by name.
    #[serde(default)]
    pub channels: BTreeMap<String, Channel>,
    /// In place of the manifest's, by function.
    #[serde(default)]
    pub schedules: BTreeMap<String, Schedule>,
}

/// Where the code of a plugin's screens runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Screens {
    /// In a frame of its own, which reaches the plugin's own calls.
    #[default]
    Isolated,
    /// In the portal's page, where it can do whatever the person can who opens it.
    Trusted,
}

/// When the host runs a function by itself: a cron expression, or `false` for never.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Schedule {
    Cron(String),
    /// Only `false` is valid.
    Off(bool),
}

fn nothing() -> serde_json::Value {
    serde_json::json!({})
}

impl Grant {
    /// Whatever a manifest asks for, for commands that look at a plugin without a host.
    pub fn everything(manifest: &Manifest) -> Self {
        Self {
            source: manifest.folder.clone(),
            unsigned: false,
            trusted: BTreeMap::new(),
            screens: Screens::default(),
            enabled: true,
            approve: None,
            hosts: manifest
                .hosts
                .iter()
                .map(|host| host.base.clone())
                .collect(),
            base_urls: BTreeMap::new(),
            private: BTreeSet::new(),
            rate_limits: BTreeMap::new(),
            limits: Limits::default(),
            configuration: nothing(),
            channels: BTreeMap::new(),
            schedules: BTreeMap::new(),
        }
    }

    /// Reads `plugins.toml` files; keys of later ones replace those of earlier ones, tables are merged.
    pub fn read_all(files: &[impl AsRef<Path>]) -> Result<Grants, FileError> {
        let mut merged = toml::Table::new();
        for file in files {
            let file = file.as_ref();
            let mut table = read_table(file)?;
            anchor_sources(&mut table, file);
            // Each file is checked alone first, so that a mistake is told with the file it is in.
            check_shape(file, &table)?;
            merge(&mut merged, table);
        }
        let last = files
            .last()
            .map_or(Path::new("plugins.toml"), AsRef::as_ref);
        from_merged(last, merged)
    }

    /// Reads one text as if it stood in `file`.
    pub fn parse(file: &Path, text: &str) -> Result<Grants, FileError> {
        let mut table = parse_table(file, text)?;
        anchor_sources(&mut table, file);
        from_merged(file, table)
    }

    /// Where the manifest lies.
    pub fn manifest_path(&self) -> PathBuf {
        self.source.join("plugin.toml")
    }

    /// What it says of bases that the plugin does not ask for, as `hosts: https://…`: it changes nothing, and was probably
    /// meant for another.
    pub fn idle(&self, manifest: &Manifest) -> Vec<String> {
        let asked = |base: &BasePattern| manifest.hosts.iter().any(|host| host.base == *base);
        let keys = [
            ("hosts", self.hosts.iter().collect::<Vec<_>>()),
            ("rate_limits", self.rate_limits.keys().collect()),
        ];
        let all = keys.iter().flat_map(|(key, bases)| {
            let idle = bases.iter().filter(|base| !asked(base));
            idle.map(move |base| format!("{key}: {base}"))
        });
        all.collect()
    }

    /// A base whose requests should go elsewhere, and that the plugin does not ask for: those it does make would really go
    /// to the provider.
    pub fn misled(&self, manifest: &Manifest) -> Option<&BasePattern> {
        let asked = |base: &&BasePattern| manifest.hosts.iter().any(|host| host.base == **base);
        self.base_urls.keys().find(|base| !asked(base))
    }

    /// Whether the file approves everything that a build of a version may do. `before`: the digest of the build that it
    /// approved under that version's name, if any.
    pub fn approves(&self, version: &str, digest: &str, before: Option<&str>) -> bool {
        let approved = self.approve.as_deref();
        let is_named = approved == Some(version) && before.is_none_or(|before| before == digest);
        is_named || approved == Some("*") || approved == Some(digest)
    }

    fn problem(&self) -> Option<(String, String)> {
        if let Some((key, text)) = self.limits.problem() {
            return Some((format!("limits.{key}"), text.to_owned()));
        }
        if let Some(place) = self.private.iter().find(|place| !names_a_port(place)) {
            let text = format!("`{place}` must be `name:port` or `ip:port`");
            return Some(("private".to_owned(), text));
        }
        let is_signed = !self.unsigned && self.source.to_string_lossy().ends_with(ARCHIVE);
        if is_signed && self.screens == Screens::Trusted {
            let text = "of a signed archive this is said of its key: [trust.\"<key>\"] with screens = \"trusted\"";
            return Some(("screens".to_owned(), text.to_owned()));
        }
        let mut channels = self.channels.iter();
        if let Some((name, (key, text))) =
            channels.find_map(|(name, channel)| Some((name, channel.problem()?)))
        {
            return Some((format!("channels.{name}.{key}"), text.to_owned()));
        }
        let (key, _) = self
            .schedules
            .iter()
            .find(|(_, schedule)| **schedule == Schedule::Off(true))?;
        let text = "a cron expression, or false for never".to_owned();
        Some((format!("schedules.{key}"), text))
    }
}

fn from_merged(file: &Path, table: toml::Table) -> Result<Grants, FileError> {
    let Outer { mut plugins, trust } = from_table(file, "", table)?;
    for (id, grant) in &mut plugins {
        let signers = trust
            .iter()
            .filter(|(_, trusted)| trusted.plugins.contains(id));
        grant.trusted = signers
            .map(|(key, trusted)| (key.clone(), trusted.screens))
            .collect();
        if let Some((key, text)) = grant.problem() {
            return Err(FileError::at(file, &format!("plugins.{id}.{key}"), text));
        }
    }
    Ok(plugins)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Outer {
    #[serde(default)]
    plugins: Grants,
    /// By minisign public key.
    #[serde(default)]
    trust: BTreeMap<String, Trusted>,
}

/// One `[trust."<key>"]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Trusted {
    /// The ids that the key's owner may sign.
    plugins: BTreeSet<String>,
    /// Where their screens run.
    #[serde(default)]
    screens: Screens,
}

/// How the names of archives end.
pub const ARCHIVE: &str = ".tar.gz";

/// An overlay may leave out `source`; all it does hold must be right.
fn check_shape(file: &Path, table: &toml::Table) -> Result<(), FileError> {
    let mut whole = table.clone();
    let plugins = whole.get_mut("plugins").and_then(toml::Value::as_table_mut);
    for plugin in plugins.into_iter().flat_map(|plugins| plugins.iter_mut()) {
        if let Some(plugin) = plugin.1.as_table_mut() {
            plugin.entry("source").or_insert_with(|| ".".into());
        }
    }
    from_merged(file, whole).map(drop)
}

fn anchor_sources(table: &mut toml::Table, file: &Path) {
    let folder = file.parent().unwrap_or(Path::new(""));
    let plugins = table.get_mut("plugins").and_then(toml::Value::as_table_mut);
    for (_, plugin) in plugins.into_iter().flat_map(|plugins| plugins.iter_mut()) {
        if let Some(toml::Value::String(source)) = plugin.get_mut("source") {
            *source = folder.join(&source).to_string_lossy().into_owned();
        }
    }
}

fn merge(into: &mut toml::Table, from: toml::Table) {
    for (key, value) in from {
        match (into.get_mut(&key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(value)) => merge(below, value),
            (_, value) => {
                into.insert(key, value);
            }
        }
    }
}

fn names_a_port(place: &str) -> bool {
    place
        .rsplit_once(':')
        .is_some_and(|(name, port)| !name.is_empty() && port.parse::<u16>().is_ok())
}
