//! `comptoir plugin check`: whatever can be known of a plugin without calling it.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use comptoir_conformance::{Offline, Secrets, untranslated};
use comptoir_sandbox::{
    API, API_IS_DRAFT, Engine, EngineConfig, Grant, Manifest, Plugin, Screens, SystemResolver,
};
use serde_json::Value;

use super::super::{model, schedule, versions};
use super::install::script;
use crate::access::Permission;
use crate::program::clock::Clock;
use crate::program::config::Config;
use crate::register::Register;

/// Prints what a plugin is and asks for.
///
/// # Errors
/// The list of what is wrong with it.
pub async fn check(register: Register, config: &Config, folder: &Path) -> anyhow::Result<()> {
    let (manifest, wrong) = examine(register, config, folder).await?;
    anyhow::ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    let roles: Vec<Value> = manifest
        .roles
        .iter()
        .map(|role| serde_json::json!(role))
        .collect();
    println!(
        "{} {} is in order: {}",
        manifest.id,
        manifest.version,
        Value::from(roles)
    );
    if API_IS_DRAFT {
        println!("  built for the contract {API}, a draft: a later host may need it built anew");
    }
    for host in &manifest.hosts {
        let reason = host.reason.get("en").map_or("", String::as_str);
        println!("  asks for {}: {reason}", host.base);
    }
    if manifest.web.is_some() {
        println!("  brings screens, code that runs in the browser of whoever opens them:");
        println!("    {}", script(Screens::Isolated));
        println!(
            "    with screens = \"trusted\" in plugins.toml {}",
            script(Screens::Trusted)
        );
    }
    Ok(())
}

/// A plugin's manifest, and what is wrong with the plugin.
///
/// # Errors
/// The manifest is none.
pub async fn examine(
    register: Register,
    config: &Config,
    folder: &Path,
) -> anyhow::Result<(Manifest, Vec<String>)> {
    let manifest = Manifest::read(&folder.join(versions::MANIFEST))?;
    let grant = Grant::everything(&manifest);
    let mut wrong = Vec::new();
    if register.reserved().contains(&manifest.id) {
        wrong.push(format!(
            "id: {} is a word of the portal's own addresses",
            manifest.id
        ));
    }
    wrong.extend(permissions(&manifest));
    wrong.extend(groups(&manifest));
    wrong.extend(texts(&manifest));
    if let Err(error) = schedule::of(register, &manifest, &grant) {
        wrong.push(format!("{error:#}"));
    }
    if let Err(error) = versions::parts(&manifest) {
        wrong.push(format!("{error:#}"));
    }
    if !manifest.settings.is_null()
        && let Err(error) = jsonschema::validator_for(&manifest.settings)
    {
        wrong.push(format!("settings: no JSON Schema: {error}"));
    }
    if manifest.web.is_some() && !model::has_remote(&manifest) {
        wrong.push(format!("web: the remote is not built: no {}", model::ENTRY));
    }
    let engine = Engine::new(EngineConfig {
        cache_dir: Some(config.compiled_plugins()),
        ..EngineConfig::default()
    })?;
    let services = Arc::new(Offline::new(Clock::system().now(), Secrets::new()));
    let resolver = Arc::new(SystemResolver);
    if let Err(error) = Plugin::load(&engine, manifest.clone(), grant, services, resolver).await {
        wrong.push(error.to_string());
    }
    Ok((manifest, wrong))
}

/// Permissions that the portal does not know: nobody could ever use what asks for them.
fn permissions(manifest: &Manifest) -> Vec<String> {
    let named = manifest.permissions().into_iter();
    named
        .filter(|(_, permission)| permission.parse::<Permission>().is_err())
        .map(|(key, permission)| format!("{key}: the portal knows no permission {permission}"))
        .collect()
}

/// The groups of the portal's navigation (web/src/app/feature.ts).
const GROUPS: [&str; 8] = [
    "main",
    "products",
    "analytics",
    "production",
    "finance",
    "settings",
    "integrations",
    "developer",
];

/// Groups that the navigation does not have: the screen would stand in another one.
fn groups(manifest: &Manifest) -> Vec<String> {
    let screens = manifest.screens.iter().enumerate();
    let unknown = screens.filter(|(_, screen)| !GROUPS.contains(&screen.group.as_str()));
    let problems = unknown.map(|(at, screen)| {
        let known = GROUPS.join(", ");
        format!(
            "screens[{at}].group: the navigation has no {:?}: it has {known}",
            screen.group
        )
    });
    problems.collect()
}

/// Texts that are not there in both languages.
fn texts(manifest: &Manifest) -> Vec<String> {
    let locales = match manifest.locales() {
        Ok(locales) => locales,
        Err(error) => return vec![error.to_string()],
    };
    let mut missing: BTreeSet<String> = untranslated(&locales).into_iter().collect();
    for language in ["en", "fr"] {
        for (key, text) in manifest.texts() {
            if !text.contains_key(language) {
                missing.insert(format!("{key}: no text in {language}"));
            }
        }
        for screen in &manifest.screens {
            let text = locales.get(language).and_then(|texts| {
                screen
                    .label
                    .split('.')
                    .try_fold(texts, |found, key| found.get(key))
            });
            if text.and_then(Value::as_str).is_none() {
                missing.insert(format!("locales/{language}.json: no text {}", screen.label));
            }
        }
    }
    missing.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_groups_are_those_of_the_navigation() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/app/feature.ts");
        let text = fs::read_to_string(file).expect("a source");
        let list = text
            .split("GROUPS = [")
            .nth(1)
            .and_then(|rest| rest.split(']').next());
        let named = list.expect("the groups").split('"').skip(1).step_by(2);
        assert_eq!(named.collect::<Vec<_>>(), GROUPS);
    }

    #[test]
    fn a_group_or_a_word_that_is_not_there_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("plugin.toml");
        let locales = folder.path().join("locales");
        fs::create_dir(&locales).expect("a folder");
        fs::write(
            locales.join("en.json"),
            r#"{ "nav": { "order": "Orders", "more": "More" } }"#,
        )
        .expect("a file");
        fs::write(
            locales.join("fr.json"),
            r#"{ "nav": { "order": "Commandes" } }"#,
        )
        .expect("a file");
        let text = r#"
            id = "north"
            name = "North"
            version = "1"
            api = "1.0"
            component = "north.wasm"
            roles = []
            [web]
            path = "dist/web"
            kit = "1"
            [[screens]]
            area = "admin"
            path = "order"
            permission = "READ_ORDER"
            group = "shops"
            label = "nav.order"
        "#;
        let manifest = Manifest::parse(&file, text).expect("a manifest");
        let expected = "screens[0].group: the navigation has no \"shops\": it has main, products, analytics, production, \
                    finance, settings, integrations, developer";
        assert_eq!(groups(&manifest), [expected]);
        assert_eq!(texts(&manifest), ["locales/fr.json: no text nav.more"]);
    }
}
