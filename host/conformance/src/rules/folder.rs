//! What lies in the plugin's folder.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::bench::Setup;
use crate::report::Verdict;

const LANGUAGES: [&str; 2] = ["en", "fr"];

pub(super) fn settings(setup: &Setup) -> Verdict {
    let schema = &setup.manifest.settings;
    let properties = schema["properties"].as_object();
    let Some(properties) = properties.filter(|properties| !properties.is_empty()) else {
        return Verdict::not_asked("it has no settings");
    };
    let mut problems = Vec::new();
    if let Err(error) = jsonschema::validator_for(schema) {
        problems.push(format!("settings: no JSON Schema: {error}"));
    }
    for (name, property) in properties {
        for language in LANGUAGES {
            let label = property["x-labels"][language].as_str().unwrap_or_default();
            if label.trim().is_empty() {
                problems.push(format!(
                    "settings.properties.{name}: no x-labels.{language}"
                ));
            }
        }
    }
    Verdict::of(problems, format!("{} settings", properties.len()))
}

/// The keys of all texts below.
fn keys(texts: &Value, at: &str, found: &mut BTreeSet<String>) {
    match texts {
        Value::Object(texts) => {
            for (key, text) in texts {
                let dot = if at.is_empty() { "" } else { "." };
                keys(text, &format!("{at}{dot}{key}"), found);
            }
        }
        _ => {
            found.insert(at.to_owned());
        }
    }
}

pub(super) fn languages(setup: &Setup) -> Verdict {
    let locales = match setup.manifest.locales() {
        Ok(locales) => locales,
        Err(error) => return Verdict::of(vec![error.to_string()], ""),
    };
    if locales.is_empty() && setup.manifest.screens.is_empty() {
        return Verdict::not_asked("it has neither words nor screens");
    }
    let mut problems: Vec<String> = LANGUAGES
        .iter()
        .filter(|language| !locales.contains_key(**language))
        .map(|language| format!("locales/{language}.json is missing"))
        .collect();
    problems.extend(untranslated(&locales));
    Verdict::of(
        problems,
        format!("{} texts", texts_of(&locales, "en").len()),
    )
}

fn texts_of(locales: &BTreeMap<String, Value>, language: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if let Some(texts) = locales.get(language) {
        keys(texts, "", &mut found);
    }
    found
}

/// What a plugin's `locales/en.json` or `fr.json` lacks of the other's texts: `locales/fr.json: no text nav.order`.
pub fn untranslated(locales: &BTreeMap<String, Value>) -> Vec<String> {
    let [english, french] = LANGUAGES.map(|language| texts_of(locales, language));
    let missing = |from: &BTreeSet<String>, to: &BTreeSet<String>, language: &str| {
        let missing = from.difference(to);
        let problems = missing.map(|key| format!("locales/{language}.json: no text {key}"));
        problems.collect::<Vec<_>>()
    };
    let mut problems = missing(&english, &french, "fr");
    problems.extend(missing(&french, &english, "en"));
    problems
}

pub(super) fn screens(setup: &Setup) -> Verdict {
    let manifest = &setup.manifest;
    if manifest.screens.is_empty() {
        return Verdict::not_asked("it has no screens");
    }
    let Some(web) = &manifest.web else {
        return Verdict::of(vec!["plugin.toml: screens without [web]".to_owned()], "");
    };
    let entry = manifest.folder.join(&web.path).join("mf-manifest.json");
    let shown = web.path.join("mf-manifest.json");
    let text = match std::fs::read(&entry) {
        Ok(text) => text,
        Err(error) => {
            let problem = format!("{}: {error}: the remote is not built", shown.display());
            return Verdict::of(vec![problem], "");
        }
    };
    let remote: Value = serde_json::from_slice(&text).unwrap_or_default();
    let exposed = remote["exposes"].as_array().into_iter().flatten();
    let mut problems = Vec::new();
    if !exposed
        .into_iter()
        .any(|module| module["path"] == "./plugin")
    {
        problems.push(format!("{}: exposes no ./plugin", shown.display()));
    }
    Verdict::of(problems, format!("{} screens", manifest.screens.len()))
}
