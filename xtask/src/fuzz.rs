//! `cargo xtask fuzz [target] [seconds]`: random input, led by what it reaches, for what anybody may send us.
//! The same checks run on fewer inputs in the unit tests; here they run for as long as one likes.

use crate::{
    process::{run, step},
    project::{cargo, root},
};
use anyhow::{Context, Result, bail};
use std::{fs, process::Command};

/// Where the targets are: a workspace of its own.
const FOLDER: &str = "host/fuzz";
/// Its targets.
const TARGETS: [&str; 3] = ["cursor", "form", "csv"];
/// How long each runs when nobody says.
const SECONDS: u32 = 60;

/// Runs one target or all of them, each for so many seconds. A failure prints the input and where it is kept.
pub fn fuzz(arguments: &[&str]) -> Result<()> {
    let (targets, seconds) = match *arguments {
        [] => (&TARGETS[..], SECONDS),
        [target] => (named(target)?, SECONDS),
        [target, seconds] => {
            let seconds = seconds.parse();
            (
                named(target)?,
                seconds.context("seconds: a whole number, please")?,
            )
        }
        _ => bail!("cargo xtask fuzz [target] [seconds]"),
    };
    install()?;
    for target in targets {
        let corpus = format!("{FOLDER}/corpus/{target}");
        fs::create_dir_all(root().join(&corpus))?;
        let seeds = format!("{FOLDER}/seeds/{target}");
        let most = format!("-max_total_time={seconds}");
        // Without a sanitizer a stable compiler will do; there is no unsafe code here that one would watch.
        let command = cargo(&[
            "fuzz",
            "run",
            "--fuzz-dir",
            FOLDER,
            "--sanitizer=none",
            target,
            &corpus,
            &seeds,
            "--",
            &most,
        ])?;
        step(&format!("Fuzzing {target} for {seconds} s"), || {
            run("cargo fuzz", command)
        })?;
    }
    Ok(())
}

fn named(target: &str) -> Result<&'static [&'static str]> {
    match TARGETS.iter().position(|known| *known == target) {
        Some(index) => Ok(&TARGETS[index..=index]),
        None => bail!("there is no target {target:?}: {}", TARGETS.join(", ")),
    }
}

/// cargo-fuzz, which builds and runs libFuzzer's targets.
fn install() -> Result<()> {
    let there = Command::new("cargo")
        .current_dir(root())
        .args(["fuzz", "--version"])
        .output()
        .context("cargo is not in PATH")?;
    if there.status.success() {
        return Ok(());
    }
    step("Installing cargo-fuzz", || {
        run(
            "cargo install",
            cargo(&["install", "--locked", "--quiet", "cargo-fuzz"])?,
        )
    })
}
