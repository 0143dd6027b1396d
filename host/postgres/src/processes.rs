//! Servers that an owner left behind.

use anyhow::{Result, ensure};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// How long a leftover may take to follow a signal before it gets a harder one.
const PATIENCE: Duration = Duration::from_secs(5);

/// What PostgreSQL writes into `postmaster.pid`.
#[derive(Debug)]
pub(crate) struct PidFile {
    pub pid: Pid,
    pub socket_dir: PathBuf,
    pub ready: bool,
}

impl PidFile {
    /// None when there is none, or when it is not complete yet.
    pub fn read(cluster: &Path) -> Option<Self> {
        // pid, data folder, start time, port, socket folder, address, shared memory, status
        let text = fs::read_to_string(cluster.join("postmaster.pid")).ok()?;
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        Some(Self {
            pid: Pid::from_raw(lines.first()?.parse().ok()?),
            socket_dir: PathBuf::from(lines.get(4)?),
            ready: lines.get(7) == Some(&"ready"),
        })
    }
}

/// Ends every server process of the cluster: first as a shutdown, then harder. The caller holds the
/// cluster's lock.
pub(crate) fn end_leftovers(cluster: &Path) -> Result<()> {
    // A shutdown is the main process's business; without it, the others are of no use and only hold
    // the shared memory.
    let main = PidFile::read(cluster).map(|file| file.pid);
    if let Some(main) = main.filter(|pid| of_cluster(cluster).contains(pid)) {
        kill(main, Signal::SIGINT).unwrap_or_default();
        wait_for_end(cluster);
    }
    for signal in [Signal::SIGQUIT, Signal::SIGKILL] {
        for pid in of_cluster(cluster) {
            kill(pid, signal).unwrap_or_default();
        }
        wait_for_end(cluster);
    }
    let left = of_cluster(cluster);
    ensure!(
        left.is_empty(),
        "processes {left:?} still use {} and cannot be ended",
        cluster.display()
    );
    // Its number may by now be another program's, of the same user: PostgreSQL would refuse to
    // start. It runs nowhere, as seen above.
    if PidFile::read(cluster).is_some_and(|file| kill(file.pid, None).is_ok()) {
        fs::remove_file(cluster.join("postmaster.pid"))?;
    }
    Ok(())
}

/// Waits until none is left, but no longer than [`PATIENCE`].
fn wait_for_end(cluster: &Path) {
    let deadline = Instant::now() + PATIENCE;
    while !of_cluster(cluster).is_empty() && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(10));
    }
}

/// The processes of the cluster's servers: programs called `postgres` that work in its folder.
fn of_cluster(cluster: &Path) -> Vec<Pid> {
    let Ok(processes) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    processes
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok().map(Pid::from_raw))
        .filter(|pid| {
            fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|folder| folder == cluster)
        })
        .filter(|pid| {
            fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|program| {
                program
                    .file_name()
                    .is_some_and(|name| name.as_encoded_bytes().starts_with(b"postgres"))
            })
        })
        .collect()
}
