//! The same SQL without the host: PostgreSQL's own load generator.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context, ensure};
use sqlx::postgres::PgConnectOptions;

use crate::load::Figures;

/// pgbench takes no more.
const MOST_SCRIPTS: usize = 128;

/// Runs one of the scripts after the other, prepared, from `clients` for `time`; of more than pgbench takes every second, or
/// third. `None`: pgbench is not on this machine.
pub fn run(
    options: &PgConnectOptions,
    scripts: &[String],
    clients: usize,
    time: Duration,
) -> anyhow::Result<Option<Figures>> {
    let Some(program) = find() else {
        return Ok(None);
    };
    measure(&program, options, scripts, clients, time / 5)?;
    measure(&program, options, scripts, clients, time).map(Some)
}

/// On the path, or where Debian puts it.
fn find() -> Option<String> {
    let debian = (15..=19)
        .rev()
        .map(|version| format!("/usr/lib/postgresql/{version}/bin/pgbench"));
    std::iter::once("pgbench".to_owned())
        .chain(debian)
        .find(|program| {
            Command::new(program)
                .arg("--version")
                .output()
                .is_ok_and(|output| output.status.success())
        })
}

fn measure(
    program: &str,
    options: &PgConnectOptions,
    scripts: &[String],
    clients: usize,
    time: Duration,
) -> anyhow::Result<Figures> {
    let folder = tempfile::tempdir()?;
    let host = options.get_socket().map_or_else(
        || options.get_host().into(),
        |socket| socket.display().to_string(),
    );
    let mut command = Command::new(program);
    command
        .current_dir(folder.path())
        .args([
            "--no-vacuum",
            "--protocol=prepared",
            "--log",
            "--log-prefix=log",
            "--jobs=2",
        ])
        .arg(format!("--client={clients}"))
        .arg(format!("--time={}", time.as_secs().max(1)))
        .args(["--host", &host, "--port", &options.get_port().to_string()])
        .args(["--username", options.get_username()]);
    let step = scripts.len().div_ceil(MOST_SCRIPTS).max(1);
    for (index, script) in scripts.iter().step_by(step).enumerate() {
        let file = format!("{index}.sql");
        std::fs::write(folder.path().join(&file), script)?;
        command.arg(format!("--file={file}"));
    }
    let output = command
        .arg(options.get_database().unwrap_or_default())
        .output()?;
    ensure!(
        output.status.success(),
        "pgbench: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut durations = Vec::new();
    for entry in std::fs::read_dir(folder.path())? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with("log.") {
            // client, transaction, microseconds, script, when
            for line in std::fs::read_to_string(entry.path())?.lines() {
                let microseconds = line.split(' ').nth(2).and_then(|text| text.parse().ok());
                durations.push(Duration::from_micros(
                    microseconds.context("a line of pgbench's log")?,
                ));
            }
        }
    }
    Ok(Figures::of(
        durations,
        Duration::from_secs(time.as_secs().max(1)),
    ))
}
