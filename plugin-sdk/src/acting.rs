//! What the host asks for when people act on records: `[[actions]]` of the manifest.

use crate::routes::{Request, Response};
use crate::{Connector, Error, ErrorKind, Result};
use serde::{Deserialize, Serialize};

/// The records, by the provider's ids.
#[derive(Debug, Deserialize)]
struct ActionBody {
    ids: Vec<String>,
}

/// What could not be done; all else was.
#[derive(Debug, Default, Serialize)]
struct Became {
    failed: Vec<Failed>,
}

#[derive(Debug, Serialize)]
struct Failed {
    id: String,
    /// For people, in English.
    message: String,
}

impl Request {
    /// Does what an action asks for, record by record, and tells with which it failed. What concerns all of them (the
    /// provider does not answer, say) ends it at once: the rest is told as failed too.
    ///
    /// ```ignore
    /// Router::new(request)
    ///     .on("POST", "/action/close", |_| request.act(|connector, id| close(host, connector, id)))
    ///     .finish()
    /// ```
    ///
    /// # Errors
    /// That of the first record where it concerns all; `rejected` for what no host asks.
    pub fn act(&self, mut act: impl FnMut(&Connector, &str) -> Result<()>) -> Result<Response> {
        let [connector] = self.connectors.as_slice() else {
            return Err(Error::new(
                ErrorKind::Rejected,
                "an action is of one connection",
            ));
        };
        let body = self.body.as_deref().unwrap_or_default();
        let asked: ActionBody = serde_json::from_slice(body)
            .map_err(|error| Error::new(ErrorKind::Rejected, format!("ids: {error}")))?;
        let mut became = Became::default();
        let mut ended: Option<String> = None;
        for (at, id) in asked.ids.into_iter().enumerate() {
            let failure = match &ended {
                Some(message) => Some(message.clone()),
                None => match act(connector, &id) {
                    Ok(()) => None,
                    Err(error) if at == 0 && concerns_all(&error.kind) => return Err(error),
                    Err(error) => {
                        if concerns_all(&error.kind) {
                            ended = Some(error.message.clone());
                        }
                        Some(error.message)
                    }
                },
            };
            became
                .failed
                .extend(failure.map(|message| Failed { id, message }));
        }
        Response::data(&became)
    }
}

fn concerns_all(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::Unauthorized
            | ErrorKind::InvalidConfig(_)
            | ErrorKind::RateLimited(_)
            | ErrorKind::Unavailable
            | ErrorKind::Unsupported
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(ids: &str) -> Request {
        Request {
            method: "POST".into(),
            path: "/action/close".into(),
            query: Vec::new(),
            body: Some(ids.as_bytes().to_vec()),
            language: "en".into(),
            connectors: vec![Connector {
                id: "c".into(),
                settings: "{}".into(),
            }],
        }
    }

    #[test]
    fn one_record_that_fails_does_not_stop_the_rest() {
        let mut done = Vec::new();
        let answer = asked(r#"{"ids":["1","2","3"]}"#).act(|_, id| {
            if id == "2" {
                return Err(Error::new(ErrorKind::Conflict, "it is sent"));
            }
            done.push(id.to_owned());
            Ok(())
        });
        assert_eq!(done, ["1", "3"]);
        assert_eq!(
            answer.map(|answer| answer.data),
            Ok(r#"{"failed":[{"id":"2","message":"it is sent"}]}"#.into())
        );
    }

    #[test]
    fn a_provider_that_is_away_is_asked_no_further() {
        let mut calls = 0;
        let away = |_: &Connector, id: &str| {
            calls += 1;
            match id {
                "1" => Ok(()),
                _ => Err(Error::new(ErrorKind::Unavailable, "away")),
            }
        };
        let answer = asked(r#"{"ids":["1","2","3"]}"#).act(away);
        assert_eq!(calls, 2);
        let told = r#"{"failed":[{"id":"2","message":"away"},{"id":"3","message":"away"}]}"#;
        assert_eq!(answer.map(|answer| answer.data), Ok(told.into()));
        let first = asked(r#"{"ids":["2","3"]}"#)
            .act(|_, _| Err(Error::new(ErrorKind::Unavailable, "away")));
        assert_eq!(
            first.map_err(|error| error.kind).err(),
            Some(ErrorKind::Unavailable)
        );
    }

    #[test]
    fn what_no_host_asks_is_refused() {
        for body in ["", "[]", r#"{"ids":[1]}"#] {
            let answer = asked(body).act(|_, _| Ok(()));
            assert_eq!(
                answer.map_err(|error| error.kind).err(),
                Some(ErrorKind::Rejected)
            );
        }
    }
}
