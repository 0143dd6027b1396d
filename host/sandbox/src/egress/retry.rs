//! Repeating what is safe to repeat, and waiting as the provider asks.

use std::time::Duration;

use chrono::{DateTime, FixedOffset};
use reqwest::StatusCode;
use reqwest::header::{DATE, HeaderMap, HeaderValue, RETRY_AFTER};
use tokio::time::Instant;
use uuid::Uuid;

use super::policy::Target;
use super::rate::{Caller, Turn};
use super::{Answer, Egress, Errand};
use crate::bindings::comptoir::plugin::http::Failure;
use crate::state::CallScope;

const ATTEMPTS: u32 = 3;
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// The longest that a provider's `Retry-After` is believed; what it says is added to the time of day.
const LONGEST_PAUSE: Duration = Duration::from_secs(24 * 60 * 60);

impl Egress {
    /// Sends one hop, in its turn, and again where that is safe and may help.
    pub(super) async fn deliver(
        &self,
        scope: &CallScope,
        errand: &Errand<'_>,
        target: &Target<'_>,
    ) -> Result<Answer, Failure> {
        let account = errand
            .connector
            .map_or(Uuid::nil(), |connector| connector.id);
        let caller = if scope.job {
            Caller::Job
        } else {
            Caller::Screen
        };
        let until = scope.requests_until;
        let mut attempt = 1;
        loop {
            let mut queue = self.rates.turn(target.base, account, caller, until);
            loop {
                match queue.take() {
                    Turn::Come => break,
                    Turn::After(wait) => scope.rest(wait).await,
                    Turn::TooLate(wait) => return Ok(too_many(wait)),
                }
            }
            let result = self.attempt(scope, errand, target).await;
            let asked_pause = result.as_ref().ok().and_then(pause_asked_for);
            if let Some(pause) = asked_pause {
                self.rates.pause(target.base, account, pause);
            }
            let pause = asked_pause.unwrap_or_else(|| jittered(attempt));
            let again = errand.idempotent
                && attempt < ATTEMPTS
                && may_help(&result)
                && pause < caller.patience()
                && Instant::now() + pause < until;
            if !again {
                return result;
            }
            scope.rest(pause).await;
            attempt += 1;
        }
    }
}

fn may_help(result: &Result<Answer, Failure>) -> bool {
    match result {
        Ok(answer) => matches!(answer.status.as_u16(), 408 | 429 | 500..=599),
        Err(failure) => matches!(failure, Failure::Connection(_)),
    }
}

/// Doubling, and anything from nothing to that: clients that failed together do not come back together.
fn jittered(attempt: u32) -> Duration {
    FIRST_PAUSE * 2u32.pow(attempt - 1) * rand::random_range(1..=100) / 100
}

/// `Retry-After` of an answer that says "not now", in seconds or as a date.
fn pause_asked_for(answer: &Answer) -> Option<Duration> {
    if !matches!(
        answer.status,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
    ) {
        return None;
    }
    let text = answer.headers.get(RETRY_AFTER)?.to_str().ok()?;
    let pause = match text.trim().parse() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        // A date counts from the answer's own: whatever the two clocks show.
        Err(_) => (date(text)? - date(answer.headers.get(DATE)?.to_str().ok()?)?)
            .to_std()
            .ok(),
    };
    pause.map(|pause| pause.min(LONGEST_PAUSE))
}

fn date(text: &str) -> Option<DateTime<FixedOffset>> {
    DateTime::parse_from_rfc2822(text).ok()
}

/// What the provider would have answered: the plugin tells its caller when to come back, and no place is taken by
/// waiting for long.
fn too_many(wait: Duration) -> Answer {
    let seconds = wait.as_secs() + 1;
    Answer {
        status: StatusCode::TOO_MANY_REQUESTS,
        headers: HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from(seconds))]),
        body: Vec::new(),
    }
}
