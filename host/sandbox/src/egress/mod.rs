//! A plugin's only way to the network.
//!
//! A request goes out when its scheme, host, port, method and path are asked for in the manifest and granted by the
//! operator, and the address behind the name is public or named as private by the operator. Redirects are followed
//! here, each hop checked as if it were the first. Nothing a plugin sends or gets holds a credential of ours.

mod address;
mod base;
mod client;
mod credential;
mod headers;
mod pattern;
mod policy;
mod rate;
mod retry;
mod sealed;
mod token;
mod wire;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytes::Bytes;
use reqwest::header::{HeaderMap, LOCATION};
use reqwest::{Method, StatusCode};
use tokio::time::timeout_at;
use url::Url;

pub use address::is_public;
pub use base::Base;
pub use pattern::{AddressPattern, BasePattern};
pub use wire::{PluginRequest, Wire};

use self::client::{Clients, read_body};
use self::credential::Authorized;
use self::headers::guest_headers;
use self::policy::{Policy, Target};
use self::rate::RateLimits;
pub(crate) use self::sealed::Sealed;
use self::token::Tokens;
use crate::bindings::comptoir::plugin::http::{Failure, Request, Response};
use crate::call::Connector;
use crate::grants::Grant;
use crate::interfaces::one_line;
use crate::manifest::Manifest;
use crate::services::Resolver;
use crate::state::CallScope;

const REDIRECTS: usize = 5;
const DENIAL_CHARS: usize = 500;

/// One plugin's rules, connections and rate limits.
pub(crate) struct Egress {
    policy: Arc<Policy>,
    clients: Clients,
    rates: RateLimits,
    tokens: Tokens,
}

/// A request that may still be redirected or repeated.
struct Errand<'a> {
    method: Method,
    url: Url,
    headers: HeaderMap,
    body: Option<Bytes>,
    idempotent: bool,
    connector: Option<&'a Connector>,
    budget: &'a client::BodyBudget,
}

impl Egress {
    pub(crate) fn new(manifest: &Manifest, grant: &Grant, resolver: Arc<dyn Resolver>) -> Self {
        let policy = Arc::new(Policy::new(manifest, grant));
        Self {
            clients: Clients::new(manifest, Arc::clone(&policy), resolver),
            rates: RateLimits::new(manifest, grant),
            tokens: Tokens::default(),
            policy,
        }
    }

    /// Sends one request of a call, with its redirects and retries.
    pub(crate) async fn send(
        &self,
        scope: &CallScope,
        budget: &client::BodyBudget,
        request: Request,
    ) -> Result<Response, Failure> {
        let allowed = scope.requests_allowed;
        if scope.asked.fetch_add(1, Ordering::Relaxed) >= allowed {
            scope.count_denial();
            let text = format!("this call may send {allowed} requests");
            return Err(Failure::Limit(text));
        }
        let run = async {
            let _begun = scope.begin_request().await;
            self.run(scope, budget, request).await
        };
        let answer = match timeout_at(scope.requests_until, run).await {
            Ok(answer) => answer,
            Err(_) => Err(Failure::Timeout),
        };
        match answer {
            Err(Failure::Denied(text)) => {
                scope.count_denial();
                // It may hold a part of the plugin's own words.
                let text = one_line(&text, DENIAL_CHARS);
                scope.note_denial(&text);
                Err(Failure::Denied(text))
            }
            answer => answer,
        }
    }

    async fn run(
        &self,
        scope: &CallScope,
        budget: &client::BodyBudget,
        request: Request,
    ) -> Result<Response, Failure> {
        let connector = match &request.connector {
            None => None,
            Some(id) => Some(scope.connector(id).ok_or_else(|| {
                Failure::Denied(format!("this call was not given the connector `{id}`"))
            })?),
        };
        let method = Method::from_bytes(request.method.as_bytes())
            .map_err(|_| Failure::Denied(format!("`{}` is not a method", request.method)))?;
        let url = Url::parse(&request.url)
            .map_err(|error| Failure::Denied(format!("`{}`: {error}", request.url)))?;
        let mut errand = Errand {
            idempotent: request.idempotent || method.is_idempotent(),
            headers: guest_headers(&request.headers)?,
            body: request.body.map(Bytes::from),
            method,
            url,
            connector,
            budget,
        };
        for _ in 0..=REDIRECTS {
            let target = self
                .policy
                .check(&errand.method, &errand.url, errand.connector)?;
            let answer = self.hop(scope, &errand, &target).await?;
            match errand.redirected(&answer)? {
                Some(next) => errand = next,
                None => return Ok(answer.into()),
            }
        }
        Err(Failure::Connection(format!(
            "more than {REDIRECTS} redirects"
        )))
    }

    /// One hop, by way of whoever stands between.
    async fn hop(
        &self,
        scope: &CallScope,
        errand: &Errand<'_>,
        target: &Target<'_>,
    ) -> Result<Answer, Failure> {
        let Some(wire) = &scope.wire else {
            return self.deliver(scope, errand, target).await;
        };
        let onward = async {
            let answer = self.deliver(scope, errand, target).await?;
            Ok(Response::from(answer))
        };
        let answer = wire.exchange(errand.asked(), Box::pin(onward)).await?;
        Answer::try_from(answer)
    }

    /// One attempt, credentials added; another with a new token when the provider takes the kept one no longer, which
    /// tells that nothing was done.
    async fn attempt(
        &self,
        scope: &CallScope,
        errand: &Errand<'_>,
        target: &Target<'_>,
    ) -> Result<Answer, Failure> {
        let mut spent = None;
        loop {
            let mut headers = errand.headers.clone();
            let token = match self
                .authorize(scope, errand, target, spent.as_ref(), &mut headers)
                .await?
            {
                Authorized::Plainly => None,
                Authorized::With(token) => Some(token),
                Authorized::Refused(answer) => return Ok(answer),
            };
            let mut answer = self.send_once(scope, errand, target, headers).await?;
            scope.sealed().redact(&mut answer);
            match token {
                Some(token) if answer.status == StatusCode::UNAUTHORIZED && token.kept => {
                    spent = Some(token.value);
                }
                _ => return Ok(answer),
            }
        }
    }

    async fn send_once(
        &self,
        scope: &CallScope,
        errand: &Errand<'_>,
        target: &Target<'_>,
        headers: HeaderMap,
    ) -> Result<Answer, Failure> {
        let client = self.clients.client(&target.address)?;
        let mut request = client
            .request(errand.method.clone(), target.address.clone())
            .headers(headers);
        if let Some(body) = &errand.body {
            request = request.body(body.clone());
        }
        scope.sent.fetch_add(1, Ordering::Relaxed);
        let response = request.send().await.map_err(client::failure)?;
        Ok(Answer {
            status: response.status(),
            headers: response.headers().clone(),
            body: read_body(response, errand.budget).await?,
        })
    }
}

/// An answer as it came.
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl<'a> Errand<'a> {
    /// The request that a redirect asks for; none when the answer is none.
    fn redirected(&self, answer: &Answer) -> Result<Option<Errand<'a>>, Failure> {
        let code = answer.status.as_u16();
        let (301 | 302 | 303 | 307 | 308, Some(location)) = (code, answer.headers.get(LOCATION))
        else {
            return Ok(None);
        };
        let broken = || Failure::Connection("a redirect to no valid address".to_owned());
        let location = location.to_str().map_err(|_| broken())?;
        let url = self.url.join(location).map_err(|_| broken())?;
        // As browsers do: 303 always turns into GET, 301 and 302 turn POST into GET.
        let keeps_method = matches!(code, 307 | 308)
            || self.method == Method::HEAD
            || (code != 303 && self.method != Method::POST);
        let mut headers = self.headers.clone();
        if !keeps_method {
            headers.remove(reqwest::header::CONTENT_TYPE);
        }
        Ok(Some(Errand {
            method: if keeps_method {
                self.method.clone()
            } else {
                Method::GET
            },
            body: self.body.clone().filter(|_| keeps_method),
            url,
            headers,
            idempotent: self.idempotent,
            connector: self.connector,
            budget: self.budget,
        }))
    }
}

pub(crate) use client::BodyBudget;
