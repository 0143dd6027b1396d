//! Children: each in a process group of its own, none outlives this program, however it ends.

use anyhow::{Context, Result, bail};
use comptoir_postgres::end_with_us;
use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};
use std::{
    os::unix::process::CommandExt,
    process::{Child, Command, ExitStatus, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

/// How long a child may take to stop when asked to; the host shuts its database down meanwhile.
const PATIENCE: Duration = Duration::from_millis(4500);

/// How often we were asked to stop.
static SIGNALS: AtomicUsize = AtomicUsize::new(0);

/// Turns SIGINT, SIGTERM and SIGHUP into [`interrupted`]. To be called before anything else.
pub fn watch_signals() -> Result<()> {
    // With handlers, which a child does not inherit, and not by blocking, which it would.
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || {
        for _ in signals.forever() {
            SIGNALS.fetch_add(1, Ordering::SeqCst);
        }
    });
    Ok(())
}

/// Whether we were asked to stop.
pub fn interrupted() -> bool {
    SIGNALS.load(Ordering::SeqCst) > 0
}

/// Sleeps a moment between two looks at what is waited for.
///
/// # Errors
/// When we were asked to stop.
pub fn pause() -> Result<()> {
    if interrupted() {
        bail!("interrupted");
    }
    thread::sleep(Duration::from_millis(20));
    Ok(())
}

/// A running child with its own children. Stopped when dropped.
#[derive(Debug)]
pub struct Group {
    pub name: String,
    pub child: Child,
}

impl Group {
    /// Starts it, without input. The calling thread must live as long as the child: its end ends
    /// the child.
    pub fn spawn(name: &str, mut command: Command) -> Result<Self> {
        command.stdin(Stdio::null()).process_group(0);
        end_with_us(&mut command, Signal::SIGTERM);
        let child = command.spawn().with_context(|| {
            format!(
                "cannot start {} for {name}",
                command.get_program().display()
            )
        })?;
        Ok(Self {
            name: name.to_owned(),
            child,
        })
    }

    /// How it ended, if it did.
    pub fn ended(&mut self) -> Result<Option<ExitStatus>> {
        Ok(self.child.try_wait()?)
    }

    /// Waits for its end.
    pub fn wait(&mut self) -> Result<ExitStatus> {
        loop {
            if let Some(status) = self.ended()? {
                return Ok(status);
            }
            pause()?;
        }
    }

    /// Asks it to stop, and after a while, or when we are asked twice, makes it.
    pub fn stop(&mut self) {
        let group = Pid::from_raw(self.child.id().cast_signed());
        if matches!(self.child.try_wait(), Ok(None)) {
            killpg(group, Signal::SIGTERM).unwrap_or_default();
            let deadline = Instant::now() + PATIENCE;
            while matches!(self.child.try_wait(), Ok(None))
                && Instant::now() < deadline
                && SIGNALS.load(Ordering::SeqCst) < 2
            {
                thread::sleep(Duration::from_millis(10));
            }
        }
        // What is left of it, itself included.
        killpg(group, Signal::SIGKILL).unwrap_or_default();
        self.child.wait().map(drop).unwrap_or_default();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Runs a command to its end; its output is the user's to see.
pub fn run(name: &str, command: Command) -> Result<()> {
    let status = Group::spawn(name, command)?.wait()?;
    if !status.success() {
        bail!("{name} failed ({status})");
    }
    Ok(())
}

/// Says what is being done and how long it took.
pub fn step<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    eprintln!("• {what} …");
    let begun = Instant::now();
    let result = work()?;
    eprintln!("  {what}: done in {:.1} s", begun.elapsed().as_secs_f32());
    Ok(result)
}
