//! Where things are, and the tools that work on them.

use anyhow::{Context, Result};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

/// The repository.
pub fn root() -> PathBuf {
    // Cargo's, as two clones may share a build folder and so this program.
    let xtask =
        env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&xtask)
        .parent()
        .unwrap_or(Path::new("/"))
        .to_owned()
}

/// Cargo's build folder, however it was chosen: this program lies in its `debug`.
pub fn target() -> Result<PathBuf> {
    let program = env::current_exe()?;
    Ok(program
        .ancestors()
        .nth(2)
        .context("xtask lies in no build folder")?
        .to_owned())
}

/// A program of the workspace; `profile` is the folder of the build profile.
pub fn program(profile: &str, name: &str) -> Result<PathBuf> {
    Ok(target()?.join(profile).join(name))
}

/// The installation's data: `COMPTOIR_DATA`, else `data` in the repository.
pub fn data_dir() -> Result<PathBuf> {
    let data = match env::var_os("COMPTOIR_DATA").filter(|value| !value.is_empty()) {
        Some(data) => env::current_dir()?.join(data),
        None => root().join("data"),
    };
    fs::create_dir_all(&data)
        .with_context(|| format!("COMPTOIR_DATA: cannot create {}", data.display()))?;
    Ok(fs::canonicalize(data)?)
}

/// Names of the plugins whose folder holds a manifest, in order.
pub fn plugins() -> Result<Vec<String>> {
    let mut names: Vec<String> = fs::read_dir(root().join("plugins"))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| {
            root()
                .join("plugins")
                .join(name)
                .join("plugin.toml")
                .is_file()
        })
        .collect();
    names.sort();
    Ok(names)
}

/// Cargo in the repository, with the build folder of this program.
pub fn cargo(arguments: &[&str]) -> Result<Command> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .current_dir(root())
        .args(arguments)
        .env("CARGO_TARGET_DIR", target()?);
    without_cargos_own(&mut command);
    Ok(command)
}

/// What cargo told this program about itself would count as a change for crates that look at it.
pub fn without_cargos_own(command: &mut Command) {
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(|name| {
            name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
        }) {
            command.env_remove(name);
        }
    }
}

/// npm in the repository.
pub fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(root()).args(arguments);
    command
}

/// When the newest file or folder below `path` changed; packages, results and tests left out. (A
/// folder changes when something in it comes or goes.)
pub fn newest(path: &Path) -> Option<SystemTime> {
    const LEFT_OUT: [&str; 4] = ["node_modules", "dist", "e2e", "test-results"];
    let own = fs::metadata(path).ok()?.modified().ok()?;
    let below = fs::read_dir(path).into_iter().flatten().flatten();
    let below = below.filter(|entry| !LEFT_OUT.iter().any(|name| entry.file_name() == *name));
    below
        .filter_map(|entry| newest(&entry.path()))
        .chain([own])
        .max()
}

/// Writes by way of a new file, so that a reader never sees half of it. Leaves the file alone when
/// it holds that already.
pub fn write_if_changed(path: &Path, content: &[u8]) -> Result<bool> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(false);
    }
    let folder = path.parent().context("a file needs a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let half = path.with_extension("new");
    fs::write(&half, content).with_context(|| format!("cannot write {}", half.display()))?;
    fs::rename(&half, path)?;
    Ok(true)
}

/// Copies a folder with everything below.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
