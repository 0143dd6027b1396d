//! JSON over the host's HTTP.

use crate::{Connector, Error, Host, Request, Response, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;

impl Request {
    /// A GET, which may be repeated.
    pub fn get(url: impl Into<String>) -> Self {
        Self {
            idempotent: true,
            ..Self::new("GET", url)
        }
    }

    /// A request of that method without credentials or body, not to be repeated.
    pub fn new(method: &str, url: impl Into<String>) -> Self {
        Self {
            connector: None,
            method: method.into(),
            url: url.into(),
            headers: vec![("accept".into(), "application/json".into())],
            body: None,
            idempotent: false,
        }
    }

    /// A POST with a JSON body.
    ///
    /// # Errors
    /// `internal` when `body` has no JSON form.
    pub fn post_json(url: impl Into<String>, body: &impl Serialize) -> Result<Self> {
        let body = serde_json::to_vec(body)
            .map_err(|error| Error::internal(format!("the request has no JSON form: {error}")))?;
        let mut request = Self::new("POST", url);
        request
            .headers
            .push(("content-type".into(), "application/json".into()));
        Ok(Self {
            body: Some(body),
            ..request
        })
    }

    /// With this connection's credentials.
    pub fn with_connector(self, connector: &Connector) -> Self {
        Self {
            connector: Some(connector.id.clone()),
            ..self
        }
    }

    /// Sending it twice does no harm: the host may retry it.
    pub fn repeatable(self) -> Self {
        Self {
            idempotent: true,
            ..self
        }
    }
}

impl Response {
    /// The body as JSON. A body that is none, or breaks off, says that the provider is not well: `unavailable`.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_slice(&self.body).map_err(|error| {
            let message = format!(
                "the provider's answer of {} bytes is not readable: {error}",
                self.body.len()
            );
            Error::unavailable(message).with_status(self.status)
        })
    }
}

/// The comfortable ways to send requests; every [`Host`] has them.
pub trait Fetch: Host {
    /// A successful answer, or what the failure means.
    fn answer(&self, request: Request) -> Result<Response> {
        self.send(request)?.success()
    }

    /// A successful answer's JSON.
    fn fetch<T: DeserializeOwned>(&self, request: Request) -> Result<T> {
        self.answer(request)?.json()
    }

    /// Successful answers to several requests at once, in their order.
    fn answer_all(&self, requests: Vec<Request>) -> Vec<Result<Response>> {
        self.send_all(requests)
            .into_iter()
            .map(|answer| answer?.success())
            .collect()
    }
}

impl<H: Host> Fetch for H {}
