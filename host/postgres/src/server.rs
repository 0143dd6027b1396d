//! One running server process.

use anyhow::{Context, Result};
use nix::{
    sys::{
        prctl,
        signal::{Signal, kill},
        wait::{Id, WaitPidFlag, waitid},
    },
    unistd::{Pid, getppid},
};
use std::{
    io,
    os::unix::process::CommandExt,
    process::{Child, Command, ExitStatus},
    sync::{Arc, Condvar, Mutex, PoisonError, mpsc},
    thread,
    time::{Duration, Instant},
};

/// A child that a thread of its own started and waits for. The thread matters: the kernel sends the
/// parent-death signal when the *thread* that made the child ends, and the threads of an async
/// runtime come and go.
#[derive(Debug)]
pub(crate) struct Server {
    pub pid: Pid,
    ended: Arc<(Mutex<Option<ExitStatus>>, Condvar)>,
}

impl Server {
    /// Starts `command`, which gets SIGINT (PostgreSQL: disconnect everybody and shut down) when we
    /// die.
    pub fn spawn(mut command: Command) -> Result<Self> {
        end_with_us(&mut command, Signal::SIGINT);
        let ended = Arc::new((Mutex::new(None), Condvar::new()));
        let (report, started) = mpsc::channel();
        let shared = Arc::clone(&ended);
        thread::Builder::new()
            .name("postgres".to_owned())
            .spawn(move || match command.spawn() {
                Ok(child) => {
                    report.send(Ok(pid_of(&child))).unwrap_or_default();
                    reap(child, &shared);
                }
                Err(error) => report.send(Err(error)).unwrap_or_default(),
            })?;
        let pid = started.recv()?.context("cannot run postgres")?;
        Ok(Self { pid, ended })
    }

    /// Signals it, unless it ended.
    pub fn signal(&self, signal: Signal) {
        let ended = self.ended.0.lock().unwrap_or_else(PoisonError::into_inner);
        if ended.is_none() {
            // The lock keeps the process from being reaped meanwhile, so the number is still its
            // own.
            kill(self.pid, signal).unwrap_or_default();
        }
    }

    /// How it ended, if it did.
    pub fn status(&self) -> Option<ExitStatus> {
        *self.ended.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until it ends.
    pub fn wait(&self) -> ExitStatus {
        loop {
            if let Some(status) = self.wait_for(Duration::from_secs(3600)) {
                return status;
            }
        }
    }

    /// Waits until it ends, but no longer than `patience`.
    pub fn wait_for(&self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        let mut ended = self.ended.0.lock().unwrap_or_else(PoisonError::into_inner);
        while ended.is_none() {
            let left = deadline.checked_duration_since(Instant::now())?;
            ended = self
                .ended
                .1
                .wait_timeout(ended, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        *ended
    }
}

/// Has the kernel send `signal` to the process of `command` when the thread that starts it ends, be
/// it by SIGKILL. Of use for any child that must not outlive its parent.
#[allow(
    unsafe_code,
    reason = "pre_exec is the only way to ask for the parent-death signal"
)]
pub fn end_with_us(command: &mut Command, signal: Signal) {
    let parent = Pid::this();
    // SAFETY: the closure makes two system calls and allocates nothing, so it may run between fork
    // and exec.
    unsafe {
        command.pre_exec(move || {
            prctl::set_pdeathsig(signal)?;
            // Else the parent died before the line above.
            if getppid() == parent {
                Ok(())
            } else {
                Err(io::ErrorKind::BrokenPipe.into())
            }
        });
    }
}

fn pid_of(child: &Child) -> Pid {
    Pid::from_raw(child.id().cast_signed())
}

/// Waits for the end without reaping, then reaps under the lock: see [`Server::signal`].
fn reap(mut child: Child, shared: &(Mutex<Option<ExitStatus>>, Condvar)) {
    while waitid(
        Id::Pid(pid_of(&child)),
        WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT,
    ) == Err(nix::Error::EINTR)
    {}
    let mut ended = shared.0.lock().unwrap_or_else(PoisonError::into_inner);
    *ended = child.wait().ok();
    shared.1.notify_all();
}
