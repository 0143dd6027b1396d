//! The API as a document (OpenAPI 3.1): our own calls, and those that plugins answer, as their manifests describe them.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use comptoir_sandbox::{Manifest, Route};
use serde_json::{Map, Value, json};
use utoipa::openapi::InfoBuilder;

use crate::access::{Access, Permission};
use crate::app::App;
use crate::http::error::ErrorBody;
use crate::http::routing::{Routes, routes};
use crate::register::Register;

pub fn routes() -> Routes {
    Routes::new().add(Access::SignedIn, routes!(describe))
}

/// This document: the calls of the portal and of the plugins that are switched on.
#[utoipa::path(get, path = "/openapi.json", tag = "other", operation_id = "describeApi",
    responses((status = 200, body = Value), (status = 401, body = ErrorBody)))]
async fn describe(State(app): State<App>) -> Json<Value> {
    let ready = app.plugins.all_ready();
    let manifests = ready.iter().map(|ready| ready.plugin.manifest());
    Json(document(app.register, manifests))
}

/// Our own calls, and those of these plugins.
pub fn document<'a>(register: Register, plugins: impl IntoIterator<Item = &'a Manifest>) -> Value {
    let mut document = register.routes().describe();
    document.info = InfoBuilder::new()
        .title("Comptoir")
        .version(crate::API_VERSION)
        .description(Some(
            "Paths stand below /api. Answers are read from `data`; errors from `error`. Amounts are text; where they are sent, JSON \
             numbers do too.",
        ))
        .build();
    // Its keys are strings, so that it always is JSON.
    let mut document = serde_json::to_value(document).unwrap_or_default();
    require_answer_fields(&mut document);
    let schemas = document["components"]["schemas"].clone();
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (_, operation) in paths.filter_map(|(_, item)| item.as_object_mut()).flatten() {
        allow_no_body(&schemas, operation);
    }
    for manifest in plugins {
        for route in &manifest.routes {
            let path = format!("/{}{}", manifest.id, route.path);
            let method = route.method.to_ascii_lowercase();
            document["paths"][path][method] = operation(manifest, route);
        }
        for (name, schema) in &manifest.schemas {
            let name = component(&manifest.id, name);
            document["components"]["schemas"][name] = resolved(&manifest.id, schema);
        }
    }
    document
}

/// An answer carries all of its fields, null ones too (`continue` excepted): clients need not ask whether one is there. In
/// what callers send, an optional field may be left out.
fn require_answer_fields(document: &mut Value) {
    let mut sent = BTreeSet::new();
    let paths = document["paths"].as_object().into_iter().flatten();
    for (_, operation) in paths.filter_map(|(_, item)| item.as_object()).flatten() {
        for part in ["requestBody", "parameters"] {
            reach(document, &operation[part], &mut sent);
        }
    }
    let schemas = document["components"]["schemas"].as_object_mut();
    for (_, schema) in schemas
        .into_iter()
        .flatten()
        .filter(|(name, _)| !sent.contains(*name))
    {
        require_all(schema);
    }
}

/// A body whose fields may all be left out may be left out itself ([`crate::http::request::Body`]).
fn allow_no_body(schemas: &Value, operation: &mut Value) {
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    let name = schema["$ref"]
        .as_str()
        .and_then(|name| name.rsplit('/').next());
    let schema = name.map_or(schema, |name| &schemas[name]);
    if schema["type"] == "object" && schema["required"].as_array().is_none_or(Vec::is_empty) {
        operation["requestBody"]["required"] = json!(false);
    }
}

/// Collects the components that a part of the document names, and those that they name.
fn reach(document: &Value, part: &Value, reached: &mut BTreeSet<String>) {
    match part {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str);
            let name = name.and_then(|name| name.strip_prefix("#/components/schemas/"));
            if let Some(name) = name.filter(|name| reached.insert((*name).to_owned())) {
                reach(document, &document["components"]["schemas"][name], reached);
            }
            fields
                .values()
                .for_each(|field| reach(document, field, reached));
        }
        Value::Array(items) => items.iter().for_each(|item| reach(document, item, reached)),
        _ => {}
    }
}

fn require_all(schema: &mut Value) {
    let Value::Object(parts) = schema else { return };
    if let Some(Value::Object(fields)) = parts.get_mut("properties") {
        fields.values_mut().for_each(require_all);
        let names = fields.keys().filter(|name| *name != "continue");
        let names: Vec<Value> = names.map(|name| json!(name)).collect();
        parts.insert("required".to_owned(), names.into());
    }
    for key in ["items", "allOf", "oneOf", "anyOf"] {
        match parts.get_mut(key) {
            Some(Value::Array(each)) => each.iter_mut().for_each(require_all),
            Some(one) => require_all(one),
            None => {}
        }
    }
}

fn operation(manifest: &Manifest, route: &Route) -> Value {
    let id = &manifest.id;
    let mut operation = json!({
        "tags": [id],
        "operationId": operation_id(id, route),
        "parameters": parameters(id, route),
        "responses": responses(id, route),
        "x-access": access(route),
        "x-plugin": id,
    });
    if let Some(summary) = route.summary.get("en") {
        operation["summary"] = json!(summary);
    }
    if let Some(content) = request_body(id, route) {
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation
}

/// `bigblue_PUT_product_sku`
fn operation_id(id: &str, route: &Route) -> String {
    let words = route.path.split(|c: char| !c.is_ascii_alphanumeric());
    [id, route.method.as_str()]
        .into_iter()
        .chain(words.filter(|word| !word.is_empty()))
        .collect::<Vec<_>>()
        .join("_")
}

/// What the path names, and what may stand behind `?`.
fn parameters(id: &str, route: &Route) -> Vec<Value> {
    let named = route.path.split('/').filter_map(|segment| {
        let name = segment.strip_prefix('{')?.strip_suffix('}')?;
        let schema = json!({ "type": "string" });
        Some(json!({ "name": name, "in": "path", "required": true, "schema": schema }))
    });
    let required: Vec<&Value> = match &route.query["required"] {
        Value::Array(names) => names.iter().collect(),
        _ => Vec::new(),
    };
    let properties = route.query["properties"].as_object().into_iter().flatten();
    let asked = properties.map(|(name, schema)| {
        let needed = required.iter().any(|known| *known == name);
        let schema = resolved(id, schema);
        json!({ "name": name, "in": "query", "required": needed, "schema": schema })
    });
    let cursor = json!({ "name": "cursor", "in": "query", "required": false, "schema": { "type": "string" },
        "description": "As of other lists, without order and filters; takes the place of `page`, `size` and `search`." });
    let cursor = route.is_paged().then_some(cursor);
    named.chain(asked).chain(cursor).collect()
}

/// By media type; none: the call takes no body.
fn request_body(id: &str, route: &Route) -> Option<Value> {
    if let Some(upload) = &route.upload {
        let types = upload.types.iter();
        let content: Map<String, Value> = types.map(|name| (name.clone(), json!({}))).collect();
        return Some(content.into());
    }
    let schema = Some(&route.body).filter(|schema| !schema.is_null())?;
    Some(json!({ "application/json": { "schema": resolved(id, schema) } }))
}

fn responses(id: &str, route: &Route) -> Value {
    let refused = json!({ "description": "Refused, or failed: `error` says why", "content":
        { "application/json": { "schema": { "$ref": "#/components/schemas/ErrorBody" } } } });
    let (status, description, answer) = if route.background.is_some() {
        let job = json!({ "type": "string", "format": "uuid" });
        let begun = json!({ "type": "object", "required": ["job"], "properties": { "job": job } });
        ("202", "Begun: GET /job/{id} tells the rest", begun)
    } else {
        ("2XX", "Done", resolved(id, &route.answer))
    };
    let mut envelope =
        json!({ "type": "object", "required": ["data"], "properties": { "data": answer } });
    if !route.meta.is_null() {
        let meta = resolved(id, &route.meta);
        envelope["properties"]["meta"] = match route.is_paged() {
            true => json!({ "allOf": [meta, { "$ref": "#/components/schemas/Meta" }] }),
            false => meta,
        };
        envelope["required"] = json!(["data", "meta"]);
    }
    let content = json!({ "application/json": { "schema": envelope } });
    let mut all =
        json!({ status: { "description": description, "content": content }, "default": refused });
    for (status, schema) in &route.refused {
        let envelope = json!({ "type": "object", "required": ["data"],
            "properties": { "data": resolved(id, schema) } });
        // We, or the plugin before it looked, may refuse under the same status.
        let either = json!({ "anyOf": [envelope, { "$ref": "#/components/schemas/ErrorBody" }] });
        let content = json!({ "application/json": { "schema": either } });
        all[status] =
            json!({ "description": "Refused: `data`, or `error`, says why", "content": content });
    }
    all
}

/// Whoever holds the permission, whatever their role: the connections handed over are the caller's own. A permission
/// that we do not know is one that nobody holds.
fn access(route: &Route) -> Value {
    match route.permission.parse::<Permission>() {
        Ok(needed) => json!({ "admin": [needed], "customer": [needed], "factory": [needed] }),
        Err(_) => json!({}),
    }
}

/// A manifest's schema as part of the document; nothing said is anything.
fn resolved(id: &str, schema: &Value) -> Value {
    match schema {
        Value::Null => json!({}),
        Value::Object(parts) => parts.iter().map(|part| resolved_part(id, part)).collect(),
        Value::Array(items) => items.iter().map(|item| resolved(id, item)).collect(),
        other => other.clone(),
    }
}

fn resolved_part(id: &str, (key, value): (&String, &Value)) -> (String, Value) {
    let named = value
        .as_str()
        .filter(|_| key == "$ref")
        .and_then(|text| text.strip_prefix("#/schemas/"));
    let value = match named {
        Some(name) => json!(format!("#/components/schemas/{}", component(id, name))),
        None => resolved(id, value),
    };
    (key.clone(), value)
}

/// `bigblue.Product`
fn component(id: &str, name: &str) -> String {
    format!("{id}.{name}")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use comptoir_sandbox::Manifest;
    use serde_json::json;

    use super::document;

    #[test]
    fn a_plugins_calls_stand_beside_our_own_as_its_manifest_describes_them() {
        let manifest = r##"
            id = "acme"
            name = "Acme"
            version = "1"
            api = "1.0"
            component = "acme.wasm"
            roles = ["fulfilment", "routes", "schedule"]

            [tasks.load]

            [[routes]]
            method = "GET"
            path = "/box/{sku}"
            permission = "READ_CONNECTOR"
            summary = { en = "A box" }
            answer = { "$ref" = "#/schemas/Box" }
            refused = { 400 = { "$ref" = "#/schemas/Box" } }
            query = { required = ["store"], properties = { store = { type = "string" }, size = { enum = [20, 50] } } }

            [[routes]]
            method = "POST"
            path = "/box"
            permission = "WRITE_CONNECTOR"
            background = "load"
            upload = { types = ["text/csv"], max_mib = 1 }

            [schemas.Box]
            type = "object"
            properties = { parts = { type = "array", items = { "$ref" = "#/schemas/Box" } } }
        "##;
        let manifest = Manifest::parse(Path::new("plugin.toml"), manifest).expect("a manifest");
        let document = document(crate::domains::REGISTER, [&manifest]);
        let read = &document["paths"]["/acme/box/{sku}"]["get"];
        assert_eq!(read["summary"], "A box");
        assert_eq!(read["x-access"]["customer"], json!(["READ_CONNECTOR"]));
        assert_eq!(
            read["parameters"],
            json!([
                { "name": "sku", "in": "path", "required": true, "schema": { "type": "string" } },
                { "name": "size", "in": "query", "required": false, "schema": { "enum": [20, 50] } },
                { "name": "store", "in": "query", "required": true, "schema": { "type": "string" } },
            ])
        );
        let schema = &read["responses"]["2XX"]["content"]["application/json"]["schema"];
        let known = json!({ "$ref": "#/components/schemas/acme.Box" });
        assert_eq!(schema["properties"]["data"], known);
        let refused = &read["responses"]["400"]["content"]["application/json"]["schema"];
        assert_eq!(refused["anyOf"][0]["properties"]["data"], known);
        let component = &document["components"]["schemas"]["acme.Box"];
        assert_eq!(component["properties"]["parts"]["items"], known);
        let begin = &document["paths"]["/acme/box"]["post"];
        assert!(begin["requestBody"]["content"]["text/csv"].is_object());
        assert!(begin["responses"]["202"].is_object());
        assert!(
            document["paths"]["/order"]["get"].is_object(),
            "our own calls"
        );
    }
}
