//! Asked ∩ granted: the one place that decides whether a request may go out.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

use reqwest::Method;
use url::{Host, Url};

use super::address::is_public;
use super::base::Base;
use super::pattern::{AddressPattern, BasePattern};
use crate::bindings::comptoir::plugin::http::Failure;
use crate::call::Connector;
use crate::grants::Grant;
use crate::manifest::{HostRule, Manifest, Recipe};

pub(crate) struct Policy {
    id: String,
    rules: Vec<HostRule>,
    credentials: BTreeMap<String, Recipe>,
    granted: BTreeSet<BasePattern>,
    base_urls: BTreeMap<BasePattern, AddressPattern>,
    private: BTreeSet<String>,
}

/// A request that may go out.
pub(super) struct Target<'a> {
    /// The base as the manifest asks for it.
    pub(super) base: &'a BasePattern,
    /// Where it really goes.
    pub(super) address: Url,
    /// The credentials bound to this host, by name: the first that the connector holds is meant.
    pub(super) recipes: Vec<(&'a str, &'a Recipe)>,
}

impl Policy {
    pub(super) fn new(manifest: &Manifest, grant: &Grant) -> Self {
        Self {
            id: manifest.id.clone(),
            rules: manifest.hosts.clone(),
            credentials: manifest.credentials.clone(),
            granted: grant.hosts.clone(),
            base_urls: grant.base_urls.clone(),
            private: grant.private.clone(),
        }
    }

    /// Where a request goes, or the line of TOML that would allow it.
    pub(super) fn check(
        &self,
        method: &Method,
        url: &Url,
        connector: Option<&Connector>,
    ) -> Result<Target<'_>, Failure> {
        let base =
            Base::of(url).ok_or_else(|| denied(format!("`{url}` is neither http nor https")))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(denied("an address must not hold a user or password"));
        }
        let path = plain_path(url)?;
        let (pattern, rules) = self.asked(&base, connector)?;
        if !self.granted.contains(pattern) {
            return Err(denied(format!(
                "{base} is not granted: add \"{pattern}\" to hosts below [plugins.{}] in plugins.toml",
                self.id
            )));
        }
        let rule = rules.into_iter().find(|rule| rule.covers(method, path));
        let rule = rule.ok_or_else(|| {
            denied(format!(
                "{method} {path} is not asked for: plugin.toml of `{}` needs it in methods and paths of the [[hosts]] with base = \"{pattern}\"",
                self.id
            ))
        })?;
        let address = self.address(pattern, url, connector)?;
        self.check_literal(&address)?;
        let recipes = rule.credential.iter().filter_map(|name| {
            let recipe = self.credentials.get(name)?;
            Some((name.as_str(), recipe))
        });
        Ok(Target {
            recipes: recipes.collect(),
            address,
            base: pattern,
        })
    }

    /// The rules about a base, and how the manifest writes it.
    fn asked(
        &self,
        base: &Base,
        connector: Option<&Connector>,
    ) -> Result<(&BasePattern, Vec<&HostRule>), Failure> {
        let nothing = serde_json::Value::Null;
        let settings = connector.map_or(&nothing, |connector| &connector.settings);
        let is_base = |rule: &&HostRule| rule.base.fill(settings).as_ref() == Ok(base);
        let rules: Vec<_> = self.rules.iter().filter(is_base).collect();
        if let Some(first) = rules.first() {
            let pattern = &first.base;
            return Ok((
                pattern,
                rules
                    .iter()
                    .filter(|rule| rule.base == *pattern)
                    .copied()
                    .collect(),
            ));
        }
        let anothers = self.rules.iter().find(|rule| rule.base.could_be(base));
        let Some(rule) = anothers else {
            return Err(denied(format!(
                "{base} is not asked for: plugin.toml of `{}` needs a [[hosts]] with base = \"{base}\"",
                self.id
            )));
        };
        Err(denied(match connector.map(|_| rule.base.fill(settings)) {
            Some(Err(problem)) => format!("{base}: {problem}"),
            _ => format!(
                "{base} is `{}` of another connector: the request must name the one whose host it is",
                rule.base
            ),
        }))
    }

    /// Whether a connection to `ip` may be opened for `host:port`.
    pub(super) fn check_ip(&self, host: &str, port: u16, ip: IpAddr) -> Result<(), String> {
        let by_ip = std::net::SocketAddr::new(ip, port).to_string();
        let by_name = format!("{host}:{port}");
        if is_public(ip) || self.private.contains(&by_ip) || self.private.contains(&by_name) {
            return Ok(());
        }
        Err(format!(
            "{host} is {ip}, a private address: add \"{by_name}\" to private below [plugins.{}] in plugins.toml",
            self.id
        ))
    }

    /// The operator's address in place of the base, path and query kept.
    fn address(
        &self,
        base: &BasePattern,
        url: &Url,
        connector: Option<&Connector>,
    ) -> Result<Url, Failure> {
        let mut address = url.clone();
        address.set_fragment(None);
        if let Some(instead) = self.base_urls.get(base) {
            let nothing = serde_json::Value::Null;
            let settings = connector.map_or(&nothing, |connector| &connector.settings);
            address = instead.fill(settings).map_err(|problem| {
                denied(format!(
                    "base_urls below [plugins.{}] in plugins.toml: {problem}",
                    self.id
                ))
            })?;
            let path = format!("{}{}", address.path().trim_end_matches('/'), url.path());
            address.set_path(&path);
            address.set_query(url.query());
        }
        Ok(address)
    }

    /// Names are checked when they are resolved; an IP address in the URL is never resolved.
    fn check_literal(&self, address: &Url) -> Result<(), Failure> {
        let ip = match address.host() {
            Some(Host::Ipv4(ip)) => IpAddr::V4(ip),
            Some(Host::Ipv6(ip)) => IpAddr::V6(ip),
            _ => return Ok(()),
        };
        let port = address.port_or_known_default().unwrap_or_default();
        let host = address.host_str().unwrap_or_default();
        self.check_ip(host, port, ip).map_err(Failure::Denied)
    }
}

pub(super) fn denied(text: impl Into<String>) -> Failure {
    Failure::Denied(text.into())
}

/// The path, when it means the same to every server. `url` has already resolved `..` and `%2e%2e`; what a server
/// might decode into a separator or into another dot segment is refused.
fn plain_path(url: &Url) -> Result<&str, Failure> {
    let path = url.path();
    let lower = path.to_ascii_lowercase();
    let separators = ["%2f", "%5c", "%00", "%252e", "%252f", "%255c"];
    let hidden_separator = separators.iter().any(|code| lower.contains(code));
    // Some servers cut `..;x` at the semicolon, then resolve the dots.
    let hidden_dots = lower
        .split('/')
        .any(|segment| segment.starts_with("..;") || segment.starts_with("..%3b"));
    if hidden_separator || hidden_dots {
        return Err(denied(format!("the path `{path}` is ambiguous")));
    }
    Ok(path)
}

#[cfg(test)]
mod tests;
