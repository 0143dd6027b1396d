//! The built component: what it exports and what it asks for.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::process::{Command, Stdio};
use wasmparser::{Parser, Payload};

/// Builds the component as it is shipped and gives its bytes.
fn component() -> Vec<u8> {
    let build = Command::new(env!("CARGO"))
        .args([
            "build",
            "--package",
            "bigblue-plugin",
            "--lib",
            "--target",
            "wasm32-wasip2",
            "--profile",
            "plugin",
        ])
        .arg("--message-format=json")
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(build.status.success());
    let messages = String::from_utf8(build.stdout).unwrap();
    let file = messages
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter(|message| message["target"]["name"] == "bigblue_plugin")
        .flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default())
        .find_map(|file| {
            file.as_str()
                .filter(|name| name.ends_with(".wasm"))
                .map(str::to_owned)
        })
        .unwrap();
    std::fs::read(file).unwrap()
}

#[test]
fn the_component_exports_its_roles_and_imports_only_the_contract() {
    let bytes = component();
    let (mut imports, mut exports) = (Vec::new(), Vec::new());
    let mut depth = 0;
    for payload in Parser::new(0).parse_all(&bytes) {
        match payload.unwrap() {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth -= 1,
            Payload::ComponentImportSection(section) if depth == 0 => {
                imports.extend(
                    section
                        .into_iter()
                        .map(|import| import.unwrap().name.name.to_owned()),
                );
            }
            Payload::ComponentExportSection(section) if depth == 0 => {
                exports.extend(
                    section
                        .into_iter()
                        .map(|export| export.unwrap().name.name.to_owned()),
                );
            }
            _ => {}
        }
    }
    exports.sort();
    assert_eq!(
        exports,
        ["check", "fulfilment", "routes", "schedule", "webhooks"]
            .map(|role| format!("comptoir:plugin/{role}@1.0.0"))
    );
    let known = |name: &String| name.starts_with("comptoir:plugin/") || name.starts_with("wasi:");
    assert!(imports.iter().all(known), "{imports:?}");
    for never in ["wasi:http", "wasi:sockets", "wasi:filesystem/preopens"] {
        assert!(
            !imports.iter().any(|name| name.starts_with(never)),
            "{imports:?}"
        );
    }
    assert!(imports.contains(&"comptoir:plugin/http@1.0.0".to_owned()));
    // With four roles, CSV and exact sums: a dependency that doubles it should not come unnoticed.
    assert!(bytes.len() < 1_500_000, "{} bytes", bytes.len());
}
