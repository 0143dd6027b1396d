//! `docs/permissions.md`: who may make which call, for people to review. Made from the description of the API, whose
//! `x-access` is what the router enforces.

use anyhow::{Context, Result};
use serde_json::Value;
use std::fmt::Write;

/// The page, from `docs/openapi.json`.
pub fn page(document: &[u8]) -> Result<String> {
    let document: Value = serde_json::from_slice(document)?;
    let paths = document["paths"].as_object().context("paths")?;
    let mut page = String::from(
        "# Who may do what\n\nMade by `cargo xtask openapi`; a change here is a change of rights. A caller needs all of \
         the permissions that stand under their role; a dash: the role never passes. The rows that a call touches are \
         those of the caller's scope: everything for admins, the own organizations and stores for customers, the own \
         factories for factories. `SUPER_ADMIN` implies every permission.\n\n\
         | call | admin | customer | factory |\n|---|---|---|---|\n",
    );
    for (path, operations) in paths {
        for (method, operation) in operations.as_object().context("operations")? {
            let access = &operation["x-access"];
            let of = |role: &str| match access.as_str() {
                Some("public") => "anybody".to_owned(),
                Some(_) => "signed in".to_owned(),
                None if access["oneOf"].is_array() => words(&access["oneOf"]).replace(", ", " or "),
                None => words(&access[role]),
            };
            let (admin, customer, factory) = (of("admin"), of("customer"), of("factory"));
            let method = method.to_uppercase();
            writeln!(
                page,
                "| `{method} {path}` | {admin} | {customer} | {factory} |"
            )?;
        }
    }
    Ok(page)
}

/// `READ_STORE, READ_ORGANIZATION`; a dash for a role that never passes.
fn words(list: &Value) -> String {
    let Some(list) = list.as_array() else {
        return "—".to_owned();
    };
    let words: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
    if words.is_empty() {
        "none".to_owned()
    } else {
        words.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn every_call_has_its_row() {
        let document = br#"{ "paths": {
            "/a": { "get": { "x-access": "public" }, "post": { "x-access": "signedIn" } },
            "/b/{id}": { "put": { "x-access": { "admin": ["READ_A", "WRITE_B"], "customer": [] } } },
            "/c": { "get": { "x-access": { "oneOf": ["READ_A", "READ_C"] } } }
        } }"#;
        let page = page(document).expect("a page");
        let rows: Vec<&str> = page
            .lines()
            .skip_while(|line| !line.starts_with("|---"))
            .skip(1)
            .collect();
        assert_eq!(
            rows,
            [
                "| `GET /a` | anybody | anybody | anybody |",
                "| `POST /a` | signed in | signed in | signed in |",
                "| `PUT /b/{id}` | READ_A, WRITE_B | none | — |",
                "| `GET /c` | READ_A or READ_C | READ_A or READ_C | READ_A or READ_C |",
            ]
        );
    }
}
