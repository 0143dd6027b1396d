//! Somebody waits at a screen while a provider asks for a moment: what only reads is asked again in their stead.

use std::time::Duration;

use comptoir_sandbox::{CallError, Retry};
use tokio::time::{Instant, sleep};

/// How long is waited in all: proxies and our own limit end a call after a minute.
const LONGEST: Duration = Duration::from_secs(40);
/// Between two tries at least.
const SHORTEST: Duration = Duration::from_secs(1);

/// Reads from a provider, as often as it asks for patience and there is time.
///
/// # Errors
/// The last one: the provider asks for more than is left, or has another reason.
pub async fn patiently<T, Answer>(mut ask: impl FnMut() -> Answer) -> Result<T, CallError>
where
    Answer: Future<Output = Result<T, CallError>>,
{
    let until = Instant::now() + LONGEST;
    loop {
        let error = match ask().await {
            Err(error @ CallError::Refused(_)) => error,
            outcome => return outcome,
        };
        match error.retry() {
            Retry::After(pause) if Instant::now() + pause < until => {
                sleep(pause.max(SHORTEST)).await;
            }
            _ => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use comptoir_sandbox::types::{Error, ErrorKind};

    use super::*;

    fn refused(kind: ErrorKind) -> CallError {
        CallError::Refused(Error {
            kind,
            message: String::new(),
            status: None,
        })
    }

    #[tokio::test(start_paused = true)]
    async fn a_provider_that_asks_for_a_moment_is_given_it_and_no_more_than_there_is() {
        let begun = Instant::now();
        let mut tries = 0;
        let answer = patiently(|| {
            tries += 1;
            ready(match tries {
                1 | 2 => Err(refused(ErrorKind::RateLimited(Some(7)))),
                _ => Ok(tries),
            })
        });
        assert_eq!(answer.await.ok(), Some(3));
        assert_eq!(begun.elapsed().as_secs(), 14);

        let begun = Instant::now();
        let never = patiently(|| ready(Err::<(), _>(refused(ErrorKind::RateLimited(Some(0))))));
        let error = never.await.expect_err("no patience without end");
        assert_eq!(error.name(), "RateLimited");
        assert_eq!(begun.elapsed(), LONGEST);

        for kind in [ErrorKind::RateLimited(Some(3_600)), ErrorKind::Unavailable] {
            let begun = Instant::now();
            let late = patiently(|| ready(Err::<(), _>(refused(kind.clone())))).await;
            assert!(late.is_err() && begun.elapsed().is_zero());
        }
    }
}
