//! The tape: one file of JSON lines. The first is the [`Header`], then each exchange with the provider, then what
//! each call returned. It is taken before credentials are added, so it holds none; to be sure, [`Tape::new`] looks for
//! every secret in it.

mod compare;

pub(crate) use compare::{differ, short};

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use chrono::{DateTime, Utc};
use comptoir_sandbox::Manifest;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bench::Bench;
use crate::script::Transcript;

/// The version of the format.
const VERSION: u32 = 1;
/// The longest tape that is read.
const MOST_BYTES: u64 = 64 << 20;
/// Answers longer than this stand on a tape once.
const LONG_BODY: usize = 500;
/// Secrets shorter than this are words that may stand anywhere.
pub(crate) const SHORTEST_SECRET: usize = 6;

/// What was said, when and to whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub tape: u32,
    /// The plugin's id and version.
    pub plugin: String,
    pub version: String,
    /// The version of the contract.
    pub contract: String,
    /// The clock's time at the begin.
    pub now: DateTime<Utc>,
    /// The connection's settings, without secrets.
    pub settings: Value,
    /// The operator's configuration of the plugin.
    pub configuration: Value,
    /// Items of a page.
    pub limit: u32,
    /// Whether calls that change something at the provider were made.
    pub writes: bool,
}

impl Header {
    pub(crate) fn of(bench: &Bench) -> Self {
        let setup = bench.setup();
        Self {
            tape: VERSION,
            plugin: setup.manifest.id.clone(),
            version: setup.manifest.version.clone(),
            contract: setup.manifest.api.clone(),
            now: setup.now,
            settings: setup.settings.clone(),
            configuration: setup.grant.configuration.clone(),
            limit: setup.limit,
            writes: setup.writes,
        }
    }

    pub(crate) fn belongs_to(&self, manifest: &Manifest) -> anyhow::Result<()> {
        ensure!(
            self.plugin == manifest.id && self.contract == manifest.api,
            "the tape is of {} for the contract {}, the plugin is {} for {}",
            self.plugin,
            self.contract,
            manifest.id,
            manifest.api
        );
        Ok(())
    }
}

/// Bytes: as text where they are UTF-8, otherwise in Base64.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Body {
    Text(String),
    /// In the file only: that of the answer of an earlier exchange, counted from 0.
    SameAs {
        same_as: usize,
    },
    Base64 {
        base64: String,
    },
}

impl Body {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text.to_owned()),
            Err(_) => Self::Base64 {
                base64: BASE64.encode(bytes),
            },
        }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Text(text) => text.clone().into_bytes(),
            Self::SameAs { .. } => Vec::new(),
            // A tape with broken Base64 was edited by hand: the answer is then what stands there.
            Self::Base64 { base64 } => BASE64
                .decode(base64)
                .unwrap_or_else(|_| base64.clone().into()),
        }
    }
}

/// What a plugin asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// As the plugin wrote it: placeholders resolved, the provider's own address.
    pub(crate) url: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) headers: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) body: Option<Body>,
}

impl Request {
    /// What equal requests have in common. JSON counts by its content, not by the order of its keys.
    pub(crate) fn key(&self) -> (String, String, String) {
        let body = self.body.as_ref().map(Body::bytes).unwrap_or_default();
        let body = match serde_json::from_slice::<Value>(&body) {
            Ok(json) => json.to_string(),
            Err(_) => String::from_utf8_lossy(&body).into_owned(),
        };
        (self.method.clone(), self.url.clone(), body)
    }
}

/// What the provider answered, or why it did not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Reply {
    Answer {
        status: u16,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        headers: Vec<(String, String)>,
        body: Body,
    },
    Denied(String),
    Limit(String),
    Timeout,
    Connection(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Exchange {
    pub(crate) request: Request,
    pub(crate) reply: Reply,
    /// How many requests in a row, among equal ones, got this answer.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub(crate) times: usize,
}

impl Exchange {
    /// Puts the body of an earlier answer where it is named.
    fn resolve(&mut self, earlier: &[Self]) {
        if let Reply::Answer { body, .. } = &mut self.reply
            && let Body::SameAs { same_as } = body
            && let Some(Reply::Answer { body: known, .. }) =
                earlier.get(*same_as).map(|earlier| &earlier.reply)
        {
            *body = known.clone();
        }
    }
}

fn once() -> usize {
    1
}

fn is_once(times: &usize) -> bool {
    *times == 1
}

/// What one call returned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Returned {
    /// The function and its arguments, in short.
    pub(crate) call: String,
    /// `{"ok": …}` or `{"error": …}`; none when it is that of an earlier call, [`Self::same_as`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<Value>,
    /// The place of an earlier call, from 0, that returned the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) same_as: Option<usize>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Exchange(Exchange),
    Returned(Returned),
}

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Tape {
    pub header: Header,
    pub(crate) exchanges: Vec<Exchange>,
    pub(crate) returned: Vec<Returned>,
}

impl Tape {
    pub(crate) fn new(
        header: Header,
        exchanges: Vec<Exchange>,
        transcript: &Transcript,
        secrets: &[(String, String)],
    ) -> anyhow::Result<Self> {
        let mut returned: Vec<Returned> = Vec::new();
        for (call, result) in transcript.results() {
            let known = returned
                .iter()
                .position(|known| known.result.as_ref() == Some(&result));
            returned.push(Returned {
                call,
                result: known.is_none().then_some(result),
                same_as: known,
            });
        }
        let tape = Self {
            header,
            exchanges,
            returned,
        };
        tape.refuse_secrets(secrets)?;
        Ok(tape)
    }

    /// A secret in an answer would be written for everybody to read.
    fn refuse_secrets(&self, secrets: &[(String, String)]) -> anyhow::Result<()> {
        let found = |line: &str| secrets.iter().find(|(_, secret)| holds(line, secret));
        for exchange in &self.exchanges {
            if let Some((name, _)) = found(&serde_json::to_string(exchange)?) {
                bail!(
                    "the provider's answer to {} {} holds the secret {name}: nothing was written",
                    exchange.request.method,
                    exchange.request.url
                );
            }
        }
        let rest = serde_json::to_string(&(&self.header, &self.returned))?;
        if let Some((name, _)) = found(&rest) {
            bail!("what the plugin returned holds the secret {name}: nothing was written");
        }
        Ok(())
    }

    /// The file's text.
    ///
    /// # Errors
    /// None that a tape of [`crate::record`] could cause.
    pub fn text(&self) -> anyhow::Result<String> {
        let mut text = serde_json::to_string(&self.header)? + "\n";
        let mut bodies: HashMap<Body, usize> = HashMap::new();
        for (at, exchange) in self.exchanges.iter().enumerate() {
            let mut exchange = exchange.clone();
            if let Reply::Answer { body, .. } = &mut exchange.reply
                && body.bytes().len() > LONG_BODY
            {
                match bodies.get(body) {
                    Some(first) => *body = Body::SameAs { same_as: *first },
                    None => drop(bodies.insert(body.clone(), at)),
                }
            }
            text += &(serde_json::to_string(&exchange)? + "\n");
        }
        for returned in &self.returned {
            text += &(serde_json::to_string(returned)? + "\n");
        }
        Ok(text)
    }

    /// Reads a tape.
    ///
    /// # Errors
    /// The file is none, is of another version, or one line is broken: it is named.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let named = || file.display().to_string();
        let bytes = std::fs::metadata(file).with_context(named)?.len();
        ensure!(
            bytes <= MOST_BYTES,
            "{}: longer than {MOST_BYTES} bytes",
            named()
        );
        Self::parse(&std::fs::read_to_string(file).with_context(named)?).with_context(named)
    }

    /// Reads a tape's text.
    ///
    /// # Errors
    /// As [`Tape::read`].
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let mut lines = text.lines();
        let first: Value = serde_json::from_str(lines.next().unwrap_or_default())
            .context("line 1: not the header of a tape")?;
        ensure!(
            first["tape"] == VERSION,
            "line 1: a tape of version {}, this program reads {VERSION}",
            first["tape"]
        );
        let header = serde_json::from_value(first).context("line 1: not the header of a tape")?;
        let (mut exchanges, mut returned) = (Vec::<Exchange>::new(), Vec::new());
        for (at, line) in lines.enumerate() {
            let line = serde_json::from_str(line)
                .with_context(|| format!("line {}: neither an exchange nor a result", at + 2))?;
            match line {
                Line::Exchange(mut exchange) => {
                    exchange.resolve(&exchanges);
                    exchanges.push(exchange);
                }
                Line::Returned(one) => returned.push(one),
            }
        }
        Ok(Self {
            header,
            exchanges,
            returned,
        })
    }
}

/// Whether a text holds a secret: plainly, escaped as JSON, percent-encoded or in Base64.
pub(crate) fn holds(text: &str, secret: &str) -> bool {
    if secret.len() < SHORTEST_SECRET {
        return false;
    }
    let json = Value::from(secret).to_string();
    let forms = [
        secret.to_owned(),
        json.trim_matches('"').to_owned(),
        utf8_percent_encode(secret, NON_ALPHANUMERIC).to_string(),
        BASE64.encode(secret).trim_end_matches('=').to_owned(),
    ];
    forms.iter().any(|form| text.contains(form.as_str()))
}
