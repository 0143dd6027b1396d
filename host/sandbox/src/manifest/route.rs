//! The calls that a plugin answers itself.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};

use super::Text;

/// One `[[routes]]`: a call under `/api/<id>` that the plugin answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    pub method: String,
    /// With the slash; a segment may be a parameter: `/product/{id}`.
    pub path: String,
    /// The embedder's name of the permission that a caller needs.
    pub permission: String,
    #[serde(default)]
    pub summary: Text,
    /// The task that does the work: the caller gets the job at once.
    pub background: Option<String>,
    /// The file that the task needs; it is the request's body.
    pub upload: Option<UploadRule>,
    /// JSON Schema of an object whose properties are what the address may carry behind `?`. The host compares them before it
    /// asks the plugin.
    #[serde(default)]
    pub query: serde_json::Value,
    /// JSON Schema of the request's body. This and the next three are for the API's description only: the plugin checks what it
    /// gets.
    #[serde(default)]
    pub body: serde_json::Value,
    /// JSON Schema of the answer's `data`.
    #[serde(default)]
    pub answer: serde_json::Value,
    /// JSON Schema of the answer's `meta`.
    #[serde(default)]
    pub meta: serde_json::Value,
    /// JSON Schemas of the `data` that it answers with other statuses than 2xx, by status; a returned error needs none.
    #[serde(default)]
    pub refused: BTreeMap<String, serde_json::Value>,
}

impl Route {
    /// What describes it, by the manifest's key; null where the manifest says nothing.
    pub fn schemas(&self) -> impl Iterator<Item = (String, &serde_json::Value)> {
        let named = [
            ("query", &self.query),
            ("body", &self.body),
            ("answer", &self.answer),
            ("meta", &self.meta),
        ];
        let named = named.map(|(key, schema)| (key.to_owned(), schema));
        let refused = self.refused.iter();
        named
            .into_iter()
            .chain(refused.map(|(status, schema)| (format!("refused.{status}"), schema)))
    }

    /// Whether it is a list that is asked for page by page: `?search=&page=&size=`, answered with `total`, `page` and `size`
    /// as its `meta`.
    pub fn is_paged(&self) -> bool {
        let asked = &self.query["properties"];
        self.method == "GET" && asked["page"].is_object() && asked["size"].is_object()
    }

    /// Whether a path is one of its own. Its pattern's segments may be parameters: `/product/{sku}`.
    pub fn matches(&self, path: &str) -> bool {
        let (pattern, path): (Vec<&str>, Vec<&str>) =
            (self.path.split('/').collect(), path.split('/').collect());
        pattern.len() == path.len()
            && pattern.iter().zip(&path).all(|(wanted, given)| {
                wanted == given
                    || (wanted.starts_with('{') && wanted.ends_with('}') && !given.is_empty())
            })
    }
}

/// What a route takes as its file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UploadRule {
    /// Media types as the caller names them: `text/csv`.
    pub types: BTreeSet<String>,
    /// The longest, in MiB.
    pub max_mib: NonZeroU64,
}

#[cfg(test)]
mod tests {
    use super::Route;

    #[test]
    fn a_pattern_fits_whole_segments() {
        let route = |path: &str| {
            let text = format!("method = \"GET\"\npath = \"{path}\"\npermission = \"P\"");
            toml::from_str::<Route>(&text).expect("a route")
        };
        assert!(route("/product").matches("/product"));
        assert!(route("/product/{sku}").matches("/product/A-1"));
        for path in ["/products", "/product", "/product/", "/product/a/b"] {
            assert!(!route("/product/{sku}").matches(path), "{path}");
        }
    }
}
