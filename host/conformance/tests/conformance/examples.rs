//! The examples for authors, in their three languages.

use std::path::PathBuf;

use comptoir_conformance::test;
use comptoir_sandbox::Manifest;
use serde_json::json;

use crate::support::{Sources, acme, assert_passes, component, engine, examples, setup};

async fn conforms(language: &str, component: PathBuf) {
    let folder = examples().join(language);
    let mut manifest = Manifest::read(&folder.join("plugin.toml")).unwrap();
    manifest.component = component;
    // Its screen is built by the guide's own test.
    manifest.screens.clear();
    let mut setup = setup(manifest, json!({}), &[("apiKey", "s3cret")]);
    let base = format!("https://api.acme.example=http://127.0.0.1:{}", acme().await);
    setup.send_elsewhere(&base).unwrap();
    setup.limit = 2;
    setup.writes = true;
    let report = test(&engine(), setup, None).await.unwrap();
    // The example pushes nothing, and has no SKU to try it with.
    assert_passes(&report, &["C20", "C21"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_conforms() {
    conforms("rust", component("acme-plugin")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn javascript_conforms() {
    conforms("javascript", Sources::javascript().built()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn python_conforms() {
    conforms("python", Sources::python().built()).await;
}
