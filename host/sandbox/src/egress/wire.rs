//! A place for somebody between a plugin and the network: who keeps a tape, plays one, or plays the bad provider.

use async_trait::async_trait;
use futures::future::BoxFuture;
use reqwest::StatusCode;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::headers::response_headers;
use super::{Answer, Errand};
use crate::bindings::comptoir::plugin::http::{Failure, Response};

/// A request as the plugin made it: allowed, its address resolved, no credential added and never one in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginRequest {
    /// `GET`, `POST`, …
    pub method: String,
    /// The provider's own address, wherever the operator sends it.
    pub url: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Option<Vec<u8>>,
}

/// Stands between a call's requests and the network, before credentials, rate limits and retries; sees each hop of a
/// redirect. What it answers is what the plugin gets.
#[async_trait]
pub trait Wire: Send + Sync {
    /// Answers `asked`, by `onward` (the provider, which nobody asks until it is awaited) or by itself.
    async fn exchange(
        &self,
        asked: PluginRequest,
        onward: BoxFuture<'_, Result<Response, Failure>>,
    ) -> Result<Response, Failure>;
}

impl Errand<'_> {
    pub(super) fn asked(&self) -> PluginRequest {
        PluginRequest {
            method: self.method.to_string(),
            url: self.url.to_string(),
            headers: response_headers(&self.headers),
            body: self.body.as_ref().map(|body| body.to_vec()),
        }
    }
}

impl From<Answer> for Response {
    fn from(answer: Answer) -> Self {
        Self {
            status: answer.status.as_u16(),
            headers: response_headers(&answer.headers),
            body: answer.body,
        }
    }
}

impl TryFrom<Response> for Answer {
    type Error = Failure;

    fn try_from(response: Response) -> Result<Self, Failure> {
        let broken = |what: String| Failure::Connection(format!("an answer with a broken {what}"));
        let mut headers = HeaderMap::new();
        for (name, value) in &response.headers {
            let parsed = HeaderName::from_bytes(name.as_bytes())
                .ok()
                .zip(HeaderValue::from_str(value).ok());
            let (key, value) = parsed.ok_or_else(|| broken(format!("header {name}")))?;
            headers.append(key, value);
        }
        Ok(Self {
            status: StatusCode::from_u16(response.status)
                .map_err(|_| broken("status".to_owned()))?,
            headers,
            body: response.body,
        })
    }
}
