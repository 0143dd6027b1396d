//! From the start of the program to its first answer, with warm caches and all five plugins; and its memory when nothing
//! happens. Then the same from an empty folder: with its database made, and with the demo company loaded.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::host::Host;
use crate::program::{self, Program, READY};

const STARTS: usize = 10;
/// From nothing.
const BEGINNINGS: usize = 3;

pub async fn run() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open)?;
    println!("start {{\"starts\":{STARTS}}}");
    // The one that an operator has to switch on.
    let overlay = folder.path().join("plugins.toml");
    std::fs::write(&overlay, "[plugins.cubyn]\nenabled = true\n")?;
    let plugins = [PathBuf::from("plugins.toml"), overlay];
    println!(
        "{:<24}{:>14}{:>14}{:>14}",
        "", "median ms", "slowest ms", "resident MiB"
    );
    // On a server that runs, as a second host of an installation does.
    let server = Host::prepare().await?;
    let url = server.url();
    for (name, url) in [("host alone", Some(url)), ("with its PostgreSQL", None)] {
        let data = folder.path().join(name.replace(' ', "-"));
        let mut times = Vec::new();
        let mut memory = 0.0_f64;
        for start in 0..=STARTS {
            let mut command = program::host(&data, &plugins)?;
            command.env_remove("DATABASE_URL");
            if let Some(url) = &url {
                command.env("DATABASE_URL", url);
            }
            let host = Program::start(command, READY).await?;
            let asked = Instant::now();
            reqwest::get(format!("{}/health/ready", host.said))
                .await?
                .error_for_status()?;
            // The first start makes the folder and fills the caches.
            if start > 0 {
                times.push(host.took + asked.elapsed());
                memory = memory.max(host.resident_mib()?);
            }
            host.stop().await?;
        }
        print(name, times, memory)?;
    }
    server.drop().await?;
    for (name, demo) in [("from nothing", "false"), ("with the demo company", "true")] {
        let mut times = Vec::new();
        let mut memory = 0.0_f64;
        for beginning in 0..BEGINNINGS {
            let data = folder.path().join(format!("{demo}-{beginning}"));
            let mut command = program::host(&data, &plugins)?;
            command
                .env_remove("DATABASE_URL")
                .env("COMPTOIR_DEMO", demo)
                .env("COMPTOIR_DEMO_RECORDS", demo);
            let host = Program::start(command, READY).await?;
            times.push(host.took);
            memory = memory.max(host.resident_mib()?);
            host.stop().await?;
        }
        print(name, times, memory)?;
    }
    Ok(())
}

fn print(name: &str, mut times: Vec<Duration>, memory: f64) -> anyhow::Result<()> {
    times.sort_unstable();
    let milliseconds = |time: Option<&Duration>| {
        time.map(|time| time.as_secs_f64() * 1e3)
            .context("some starts")
    };
    println!(
        "{name:<24}{:>14.0}{:>14.0}{memory:>14.1}",
        milliseconds(times.get(times.len() / 2))?,
        milliseconds(times.last())?,
    );
    Ok(())
}
