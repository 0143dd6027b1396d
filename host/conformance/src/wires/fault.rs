//! The bad provider: in front of the real one or of a tape, one kind of trouble a call.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use comptoir_sandbox::http::{Failure, Response};
use comptoir_sandbox::{PluginRequest, Wire};
use futures::future::BoxFuture;
use serde_json::Value;

use super::WatchedWire;

/// A word that no provider says, and a number.
pub(crate) const UNHEARD: &str = "conformance-unheard-of";
pub(crate) const UNHEARD_NUMBER: u32 = 987_654;
/// What `Retry-After` says with a 429.
pub(crate) const RETRY_AFTER: u64 = 7;

/// What the provider does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Answers the first request with this status.
    Status(u16),
    /// Hangs up at the first request.
    Reset,
    /// Never answers the first request.
    Silence,
    /// Sends half of the first answer.
    Half,
    /// Answers with a page for people instead of data.
    Html,
    /// Answers with bytes that are no text.
    Bytes,
    /// Answers with nothing.
    Empty,
    /// Says [`UNHEARD`] wherever the answer of this place, from 0, tells a status by such a name.
    Statuses(usize, Named),
}

/// How a provider may call a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// By a name that ends in `status`: nothing else is called so.
    Status,
    /// `state`, `phase` …: what may be something else, an address's state say.
    Alike,
    /// By a number, under either name.
    Number,
}

impl Named {
    pub(crate) const ALL: [Self; 3] = [Self::Status, Self::Alike, Self::Number];

    fn is(self, name: &str) -> bool {
        const ALIKE: [&str; 9] = [
            "state",
            "states",
            "statuses",
            "phase",
            "stage",
            "step",
            "situation",
            "condition",
            "lifecycle",
        ];
        let name = name.to_ascii_lowercase();
        let (status, alike) = (
            name.ends_with("status"),
            ALIKE.iter().any(|end| name.ends_with(end)),
        );
        match self {
            Self::Status => status,
            Self::Alike => alike,
            Self::Number => status || alike,
        }
    }

    /// Whether the value was a status's, and is an unheard-of one now.
    fn replace(self, value: &mut Value) -> bool {
        match (self, &mut *value) {
            (Self::Number, Value::Number(_)) => *value = UNHEARD_NUMBER.into(),
            (Self::Status | Self::Alike, Value::String(word)) => UNHEARD.clone_into(word),
            (Self::Status | Self::Alike, Value::Object(inner)) if inner.contains_key("code") => {
                inner.insert("code".to_owned(), UNHEARD.into());
            }
            (Self::Alike, Value::Array(words)) if words.iter().any(Value::is_string) => {
                *words = vec![UNHEARD.into()];
            }
            _ => return false,
        }
        true
    }
}

/// A wire with a fault in front of another.
pub(crate) struct Faulty {
    fault: Fault,
    behind: Arc<dyn WatchedWire>,
    asked: AtomicUsize,
    /// Words replaced by [`Fault::Statuses`].
    replaced: AtomicUsize,
}

impl Faulty {
    pub(crate) fn new(fault: Fault, behind: Arc<dyn WatchedWire>) -> Self {
        Self {
            fault,
            behind,
            asked: AtomicUsize::default(),
            replaced: AtomicUsize::default(),
        }
    }

    /// How many words it replaced.
    pub(crate) fn replaced(&self) -> usize {
        self.replaced.load(Ordering::Relaxed)
    }

    fn unheard(&self, response: Response, named: Named) -> Response {
        // JSON, or a line of it each.
        let values = serde_json::Deserializer::from_slice(&response.body).into_iter::<Value>();
        let Ok(mut values) = values.collect::<Result<Vec<_>, _>>() else {
            return response;
        };
        let replaced = values
            .iter_mut()
            .map(|value| replace_statuses(value, named))
            .sum();
        self.replaced.fetch_add(replaced, Ordering::Relaxed);
        let lines: Vec<String> = values.iter().map(Value::to_string).collect();
        Response {
            body: lines.join("\n").into_bytes(),
            ..response
        }
    }
}

/// The values of what is called a status, anywhere below, or the code in it; how many.
fn replace_statuses(value: &mut Value, named: Named) -> usize {
    match value {
        Value::Object(fields) => {
            let replaced = fields.iter_mut().map(|(name, value)| {
                match named.is(name) && named.replace(value) {
                    true => 1,
                    false => replace_statuses(value, named),
                }
            });
            replaced.sum()
        }
        Value::Array(items) => {
            let replaced = items.iter_mut().map(|item| replace_statuses(item, named));
            replaced.sum()
        }
        _ => 0,
    }
}

fn answer(status: u16, kind: &str, body: impl Into<Vec<u8>>) -> Result<Response, Failure> {
    Ok(Response {
        status,
        headers: vec![("content-type".to_owned(), kind.to_owned())],
        body: body.into(),
    })
}

#[async_trait]
impl Wire for Faulty {
    async fn exchange(
        &self,
        asked: PluginRequest,
        onward: BoxFuture<'_, Result<Response, Failure>>,
    ) -> Result<Response, Failure> {
        const JSON: &str = "application/json";
        let at = self.asked.fetch_add(1, Ordering::Relaxed);
        let meant = match self.fault {
            Fault::Statuses(meant, _) => meant,
            _ => 0,
        };
        if at != meant {
            return self.behind.exchange(asked, onward).await;
        }
        match self.fault {
            Fault::Status(status) => {
                let mut refusal = answer(status, JSON, r#"{"message":"trouble of the test"}"#)?;
                if status == 429 {
                    let pause = ("retry-after".to_owned(), RETRY_AFTER.to_string());
                    refusal.headers.push(pause);
                }
                Ok(refusal)
            }
            Fault::Reset => Err(Failure::Connection("connection reset by peer".to_owned())),
            Fault::Silence => Err(Failure::Timeout),
            Fault::Half => {
                let mut real = self.behind.exchange(asked, onward).await?;
                real.body.truncate(real.body.len() / 2);
                Ok(real)
            }
            Fault::Html => answer(200, "text/html", "<html><body>Be right back</body></html>"),
            Fault::Bytes => answer(200, JSON, [0xff, 0xfe, 0x00, 0x80, b'{']),
            Fault::Empty => answer(200, JSON, ""),
            Fault::Statuses(_, named) => {
                let real = self.behind.exchange(asked, onward).await;
                real.map(|response| self.unheard(response, named))
            }
        }
    }
}

impl WatchedWire for Faulty {
    fn missed(&self) -> Vec<String> {
        self.behind.missed()
    }
}
