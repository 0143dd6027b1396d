//! `cargo xtask test`: everything CI runs, one heavy thing at a time. What does not build stops it;
//! what fails does not, so that one run shows all there is to repair. The last line is `N passed, N
//! failed`.

use crate::{
    host, openapi, plugins,
    process::{Group, interrupted, run, step},
    project::{cargo, npm, root, target},
    report::{self, Count},
    sdk, setup, sqlx,
    throwaway::Throwaway,
    web,
};
use anyhow::{Context, Result, bail};
use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

/// What can be tested alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Rust,
    Web,
    Browser,
}

impl Part {
    pub const ALL: [Self; 3] = [Self::Rust, Self::Web, Self::Browser];

    pub fn named(name: &str) -> Result<Self> {
        Ok(match name {
            "rust" => Self::Rust,
            "web" => Self::Web,
            "e2e" => Self::Browser,
            _ => bail!("there is no part {name:?} to test: rust, web, e2e"),
        })
    }
}

/// Runs the parts and fails if anything in them did.
pub fn test(parts: &[Part]) -> Result<()> {
    let mut results = Results::default();
    match run_parts(parts, &mut results) {
        Err(error) if interrupted() => return Err(error),
        Err(error) => results.fail(format!("stopped: {error:#}")),
        Ok(()) => {}
    }
    results.close()
}

fn run_parts(parts: &[Part], results: &mut Results) -> Result<()> {
    setup::npm_packages()?;
    if parts.contains(&Part::Rust) || parts.contains(&Part::Browser) {
        plugins::build()?;
    }
    if parts.contains(&Part::Rust) {
        results.check("format", || {
            run("cargo fmt", cargo(&["fmt", "--all", "--check"])?)
        })?;
        results.check("clippy", || {
            run(
                "clippy",
                cargo(&[
                    "clippy",
                    "--quiet",
                    "--workspace",
                    "--all-targets",
                    "--",
                    "-D",
                    "warnings",
                ])?,
            )
        })?;
        results.check("queries", || sqlx::sqlx(true))?;
        step("Compiling the tests", || {
            run(
                "compiling the tests",
                cargo(&["test", "--quiet", "--workspace", "--no-run"])?,
            )
        })?;
        results.check("API description", || openapi::openapi(true))?;
        // The conformance suite judges whole plugins, their screens too.
        web::build()?;
        results.tests("Rust tests", rust)?;
        results.tests("documentation tests", documentation)?;
    }
    if parts.contains(&Part::Web) {
        results.check("TypeScript and lint", || {
            run("npm run check", npm(&["run", "check", "--silent"]))
        })?;
        results.tests("web tests", vitest)?;
    }
    if parts.contains(&Part::Browser) {
        host::build()?;
        web::build()?;
        sdk::build(&target()?.join("debug"))?;
        results.tests("browser tests", browser)?;
    }
    Ok(())
}

#[derive(Debug, Default)]
struct Results {
    count: Count,
    failures: Vec<String>,
}

impl Results {
    /// Something that is right or wrong; wrong counts as one failed test.
    fn check(&mut self, what: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        self.tests(what, || work().map(|()| Count::default()))
    }

    fn tests(&mut self, what: &str, work: impl FnOnce() -> Result<Count>) -> Result<()> {
        match step(&format!("Testing: {what}"), work) {
            Ok(count) => {
                self.count += count;
                if count.failed > 0 {
                    self.failures
                        .push(format!("{what}: {} failed", count.failed));
                }
            }
            Err(error) if interrupted() => return Err(error),
            Err(error) => {
                eprintln!("  {error:#}");
                self.fail(format!("{what}: {error:#}"));
            }
        }
        Ok(())
    }

    /// Counts as a failed test.
    fn fail(&mut self, why: String) {
        self.count.failed += 1;
        self.failures.push(why);
    }

    fn close(self) -> Result<()> {
        for failure in &self.failures {
            eprintln!("✗ {failure}");
        }
        println!("{} passed, {} failed", self.count.passed, self.count.failed);
        if self.failures.is_empty() {
            return Ok(());
        }
        // Nothing may follow that line.
        std::process::exit(1)
    }
}

/// All Rust tests, with nextest if it is installed.
fn rust() -> Result<Count> {
    setup::postgresql_tools()?;
    setup::python()?;
    let server = Throwaway::start("comptoir")?;
    let url = server.cluster()?.url("comptoir");
    if !Command::new("cargo-nextest")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        let mut tests = cargo(&[
            "test",
            "--workspace",
            "--no-fail-fast",
            "--lib",
            "--bins",
            "--tests",
        ])?;
        tests.env("DATABASE_URL", url);
        return counted("cargo test", tests);
    }
    // Beside the sources, wherever the build folder is: see nextest.toml.
    let report = root().join("target/nextest/default/junit.xml");
    fs::remove_file(&report).unwrap_or_default();
    let mut tests = cargo(&["nextest", "run", "--workspace", "--config-file"])?;
    tests
        .arg(root().join("xtask/nextest.toml"))
        .env("DATABASE_URL", url);
    let status = Group::spawn("nextest", tests)?.wait()?;
    let count = report::nextest(
        &fs::read_to_string(&report)
            .with_context(|| format!("nextest ended without a report ({status})"))?,
    )?;
    agree("nextest", status.success(), count)
}

/// The examples in documentation comments, which nextest leaves out.
fn documentation() -> Result<Count> {
    counted(
        "documentation tests",
        cargo(&["test", "--quiet", "--workspace", "--doc"])?,
    )
}

fn vitest() -> Result<Count> {
    let report = fresh_report("vitest.json")?;
    let mut tests = npm(&[
        "test",
        "--silent",
        "--",
        "--reporter=default",
        "--reporter=json",
    ]);
    tests.arg(format!("--outputFile.json={}", report.display()));
    let status = Group::spawn("vitest", tests)?.wait()?;
    let json = fs::read_to_string(&report)
        .with_context(|| format!("vitest ended without a report ({status})"))?;
    agree("vitest", status.success(), report::vitest(&json)?)
}

/// The browser tests start the host themselves: they are told where everything is.
fn browser() -> Result<Count> {
    setup::python()?;
    let report = fresh_report("playwright.json")?;
    let mut tests = npm(&["run", "e2e", "--silent", "--", "--reporter=list,json"]);
    tests
        .env("PLAYWRIGHT_JSON_OUTPUT_FILE", &report)
        .env("PROGRAMS", target()?.join("debug"))
        .env("CHROMIUM", setup::chromium()?);
    let status = Group::spawn("playwright", tests)?.wait()?;
    let json = fs::read_to_string(&report)
        .with_context(|| format!("playwright ended without a report ({status})"))?;
    agree("playwright", status.success(), report::playwright(&json)?)
}

/// A place for a report, without an earlier one.
fn fresh_report(name: &str) -> Result<std::path::PathBuf> {
    let folder = target()?.join("xtask");
    fs::create_dir_all(&folder)?;
    let report = folder.join(name);
    fs::remove_file(&report).unwrap_or_default();
    Ok(report)
}

/// Runs `cargo test`, shows its output and counts.
fn counted(name: &str, mut command: Command) -> Result<Count> {
    command.stdout(Stdio::piped());
    let mut group = Group::spawn(name, command)?;
    let output = group
        .child
        .stdout
        .take()
        .context("a piped child has output")?;
    let reader = std::thread::spawn(move || {
        let mut all = String::new();
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            println!("{line}");
            all.push_str(&line);
            all.push('\n');
        }
        all
    });
    let status = group.wait()?;
    let count = report::cargo_test(&reader.join().unwrap_or_default());
    agree(name, status.success(), count)
}

/// A runner that fails although no test did has a reason of its own.
fn agree(name: &str, success: bool, count: Count) -> Result<Count> {
    if !success && count.failed == 0 {
        bail!("{name} failed beside its {} tests", count.passed);
    }
    Ok(count)
}
