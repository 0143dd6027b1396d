//! Who stands between the plugin and its provider: the one who keeps a tape, the one who plays it, the bad provider.

mod fault;
mod player;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use async_trait::async_trait;
use comptoir_sandbox::http::{Failure, Response};
use comptoir_sandbox::{PluginRequest, Wire};
use futures::future::BoxFuture;
use url::Url;

use crate::tape::{Body, Exchange, Reply, Request, Tape};

pub(crate) use fault::{Fault, Faulty, Named, RETRY_AFTER, UNHEARD, UNHEARD_NUMBER};
pub(crate) use player::Player;

/// The longest body that a tape takes.
const LONGEST_BODY: usize = 1 << 20;

/// Headers of answers that say nothing about the answer, or (cookies) hold what nobody should read.
const UNTAPED: [&str; 10] = [
    "alt-svc",
    "connection",
    "content-length",
    "date",
    "keep-alive",
    "server",
    "set-cookie",
    "transfer-encoding",
    "vary",
    "via",
];

/// Where answers come from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Live,
    Recording(Arc<Recorder>),
    Playing(Arc<Tape>),
}

impl Source {
    /// A wire for a run of calls; a tape is played from its begin.
    pub(crate) fn open(&self) -> Arc<dyn WatchedWire> {
        match self {
            Self::Live => Arc::new(Live),
            Self::Recording(recorder) => Arc::clone(recorder) as Arc<dyn WatchedWire>,
            Self::Playing(tape) => Arc::new(Player::new(tape)),
        }
    }
}

/// A wire that can tell afterwards what it had no answer to.
pub(crate) trait WatchedWire: Wire {
    /// Each request that is not on the tape, in words; none where there is no tape.
    fn missed(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Nobody stands between.
#[derive(Debug)]
pub(crate) struct Live;

#[async_trait]
impl Wire for Live {
    async fn exchange(
        &self,
        _asked: PluginRequest,
        onward: BoxFuture<'_, Result<Response, Failure>>,
    ) -> Result<Response, Failure> {
        onward.await
    }
}

impl WatchedWire for Live {}

/// Sees one call's requests pass.
pub(crate) struct Watch {
    behind: Arc<dyn WatchedWire>,
    asked: Mutex<Vec<PluginRequest>>,
    missed_before: usize,
}

impl Watch {
    pub(crate) fn new(behind: Arc<dyn WatchedWire>) -> Self {
        Self {
            missed_before: behind.missed().len(),
            behind,
            asked: Mutex::default(),
        }
    }

    pub(crate) fn asked(&self) -> Vec<PluginRequest> {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.clone()
    }

    /// What this call missed.
    pub(crate) fn missed(&self) -> Vec<String> {
        self.behind.missed().split_off(self.missed_before)
    }
}

#[async_trait]
impl Wire for Watch {
    async fn exchange(
        &self,
        asked: PluginRequest,
        onward: BoxFuture<'_, Result<Response, Failure>>,
    ) -> Result<Response, Failure> {
        self.asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(asked.clone());
        self.behind.exchange(asked, onward).await
    }
}

/// Keeps what is said. After the first request without an answer nobody is asked any more: there will be no tape.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    exchanges: Mutex<Vec<Exchange>>,
    silence: OnceLock<Silence>,
}

/// A request that nobody answered, and why.
#[derive(Debug)]
struct Silence {
    method: String,
    url: String,
    failure: Failure,
}

impl std::fmt::Display for Silence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let url = Url::parse(&self.url).ok();
        let host = url.as_ref().and_then(Url::host_str).unwrap_or(&self.url);
        let why = match &self.failure {
            Failure::Connection(text) | Failure::Denied(text) | Failure::Limit(text) => text,
            Failure::Timeout => "no answer in time",
        };
        let Self { method, url, .. } = self;
        write!(f, "{host} does not answer {method} {url}: {why}")
    }
}

impl Recorder {
    /// Everything that was said. What was answered several times in a row to equal requests stands there once, with how
    /// often.
    ///
    /// # Errors
    /// A request had no answer, or one that is too long for a tape.
    pub(crate) fn taken(&self) -> anyhow::Result<Vec<Exchange>> {
        if let Some(silence) = self.silence.get() {
            anyhow::bail!("{silence}: nothing was written");
        }
        let exchanges = self
            .exchanges
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let (mut kept, mut last) = (Vec::<Exchange>::new(), HashMap::new());
        for exchange in exchanges.iter() {
            if let Reply::Answer { body, .. } = &exchange.reply {
                let bytes = body.bytes().len();
                anyhow::ensure!(
                    bytes <= LONGEST_BODY,
                    "the answer to {} {} has {bytes} bytes, a tape takes {LONGEST_BODY}: record with less data",
                    exchange.request.method,
                    exchange.request.url
                );
            }
            let known: Option<&usize> = last.get(&exchange.request.key());
            match known {
                Some(at) if kept[*at].reply == exchange.reply => kept[*at].times += 1,
                _ => {
                    last.insert(exchange.request.key(), kept.len());
                    kept.push(exchange.clone());
                }
            }
        }
        Ok(kept)
    }
}

#[async_trait]
impl Wire for Recorder {
    async fn exchange(
        &self,
        asked: PluginRequest,
        onward: BoxFuture<'_, Result<Response, Failure>>,
    ) -> Result<Response, Failure> {
        if let Some(silence) = self.silence.get() {
            return Err(silence.failure.clone());
        }
        let answer = onward.await;
        if let Err(failure @ (Failure::Timeout | Failure::Connection(_))) = &answer {
            // Of several at once the first is told.
            let _ = self.silence.set(Silence {
                method: asked.method.clone(),
                url: asked.url.clone(),
                failure: failure.clone(),
            });
        }
        let exchange = Exchange {
            request: asked.into(),
            reply: Reply::from(&answer),
            times: 1,
        };
        let mut exchanges = self
            .exchanges
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        exchanges.push(exchange);
        answer
    }
}

impl WatchedWire for Recorder {}

impl From<PluginRequest> for Request {
    fn from(asked: PluginRequest) -> Self {
        Self {
            method: asked.method,
            url: asked.url,
            headers: asked.headers.into_iter().collect(),
            body: asked.body.as_deref().map(Body::of),
        }
    }
}

impl From<&Result<Response, Failure>> for Reply {
    fn from(answer: &Result<Response, Failure>) -> Self {
        match answer {
            Ok(response) => Self::Answer {
                status: response.status,
                headers: response
                    .headers
                    .iter()
                    .filter(|(name, _)| !UNTAPED.contains(&name.as_str()))
                    .cloned()
                    .collect(),
                body: Body::of(&response.body),
            },
            Err(Failure::Denied(text)) => Self::Denied(text.clone()),
            Err(Failure::Limit(text)) => Self::Limit(text.clone()),
            Err(Failure::Timeout) => Self::Timeout,
            Err(Failure::Connection(text)) => Self::Connection(text.clone()),
        }
    }
}

impl Reply {
    pub(crate) fn play(&self) -> Result<Response, Failure> {
        match self {
            Self::Answer {
                status,
                headers,
                body,
            } => Ok(Response {
                status: *status,
                headers: headers.clone(),
                body: body.bytes(),
            }),
            Self::Denied(text) => Err(Failure::Denied(text.clone())),
            Self::Limit(text) => Err(Failure::Limit(text.clone())),
            Self::Timeout => Err(Failure::Timeout),
            Self::Connection(text) => Err(Failure::Connection(text.clone())),
        }
    }
}
