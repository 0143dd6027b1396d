//! `cargo xtask test api`: schemathesis makes every call of `docs/openapi.json`, right and wrong, on a host with the demo
//! company, as people of each role with much and with little, and as nobody, and compares what it answers with what is described.

use crate::{
    host::{Host, Providers},
    process::Group,
    project::{program, root},
    report::{self, Count},
    setup,
    throwaway::Folder,
};
use anyhow::{Context, Result, ensure};
use std::{
    fs::{self, File},
    path::Path,
    process::Command,
};

/// Who calls, as `hooks.py` knows them, and how: `coverage` is what is worked out from the description, `fuzzing` so many
/// random requests a call. Every call is made by each, the same each time: under two minutes on two processors.
const RUNS: [(&str, &str, &str); 6] = [
    ("admin", "coverage,fuzzing", "3"),
    ("staff", "fuzzing", "1"),
    ("owner", "fuzzing", "2"),
    ("customer", "fuzzing", "1"),
    ("factory", "fuzzing", "1"),
    ("nobody", "fuzzing", "1"),
];

/// No limit of calls, which would hide them, and the host's own database.
const SETTINGS: [(&str, &str); 5] = [
    ("COMPTOIR_LIMITS__SIGN_INS_PER_MINUTE", "0"),
    ("COMPTOIR_LIMITS__READS_PER_MINUTE", "0"),
    ("COMPTOIR_LIMITS__WRITES_PER_MINUTE", "0"),
    ("COMPTOIR_LIMITS__UPLOADS_PER_MINUTE", "0"),
    ("DATABASE_URL", ""),
];

/// Counts calls of the description that nobody found a departure in, by person.
pub fn contract() -> Result<Count> {
    let python = setup::python_with("schemathesis", "xtask/contract/requirements.txt")?;
    let folder = Folder::new("contract")?;
    let data = folder.0.join("data");
    fs::create_dir(&data)?;
    let providers = Providers::start(data)?;
    let host = Host::start(&providers, 0, &SETTINGS)?;
    let mut count = Count::default();
    for (caller, phases, examples) in RUNS {
        let (found, said) = call(&python, &host, &folder.0, caller, phases, examples)?;
        let requests = said.lines().find(|line| line.contains("generated"));
        let requests = requests.unwrap_or_default().trim();
        eprintln!("  as {caller}: {requests}");
        if found.failed > 0 {
            eprintln!("{said}");
        }
        count += found;
    }
    if count.failed > 0 {
        let said = fs::read_to_string(&host.log)?;
        let faults = said.lines().filter(|line| line.contains("unexpected"));
        faults.for_each(|line| eprintln!("  {line}"));
    }
    Ok(count)
}

/// Makes the calls as one of them. Gives how many of the description's hold, and what schemathesis says, with those to make
/// again.
fn call(
    python: &Path,
    host: &Host,
    folder: &Path,
    caller: &str,
    phases: &str,
    examples: &str,
) -> Result<(Count, String)> {
    let here = root().join("xtask/contract");
    let api = format!("{}/api", host.address);
    let [report, log] = ["report.xml", "log"].map(|name| folder.join(name));
    let out = File::create(&log)?;
    let mut command = Command::new(python);
    command
        .args(["-m", "schemathesis.cli", "--config-file"])
        .arg(here.join("schemathesis.toml"))
        .arg("run")
        .arg(root().join("docs/openapi.json"))
        .args(["--url", &api, "--phases", phases])
        .args(["--max-examples", examples])
        .arg("--report-junit-path")
        .arg(&report)
        // What schemathesis leaves goes with the folder.
        .current_dir(folder)
        .envs(SETTINGS)
        .env("SCHEMATHESIS_HOOKS", "hooks")
        .env("PYTHONPATH", here)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("CONTRACT_PROGRAM", program("debug", "comptoir")?)
        .env("CONTRACT_CALLER", caller)
        .env("CONTRACT_API", &api)
        .env("COMPTOIR_DATA", folder.join("data"))
        .stdout(out.try_clone()?)
        .stderr(out);
    let status = Group::spawn("schemathesis", command)?.wait()?;
    let said = fs::read_to_string(&log)?;
    let junit = fs::read_to_string(&report).with_context(|| said.clone())?;
    let count = report::junit("schemathesis", &junit)?;
    ensure!(status.success() || count.failed > 0, "{said}");
    Ok((count, said))
}
