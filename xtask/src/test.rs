//! `cargo xtask test`: everything CI runs. What does not build stops it; what fails does not, so that one run shows all
//! there is to repair. Last come what each phase took and `N passed, N failed`.

use crate::{
    adding, contract, host, openapi, plugins,
    process::{Group, interrupted, run, step},
    project::{cargo, npm, program, root, target},
    report::{self, Count},
    sdk, setup, sqlx,
    throwaway::{Throwaway, scratch},
    web,
};
use anyhow::{Context, Result, bail};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// What can be tested alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Rust,
    Web,
    Browser,
    Api,
}

impl Part {
    pub const ALL: [Self; 4] = [Self::Rust, Self::Web, Self::Browser, Self::Api];

    pub fn named(name: &str) -> Result<Self> {
        Ok(match name {
            "rust" => Self::Rust,
            "web" => Self::Web,
            "e2e" => Self::Browser,
            "api" => Self::Api,
            _ => bail!("there is no part {name:?} to test: rust, web, e2e, api"),
        })
    }
}

/// Runs the parts and fails if anything in them did.
pub fn test(parts: &[Part]) -> Result<()> {
    let results = Results::default();
    match run_parts(parts, &results) {
        Err(error) if interrupted() => return Err(error),
        Err(error) => results.fail(format!("stopped: {error:#}")),
        Ok(()) => {}
    }
    results.close()
}

/// What needs only the compiler and what needs only Node run side by side, and so do the Rust tests and the calls of the API,
/// which wait for databases and hosts half of their time. The browsers have both processors to themselves.
fn run_parts(parts: &[Part], results: &Results) -> Result<()> {
    let has = |part| parts.contains(&part);
    setup::npm_packages()?;
    forget_compiled(&cache()?)?;
    let screens = || {
        if has(Part::Web) {
            results.check("TypeScript and lint", || {
                run("npm run check", npm(&["run", "check", "--silent"]))
            })?;
            results.tests("web tests", vitest)?;
        }
        // The conformance suite judges whole plugins, their screens too.
        if parts != [Part::Web] {
            results.phase("the portal and the plugins' screens", web::build)?;
        }
        Ok(())
    };
    beside(screens, || compile(parts, results))?;
    if parts != [Part::Web] {
        setup::python()?;
    }
    let calls = || match has(Part::Api) {
        true => results.tests("calls as the API describes them", contract::contract),
        false => Ok(()),
    };
    beside(calls, || match has(Part::Rust) {
        true => results.tests("Rust tests", rust),
        false => Ok(()),
    })?;
    if has(Part::Browser) {
        results.tests("browser tests", browser)?;
    }
    // It compiles and has a browser open, from what is there only when all was tested.
    if has(Part::Rust) && has(Part::Browser) {
        results.tests("the guide to adding an entity", adding::follow)?;
    }
    Ok(())
}

/// Does both at once; both end, whatever one meets.
fn beside(
    one: impl FnOnce() -> Result<()> + Send,
    other: impl FnOnce() -> Result<()>,
) -> Result<()> {
    thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        other.and(one.join().unwrap_or_else(|_| bail!("a thread panicked")))
    })
}

/// Everything that the compiler does: plugins, lints, queries, tests, the host.
fn compile(parts: &[Part], results: &Results) -> Result<()> {
    if parts.contains(&Part::Rust) {
        results.check("format", || {
            run("cargo fmt", cargo(&["fmt", "--all", "--check"])?)
        })?;
    }
    if parts != [Part::Web] {
        results.phase("plugins", plugins::build_for_tests)?;
    }
    if parts.contains(&Part::Rust) {
        results.check("clippy and queries", sqlx::lint)?;
        results.phase("compiling programs and tests", programs)?;
        results.check("API description", || openapi::openapi(true))?;
        results.tests("documentation tests", documentation)?;
    }
    if parts == [Part::Browser] || parts == [Part::Api] {
        results.phase("the host", host::build)?;
    }
    if parts.contains(&Part::Browser) {
        results.phase("the plugin SDK", || sdk::build(&target()?.join("debug")))?;
    }
    Ok(())
}

/// Programs and tests together: asked for alone, the programs' dependencies would have fewer features and be compiled a second
/// time.
pub fn programs() -> Result<()> {
    run(
        "compiling programs and tests",
        cargo(&[
            "build",
            "--quiet",
            "--workspace",
            "--lib",
            "--bins",
            "--tests",
        ])?,
    )
}

/// What was found so far, and how long each phase took.
#[derive(Debug, Default)]
struct Results(Mutex<Found>);

#[derive(Debug, Default)]
struct Found {
    count: Count,
    failures: Vec<String>,
    phases: Vec<(String, Duration)>,
}

impl Results {
    fn found(&self) -> MutexGuard<'_, Found> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What has to succeed before anything else can be tested.
    fn phase<T>(&self, what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let begun = Instant::now();
        let result = step(what, work);
        self.found().phases.push((what.to_owned(), begun.elapsed()));
        result
    }

    /// Something that is right or wrong; wrong counts as one failed test.
    fn check(&self, what: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        self.tests(what, || work().map(|()| Count::default()))
    }

    fn tests(&self, what: &str, work: impl FnOnce() -> Result<Count>) -> Result<()> {
        match self.phase(what, work) {
            Ok(count) => {
                let mut found = self.found();
                if count.failed > 0 {
                    found
                        .failures
                        .push(format!("{what}: {} failed", count.failed));
                }
                found.count += count;
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
    fn fail(&self, why: String) {
        let mut found = self.found();
        found.count.failed += 1;
        found.failures.push(why);
    }

    fn close(self) -> Result<()> {
        let found = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        eprintln!("What each phase took (the portal's beside the compiler's):");
        for (phase, took) in &found.phases {
            eprintln!("{:>8.1} s  {phase}", took.as_secs_f32());
        }
        for test in &found.count.named {
            eprintln!("  {test}");
        }
        for failure in &found.failures {
            eprintln!("✗ {failure}");
        }
        println!(
            "{} passed, {} failed",
            found.count.passed, found.count.failed
        );
        if found.failures.is_empty() {
            return Ok(());
        }
        // Nothing may follow that line.
        std::process::exit(1)
    }
}

/// All Rust tests, with nextest if it is installed.
fn rust() -> Result<Count> {
    setup::postgresql_tools()?;
    let server = database()?;
    let url = server.cluster().url("comptoir");
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
        tests
            .env("DATABASE_URL", url)
            .envs(surroundings()?)
            .env("PLUGIN_COMPONENTS", plugins::components()?);
        return counted("cargo test", tests, report::cargo_test);
    }
    // Beside the sources, wherever the build folder is: see nextest.toml.
    let report = root().join("target/nextest/default/junit.xml");
    fs::remove_file(&report).unwrap_or_default();
    let mut tests = cargo(&[
        "nextest",
        "run",
        "--workspace",
        "--lib",
        "--bins",
        "--tests",
    ])?;
    tests
        .arg("--config-file")
        .arg(root().join("xtask/nextest.toml"))
        .env("DATABASE_URL", url)
        .envs(surroundings()?)
        .env("PLUGIN_COMPONENTS", plugins::components()?);
    let status = Group::spawn("nextest", tests)?.wait()?;
    let count = report::junit(
        "nextest",
        &fs::read_to_string(&report)
            .with_context(|| format!("nextest ended without a report ({status})"))?,
    )?;
    agree("nextest", status.success(), count)
}

/// A server with the database `comptoir`, for tests to make theirs on.
pub fn database() -> Result<Throwaway> {
    let server = Throwaway::start("comptoir")?;
    // Every database that a test makes is a copy of this one: a tenth of a second in place of all migrations.
    let mut migrate = Command::new(program("debug", "comptoir")?);
    migrate
        .arg("migrate")
        .env("DATABASE_URL", server.cluster().url("template1"));
    run("comptoir migrate", migrate)?;
    Ok(server)
}

/// The examples in documentation comments, which nextest leaves out.
fn documentation() -> Result<Count> {
    counted(
        "documentation tests",
        cargo(&["test", "--quiet", "--workspace", "--doc"])?,
        report::cargo_test,
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

/// Where hosts of tests keep compiled plugins: one for all, from run to run. The guests in JavaScript and Python take two
/// minutes to compile.
fn cache() -> Result<PathBuf> {
    Ok(target()?.join("xtask/cache"))
}

/// What every program of a test is told: where compiled plugins are kept, and where to make its folders.
pub fn surroundings() -> Result<[(&'static str, PathBuf); 3]> {
    let validators = setup::python_with("factur-x", "host/document/tests/requirements.txt")?;
    Ok([
        ("COMPTOIR_CACHE", cache()?),
        ("TMPDIR", scratch()),
        ("FACTURX_PYTHON", validators),
    ])
}

/// Removes what was compiled a week ago: of most plugins there have been other versions since.
fn forget_compiled(folder: &Path) -> Result<()> {
    const WEEK: Duration = Duration::from_hours(7 * 24);
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            forget_compiled(&path)?;
        } else if entry.metadata()?.modified()?.elapsed().unwrap_or_default() > WEEK {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// The browser tests start the host themselves: they are told where everything is.
fn browser() -> Result<Count> {
    let report = fresh_report("playwright.json")?;
    let mut tests = npm(&["run", "e2e", "--silent", "--", "--reporter=list,json"]);
    tests
        .env("PLAYWRIGHT_JSON_OUTPUT_FILE", &report)
        .env("PROGRAMS", target()?.join("debug"))
        .envs(surroundings()?)
        .env("CHROMIUM", setup::chromium()?);
    let status = Group::spawn("playwright", tests)?.wait()?;
    let json = fs::read_to_string(&report)
        .with_context(|| format!("playwright ended without a report ({status})"))?;
    agree("playwright", status.success(), report::playwright(&json)?)
}

/// A place for a report, without an earlier one.
fn fresh_report(name: &str) -> Result<PathBuf> {
    let folder = target()?.join("xtask");
    fs::create_dir_all(&folder)?;
    let report = folder.join(name);
    fs::remove_file(&report).unwrap_or_default();
    Ok(report)
}

/// Runs tests, shows what they say and counts by that.
pub fn counted(name: &str, mut command: Command, count: fn(&str) -> Count) -> Result<Count> {
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
    let count = count(&reader.join().unwrap_or_default());
    agree(name, status.success(), count)
}

/// A runner that fails although no test did has a reason of its own.
fn agree(name: &str, success: bool, count: Count) -> Result<Count> {
    if !success && count.failed == 0 {
        bail!("{name} failed beside its {} tests", count.passed);
    }
    Ok(count)
}
