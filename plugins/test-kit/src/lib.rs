//! What tests of plugins share: the component as it is shipped, and what it may export and import.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use wasmparser::{Parser, Payload};

/// The component of a package as it is shipped: from the folder `PLUGIN_COMPONENTS`, where `cargo xtask test` has built all
/// of them at once; else cargo builds it now. Asked for alone its dependencies have other features, so that a test would wait
/// half a minute for them.
///
/// # Panics
/// When it does not build.
pub fn component(package: &str) -> PathBuf {
    if let Some(folder) = std::env::var_os("PLUGIN_COMPONENTS") {
        let name = package.replace('-', "_");
        return PathBuf::from(folder).join(name).with_extension("wasm");
    }
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let build = Command::new(cargo)
        .args(["build", "--package", package, "--lib"])
        .args(["--target", "wasm32-wasip2", "--profile", "plugin"])
        .arg("--message-format=json")
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(build.status.success(), "{package} does not build");
    let target = package.replace('-', "_");
    String::from_utf8(build.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|message| message["target"]["name"] == target)
        .flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default())
        .filter_map(|file| file.as_str().map(PathBuf::from))
        .find(|file| file.extension().is_some_and(|end| end == "wasm"))
        .unwrap()
}

/// That a package's component exports `check` and these roles and no more, imports the contract and no way around it,
/// and has fewer than `most` bytes: a dependency that doubles it should not come unnoticed.
///
/// # Panics
/// When it is otherwise.
pub fn assert_shipped(package: &str, roles: &[&str], most: usize) {
    let bytes = std::fs::read(component(package)).unwrap();
    let (imports, exports) = interfaces(&bytes);
    let mut expected: Vec<String> = ["check"]
        .iter()
        .chain(roles)
        .map(|role| format!("comptoir:plugin/{role}@1.0.0"))
        .collect();
    expected.sort();
    assert_eq!(exports, expected);
    let known = |name: &String| name.starts_with("comptoir:plugin/") || name.starts_with("wasi:");
    assert!(imports.iter().all(known), "{imports:?}");
    for never in ["wasi:http", "wasi:sockets", "wasi:filesystem/preopens"] {
        let has = imports.iter().any(|name| name.starts_with(never));
        assert!(!has, "{imports:?}");
    }
    assert!(bytes.len() < most, "{} bytes", bytes.len());
}

/// The names of what a component imports and exports, sorted; not those of the parts it is made of.
fn interfaces(bytes: &[u8]) -> (Vec<String>, Vec<String>) {
    let (mut imports, mut exports) = (Vec::new(), Vec::new());
    let mut depth = 0;
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.unwrap() {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth -= 1,
            Payload::ComponentImportSection(section) if depth == 0 => {
                let names = section.into_iter().map(|import| import.unwrap().name.name);
                imports.extend(names.map(str::to_owned));
            }
            Payload::ComponentExportSection(section) if depth == 0 => {
                let names = section.into_iter().map(|export| export.unwrap().name.name);
                exports.extend(names.map(str::to_owned));
            }
            _ => {}
        }
    }
    imports.sort();
    exports.sort();
    (imports, exports)
}
