//! `comptoir plugin record`, `replay` and `test`: the suite of `host/conformance` on a plugin's folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use chrono::{DateTime, Utc};
use clap::Args;
use comptoir_conformance::{Secrets, Setup, Tape, calm_engine};
use comptoir_sandbox::{Engine, Manifest};
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use secrecy::SecretString;
use serde_json::{Map, Value};

use super::super::versions;
use crate::program::clock::Clock;
use crate::program::config::Config;

/// A plugin and the service that it speaks to.
#[derive(Debug, Args)]
pub struct Service {
    /// A connection's settings as JSON, as the form would send them. A secret is its value, { "env": "NAME" } or
    /// { "file": "path" }.
    #[arg(long)]
    pub(super) settings: Option<PathBuf>,
    /// What the operator would set for the plugin, as JSON.
    #[arg(long)]
    pub(super) configuration: Option<PathBuf>,
    /// <base of plugin.toml>=<address>: where its requests go instead. May come several times.
    #[arg(long = "base-url", value_name = "BASE=ADDRESS")]
    pub(super) base_urls: Vec<String>,
    /// Items of a page.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=500))]
    pub(super) limit: u32,
    /// What the plugin is told the time is, like 2026-11-20T09:00:00Z. Default: now.
    #[arg(long)]
    pub(super) now: Option<DateTime<Utc>>,
    /// Lets the plugin change things at the service: pushes orders and products, calls routes that change something. For
    /// simulators and test accounts.
    #[arg(long)]
    pub(super) writes: bool,
}

/// How much a plugin may use.
#[derive(Debug, Args)]
pub struct Size {
    /// Its memory limit.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=4_096))]
    pub(super) memory_mib: u64,
}

/// Runs the plugin against its service and writes the tape.
///
/// # Errors
/// The plugin does not load, its service does not answer, or a secret stands in what would be written: an older tape stays
/// as it was.
pub async fn record(
    config: &Config,
    folder: &Path,
    service: &Service,
    size: &Size,
    out: &Path,
) -> anyhow::Result<()> {
    let setup = live(folder, service, size)?;
    let tape = comptoir_conformance::record(&engine(config)?, setup).await?;
    let text = tape.text()?;
    fs::write(out, &text).with_context(|| out.display().to_string())?;
    println!("{}: {} KiB", out.display(), text.len().div_ceil(1024));
    Ok(())
}

/// Makes a tape's calls again, offline, and prints what is different now.
///
/// # Errors
/// Something is different.
pub async fn replay(
    config: &Config,
    folder: &Path,
    size: &Size,
    tape: &Path,
) -> anyhow::Result<()> {
    let tape = Tape::read(tape)?;
    let differences =
        comptoir_conformance::replay(&engine(config)?, setup(folder, size)?, &tape).await?;
    for difference in &differences {
        println!("{difference}");
    }
    match differences.len() {
        0 => println!("the same as on the tape"),
        count => bail!("{count} differences"),
    }
    Ok(())
}

/// Judges a plugin by every rule and prints what they came to.
///
/// # Errors
/// A rule is broken.
pub async fn test(
    config: &Config,
    folder: &Path,
    service: &Service,
    size: &Size,
    tape: Option<&Path>,
    json: bool,
) -> anyhow::Result<()> {
    let tape = tape.map(Tape::read).transpose()?;
    let setup = match &tape {
        Some(_) => setup(folder, size)?,
        None => live(folder, service, size)?,
    };
    let report = comptoir_conformance::test(&engine(config)?, setup, tape.as_ref()).await?;
    match json {
        true => println!("{}", serde_json::to_string_pretty(&report)?),
        false => print!("{}", report.table()),
    }
    ensure!(report.passes(), "{} breaks the contract", report.plugin);
    Ok(())
}

pub(super) fn engine(config: &Config) -> anyhow::Result<Engine> {
    Ok(Engine::new(calm_engine(Some(config.compiled_plugins())))?)
}

pub(super) fn setup(folder: &Path, size: &Size) -> anyhow::Result<Setup> {
    let manifest = Manifest::read(&folder.join(versions::MANIFEST))?;
    let mut setup = Setup::new(manifest, Clock::system().now())?;
    setup.grant.limits.memory_mib = size.memory_mib;
    Ok(setup)
}

pub(super) fn live(folder: &Path, service: &Service, size: &Size) -> anyhow::Result<Setup> {
    let mut setup = setup(folder, size)?;
    if let Some(file) = &service.settings {
        (setup.settings, setup.secrets) = settings(&setup.manifest, file)?;
    }
    if let Some(file) = &service.configuration {
        setup.grant.configuration = read(file)?;
    }
    for mapping in &service.base_urls {
        setup.send_elsewhere(mapping)?;
    }
    setup.limit = service.limit;
    setup.writes = service.writes;
    setup.now = service.now.unwrap_or(setup.now);
    Ok(setup)
}

fn read(file: &Path) -> anyhow::Result<Value> {
    let named = || file.display().to_string();
    serde_json::from_slice(&fs::read(file).with_context(named)?).with_context(named)
}

/// A connection's open settings and its secrets, checked as the portal would.
fn settings(manifest: &Manifest, file: &Path) -> anyhow::Result<(Value, Secrets)> {
    let Value::Object(given) = read(file)? else {
        bail!("{}: not a JSON object", file.display());
    };
    let names = manifest.secrets();
    let (mut open, mut secrets, mut whole) = (Map::new(), Secrets::new(), Map::new());
    for (name, value) in given {
        if names.contains(name.as_str()) {
            let secret = secret(&name, &value, file)?;
            whole.insert(name.clone(), secret.clone().into());
            secrets.insert(name, SecretString::from(secret));
        } else {
            whole.insert(name.clone(), value.clone());
            open.insert(name, value);
        }
    }
    if !manifest.settings.is_null() {
        let whole = Value::Object(whole);
        let rules = jsonschema::validator_for(&manifest.settings)?;
        if let Some(error) = rules.iter_errors(&whole).next() {
            bail!("{}: {}", file.display(), fault(&error));
        }
    }
    Ok((Value::Object(open), secrets))
}

/// What is wrong with a setting. The schema's own words would show the value, which may be a secret.
fn fault(error: &ValidationError) -> String {
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            format!("{}: required", property.as_str().unwrap_or_default())
        }
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            format!("{}: no setting of plugin.toml", unexpected.join(", "))
        }
        _ => {
            let place = error.instance_path().to_string();
            let name = place.trim_start_matches('/');
            let rule = error.kind().keyword();
            format!("{name}: not as [settings] asks ({rule})")
        }
    }
}

fn secret(name: &str, value: &Value, settings: &Path) -> anyhow::Result<String> {
    if let Some(secret) = value.as_str() {
        return Ok(secret.to_owned());
    }
    if let Some(variable) = value["env"].as_str() {
        return std::env::var(variable).with_context(|| format!("{name}: {variable}"));
    }
    let file = value["file"].as_str();
    let file = file.with_context(|| format!("{name}: a text, {{ env }} or {{ file }}"))?;
    let file = settings.parent().unwrap_or(Path::new("")).join(file);
    let text = fs::read_to_string(&file).with_context(|| format!("{name}: {}", file.display()))?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::ExposeSecret;
    use serde_json::json;
    use std::net::SocketAddr;

    /// A manifest with an open and a secret setting, and a settings file of this text.
    fn given(text: &str) -> anyhow::Result<(Value, Secrets)> {
        let manifest = r#"
            id = "north"
            name = "North"
            version = "0.1.0"
            api = "1.0"
            component = "north.wasm"
            roles = []
            [settings]
            type = "object"
            additionalProperties = false
            required = ["shop", "key"]
            properties = { shop = { type = "string" }, key = { type = "string", minLength = 8, writeOnly = true } }
        "#;
        let manifest = Manifest::parse(Path::new("plugin.toml"), manifest)?;
        let home = tempfile::tempdir()?;
        fs::write(home.path().join("key.txt"), "from-a-file\n")?;
        let file = home.path().join("settings.json");
        fs::write(&file, text)?;
        settings(&manifest, &file)
    }

    #[test]
    fn secrets_come_apart_from_the_open_settings() {
        for (key, expected) in [
            (r#""as-a-text""#, "as-a-text"),
            (r#"{ "file": "key.txt" }"#, "from-a-file"),
        ] {
            let (open, secrets) = given(&format!(r#"{{ "shop": "a", "key": {key} }}"#)).expect(key);
            assert_eq!(open, serde_json::json!({ "shop": "a" }));
            assert_eq!(secrets["key"].expose_secret(), expected);
        }
    }

    #[test]
    fn bad_settings_are_told_without_the_secret() {
        for (text, word) in [
            (r#"{ "key": "as-a-text" }"#, "shop: required"),
            (r#"{ "shop": "a", "key": "hidden" }"#, "key: not as"),
            (
                r#"{ "shop": "a", "key": "as-a-text", "shopp": "hidden" }"#,
                "shopp: no setting",
            ),
            (r#"{ "shop": "a", "key": 5 }"#, "key: a text"),
            (
                r#"{ "shop": "a", "key": { "env": "NO_SUCH_VARIABLE" } }"#,
                "NO_SUCH_VARIABLE",
            ),
            ("[]", "not a JSON object"),
        ] {
            let error = given(text).map(drop).expect_err(text);
            let message = format!("{error:#}");
            assert!(
                message.contains(word) && !message.contains("hidden"),
                "{message}"
            );
        }
    }

    /// Records Bigblue's tape in a folder, with this key at the provider's address.
    async fn tape(home: &Path, key: &str, address: SocketAddr) -> anyhow::Result<()> {
        let config = Config {
            data: home.to_owned(),
            ..Config::default()
        };
        let settings = home.join("settings.json");
        let text = json!({ "id": "MUSI", "apiKey": key }).to_string();
        fs::write(&settings, text).expect("a file");
        let service = Service {
            settings: Some(settings),
            configuration: None,
            base_urls: vec![format!("https://api.bigblue.co=http://{address}")],
            limit: 50,
            now: None,
            writes: false,
        };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins/bigblue");
        let size = Size { memory_mib: 64 };
        record(&config, &folder, &service, &size, &home.join(TAPE)).await
    }

    const TAPE: &str = "tape.jsonl";

    #[tokio::test(flavor = "multi_thread")]
    async fn a_service_that_does_not_answer_is_named_and_an_older_tape_stays() {
        let home = tempfile::tempdir().expect("a folder");
        let gone = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = gone.local_addr().expect("its address");
        drop(gone);
        let out = home.path().join(TAPE);
        fs::write(&out, "an older tape").expect("a file");
        let recorded = tape(home.path(), "demo-key-musi", address).await;
        let error = recorded.expect_err("nobody is there").to_string();
        assert!(
            error.starts_with("api.bigblue.co does not answer POST https://api.bigblue.co/"),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&out).expect("a tape"), "an older tape");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn settings_that_the_service_refuses_bring_no_tape() {
        let home = tempfile::tempdir().expect("a folder");
        let provider = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port");
        let address = provider.local_addr().expect("its address");
        let refuses =
            axum::Router::new().fallback(|| async { axum::http::StatusCode::UNAUTHORIZED });
        let serving = tokio::spawn(async move { axum::serve(provider, refuses).await });
        let recorded = tape(home.path(), "another-key", address).await;
        let error = recorded.expect_err("the key is none").to_string();
        assert!(error.contains("check refuses these settings"), "{error}");
        assert!(!home.path().join(TAPE).exists());
        serving.abort();
    }
}
