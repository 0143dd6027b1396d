//! `cargo xtask sqlx`: renews `.sqlx`, which lets the host compile without a database.

use crate::{
    process::{run, step},
    project::{cargo, root, target, write_if_changed},
    throwaway::Throwaway,
};
use anyhow::{Context, Result, bail};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::Path,
    time::SystemTime,
};

const DATABASE: &str = "comptoir";

/// What looks at the host's queries, those of its tests too: they are all in its library.
const CHECK: &[&str] = &[
    "check",
    "--quiet",
    "--workspace",
    "--lib",
    "--profile",
    "test",
];
/// What looks at them and at all else: one pass over the host in place of two.
const LINT: &[&str] = &[
    "clippy",
    "--quiet",
    "--workspace",
    "--all-targets",
    "--",
    "-D",
    "warnings",
];

/// Compiles the host's queries against a database with all migrations. sqlx's macros write one file
/// a query into `SQLX_OFFLINE_DIR` as they go, so its command-line tool is not needed. With
/// `check`, only says whether `.sqlx` is that.
pub fn sqlx(check: bool) -> Result<()> {
    renew(check, CHECK)
}

/// Lints the workspace and says whether `.sqlx` is what its queries need.
pub fn lint() -> Result<()> {
    renew(true, LINT)
}

fn renew(check: bool, command: &[&str]) -> Result<()> {
    let fresh = target()?.join("xtask/sqlx");
    fs::remove_dir_all(&fresh).unwrap_or_default();
    fs::create_dir_all(&fresh)?;
    step("Checking the queries against a database", || {
        compile(command, &fresh)
    })?;

    let (old, new) = (queries(&root().join(".sqlx"))?, queries(&fresh)?);
    if old == new {
        return Ok(());
    }
    if check {
        bail!(".sqlx is stale: run `cargo xtask sqlx` and commit the result");
    }
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        fs::remove_file(root().join(".sqlx").join(name))?;
    }
    for (name, content) in &new {
        write_if_changed(&root().join(".sqlx").join(name), content)?;
    }
    eprintln!(".sqlx holds {} queries", new.len());
    Ok(())
}

fn compile(command: &[&str], offline_dir: &Path) -> Result<()> {
    let server = Throwaway::start(DATABASE)?;
    for migration in migrations()? {
        let sql = fs::read_to_string(&migration)?;
        server
            .cluster()
            .query(DATABASE, &sql)
            .with_context(|| format!("{} fails", migration.display()))?;
    }
    // The macros run when the crate is compiled, so it has to look changed; its time is put back
    // for the sake of other builds.
    let path = root().join("host/src/lib.rs");
    let crate_root = File::options().write(true).open(&path);
    let crate_root = crate_root.with_context(|| format!("cannot open {}", path.display()))?;
    let before = crate_root.metadata()?.modified()?;
    crate_root.set_modified(SystemTime::now())?;
    let mut command = cargo(command)?;
    command
        .env("SQLX_OFFLINE", "false")
        .env("SQLX_OFFLINE_DIR", offline_dir)
        .env("DATABASE_URL", server.cluster().url(DATABASE));
    let result = run("compiling the host against the database", command);
    crate_root.set_modified(before)?;
    result
}

/// In the order of their names, which begin with their time.
fn migrations() -> Result<Vec<std::path::PathBuf>> {
    let folder = root().join("migrations");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "sql"));
    files.sort();
    Ok(files)
}

/// Name and content of every file of a folder; none when it is not there.
fn queries(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| {
            Ok((
                entry.file_name().to_string_lossy().into_owned(),
                fs::read(entry.path())?,
            ))
        })
        .collect()
}
