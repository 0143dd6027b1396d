//! Getting one picture: from a public address by HTTPS only, small, and a picture by its content.

use std::net::SocketAddr;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use comptoir_sandbox::is_public;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::ACCEPT;
use reqwest::redirect::{Attempt, Policy};
use reqwest::{Client, Response};
use url::{Host, Url};

use super::Picture;

/// A shop's pictures of products are far smaller, in bytes.
pub const LARGEST: usize = 5 * 1024 * 1024;
const TIMEOUT: Duration = Duration::from_secs(10);
const HOPS: usize = 3;

/// Why a picture is not shown.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("its address is not a public one by HTTPS")]
    Address,
    #[error("its host answers {0}")]
    Status(reqwest::StatusCode),
    #[error("it is larger than {LARGEST} bytes")]
    Size,
    #[error("it is no PNG, JPEG, WebP or GIF")]
    Kind,
    #[error(transparent)]
    Http(#[from] reqwest::Error),
}

/// Connects to public addresses only, and follows few redirects, each checked as the first address.
pub fn client() -> reqwest::Result<Client> {
    let follow = |attempt: Attempt<'_>| match attempt.previous().len() {
        0..=HOPS if is_allowed(attempt.url()) => attempt.follow(),
        _ => attempt.stop(),
    };
    Client::builder()
        .redirect(Policy::custom(follow))
        .referer(false)
        // A proxy of the environment would resolve names by itself, around the check.
        .no_proxy()
        .dns_resolver(Public)
        .timeout(TIMEOUT)
        .build()
}

/// The picture at an address.
pub async fn fetch(http: &Client, address: &Url) -> Result<Picture, Refusal> {
    if !is_allowed(address) {
        return Err(Refusal::Address);
    }
    let asked = http.get(address.clone()).header(ACCEPT, "image/*");
    read(asked.send().await?).await
}

/// By name, as bare addresses go around the resolver.
fn is_allowed(address: &Url) -> bool {
    address.scheme() == "https"
        && matches!(address.host(), Some(Host::Domain(_)))
        && address.port_or_known_default() == Some(443)
}

/// What an answer brings, if it is a picture that may be shown. SVG may not: it is a program.
pub async fn read(mut answer: Response) -> Result<Picture, Refusal> {
    if !answer.status().is_success() {
        return Err(Refusal::Status(answer.status()));
    }
    let mut content = BytesMut::new();
    while let Some(piece) = answer.chunk().await? {
        if content.len() + piece.len() > LARGEST {
            return Err(Refusal::Size);
        }
        content.extend_from_slice(&piece);
    }
    let content: Bytes = content.freeze();
    let media_type = infer::get(&content).map(|kind| kind.mime_type());
    let media_type = media_type.filter(|media_type| {
        matches!(
            *media_type,
            "image/png" | "image/jpeg" | "image/webp" | "image/gif"
        )
    });
    Ok(Picture {
        media_type: media_type.ok_or(Refusal::Kind)?,
        content,
    })
}

/// The operating system's resolver, of which only public addresses are taken: exactly those are connected to.
struct Public;

impl Resolve for Public {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<SocketAddr> =
                tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            // One bad answer condemns all: mixing them is how names are rebound.
            if found.is_empty() || !found.iter().all(|address| is_public(address.ip())) {
                return Err(format!("{} has no public address", name.as_str()).into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}
