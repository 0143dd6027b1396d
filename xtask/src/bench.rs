//! `cargo xtask bench`: the benchmarks, with their figures on the terminal.

use crate::{
    plugins,
    process::run,
    project::{cargo, root},
};
use anyhow::Result;

/// The examples that measure: package, example.
const BENCHES: [(&str, &str); 2] = [("comptoir-sandbox", "cost"), ("comptoir", "bench")];

/// Runs them one after the other, optimised, each with `arguments`.
pub fn bench(arguments: &[String]) -> Result<()> {
    plugins::build()?;
    let guests = ["-p", "hostile-guest", "--target", "wasm32-wasip2"];
    let mut build = cargo(&["build", "--profile", "plugin", "--quiet"])?;
    build.args(guests);
    run("the guest that is measured", build)?;
    let programs = ["-p", "comptoir", "-p", "bigblue-simulator", "--bins"];
    let mut build = cargo(&["build", "--release", "--quiet"])?;
    build.args(programs);
    run("the programs that are measured", build)?;
    for (package, example) in BENCHES {
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
    Ok(())
}
