//! What stands behind the `?` of a call that a plugin answers itself, compared with what its manifest says of it: plugins are
//! handed what fits only.

use std::collections::BTreeMap;

use comptoir_sandbox::Route;
use serde_json::{Map, Value, json};

use crate::http::error::{Error, Issue, Result};

/// Whether a query is what the route's manifest describes. Empty values are taken for none; what it does not describe is the
/// plugin's to read.
///
/// # Errors
/// [`Error::Invalid`], each parameter that does not fit by its name.
pub fn check(route: &Route, query: &BTreeMap<String, String>) -> Result<()> {
    if route.query.is_null() {
        return Ok(());
    }
    let rules = jsonschema::options()
        .should_validate_formats(true)
        .build(&route.query)
        .map_err(|error| anyhow::anyhow!("the query of {}: {error}", route.path))?;
    let there = query.iter().filter(|(_, text)| !text.is_empty());
    let values = there.map(|(name, text)| {
        let schema = &route.query["properties"][name];
        (name.clone(), typed(schema, text))
    });
    let values: Map<String, Value> = values.collect();
    let values = json!(values);
    let issues = rules.iter_errors(&values);
    let issues = issues.map(|error| Issue::of_schema("", &error));
    Error::refuse(issues.collect())
}

/// A parameter's text as the type that its schema asks for; what is none stays text, which does not fit.
fn typed(schema: &Value, text: &str) -> Value {
    let wants = |name: &str| schema["type"] == name;
    let options = schema["enum"].as_array();
    let of_numbers = options.is_some_and(|options| options.iter().all(Value::is_number));
    let is_plain = wants("integer") || wants("number") || wants("boolean") || of_numbers;
    let read = Some(text).filter(|_| is_plain);
    let read = read.and_then(|text| serde_json::from_str(text).ok());
    read.unwrap_or_else(|| json!(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with a query of the described call, as `field code`.
    fn issues(query: &[(&str, &str)]) -> Vec<String> {
        let route: Route = serde_json::from_value(json!({
            "method": "GET", "path": "/price", "permission": "READ_PRICE",
            "query": { "required": ["zone"], "properties": {
                "zone": { "type": "string" }, "page": { "type": "integer", "minimum": 0 },
                "size": { "enum": [20, 50] }, "connector": { "type": "string", "format": "uuid" } } },
        }))
        .expect("a route");
        let query = query
            .iter()
            .map(|(name, text)| ((*name).into(), (*text).into()))
            .collect();
        match check(&route, &query) {
            Ok(()) => Vec::new(),
            Err(Error::Invalid(issues)) => issues
                .iter()
                .map(|issue| format!("{} {}", issue.field, issue.code))
                .collect(),
            Err(error) => panic!("{error:?}"),
        }
    }

    #[test]
    fn a_query_is_told_by_name_what_does_not_fit() {
        let id = uuid::Uuid::nil().to_string();
        let good = [
            ("zone", "7"),
            ("page", "2"),
            ("size", "50"),
            ("connector", &id),
            ("cursor", "x"),
        ];
        assert_eq!(issues(&good), Vec::<String>::new());
        assert_eq!(
            issues(&[("zone", "a"), ("page", ""), ("connector", "")]),
            Vec::<String>::new()
        );
        assert_eq!(issues(&[("page", "1")]), ["zone required"]);
        for (name, text, code) in [
            ("page", "two", "type"),
            ("page", "-1", "min"),
            ("page", "1.5", "type"),
            ("size", "30", "option"),
            ("connector", "mine", "format"),
        ] {
            assert_eq!(
                issues(&[("zone", "a"), (name, text)]),
                [format!("{name} {code}")]
            );
        }
    }
}
