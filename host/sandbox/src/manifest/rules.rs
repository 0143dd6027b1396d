//! What must hold in a manifest beyond the types of its keys.

use std::path::Path;

use reqwest::Method;
use reqwest::header::HeaderName;

use super::{API, Manifest, Recipe};
use crate::toml_file::FileError;

impl Manifest {
    /// The first thing that is wrong, with the key it stands at.
    pub(super) fn check(&self, file: &Path) -> Result<(), FileError> {
        self.problem()
            .map_or(Ok(()), |(key, text)| Err(FileError::at(file, &key, text)))
    }

    fn problem(&self) -> Option<(String, String)> {
        self.identity_problem()
            .or_else(|| self.hosts_problem())
            .or_else(|| self.credentials_problem())
            .or_else(|| self.contributions_problem())
    }

    fn identity_problem(&self) -> Option<(String, String)> {
        let id_is_plain = self
            .id
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if !id_is_plain || !self.id.starts_with(|c: char| c.is_ascii_lowercase()) {
            return problem(
                "id",
                "lower-case letters, digits and dashes, a letter first",
            );
        }
        if self.api != API {
            return problem("api", format!("this host speaks {API}, not {}", self.api));
        }
        for (key, value) in [("name", &self.name), ("version", &self.version)] {
            if value.trim().is_empty() {
                return problem(key, "must not be empty");
            }
        }
        None
    }

    fn hosts_problem(&self) -> Option<(String, String)> {
        for (at, host) in self.hosts.iter().enumerate() {
            let key = |name: &str| format!("hosts[{at}].{name}");
            if host.methods.is_empty() {
                return problem(key("methods"), "at least one is needed");
            }
            if let Some(method) = host.methods.iter().find(|method| !is_method(method)) {
                return problem(key("methods"), format!("`{method}` is not an HTTP method"));
            }
            if let Some(path) = host.paths.iter().find(|path| !path.starts_with('/')) {
                return problem(key("paths"), format!("`{path}` must begin with a slash"));
            }
            if let Some(name) = &host.credential
                && !self.credentials.contains_key(name)
            {
                let text = format!("`{name}` is not among the manifest's credentials");
                return problem(key("credential"), text);
            }
            let first = self.hosts.iter().find(|other| other.base == host.base);
            if first.is_some_and(|first| first.rate_limit != host.rate_limit) {
                return problem(key("rate_limit"), "differs from another one of this base");
            }
        }
        None
    }

    fn credentials_problem(&self) -> Option<(String, String)> {
        for (name, recipe) in &self.credentials {
            let key = |part: &str| format!("credentials.{name}.{part}");
            if !self.secrets().contains(recipe.secret()) {
                let secret = recipe.secret();
                let text =
                    format!("`{secret}` is not a property of settings with writeOnly = true");
                return problem(key("secret"), text);
            }
            if let Recipe::Basic { user, .. } = recipe
                && !self.properties().any(|(property, _)| property == user)
            {
                return problem(
                    key("user"),
                    format!("`{user}` is not a property of settings"),
                );
            }
            if let Recipe::Header { name, .. } = recipe
                && HeaderName::from_bytes(name.as_bytes()).is_err()
            {
                return problem(key("name"), format!("`{name}` is not a header name"));
            }
        }
        None
    }

    fn contributions_problem(&self) -> Option<(String, String)> {
        for (at, route) in self.routes.iter().enumerate() {
            if !is_method(&route.method) {
                let text = format!("`{}` is not an HTTP method", route.method);
                return problem(format!("routes[{at}].method"), text);
            }
            if !route.path.starts_with('/') {
                return problem(format!("routes[{at}].path"), "must begin with a slash");
            }
            if route.permission.is_empty() {
                return problem(format!("routes[{at}].permission"), "must not be empty");
            }
        }
        for (at, screen) in self.screens.iter().enumerate() {
            if screen.path.starts_with('/') || screen.path.is_empty() {
                return problem(
                    format!("screens[{at}].path"),
                    "a path without leading slash",
                );
            }
            if screen.permission.is_empty() {
                return problem(format!("screens[{at}].permission"), "must not be empty");
            }
        }
        if !self.screens.is_empty() && self.web.is_none() {
            return problem("web", "screens need a [web] that brings them");
        }
        if !self.settings.is_null() && self.settings["type"] != "object" {
            return problem("settings.type", "must be \"object\"");
        }
        None
    }
}

fn problem(key: impl Into<String>, text: impl Into<String>) -> Option<(String, String)> {
    Some((key.into(), text.into()))
}

/// Upper case, as HTTP writes it: `get` would never match.
fn is_method(text: &str) -> bool {
    [
        Method::GET,
        Method::HEAD,
        Method::POST,
        Method::PUT,
        Method::PATCH,
        Method::DELETE,
    ]
    .iter()
    .any(|method| method.as_str() == text)
}
