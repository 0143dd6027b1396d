//! Calls that compute for long, out of the way of those that do not.

use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use rustix::process::setpriority_process;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::JoinError;
use tokio::time::Instant;
use tokio_util::context::TokioContext;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;
use tracing::instrument::WithSubscriber;

use crate::cpu::CpuClock;

/// More computing than the largest page of records takes: who never is here never waits behind those who are.
const LONG: Duration = Duration::from_millis(20);
/// How long a plugin whose call was long is taken to make more of them.
const WARY: Duration = Duration::from_secs(10);
/// A third of the others' share when all want the processor: behind them, but not starved by a busy machine.
const BEHIND: i32 = 5;

/// Threads for long calls: half of the processors, so that the other half stays with those who answer somebody.
pub(crate) struct LongCalls {
    threads: Handle,
    runtime: Option<Runtime>,
}

impl LongCalls {
    pub(crate) fn start() -> std::io::Result<Self> {
        let processors = std::thread::available_parallelism()?.get();
        let runtime = Builder::new_multi_thread()
            .worker_threads((processors / 2).max(1))
            .thread_name("plugin-long-call")
            .on_thread_start(|| {
                if let Err(error) = setpriority_process(None, BEHIND) {
                    tracing::warn!(target: "comptoir::plugin", %error, "long calls keep their priority");
                }
            })
            .build()?;
        Ok(Self {
            threads: runtime.handle().clone(),
            runtime: Some(runtime),
        })
    }

    /// Runs a call on the caller's thread, as nearly every call ends there, and from the yield on at which it has
    /// computed for long on these threads; all of it there when the plugin's last long call is not long ago. A worker
    /// that computes for somebody answers nobody. What the call begins (requests, timers) stays with the caller's
    /// runtime. Dropping this ends the call at its next yield.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        call: impl Future<Output = T> + Send + 'static,
        clock: &CpuClock,
        habit: &Habit,
    ) -> Result<T, JoinError> {
        let mut call: Pin<Box<dyn Future<Output = T> + Send>> = Box::pin(call);
        if !habit.is_long() {
            let begun = std::future::poll_fn(|context| match call.as_mut().poll(context) {
                Poll::Ready(ended) => Poll::Ready(Some(ended)),
                Poll::Pending if clock.spent() > LONG => Poll::Ready(None),
                Poll::Pending => Poll::Pending,
            });
            if let Some(ended) = begun.await {
                return Ok(ended);
            }
            // Now, not at its end: nobody may wait for that.
            habit.was_long();
        }
        let rest = call.in_current_span().with_current_subscriber();
        let rest = TokioContext::new(rest, Handle::current());
        let ended = AbortOnDropHandle::new(self.threads.spawn(rest)).await;
        if clock.spent() > LONG {
            habit.was_long();
        }
        ended
    }
}

impl Drop for LongCalls {
    fn drop(&mut self) {
        // Waiting for the threads is not allowed where the last engine may be dropped.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Whether a plugin computes for long, by its last calls.
#[derive(Debug, Default)]
pub(crate) struct Habit(Mutex<Option<Instant>>);

impl Habit {
    fn is_long(&self) -> bool {
        let last = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.is_some_and(|last| last.elapsed() < WARY)
    }

    fn was_long(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }
}
