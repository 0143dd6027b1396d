//! The manifest's forms, kept to what the plugin's types say.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::{Map, Value};
use std::fs;
use toml_edit::ser::ValueSerializer;
use toml_edit::{DocumentMut, Item, Table};

/// Keeps `[<key>]` of a manifest to the schema of `T`: `settings` of a connection, or `configuration`. For a plugin's
/// own tests, which run in its folder:
///
/// ```no_run
/// # use comptoir_plugin_sdk::{schemars::{self, JsonSchema}, testing};
/// # #[derive(JsonSchema)]
/// # struct Settings {}
/// #[test]
/// fn the_form_asks_for_the_settings() {
///     testing::keep_schema::<Settings>("plugin.toml", "settings");
/// }
/// ```
///
/// # Panics
/// When the manifest said something else. It says the right thing now, so that the next run is good.
pub fn keep_schema<T: JsonSchema>(manifest: &str, key: &str) {
    let wanted = schema_of::<T>();
    let text = fs::read_to_string(manifest).unwrap_or_else(|error| panic!("{manifest}: {error}"));
    let said: Value =
        toml_edit::de::from_str(&text).unwrap_or_else(|error| panic!("{manifest}: {error}"));
    if said[key] == wanted {
        return;
    }
    let new = with_schema(&text, key, &wanted);
    fs::write(manifest, new).unwrap_or_else(|error| panic!("{manifest}: {error}"));
    panic!(
        "{manifest}: [{key}] was not what the type says; it is written anew: look at it and run again"
    );
}

/// As a manifest has it: nothing but the object, and no `null` for what may be left out.
fn schema_of<T: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.meta_schema = None;
    let mut schema: Value = settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value();
    for own in ["title", "description"] {
        schema.as_object_mut().map(|root| root.remove(own));
    }
    tidy(&mut schema);
    schema
}

fn tidy(value: &mut Value) {
    match value {
        Value::Object(map) => {
            without_null(map);
            // The comment is for who reads the code; people who fill in the form have words in their language.
            if map.contains_key("x-labels") {
                map.remove("description");
            }
            map.values_mut().for_each(tidy);
        }
        Value::Array(values) => values.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// An `Option` is a field that may be left out: TOML has no null.
fn without_null(map: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = map.get_mut("type") {
        types.retain(|one| one != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            map.insert("type".into(), one);
        }
    }
    if let Some(Value::Array(values)) = map.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(forms)) = map.get_mut("anyOf") {
        forms.retain(|form| form["type"] != "null");
        if let [Value::Object(only)] = forms.as_mut_slice() {
            let mut only = std::mem::take(only);
            map.remove("anyOf");
            // What is said of the field goes before what is said of its type.
            only.append(map);
            *map = only;
        }
    }
}

fn with_schema(manifest: &str, key: &str, schema: &Value) -> String {
    let mut document: DocumentMut = manifest
        .parse()
        .unwrap_or_else(|error| panic!("the manifest: {error}"));
    let Value::Object(schema) = schema else {
        panic!("{key}: settings are a struct with named fields")
    };
    document[key] = Item::Table(table(schema));
    document.to_string()
}

/// The keys whose values are forms by name, each a table of its own.
const BY_NAME: [&str; 2] = ["properties", "$defs"];

/// Its own keys, then a table for each property in the order of the form, and for each named part.
fn table(schema: &Map<String, Value>) -> Table {
    let mut table = Table::new();
    let mut keys: Vec<_> = schema
        .iter()
        .filter(|(key, _)| !BY_NAME.contains(&key.as_str()))
        .collect();
    keys.sort_by_key(|(key, _)| (*key != "type", key.starts_with("x-")));
    for (key, value) in keys {
        let value = value
            .serialize(ValueSerializer::new())
            .unwrap_or_else(|error| panic!("{key}: {error}"));
        table.insert(key, Item::Value(value));
    }
    for key in BY_NAME {
        let Some(Value::Object(forms)) = schema.get(key) else {
            continue;
        };
        let mut forms: Vec<_> = forms.iter().collect();
        forms.sort_by_key(|(_, form)| form["x-order"].as_u64());
        let mut all = Table::new();
        all.set_implicit(true);
        for (name, form) in forms {
            let form = form.as_object().cloned().unwrap_or_default();
            all.insert(name, Item::Table(self::table(&form)));
        }
        table.insert(key, Item::Table(all));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Secret;
    use crate::time::Date;

    #[derive(JsonSchema)]
    #[serde(rename_all = "camelCase")]
    #[schemars(deny_unknown_fields)]
    #[expect(dead_code, reason = "its shape is what is looked at")]
    struct Settings {
        /// Never shown.
        #[schemars(extend("x-order" = 2, "x-labels" = { "en": "Key", "fr": "Clé" }))]
        api_key: Secret,
        #[schemars(regex(pattern = "^[a-z]+$"), extend("x-order" = 1))]
        shop: String,
        #[schemars(extend("x-order" = 3))]
        since: Option<Date>,
        #[schemars(extend("x-order" = 4))]
        other_key: Option<Secret>,
    }

    const MANIFEST: &str = "id = \"acme\" # the id\n\n[settings]\ntype = \"object\"\n\n[settings.properties.old]\ntype = \"string\"\n\n[schedules]\norders = \"0 * * * *\"\n";

    #[test]
    fn a_manifest_is_written_once_and_only_where_it_differs() {
        let folder = std::env::temp_dir().join(format!("comptoir-schema-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let manifest = folder.join("plugin.toml");
        fs::write(&manifest, MANIFEST).expect("written");
        let name = manifest.to_str().expect("a name").to_owned();
        let keep = || keep_schema::<Settings>(&name, "settings");
        assert!(std::panic::catch_unwind(keep).is_err());
        let text = fs::read_to_string(&manifest).expect("there");
        keep();
        assert_eq!(fs::read_to_string(&manifest).expect("there"), text);
        fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(
            text,
            r#"id = "acme" # the id

[settings]
type = "object"
additionalProperties = false
required = ["apiKey", "shop"]

[settings.properties.shop]
type = "string"
pattern = "^[a-z]+$"
x-order = 1

[settings.properties.apiKey]
type = "string"
maxLength = 255
minLength = 1
writeOnly = true
x-labels = { en = "Key", fr = "Clé" }
x-order = 2

[settings.properties.since]
type = "string"
format = "date"
x-order = 3

[settings.properties.otherKey]
type = "string"
maxLength = 255
minLength = 1
writeOnly = true
x-order = 4

[schedules]
orders = "0 * * * *"
"#
        );
    }
}
