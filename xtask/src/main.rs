//! The commands of this repository: `cargo xtask <command>`, one file each.
//!
//! Everything a command needs is set up on the way and skipped when it is there, so the first
//! command on a fresh clone is the same as any later one.

mod adding;
mod bench;
mod build;
mod contract;
mod copy;
mod dev;
mod documents;
mod fuzz;
mod host;
mod openapi;
mod permissions;
mod plugins;
mod process;
mod project;
mod reference;
mod report;
mod run;
mod sdk;
mod setup;
mod sqlx;
mod test;
mod throwaway;
mod web;

use anyhow::{Result, bail};
use std::{env, process::ExitCode};

const HELP: &str = "\
cargo xtask <command>

  run                     set up, build and start everything: a demo to click through
  dev                     the same, reloading what changes
  test [rust|web|e2e|api] everything CI runs, or a part
  build                   dist/: one folder to ship
  sdk                     what `comptoir plugin new` takes, beside the program in target/debug
  adding                  docs/adding-an-entity.md, followed in a copy of the sources, as `test` does
  bench                   the benchmarks
  fuzz [target] [seconds] random input for cursors, forms, exports
  openapi [--check]       docs/openapi.json, docs/contract.md, and what else is generated
  sqlx [--check]          .sqlx: what the queries' compile-time checks need without a database

COMPTOIR_PORT (8080; 0: any free) and COMPTOIR_DATA (./data) are honoured by run and dev.";

fn main() -> ExitCode {
    match process::watch_signals().and_then(|()| command()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if process::interrupted() => {
            eprintln!("stopped ({error})");
            ExitCode::from(130)
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn command() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["run"] => run::run(),
        ["dev"] => dev::dev(),
        ["test"] => test::test(&test::Part::ALL),
        ["test", part] => test::test(&[test::Part::named(part)?]),
        ["build"] => build::build(),
        ["sdk"] => sdk::build(&project::target()?.join("debug")),
        ["bench", ..] => bench::bench(&arguments[1..]),
        ["fuzz", ..] => fuzz::fuzz(&words[1..]),
        ["adding"] => adding::adding(),
        ["openapi"] => host::build_alone().and_then(|()| openapi::openapi(false)),
        ["openapi", "--check"] => host::build_alone().and_then(|()| openapi::openapi(true)),
        ["sqlx"] => sqlx::sqlx(false),
        ["sqlx", "--check"] => sqlx::sqlx(true),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => bail!("there is no command {:?}\n\n{HELP}", words.join(" ")),
    }
}
