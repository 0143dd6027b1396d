//! Asked ∩ granted: the one place that decides whether a request may go out.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

use reqwest::Method;
use url::{Host, Url};

use super::address::is_public;
use super::base::Base;
use crate::bindings::comptoir::plugin::http::Failure;
use crate::grants::Grant;
use crate::manifest::{HostRule, Manifest, Recipe};

pub(crate) struct Policy {
    id: String,
    rules: Vec<HostRule>,
    credentials: BTreeMap<String, Recipe>,
    granted: BTreeSet<Base>,
    base_urls: BTreeMap<Base, Url>,
    private: BTreeSet<String>,
}

/// A request that may go out.
pub(super) struct Target<'a> {
    /// The base that the plugin named.
    pub(super) base: Base,
    /// Where it really goes.
    pub(super) address: Url,
    /// The credential bound to this host.
    pub(super) recipe: Option<&'a Recipe>,
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
    pub(super) fn check(&self, method: &Method, url: &Url) -> Result<Target<'_>, Failure> {
        let base =
            Base::of(url).ok_or_else(|| denied(format!("`{url}` is neither http nor https")))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(denied("an address must not hold a user or password"));
        }
        let path = plain_path(url)?;
        let of_base: Vec<_> = self.rules.iter().filter(|rule| rule.base == base).collect();
        if of_base.is_empty() {
            return Err(denied(format!(
                "{base} is not asked for: plugin.toml of `{}` needs a [[hosts]] with base = \"{base}\"",
                self.id
            )));
        }
        if !self.granted.contains(&base) {
            return Err(denied(format!(
                "{base} is not granted: add \"{base}\" to hosts below [plugins.{}] in plugins.toml",
                self.id
            )));
        }
        let rule = of_base.into_iter().find(|rule| {
            rule.methods.contains(method.as_str())
                && rule.paths.iter().any(|prefix| covers(prefix, path))
        });
        let rule = rule.ok_or_else(|| {
            denied(format!(
                "{method} {path} is not asked for: plugin.toml of `{}` needs it in methods and paths of the [[hosts]] with base = \"{base}\"",
                self.id
            ))
        })?;
        let address = self.address(&base, url);
        self.check_literal(&address)?;
        let recipe = rule.credential.as_ref();
        Ok(Target {
            recipe: recipe.and_then(|name| self.credentials.get(name)),
            address,
            base,
        })
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
    fn address(&self, base: &Base, url: &Url) -> Url {
        let mut address = url.clone();
        address.set_fragment(None);
        if let Some(instead) = self.base_urls.get(base) {
            let path = format!("{}{}", instead.path().trim_end_matches('/'), url.path());
            address = instead.clone();
            address.set_path(&path);
            address.set_query(url.query());
        }
        address
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

fn covers(prefix: &str, path: &str) -> bool {
    match path.strip_prefix(prefix) {
        Some(rest) => prefix.ends_with('/') || rest.is_empty() || rest.starts_with('/'),
        None => false,
    }
}

#[cfg(test)]
mod tests;
