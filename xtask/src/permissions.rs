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
        "# Who may do what\n\nMade by `cargo xtask openapi`; a change here is a change of rights. The rows that a call \
         touches are those of the caller's scope: everything for admins, the own organizations and stores for customers, \
         the own factories for factories. `SUPER_ADMIN` implies every permission.\n\n\
         | call | roles | permissions |\n|---|---|---|\n",
    );
    for (path, operations) in paths {
        for (method, operation) in operations.as_object().context("operations")? {
            let access = &operation["x-access"];
            let (roles, permissions) = match access.as_str() {
                Some("public") => ("anybody".to_owned(), String::new()),
                Some(_) => (
                    "whoever is signed in".to_owned(),
                    "their own rows".to_owned(),
                ),
                None => (words(&access["roles"]), words(&access["permissions"])),
            };
            let method = method.to_uppercase();
            writeln!(page, "| `{method} {path}` | {roles} | {permissions} |")?;
        }
    }
    Ok(page)
}

fn words(list: &Value) -> String {
    let words = list
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn every_call_has_its_row() {
        let document = br#"{ "paths": {
            "/a": { "get": { "x-access": "public" }, "post": { "x-access": "signedIn" } },
            "/b/{id}": { "put": { "x-access": { "roles": ["admin"], "permissions": ["READ_A", "WRITE_B"] } } }
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
                "| `GET /a` | anybody |  |",
                "| `POST /a` | whoever is signed in | their own rows |",
                "| `PUT /b/{id}` | admin | READ_A, WRITE_B |",
            ]
        );
    }
}
