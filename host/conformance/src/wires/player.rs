//! Plays a tape: equal requests get their answers in the order of the tape, the last one again and again.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use comptoir_sandbox::http::{Failure, Response};
use comptoir_sandbox::{PluginRequest, Wire};
use futures::future::BoxFuture;

use super::WatchedWire;
use crate::tape::{Reply, Request, Tape};

/// Characters shown of a body.
const SHOWN: usize = 120;

type Key = (String, String, String);

/// See the module.
#[derive(Debug)]
pub(crate) struct Player {
    replies: Mutex<HashMap<Key, Vec<Reply>>>,
    keys: Vec<Key>,
    missed: Mutex<Vec<String>>,
}

impl Player {
    pub(crate) fn new(tape: &Tape) -> Self {
        let mut replies: HashMap<Key, Vec<Reply>> = HashMap::new();
        let mut keys = Vec::new();
        // From the end, so that the next answer is the last of its list.
        for exchange in tape.exchanges.iter().rev() {
            let key = exchange.request.key();
            let same = std::iter::repeat_n(exchange.reply.clone(), exchange.times);
            replies.entry(key.clone()).or_default().extend(same);
            keys.push(key);
        }
        keys.reverse();
        Self {
            replies: Mutex::new(replies),
            keys,
            missed: Mutex::default(),
        }
    }

    fn next(&self, key: &Key) -> Option<Reply> {
        let mut replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        let left = replies.get_mut(key)?;
        match left.len() {
            0 | 1 => left.last().cloned(),
            _ => left.pop(),
        }
    }

    /// What was asked, and what on the tape comes closest to it.
    fn miss(&self, asked: &Key) -> String {
        let closeness = |known: &&Key| {
            let same_method = usize::from(known.0 == asked.0);
            let url = common(&known.1, &asked.1);
            (same_method, url, common(&known.2, &asked.2))
        };
        let nearest = self.keys.iter().max_by_key(closeness);
        let nearest = nearest.map_or("the tape is empty".to_owned(), |nearest| {
            format!("the nearest there is {}", words(nearest))
        });
        format!("not on the tape: {}; {nearest}", words(asked))
    }
}

fn common(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}

fn words((method, url, body): &Key) -> String {
    let end = body.char_indices().nth(SHOWN);
    match end {
        _ if body.is_empty() => format!("{method} {url}"),
        Some((end, _)) => format!("{method} {url} with {}…", &body[..end]),
        None => format!("{method} {url} with {body}"),
    }
}

#[async_trait]
impl Wire for Player {
    async fn exchange(
        &self,
        asked: PluginRequest,
        _onward: BoxFuture<'_, Result<Response, Failure>>,
    ) -> Result<Response, Failure> {
        let key = Request::from(asked).key();
        if let Some(reply) = self.next(&key) {
            return reply.play();
        }
        let words = self.miss(&key);
        let mut missed = self.missed.lock().unwrap_or_else(PoisonError::into_inner);
        missed.push(words.clone());
        Err(Failure::Connection(words))
    }
}

impl WatchedWire for Player {
    fn missed(&self) -> Vec<String> {
        let missed = self.missed.lock().unwrap_or_else(PoisonError::into_inner);
        missed.clone()
    }
}
