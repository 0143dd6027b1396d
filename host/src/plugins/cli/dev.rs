//! `comptoir plugin dev`: a plugin is built, checked and tested again at each save. Plain lines: what each call of the
//! plugin asked of the host, what it logged, and what is wrong.

mod build;
mod watch;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use comptoir_conformance::{Ended, Setup, Tape, Verdict};
use comptoir_sandbox::{Engine, Manifest};
use tokio::signal::unix::{SignalKind, signal};

use super::super::versions;
use super::{check, conformance};
use crate::program::clock::Clock;
use crate::program::config::Config;
use crate::register::Register;
use watch::Watch;

/// The command with its options.
pub struct Dev<'a> {
    pub register: Register,
    pub config: &'a Config,
    pub folder: PathBuf,
    pub service: conformance::Service,
    pub size: conformance::Size,
    pub tape: Option<PathBuf>,
    /// Where a tape of the last good run goes.
    pub out: Option<PathBuf>,
    pub view: View,
}

/// Where the lines go.
#[derive(Clone)]
pub struct View(Arc<dyn Fn(&str) + Send + Sync>);

impl View {
    /// On the terminal, or wherever that leads.
    pub fn printed() -> Self {
        Self(Arc::new(|line| println!("{line}")))
    }

    /// A line: what it is about, and what there is to say.
    fn say(&self, about: &str, words: impl Display) {
        (self.0)(&format!("{about:<8} {words}"));
    }
}

impl Dev<'_> {
    /// Runs until it is stopped.
    ///
    /// # Errors
    /// There is no such folder, or it cannot be watched. What is wrong with the plugin is part of the view.
    pub async fn run(self) -> anyhow::Result<()> {
        let mut ended = signal(SignalKind::terminate())?;
        // Dropping the work ends the programs that it started.
        tokio::select! {
            done = self.work() => done,
            _ = tokio::signal::ctrl_c() => Ok(()),
            _ = ended.recv() => Ok(()),
        }
    }

    async fn work(&self) -> anyhow::Result<()> {
        let named = || self.folder.display().to_string();
        let folder = self.folder.canonicalize().with_context(named)?;
        let engine = conformance::engine(self.config)?;
        let mut watch = Watch::of(folder.clone())?;
        // Everything, the first time.
        let mut changed: Option<Vec<PathBuf>> = None;
        loop {
            let now = Clock::system().now().format("%H:%M:%S");
            match &changed {
                None => self
                    .view
                    .say("begin", format_args!("{} at {now} UTC", folder.display())),
                Some(files) => self
                    .view
                    .say("begin", format_args!("{} at {now} UTC", names(files))),
            }
            let (more, is_done) = tokio::select! {
                ended = self.once(&engine, changed.as_deref()) => {
                    if let Err(error) = &ended {
                        self.view.say("problem", format_args!("{error:#}"));
                    }
                    self.view.say("wait", "for a change; Ctrl-C ends");
                    (watch.changed().await?, ended.is_ok())
                }
                more = watch.changed() => {
                    let more = more?;
                    self.view.say("stopped", format_args!("{} changed meanwhile", names(&more)));
                    (more, false)
                }
            };
            changed = match (is_done, changed) {
                (true, _) => Some(more),
                // What was not built to its end is to be built still.
                (false, None) => None,
                (false, Some(before)) => {
                    let both: BTreeSet<PathBuf> = before.into_iter().chain(more).collect();
                    Some(both.into_iter().collect())
                }
            };
        }
    }

    /// Builds what changed, checks and tests.
    async fn once(&self, engine: &Engine, changed: Option<&[PathBuf]>) -> anyhow::Result<()> {
        build::build(&self.view, &self.folder, changed).await?;
        let (_, wrong) = check::examine(self.register, self.config, &self.folder).await?;
        for problem in wrong.iter().flat_map(|words| words.lines()) {
            self.view.say("problem", problem);
        }
        let tape = self.tape.as_deref().map(Tape::read).transpose()?;
        let mut setup = match &tape {
            Some(_) => conformance::setup(&self.folder, &self.size)?,
            None => conformance::live(&self.folder, &self.service, &self.size)?,
        };
        let quiet = setup.clone();
        let view = self.view.clone();
        setup.audience = Some(Arc::new(move |ended| show(&view, ended)));
        let report = comptoir_conformance::test(engine, setup, tape.as_ref()).await?;
        for finding in &report.findings {
            if let Verdict::Failed { problems } = &finding.verdict {
                for problem in problems {
                    self.view.say(
                        "problem",
                        format_args!("{} {}: {problem}", finding.rule, finding.title),
                    );
                }
            }
        }
        let passes = report.passes();
        let table = report.table();
        self.view
            .say("tested", table.lines().last().unwrap_or_default());
        match &self.out {
            Some(_) if !passes => self
                .view
                .say("tape", "not written, as the run was no good one"),
            Some(out) => self.record(engine, quiet, out).await?,
            None => {}
        }
        Ok(())
    }

    async fn record(&self, engine: &Engine, setup: Setup, out: &Path) -> anyhow::Result<()> {
        let text = comptoir_conformance::record(engine, setup).await?.text()?;
        std::fs::write(out, text).with_context(|| out.display().to_string())?;
        self.view.say("tape", out.display());
        Ok(())
    }
}

/// One call, what it asked of the host and what it logged.
fn show(view: &View, ended: &Ended) {
    let outcome = ended.refusal.as_deref().unwrap_or("ok");
    let milliseconds = ended.time.as_secs_f64() * 1_000.0;
    let kib = ended.memory_bytes >> 10;
    view.say(
        "call",
        format_args!(
            "{}: {outcome} ({milliseconds:.1} ms, {kib} KiB)",
            ended.call
        ),
    );
    for asked in &ended.host_calls {
        let milliseconds = asked.time.as_secs_f64() * 1_000.0;
        let space = if asked.what.is_empty() { "" } else { " " };
        view.say(
            "  host",
            format_args!(
                "{}{space}{}: {} ({milliseconds:.1} ms, {} bytes)",
                asked.function, asked.what, asked.outcome, asked.bytes
            ),
        );
    }
    for line in &ended.log {
        view.say("  log", line.trim());
    }
}

/// A few names, and how many more.
fn names(files: &[PathBuf]) -> String {
    let shown: Vec<String> = files
        .iter()
        .take(3)
        .map(|file| file.display().to_string())
        .collect();
    match files.len().saturating_sub(shown.len()) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Where the component of the folder's manifest goes.
fn component(folder: &Path) -> anyhow::Result<PathBuf> {
    Ok(Manifest::read(&folder.join(versions::MANIFEST))?.component_path())
}

#[cfg(test)]
mod tests;
