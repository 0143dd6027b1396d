//! `cargo xtask bench`: the benchmarks, with their figures on the terminal.

use crate::{
    plugins,
    process::run,
    project::{cargo, npm, root, target},
    setup, test, web,
};
use anyhow::Result;
use std::process::Command;

/// The examples that measure: package, example.
const BENCHES: [(&str, &str); 2] = [("comptoir-sandbox", "cost"), ("comptoir", "bench")];

/// The program that does the sandbox's part through Extism, a workspace of its own, and its guest's target.
const EXTISM: &str = "host/sandbox/bench-extism/Cargo.toml";
const EXTISM_TARGET: &str = "wasm32-unknown-unknown";

/// Runs them one after the other, optimised, each with `arguments`; `hostile` is only the sandbox's, `fairness` only the
/// host's, `grid` only the browser's.
pub fn bench(arguments: &[String]) -> Result<()> {
    let has = |name| arguments.iter().any(|argument| argument == name);
    let (hostile, fairness) = (has("hostile"), has("fairness"));
    if has("grid") {
        return grid();
    }
    plugins::build()?;
    let guests = ["-p", "hostile-guest", "--target", "wasm32-wasip2"];
    let mut build = cargo(&["build", "--profile", "plugin", "--quiet"])?;
    build.args(guests);
    run("the guest that is measured", build)?;
    if !hostile {
        let simulators = ["-p", "bigblue-simulator", "-p", "gorgias-simulator"];
        let mut build = cargo(&["build", "--release", "--quiet"])?;
        build.args(["-p", "comptoir", "--bins"]).args(simulators);
        run("the programs that are measured", build)?;
    }
    if !hostile && !fairness {
        extism()?;
    }
    for (package, example) in BENCHES {
        let is_sandboxs = package == "comptoir-sandbox";
        if (hostile && !is_sandboxs) || (fairness && is_sandboxs) {
            continue;
        }
        let mut command = cargo(&[
            "run",
            "--release",
            "-p",
            package,
            "--example",
            example,
            "--",
        ])?;
        command.args(arguments).current_dir(root());
        run(&format!("the benchmark of {package}"), command)?;
    }
    match arguments {
        [] => grid(),
        _ => Ok(()),
    }
}

/// What the browser takes for the price grid, of a host and a portal that are built to be shipped.
fn grid() -> Result<()> {
    plugins::build()?;
    web::build()?;
    let build = cargo(&["build", "--release", "--quiet", "--workspace", "--bins"])?;
    run("the programs that are measured", build)?;
    let mut bench = npm(&["run", "bench", "--silent"]);
    bench
        .env("PROGRAMS", target()?.join("release"))
        .envs(test::surroundings()?)
        .env("CHROMIUM", setup::chromium()?);
    run("the benchmark of the browser", bench)
}

/// Builds what runs beside the sandbox's benchmark.
fn extism() -> Result<()> {
    let mut target = Command::new("rustup");
    target.args(["target", "add", EXTISM_TARGET]);
    run("the target of Extism's guest", target)?;
    let guest = ["--profile", "plugin", "-p", "bench-extism-guest"];
    for arguments in [
        &["--release"][..],
        &[&guest[..], &["--target", EXTISM_TARGET]].concat(),
    ] {
        let mut build = cargo(&["build", "--quiet", "--manifest-path", EXTISM])?;
        build.args(arguments);
        run("Extism, to measure beside", build)?;
    }
    Ok(())
}
