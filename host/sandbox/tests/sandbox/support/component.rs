//! Components of this workspace. The tests of the conformance suite take this file too.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A component of this workspace, built by cargo, which knows whether it is stale.
pub fn component(package: &str, file_name: &str) -> PathBuf {
    let output = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--package", package])
        .args(["--target", "wasm32-wasip2", "--profile", "plugin"])
        .args(["--message-format", "json"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{package} does not build: {told}");
    // Cargo tells each artifact's files on a line of its own.
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .flat_map(|line| line["filenames"].as_array().cloned().unwrap_or_default())
        .filter_map(|file| file.as_str().map(PathBuf::from))
        .find(|file| file.ends_with(Path::new("plugin").join(file_name)))
        .expect("cargo names the component")
}
