//! HTTP connections to checked addresses only.

use std::collections::HashMap;
use std::error::Error;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect;
use url::Url;

use super::policy::Policy;
use crate::bindings::comptoir::plugin::http::Failure;
use crate::manifest::Manifest;
use crate::services::Resolver;

const CONNECT: Duration = Duration::from_secs(10);
const IDLE: Duration = Duration::from_secs(60);

/// A client for each host and port: whether an address may be reached depends on the port too, which a resolver is
/// not told. Never shared between plugins, whose grants differ: a kept connection is a checked one.
pub(super) struct Clients {
    user_agent: String,
    policy: Arc<Policy>,
    resolver: Arc<dyn Resolver>,
    by_place: Mutex<HashMap<(String, u16), reqwest::Client>>,
}

impl Clients {
    pub(super) fn new(
        manifest: &Manifest,
        policy: Arc<Policy>,
        resolver: Arc<dyn Resolver>,
    ) -> Self {
        let (id, version) = (&manifest.id, &manifest.version);
        Self {
            user_agent: format!("Comptoir/{} ({id} {version})", env!("CARGO_PKG_VERSION")),
            policy,
            resolver,
            by_place: Mutex::default(),
        }
    }

    /// The client for an address that the policy has passed.
    pub(super) fn client(&self, address: &Url) -> Result<reqwest::Client, Failure> {
        let host = address.host_str().unwrap_or_default().to_owned();
        let port = address.port_or_known_default().unwrap_or_default();
        let mut clients = self.by_place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = clients.get(&(host.clone(), port)) {
            return Ok(client.clone());
        }
        let pinned = Pinned {
            port,
            policy: Arc::clone(&self.policy),
            resolver: Arc::clone(&self.resolver),
        };
        let client = reqwest::Client::builder()
            .user_agent(&self.user_agent)
            .redirect(redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            // A proxy of the environment would resolve names by itself, around every check.
            .no_proxy()
            .dns_resolver(pinned)
            .connect_timeout(CONNECT)
            .pool_idle_timeout(IDLE)
            .build()
            .map_err(failure)?;
        clients.insert((host, port), client.clone());
        Ok(client)
    }
}

/// Resolves, checks every address and hands on exactly those: what was checked is what is connected to.
struct Pinned {
    port: u16,
    policy: Arc<Policy>,
    resolver: Arc<dyn Resolver>,
}

impl Resolve for Pinned {
    fn resolve(&self, name: Name) -> Resolving {
        let port = self.port;
        let policy = Arc::clone(&self.policy);
        let resolver = Arc::clone(&self.resolver);
        Box::pin(async move {
            let ips = resolver.resolve(name.as_str()).await?;
            if ips.is_empty() {
                return Err(format!("{} has no address", name.as_str()).into());
            }
            for ip in &ips {
                // One bad answer condemns all: mixing them is how names are rebound.
                policy
                    .check_ip(name.as_str(), port, *ip)
                    .map_err(DeniedAddress)?;
            }
            let pinned = ips.into_iter().map(move |ip| SocketAddr::new(ip, port));
            Ok(Box::new(pinned) as Addrs)
        })
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct DeniedAddress(String);

/// reqwest's error as the contract's failure; a refused address comes back out of its middle.
pub(super) fn failure(error: reqwest::Error) -> Failure {
    let error = error.without_url();
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(DeniedAddress(text)) = cause.downcast_ref() {
            return Failure::Denied(text.clone());
        }
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    if error.is_timeout() && !error.is_connect() {
        return Failure::Timeout;
    }
    Failure::Connection(text)
}

/// How many bytes of answers may be held: for each, and for those of one `send-all` together, which all must fit into
/// the plugin's memory anyway.
pub(crate) struct BodyBudget {
    each: usize,
    together: usize,
    buffered: AtomicUsize,
}

impl BodyBudget {
    pub(crate) fn new(each: usize, together: usize) -> Self {
        Self {
            each,
            together,
            buffered: AtomicUsize::new(0),
        }
    }
}

/// The decoded body, read no further than the budget: a small answer that unpacks to gigabytes ends at the limit.
pub(super) async fn read_body(
    mut response: reqwest::Response,
    budget: &BodyBudget,
) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failure)? {
        if body.len() + chunk.len() > budget.each {
            let mib = budget.each >> 20;
            return Err(Failure::Limit(format!("an answer may hold {mib} MiB")));
        }
        let buffered = budget.buffered.fetch_add(chunk.len(), Ordering::Relaxed);
        if buffered + chunk.len() > budget.together {
            let mib = budget.together >> 20;
            let text = format!("answers of one send-all may hold {mib} MiB together");
            return Err(Failure::Limit(text));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}
