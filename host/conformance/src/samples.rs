//! `samples.json` of a plugin's folder: what the suite cannot make up by itself.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use serde::Deserialize;
use serde_json::Value;

/// See the module. Everything may be left out; what needs it is then not judged, and says so.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Samples {
    /// Events as the provider sends them.
    pub events: Vec<SampleEvent>,
    /// A SKU that orders may ask for; by default one that was pulled.
    pub order_sku: Option<String>,
    /// The shipping method of an order; by default the first carrier.
    pub shipping_method: Option<String>,
    /// A SKU for products that are pushed; by default one that was pulled.
    pub product_sku: Option<String>,
    /// Reports to build.
    pub reports: Vec<SampleReport>,
    /// Calls of the plugin's routes, beside those that the suite finds by itself. One that is no `GET` changes something:
    /// it is made where pushes are.
    pub routes: Vec<SampleRoute>,
}

/// One event.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleEvent {
    #[serde(default)]
    pub topic: String,
    #[serde(default)]
    pub headers: Vec<(String, String)>,
    /// JSON, or a text for what is none.
    pub body: Value,
}

/// One report, as `wit/report.wit` asks it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleReport {
    pub layout: String,
    pub shop: String,
    pub territory: String,
    pub first: String,
    pub last: String,
}

/// One call of a route.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleRoute {
    pub method: String,
    /// `{connector}` in it is the suite's connection.
    pub path: String,
    #[serde(default)]
    pub query: BTreeMap<String, String>,
    /// JSON.
    pub body: Option<Value>,
}

impl SampleRoute {
    /// A `GET` of a path and nothing more.
    pub(crate) fn get(path: String) -> Self {
        Self {
            method: "GET".to_owned(),
            path,
            query: BTreeMap::new(),
            body: None,
        }
    }

    pub(crate) fn changes_something(&self) -> bool {
        self.method != "GET"
    }
}

impl Samples {
    /// Reads a plugin's; there are none without the file.
    ///
    /// # Errors
    /// The file is there and broken.
    pub fn of(folder: &Path) -> anyhow::Result<Self> {
        let file = folder.join("samples.json");
        if !file.exists() {
            return Ok(Self::default());
        }
        let named = || file.display().to_string();
        let text = std::fs::read(&file).with_context(named)?;
        serde_json::from_slice(&text).with_context(named)
    }
}

impl SampleEvent {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match &self.body {
            Value::String(text) => text.clone().into_bytes(),
            json => json.to_string().into_bytes(),
        }
    }
}
