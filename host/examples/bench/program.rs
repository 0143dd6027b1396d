//! The installed programs, run beside the benchmark, and what the kernel says of them.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// A program that was built beside this one.
pub fn built(name: &str) -> anyhow::Result<PathBuf> {
    let examples = std::env::current_exe()?;
    let path = examples
        .ancestors()
        .nth(2)
        .context("a build folder")?
        .join(name);
    ensure!(path.exists(), "{} is not built", path.display());
    Ok(path)
}

/// A running program.
pub struct Program {
    process: Child,
    /// The rest of the line that it was waited for.
    pub said: String,
    /// From its start until it said so.
    pub took: Duration,
}

impl Program {
    /// Starts it and waits for a line of its output that begins with `ready` or holds it.
    pub async fn start(mut command: Command, ready: &str) -> anyhow::Result<Self> {
        let started = Instant::now();
        let mut process = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let output = process.stdout.take().context("its output is piped")?;
        let mut lines = BufReader::new(output).lines();
        loop {
            let line = lines.next_line().await?.context("it ended early")?;
            if let Some((_, said)) = line.split_once(ready) {
                let (said, took) = (said.trim().to_owned(), started.elapsed());
                tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
                return Ok(Self {
                    process,
                    said,
                    took,
                });
            }
        }
    }

    fn proc(&self, file: &str) -> anyhow::Result<String> {
        let pid = self.process.id().context("it runs")?;
        Ok(std::fs::read_to_string(format!("/proc/{pid}/{file}"))?)
    }

    /// Resident memory, in MiB.
    pub fn resident_mib(&self) -> anyhow::Result<f64> {
        let status = self.proc("status")?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let kib: f64 = line
            .and_then(|line| line.split_whitespace().nth(1)?.parse().ok())
            .context("VmRSS")?;
        Ok(kib / 1024.0)
    }

    /// Processor time used so far, in user and kernel mode.
    pub fn cpu(&self) -> anyhow::Result<Duration> {
        let stat = self.proc("stat")?;
        // After the name, which may hold anything, come the fields from the third on.
        let (_, fields) = stat.rsplit_once(')').context("stat")?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let ticks: u64 = [11, 12]
            .iter()
            .filter_map(|at| fields.get(*at)?.parse::<u64>().ok())
            .sum();
        // The kernel's unit is a hundredth of a second.
        Ok(Duration::from_millis(ticks * 10))
    }

    pub async fn stop(mut self) -> anyhow::Result<()> {
        let pid = self.process.id().context("it runs")?;
        nix::sys::signal::kill(
            nix::unistd::Pid::from_raw(pid.cast_signed()),
            nix::sys::signal::Signal::SIGTERM,
        )?;
        self.process.wait().await?;
        Ok(())
    }
}

/// The host on a data folder, any port, with the operator's plugin files.
pub fn host(data: &std::path::Path, plugins: &[PathBuf]) -> anyhow::Result<Command> {
    let mut command = Command::new(built("comptoir")?);
    command
        .arg("serve")
        .env("COMPTOIR_PORT", "0")
        .env("COMPTOIR_DATA", data)
        .env("COMPTOIR_PLUGINS", std::env::join_paths(plugins)?)
        .env("COMPTOIR_LOG__FILTER", "warn");
    Ok(command)
}

/// What the host says once it takes requests.
pub const READY: &str = "Comptoir is ready: ";
