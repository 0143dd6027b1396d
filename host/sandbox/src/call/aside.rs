//! Calls that compute for long, out of the way of those that do not.

use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use rustix::process::setpriority_process;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tracing::Instrument;
use tracing::instrument::WithSubscriber;

use crate::cpu::CpuClock;

/// More computing than a page of records takes.
const LONG: Duration = Duration::from_millis(4);
/// A third of the others' share when all want the processor: behind them, but not starved by a busy machine.
const BEHIND: i32 = 5;

/// Runs a call on the caller's thread, as nearly every call ends there, and from the yield on at which it has computed
/// for long on a thread of its own, behind the others: a worker that computes for somebody answers nobody. What
/// it began there (requests, timers) stays with the caller's runtime. Dropping this ends the call at its next yield.
pub(super) async fn aside<T: Send + 'static>(
    call: impl Future<Output = T> + Send + 'static,
    clock: &CpuClock,
) -> std::io::Result<T> {
    let mut call: Pin<Box<dyn Future<Output = T> + Send>> = Box::pin(call);
    let begun = std::future::poll_fn(|context| match call.as_mut().poll(context) {
        Poll::Ready(ended) => Poll::Ready(Some(ended)),
        Poll::Pending if clock.spent() > LONG => Poll::Ready(None),
        Poll::Pending => Poll::Pending,
    });
    if let Some(ended) = begun.await {
        return Ok(ended);
    }
    let (mut tell, told) = oneshot::channel();
    let runtime = Handle::current();
    let rest = call.in_current_span().with_current_subscriber();
    std::thread::Builder::new()
        .name("plugin-long-call".to_owned())
        .spawn(move || {
            if let Err(error) = setpriority_process(None, BEHIND) {
                tracing::warn!(target: "comptoir::plugin", %error, "a long call keeps its priority");
            }
            let rest = pin!(rest);
            let ended = runtime.block_on(async {
                tokio::select! {
                    biased;
                    () = tell.closed() => None,
                    ended = rest => Some(ended),
                }
            });
            if let Some(ended) = ended {
                // Nobody waits any more: nothing to tell.
                let _ = tell.send(ended);
            }
        })?;
    told.await.map_err(std::io::Error::other)
}
