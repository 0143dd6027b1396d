//! Threads behind those that answer somebody: with a smaller share of the processors, where all want them.

use std::io;

use rustix::process::setpriority_process;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::JoinError;
use tokio_util::context::TokioContext;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;
use tracing::instrument::WithSubscriber;

/// A third of the others' share when all want the processor: behind them, but not starved by a busy machine.
const BEHIND: i32 = 5;

/// Half as many threads as there are processors, so that the other half stays with those who answer somebody.
#[derive(Debug)]
pub struct Behind {
    threads: Handle,
    runtime: Option<Runtime>,
}

impl Behind {
    /// `name`: as tools that list threads show them.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start(name: &'static str) -> io::Result<Self> {
        let processors = std::thread::available_parallelism()?.get();
        let runtime = Builder::new_multi_thread()
            .worker_threads((processors / 2).max(1))
            .thread_name(name)
            .on_thread_start(move || {
                if let Err(error) = setpriority_process(None, BEHIND) {
                    tracing::warn!(%error, name, "threads keep their priority");
                }
            })
            .build()?;
        Ok(Self {
            threads: runtime.handle().clone(),
            runtime: Some(runtime),
        })
    }

    /// Computes on these threads. What the work begins (requests, timers) stays with the caller's runtime. Dropping this ends the
    /// work at its next yield.
    ///
    /// # Errors
    /// The work panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, JoinError> {
        let work = work.in_current_span().with_current_subscriber();
        let work = TokioContext::new(work, Handle::current());
        AbortOnDropHandle::new(self.threads.spawn(work)).await
    }
}

impl Drop for Behind {
    fn drop(&mut self) {
        // Waiting for the threads is not allowed where the last engine may be dropped.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
