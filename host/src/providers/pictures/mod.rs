//! Pictures that lie with a provider, shown through the portal's own origin: no browser of ours tells a provider who looks
//! at what, and the policy of our pages stays closed. Only addresses that the portal itself signed are fetched.

mod fetch;
mod routes;
#[cfg(test)]
mod tests;

use std::time::Duration;

use bytes::Bytes;
use moka::future::Cache;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use url::Url;

use crate::register::Domain;

pub use routes::link_to;

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    // A signature, which no id is.
    #[cfg(test)]
    rows: |_| {
        Box::pin(std::future::ready(vec![(
            "/picture/{token}",
            uuid::Uuid::nil(),
        )]))
    },
    ..Domain::NONE
};

/// All kept pictures together, in bytes.
const KEPT: u64 = 64 * 1024 * 1024;
/// How long a picture is kept; one that did not come is asked for again after as long as well.
const LIFETIME: Duration = Duration::from_secs(60 * 60);

/// A picture that may be shown.
#[derive(Debug, Clone)]
pub struct Picture {
    pub media_type: &'static str,
    pub content: Bytes,
}

/// Fetches pictures, and keeps those asked for lately.
#[derive(Debug)]
pub struct Pictures {
    http: reqwest::Client,
    /// By the digest of the address; none: it is no picture, or did not come.
    lately: Cache<[u8; 32], Option<Picture>>,
    /// Places of fetches.
    fetches: Semaphore,
}

/// Pictures that are fetched at the same time: each may take [`fetch::LARGEST`] bytes and ten seconds.
const FETCHES: usize = 16;

impl Pictures {
    /// # Errors
    /// The HTTP client cannot be made.
    pub fn new() -> reqwest::Result<Self> {
        let weight = |_: &[u8; 32], picture: &Option<Picture>| {
            // What stands for nothing takes some room too.
            let size = picture.as_ref().map_or(0, |picture| picture.content.len());
            u32::try_from(size + 256).unwrap_or(u32::MAX)
        };
        Ok(Self {
            http: fetch::client()?,
            lately: Cache::builder()
                .max_capacity(KEPT)
                .weigher(weight)
                .time_to_live(LIFETIME)
                .build(),
            fetches: Semaphore::new(FETCHES),
        })
    }

    /// The picture at an address; none when there is none to show. Whoever asks at the same time waits for one fetch.
    pub async fn get(&self, address: &Url) -> Option<Picture> {
        let key = Sha256::digest(address.as_str()).into();
        let fetched = async {
            // Never closed.
            let _place = self.fetches.acquire().await.ok()?;
            fetch::fetch(&self.http, address)
                .await
                .inspect_err(|why| tracing::info!(%address, %why, "a picture is not shown"))
                .ok()
        };
        self.lately.get_with(key, fetched).await
    }
}
