//! `plugin.toml` and `plugins.toml`: every mistake is told with its key.

use std::fs;
use std::path::{Path, PathBuf};

use comptoir_sandbox::{Grant, Manifest, Schedule};

const GOOD: &str = include_str!("plugin.toml");

fn manifest_error(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    let text = GOOD.replacen(from, to, 1);
    let error = Manifest::parse(Path::new("plugin.toml"), &text).expect_err(to);
    error.to_string()
}

#[test]
fn a_mistake_in_a_manifest_names_its_key() {
    for (from, to, expected) in [
        (
            "name = \"Hostile\"",
            "nam = \"Hostile\"",
            "unknown field `nam`",
        ),
        ("version = \"1.2.3\"\n", "", "missing field `version`"),
        (
            "roles = [\"fulfilment\", \"routes\"]",
            "roles = [\"fulfillment\"]",
            "roles[0]: unknown variant",
        ),
        (
            "methods = [\"GET\", \"POST\"]",
            "methods = \"GET\"",
            "hosts[0].methods: invalid type: string",
        ),
        (
            "methods = [\"GET\", \"POST\"]",
            "methods = [\"get\"]",
            "hosts[0].methods: `get` is not",
        ),
        (
            "\"http://up.test\"",
            "\"http://up.test/\"",
            "hosts[0].base: `http://up.test/` must be",
        ),
        (
            "\"http://up.test\"",
            "\"ftp://up.test\"",
            "hosts[0].base: `ftp://up.test` must be",
        ),
        (
            "credential = \"api_key\"",
            "credential = \"key\"",
            "hosts[0].credential: `key` is not",
        ),
        (
            "secret = \"apiKey\"",
            "secret = \"user\"",
            "credentials.api_key.secret: `user` is not",
        ),
        (
            "secret = \"apiKey\"",
            "secre = \"apiKey\"",
            "unknown field `secre`",
        ),
        (
            "recipe = \"bearer\"",
            "recipe = \"magic\"",
            "unknown variant `magic`",
        ),
        (
            "id = \"hostile\"",
            "id = \"../etc\"",
            "id: lower-case letters",
        ),
        (
            "api = \"1.0\"",
            "api = \"9\"",
            "api: this host speaks 1.0, not 9",
        ),
        (
            "path = \"/hello\"",
            "path = \"hello\"",
            "routes[0].path: must begin",
        ),
        (
            "permission = \"READ_CONNECTOR\"",
            "",
            "routes[0]: missing field `permission`",
        ),
    ] {
        let text = manifest_error(from, to);
        assert!(
            text.starts_with("plugin.toml: ") && text.contains(expected),
            "{to}: {text}"
        );
    }
}

#[test]
fn a_manifest_lies_where_it_was_read_with_its_locales() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plugin.toml");
    fs::write(&file, GOOD).expect("writable");
    let manifest = Manifest::read(&file).expect("good");
    assert_eq!(
        manifest.component_path(),
        folder.path().join("hostile_guest.wasm")
    );
    assert_eq!(
        manifest.secrets().into_iter().collect::<Vec<_>>(),
        ["apiKey"]
    );
    assert!(manifest.locales().expect("none").is_empty());
    fs::create_dir(folder.path().join("locales")).expect("writable");
    fs::write(
        folder.path().join("locales/fr.json"),
        r#"{"nav":"Produits"}"#,
    )
    .expect("writable");
    assert_eq!(manifest.locales().expect("one")["fr"]["nav"], "Produits");
    fs::write(folder.path().join("locales/en.json"), "{").expect("writable");
    let text = manifest.locales().expect_err("broken").to_string();
    assert!(text.contains("en.json: "), "{text}");
}

fn grants_error(lines: &str) -> String {
    let text = format!("[plugins.x]\nsource = \"x\"\n{lines}");
    let error = Grant::parse(Path::new("plugins.toml"), &text).expect_err(lines);
    error.to_string()
}

#[test]
fn a_mistake_in_a_grant_names_its_key() {
    for (lines, expected) in [
        ("enable = true", "plugins.x.enable: unknown field `enable`"),
        (
            "enabled = \"yes\"",
            "plugins.x.enabled: invalid type: string",
        ),
        (
            "hosts = [\"api.example\"]",
            "plugins.x.hosts[0]: `api.example` must be",
        ),
        (
            "private = [\"localhost\"]",
            "plugins.x.private: `localhost` must be",
        ),
        (
            "base_urls = { \"https://a\" = \"ftp://b\" }",
            "plugins.x.base_urls.https://a: `ftp://b",
        ),
        (
            "[plugins.x.limits]\nwall = 1",
            "plugins.x.limits.wall: unknown field `wall`",
        ),
        (
            "[plugins.x.limits]\nwall_seconds = 0",
            "plugins.x.limits.wall_seconds: must be at least 1",
        ),
        (
            "[plugins.x.limits]\nwall_seconds = \"1\"",
            "plugins.x.limits.wall_seconds: invalid type",
        ),
        (
            "[plugins.x.schedules]\norders = true",
            "plugins.x.schedules.orders: a cron expression",
        ),
    ] {
        let text = grants_error(lines);
        assert!(
            text.starts_with(&format!("plugins.toml: {expected}")),
            "{lines}: {text}"
        );
    }
    let text = Grant::parse(Path::new("plugins.toml"), "[plugins.x]\n").expect_err("no source");
    assert_eq!(
        text.to_string(),
        "plugins.toml: plugins.x: missing field `source`"
    );
}

#[test]
fn later_files_are_merged_over_earlier_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| -> PathBuf {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a parent")).expect("writable");
        fs::write(&file, text).expect("writable");
        file
    };
    let first = write(
        "etc/plugins.toml",
        "[plugins.x]\nsource = \"../x\"\nenabled = true\nhosts = [\"https://a.test\"]\n[plugins.x.limits]\nmemory_mib = 32\nrequests = 5\n[plugins.x.schedules]\norders = \"0 * * * *\"",
    );
    let second = write(
        "data/plugins.toml",
        "[plugins.x]\nhosts = [\"https://b.test\"]\n[plugins.x.limits]\nrequests = 6\n[plugins.x.schedules]\norders = false\n[plugins.y]\nsource = \"y\"",
    );
    let grants = Grant::read_all(&[&first, &second]).expect("both good");
    let x = &grants["x"];
    assert_eq!(
        x.manifest_path(),
        folder.path().join("etc/../x/plugin.toml")
    );
    assert!(x.enabled);
    let hosts: Vec<_> = x.hosts.iter().map(ToString::to_string).collect();
    assert_eq!(hosts, ["https://b.test"]);
    assert_eq!(
        (
            x.limits.memory_mib,
            x.limits.requests,
            x.limits.wall_seconds
        ),
        (32, 6, 30)
    );
    assert_eq!(x.schedules["orders"], Schedule::Off(false));
    assert_eq!(grants["y"].source, folder.path().join("data/y"));

    let third = write("bad.toml", "[plugins.x]\nenabled = 3");
    let text = Grant::read_all(&[&first, &third])
        .expect_err("bad")
        .to_string();
    assert!(
        text.contains("bad.toml: plugins.x.enabled: invalid type"),
        "{text}"
    );
}
