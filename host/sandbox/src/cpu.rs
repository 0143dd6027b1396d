//! How much a call computes, apart from how long it waits.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Counts the thread time of every poll of one call: guest code and what the host does for it right away. Waiting for
/// the network does not poll, and thread time (not wall time) keeps a busy machine from being blamed on the plugin.
#[derive(Debug, Default)]
pub(crate) struct CpuClock {
    /// Nanoseconds of finished polls.
    spent: AtomicU64,
    /// The thread's time when the running poll began.
    began: AtomicU64,
}

impl CpuClock {
    /// All finished polls.
    pub(crate) fn spent(&self) -> Duration {
        Duration::from_nanos(self.spent.load(Ordering::Relaxed))
    }

    /// The running poll alone; for use inside a poll only.
    pub(crate) fn running(&self) -> Duration {
        let began = self.began.load(Ordering::Relaxed);
        Duration::from_nanos(thread_nanos().saturating_sub(began))
    }
}

/// A future whose polls are counted on a [`CpuClock`].
pub(crate) struct Metered<F> {
    pub(crate) inner: Pin<Box<F>>,
    pub(crate) clock: Arc<CpuClock>,
}

impl<F: Future> Future for Metered<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let began = thread_nanos();
        self.clock.began.store(began, Ordering::Relaxed);
        let poll = self.inner.as_mut().poll(context);
        let took = thread_nanos().saturating_sub(began);
        self.clock.spent.fetch_add(took, Ordering::Relaxed);
        poll
    }
}

fn thread_nanos() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    seconds * 1_000_000_000 + u64::try_from(time.tv_nsec).unwrap_or_default()
}
